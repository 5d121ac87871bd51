//! Reading files a user names, never more of them than fits.

use anyhow::Result;
use std::path::Path;
use wold_space::text::line_at;

/// The longest file with settings: an announcement, a map, rules, a query, a tree.
pub const SETTINGS: u64 = 4 << 20;
/// The longest table of results.
pub const TABLE: u64 = 1 << 28;

/// A file, whole; longer than `longest` bytes it is refused.
pub fn bytes(path: &Path, longest: u64) -> Result<Vec<u8>> {
    Ok(wold_files::read(path, longest)?)
}

/// The same as text.
pub fn text(path: &Path, longest: u64) -> Result<String> {
    Ok(wold_files::read_text(path, longest)?)
}

/// Settings from TOML text that was read from a file; what is wrong is said in one line, with the file's.
pub fn settings<T: serde::de::DeserializeOwned>(path: &Path, text: &str) -> Result<T> {
    toml::from_str(text).map_err(|error| {
        let line = line_at(text, error.span().map_or(0, |span| span.start));
        let reason = error.message().lines().map(str::trim).collect::<Vec<_>>().join(", ");
        anyhow::anyhow!("{}:{line}: {reason}", path.display())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_are_wrong_are_told_in_one_line_with_file_and_line() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code, reason = "only read")]
        struct Cup {
            name: String,
        }
        for (text, line) in [("name = 'a'\nsize = 3\n", 2), ("\n\nname = \n", 3), ("name = 3", 1), ("", 1)] {
            let error = settings::<Cup>(Path::new("cup.toml"), text).expect_err(text).to_string();
            assert!(error.starts_with(&format!("cup.toml:{line}: ")) && !error.contains('\n'), "{error}");
        }
    }
}
