//! Reading files a user names, never more of them than fits.

use anyhow::{Context, Result, ensure};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The longest file with settings: an announcement, a map, rules, a query, a tree.
pub const SETTINGS: u64 = 4 << 20;
/// The longest table of results.
pub const TABLE: u64 = 1 << 28;

/// A file, whole; longer than `longest` bytes it is refused.
pub fn bytes(path: &Path, longest: u64) -> Result<Vec<u8>> {
    let named = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(named)?;
    file.take(longest + 1).read_to_end(&mut bytes).with_context(named)?;
    ensure!(bytes.len() as u64 <= longest, "{} is longer than {longest} bytes", path.display());
    Ok(bytes)
}

/// The same as text.
pub fn text(path: &Path, longest: u64) -> Result<String> {
    let named = || format!("cannot read {}", path.display());
    String::from_utf8(bytes(path, longest)?).ok().context("it is no UTF-8 text").with_context(named)
}

/// Settings from TOML text that was read from a file; what is wrong is said in one line, with the file's.
pub fn settings<T: serde::de::DeserializeOwned>(path: &Path, text: &str) -> Result<T> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
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

    #[test]
    fn files_too_long_or_not_text_are_refused_by_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        std::fs::write(&path, "abcd").expect("written");
        assert_eq!(text(&path, 4).expect("just fits"), "abcd");
        assert!(bytes(&path, 3).expect_err("too long").to_string().ends_with("is longer than 3 bytes"));
        std::fs::write(&path, [0xff]).expect("written");
        assert!(format!("{:#}", text(&path, 9).expect_err("not text")).ends_with("it is no UTF-8 text"));
        assert!(bytes(&folder.path().join("none"), 9).is_err());
    }
}
