//! Messages and what they are made of, in TypeScript: types, a writer for what goes up, a reader for what comes down.
//!
//! Contract: a choice becomes a union whose members say their `kind`; a record becomes an interface. A message or a choice that is wholly a record of the same name takes the record's fields as
//! its own. What is coded by hand is read and written by functions of `own-forms.ts` named by the field: `readLand`, `writeSteering`; nothing is named twice with different meanings.

use super::super::{constant, spaced, table_of};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use wold_lore::act::{Call, Decline, Sight, Verb};
use wold_lore::land::{EdgeSide, ThingKind};
use wold_lore::vocabulary::Word;
use wold_wire::form::{Form, PartForm, Shape};
use wold_wire::message::parts;

/// Words the page keeps by number, because it looks more up by them; all others are kept by what they are called.
pub fn is_by_number(what: &str) -> bool {
    [ThingKind::WHAT, EdgeSide::WHAT, Verb::WHAT, Sight::WHAT, Decline::WHAT, Call::WHAT].contains(&what)
}

/// `place` as `Place`.
fn title(field: &str) -> String {
    field[..1].to_uppercase() + &field[1..]
}

/// The page's type of a field.
fn kind(field: &str, shape: Shape) -> String {
    match shape {
        Shape::Bit => "boolean".into(),
        Shape::Bits(_) | Shape::Number | Shape::Signed | Shape::Tick => "number".into(),
        Shape::Id | Shape::Wide => "bigint".into(),
        Shape::Chunk => "own.ChunkPos".into(),
        Shape::Metres => "readonly [number, number]".into(),
        Shape::Text(_) | Shape::Name(_) => "string".into(),
        Shape::Blob(_) | Shape::Raw(_) => "Uint8Array".into(),
        Shape::Word(what, _) if is_by_number(what) => "number".into(),
        Shape::Word(what, _) => format!("(typeof {})[number]", constant(table_of(what).name)),
        Shape::Maybe(shape) => format!("{} | null", kind(field, *shape)),
        Shape::List(shape, ..) => format!("readonly {}[]", kind(field, *shape)),
        Shape::Part(name, _) => name.into(),
        Shape::Own(_) => format!("own.{}", title(field)),
    }
}

/// The expression that reads a field.
fn read(field: &str, shape: Shape) -> String {
    match shape {
        Shape::Bit => "r.bit()".into(),
        Shape::Bits(count) => format!("r.bits({count})"),
        Shape::Wide => "r.wide()".into(),
        Shape::Raw(count) => format!("r.raw({count})"),
        Shape::Number => format!("r.numberBelow(7, {field:?}, 2 ** 32)"),
        Shape::Signed => format!("r.signed(7, {field:?}, 2 ** 31)"),
        Shape::Id => "r.big(7)".into(),
        Shape::Tick => format!("r.numberBelow(7, {field:?}, Number.MAX_SAFE_INTEGER)"),
        Shape::Chunk => "readChunkPos(r)".into(),
        Shape::Metres => format!("[r.signed(7, {field:?}, 2 ** 31), r.signed(7, {field:?}, 2 ** 31)]"),
        Shape::Text(most) => format!("r.text({field:?}, {most})"),
        Shape::Name(most) => format!("r.name({field:?}, {most})"),
        Shape::Blob(most) => format!("r.blob({field:?}, {most})"),
        Shape::Word(what, bits) => {
            let (by, table) =
                (if is_by_number(what) { "indexOf" } else { "oneOf" }, constant(table_of(what).name));
            format!("{by}({table}, {what:?}, r.bits({bits}))")
        }
        Shape::Maybe(shape) => format!("r.bit() ? {} : null", read(field, *shape)),
        Shape::List(shape, most, least) => {
            format!("r.list({field:?}, {least}, {most}, () => {})", read(field, *shape))
        }
        Shape::Part(name, _) => format!("read{name}(r{})", if has_own(name) { ", forms" } else { "" }),
        Shape::Own(_) => format!("forms.read{}(r)", title(field)),
    }
}

