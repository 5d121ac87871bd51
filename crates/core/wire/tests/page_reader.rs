//! The page's half of the protocol, as far as it follows from the vocabulary and the forms of messages: written from them, never by hand.
//!
//! `WOLD_BLESS=1 cargo nextest run -p wold-wire` writes `web/src/wire/generated.ts`; without it the file must be as it would be written.

use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;
use wold_lore::act::{LONGEST_NAME, LONGEST_PATH, MOST_GOODS};
use wold_lore::felt::{CELL_METRES, TOP_STEP};
use wold_lore::intent::{LONGEST_GAME_PAYLOAD, LONGEST_SPEECH};
use wold_lore::sense::{Amiss, Sound};
use wold_lore::tables::{self, Table};
use wold_lore::vocabulary::Word;
use wold_lore::{Bucket, Loudness, Part};
use wold_wire::FromHost;
use wold_wire::bits::{BitReader, BitWriter};
use wold_wire::message::form::{Form, Shape};
use wold_wire::message::{BAG_SLOTS, LONGEST_NOTICE, PROTOCOL_VERSION, TurnedAway, protocol_hash};

const HEAD: &str = "/**
 * The vocabulary and the forms of messages, as the Rust side states them. Written by a test, not by hand:
 * WOLD_BLESS=1 cargo nextest run -p wold-wire
 */
import type { BitReader } from \"./bit-reader\";
import { readChunkPos } from \"./chunk-pos\";
import { outOfRange } from \"./error\";
import { oneOf } from \"./one-of\";
import type * as own from \"./own-forms\";
";

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
    all
}

