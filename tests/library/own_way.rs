//! Checks that the library's own way, [`cut::prepare`] and [`quilt::prepare`], makes the very files of the program.

use std::collections::BTreeMap;

use piecework::cut::{self, CardFacts, CutFileOptions, CutRequest};
use piecework::design::{Design, Product, Subject};
use piecework::job::{Input, Silent, open_bytes, run};
use piecework::limits::Limits;
use piecework::options::Options;
use piecework::quilt::{self, QuiltFileOptions, QuiltRequest};
use piecework::render::File;
use piecework::solver::{self, SolveOptions};
use piecework::stop::StopFlag;
use serde_json::Value;

/// Options as they are typed.
type Given = &'static [(&'static str, &'static str)];

/// Cuts of four T tetrominoes.
const CUTS: [Given; 19] = [
    &[],
    &[("machine", "lightburn"), ("kerf", "0.2mm"), ("reference", "20mm")],
    &[("machine", "grbl"), ("speed", "420"), ("job_sheet", "true"), ("material", "card")],
    &[
        ("machine", "cricut"),
        ("cell", "1in"),
        ("formats", "svg,dxf-r12"),
        ("units", "imperial"),
        ("tabs", "1"),
    ],
    &[("machine", "silhouette-cameo"), ("formats", "svg,print"), ("bleed", "1mm")],
    &[("knobs", "jigsaw"), ("knob_seed", "3"), ("engrave", "name")],
    &[("machine", "lightburn"), ("cell", "20mm"), ("tray", "true"), ("box", "3mm"), ("lid_solution", "true")],
    &[("machine", "lightburn"), ("inlay", "true"), ("fit", "0.1mm"), ("palette", "jewel")],
    &[("machine", "embroidery"), ("cell", "20mm"), ("tray", "true")],
    &[("machine", "3d-printer"), ("cell", "20mm"), ("tray", "true"), ("floor", "1mm")],
    &[("formats", "svg,stl"), ("cell", "20mm"), ("thickness", "3mm"), ("tray", "true")],
    &[("picture", "meadow"), ("knobs", "wave"), ("cell", "20mm")],
    &[("machine", "grbl"), ("shop", "true"), ("price", "sheet=2,minute=1"), ("insert_card", "true")],
    &[("by_fabric", "true"), ("turn", "true"), ("engrave_back", "number"), ("machine", "lightburn")],
    &[("by_piece", "true"), ("no_recipe", "true"), ("no_assembly", "true")],
    &[
        ("machine", "lightburn"),
        ("material", "birch-3mm"),
        ("tray", "true"),
        ("box", "material"),
        ("price", "minute=1"),
    ],
    &[("machine", "lightburn"), ("copies", "3"), ("kerf", "0.2mm"), ("tray", "true"), ("job_sheet", "true")],
    &[("machine", "lightburn"), ("tray", "true"), ("box", "3mm"), ("lid", "none")],
    &[("sizes", "10mm,15mm/4mm"), ("box", "3mm"), ("machine", "lightburn")],
];

/// Quilts of the same.
const QUILTS: [Given; 9] = [
    &[],
    &[("method", "straight"), ("foundations", "true"), ("background", "true")],
    &[("method", "epp"), ("units", "metric"), ("title", "Four"), ("designer", "Me")],
    &[("precut", "charm-pack"), ("method", "straight")],
    &[("precut", "jelly-roll:solid"), ("method", "straight")],
    &[("blocks", "2x2"), ("sashing", "1"), ("formats", "svg,csv,json,txt")],
    &[("stash", "Rust=2yd,Oat=2yd,Sage=2yd"), ("border", "1in+2in"), ("border_corners", "mitred")],
    &[("quilting", "grid"), ("size", "crib"), ("mirror", "true")],
    &[("formats", "pages,png"), ("margin", "12mm"), ("one_way", "Rust")],
];

fn set(request: &mut impl Options, given: Given) {
    for (key, value) in given {
        let set = request.set(key, value, &Limits::default());
        set.unwrap_or_else(|error| panic!("{given:?}: {error}"));
    }
}

/// The puzzle with a tiling, so that both ways begin with the same.
fn subject() -> Subject {
    let subject = Subject::template("t-tetromino-4x4").expect("a template");
    let (tiling, _) = solver::first(&subject.puzzle, &SolveOptions::default()).expect("a search");
    Subject { tilings: tiling.into_iter().collect(), ..subject }
}

