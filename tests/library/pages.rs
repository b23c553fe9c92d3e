//! Checks every page of every kind of pattern as a reader would: type of 8 pt or more, no word over another,
//! no word off the page, no names of options.
//!
//! The test reads the drawings that writers get, and measures words by the outlines of their letters.

use std::collections::BTreeSet;

use piecework::drawing::{Drawing, Item, Text};
use piecework::geometry::Bounds;
use piecework::lattice::{Cell, Lattice};
use piecework::layout::paper_or_roll;
use piecework::limits::Limits;
use piecework::puzzle::read_puzzle;
use piecework::puzzle_sheet::{SheetOptions, SheetPlan, SheetSubject, documents};
use piecework::quilt::yardage::Border;
use piecework::quilt::{EdgeFinish, Method, Pattern, QuiltOptions, Units, in_words, pattern, plain_text};
use piecework::solver::SolveOptions;
use piecework::solver::first;
use piecework::source::Source;
use piecework::templates::puzzle_template;
use piecework::tiling::Tiling;
use piecework::tiling::{infer_from_grid, infer_tiling, read_letter_grids};

/// 8 pt in mm, less what rounding takes.
const LEAST_TYPE: f64 = 8.0 * 25.4 / 72.0 - 1e-6;
/// How far two words may reach into each other, in mm: the rounding of outlines.
const OVERLAP: f64 = 0.02;

/// The pages of the quilt of the README by each method, and how many of them may be half empty.
const MOST_PAGES: [(Method, usize, usize); 3] =
    [(Method::Templates, 26, 5), (Method::Straight, 28, 5), (Method::EnglishPaper, 60, 5)];

const PENTOMINOES: &str = "IIIIIVVVZZ\nLLLLUUUVZT\nLNNPUXUVZT\nNNNPPPXZTT\nFWWYPXXXFT\nFFWWYYYYFF";
const HEXAGONS: &str = "A A B\n A B B\nC C C";
const WITH_A_HOLE: &str = "AAAB\nA..B\nD..B\nDDDB\nDCCC";

fn of(lattice: Lattice, rows: &str) -> Tiling {
    let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a good grid");
    infer_from_grid("a quilt", &grids[0]).expect("a good tiling")
}

fn of_template(name: &str) -> Tiling {
    let template = puzzle_template(name).expect("a template");
    let puzzle = read_puzzle(&Source::new(name, template.text), &Limits::default()).expect("a good puzzle");
    first(&std::sync::Arc::new(puzzle), &SolveOptions::default()).expect("in the limits").0.expect(name)
}

fn texts(page: &Drawing) -> Vec<&Text> {
    let items = page.layers().iter().flat_map(|layer| &layer.items);
    let texts = items.filter_map(|item| match item {
        Item::Text(text) => Some(text),
        Item::Path(_) => None,
    });
    texts.filter(|text| !text.content().trim().is_empty()).collect()
}

/// What is wrong with the words on a page, each with its place.
fn mistakes(page: &Drawing) -> Vec<String> {
    let mut all: Vec<(Bounds, &Text)> = texts(page).into_iter().map(|text| (text.bounds(), text)).collect();
    let mut mistakes = Vec::new();
    let place = |at: Bounds| format!("at {:.1}, {:.1} mm of `{}`", at.left, at.top, page.title());
    for &(at, text) in &all {
        let words = text.content();
        if text.em() < LEAST_TYPE {
            let points = text.em() * 72.0 / 25.4;
            mistakes.push(format!("`{words}` has {points:.1} pt {}", place(at)));
        }
        if at.left < 0.0 || at.top < 0.0 || at.right > page.width() || at.bottom > page.height() {
            mistakes.push(format!("`{words}` reaches off the page {}", place(at)));
        }
        if words.contains('`') || words.contains("--") || words.contains("Tiling 1") {
            mistakes.push(format!("`{words}` is not for paper {}", place(at)));
        }
        if words.ends_with('…') {
            mistakes.push(format!("`{words}` is cut off {}", place(at)));
        }
    }
    all.sort_by(|a, b| a.0.top.total_cmp(&b.0.top));
    for (index, (at, text)) in all.iter().enumerate() {
        let near = all[index + 1..].iter().take_while(|(other, _)| other.top < at.bottom - OVERLAP);
        let over =
            near.filter(|(other, _)| other.left < at.right - OVERLAP && at.left < other.right - OVERLAP);
        for (_, other) in over {
            mistakes.push(format!("`{}` is over `{}` {}", text.content(), other.content(), place(*at)));
        }
    }
    mistakes
}

