//! Checks that nested pieces are apart, for random sizes, gaps, stocks, knobs, kerfs and trays on every
//! lattice.
//!
//! Each layout is proved before it is written, and the files that were written are checked once more.

use piecework::check::{limits, read};
use piecework::design::{Design, PRODUCTS, Product, Subject};
use piecework::fault::ErrorKind;
use piecework::job::{Silent, run};
use piecework::limits::Limits;

/// Cases; builds without optimisation nest slowly.
const CASES: u32 = if cfg!(debug_assertions) { 6 } else { 100 };
/// Puzzles whose first solution is found at once.
const PUZZLES: [&str; 5] =
    ["hexiamond-6x6", "tetrahex-4x7", "pentomino-6x10", "t-tetromino-4x4", "l-tromino-6x6"];

/// A linear congruential generator: Knuth's MMIX.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        let count = u64::try_from(from.len()).expect("few");
        from[usize::try_from(self.below(count)).expect("few")]
    }
}

/// Options of one run, as on the command line.
fn options(dice: &mut Dice) -> Vec<(&'static str, String)> {
    // From 8 to 30 mm in steps of a quarter, which are the sizes that people use.
    let cell = 8.0 + f64::from(u32::try_from(dice.below(89)).expect("few")) / 4.0;
    let mut set = vec![("cell", format!("{cell}mm")), ("lines", "separate".to_owned())];
    for (key, values) in [
        ("gap", &["", "0mm", "0.5mm", "2mm", "3mm", "5mm"][..]),
        ("kerf", &["", "", "0.1mm", "0.25mm", "1mm"]),
        ("fit", &["", "", "0.2mm"]),
        ("stock", &["", "600mmx139mm", "300mmx300mm", "250mmx170mm"]),
        ("knobs", &["", "", "", "jigsaw"]),
        ("tray", &["", "", "true"]),
        ("lead_in", &["", "", "", "2mm"]),
        ("machine", &["", "", "lightburn"]),
    ] {
        let value = dice.pick(values);
        if !value.is_empty() {
            set.push((key, value.to_owned()));
        }
    }
    set
}

fn cut(puzzle: &str, set: &[(&'static str, String)]) -> Design {
    let spec = PRODUCTS.iter().find(|spec| spec.name == "cut").expect("a product");
    let mut product: Product = (spec.new)();
    let fixed = [("formats", "svg".to_owned()), ("no_assembly", "true".to_owned())];
    for (key, value) in set.iter().chain(&fixed) {
        product.set(key, value, &Limits::default()).unwrap_or_else(|error| panic!("{key} {value}: {error}"));
    }
    let subject = Subject::template(puzzle).expect("a template");
    Design { products: vec![product.clone()], ..Design::new(subject, product) }
}

/// Makes the files and checks them; returns whether the options can be met.
fn is_made(puzzle: &str, set: &[(&'static str, String)]) -> bool {
    let made = match run(&cut(puzzle, set), &mut Silent) {
        Ok(made) => made,
        Err(error) if error.kind() == ErrorKind::Internal => panic!("{puzzle} {set:?}: {error}"),
        // Pieces may be larger than the stock, and knobs larger than the cell.
        Err(_) => return false,
    };
    for (name, bytes) in made.files.iter().filter(|(name, _)| name.ends_with(".svg")) {
        if let Err(error) = read(name, bytes.to_vec(), &limits(&Limits::default())) {
            panic!("{puzzle} {set:?}: {error}");
        }
    }
    true
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn nested_pieces_are_apart() {
    let mut dice = Dice(24);
    let mut made = 0;
    for _ in 0..CASES {
        let puzzle = dice.pick(&PUZZLES);
        made += u32::from(is_made(puzzle, &options(&mut dice)));
    }
    assert!(made * 2 > CASES, "{made} of {CASES} can be met");
}

/// Sizes at which one piece lay on another.
#[test]
fn the_sizes_at_which_hexiamonds_overlapped() {
    let all = [
        &[("cell", "25mm")][..],
        &[("cell", "13mm")],
        &[("cell", "15mm"), ("gap", "3mm")],
        &[("cell", "13.5mm")],
        &[("cell", "23mm")],
        &[("cell", "20mm"), ("stock", "600mmx139mm"), ("machine", "lightburn")],
    ];
    for set in all.iter().take(if cfg!(debug_assertions) { 3 } else { all.len() }) {
        let set = set.iter().chain(&[("lines", "separate")]).map(|&(key, value)| (key, value.to_owned()));
        assert!(is_made("hexiamond-6x6", &set.collect::<Vec<_>>()));
    }
}
