//! The page's half of the protocol, as far as it follows from the vocabulary and the forms of messages: written from them, never by hand.
//!
//! `WOLD_BLESS=1 cargo nextest run -p wold-wire` writes into `web/src/wire`; without it these must be as they would be written:
//!
//! * `generated.ts`: the vocabulary; `examples.ts`: messages for tests.
//! * `guest-messages.ts`: what guests say, and what only that is made of; `host-messages.ts`: the same of hosts; `spoken.ts`: what both say.

mod page {
    pub mod typescript;
}

use page::typescript::{Directions, write_part, write_reader, write_types, write_writer};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;
use wold_lore::act::{LONGEST_NAME, LONGEST_PATH, MOST_GOODS};
use wold_lore::felt::{CELL_METRES, TOP_STEP};
use wold_lore::intent::{LONGEST_GAME_PAYLOAD, LONGEST_SPEECH};
use wold_lore::measure::Measure;
use wold_lore::tables::{self, Table};
use wold_lore::vocabulary::Word as _;
use wold_wire::bits::{BitReader, BitWriter};
use wold_wire::form::{Form, Shape};
use wold_wire::herald::Policy;
use wold_wire::message::{
    BAG_SLOTS, LONGEST_NOTICE, MOST_DROPPED, PROTOCOL_VERSION, TurnedAway, layouts, parts, protocol_hash,
};
use wold_wire::{FromGuest, FromHost};

/// What a page begins with.
fn head(what: &str) -> String {
    format!(
        "/**\n * {what} Written by a test, not by hand:\n * WOLD_BLESS=1 cargo nextest run -p wold-wire\n */\n"
    )
}

/// What the page's tables are called where it is not the table's name in capitals.
fn constant(name: &str) -> String {
    match name {
        "loudness" => "LOUDNESSES".into(),
        name => name.replace(' ', "_").to_uppercase(),
    }
}

/// `TurnedAway` as `turned away`.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

fn vocabularies() -> Vec<Table> {
    let mut all = tables::all();
    all.push(Table::of::<TurnedAway>("turned away"));
    all.push(Table::of::<Policy>("policies"));
    all
}

/// The table of a kind of word that stands in a message.
fn table_of(what: &str) -> Table {
    let found = vocabularies().into_iter().find(|table| table.what == what);
    found.unwrap_or_else(|| panic!("no table lists what is called {what}"))
}

fn write_table(page: &mut String, table: &Table) {
    let name = constant(table.name);
    let labels: Vec<String> = table.rows.iter().map(|row| format!("{:?}", row.label)).collect();
    writeln!(page, "\nexport const {name} = [\n  {},\n] as const;", labels.join(", ")).expect("text grows");
    for (index, column) in table.columns.iter().enumerate() {
        let values: Vec<String> = table.rows.iter().map(|row| row.values[index].to_string()).collect();
        let column = constant(&format!("{} {column}", table.name));
        writeln!(page, "export const {column}: readonly number[] = [{}];", values.join(", "))
            .expect("text grows");
    }
}

/// Some value of a shape, and what it is as plain JSON; nothing for what is coded by hand, and for what is one of several things.
fn example(w: &mut BitWriter, shape: Shape) -> Option<Value> {
    Some(match shape {
        Shape::Bit => {
            w.bit(true);
            json!(true)
        }
        Shape::Bits(count) => {
            w.bits(1, count);
            json!(1)
        }
        Shape::Wide => {
            w.bits(1, 32);
            w.bits(1, 32);
            json!(((1_u64 << 32) + 1).to_string())
        }
        Shape::Raw(count) => {
            (0..count).for_each(|_| w.byte(9));
            json!("09".repeat(count))
        }
        Shape::Number | Shape::Tick => {
            w.number(70_000, 7);
            json!(70_000)
        }
        Shape::Signed => {
            w.signed(-70_000, 7);
            json!(-70_000)
        }
        Shape::Id => {
            w.number(1 << 40, 7);
            json!((1_u64 << 40).to_string())
        }
        Shape::Chunk => {
            w.signed(-4, 7);
            w.signed(900, 7);
            json!({"x": -4, "y": 900})
        }
        Shape::Metres => {
            w.signed(-4, 7);
            w.signed(900, 7);
            json!([-4, 900])
        }
        Shape::Text(_) | Shape::Name(_) => {
            w.text("Grüß dich");
            json!("Grüß dich")
        }
        Shape::Blob(_) => {
            w.blob(&[1, 2, 255]);
            json!("0102ff")
        }
        Shape::Word(what, bits) => {
            w.bits(1, bits);
            if page::typescript::is_by_number(what) { json!(1) } else { json!(table_of(what).rows[1].label) }
        }
        Shape::Maybe(shape) => {
            w.bit(true);
            example(w, *shape)?
        }
        Shape::List(shape, ..) => {
            w.number(1, 7);
            json!([example(w, *shape)?])
        }
        Shape::Part(name, _) => {
            let part = parts().into_iter().find(|part| part.name == name).expect("parts are listed");
            (part.bits == 0).then_some(())?;
            let mut value = json!({});
            fill(w, &mut value, &part.forms[0])?;
            value
        }
        Shape::Own(_) => return None,
    })
}