/// The statements that write a field.
fn write(value: &str, field: &str, shape: Shape) -> String {
    match shape {
        Shape::Bit => format!("w.bit({value});"),
        Shape::Bits(count) => format!("w.bits({value}, {count});"),
        Shape::Wide => format!("w.wide({value});"),
        Shape::Raw(_) => format!("w.raw({value});"),
        Shape::Number | Shape::Tick | Shape::Id => format!("w.number({value}, 7);"),
        Shape::Signed => format!("w.signed({value}, 7);"),
        Shape::Chunk => format!("writeChunkPos(w, {value});"),
        Shape::Metres => format!("for (const axis of {value}) w.signed(axis, 7);"),
        Shape::Text(_) | Shape::Name(_) => format!("w.text({value});"),
        Shape::Blob(_) => format!("w.blob({value});"),
        Shape::Word(what, bits) if is_by_number(what) => format!("w.bits({value}, {bits});"),
        Shape::Word(what, bits) => {
            format!("w.bits({}.indexOf({value}), {bits});", constant(table_of(what).name))
        }
        Shape::Maybe(shape) => {
            format!("w.bit({value} !== null); if ({value} !== null) {{ {} }}", write(value, field, *shape))
        }
        Shape::List(shape, ..) => {
            format!(
                "w.number({value}.length, 7); for (const one of {value}) {{ {} }}",
                write("one", field, *shape)
            )
        }
        Shape::Part(name, _) => {
            format!("write{name}(w, {value}{});", if has_own(name) { ", forms" } else { "" })
        }
        Shape::Own(_) => format!("forms.write{}(w, {value});", title(field)),
    }
}

/// Whether something coded by hand stands anywhere in a part: its functions then need to be given those that do it.
fn has_own(name: &str) -> bool {
    fn own(shape: Shape) -> bool {
        match shape {
            Shape::Maybe(shape) | Shape::List(shape, ..) => own(*shape),
            Shape::Part(name, _) => has_own(name),
            shape => matches!(shape, Shape::Own(_)),
        }
    }
    let part = parts().into_iter().find(|part| part.name == name).expect("parts are listed");
    part.forms.iter().flat_map(|form| &form.fields).any(|(_, shape)| own(*shape))
}

/// The record of the same name that a form wholly is.
fn is_record(form: &Form) -> bool {
    let record = |name: &str| parts().iter().any(|part| part.name == name && part.bits == 0);
    matches!(form.fields[..], [(_, Shape::Part(name, _))] if name == form.name && record(name))
}

/// Whether a form is wholly something coded by hand, which then says its kind itself.
fn is_own(form: &Form) -> bool {
    matches!(form.fields[..], [(_, Shape::Own(_))]) && form.name.eq_ignore_ascii_case(form.fields[0].0)
}

fn fields(form: &Form) -> String {
    form.fields.iter().map(|(field, shape)| format!("; readonly {field}: {}", kind(field, *shape))).collect()
}

/// The type of messages or of a choice.
pub fn write_types(page: &mut String, name: &str, forms: &[Form]) {
    writeln!(page, "\nexport type {name} =").expect("text grows");
    for (index, form) in forms.iter().enumerate() {
        let end = if index + 1 == forms.len() { ";" } else { "" };
        let member = match () {
            () if is_own(form) => format!("own.{}", form.name),
            () if is_record(form) => {
                format!("({{ readonly kind: {:?} }} & {})", spaced(form.name), form.name)
            }
            () => format!("{{ readonly kind: {:?}{} }}", spaced(form.name), fields(form)),
        };
        writeln!(page, "  | {member}{end}").expect("text grows");
    }
}

/// The body of a function that writes one of several forms.
fn write_choice(page: &mut String, it: &str, bits: u32, forms: &[Form]) {
    writeln!(page, "  switch ({it}.kind) {{").expect("text grows");
    for form in forms {
        let whole = is_record(form) || is_own(form);
        let fields = form.fields.iter().map(|(field, shape)| {
            let value = if whole { it.to_owned() } else { format!("{it}.{field}") };
            format!("\n      {}", write(&value, field, *shape))
        });
        let fields: String = fields.collect();
        writeln!(
            page,
            "    case {:?}:\n      w.bits({}, {bits});{fields}\n      break;",
            spaced(form.name),
            form.tag
        )
        .expect("text grows");
    }
    page.push_str("  }\n");
}

/// The body of a function that reads one of several forms.
fn read_choice(page: &mut String, what: &str, bits: u32, forms: &[Form]) {
    writeln!(page, "  const tag = r.bits({bits});\n  switch (tag) {{").expect("text grows");
    for form in forms {
        let mut fields = form.fields.iter().map(|(field, shape)| (field, read(field, *shape)));
        let read = match fields.len() {
            1 if is_own(form) => fields.map(|(_, read)| read).collect(),
            1 if is_record(form) => {
                let (_, read) = fields.next().expect("it is one");
                format!("{{ kind: {:?}, ...{read} }}", spaced(form.name))
            }
            _ => {
                let fields: String = fields.map(|(field, read)| format!(", {field}: {read}")).collect();
                format!("{{ kind: {:?}{fields} }}", spaced(form.name))
            }
        };
        writeln!(page, "    case {}: return {read};", form.tag).expect("text grows");
    }
    writeln!(page, "    default:\n      throw outOfRange({what:?}, tag);\n  }}").expect("text grows");
}

