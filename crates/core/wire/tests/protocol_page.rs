//! The tables of `docs/protocol.md` say what the code does.
//!
//! Each stands between `<!-- table: name -->` and `<!-- end -->`. Its first columns must be the rows expected here, all of them and no other; columns
//! beyond those are for readers. `WOLD_BLESS=1` writes them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::path::PathBuf;
use wold_lore::act::{LONGEST_PATH, MOST_GOODS};
use wold_lore::intent::{LONGEST_GAME_PAYLOAD, LONGEST_SPEECH};
use wold_lore::tables::{self, Table};
use wold_space::ChunkPos;
use wold_wire::form::Form;
use wold_wire::herald::Policy;
use wold_wire::herald::crier::LONGEST_LETTER;
use wold_wire::herald::hearer::MOST_ROWS;
use wold_wire::herald::manifest::{MOST_FIELDS, MOST_KINDS};
use wold_wire::message::{
    BAG_SLOTS, LONGEST_NAME, LONGEST_NOTICE, LONGEST_PASSWORD, PROTOCOL_VERSION, TurnedAway, parts,
    protocol_hash,
};
use wold_wire::snapshot::MTU;
use wold_wire::state::PREDICTION_LIMIT;
use wold_wire::steering::MOST_STEERINGS;
use wold_wire::*;

type Row = Vec<String>;

fn page_path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../docs/protocol.md")
}

/// The page's tables by name.
fn page_tables() -> BTreeMap<String, Vec<Row>> {
    let page = std::fs::read_to_string(page_path()).expect("the page can be read");
    let mut tables = BTreeMap::new();
    for part in page.split("<!-- table: ").skip(1) {
        let (name, rest) = part.split_once(" -->").expect("a table's mark ends on its line");
        let (body, _) = rest.split_once("<!-- end -->").expect("a table has an end");
        let rows = body.lines().filter(|line| line.starts_with('|')).skip(2).map(cells).collect();
        assert!(tables.insert(name.to_owned(), rows).is_none(), "two tables are called {name}");
    }
    tables
}

/// A line's cells as they are written.
fn raw(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// A line's cells, those wholly in code letters without them.
fn cells(line: &str) -> Row {
    let bare = |cell: &str| match cell.strip_prefix('`').and_then(|cell| cell.strip_suffix('`')) {
        Some(code) if !code.contains('`') => code.to_owned(),
        _ => cell.to_owned(),
    };
    raw(line).into_iter().map(bare).collect()
}

fn row<const N: usize>(cells: [&dyn ToString; N]) -> Row {
    cells.iter().map(|cell| cell.to_string()).collect()
}

/// Rows of number and name.
fn numbered<T: Debug>(all: impl IntoIterator<Item = (u8, T)>) -> Vec<Row> {
    all.into_iter().map(|(number, item)| row([&number, &format!("{item:?}")])).collect()
}

/// Rows of number, name and fields.
fn formed(forms: &[Form]) -> Vec<Row> {
    let fields = |form: &Form| if form.fields.is_empty() { "nothing".to_owned() } else { form.told() };
    forms.iter().map(|form| row([&form.tag, &form.name, &fields(form)])).collect()
}

/// The rows of what messages are made of: by field if it has but one form, by number and name otherwise.
fn part(name: &str) -> Vec<Row> {
    let part = parts().into_iter().find(|part| part.name == name).expect("parts are listed");
    if part.bits > 0 {
        return formed(&part.forms);
    }
    part.forms[0].fields.iter().map(|(field, shape)| row([field, shape])).collect()
}

/// What each table must say.
fn expected() -> BTreeMap<&'static str, Vec<Row>> {
    let mut expected = BTreeMap::from([
        (
            "protocol",
            vec![row([&"version", &PROTOCOL_VERSION]), row([&"hash", &format!("{:08x}", protocol_hash())])],
        ),
        ("from guest", formed(&FromGuest::forms())),
        ("from host", formed(&FromHost::forms())),
        ("hello", part("Hello")),
        ("logins", part("Login")),
        ("welcome", part("Welcome")),
        ("turned away", numbered(TurnedAway::ALL.iter().map(|&reason| (reason as u8, reason)))),
        ("intents", part("Intent")),
        ("targets", part("Target")),
        ("acts", part("SpeechAct")),
        ("meanings", part("Meaning")),
        ("questions", part("Question")),
        ("tales", part("Tale")),
        ("matters", part("Matter")),
        ("what was done", part("Done")),
        ("calls of a search", part("Hunt")),
        ("what things cost", part("Cost")),
        ("lines of the book", part("Quip")),
        ("deeds seen", part("Saw")),
        ("awareness told", part("Aware")),
        ("crafts", part("Craft")),
        ("portions", part("Portion")),
        ("prices", part("Price")),
        ("kin told", part("Kin")),
        ("relatives", part("Relative")),
        ("manifest", part("Manifest")),
        ("kinds of rows", part("Kind")),
        ("fields of rows", part("Field")),
        ("extents", part("Extent")),
        ("predictions", part("Prediction")),
        ("policies", numbered(Policy::ALL.iter().map(|&policy| (policy as u8, policy)))),
        ("doors", part("Door")),
        ("viewpoints", part("Watching")),
        ("limits", limits()),
    ]);
    expected.extend(tables::all().into_iter().map(|table| (table.name, words(&table))));
    expected
}

