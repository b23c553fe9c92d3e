//! Sews quilts from their plans alone: JSON in, cells and lengths out, without the planner and pages.

use std::collections::{BTreeMap, BTreeSet};

use piecework::lattice::Lattice;
use piecework::length::Length;
use piecework::limits::Limits;
use piecework::quilt::yardage::YardageOptions;
use piecework::quilt::{Method, QuiltOptions, QuiltPlan};
use piecework::tiling::{infer_from_grid, read_letter_grids};
use serde_json::Value;

type Cell = (i64, i64);

const GRIDS: [&str; 4] = [
    "AAB\nABB",
    "AAB\nCEB\nCDD",
    "IIIIIVVVZZ\nLLLLUUUVZT\nLNNPUXUVZT\nNNNPPPXZTT\nFWWYPXXXFT\nFFWWYYYYFF",
    "AAAB\nA.CB\nAACB\nDDDD",
];

/// The plan of a grid, read back from its JSON.
fn plan(rows: &str, change: impl FnOnce(&mut QuiltOptions)) -> Value {
    let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("a good grid");
    let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
    let mut options = QuiltOptions::default();
    change(&mut options);
    let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
    serde_json::from_str(&serde_json::to_string(&plan).expect("serializable")).expect("JSON")
}

pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_else(|| panic!("{value} is not a list"))
}

pub(super) fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is not a whole number"))
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not text"))
}

/// A length in 64ths of an inch, or the sum of several.
fn length(value: &Value) -> i64 {
    let one = |part: &str| part.parse::<Length>().expect("a length").mm() / 25.4 * 64.0;
    let sum: f64 = text(value).split(" + ").map(one).sum();
    assert!((sum - sum.round()).abs() < 1e-6, "{value}");
    #[expect(clippy::cast_possible_truncation, reason = "a quilt is small")]
    let whole = sum.round() as i64;
    whole
}

/// The patch and the fabric of every cell, counted from the top left corner.
fn patches(plan: &Value) -> BTreeMap<Cell, (i64, String)> {
    let of = |patch: &Value| {
        let cells = list(&patch["cells"]).iter().map(|cell| (number(&cell[0]), number(&cell[1])));
        let (patch, fabric) = (number(&patch["patch"]), text(&patch["fabric"]).to_owned());
        cells.map(|cell| (cell, (patch, fabric.clone()))).collect::<Vec<_>>()
    };
    let cells: BTreeMap<Cell, (i64, String)> = list(&plan["patches"]).iter().flat_map(of).collect();
    let left = cells.keys().map(|cell| cell.0).min().expect("cells");
    let top = cells.keys().map(|cell| cell.1).min().expect("cells");
    cells.into_iter().map(|((x, y), patch)| ((x - left, y - top), patch)).collect()
}

/// The edges between two sets of cells, as the lines they are on.
fn between(first: &BTreeSet<Cell>, second: &BTreeSet<Cell>) -> Vec<(bool, i64)> {
    let near = |&(x, y): &Cell| {
        [(x + 1, y, true, x + 1), (x - 1, y, true, x), (x, y + 1, false, y + 1), (x, y - 1, false, y)]
    };
    let edges = first.iter().flat_map(near).filter(|&(x, y, ..)| second.contains(&(x, y)));
    edges.map(|(.., upright, line)| (upright, line)).collect()
}

fn extent(cells: &BTreeSet<Cell>) -> (i64, i64) {
    let span = |of: fn(&Cell) -> i64| {
        let (least, most) = (cells.iter().map(of).min(), cells.iter().map(of).max());
        most.expect("cells") - least.expect("cells") + 1
    };
    (span(|cell| cell.0), span(|cell| cell.1))
}