fn fill(w: &mut BitWriter, value: &mut Value, form: &Form) -> Option<()> {
    for (field, shape) in &form.fields {
        value[field] = example(w, *shape)?;
    }
    Some(())
}

/// Bytes of a message by its form alone, and what they mean.
fn exampled(form: &Form) -> Option<(Vec<u8>, Value)> {
    let mut w = BitWriter::default();
    w.byte(form.tag);
    let mut value = json!({"kind": spaced(form.name)});
    match form.fields.as_slice() {
        // What is all of a message is read as the message itself.
        [(_, Shape::Part(name, _))] => {
            let part = parts().into_iter().find(|part| part.name == *name).expect("parts are listed");
            (part.bits == 0).then_some(())?;
            fill(&mut w, &mut value, &part.forms[0])?;
        }
        _ => fill(&mut w, &mut value, form)?,
    }
    Some((w.finish(), value))
}

/// The same for a wish of every intent.
fn wishes() -> Vec<(Vec<u8>, Value)> {
    let all = parts().into_iter().find(|part| part.name == "Intent").expect("parts are listed");
    let wish = |form: &Form| {
        let mut w = BitWriter::default();
        w.byte(1);
        w.number(7, 7);
        w.bits(u64::from(form.tag), all.bits);
        let mut intent = json!({"kind": spaced(form.name)});
        fill(&mut w, &mut intent, form)?;
        Some((w.finish(), json!({"kind": "do", "number": 7, "intent": intent})))
    };
    all.forms.iter().filter_map(wish).collect()
}

fn write_examples(page: &mut String, name: &str, examples: impl IntoIterator<Item = (Vec<u8>, Value)>) {
    writeln!(page, "\n/** Bytes of messages and what they mean, for tests: numbers of entities as text, bytes as hexadecimal digits. */\nexport const {name}: readonly (readonly [hex: string, message: unknown])[] = [").expect("text grows");
    for (bytes, value) in examples {
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(page, "  [{hex:?}, {value}],").expect("text grows");
    }
    page.push_str("];\n");
}

/// `generated.ts`.
fn tables_page() -> String {
    let mut page = head("The vocabulary, as the Rust side states it.");
    writeln!(page, "\nexport const PROTOCOL_VERSION = {PROTOCOL_VERSION};").expect("text grows");
    writeln!(
        page,
        "/** What both ends must agree on before they talk. */\nexport const PROTOCOL_HASH = 0x{:08x};\n",
        protocol_hash()
    )
    .expect("text grows");
    for (name, value) in [
        ("LONGEST_NAME", LONGEST_NAME),
        ("LONGEST_NOTICE", LONGEST_NOTICE),
        ("LONGEST_SPEECH", LONGEST_SPEECH),
        ("LONGEST_PATH", LONGEST_PATH),
        ("MOST_GOODS", MOST_GOODS),
        ("LONGEST_GAME_PAYLOAD", LONGEST_GAME_PAYLOAD),
        ("MOST_DROPPED", MOST_DROPPED),
        ("BAG_SLOTS", BAG_SLOTS),
        ("FIELD_CELL_METRES", CELL_METRES as usize),
        ("TOP_STEP", usize::from(TOP_STEP)),
    ] {
        writeln!(page, "export const {name} = {value};").expect("text grows");
    }
    for measure in Measure::ALL {
        writeln!(page, "export const {} = {};", constant(measure.label()), measure.value())
            .expect("text grows");
    }
    for table in vocabularies().iter().filter(|table| table.what != Measure::WHAT) {
        write_table(&mut page, table);
    }
    page
}

/// Whether a page's text names something; a method of something else has no name of its own.
fn names(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(|c| is_part(c) || c == '.') && !after.starts_with(is_part)
    })
}

/// A page of messages with what it imports: of each file, what its text names.
fn with_imports(what: &str, text: &str, spoken: &str) -> String {
    let mut page = head(what);
    let tables: Vec<String> = vocabularies().iter().map(|table| constant(table.name)).collect();
    let tables: Vec<&str> = tables.iter().map(String::as_str).collect();
    let exported = |kind: &str| {
        let begins = format!("\nexport {kind} ");
        let after = spoken.split(begins.as_str()).skip(1);
        after.filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next()).collect::<Vec<_>>()
    };
    let types = [exported("interface"), exported("type")].concat();
    for (kind, all, types, file) in [
        ("import type", &["BitReader"][..], &[][..], "bit-reader"),
        ("import type", &["BitWriter"], &[], "bit-writer"),
        ("import", &["readChunkPos", "writeChunkPos"], &[], "chunk-pos"),
        ("import", &["outOfRange"], &[], "error"),
        ("import", &tables, &[], "generated"),
        ("import", &["indexOf", "oneOf"], &[], "one-of"),
        ("import", &exported("function"), &types, "spoken"),
    ] {
        let is_named = |name: &&&str| names(text, name);
        let named = all.iter().filter(is_named).map(|name| (*name).to_owned());
        let types = types.iter().filter(is_named).map(|name| format!("type {name}"));
        let named: Vec<String> = named.chain(types).collect();
        if !named.is_empty() {
            writeln!(page, "{kind} {{ {} }} from \"./{file}\";", named.join(", ")).expect("text grows");
        }
    }
    if names(text, "own") {
        page.push_str("import type * as own from \"./own-forms\";\n");
    }
    page + text
}