/// A vocabulary's rows: number, name, what people call it, and what more is said of it.
fn words(table: &Table) -> Vec<Row> {
    let cells = |word: &tables::Row| {
        let mut row = row([&word.number, &word.name, &word.label]);
        row.extend(word.values.iter().map(ToString::to_string));
        row
    };
    table.rows.iter().map(cells).collect()
}

fn limits() -> Vec<Row> {
    vec![
        row([&"bytes of a name", &LONGEST_NAME]),
        row([&"bytes of a password", &LONGEST_PASSWORD]),
        row([&"bytes of a notice, an answer, a reason, a world's name", &LONGEST_NOTICE]),
        row([&"bytes said at once", &LONGEST_SPEECH]),
        row([&"people of a path", &LONGEST_PATH]),
        row([&"goods of an offer", &MOST_GOODS]),
        row([&"bytes of a game's payload, up", &LONGEST_GAME_PAYLOAD]),
        row([&"bytes of a letter of what games tell", &LONGEST_LETTER]),
        row([&"kinds of rows of a world", &MOST_KINDS]),
        row([&"fields of a row", &MOST_FIELDS]),
        row([&"rows a guest holds", &MOST_ROWS]),
        row([&"slots of a bag", &BAG_SLOTS]),
        row([&"bytes of a datagram", &MTU]),
        row([&"steerings of a datagram", &MOST_STEERINGS]),
        row([&"ticks predicted", &PREDICTION_LIMIT]),
        row([&"chunks from the origin", &ChunkPos::LIMIT]),
    ]
}

/// The page with the tables' first columns as they should be; columns beyond those, and what stands around the tables, are kept.
fn mended(page: &str, expected: &BTreeMap<&'static str, Vec<Row>>) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("<!-- table: ") {
        let (name, after) = after.split_once(" -->\n").expect("a table's mark ends on its line");
        let (body, after) = after.split_once("<!-- end -->").expect("a table has an end");
        let mut lines = body.lines();
        let (head, line) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        let rows = expected.get(name).unwrap_or_else(|| panic!("nothing is known of a table {name}"));
        let columns = rows[0].len();
        let kept: BTreeMap<String, Vec<&str>> =
            lines.map(|line| (cells(line)[0].clone(), raw(line))).collect();
        text += &format!("{before}<!-- table: {name} -->\n{head}\n{line}\n");
        for row in rows {
            let more = kept.get(&row[0]).into_iter().flatten().skip(columns).copied();
            let cells: Vec<&str> = row.iter().map(String::as_str).chain(more).collect();
            text += &format!("| {} |\n", cells.join(" | "));
        }
        text += "<!-- end -->";
        rest = after;
    }
    text + rest
}

#[test]
fn the_pages_tables_say_what_the_code_does() {
    let expected = expected();
    if std::env::var_os("WOLD_BLESS").is_some() {
        let page = std::fs::read_to_string(page_path()).expect("the page can be read");
        std::fs::write(page_path(), mended(&page, &expected)).expect("the page can be written");
    }
    let found = page_tables();
    let names = |it: Vec<&str>| it.into_iter().map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(
        found.keys().cloned().collect::<BTreeSet<_>>(),
        names(expected.keys().copied().collect()),
        "tables on the page, and tables known here"
    );
    for (name, rows) in expected {
        let columns = rows[0].len();
        let told: Vec<&[String]> = found[name].iter().map(|row| &row[..columns.min(row.len())]).collect();
        let wanted = rows.iter().map(|row| format!("| {} |", row.join(" | "))).collect::<Vec<_>>();
        let rows: Vec<Row> = wanted.iter().map(|line| cells(line)).collect();
        assert_eq!(told, rows, "docs/protocol.md, table {name}; its rows begin\n{}", wanted.join("\n"));
    }
}