/// The table of a kind of word that stands in a message.
fn table_of(what: &str) -> Table {
    let name = match what {
        Loudness::WHAT => "loudness",
        TurnedAway::WHAT => "turned away",
        Sound::WHAT => "sounds",
        Amiss::WHAT => "things amiss",
        Part::WHAT => "parts in fights",
        Bucket::WHAT => "turns at wells",
        _ => panic!("say here which table lists what is called {what}"),
    };
    vocabularies().into_iter().find(|table| table.name == name).expect("it is one of all")
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

/// The page's type of a field, and the expression that reads it.
fn on_the_page(form: &Form, field: &str, shape: Shape) -> (String, String) {
    let plain = |kind: &str, read: String| (kind.to_owned(), read);
    match shape {
        Shape::Bit => plain("boolean", "r.bit()".into()),
        Shape::Bits(count) => plain("number", format!("r.bits({count})")),
        Shape::Number => plain("number", format!("r.numberBelow(7, {field:?}, 2 ** 32)")),
        Shape::Id => plain("bigint", "r.big(7)".into()),
        Shape::Tick => plain("number", format!("r.numberBelow(7, {field:?}, Number.MAX_SAFE_INTEGER)")),
        Shape::Chunk => plain("own.ChunkPos", "readChunkPos(r)".into()),
        Shape::Text(most) => plain("string", format!("r.text({field:?}, {most})")),
        Shape::Blob(most) => plain("Uint8Array", format!("r.blob({field:?}, {most})")),
        Shape::Word(what, bits) => {
            let table = constant(table_of(what).name);
            plain(&format!("(typeof {table})[number]"), format!("oneOf({table}, {field:?}, r.bits({bits}))"))
        }
        Shape::Own(_) => {
            let title: String = field[..1].to_uppercase() + &field[1..];
            let kind = if form.fields.len() == 1 { form.name.to_owned() } else { title.clone() };
            (format!("own.{kind}"), format!("forms.read{title}(r)"))
        }
    }
}

/// Whether a message is wholly something with a form of its own.
fn is_own(form: &Form) -> bool {
    matches!(form.fields[..], [(_, Shape::Own(_))])
}

fn write_messages(page: &mut String, forms: &[Form]) {
    page.push_str("\nexport type FromHost =\n");
    for (index, form) in forms.iter().enumerate() {
        let end = if index + 1 == forms.len() { ";" } else { "" };
        if is_own(form) {
            writeln!(page, "  | own.{}{end}", form.name).expect("text grows");
            continue;
        }
        let fields = form
            .fields
            .iter()
            .map(|(field, shape)| format!("; readonly {field}: {}", on_the_page(form, field, *shape).0));
        let fields: String = fields.collect();
        writeln!(page, "  | {{ readonly kind: {:?}{fields} }}{end}", spaced(form.name)).expect("text grows");
    }
    page.push_str("\n/** The message that begins here; `forms` reads what has a form of its own. Fields are read in the order in which they stand. */\nexport function readFromHost(r: BitReader, forms: typeof own): FromHost {\n  const tag = r.byte();\n  switch (tag) {\n");
    for form in forms {
        let fields = form.fields.iter().map(|(field, shape)| (field, on_the_page(form, field, *shape).1));
        let read = match is_own(form) {
            true => fields.map(|(_, read)| read).collect(),
            false => {
                let fields: String = fields.map(|(field, read)| format!(", {field}: {read}")).collect();
                format!("{{ kind: {:?}{fields} }}", spaced(form.name))
            }
        };
        writeln!(page, "    case {}:\n      return {read};", form.tag).expect("text grows");
    }
    page.push_str("    default:\n      throw outOfRange(\"message\", tag);\n  }\n}\n");
}

/// Some value of a shape, and what it is as plain JSON; nothing for what has a form of its own.
fn example(w: &mut BitWriter, shape: Shape) -> Option<Value> {
    Some(match shape {
        Shape::Bit => {
            w.bit(true);
            json!(true)
        }
        Shape::Bits(count) => {
            w.bits(3, count);
            json!(3)
        }
        Shape::Number | Shape::Tick => {
            w.number(70_000, 7);
            json!(70_000)
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
        Shape::Text(_) => {
            w.text("Grüß dich");
            json!("Grüß dich")
        }
        Shape::Blob(_) => {
            w.blob(&[1, 2, 255]);
            json!("0102ff")
        }
        Shape::Word(what, bits) => {
            w.bits(1, bits);
            json!(table_of(what).rows[1].label)
        }
        Shape::Own(_) => return None,
    })
}

/// Bytes of a message by its form alone, and what they mean.
fn exampled(form: &Form) -> Option<(Vec<u8>, Value)> {
    let mut w = BitWriter::default();
    w.byte(form.tag);
    let mut value = json!({"kind": spaced(form.name)});
    for (field, shape) in &form.fields {
        value[field] = example(&mut w, *shape)?;
    }
    Some((w.finish(), value))
}

fn write_examples(page: &mut String, forms: &[Form]) {
    page.push_str("\n/** Bytes of messages and what they mean, for tests: numbers of entities as text, bytes as hexadecimal digits. */\nexport const EXAMPLES: readonly (readonly [hex: string, message: unknown])[] = [\n");
    for (bytes, value) in forms.iter().filter_map(exampled) {
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(page, "  [{hex:?}, {value}],").expect("text grows");
    }
    page.push_str("];\n");
}

fn page() -> String {
    let mut page = HEAD.to_owned();
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
        ("BAG_SLOTS", BAG_SLOTS),
        ("FIELD_CELL_METRES", CELL_METRES as usize),
        ("TOP_STEP", usize::from(TOP_STEP)),
    ] {
        writeln!(page, "export const {name} = {value};").expect("text grows");
    }
    for table in vocabularies() {
        write_table(&mut page, &table);
    }
    let forms = FromHost::forms();
    write_messages(&mut page, &forms);
    write_examples(&mut page, &forms);
    page
}

#[test]
fn the_pages_tables_and_reader_are_as_the_vocabulary_and_the_forms_say() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../web/src/wire/generated.ts");
    let text = page();
    if std::env::var_os("WOLD_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the page's file can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "web/src/wire/generated.ts is out of date: WOLD_BLESS=1 cargo nextest run -p wold-wire"
    );
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
    assert!(forms.iter().enumerate().all(|(index, form)| usize::from(form.tag) == index), "tags have no gap");
}
