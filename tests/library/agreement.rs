//! Checks that a pattern does not contradict itself: what is cut is the same on every page, and a page that
//! is named exists in the file that is named.
//!
//! The tests read the words on the pages as a person does, with the names of the files that the program
//! writes.

use std::collections::BTreeMap;

use piecework::design::{Design, PRODUCTS, Product, Subject};
use piecework::drawing::{Drawing, Item};
use piecework::job::{Plan, Watcher, run};
use piecework::limits::Limits;

/// Puzzles that are solved at once, of every lattice.
const TEMPLATES: [&str; 5] =
    ["t-tetromino-4x4", "l-tromino-6x6", "pentomino-6x10", "hexiamond-6x6", "tetrahex-4x7"];

/// Keeps the words of every page by the name that it has as a file.
#[derive(Default)]
struct Reader(BTreeMap<String, Vec<String>>);

impl Watcher for Reader {
    fn page(&mut self, name: &str, page: &Drawing) {
        let items = page.layers().iter().flat_map(|layer| &layer.items);
        let words = items.filter_map(|item| match item {
            Item::Text(text) => Some(text.content().to_owned()),
            Item::Path(_) => None,
        });
        self.0.insert(name.to_owned(), words.collect());
    }
}

/// The pages of a product, and the files that it writes; none if it cannot be made of this puzzle.
fn made(template: &str, product: &str, options: &[(&str, &str)]) -> Option<(Reader, Vec<String>)> {
    let spec = PRODUCTS.iter().find(|spec| spec.name == product).expect("a product");
    let mut product: Product = (spec.new)();
    for (key, value) in options {
        product.set(key, value, &Limits::default()).unwrap_or_else(|error| panic!("{key}: {error}"));
    }
    let subject = Subject::template(template).expect("a template");
    let mut reader = Reader::default();
    let outcome = run(&Design::new(subject, product), &mut reader).ok()?;
    Some((reader, outcome.files.names().map(ToOwned::to_owned).collect()))
}

/// Ways to sew, with foundations too.
const METHODS: [&[(&str, &str)]; 5] = [
    &[("method", "templates")],
    &[("method", "epp")],
    &[("method", "straight")],
    &[("method", "straight"), ("foundations", "true")],
    &[("method", "straight"), ("foundations", "true"), ("units", "metric"), ("cell", "35mm")],
];

/// What is cut for each label as two sides: by the list, and by the papers where it lies on one.
fn sizes(reader: &Reader, labels: &BTreeMap<String, [String; 2]>) -> Vec<(String, [String; 2])> {
    let papers = reader.0.iter().filter(|(name, _)| name.contains("foundations"));
    let lines: Vec<&String> = papers.flat_map(|(_, words)| words).collect();
    let mut found = Vec::new();
    for pair in lines.windows(2) {
        let (label, size) = (pair[0].split(' ').next().unwrap_or_default(), pair[1].strip_prefix("cut "));
        let (Some(size), true) = (size, labels.contains_key(label)) else { continue };
        found.push((label.to_owned(), sides(size)));
    }
    found
}