#[test]
fn straight_seams_are_sewn_from_rectangles_to_the_whole_quilt() {
    for rows in GRIDS {
        let plan = plan(rows, |options| options.method = Method::Straight);
        let owners = patches(&plan);
        let (cell, seam) = (128, 16);
        let mut table: BTreeMap<String, BTreeSet<Cell>> = BTreeMap::new();
        let mut covered = BTreeSet::new();
        for row in list(&plan["rectangles"]) {
            let (column, top) = (number(&row["column"]) - 1, number(&row["row"]) - 1);
            let (columns, height) = (number(&row["columns"]), number(&row["rows"]));
            let cells: BTreeSet<Cell> =
                (0..columns).flat_map(|x| (0..height).map(move |y| (column + x, top + y))).collect();
            for at in &cells {
                assert!(covered.insert(*at), "{row}: {at:?} is cut twice");
                let (patch, fabric) = &owners[at];
                assert_eq!((number(&row["patch"]), text(&row["fabric"])), (*patch, fabric.as_str()), "{row}");
            }
            assert_eq!(length(&row["finished_width"]), columns * cell, "{row}");
            assert_eq!(length(&row["cut_height"]), height * cell + 2 * seam, "{row}");
            assert!(table.insert(text(&row["label"]).to_owned(), cells).is_none(), "{row}");
        }
        assert_eq!(covered, owners.keys().copied().collect(), "{rows}");
        for step in list(&plan["steps"]) {
            let mut take = |key: &str| table.remove(text(&step[key])).unwrap_or_else(|| panic!("{step}"));
            let (first, second) = (take("first"), take("second"));
            let edges = between(&first, &second);
            assert_eq!(i64::try_from(edges.len()).ok(), step["seam_cells"].as_i64(), "{step}");
            assert_eq!(edges.iter().collect::<BTreeSet<_>>().len(), 1, "{step}: one straight line");
            assert_eq!(length(&step["seam"]), number(&step["seam_cells"]) * cell, "{step}");
            let upright = edges[0].0;
            let sides: &[&str] = if upright { &["left", "right"] } else { &["up", "down"] };
            assert!(sides.contains(&text(&step["press"])), "{step}: pressed to one side of the seam");
            let made: BTreeSet<Cell> = first.union(&second).copied().collect();
            assert_eq!(extent(&made), (number(&step["columns"]), number(&step["rows"])), "{step}");
            assert_eq!(length(&step["unfinished_width"]), extent(&made).0 * cell + 2 * seam, "{step}");
            assert!(table.insert(text(&step["makes"]).to_owned(), made).is_none(), "{step}");
        }
        assert_eq!(table.into_values().collect::<Vec<_>>(), [covered], "{rows}: one quilt top");
    }
}

#[test]
fn whole_patches_are_sewn_along_all_their_edges_once() {
    for rows in GRIDS {
        for method in [Method::Templates, Method::EnglishPaper] {
            let plan = plan(rows, |options| options.method = method);
            let mut cells: BTreeMap<i64, BTreeSet<Cell>> = BTreeMap::new();
            for (cell, (patch, _)) in patches(&plan) {
                cells.entry(patch).or_default().insert(cell);
            }
            let mut groups: Vec<BTreeSet<i64>> = cells.keys().map(|&patch| BTreeSet::from([patch])).collect();
            let mut sewn: BTreeMap<(i64, i64), i64> = BTreeMap::new();
            for step in list(&plan["quilt"]["assembly"]["steps"]) {
                let mut sides = [BTreeSet::new(), BTreeSet::new()];
                for seam in list(&step["seams"]) {
                    let (one, other) = (number(&seam["sewn"]), number(&seam["added"]));
                    let group =
                        |patch: i64| groups.iter().position(|of| of.contains(&patch)).expect("a group");
                    sides[0].insert(group(one));
                    sides[1].insert(group(other));
                    *sewn.entry((one.min(other), one.max(other))).or_default() += length(&seam["length"]);
                }
                let [Some(&first), Some(&second)] = [sides[0].first(), sides[1].first()] else {
                    panic!("{step} sews nothing");
                };
                assert_eq!((sides[0].len(), sides[1].len()), (1, 1), "{step}: two parts");
                assert_ne!(first, second, "{step}: two parts");
                let (keep, gone) = (first.min(second), first.max(second));
                let joined = groups.remove(gone);
                groups[keep].extend(joined);
            }
            assert_eq!(groups.len(), 1, "{rows}: one quilt top");
            for (one, first) in &cells {
                for (other, second) in cells.range(one + 1..) {
                    let edges = i64::try_from(between(first, second).len()).expect("few");
                    assert_eq!(
                        sewn.get(&(*one, *other)).copied().unwrap_or(0),
                        edges * 128,
                        "{one} and {other}"
                    );
                }
            }
        }
    }
}

/// Places every strip again; returns the labels that are cut from each fabric with their two sides.
fn lay_out(plan: &Value) -> BTreeMap<(String, String), (i64, i64)> {
    let mut cut = BTreeMap::new();
    for fabric in list(&plan["quilt"]["yardage"]["fabrics"]) {
        let (long, pieces) = (length(&fabric["strip_length"]), list(&fabric["pieces"]));
        let mut counts = vec![0; pieces.len()];
        let mut ends: BTreeMap<i64, i64> = BTreeMap::new();
        for strip in list(&fabric["strips"]) {
            let (height, end) =
                (length(&strip["height"]), ends.entry(number(&strip["quarter"])).or_default());
            assert!(length(&strip["from"]) >= *end, "{strip} is cut from cloth that is gone");
            *end = length(&strip["from"]) + height;
            let mut placed: Vec<[i64; 4]> = Vec::new();
            for run in list(&strip["runs"]) {
                let [x, y, wide, high] = ["offset", "from", "length", "height"].map(|key| length(&run[key]));
                let index = usize::try_from(number(&run["piece"])).expect("an index");
                let sides = (length(&pieces[index]["size"][0]), length(&pieces[index]["size"][1]));
                assert_eq!((high.min(wide), high.max(wide)), sides, "{run}");
                let (columns, rows) = (number(&run["count"]), number(&run["rows"]));
                for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
                    let (left, top) = (x + wide * column, y + high * row);
                    let apart = |other: &[i64; 4]| {
                        left >= other[2]
                            || other[0] >= left + wide
                            || top >= other[3]
                            || other[1] >= top + high
                    };
                    assert!(placed.iter().all(apart), "{run} overlaps");
                    assert!(left + wide <= long && top + high <= height, "{run} is not on its strip");
                    placed.push([left, top, left + wide, top + high]);
                    let label = pieces[index]["labels"].get(counts[index]).map(text).unwrap_or_default();
                    cut.insert((text(&fabric["fabric"]).to_owned(), label.to_owned()), sides);
                    counts[index] += 1;
                }
            }
        }
        for (piece, &count) in pieces.iter().zip(&counts) {
            assert_eq!(i64::try_from(count).ok(), piece["count"].as_i64(), "{piece}");
        }
        match fabric["fat_quarters"].as_object() {
            Some(quarters) => {
                assert_eq!(i64::try_from(ends.len()).ok(), quarters["cut"].as_i64());
                assert!(ends.values().all(|&end| end <= length(&quarters["size"][1])), "{ends:?}");
            }
            None => assert_eq!(ends.into_values().collect::<Vec<_>>(), [length(&fabric["bought"]["length"])]),
        }
    }
    cut
}

