//! The file that describes a world.

use crate::commands::input;
use std::path::Path;
use wold_fields::rules::FieldRules;
use wold_space::text::line_at;
use wold_world::WorldConfig;

/// Reads and checks a world's file; what is wrong is said with its line.
pub fn read(path: &Path) -> anyhow::Result<WorldConfig> {
    let text = input::text(path, input::SETTINGS)?;
    let world: WorldConfig = toml::from_str(&text).map_err(|error| {
        let line = line_at(&text, error.span().map_or(0, |span| span.start));
        anyhow::anyhow!("{}, line {line}: {}", path.display(), error.message())
    })?;
    FieldRules::parse_in(&text, &["environment", "rules"])
        .map_err(|error| anyhow::anyhow!("{}, {error}", path.display()))?;
    world.check().map_err(|error| {
        anyhow::anyhow!("{}, line {}: {error}", path.display(), line_of(&text, error.name))
    })?;
    Ok(world)
}

/// The line of a file on which a setting stands, given as `table.key`.
fn line_of(text: &str, setting: &str) -> usize {
    let file = toml::de::DeTable::parse(text).ok();
    let mut table = file.as_ref().map(toml::Spanned::get_ref);
    let mut at = 0;
    for name in setting.split('.') {
        let found = table.and_then(|table| table.iter().find(|(key, _)| key.get_ref() == name));
        let Some((key, value)) = found else { break };
        at = key.span().start;
        table = value.get_ref().as_table();
    }
    line_at(text, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_file_says_what_a_world_without_one_is() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/default.toml");
        let said = toml::Value::try_from(read(&path).expect("it is shipped")).expect("settings are a table");
        let default = toml::Value::try_from(WorldConfig::default()).expect("settings are a table");
        for (name, value) in default.as_table().expect("a table") {
            assert_eq!(said.get(name), Some(value), "[{name}]");
        }
    }
}
