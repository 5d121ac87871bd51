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
