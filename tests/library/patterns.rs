//! Checks whole quilt patterns: pages, templates, papers, marks and materials.
//!
//! The tests are independent of the page layout: they read drawings like a person, by lines, words and their
//! places.

use std::collections::BTreeSet;

use piecework::drawing::Item;
use piecework::drawing::{Drawing, Role};
use piecework::geometry::Patchwork;
use piecework::geometry::{Bounds, Point};
use piecework::lattice::Lattice;
use piecework::layout::paper_or_roll;
use piecework::limits::Limits;
use piecework::quilt::piecing::SewingMethod;
use piecework::quilt::yardage::{Border, CutPiece};
use piecework::quilt::{Method, Pattern, QuiltError, QuiltOptions, Units, pattern};
use piecework::tiling::{infer_from_grid, read_letter_grids};

fn of(rows: &str, change: impl FnOnce(&mut QuiltOptions)) -> Result<Pattern, QuiltError> {
    let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("a good grid");
    let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
    let mut options = QuiltOptions::default();
    change(&mut options);
    pattern(&tiling, &options)
}

fn texts(page: &Drawing) -> Vec<String> {
    let items = page.layers().iter().flat_map(|layer| &layer.items);
    let words = items.filter_map(|item| match item {
        Item::Text(text) => Some(text.content().to_owned()),
        Item::Path(_) => None,
    });
    words.collect()
}

/// The closed lines of a role on all pages with this in their title.
fn rings(pattern: &Pattern, role: Role, title: &str) -> Vec<Vec<Point>> {
    let pages = pattern.pages().filter(|page| page.title().contains(title));
    let layers = pages.flat_map(|page| page.layers()).filter(|layer| layer.role == role);
    let paths = layers.flat_map(|layer| &layer.items).filter_map(|item| match item {
        Item::Path(path) => Some(path.flattened(0.01)),
        Item::Text(_) => None,
    });
    paths.flatten().filter(|line| line.closed).map(|line| line.points).collect()
}

/// The points of a ring relative to its first corner in reading order, sorted, in whole micrometres.
fn shape(ring: &[Point], mirrored: bool) -> Vec<(i64, i64)> {
    #[expect(clippy::cast_possible_truncation, reason = "a page is small")]
    let whole = |mm: f64| (mm * 1000.0).round() as i64;
    let at = |p: &Point| if mirrored { (-p.x, p.y) } else { (p.x, p.y) };
    let left = ring.iter().map(|p| at(p).0).fold(f64::INFINITY, f64::min);
    let top = ring.iter().map(|p| at(p).1).fold(f64::INFINITY, f64::min);
    let mut points: Vec<(i64, i64)> =
        ring.iter().map(at).map(|(x, y)| (whole(x - left), whole(y - top))).collect();
    points.sort_unstable();
    points
}

/// Sixteen pieces of all kinds in a rectangle, some of them mirror images of others.
const PENTOMINOES: &str = "IIIIIVVVZZ\nLLLLUUUVZT\nLNNPUXUVZT\nNNNPPPXZTT\nFWWYPXXXFT\nFFWWYYYYFF";

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn mirrored_templates_are_mirror_images_and_mirrored_twice_they_are_the_same() {
    let plain = of(PENTOMINOES, |_| {}).expect("a pattern");
    let mirrored = of(PENTOMINOES, |options| options.mirror = true).expect("a pattern");
    for role in [Role::Cut, Role::Sew] {
        let shapes = |pattern: &Pattern, turned_over: bool| {
            let rings = rings(pattern, role, "templates");
            let mut shapes: Vec<_> = rings.iter().map(|ring| turns(&shape(ring, turned_over))).collect();
            shapes.sort_unstable();
            shapes
        };
        assert_eq!(shapes(&mirrored, true), shapes(&plain, false), "{role:?}");
        assert_ne!(shapes(&mirrored, false), shapes(&plain, false), "{role:?}");
    }
    let words = |pattern: &Pattern| -> Vec<String> { pattern.pages().flat_map(texts).collect() };
    let says = |pattern: &Pattern, wanted: &str| words(pattern).iter().any(|words| words.contains(wanted));
    assert!(says(&mirrored, "mirror image") && !says(&plain, "mirror image"));
    assert!(says(&plain, "right side up") && !says(&mirrored, "right side up"));
    assert!(mirrored.pages().any(|page| page.title().contains("from the back")));
    assert_eq!(
        (mirrored.plan.summary.templates, mirrored.plan.summary.fabrics),
        (plain.plan.summary.templates, plain.plan.summary.fabrics)
    );
}

