//! The Inkscape extension: installed as a person does it, and called as Inkscape calls it.

use std::path::Path;
use std::process::{Command, Output};

use super::run::{Ran, piecework};

/// A drawing of Inkscape in inches: 96 units are one inch.
const DOCUMENT: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="20in" height="10in" viewBox="0 0 1920 960"><g id="mine"/></svg>"#;

fn installed() -> Ran {
    let run = piecework(["inkscape", "--install", "--folder", "extensions", "--quiet"]);
    run.file("drawing.svg", DOCUMENT)
        .run()
        .exit(0)
        .content()
        .says("piecework.inx")
        .says("piecework_inkscape.py")
}

/// Calls the script as Inkscape does: the choices of the dialog, then the document; the new document comes
/// back. `None` where there is no Python.
fn call(folder: &Path, choices: &[&str]) -> Option<Output> {
    let mut command = Command::new("python3");
    command.arg("extensions/piecework_inkscape.py").args(choices).arg("drawing.svg").current_dir(folder);
    let output = command.output().ok();
    if output.is_none() {
        println!("SKIPPED: there is no python3 to run the extension with");
    }
    output
}

#[test]
fn it_is_installed_once_and_replaced_on_request() {
    let first = installed();
    let again = piecework(["inkscape", "--install", "--folder", "extensions"]).after(first).run();
    let again = again.exit(4).silent().complains("--force");
    let forced = piecework(["inkscape", "--install", "--folder", "extensions", "--force", "--json"]);
    let written = forced.after(again).run().exit(0).json();
    assert_eq!(written["files"].as_array().map(Vec::len), Some(2));
    let only_said =
        piecework(["inkscape", "--folder", "elsewhere"]).run().exit(0).content().says("elsewhere");
    assert!(!only_said.path("elsewhere").exists());
}

#[test]
fn its_dialog_knows_the_puzzles() {
    let ran = installed();
    let menu = std::fs::read_to_string(ran.path("extensions/piecework.inx")).expect("written");
    let menu = usvg::roxmltree::Document::parse(&menu).expect("XML");
    let values: Vec<&str> = menu.descendants().filter_map(|node| node.attribute("value")).collect();
    assert!(values.contains(&"pentomino-6x10") && values.contains(&"harvest"), "{values:?}");
}

#[test]
fn it_adds_true_sized_layers() {
    let ran = installed();
    let choices = ["--id=mine", "--make=cut", "--puzzle=pentomino-6x10", "--cell=1in", "--more=--no-labels"];
    let Some(output) = call(&ran.path("."), &choices) else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let size =
        usvg::Tree::from_str(&text, &usvg::Options::default()).expect("an SVG").root().abs_bounding_box();
    // Ten cells of one inch are 960 units, from the margin of the sheet on, which is 5 mm.
    assert!((size.right() - 960.0 - 5.0 * 96.0 / 25.4).abs() < 0.01, "{size:?}");
    let document = usvg::roxmltree::Document::parse(&text).expect("XML");
    let layers: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.attribute(("http://www.inkscape.org/namespaces/inkscape", "label")))
        .collect();
    assert_eq!(layers, ["pentomino-6x10-cut-1", "CUT"]);
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    assert!(ids.contains(&"mine") && ids.iter().skip(1).all(|id| id.starts_with("piecework1-")), "{ids:?}");
    assert!(text.contains("&quot;") || text.contains(r#""puzzle":"pentomino-6x10""#), "the design is kept");
}

#[test]
fn what_is_wrong_is_said_in_words() {
    let ran = installed();
    let choices = ["--make=cut", "--puzzle=pentomino-6x10", "--cell=wide"];
    let Some(output) = call(&ran.path("."), &choices) else { return };
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("`wide`") && !said.contains("Traceback"), "{said}");
}
