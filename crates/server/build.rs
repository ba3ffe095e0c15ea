//! Has the program built again when the page has been.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A folder that is not there would have the program built again every time. Whoever builds the
    // page for the first time touches this file: see the Makefile.
    let page = Path::new("../../web/dist");
    if page.exists() {
        println!("cargo::rerun-if-changed={}", page.display());
    }
}
