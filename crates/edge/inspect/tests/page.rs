//! The page's types are those of this crate: `web/src/inspect/reports.ts` is written from them. Run with `WOLD_BLESS=1` to write it anew.

use std::collections::BTreeMap;
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};
use wold_inspect::{Question, Report};

const HEAD: &str = "/** What the inspector and the host say to each other. Written by the tests of crates/edge/inspect from its types: change those. */\n";

/// Every type that a page meets, by name, as it is declared there.
#[derive(Default)]
struct Declared(BTreeMap<String, String>);

impl TypeVisitor for Declared {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // What is no type of ours (a list, a number) has no place of its own.
        let ours = T::output_path().is_some();
        let config = Config::default().with_large_int("number");
        let name = if ours { T::ident(&config) } else { T::name(&config) };
        if ours && self.0.contains_key(&name) {
            return;
        }
        if ours {
            let text = format!("{}export {}", T::docs().unwrap_or_default(), T::decl(&config));
            self.0.insert(name, frozen(&text));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// A page reads what it is told and changes none of it. Each field is brought to a line of its own, behind what it means.
fn frozen(text: &str) -> String {
    let text = text.replace("Array<", "ReadonlyArray<").replace(": [number", ": readonly [number");
    let text =
        text.replace("<[number", "<readonly [number").replace("/**\n * ", "/** ").replace("\n */", " */");
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim).collect();
    let inner = |(number, line): (usize, &&str)| {
        let outer = number == 0 || line.starts_with("export") || line.starts_with('}');
        if outer { (*line).to_owned() } else { format!("  {line}") }
    };
    let text = lines.iter().enumerate().map(inner).collect::<Vec<_>>().join("\n");
    let text = text.replace(" */\n  ", " */ ");
    text.replace(", };", ",\n};") + "\n"
}

#[test]
fn the_pages_types_are_written_from_ours() {
    let mut declared = Declared::default();
    declared.visit::<Question>();
    declared.visit::<Report>();
    let text =
        std::iter::once(HEAD.to_owned()).chain(declared.0.into_values()).collect::<Vec<_>>().join("\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../web/src/inspect/reports.ts");
    if std::env::var_os("WOLD_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the page's folder can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "{} is not what the types say: run with WOLD_BLESS=1", path.display());
}
