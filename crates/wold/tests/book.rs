//! What the pages quote is in the tree, and what they link to exists.
//!
//! An excerpt is a fence directly after a line `<!-- from: path/to/file -->`. It must stand in that file word for word, in one piece; how far the whole of it
//! is indented does not matter. A failure names the page, the line and the file.

use std::path::{Path, PathBuf};

/// Excerpts there are at least: a mark that is no longer understood would else go unnoticed.
const LEAST_EXCERPTS: usize = 10;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below a folder that `wanted` takes, in order.
fn below(folder: &Path, wanted: &dyn Fn(&Path) -> bool, found: &mut Vec<PathBuf>) {
    let listed = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut entries: Vec<PathBuf> =
        listed.map(|entry| entry.expect("the folder can be listed").path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default();
        if path.is_dir() {
            if name != "target" && name != "node_modules" {
                below(&path, wanted, found);
            }
        } else if wanted(&path) {
            found.push(path);
        }
    }
}

/// The pages of `docs/`.
fn pages() -> Vec<PathBuf> {
    let mut found = Vec::new();
    below(&root().join("docs"), &|path| path.extension().is_some_and(|end| end == "md"), &mut found);
    found
}

/// The front pages of the house and of each room.
fn front_pages() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md")];
    below(
        &root().join("crates"),
        &|path| path.file_name().is_some_and(|name| name == "README.md"),
        &mut found,
    );
    found
}

/// One excerpt of a page.
struct Excerpt {
    /// The line of its mark, counted from 1.
    line: usize,
    /// The file it is from, as the mark names it.
    from: String,
    text: Vec<String>,
}

/// A page's excerpts, or what is wrong with its marks.
fn excerpts(page: &str) -> Result<Vec<Excerpt>, String> {
    let lines: Vec<&str> = page.lines().collect();
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let Some(from) = line.trim().strip_prefix("<!-- from: ").and_then(|rest| rest.strip_suffix(" -->"))
        else {
            continue;
        };
        let mut rest = lines[number + 1..].iter();
        if !rest.next().is_some_and(|fence| fence.trim_start().starts_with("```")) {
            return Err(format!("line {}: no fence follows the mark of {from}", number + 1));
        }
        let text: Vec<String> =
            rest.take_while(|line| line.trim() != "```").map(|line| (*line).to_owned()).collect();
        if text.iter().all(|line| line.trim().is_empty()) {
            return Err(format!("line {}: the excerpt of {from} is empty", number + 1));
        }
        found.push(Excerpt { line: number + 1, from: from.trim().to_owned(), text });
    }
    Ok(found)
}

/// Lines without the indentation all of them share, and without blanks at their ends.
fn flush(lines: &[String]) -> Vec<String> {
    let indent = |line: &String| line.len() - line.trim_start().len();
    let shared = lines.iter().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    lines.iter().map(|line| line.get(shared..).unwrap_or_default().trim_end().to_owned()).collect()
}

/// Whether an excerpt stands in a file.
fn occurs(excerpt: &[String], file: &[String]) -> bool {
    let wanted = flush(excerpt);
    file.windows(excerpt.len()).any(|window| flush(window) == wanted)
}

/// What a page links to, with the line of each link. Code is not searched for links.
fn links(page: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut fenced = false;
    for (number, line) in page.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if fenced {
            continue;
        }
        // Every other piece between backticks is code.
        let plain: String = line.split('`').step_by(2).collect();
        for piece in plain.split("](").skip(1) {
            let target = piece.split(')').next().unwrap_or_default();
            found.push((number + 1, target.trim().to_owned()));
        }
    }
    found
}

/// The file a link names, if it is one of the tree.
fn file_of(target: &str) -> Option<&str> {
    let elsewhere = target.contains("://") || target.starts_with("mailto:") || target.contains("::");
    let file = target.split('#').next().unwrap_or_default();
    (!elsewhere && !file.is_empty()).then_some(file)
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

#[test]
fn what_the_pages_quote_stands_in_the_tree() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in pages() {
        let found = match excerpts(&read(&page)) {
            Ok(found) => found,
            Err(error) => {
                wrong.push(format!("{}: {error}", shown(&page)));
                continue;
            }
        };
        for excerpt in found {
            count += 1;
            let place = format!("{}:{}", shown(&page), excerpt.line);
            let path = root().join(&excerpt.from);
            if !path.is_file() {
                wrong.push(format!("{place}: there is no file {}", excerpt.from));
                continue;
            }
            let file: Vec<String> = read(&path).lines().map(str::to_owned).collect();
            if !occurs(&excerpt.text, &file) {
                wrong
                    .push(format!("{place}: the excerpt does not stand in {} as it is quoted", excerpt.from));
            }
        }
    }
    assert!(wrong.is_empty(), "pages quote what is not there:\n{}", wrong.join("\n"));
    assert!(count >= LEAST_EXCERPTS, "only {count} excerpts were found");
}