#[track_caller]
fn pages_are_legible<'a>(what: &str, pages: impl Iterator<Item = &'a Drawing>) {
    let mistakes: Vec<String> = pages.flat_map(mistakes).collect();
    let shown: Vec<&str> = mistakes.iter().take(40).map(String::as_str).collect();
    assert!(mistakes.is_empty(), "{what}: {} mistakes\n{}", mistakes.len(), shown.join("\n"));
}

#[track_caller]
fn is_legible(what: &str, tiling: &Tiling, change: impl Fn(&mut QuiltOptions)) -> Pattern {
    let mut options = QuiltOptions::default();
    change(&mut options);
    let pattern = pattern(tiling, &options).unwrap_or_else(|error| panic!("{what}: {error}"));
    pages_are_legible(what, pattern.pages());
    pattern
}

/// How far down a page that is read is used, as a share of it.
fn fullness(page: &Drawing) -> f64 {
    /// The margin and the title, and the margin and the foot, in mm.
    const ENDS: (f64, f64) = (20.0, 22.0);
    let bottom = page.height() - ENDS.1;
    let items = page.layers().iter().flat_map(|layer| &layer.items).filter_map(Item::bounds);
    let lowest = items.map(|bounds| bounds.bottom).filter(|&lower| lower < bottom + 4.0).fold(0.0, f64::max);
    (lowest - ENDS.0) / (bottom - ENDS.0)
}

#[expect(clippy::cast_possible_truncation, reason = "a page is small")]
fn whole(number: f64) -> u32 {
    number as u32
}