#[test]
fn every_rectangle_is_cut_from_its_fabric_in_its_size() {
    for rows in GRIDS {
        let usual = YardageOptions::default().usual_quarter;
        for (quarters, papers) in [(None, None), (Some(usual), None), (None, Some((9, 9)))] {
            let change = |options: &mut QuiltOptions| {
                options.method = Method::Straight;
                options.piecing.foundations = papers;
                options.yardage.fat_quarters = quarters;
            };
            let plan = plan(rows, change);
            let cut = lay_out(&plan);
            let due = list(&plan["rectangles"]).iter().map(|row| {
                let (width, height) = (length(&row["cut_width"]), length(&row["cut_height"]));
                let key = (text(&row["fabric"]).to_owned(), text(&row["label"]).to_owned());
                (key, (width.min(height), width.max(height)))
            });
            assert_eq!(cut, due.collect(), "{rows}");
        }
    }
}

#[test]
fn what_is_sewn_on_paper_is_cut_larger_and_the_rest_is_not() {
    let plan = plan(GRIDS[2], |options| {
        options.method = Method::Straight;
        options.piecing.foundations = Some((9, 9));
    });
    let papers = list(&plan["foundations"]).iter().map(|paper| list(&paper["rectangles"]));
    let on_paper: BTreeSet<&str> = papers.clone().filter(|all| all.len() > 1).flatten().map(text).collect();
    assert!(papers.filter(|all| all.len() > 1).all(|all| all.len() > 2), "two need no paper");
    let rows = list(&plan["rectangles"]);
    assert!(!on_paper.is_empty() && on_paper.len() < rows.len());
    for row in rows {
        // Seams of a quarter of an inch; for paper a quarter more on every side.
        let more = if on_paper.contains(text(&row["label"])) { 2 * 16 + 2 * 16 } else { 2 * 16 };
        assert_eq!(length(&row["cut_width"]), length(&row["finished_width"]) + more, "{row}");
        assert_eq!(length(&row["cut_height"]), length(&row["finished_height"]) + more, "{row}");
    }
}

#[test]
fn pairs_are_first_steps_of_equal_rectangles() {
    let mut found = 0;
    for rows in GRIDS {
        let plan = plan(rows, |options| options.method = Method::Straight);
        let rectangles: BTreeMap<&str, &Value> =
            list(&plan["rectangles"]).iter().map(|row| (text(&row["label"]), row)).collect();
        let steps = list(&plan["steps"]);
        // The fabric of each rectangle, its side across the seam and the length of that seam, as cut.
        let of = |step: &Value| {
            let upright = ["left", "right"].contains(&text(&step["press"]));
            let (across, along) =
                if upright { ("cut_width", "cut_height") } else { ("cut_height", "cut_width") };
            let side = |key: &str| {
                let row = rectangles.get(text(&step[key]))?;
                Some((text(&row["fabric"]), length(&row[across]), length(&row[along])))
            };
            let (one, other) = (side("first")?, side("second")?);
            // A strip set is pressed before it is cut across: pairs are pressed alike.
            let to_second = ["right", "down"].contains(&text(&step["press"]));
            (one.2 == other.2).then_some(if to_second { (one, other) } else { (other, one) })
        };
        let mut due: BTreeMap<_, Vec<i64>> = BTreeMap::new();
        for step in steps {
            due.entry(of(step)).or_default().push(number(&step["step"]));
        }
        due.remove(&None);
        due.retain(|_, steps| steps.len() > 1);
        let mut wanted: Vec<Vec<i64>> = due.into_values().collect();
        let mut listed: Vec<Vec<i64>> = list(&plan["pairs"])
            .iter()
            .map(|pair| list(&pair["steps"]).iter().map(number).collect())
            .collect();
        found += listed.len();
        wanted.sort();
        listed.sort();
        assert_eq!(listed, wanted, "{rows}");
    }
    assert!(found > 0, "the grids have pairs");
}
