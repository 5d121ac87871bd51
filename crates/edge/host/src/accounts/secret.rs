//! What few may know: the operator's token and the inhabitants' pass. Each is set by configuration, or made at first start and kept
//! in the data folder, where only its owner can read it.

use std::fmt;
use std::fs;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file in the data folder that holds an operator's token made at first start.
pub const OPERATOR_FILE: &str = "operator.token";

/// The file in the data folder that holds an inhabitants' pass made at first start.
pub const INHABITANTS_FILE: &str = "inhabitants.pass";

/// Fewest characters of a secret that an operator chose.
const SHORTEST: usize = 12;

/// Why there is no secret.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// A secret of one's own choice is too easy to guess.
    #[error("a token or pass has at least {SHORTEST} characters")]
    TooShort,
    /// The file cannot be read or written.
    #[error("{}: {source}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// Whoever knows it may do what it is for.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// A secret set by configuration.
    pub fn chosen(token: &str) -> Result<Self, SecretError> {
        if token.chars().count() < SHORTEST {
            return Err(SecretError::TooShort);
        }
        Ok(Self(token.to_owned()))
    }

    /// The secret that a file of the data folder holds, made if there is none. The flag tells whether it is new and should be shown.
    pub fn of_folder(folder: &Path, file: &str) -> Result<(Self, bool), SecretError> {
        let file = folder.join(file);
        let failed = |source| SecretError::File { file: file.clone(), source };
        match fs::read_to_string(&file) {
            Ok(text) => Ok((Self::chosen(text.trim())?, false)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut bytes = [0; 16];
                getrandom::fill(&mut bytes).map_err(|error| failed(io::Error::other(error)))?;
                let token: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                fs::create_dir_all(folder).map_err(failed)?;
                write_secret(&file, &token).map_err(failed)?;
                Ok((Self(token), true))
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// The same, but a file that no longer holds a secret is set aside and another one made: a world must not be shut out by a damaged
    /// line of text.
    pub fn kept(folder: &Path, file: &str) -> Result<Self, SecretError> {
        let found = Self::of_folder(folder, file);
        let damaged = match &found {
            Err(SecretError::TooShort) => true,
            Err(SecretError::File { source, .. }) => source.kind() == io::ErrorKind::InvalidData,
            Ok(_) => false,
        };
        if !damaged {
            return found.map(|(secret, _)| secret);
        }
        let (place, aside) = (folder.join(file), folder.join(format!("{file}.damaged")));
        fs::rename(&place, &aside).map_err(|source| SecretError::File { file: place.clone(), source })?;
        tracing::warn!(
            "{}: damaged; another one is made, the old file is kept as {}",
            place.display(),
            aside.display()
        );
        Self::of_folder(folder, file).map(|(secret, _)| secret)
    }

    /// Whether somebody knows it. Takes as long for a near miss as for nonsense.
    #[must_use]
    pub fn matches(&self, claim: &str) -> bool {
        // Hashes are compared in constant time by blake3, and their lengths are equal.
        blake3::hash(self.0.as_bytes()) == blake3::hash(claim.as_bytes())
    }

    /// The secret itself, to be shown once to whoever starts the host.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Writes a file that only its owner can read: all of it or nothing.
fn write_secret(file: &Path, text: &str) -> io::Result<()> {
    wold_files::write_with(file, wold_files::Readers::Owner, |out| writeln!(out, "{text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_keeps_its_token() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("new");
        let (token, new) = Secret::of_folder(&data, OPERATOR_FILE).unwrap();
        assert!(new && token.reveal().len() == 32);
        let (again, new) = Secret::of_folder(&data, OPERATOR_FILE).unwrap();
        assert!(!new && again.matches(token.reveal()));
        assert!(!again.matches("") && !again.matches(&token.reveal()[1..]));
        assert!(!format!("{token:?}").contains(token.reveal()));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(data.join(OPERATOR_FILE)).unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0, "nobody else can read it");
        }
    }

    #[test]
    fn a_damaged_secret_is_set_aside_and_another_one_made() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(OPERATOR_FILE), [0xff, 0xfe]).unwrap();
        let made = Secret::kept(folder.path(), OPERATOR_FILE).unwrap();
        assert!(Secret::kept(folder.path(), OPERATOR_FILE).unwrap().matches(made.reveal()));
        assert!(folder.path().join("operator.token.damaged").exists());
    }

    #[test]
    fn a_token_of_ones_own_choice_is_not_too_short() {
        assert!(matches!(Secret::chosen("secret"), Err(SecretError::TooShort)));
        assert!(Secret::chosen("correct horse battery").unwrap().matches("correct horse battery"));
    }
}