/// What the program makes: its files but the packages, and its summary.
fn by_program(design: &Design) -> (BTreeMap<String, Vec<u8>>, Value) {
    let outcome = run(design, &mut Silent).expect("made");
    let files = outcome.files.iter().filter(|(name, _)| !name.ends_with("-shop.zip"));
    let files = files.map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect();
    (files, outcome.made[0].summary.clone())
}

fn sorted(files: Vec<File>) -> BTreeMap<String, Vec<u8>> {
    files.into_iter().map(|File { name, bytes }| (name, bytes)).collect()
}

#[track_caller]
fn same(given: Given, own: &BTreeMap<String, Vec<u8>>, made: &BTreeMap<String, Vec<u8>>) {
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<String>>();
    assert_eq!(names(own), names(made), "{given:?}");
    let differ: Vec<&String> = own.keys().filter(|&name| own[name] != made[name]).collect();
    assert!(differ.is_empty(), "{given:?}: {differ:?}");
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn cuts_have_the_bytes_of_the_program() {
    for given in CUTS {
        let subject = subject();
        let mut request = CutRequest::default();
        set(&mut request, given);
        let product = Product::Cut(Box::new(request.clone()));
        let design = Design::new(subject.clone(), product.clone());
        let (made, summary) = by_program(&design);
        let (recipe, stop) = (design.recipe(&product), StopFlag::never());
        let mut own = BTreeMap::new();
        for size in request.each_size().expect("sizes") {
            let cut = cut::prepare(&size.request, &subject.puzzle).expect("a cut");
            let job = cut.job(&subject.tilings[0]).expect("a plan");
            let search = || CardFacts::search(&subject.puzzle, &SolveOptions::default(), &stop);
            let card = job.has_card_facts().then(search).transpose().expect("facts").unwrap_or_default();
            let stem = size.name.iter().fold(subject.stem.clone(), |stem, name| format!("{stem}-{name}"));
            let options = CutFileOptions { stem: &stem, metadata: Some(&recipe), cards: vec![card] };
            own.extend(sorted(cut::files(&job, &options).expect("files")));
            assert!(size.name.is_some() || job.summary() == summary, "{given:?}");
        }
        same(given, &own, &made);
    }
}

#[test]
fn a_test_card_has_the_bytes_of_the_program() {
    let mut request = CutRequest::default();
    set(&mut request, &[("test_card", "true"), ("machine", "lightburn"), ("kerf", "0.15mm")]);
    let product = Product::Cut(Box::new(request.clone()));
    let design = Design { products: vec![product.clone()], ..Design::default() };
    let (made, summary) = by_program(&design);
    let opened = open_bytes("test-card.txt", b"A", None, &Limits::default()).expect("a tiling");
    let Input::Subject(subject) = opened.input else { panic!("a tiling is a subject") };
    let cut = cut::prepare(&request, &subject.puzzle).expect("a cut");
    let job = cut.job(&subject.tilings[0]).expect("a plan");
    let recipe = design.recipe(&product);
    let options = CutFileOptions { stem: "test-card", metadata: Some(&recipe), cards: Vec::new() };
    same(&[], &sorted(cut::files(&job, &options).expect("files")), &made);
    assert_eq!(job.summary(), summary);
}

#[test]
fn quilts_have_the_bytes_of_the_program() {
    for given in QUILTS {
        let (subject, limits) = (subject(), Limits::default());
        let mut request = QuiltRequest::default();
        set(&mut request, given);
        let product = Product::Quilt(Box::new(request.clone()));
        let design = Design::new(subject.clone(), product.clone());
        let (made, summary) = by_program(&design);
        let quilt = quilt::prepare(&request, &subject.puzzle, &limits).expect("a quilt");
        let job = quilt.job(&subject.tilings[0]).expect("a plan");
        let recipe = design.recipe(&product);
        let options = QuiltFileOptions { stem: &subject.stem, metadata: Some(&recipe), seen: None };
        same(given, &sorted(quilt::files(&job, &options).expect("files")), &made);
        let pages = quilt::pages(&job.plan).expect("pages").iter().map(ExactSizeIterator::len).sum();
        assert_eq!(job.summary(pages), summary, "{given:?}");
    }
}