/// The share of the blocks of a page, 20 pixels wide and high at 60 dpi, that have ink. Pale areas are no ink.
fn inked(page: &Drawing) -> f64 {
    const BLOCK: f64 = 20.0 * 25.4 / 60.0;
    const STEP: f64 = BLOCK / 5.0;
    let mut blocks = BTreeSet::new();
    let (across, down) = (whole(page.width() / BLOCK), whole(page.height() / BLOCK));
    let mut mark = |x: f64, y: f64| {
        let (column, row) = (whole(x / BLOCK), whole(y / BLOCK));
        if x >= 0.0 && y >= 0.0 && column < across && row < down {
            blocks.insert((column, row));
        }
    };
    let mut area = |bounds: Bounds, is_inked: &dyn Fn(f64, f64) -> bool| {
        let count = |length: f64| whole((length / STEP).ceil());
        for row in 0..=count(bounds.height()) {
            for column in 0..=count(bounds.width()) {
                let x = (bounds.left + f64::from(column) * STEP).min(bounds.right);
                let y = (bounds.top + f64::from(row) * STEP).min(bounds.bottom);
                if is_inked(x, y) {
                    mark(x, y);
                }
            }
        }
    };
    for item in page.layers().iter().flat_map(|layer| &layer.items) {
        let Item::Path(path) = item else {
            area(item.bounds().expect("words are somewhere"), &|_, _| true);
            continue;
        };
        let is_pale = |color: piecework::color::Color| {
            u32::from(color.red) + u32::from(color.green) + u32::from(color.blue) > 3 * 225
        };
        let lines: Vec<_> = item.polylines(0.2).into_iter().map(|line| line.points_and_back()).collect();
        let sides = || lines.iter().flat_map(|line| line.windows(2));
        match path.fill() {
            Some(color) if is_pale(color) => {}
            Some(_) => area(item.bounds().expect("an area"), &|x, y| {
                let crosses = |side: &&[piecework::geometry::Point]| {
                    (side[0].y > y) != (side[1].y > y)
                        && x < side[0].x + (y - side[0].y) / (side[1].y - side[0].y) * (side[1].x - side[0].x)
                };
                sides().filter(crosses).count() % 2 == 1
            }),
            None => {
                for side in sides() {
                    let steps = whole((side[0].distance(side[1]) / STEP).ceil());
                    for step in 0..=steps {
                        let share = f64::from(step) / f64::from(steps.max(1));
                        let (dx, dy) = ((side[1].x - side[0].x) * share, (side[1].y - side[0].y) * share);
                        let at = side[0].moved(dx, dy);
                        area(Bounds { left: at.x, top: at.y, right: at.x, bottom: at.y }, &|_, _| true);
                    }
                }
            }
        }
    }
    blocks.len() as f64 / f64::from(across * down)
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn the_quilt_of_the_readme_has_few_pages_and_hardly_an_empty_one() {
    let tiling = of_template("y-hexomino-23x24");
    for (method, most, most_empty) in MOST_PAGES {
        let pattern =
            pattern(&tiling, &QuiltOptions { method, ..QuiltOptions::default() }).expect("a pattern");
        let pages = pattern.pages().count();
        assert!(pages <= most, "{method:?}: {pages} pages");
        let empty: Vec<&str> =
            pattern.booklet.iter().filter(|page| inked(page) < 0.5).map(Drawing::title).collect();
        assert!(empty.len() <= most_empty, "{method:?}: {empty:#?}");
    }
}

#[track_caller]
fn all_methods_are_legible(what: &str, tiling: &Tiling) -> Vec<Pattern> {
    let straight = tiling.lattice() != Lattice::Hex;
    let methods = [Method::Templates, Method::EnglishPaper, Method::Straight];
    let methods = methods.into_iter().filter(|&method| straight || method != Method::Straight);
    let pattern =
        |method| is_legible(&format!("{what}, {method:?}"), tiling, |options| options.method = method);
    methods.map(pattern).collect()
}

/// As [`all_methods_are_legible`]; and at most one page of a booklet is under a third full: the last of a list before a
/// picture that takes a page.
#[track_caller]
fn all_methods_fill_their_pages(what: &str, tiling: &Tiling) {
    for pattern in all_methods_are_legible(what, tiling) {
        let method = pattern.plan.options().method;
        let hardly = pattern.booklet.iter().filter(|page| fullness(page) < 1.0 / 3.0);
        let hardly: Vec<&str> = hardly.map(Drawing::title).collect();
        assert!(hardly.len() <= 1, "{what}, {method:?}: hardly full are {hardly:?}");
    }
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn small_quilts_of_every_lattice_are_legible_and_fill_their_pages() {
    all_methods_fill_their_pages("pentominoes", &of(Lattice::Square, PENTOMINOES));
    is_legible("Y-seams", &of(Lattice::Square, PENTOMINOES), |options| {
        (options.method, options.piecing.y_seams) = (Method::Straight, Some(8));
    });
    all_methods_fill_their_pages("a hole", &of(Lattice::Square, WITH_A_HOLE));
    all_methods_fill_their_pages("hexagons", &of(Lattice::Hex, HEXAGONS));
    all_methods_fill_their_pages("triangles", &of_template("hexiamond-6x6"));
    let pattern =
        is_legible("fillers", &of(Lattice::Hex, HEXAGONS), |options| options.edge = EdgeFinish::Fillers);
    is_legible("scallops", &of(Lattice::Hex, HEXAGONS), |options| options.edge = EdgeFinish::Scalloped);
    let steps: usize = pattern.plan.summary.edge.as_ref().map_or(0, |edge| edge.fillers.len());
    let words: Vec<&str> = pattern.booklet.iter().flat_map(texts).map(Text::content).collect();
    let cards = words.iter().filter(|words| words.starts_with("Step ") && words.contains(". Sew E")).count();
    assert!(steps > 0 && cards == steps, "{cards} cards for {steps} fillers");
}

#[test]
#[ignore = "a minute without optimisation: see CONTRIBUTING.md"]
fn other_papers_units_cells_and_borders_are_legible() {
    let tiling = of(Lattice::Square, PENTOMINOES);
    for method in [Method::Templates, Method::EnglishPaper, Method::Straight] {
        for (cell, seam) in [(14.0, 6.35), (25.4, 3.0), (76.2, 6.35), (120.0, 10.0)] {
            is_legible(&format!("{method:?} with cells of {cell} mm"), &tiling, |options| {
                (options.method, options.cell, options.seam_allowance) = (method, cell, seam);
            });
        }
        for paper in ["a4", "a3", "roll-36in"] {
            is_legible(&format!("{method:?} on {paper}"), &tiling, |options| {
                options.method = method;
                options.paper = paper_or_roll(paper).expect("embedded");
            });
        }
        is_legible(&format!("{method:?}, metric, with a border"), &tiling, |options| {
            (options.method, options.units, options.cell) = (method, Units::Metric, 50.0);
            options.seam_allowance = 7.5;
            options.yardage.borders = vec![Border::Cells(2)];
        });
    }
    is_legible("foundations", &tiling, |options| {
        options.method = Method::Straight;
        options.piecing.foundations = Some((usize::MAX, usize::MAX));
    });
    is_legible("mirrored templates", &tiling, |options| options.mirror = true);
}

#[test]
#[ignore = "a minute without optimisation: see CONTRIBUTING.md"]
fn large_quilts_are_legible() {
    let rows = vec![["AABB".repeat(10), "CCDD".repeat(10)].join("\n"); 12].join("\n");
    all_methods_are_legible("many patches", &of(Lattice::Square, &rows));
    all_methods_are_legible("tetrahexes", &of_template("tetrahex-4x7"));
}

#[test]
#[ignore = "minutes without optimisation: see CONTRIBUTING.md"]
fn every_template_is_legible() {
    let mut names =
        vec!["pentomino-8x8-hole", "hexomino-15x15-less-3x5", "y-hexomino-23x24", "heptomino-21x26"];
    names.extend(["l-tromino-6x6", "domino-8x8", "pentomino-3x20", "thirteen-pieces-8x8", "quilt-60x80"]);
    for name in names {
        all_methods_are_legible(name, &of_template(name));
    }
}

#[test]
fn puzzle_sheets_are_legible() {
    for name in ["pentomino-6x10", "hexiamond-6x6", "tetrahex-4x7", "domino-8x8"] {
        let tiling = of_template(name);
        let options =
            SheetOptions { hints: 3, punch_out: Some(20.0), catalogue: true, ..SheetOptions::default() };
        let tilings = vec![tiling.clone(); 3];
        let subjects = [SheetSubject::new(name, tiling.puzzle(), &tilings)];
        let plan = SheetPlan::new(&subjects, &options).expect("a plan");
        let documents = documents(&plan, &subjects, &options).expect("pages");
        let pages = documents.iter().flat_map(|document| &document.pages);
        pages_are_legible(name, pages.map(|page| &page.drawing));
    }
}

#[test]
fn the_booklet_is_on_sheets_where_templates_are_on_a_roll() {
    let pattern = is_legible("a roll", &of(Lattice::Square, PENTOMINOES), |options| {
        options.paper = paper_or_roll("roll-36in").expect("embedded");
    });
    assert!(pattern.booklet.iter().all(|page| (page.width(), page.height()) == (215.9, 279.4)));
    assert!(pattern.true_size.iter().all(|page| page.width() == 914.4));
}

#[test]
fn two_papers_that_interlock_share_a_letter_sheet() {
    // At 2 in two Y hexominoes take three columns of five cells: all of the 10 in that letter paper has.
    let tiling = of_template("y-hexomino-23x24");
    let options = QuiltOptions { method: Method::EnglishPaper, ..QuiltOptions::default() };
    let pattern = pattern(&tiling, &options).expect("a pattern");
    let titles: Vec<&str> = pattern.true_size.iter().map(|page| page.title()).collect();
    assert_eq!(titles.len(), 1 + 2, "a test page, and one sheet of each hand: {titles:?}");
    let twice = titles.iter().filter(|title| title.ends_with("print 23 times")).count();
    assert_eq!(twice, 2, "two papers on each sheet: {titles:?}");
}

/// Of all pairs of pentominoes, turned by quarters, 20 fit on a letter sheet with margins of 1/4 in, three together
/// on none, and the X beside no other: matched, the twelve take eight sheets. With margins of 1/2 in the I is taped.
#[test]
fn templates_share_as_few_sheets_as_can_be() {
    let tiling = of_template("pentomino-6x10");
    for (margin, sheets) in [(6.35, 8), (12.7, 8 + 2)] {
        let mut options = QuiltOptions::default();
        options.paper.margin = margin;
        let pattern = pattern(&tiling, &options).expect("a pattern");
        // The first page is the test of print and seam.
        assert_eq!(pattern.true_size.len() - 1, sheets, "{margin} mm");
    }
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn plain_text_has_every_step_and_every_label() {
    let tiling = of(Lattice::Square, PENTOMINOES);
    for method in [Method::Templates, Method::EnglishPaper, Method::Straight] {
        let options = QuiltOptions {
            method,
            title: Some("Twelve in a Box".into()),
            designer: Some("Ada".into()),
            ..QuiltOptions::default()
        };
        let pattern = pattern(&tiling, &options).expect("a pattern");
        let text = plain_text(&pattern.plan);
        assert!(text.starts_with("Twelve in a Box\n===============\n- Designed by Ada.\n"), "{text}");
        assert!(!text.contains('`') && !text.contains("--method"), "no names of options");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        let steps = pattern.plan.summary.assembly.as_ref().map_or(0, |assembly| assembly.steps.len());
        let straight = pattern.plan.straight.as_ref();
        for step in 1..=straight.map_or(steps, |straight| straight.steps.len()) {
            assert_eq!(text.matches(&format!("- Step {step}. ")).count(), 1, "step {step} of {method:?}");
        }
        let steps: usize = in_words(&pattern.plan).iter().map(|part| part.steps).sum();
        assert_eq!(steps, text.matches("- Step ").count(), "{method:?}");
        for row in straight.iter().flat_map(|straight| &straight.rectangles) {
            assert!(text.contains(&row.label), "{}", row.label);
        }
        for patch in &pattern.plan.patches {
            assert!(
                text.contains(&format!("- Patch {}: piece {}, {};", patch.patch, patch.piece, patch.fabric))
            );
        }
        let cover =
            texts(&pattern.booklet[0]).iter().map(|text| text.content()).collect::<Vec<_>>().join(" ");
        assert!(cover.contains("Twelve in a Box") && cover.contains("A quilt pattern by Ada"), "{cover}");
    }
}

#[test]
fn rows_of_triangles_have_their_steps_in_words() {
    let tiling = of(Lattice::Triangle, "AAAABB\nCCDDDB");
    let options = QuiltOptions { method: Method::Straight, ..QuiltOptions::default() };
    let plan = pattern(&tiling, &options).expect("a pattern").plan;
    let words = in_words(&plan);
    let steps: Vec<&String> =
        words.iter().flat_map(|part| &part.lines[part.lines.len() - part.steps..]).collect();
    assert_eq!(steps.len(), plan.summary.row_steps.len());
    for (step, words) in plan.summary.row_steps.iter().zip(&steps) {
        assert!(words.starts_with(&format!("Step {}. ", step.step)), "{words}");
    }
    // Every strip is sewn once, and the last step has every patch.
    let sewn = plan.summary.row_steps.iter().filter(|step| step.onto.is_none());
    let labels: BTreeSet<&String> = sewn.flat_map(|step| &step.strips).collect();
    let rows = plan.summary.rows.as_ref().expect("rows");
    let strips = rows.rows.iter().filter(|row| row.len() > 1).map(Vec::len);
    assert_eq!(labels.len(), strips.sum::<usize>(), "{steps:?}");
    let last = plan.summary.row_steps.last().expect("a step");
    assert_eq!(last.patches, (1..=plan.summary.patches).collect::<Vec<usize>>());
}

#[test]
fn mistakes_are_found() {
    use piecework::drawing::{Anchor, Canvas, Medium, Role};
    use piecework::geometry::Point;
    let mut canvas = Canvas::new("page", Medium::Print, 100.0, 100.0);
    let text =
        |words: &str, x: f64, y: f64, height: f64| Text::new(words, Point::new(x, y), height, Anchor::Start);
    canvas.text(Role::Label, text("small", 10.0, 10.0, 1.9));
    canvas.text(Role::Label, text("first", 10.0, 30.0, 3.0));
    canvas.text(Role::Label, text("second", 12.0, 31.0, 3.0));
    canvas.text(Role::Label, text("use --units", 10.0, 60.0, 3.0));
    canvas.text(Role::Label, text("beside", 50.0, 60.0, 3.0));
    let found = mistakes(&canvas.finish().expect("a page"));
    assert_eq!(found.len(), 3, "{found:?}");
}

/// A metric pattern says nothing in inches, also not of the room it hangs in or of lines that are quilted.
#[test]
fn metric_patterns_have_no_inches() {
    let tiling = of(Lattice::Square, "AABBC\nADBCC\nDDDEE");
    for units in [Units::Metric, Units::Imperial] {
        let options = QuiltOptions { units, cell: 50.0, ..QuiltOptions::default() };
        let pattern = pattern(&tiling, &options).expect("a pattern");
        let words: Vec<String> = pattern
            .booklet
            .iter()
            .flat_map(|page| texts(page))
            .map(|text| text.content().to_owned())
            .collect();
        let words = words.join(" ");
        let words: Vec<&str> = words.split(' ').collect();
        let is_number = |word: &str| word.ends_with(|at: char| at.is_ascii_digit());
        let is_inch =
            |pair: &&[&str]| is_number(pair[0]) && pair[1].trim_end_matches(['.', ',', ':']) == "in";
        let inches = words.windows(2).filter(is_inch).count();
        assert_eq!(inches == 0, units == Units::Metric, "{inches}: {words:?}");
    }
}

/// Equal strips of pieces without labels are drawn once, with their number beside them.
#[test]
fn equal_strips_are_drawn_once() {
    let tiling = infer_tiling("hexagons", Lattice::Hex, (0..600).map(|at| vec![Cell::new(at % 30, at / 30)]));
    let options = QuiltOptions { method: Method::EnglishPaper, ..QuiltOptions::default() };
    let pattern = pattern(&tiling.expect("a tiling"), &options).expect("a pattern");
    let layouts = pattern.booklet.iter().filter(|page| page.title().contains("cutting layout"));
    let words: Vec<&str> = layouts.flat_map(|page| texts(page)).map(Text::content).collect();
    let heights: Vec<&&str> = words.iter().filter(|words| words.contains(" × ")).collect();
    assert!(
        !heights.is_empty() && words.iter().filter(|words| words.len() == 1).count() < 200,
        "{heights:?}"
    );
}
