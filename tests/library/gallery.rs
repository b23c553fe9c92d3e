//! The gallery: one list for the program, the page of the documents and the studio; every design is made.
//!
//! `PIECEWORK_BLESS=1 cargo test --test library gallery` writes docs/gallery.md again.

use std::fmt::Write as _;
use std::path::Path;

use piecework::design::{Design, Product, QuiltFile, gallery};
use piecework::job::{JobEnd, Silent, run};
use piecework::limits::Limits;
use piecework::source::Source;

/// The page that is made from the list.
fn page() -> String {
    let mut page = "# Gallery\n\nDesigns for a bed, a wall or a gift table, each from one command; the studio begins with the same ones. A \
        design has its\ntiling, so nothing is searched. Open it in the studio to change colors, sizes and the tiling.\n"
        .to_owned();
    let mut kind = "";
    for design in gallery() {
        if design.kind != kind {
            kind = &design.kind;
            let (first, rest) = kind.split_at(1);
            let _ = write!(
                page,
                "\n## {}{rest}\n\n| | design | made by |\n| --- | --- | --- |\n",
                first.to_uppercase()
            );
        }
        let picture = format!("![{}](pictures/gallery/{}.png)", design.title, design.name);
        let about = format!(
            "**{}**: {}. {}, {}, {}",
            design.title, design.about, design.size, design.level, design.time
        );
        let _ = writeln!(page, "| {picture} | {about} | `{}` |", design.command());
    }
    page
}

#[test]
fn the_page_of_the_documents_is_the_list() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/gallery.md");
    if std::env::var_os("PIECEWORK_BLESS").is_some() {
        std::fs::write(&file, page()).expect("written");
    }
    let found = std::fs::read_to_string(&file).expect("readable");
    assert!(found == page(), "docs/gallery.md is stale: PIECEWORK_BLESS=1 writes it");
}

#[test]
fn every_design_has_a_small_picture() {
    for design in gallery() {
        let file = format!("docs/pictures/gallery/{}.png", design.name);
        let size =
            std::fs::metadata(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file)).map(|found| found.len());
        assert!(size.is_ok_and(|size| size < 25_000), "{file}");
    }
}

/// A file carries its design, and what is made of it again says the same of every piece.
#[test]
fn every_design_is_read_again_with_its_pieces_as_they_were_drawn() {
    let drawn = |design: &Design| -> Vec<_> {
        let pieces = design.subjects.iter().flat_map(|subject| subject.puzzle.pieces());
        pieces.map(|piece| (piece.name.clone(), piece.shape.clone())).collect()
    };
    for entry in gallery() {
        let design = entry.read(&Limits::default()).expect("a design");
        let again = Design::read(&Source::new("again.json", design.to_json()), &Limits::default());
        assert_eq!(drawn(&again.expect("a design")), drawn(&design), "{}", entry.name);
    }
}

#[test]
#[ignore = "minutes without optimisation: see CONTRIBUTING.md"]
fn every_design_is_made() {
    for entry in gallery() {
        let mut design = entry.read(&Limits::default()).expect("a design");
        if let [Product::Quilt(request)] = design.products.as_mut_slice() {
            request.formats = vec![QuiltFile::Svg];
        }
        let outcome = run(&design, &mut Silent).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
        assert_eq!(outcome.end, JobEnd::Done, "{}", entry.name);
        assert!(outcome.files.iter().next().is_some(), "{}", entry.name);
    }
}