/// The function that writes what goes up.
pub fn write_writer(page: &mut String, forms: &[Form]) {
    page.push_str("\n/** Writes a message; `forms` writes what is coded by hand. */\nexport function writeFromGuest(w: BitWriter, message: FromGuest, forms: typeof own): void {\n");
    write_choice(page, "message", 8, forms);
    page.push_str("}\n");
}

/// The function that reads what comes down.
pub fn write_reader(page: &mut String, forms: &[Form]) {
    page.push_str("\n/** The message that begins here; `forms` reads what is coded by hand. Fields are read in the order in which they stand. */\nexport function readFromHost(r: BitReader, forms: typeof own): FromHost {\n");
    read_choice(page, "message", 8, forms);
    page.push_str("}\n");
}

/// The parts that messages of these forms are made of, wherever they stand.
fn made_of(all: &[PartForm], forms: &[Form], found: &mut BTreeSet<&'static str>) {
    fn part(shape: Shape) -> Option<&'static str> {
        match shape {
            Shape::Maybe(shape) | Shape::List(shape, ..) => part(*shape),
            Shape::Part(name, _) => Some(name),
            _ => None,
        }
    }
    for name in forms.iter().flat_map(|form| &form.fields).filter_map(|(_, shape)| part(*shape)) {
        if found.insert(name) {
            let part = all.iter().find(|part| part.name == name).expect("parts are listed");
            made_of(all, &part.forms, found);
        }
    }
}

/// What parts stand in: what goes up, what comes down, or both.
pub struct Directions {
    up: BTreeSet<&'static str>,
    down: BTreeSet<&'static str>,
}

impl Directions {
    /// Follows messages of these forms into their parts.
    pub fn of(all: &[PartForm], up: &[Form], down: &[Form]) -> Self {
        let mut found = Self { up: BTreeSet::new(), down: BTreeSet::new() };
        made_of(all, up, &mut found.up);
        made_of(all, down, &mut found.down);
        found
    }

    /// Whether a part goes up, and whether it comes down.
    pub fn of_part(&self, name: &str) -> (bool, bool) {
        (self.up.contains(name), self.down.contains(name))
    }
}

/// A part's type, its writer if it goes up, its reader if it comes down. Its functions are for its own page unless another names them.
pub fn write_part(
    page: &mut String,
    part: &PartForm,
    (up, down): (bool, bool),
    is_named: impl Fn(&str) -> bool,
) {
    let name = part.name;
    let forms = if has_own(name) { ", forms: typeof own" } else { "" };
    let function = |verb: &str| {
        let whole = format!("{verb}{name}");
        format!("{}function {whole}", if is_named(&whole) { "export " } else { "" })
    };
    if part.bits == 0 {
        let fields: String = part.forms[0]
            .fields
            .iter()
            .map(|(field, shape)| format!("  readonly {field}: {};\n", kind(field, *shape)))
            .collect();
        write!(page, "\nexport interface {name} {{\n{fields}}}\n").expect("text grows");
    } else {
        write_types(page, name, &part.forms);
    }
    if up {
        writeln!(page, "\n{}(w: BitWriter, it: {name}{forms}): void {{", function("write"))
            .expect("text grows");
        if part.bits == 0 {
            for (field, shape) in &part.forms[0].fields {
                writeln!(page, "  {}", write(&format!("it.{field}"), field, *shape)).expect("text grows");
            }
        } else {
            write_choice(page, "it", part.bits, &part.forms);
        }
        page.push_str("}\n");
    }
    if down {
        writeln!(page, "\n{}(r: BitReader{forms}): {name} {{", function("read")).expect("text grows");
        if part.bits == 0 {
            let fields: Vec<String> = part.forms[0]
                .fields
                .iter()
                .map(|(field, shape)| format!("{field}: {}", read(field, *shape)))
                .collect();
            writeln!(page, "  return {{ {} }};", fields.join(", ")).expect("text grows");
        } else {
            read_choice(page, &name.to_lowercase(), part.bits, &part.forms);
        }
        page.push_str("}\n");
    }
}
