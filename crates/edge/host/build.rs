//! Lets Cargo notice when the page is built anew.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let web = Path::new("../../../web");
    let page = web.join("dist");
    // Cargo takes a missing path for changed and would build for ever, so an empty folder stands in for a page not built yet.
    if web.is_dir() && std::fs::create_dir_all(&page).is_ok() {
        println!("cargo::rerun-if-changed={}", page.display());
    }
}