/// `guest-messages.ts`, `host-messages.ts` and `spoken.ts`.
fn messages_pages() -> [String; 3] {
    let (all, up, down) = (parts(), FromGuest::forms(), FromHost::forms());
    let directions = Directions::of(&all, &up, &down);
    let [mut guests, mut hosts, mut spoken] = [const { String::new() }; 3];
    for part in &all {
        match directions.of_part(part.name) {
            (true, true) => {}
            ways @ (true, false) => write_part(&mut guests, part, ways, |_| false),
            ways => write_part(&mut hosts, part, ways, |_| false),
        }
    }
    write_types(&mut guests, "FromGuest", &up);
    write_writer(&mut guests, &up);
    write_types(&mut hosts, "FromHost", &down);
    write_reader(&mut hosts, &down);
    let elsewhere = |name: &str| names(&guests, name) || names(&hosts, name);
    for part in all.iter().filter(|part| directions.of_part(part.name) == (true, true)) {
        write_part(&mut spoken, part, (true, true), elsewhere);
    }
    [
        with_imports(
            "What guests say and what that is made of, as the Rust side states it.",
            &guests,
            &spoken,
        ),
        with_imports("What hosts say and what that is made of, as the Rust side states it.", &hosts, &spoken),
        with_imports(
            "What stands in messages both ways, as the Rust side states it: acts of speech.",
            &spoken,
            "",
        ),
    ]
}

/// `examples.ts`.
fn examples_page() -> String {
    let mut page = head("Messages for tests, as the Rust side writes them.");
    let (up, down) = (FromGuest::forms(), FromHost::forms());
    write_examples(&mut page, "EXAMPLES", down.iter().filter_map(exampled));
    write_examples(&mut page, "EXAMPLES_UP", up.iter().filter_map(exampled).chain(wishes()));
    page
}

#[test]
fn the_pages_tables_and_messages_are_as_the_vocabulary_and_the_forms_say() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../web/src/wire");
    let [guests, hosts, spoken] = messages_pages();
    for (file, text) in [
        ("generated.ts", tables_page()),
        ("guest-messages.ts", guests),
        ("host-messages.ts", hosts),
        ("spoken.ts", spoken),
        ("examples.ts", examples_page()),
    ] {
        if std::env::var_os("WOLD_BLESS").is_some() {
            std::fs::write(folder.join(file), &text).expect("the page's file can be written");
        }
        let kept = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
        assert!(
            kept == text,
            "web/src/wire/{file} is out of date: WOLD_BLESS=1 cargo nextest run -p wold-wire"
        );
    }
}

#[test]
fn a_form_says_what_the_bytes_are() {
    let forms = FromHost::forms();
    for form in &forms {
        let Some((bytes, _)) = exampled(form) else { continue };
        let message = FromHost::decode(&bytes).unwrap_or_else(|error| panic!("{}: {error}", form.name));
        assert!(format!("{message:?}").starts_with(form.name));
        assert_eq!(message.encode(), bytes, "{}", form.name);
        assert_eq!(BitReader::new(&bytes).byte(), Ok(form.tag));
    }
    let up = FromGuest::forms();
    for (bytes, value) in up.iter().filter_map(exampled).chain(wishes()) {
        let message = FromGuest::decode(&bytes).unwrap_or_else(|error| panic!("{value}: {error}"));
        assert_eq!(message.encode(), bytes, "{value}");
    }
    let kinds = parts().into_iter().filter(|part| part.bits > 0).map(|part| part.forms);
    for forms in kinds.chain([forms, up]) {
        let numbered = forms.iter().enumerate().all(|(index, form)| usize::from(form.tag) == index);
        assert!(numbered, "numbers have no gap: {forms:?}");
    }
}

/// What a field names that is described elsewhere.
fn named(shape: Shape) -> Option<&'static str> {
    match shape {
        Shape::Maybe(shape) | Shape::List(shape, ..) => named(*shape),
        Shape::Part(name, _) | Shape::Own(name) => Some(name),
        _ => None,
    }
}

#[test]
fn whatever_a_form_names_is_described_or_has_a_layout_and_so_is_in_the_hash() {
    let (parts, layouts) = (parts(), layouts());
    let up = FromGuest::forms();
    let down = FromHost::forms();
    let all = parts.iter().flat_map(|part| &part.forms).chain(&up).chain(&down);
    for (form, name) in all.flat_map(|form| form.fields.iter().map(move |(_, shape)| (form, named(*shape)))) {
        let Some(name) = name else { continue };
        let known = parts.iter().any(|part| part.name == name) || layouts.iter().any(|(own, _)| *own == name);
        assert!(known, "{} has a field {name} that neither `parts` nor `layouts` lists", form.name);
    }
}