/// Two sides in any order.
fn sides(size: &str) -> [String; 2] {
    let (one, other) = size.split_once(" × ").expect("two sides");
    let mut sides = [one.to_owned(), other.to_owned()];
    sides.sort_unstable();
    sides
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn what_is_cut_for_a_foundation_is_what_the_list_says() {
    let mut papers = 0;
    for template in TEMPLATES {
        for units in [("units", "imperial"), ("units", "metric")] {
            for seam in [("seam", "1/4in"), ("seam", "10mm")] {
                let options = [("method", "straight"), ("foundations", "true"), units, seam];
                let subject = Subject::template(template).expect("a template");
                let mut product = (PRODUCTS.iter().find(|spec| spec.name == "quilt").expect("it").new)();
                for (key, value) in options {
                    product.set(key, value, &Limits::default()).expect("an option");
                }
                let mut reader = Reader::default();
                let Ok(outcome) = run(&Design::new(subject, product), &mut reader) else { continue };
                let Plan::Quilt(plan) = &outcome.made[0].plan else { panic!("no quilt") };
                // The list to cut has sizes, each with its labels.
                let Some(seams) = &plan.straight else { continue };
                let listed = seams.figures.sizes.iter().flat_map(|size| {
                    let sides = sides(&format!("{} × {}", size.cut.0, size.cut.1));
                    size.labels.iter().map(move |label| (label.clone(), sides.clone()))
                });
                let labels: BTreeMap<String, [String; 2]> = listed.collect();
                for (label, size) in sizes(&reader, &labels) {
                    assert_eq!(size, labels[&label], "{template}, {options:?}: {label} on its foundation");
                    papers += 1;
                }
            }
        }
    }
    assert!(papers > 50, "only {papers} sizes were compared");
}

/// The pages that a sentence names, and what they are pages of: `pages 3 to 5, 8 of the templates`.
fn named(words: &str) -> Option<(Vec<usize>, String)> {
    let at = words.find("page ").or_else(|| words.find("pages "))?;
    let (numbers, rest) = words[at..].split_once(' ')?.1.split_once(" of the ")?;
    let mut pages: Vec<usize> = Vec::new();
    for run in numbers.split(", ") {
        let (first, last) = run.split_once(" to ").unwrap_or((run, run));
        pages.extend(first.parse::<usize>().ok()?..=last.parse().ok()?);
    }
    let what = rest.split([' ', '.', ':', ';', ',']).next()?;
    Some((pages, what.to_owned()))
}

#[test]
fn sentences_that_name_pages_are_understood() {
    let of = |words| named(words);
    assert_eq!(of("Printed on page 3 of the templates."), Some((vec![3], "templates".to_owned())));
    let several = of("Printed on pages 3 to 5, 8 of the papers: trim one margin");
    assert_eq!(several, Some((vec![3, 4, 5, 8], "papers".to_owned())));
    assert_eq!(
        of("C2: 1 is A; finished 4 in; page 2, 3 of the foundations."),
        Some((vec![2, 3], "foundations".into()))
    );
    assert_eq!(of("page 2 of 7"), None);
}

/// Every page that is named is in the file that is named, in every format, and is about what is said to be on
/// it.
#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn pages_that_are_named_are_in_the_file_that_is_named() {
    let mut found = 0;
    for template in TEMPLATES {
        for method in METHODS {
            let formats = if cfg!(feature = "pdf") { "pdf,pages" } else { "pages" };
            let options: Vec<_> = method.iter().copied().chain([("formats", formats)]).collect();
            let Some((reader, files)) = made(template, "quilt", &options) else { continue };
            found += pages_exist(&reader, &files, &format!("{template}-quilt"));
        }
        for (product, stem) in [("cut", "cut"), ("sheet", "sheet")] {
            let Some((reader, files)) = made(template, product, &[]) else { continue };
            found += pages_exist(&reader, &files, &format!("{template}-{stem}"));
        }
    }
    assert!(found > 50, "only {found} pages were looked for");
}

/// Looks for all pages that are named; returns how many.
#[track_caller]
fn pages_exist(reader: &Reader, files: &[String], stem: &str) -> usize {
    let mut found = 0;
    for (on, words) in &reader.0 {
        for words in words {
            let Some((pages, what)) = named(words) else { continue };
            let pdf = format!("{stem}-{what}.pdf");
            assert!(
                !cfg!(feature = "pdf") || files.contains(&pdf),
                "{on}: `{words}`, but no {pdf} in {files:?}"
            );
            for page in pages {
                let name = format!("{stem}-{what}-{page:02}");
                assert!(
                    files.contains(&format!("{name}.svg")),
                    "{on}: `{words}`, but no {name} in {files:?}"
                );
                let drawn = &reader.0[&name];
                let label = label_of(words);
                let says = |label: &str| {
                    drawn.iter().any(|text| text.split([' ', ':', ',']).any(|word| word == label))
                };
                assert!(label.is_none_or(says), "{on}: `{words}`, but {name} has only {drawn:?}");
                found += 1;
            }
        }
    }
    found
}

/// What a sentence about a foundation says to be on the page.
fn label_of(words: &str) -> Option<&str> {
    words.contains("of the foundations").then(|| words.split(':').next()).flatten()
}