#[test]
fn links_of_the_pages_lead_somewhere() {
    let mut wrong = Vec::new();
    for page in pages().into_iter().chain(front_pages()) {
        let folder = page.parent().expect("a page lies in a folder");
        for (line, target) in links(&read(&page)) {
            let Some(file) = file_of(&target) else { continue };
            if !folder.join(file).exists() {
                wrong.push(format!("{}:{line}: {target} is not there", shown(&page)));
            }
        }
    }
    assert!(wrong.is_empty(), "links lead nowhere:\n{}", wrong.join("\n"));
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let docs = root().join("docs");
    let summary = read(&docs.join("SUMMARY.md"));
    let listed: Vec<PathBuf> = links(&summary).into_iter().map(|(_, target)| docs.join(target)).collect();
    let missing: Vec<String> = pages()
        .into_iter()
        .filter(|page| *page != docs.join("SUMMARY.md") && !listed.contains(page))
        .map(|page| shown(&page))
        .collect();
    assert!(missing.is_empty(), "docs/SUMMARY.md does not list:\n{}", missing.join("\n"));
}

#[test]
fn decisions_are_numbered_without_a_gap_and_listed_in_that_order() {
    let folder = root().join("docs/decisions");
    let mut records = Vec::new();
    below(&folder, &|path| path.file_name().is_some_and(|name| name != "README.md"), &mut records);
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let records: Vec<String> = records.iter().map(name).collect();
    for (number, record) in (1..).zip(&records) {
        assert!(record.starts_with(&format!("{number:04}-")), "{record} should be {number:04}");
    }
    let listed = links(&read(&folder.join("README.md"))).into_iter().map(|(_, target)| target);
    assert_eq!(listed.collect::<Vec<_>>(), records, "docs/decisions/README.md");
}

#[test]
fn code_of_the_cookbook_is_quoted_from_files_that_are_built_and_tested() {
    let mut pages = Vec::new();
    below(&root().join("docs/cookbook"), &|_| true, &mut pages);
    for page in pages {
        let text = read(&page);
        let fences = text.lines().filter(|line| line.starts_with("```") && line.len() > 3);
        // What one types at a prompt is nobody's file.
        let code = fences.filter(|fence| *fence != "```sh").count();
        let quoted = excerpts(&text).expect("its marks are understood").len();
        assert_eq!(code, quoted, "{}: code without a file it is from", shown(&page));
    }
}

#[test]
fn an_excerpt_that_differs_in_a_word_is_found_out() {
    let file: Vec<String> = ["fn a() {", "    one();", "    two();", "}"].map(str::to_owned).to_vec();
    let quoted =
        |lines: &[&str]| occurs(&lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>(), &file);
    assert!(quoted(&["one();", "two();"]), "indentation does not matter");
    assert!(!quoted(&["one();", "three();"]));
    assert!(!quoted(&["fn a() {", "    two();"]), "an excerpt is one piece");
    let page = "<!-- from: a.rs -->\n```rust\none();\n```\n";
    let found = excerpts(page).expect("a mark and a fence");
    assert_eq!(
        (found[0].line, found[0].from.as_str(), found[0].text.as_slice()),
        (1, "a.rs", &["one();".to_owned()][..])
    );
    assert!(excerpts("<!-- from: a.rs -->\n\n```\n```\n").is_err(), "the fence follows at once");
    assert_eq!(links("see [a](b.md#c) and `[x](y)`"), [(1, "b.md#c".to_owned())]);
    assert_eq!(file_of("b.md#c"), Some("b.md"));
    assert_eq!((file_of("#c"), file_of("https://example.org")), (None, None));
}