/// How often a sheet is printed, by its title.
fn times(title: &str) -> usize {
    let number = title.split_once("print ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
    number.unwrap_or(1)
}

#[test]
fn equal_papers_are_printed_as_one_sheet() {
    let letter = |x: usize, y: usize| [["A ", "B ", "C "], [" A", " B", " C"]][y % 2][(x + y % 2 * 2) % 3];
    let row = |y: usize| (0..12).map(|x| letter(x, y)).collect::<String>() + "\n";
    let hexagons: String = (0..11).map(row).collect();
    let grids = read_letter_grids(Lattice::Hex, &hexagons, &Limits::default()).expect("a grid");
    let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
    let options = QuiltOptions { cell: 25.4, method: Method::EnglishPaper, ..QuiltOptions::default() };
    let pattern = pattern(&tiling, &options).expect("a pattern");
    let pages = || pattern.true_size.iter().filter(|page| page.title().contains("papers"));
    let count: usize = pages()
        .map(|page| {
            let one = Pattern { true_size: vec![page.clone()], ..pattern.clone() };
            times(page.title()) * rings(&one, Role::Cut, "papers").len()
        })
        .sum();
    assert_eq!((count, pages().count()), (132, 2), "one sheet several times, and what is left");
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn every_patch_has_a_paper_that_is_its_mirror_image() {
    let cell = |options: &mut QuiltOptions| (options.cell, options.method) = (25.4, Method::EnglishPaper);
    let pattern = of(PENTOMINOES, cell).expect("a pattern");
    let mut papers: Vec<_> = Vec::new();
    for page in pattern.true_size.iter().filter(|page| page.title().contains("papers")) {
        let one = Pattern { true_size: vec![page.clone()], ..pattern.clone() };
        let own = rings(&one, Role::Cut, "papers");
        let own = own.iter().map(|ring| turns(&shape(ring, true))).collect::<Vec<_>>();
        papers.extend(std::iter::repeat_n(own, times(page.title())).flatten());
    }
    let grids = read_letter_grids(Lattice::Square, PENTOMINOES, &Limits::default()).expect("a grid");
    let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
    let patchwork = Patchwork::trace(&tiling, 25.4).expect("a patchwork");
    let patches = patchwork.patches().iter();
    let mut due: Vec<_> =
        patches.map(|patch| turns(&shape(patch.outline().outer().points(), false))).collect();
    papers.sort_unstable();
    due.sort_unstable();
    assert_eq!(papers, due, "turned perhaps, and seen from the other side");
    let summary = &pattern.plan.summary;
    let row = summary.methods.rows.iter().find(|row| row.chosen).expect("a method");
    assert_eq!((row.method, row.pieces), (SewingMethod::EnglishPaper, papers.len()));
    assert_eq!(summary.set_in_corners, 0);
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn papers_share_lines_where_that_saves_pages_and_do_not_overlap() {
    let cell = |options: &mut QuiltOptions| (options.cell, options.method) = (25.4, Method::EnglishPaper);
    let rows = [PENTOMINOES; 3].join("\n");
    let mut pattern = of(&rows, cell).expect("a pattern");
    pattern.true_size.retain(|page| page.title().contains("papers"));
    let count = pattern.true_size.len();
    assert!(count <= 4, "{count} pages; 56 cells fit on each, there are 180");
    let papers = rings(&pattern, Role::Cut, "papers").len();
    for page in &pattern.true_size {
        let one = Pattern { true_size: vec![page.clone()], ..pattern.clone() };
        let rings = rings(&one, Role::Cut, "papers");
        let places: Vec<Point> = (0..100)
            .flat_map(|y| {
                (0..100).map(move |x| Point::new(f64::from(x) * 3.0 + 0.9, f64::from(y) * 3.0 + 0.9))
            })
            .collect();
        for place in places {
            let around = rings.iter().filter(|ring| surrounds(ring, place)).count();
            assert!(around <= 1, "{place:?} lies in {around} papers");
        }
    }
    assert_eq!(papers, 48);
}

/// Whether a ring surrounds a point, by the crossing number rule.
fn surrounds(ring: &[Point], at: Point) -> bool {
    let edges = ring.iter().zip(ring.iter().cycle().skip(1));
    let crossed = |(a, b): &(&Point, &Point)| (a.y > at.y) != (b.y > at.y) && a.x > at.x;
    edges.filter(crossed).count() % 2 == 1
}

/// The least of the turned images of a shape.
fn turns(points: &[(i64, i64)]) -> Vec<(i64, i64)> {
    let mut turned = vec![points.to_vec()];
    for _ in 0..3 {
        let before = &turned[turned.len() - 1];
        let high = before.iter().map(|p| p.1).max().unwrap_or(0);
        let mut next: Vec<(i64, i64)> = before.iter().map(|&(x, y)| (high - y, x)).collect();
        next.sort_unstable();
        turned.push(next);
    }
    turned.into_iter().min().unwrap_or_default()
}

#[test]
fn every_sheet_to_cut_has_a_ruler_and_the_first_the_legend_and_a_one_inch_square() {
    for (method, legend) in [
        (
            Method::Templates,
            &["cut here", "sew here: the finished edge", "set-in corner: clip to the dot"][..],
        ),
        (Method::EnglishPaper, &["cut the paper here: the finished edge"]),
    ] {
        let pattern = of(PENTOMINOES, |options| options.method = method).expect("a pattern");
        let guides = |page: &Drawing| -> Vec<Bounds> {
            let layer = page.layers().iter().find(|layer| layer.role == Role::Guide).expect("guides");
            layer.items.iter().filter_map(Item::bounds).collect()
        };
        for page in &pattern.true_size {
            let words = texts(page);
            assert!(words.iter().any(|words| words == "1 in"), "{words:?}");
            let inches = |bounds: &Bounds| bounds.width().max(bounds.height()) / 25.4;
            let is_ruler = |bounds: &Bounds| {
                let long = inches(bounds);
                bounds.width().min(bounds.height()) < 1e-9 && long > 6.5 && (long - long.round()).abs() < 1e-9
            };
            assert!(guides(page).iter().any(is_ruler), "{}", page.title());
            assert!(words.iter().any(|words| words.contains("Print at 100 %")), "{words:?}");
        }
        let first = &pattern.true_size[0];
        for wanted in legend.iter().chain(&["grainline"]) {
            assert!(texts(first).iter().any(|words| words == wanted), "`{wanted}`");
        }
        let square = |b: &Bounds| (b.width() - 25.4).abs() + (b.height() - 25.4).abs() < 1e-9;
        assert!(guides(first).iter().any(square));
    }
}

#[test]
fn dots_marks_and_numbers_are_those_of_the_tiling() {
    let pattern = of(PENTOMINOES, |_| {}).expect("a pattern");
    let summary = &pattern.plan.summary;
    let numbers: usize = summary.match_marks.iter().map(|patch| patch.set_in.len()).sum();
    assert_eq!(numbers, summary.set_in_corners);
    let map = pattern.pages().find(|page| page.title().contains("set-in corners")).expect("a map");
    let dots = map.layers().iter().find(|layer| layer.role == Role::Sew).expect("dots");
    let is_dot = |item: &&Item| item.bounds().is_some_and(|bounds| bounds.width() < 2.0);
    assert_eq!(dots.items.iter().filter(is_dot).count(), summary.set_in_corners, "every one once on the map");
    let clips: usize = pattern
        .pages()
        .filter(|page| page.title().contains("template"))
        .flat_map(|page| page.layers())
        .filter(|layer| layer.role == Role::Score)
        .map(|layer| layer.items.len())
        .sum();
    let on_templates: BTreeSet<(&String, &String)> = summary
        .match_marks
        .iter()
        .flat_map(|patch| patch.set_in.iter().map(|(letter, _)| (&patch.template, letter)))
        .collect();
    assert_eq!(clips, on_templates.len(), "every notch of a template has its clip");
    let listed = pattern.pages().filter(|page| page.title().contains("patch by patch")).flat_map(texts);
    let listed = listed.filter(|words| words.contains('=')).flat_map(|words| {
        words.split(", ").map(|part| part.rsplit(' ').next().unwrap_or("").to_owned()).collect::<Vec<_>>()
    });
    let mut listed: Vec<usize> = listed.map(|number| number.parse().expect("a number")).collect();
    listed.sort_unstable();
    assert_eq!(listed, (1..=summary.set_in_corners).collect::<Vec<_>>());
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn words_keep_clear_of_lines_on_templates_of_all_sizes() {
    for cell in [25.4, 38.1, 50.8] {
        let pattern = of(PENTOMINOES, |options| options.cell = cell).expect("a pattern");
        for page in pattern.pages().filter(|page| page.title().contains("templates")) {
            let items = || page.layers().iter().flat_map(|l| l.items.iter().map(move |item| (l.role, item)));
            let boxes: Vec<Bounds> = items()
                .filter_map(|(_, item)| match item {
                    Item::Text(text) => Some(text.bounds()),
                    Item::Path(_) => None,
                })
                .collect();
            for (index, a) in boxes.iter().enumerate() {
                for b in &boxes[..index] {
                    let apart =
                        a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom;
                    assert!(apart, "{cell} mm, {}: {a:?} and {b:?}", page.title());
                }
            }
            for (role, item) in items().filter(|(role, _)| matches!(role, Role::Cut | Role::Sew)) {
                let Item::Path(path) = item else { continue };
                for line in path.flattened(0.01) {
                    for pair in line.points_and_back().windows(2) {
                        let crossed = boxes.iter().find(|b| crosses(pair[0], pair[1], **b));
                        assert!(crossed.is_none(), "{cell} mm, {role:?}, {}: {crossed:?}", page.title());
                    }
                }
            }
        }
    }
}

/// Whether a line crosses a box, by points a tenth of a millimetre apart.
fn crosses(a: Point, b: Point, bounds: Bounds) -> bool {
    let steps = (a.distance(b) * 10.0).ceil().max(1.0);
    let mut step = 0.0;
    while step <= steps {
        let (x, y) = (a.x + (b.x - a.x) * step / steps, a.y + (b.y - a.y) * step / steps);
        if x > bounds.left && x < bounds.right && y > bounds.top && y < bounds.bottom {
            return true;
        }
        step += 1.0;
    }
    false
}

#[test]
fn a_roll_is_one_page_of_templates_as_long_as_it_must_be() {
    let pattern = of(PENTOMINOES, |options| options.paper = paper_or_roll("roll-24in").expect("embedded"));
    let pattern = pattern.expect("a pattern");
    let templates: Vec<&Drawing> = pattern.pages().filter(|page| page.title().contains("template")).collect();
    assert_eq!(templates.len(), 1);
    assert!(templates[0].width() == 609.6 && templates[0].height() < 1200.0, "{}", templates[0].height());
    assert!(pattern.pages().all(|page| page.height() < 1200.0), "no page ends in empty paper");
    assert_eq!(rings(&pattern, Role::Cut, "templates").len(), pattern.plan.summary.templates.len());
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn every_thing_to_buy_and_every_strip_is_on_a_page() {
    for method in [Method::Templates, Method::Straight, Method::EnglishPaper] {
        for units in [Units::Imperial, Units::Metric] {
            let change = |options: &mut QuiltOptions| {
                (options.method, options.units) = (method, units);
                options.yardage.borders = vec![Border::Cells(2)];
            };
            let pattern = of(PENTOMINOES, change).expect("a pattern");
            let materials = pattern.pages().filter(|page| page.title().contains("materials"));
            let words = materials.flat_map(texts).collect::<Vec<_>>().join(" ");
            for line in pattern.plan.summary.yardage.shopping_list(units) {
                assert_eq!(words.matches(&line).count(), 1, "{line} in {words}");
            }
            let layouts = pattern.pages().filter(|page| page.title().contains("cutting layout"));
            let cut: usize = layouts
                .flat_map(|page| page.layers())
                .filter(|layer| layer.role == Role::Cut)
                .map(|layer| layer.items.len())
                .sum();
            let yardage = &pattern.plan.summary.yardage;
            let border = yardage.border_cut(0, "border");
            let fabrics = yardage.fabrics.iter().chain(&border);
            let due: usize = fabrics.flat_map(|fabric| &fabric.pieces).map(CutPiece::parts).sum();
            assert!(cut >= due, "every piece and every strip of the border has its place on a layout");
            let finished = pattern.plan.summary.yardage.finished.width.write(units);
            assert!(
                texts(&pattern.booklet[0]).iter().any(|words| words.contains(&finished)),
                "with the border"
            );
        }
    }
}

#[test]
fn every_patch_is_cut_by_a_template_and_from_a_fabric() {
    let summary = of("AAABB\nACCBB\nACCBD", |_| {}).expect("a pattern").plan.summary;
    assert_eq!(summary.patches, 4);
    assert_eq!(summary.templates.iter().map(|used| used.count + used.mirrored).sum::<usize>(), 4);
    assert_eq!(summary.fabrics.iter().map(|fabric| fabric.patches).sum::<usize>(), 4);
    for used in &summary.templates {
        let by_fabric: usize = used.by_fabric.iter().map(|(front, mirrored)| front + mirrored).sum();
        assert_eq!(by_fabric, used.count + used.mirrored, "{}", used.name);
    }
}

#[test]
fn the_cut_area_is_that_of_the_formula() {
    // Three cells and one: A + P d + 4 d² for each, in cells of 50.8 mm and d of 6.35 mm.
    let summary = of("AA\nAB", |_| {}).expect("a pattern").plan.summary;
    let area = |cells: f64, edges: f64| cells * 50.8 * 50.8 + edges * 50.8 * 6.35 + 4.0 * 6.35 * 6.35;
    let found: f64 = summary.fabrics.iter().map(|fabric| fabric.cut_area_mm2).sum();
    assert!((found - area(3.0, 8.0) - area(1.0, 4.0)).abs() < 1e-6, "{found}");
    assert_eq!(summary.set_in_corners, 1);
}

#[test]
fn a_template_that_is_only_needed_turned_over_is_printed_so() {
    // Two P pentominoes of one hand fill 2 x 5; for either hand, no paper is turned over.
    for rows in ["AAABB\nAABBB", "AABBB\nAAABB"] {
        let used = of(rows, |_| {}).expect("a pattern").plan.summary.templates.remove(0);
        assert_eq!((used.count, used.mirrored), (2, 0), "{rows}");
    }
}

#[test]
fn four_cells_of_two_inches_fit_a_letter_page_and_five_do_not() {
    let pages = |rows: &str| of(rows, |_| {}).expect("a pattern").true_size.len();
    assert_eq!(pages("AAAA"), 2, "the seam test, and 8 1/2 in of template");
    assert_eq!(pages("AAAAA"), 3, "10 1/2 in take two pages");
}

#[test]
fn page_numbers_of_the_list_are_those_of_the_pages() {
    let pattern = of("AAAAABBBBB\nCCCCCDDDDE", |_| {}).expect("a pattern");
    let titles: Vec<&str> = pattern.true_size.iter().map(Drawing::title).collect();
    let first = titles.iter().position(|title| title.contains("template")).expect("templates");
    assert!(titles[first].ends_with("templates"), "{titles:?}");
    let listed = pattern.pages().flat_map(texts).filter(|words| words.starts_with("Printed on page"));
    for words in listed {
        let number = words.split([' ', '.', ':']).find_map(|word| word.parse::<usize>().ok());
        let number = number.expect("a page");
        assert!(titles[number - 1].contains("template"), "{words}: {titles:?}");
    }
    let last = titles.iter().rposition(|title| title.contains("template")).expect("templates");
    assert!(titles[last].contains("row 2 of 2"), "{titles:?}");
    assert_eq!(last + 1, titles.len(), "{titles:?}");
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn a_large_quilt_has_its_diagram_over_several_pages() {
    let rows = vec!["AB".repeat(40); 60].join("\n");
    let diagrams = |rows: &str| {
        // Strips repeat themselves, and what repeats is shown once unless all is asked for.
        let whole = |options: &mut QuiltOptions| {
            (options.cell, options.pages) = (25.4, piecework::quilt::PatternPages::Full);
        };
        let pattern = of(rows, whole).expect("a pattern");
        pattern.pages().filter(|page| page.title().contains("assembly diagram")).count()
    };
    assert_eq!(diagrams("AB"), 1);
    assert!(diagrams(&rows) > 1);
}

#[test]
fn a_notch_that_closes_and_paper_that_is_too_small_are_refused() {
    let closes = of("AAA\nABA", |options| options.seam_allowance = 25.4).unwrap_err();
    assert!(closes.to_string().contains("`A`"), "{closes}");
    let small = of("AB", |options| options.paper.height = 120.0).unwrap_err();
    assert!(matches!(small, QuiltError::PaperTooSmall { .. }), "{small}");
}

/// A tiling on any lattice as a pattern.
fn on(lattice: Lattice, rows: &str, change: impl FnOnce(&mut QuiltOptions)) -> Pattern {
    let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a good grid");
    let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
    let mut chosen = None;
    // The default options of these tests, with changes.
    let _ = of("A", |options| {
        change(options);
        chosen = Some(options.clone());
    });
    pattern(&tiling, &chosen.expect("options")).expect("a pattern")
}

#[test]
fn triangles_in_rows_are_strips_of_their_patches_and_have_their_fabrics() {
    let pattern = on(Lattice::Triangle, "AABBC\nADDCC", |options| options.method = Method::Straight);
    let summary = &pattern.plan.summary;
    let rows = summary.rows.as_ref().expect("rows");
    assert_eq!(rows.strips(), summary.templates.iter().map(|used| used.count + used.mirrored).sum::<usize>());
    assert_eq!(summary.fabrics.iter().map(|fabric| fabric.patches).sum::<usize>(), summary.patches);
    let cut: f64 = summary.fabrics.iter().map(|fabric| fabric.cut_area_mm2).sum();
    let chosen = summary.methods.rows.iter().find(|row| row.chosen).expect("a method");
    assert_eq!((chosen.method, chosen.pieces, chosen.set_in_corners), (SewingMethod::Rows, rows.strips(), 0));
    assert!((chosen.cut_area_mm2.expect("an area") - cut).abs() < 1e-6 * cut);
    assert!((summary.seam_length_mm - chosen.seam_length_mm).abs() < 1e-6);
    let words: Vec<String> = pattern.pages().flat_map(texts).collect();
    let (diagram, sewing) = (&words, words.join(" "));
    for (row, strips) in rows.rows.iter().enumerate() {
        for place in 1..=strips.len() {
            let label = format!("{}-{place}", row + 1);
            let on_diagram = diagram.iter().filter(|words| words.split(' ').next() == Some(label.as_str()));
            assert!(on_diagram.count() >= 1, "{label} on the diagram");
            let lists = sewing.split(" together").filter_map(|words| Some(words.rsplit_once(": sew ")?.1));
            let named = lists.flat_map(|list| list.split([' ', ','])).filter(|word| *word == label).count();
            assert_eq!(named, usize::from(strips.len() > 1), "{label} in the steps");
        }
    }
}

#[test]
fn hexagons_say_that_they_are_set_in_or_pieced_over_papers() {
    let pattern = on(Lattice::Hex, "A A B\n A B B", |_| {});
    let words: Vec<String> = pattern.booklet.iter().map(|page| texts(page).join(" ")).collect();
    let words = words.join(" ");
    let by_hand = words.matches("over papers by hand").count();
    assert!(words.contains("English paper piecing") && by_hand >= 1, "on the cover: {words}");
    assert!(!words.contains("--"), "no option is named on paper: {words}");
    let row = |method| pattern.plan.summary.methods.rows.iter().any(|row| row.method == method);
    assert!(row(SewingMethod::EnglishPaper) && row(SewingMethod::Rows));
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn inches_and_millimetres_are_written_on_the_same_lines() {
    for method in [Method::Templates, Method::EnglishPaper] {
        let lines = |units| -> Vec<Vec<Point>> {
            let pattern = of(PENTOMINOES, |options| (options.units, options.method) = (units, method));
            let pattern = pattern.expect("a pattern");
            rings(&pattern, Role::Cut, if method == Method::Templates { "templates" } else { "papers" })
        };
        let (inches, millimetres) = (lines(Units::Imperial), lines(Units::Metric));
        assert!(inches.len() > 10);
        assert_eq!(inches, millimetres, "{method:?}");
    }
}

/// Parses a length with a fraction of an inch, in lowest terms or not.
fn fraction(text: &str) -> (i128, i128) {
    let number = |text: &str| text.parse::<i128>().expect("digits");
    let words: Vec<&str> = text.strip_suffix(" in").expect("inches").split(' ').collect();
    let add = |(above, below): (i128, i128), word: &str| match word.split_once('/') {
        Some((a, b)) => (above * number(b) + number(a) * below, below * number(b)),
        None => (above + number(word) * below, below),
    };
    words.into_iter().fold((0, 1), add)
}

#[test]
fn finished_areas_add_up_to_the_quilt_exactly() {
    for (cell, text) in [(50.8, "2 in"), (25.4 * 1.1875, "1 3/16 in"), (25.4 * 1.125, "1 1/8 in")] {
        let change = |options: &mut QuiltOptions| (options.cell, options.method) = (cell, Method::Straight);
        let straight = of(PENTOMINOES, change).expect("a pattern").plan.straight.expect("straight seams");
        let mut sum = (0, 1);
        for row in &straight.rectangles {
            let (w, h) = (fraction(&row.finished_width), fraction(&row.finished_height));
            let (above, below) = (w.0 * h.0, w.1 * h.1);
            // One denominator for all: that of the square of a cell.
            sum = (sum.0 * below + above * sum.1, sum.1 * below);
            let shared = gcd(sum.0, sum.1);
            sum = (sum.0 / shared, sum.1 / shared);
        }
        let cell = fraction(text);
        assert_eq!(sum.0 * cell.1 * cell.1, 60 * cell.0 * cell.0 * sum.1, "{text}");
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[test]
fn fills_of_the_picture_cover_what_the_fabrics_cover() {
    let pattern = of(PENTOMINOES, |_| {}).expect("a pattern");
    let layer = pattern.picture.layers().iter().find(|layer| layer.role == Role::Fill).expect("fills");
    let mut areas: std::collections::BTreeMap<String, f64> = Default::default();
    for item in &layer.items {
        let Item::Path(path) = item else { panic!("fills are paths") };
        // Backgrounds of words have no names.
        if path.name().is_some() {
            let rings = path.flattened(0.01).into_iter().map(|line| shoelace(&line.points));
            let color = path.fill().expect("a color").to_string();
            *areas.entry(color).or_default() += rings.sum::<f64>().abs();
        }
    }
    // Ten cells and the binding at both sides are 300 mm wide.
    let cell = 300.0 * 50.8 / (508.0 + 2.0 * 6.35);
    let finished = |fabric: &str| areas[fabric] / (cell * cell);
    let cells: f64 = pattern.plan.summary.fabrics.iter().map(|fabric| finished(&fabric.color)).sum();
    assert!((cells - 60.0).abs() < 1e-6, "{cells}");
    for fabric in &pattern.plan.summary.fabrics {
        let cells = finished(&fabric.color);
        assert!((cells - cells.round()).abs() < 1e-6 && cells > 0.5, "{}: {cells}", fabric.name);
    }
}

fn shoelace(points: &[Point]) -> f64 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>() / 2.0
}

/// The lines of a page of a PDF, read independently, in points: each path as its corners.
#[cfg(feature = "pdf")]
fn paths_of(document: &lopdf::Document, page: lopdf::ObjectId) -> Vec<Vec<(f32, f32)>> {
    let content = document.get_page_content(page);
    let content = lopdf::content::Content::decode(&content).expect("operators");
    let mut paths: Vec<Vec<(f32, f32)>> = Vec::new();
    for operation in content.operations {
        let numbers: Vec<f32> =
            operation.operands.iter().filter_map(|operand| operand.as_float().ok()).collect();
        match (operation.operator.as_str(), numbers.as_slice()) {
            ("m", &[x, y]) => paths.push(vec![(x, y)]),
            ("l", &[x, y]) => paths.last_mut().expect("begun").push((x, y)),
            ("re", &[x, y, w, h]) => paths.push(vec![(x, y), (x + w, y), (x + w, y + h), (x, y + h)]),
            _ => {}
        }
    }
    paths
}

#[cfg(feature = "pdf")]
#[test]
fn a_pdf_has_pages_of_the_exact_size_and_boxes_of_72_points_an_inch() {
    use piecework::render::pdf::{PdfOptions, pdf};
    for (name, width, height) in [("letter", 612.0, 792.0), ("a4", 595.276, 841.89)] {
        let pattern = of(PENTOMINOES, |options| options.paper = paper_or_roll(name).expect("embedded"));
        let pattern = pattern.expect("a pattern");
        let bytes = pdf(&pattern.true_size, &PdfOptions::default()).expect("a document");
        let document = lopdf::Document::load_mem(&bytes).expect("a PDF");
        let pages: Vec<lopdf::ObjectId> = document.get_pages().into_values().collect();
        assert_eq!(pages.len(), pattern.true_size.len());
        for &page in &pages {
            let media = document.get_dictionary(page).expect("a page").get(b"MediaBox").expect("a box");
            let sides: Vec<f32> =
                media.as_array().expect("four").iter().filter_map(|n| n.as_float().ok()).collect();
            assert!((sides[2] - width).abs() < 0.01 && (sides[3] - height).abs() < 0.01, "{name}: {sides:?}");
        }
        let sizes = |page: usize| -> Vec<(f32, f32)> {
            let extent = |values: Vec<f32>| {
                values.iter().copied().fold(f32::MIN, f32::max)
                    - values.iter().copied().fold(f32::MAX, f32::min)
            };
            let paths = paths_of(&document, pages[page]).into_iter();
            paths
                .map(|path| {
                    let (x, y) = path.into_iter().unzip();
                    (extent(x), extent(y))
                })
                .collect()
        };
        let near = |a: (f32, f32), b: (f32, f32)| (a.0 - b.0).abs() < 0.01 && (a.1 - b.1).abs() < 0.01;
        let has = |page: usize, size| sizes(page).into_iter().any(|found| near(found, size));
        assert!(has(0, (288.0, 144.0)) && has(0, (141.732, 141.732)), "4 x 2 in and 5 cm on the first page");
        assert!(has(0, (72.0, 72.0)), "1 in on the first page");
        for page in 0..pages.len() {
            let rulers = [(504.0, 0.0), (576.0, 0.0), (0.0, 504.0), (0.0, 576.0)];
            assert!(rulers.into_iter().any(|size| has(page, size)), "7 or 8 in on page {}", page + 1);
        }
    }
}

#[test]
fn the_finished_size_is_right_on_every_lattice() {
    let metric = |options: &mut QuiltOptions| (options.cell, options.units) = (40.0, Units::Metric);
    let says = |pattern: &Pattern, words: &str| {
        let found = texts(&pattern.booklet[1]).join(" ");
        assert!(found.contains(words), "`{words}` in {found}");
    };
    // Five triangles in a row are as long as three edges, and two rows high.
    says(&on(Lattice::Triangle, "AABBC\nADDCC", metric), "Finished size 120 mm × about 69.5 mm;");
    let bordered = |options: &mut QuiltOptions| {
        metric(options);
        options.yardage.borders = vec![Border::Cells(1)];
    };
    says(
        &on(Lattice::Square, "AAB\nABB", bordered),
        "Finished size 200 mm × 160 mm, including a border of 40 mm",
    );
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn large_enough_templates_have_name_count_size_and_side() {
    for units in [Units::Imperial, Units::Metric] {
        for (lattice, rows) in [
            (Lattice::Square, PENTOMINOES),
            (Lattice::Hex, "A A B\n A B B"),
            (Lattice::Triangle, "AABBC\nADDCC"),
        ] {
            let pattern = on(lattice, rows, |options| (options.units, options.cell) = (units, 50.8));
            let cut = pattern.pages().filter(|page| page.title().contains("template"));
            let words: Vec<String> = cut.flat_map(texts).collect();
            let count = |wanted: &str| words.iter().filter(|words| words.contains(wanted)).count();
            let templates = pattern.plan.summary.templates.len();
            assert_eq!(words.iter().filter(|words| *words == "finished").count(), templates, "{lattice}");
            assert_eq!((count("right side up"), count("cell ")), (templates, templates), "{lattice}");
        }
    }
}

/// The pages of the seam test.
fn sew_test(pattern: &Pattern) -> Vec<&Drawing> {
    pattern.pages().filter(|page| page.title().contains("seam test")).collect()
}

/// The bounding box of each closed line of a role, rounded to a hundredth of a millimetre.
fn boxes(pages: &[&Drawing], role: Role) -> Vec<(f64, f64)> {
    let layers = pages.iter().flat_map(|page| page.layers()).filter(|layer| layer.role == role);
    let closed = layers.flat_map(|layer| &layer.items).filter_map(|item| match item {
        Item::Path(path) => path.flattened(0.01).into_iter().find(|line| line.closed).map(|_| item.bounds()),
        Item::Text(_) => None,
    });
    let rounded = |mm: f64| (mm * 100.0).round() / 100.0;
    // Not the dot of the legend.
    let large = closed.flatten().filter(|b| b.width() > 2.0);
    large.map(|b| (rounded(b.width()), rounded(b.height()))).collect()
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn every_pattern_that_is_sewn_by_machine_has_a_sew_test_once() {
    for (method, pages) in [(Method::Templates, 1), (Method::Straight, 1), (Method::EnglishPaper, 0)] {
        let pattern = of(PENTOMINOES, |options| options.method = method).expect("a pattern");
        assert_eq!(sew_test(&pattern).len(), pages, "{method:?}");
    }
    let unsewn = of(PENTOMINOES, |options| options.seam_allowance = 0.0).expect("a pattern");
    assert_eq!(sew_test(&unsewn).len(), 0, "nothing is sewn without an allowance");
    // Strips of 1 1/2 in make a unit of 3 1/2 in.
    let pattern = of(PENTOMINOES, |_| {}).expect("a pattern");
    let pages = sew_test(&pattern);
    assert_eq!(boxes(&pages, Role::Cut), [(38.1, 88.9), (88.9, 88.9)]);
    assert_eq!(boxes(&pages, Role::Sew), [(25.4, 76.2), (76.2, 76.2)]);
    let words: Vec<String> = pages.iter().flat_map(|page| texts(page)).collect();
    let words = words.join(" ");
    for wanted in ["must measure 1 in", "all three 3 1/2 in", "cut 3"] {
        assert!(words.contains(wanted), "`{wanted}` in {words}");
    }
    let metric = |options: &mut QuiltOptions| (options.units, options.cell) = (Units::Metric, 30.0);
    let pattern = of(PENTOMINOES, metric).expect("a pattern");
    let pages = sew_test(&pattern);
    assert_eq!(boxes(&pages, Role::Cut), [(37.7, 87.7), (87.7, 87.7)]);
    let materials = texts(&of(PENTOMINOES, |_| {}).expect("a pattern").booklet[1]).join(" ");
    assert!(
        materials.contains("cut three squares 2 1/2 in") && materials.contains("must measure 6 1/2 in"),
        "{materials}"
    );
}

#[test]
fn sew_tests_of_hexagons_and_triangles_are_of_their_cells() {
    for (lattice, rows, cells, sides) in
        [(Lattice::Hex, "A A B\n A B B", 3, 6), (Lattice::Triangle, "AABBC\nADDCC", 6, 3)]
    {
        let pattern = on(lattice, rows, |options| options.cell = 40.0);
        let pages: Vec<Drawing> = sew_test(&pattern).into_iter().cloned().collect();
        let cut = rings(&pattern, Role::Cut, "seam test");
        assert_eq!(cut.len(), 4, "strip, three strips, cell, sample");
        assert_eq!(cut[2].len(), sides, "{lattice}");
        // The finished area of the sample, seams included, is that of its cells.
        let area = |ring: &Vec<Point>| shoelace(ring).abs();
        let mut sewn = rings(&pattern, Role::Sew, "seam test");
        sewn.retain(|ring| area(ring) > 10.0);
        assert!((area(&sewn[3]) - f64::from(cells) * area(&sewn[2])).abs() < 1e-6, "{lattice}");
        let cut_nine = format!("cut {cells}");
        assert!(pages.iter().flat_map(texts).any(|words| words == cut_nine), "{lattice}");
    }
}

/// The closed lines of each path on the layer CUT of an SVG file, read from its text.
fn cut_paths(svg: &str) -> Vec<Vec<Vec<Point>>> {
    let Some((_, layer)) = svg.split_once("inkscape:label=\"CUT\"") else { return Vec::new() };
    let layer = layer.split("inkscape:groupmode").next().unwrap_or(layer);
    let number = |text: &str| text.trim().parse::<f64>().expect("a number");
    let ring = |sub: &str| -> Vec<Point> {
        let mut at = Point { x: 0.0, y: 0.0 };
        let mut points = Vec::new();
        let starts = sub.match_indices(['L', 'H', 'V', 'Z']).map(|(start, _)| start);
        let cuts: Vec<usize> = starts.chain([sub.len()]).collect();
        let lines = cuts.windows(2).map(|pair| &sub[pair[0]..pair[1]]);
        for line in std::iter::once(&sub[..cuts[0]]).chain(lines) {
            match (line.chars().next(), &line[1..]) {
                (Some('H'), x) => at.x = number(x),
                (Some('V'), y) => at.y = number(y),
                (Some('Z'), _) => continue,
                _ => {
                    let (x, y) = line.trim_start_matches('L').trim().split_once(' ').expect("x and y");
                    at = Point { x: number(x), y: number(y) };
                }
            }
            points.push(at);
        }
        points
    };
    let paths = layer.split(" d=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let closed = paths.filter(|path| path.ends_with('Z'));
    closed.map(|path| path.split('M').skip(1).map(ring).collect()).collect()
}

/// Whether two sides cross or touch that are not neighbours.
fn crosses_itself(rings: &[Vec<Point>]) -> bool {
    let turn = |a: Point, b: Point, c: Point| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let mut sides = Vec::new();
    for (ring, points) in rings.iter().enumerate() {
        let next = points.iter().cycle().skip(1);
        sides
            .extend(points.iter().zip(next).enumerate().map(|(at, (&a, &b))| (ring, at, points.len(), a, b)));
    }
    let meet = |(a, b): (Point, Point), (c, d): (Point, Point)| {
        turn(a, b, c) * turn(a, b, d) < -1e-6 && turn(c, d, a) * turn(c, d, b) < -1e-6
    };
    sides.iter().enumerate().any(|(index, &(ring, at, count, a, b))| {
        sides[..index].iter().any(|&(other, place, _, c, d)| {
            let beside = ring == other && ((at + 1) % count == place || (place + 1) % count == at);
            !beside && meet((a, b), (c, d))
        })
    })
}

#[test]
fn cut_lines_in_files_are_simple_and_have_one_direction() {
    use piecework::render::svg::{SvgOptions, svg};
    // One piece around another, so that there is a hole.
    let ring = "AAAAC\nABBAC\nABBAC\nAAAAC";
    for (rows, holes) in [(PENTOMINOES, 0), (ring, 1)] {
        let pattern = of(rows, |options| options.cell = 25.4).expect("a pattern");
        let (mut outer, mut inner) = (Vec::new(), Vec::new());
        for page in pattern.pages().filter(|page| page.title().contains("templates")) {
            let bytes = svg(page, &SvgOptions::default()).expect("a file");
            for path in cut_paths(&String::from_utf8(bytes).expect("text")) {
                assert!(!crosses_itself(&path), "{path:?}");
                let mut areas: Vec<f64> = path.iter().map(|ring| shoelace(ring)).collect();
                areas.sort_by(|a, b| b.abs().total_cmp(&a.abs()));
                outer.push(areas[0].signum());
                inner.extend(areas[1..].iter().map(|area| area.signum()));
            }
        }
        assert_eq!(outer.len(), pattern.plan.summary.templates.len(), "every template is one path");
        assert!(outer.iter().all(|way| *way == outer[0]), "{outer:?}");
        assert_eq!(inner, vec![-outer[0]; holes], "holes go the other way");
    }
}

/// The places of the long ticks of the ruler on a PDF page, in points from the first.
#[cfg(feature = "pdf")]
fn ruler_ticks(lines: &[Vec<(f32, f32)>], length: f32) -> Vec<f32> {
    let near = |a: f32, b: f32| (a - b).abs() < 0.02;
    let is_long = |line: &&Vec<(f32, f32)>| match line.as_slice() {
        [(x, y), (to_x, to_y)] => near(*x, *to_x) && near((y - to_y).abs(), length),
        _ => false,
    };
    let mut at: Vec<f32> = lines.iter().filter(is_long).map(|line| line[0].0).collect();
    at.sort_by(f32::total_cmp);
    at.dedup_by(|a, b| near(*a, *b));
    at.iter().map(|x| x - at[0]).collect()
}

#[cfg(feature = "pdf")]
#[test]
fn rulers_are_true_to_size_in_the_pdf_in_inches_and_centimetres() {
    use piecework::render::pdf::{PdfOptions, pdf};
    for (units, step, least) in [(Units::Imperial, 72.0f32, 6), (Units::Metric, 72.0 / 2.54, 15)] {
        let pattern = of("AAB\nABB", |options| options.units = units).expect("a pattern");
        let bytes = pdf(&pattern.true_size, &PdfOptions::default()).expect("a document");
        let document = lopdf::Document::load_mem(&bytes).expect("a PDF");
        let pages: Vec<lopdf::ObjectId> = document.get_pages().into_values().collect();
        let measured = pattern.true_size.iter().zip(&pages);
        let mut count = 0;
        for (page, &id) in measured {
            // Ticks of whole units are 3 mm long.
            let ticks = ruler_ticks(&paths_of(&document, id), 3.0 * 72.0 / 25.4);
            assert!(ticks.len() > least, "{}: {ticks:?}", page.title());
            for (number, at) in ticks.iter().enumerate() {
                assert!((at - step * number as f32).abs() < 0.03, "{}: {ticks:?}", page.title());
            }
            count += 1;
        }
        assert_eq!(count, pages.len());
        assert!(count >= 2, "{count} pages");
    }
}
