//! The operator's token: set by configuration, or made at first start and kept in the data folder.

use std::fmt;
use std::fs;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file in the data folder that holds a token made at first start.
pub const OPERATOR_FILE: &str = "operator.token";

/// Fewest characters of a token that an operator chose.
const SHORTEST: usize = 12;

/// Why there is no token.
#[derive(Debug, thiserror::Error)]
pub enum OperatorTokenError {
    /// A token of one's own choice is too easy to guess.
    #[error("an operator token has at least {SHORTEST} characters")]
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

/// Whoever knows it is an operator.
#[derive(Clone)]
pub struct OperatorToken(String);

impl OperatorToken {
    /// A token set by configuration.
    pub fn chosen(token: &str) -> Result<Self, OperatorTokenError> {
        if token.chars().count() < SHORTEST {
            return Err(OperatorTokenError::TooShort);
        }
        Ok(Self(token.to_owned()))
    }

    /// The token of the data folder, made if there is none. The flag tells whether it is new and should be shown.
    pub fn of_folder(folder: &Path) -> Result<(Self, bool), OperatorTokenError> {
        let file = folder.join(OPERATOR_FILE);
        let failed = |source| OperatorTokenError::File { file: file.clone(), source };
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

    /// Whether somebody knows it. Takes as long for a near miss as for nonsense.
    #[must_use]
    pub fn matches(&self, claim: &str) -> bool {
        // Hashes are compared in constant time by blake3, and their lengths are equal.
        blake3::hash(self.0.as_bytes()) == blake3::hash(claim.as_bytes())
    }

    /// The token itself, to be shown once to whoever starts the host.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for OperatorToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OperatorToken(…)")
    }
}

/// Writes a file that only its owner can read: all of it or nothing.
fn write_secret(file: &Path, text: &str) -> io::Result<()> {
    let unfinished = file.with_extension("new");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut opened = options.open(&unfinished)?;
    writeln!(opened, "{text}")?;
    opened.sync_all()?;
    fs::rename(unfinished, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_keeps_its_token() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("new");
        let (token, new) = OperatorToken::of_folder(&data).unwrap();
        assert!(new && token.reveal().len() == 32);
        let (again, new) = OperatorToken::of_folder(&data).unwrap();
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
    fn a_token_of_ones_own_choice_is_not_too_short() {
        assert!(matches!(OperatorToken::chosen("secret"), Err(OperatorTokenError::TooShort)));
        assert!(OperatorToken::chosen("correct horse battery").unwrap().matches("correct horse battery"));
    }
}
