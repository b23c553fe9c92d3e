//! Recounts yardage from the printed result alone.
//!
//! The tests call the tested room only to compute the yardage: lengths are parsed as fractions, strips are
//! replayed piece by piece, and the shopping list is recounted from the strips.

use std::collections::BTreeMap;

use piecework::color::{FabricWish, Scheme, read_stash};
use piecework::drawing::Item;
use piecework::drawing::Role;
use piecework::fault::Fault as _;
use piecework::lattice::{Cell, Lattice};
use piecework::layout;
use piecework::length::Length;
use piecework::quilt::piecing::{Objective, PiecingOptions, straight_seam_plan};
use piecework::quilt::yardage::{
    Bed, Border, CutFrom, CutPiece, FabricOrder, Inches, Packages, Precut, Yardage, YardageError,
    YardageOptions, yardage,
};
use piecework::quilt::{
    self, EdgeFinish, LayoutLook, Method, QuiltError, QuiltOptions, Units, cutting_layouts,
};
use piecework::solver::{SolveOptions, first};
use piecework::tiling::Tiling;
use serde_json::Value;

use crate::support::tiling;

/// A length as a reduced fraction of an inch.
#[derive(Debug, Clone, Copy)]
struct Fraction(i128, i128);

impl Fraction {
    /// Reads `10 1/2 in`, `3/8 in` or `63.5 mm`.
    #[track_caller]
    fn read(value: &Value) -> Self {
        let text = value.as_str().expect("a length is text");
        let number = |text: &str| text.parse::<i128>().expect("digits");
        if let Some(mm) = text.strip_suffix(" mm") {
            let (whole, part) = mm.split_once('.').unwrap_or((mm, ""));
            let scale = 10_i128.pow(u32::try_from(part.len()).expect("few digits"));
            return Self(number(&format!("{whole}{part}")) * 10, scale * 254);
        }
        let inches = text.strip_suffix(" in").expect("inches");
        let (whole, part) = match inches.split_once(' ') {
            Some((whole, part)) => (number(whole), part),
            None if inches.contains('/') => (0, inches),
            None => (number(inches), "0/1"),
        };
        let (above, below) = part.split_once('/').expect("a fraction");
        Self(whole * number(below) + number(above), number(below))
    }

    fn plus(self, other: Self) -> Self {
        Self(self.0 * other.1 + other.0 * self.1, self.1 * other.1).reduced()
    }

    fn times(self, count: i128) -> Self {
        Self(self.0 * count, self.1).reduced()
    }

    fn reduced(self) -> Self {
        fn gcd(a: i128, b: i128) -> i128 {
            if b == 0 { a } else { gcd(b, a % b) }
        }
        let shared = gcd(self.0.abs(), self.1).max(1);
        Self(self.0 / shared, self.1 / shared)
    }

    fn square_inches(self, other: Self) -> f64 {
        self.inches() * other.inches()
    }

    fn inches(self) -> f64 {
        self.0 as f64 / self.1 as f64
    }

    fn is_at_most(self, other: Self) -> bool {
        self.0 * other.1 <= other.0 * self.1
    }

    fn equals(self, other: Self) -> bool {
        self.0 * other.1 == other.0 * self.1
    }

    /// How many times `above / below` inches are needed to cover it.
    fn over(self, above: i128, below: i128) -> i128 {
        let (a, b) = (self.0 * below, self.1 * above);
        a.div_euclid(b) + i128::from(a.rem_euclid(b) > 0)
    }
}

const ZERO: Fraction = Fraction(0, 1);

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

fn count(value: &Value) -> i128 {
    i128::from(value.as_u64().expect("a count"))
}

/// Compares the shopping list with the length that is cut.
#[track_caller]
fn check_bought(bought: &Value, length: Fraction) {
    assert!(Fraction::read(&bought["length"]).equals(length), "{bought} for {length:?}");
    // The extra, and half an inch where that is more; all in hundredths.
    let extra = count(&bought["extra_percent"]);
    let half_more =
        if extra > 0 && length.0 > 0 { length.plus(Fraction(1, 2)).times(100) } else { length.times(100) };
    let with_extra = length.times(100 + extra);
    let most = |a: i128, b: i128| a.max(b);
    let eighths = most(with_extra.over(450, 1), half_more.over(450, 1));
    assert_eq!(bought["yards"].as_f64(), Some(eighths as f64 / 8.0), "{bought}");
    let tenths = most(with_extra.over(1_000_000, 2540), half_more.over(1_000_000, 2540));
    assert_eq!(bought["metres"].as_f64(), Some(tenths as f64 / 10.0), "{bought}");
}

/// Checks the reported utilization, and the bound by area.
#[track_caller]
fn check_use(of: &Value, pieces: &[Value], bought: &Value, width: Fraction) {
    let number = |value: &Value| value.as_f64().expect("a number");
    let area: f64 = pieces.iter().map(|piece| number(&piece["area_mm2"]) * number(&piece["count"])).sum();
    let yards = number(&bought["yards"]);
    let sold =
        [yards * 914.4, number(&bought["metres"]) * 1000.0].map(|length| length * width.inches() * 25.4);
    let full = number(&of["bought_area_mm2"]);
    assert!(sold.iter().any(|sold| (sold - full).abs() < 1e-3), "{of}");
    if full > 0.0 {
        assert_eq!(number(&of["full_percent"]), (area / full * 100.0 + 1e-9).floor(), "{of}");
    }
    let least = number(&of["least_bought"]["yards"]);
    assert!(least <= yards && least * 914.4 * width.inches() * 25.4 >= area - 1e-3, "{of}");
    for piece in pieces {
        let of_box =
            Fraction::read(&piece["size"][0]).square_inches(Fraction::read(&piece["size"][1])) * 25.4 * 25.4;
        let of_cloth = number(&piece["area_mm2"]);
        let boxed = piece["boxed"].as_bool().expect("yes or no");
        assert!(of_cloth < of_box + 1e-3 && (boxed || of_cloth > of_box - 1e-3), "{piece}");
    }
}

/// Checks templates that share a box by sampling points: each is in at most one template, and together they
/// have the reported area.
#[track_caller]
fn check_nest(piece: &Value) {
    const STEP: f64 = 25.4 / 16.0;
    let number = |value: &Value| value.as_f64().expect("a number");
    let outlines: Vec<Vec<(f64, f64)>> = list(&piece["nest"]["outlines"])
        .iter()
        .map(|outline| list(outline).iter().map(|at| (number(&at[0]), number(&at[1]))).collect())
        .collect();
    let inside = |outline: &[(f64, f64)], x: f64, y: f64| {
        let next = outline.iter().cycle().skip(1);
        let crossed = outline
            .iter()
            .zip(next)
            .filter(|(a, b)| (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0);
        crossed.count() % 2 == 1
    };
    let sides = [1, 0].map(|side| Fraction::read(&piece["size"][side]).inches() * 25.4);
    for (x, y) in outlines.iter().flatten() {
        assert!(*x > -1e-6 && *x < sides[0] + 1e-6 && *y > -1e-6 && *y < sides[1] + 1e-6, "{piece}");
    }
    let points = |first: f64, side: f64| {
        (0..).map(move |i| (f64::from(i) + first) * STEP).take_while(move |&at| at < side)
    };
    // Columns of points are not level, so that diagonals do not run along them.
    let columns = points(0.5, sides[0]).zip(0..);
    let below = |column: i32| points((f64::from(column) * 0.618_034).fract(), sides[1]);
    let mut area = 0.0;
    for (x, y) in columns.flat_map(|(x, column)| below(column).map(move |y| (x, y))) {
        let templates = outlines.iter().filter(|outline| inside(outline, x, y)).count();
        assert!(templates <= 1, "templates overlap at {x} {y}: {piece}");
        area += templates as f64 * STEP * STEP;
    }
    let said = number(&piece["area_mm2"]);
    assert!((area - said).abs() < said * 0.02, "{area} {said}");
}

/// A strip is as high as the pieces that it begins with; narrower ones are cut from one rest at its end.
#[track_caller]
fn check_one_width(strip: &Value, height: Fraction) {
    let is_high: Vec<bool> =
        list(&strip["runs"]).iter().map(|run| Fraction::read(&run["height"]).equals(height)).collect();
    assert!(is_high[0], "nothing is as high as the strip: {strip}");
    assert!(is_high.is_sorted_by(|a, b| a >= b), "the rest is not at the end: {strip}");
}

/// Replays one fabric; returns how many of each piece were cut, and checks every number.
#[track_caller]
pub(crate) fn replay(fabric: &Value) {
    let pieces = list(&fabric["pieces"]);
    let strip_length = Fraction::read(&fabric["strip_length"]);
    let mut cut = vec![0; pieces.len()];
    let (mut ends, mut used, mut boxes) = (vec![ZERO], 0.0, Vec::new());
    let mut heights: Vec<(Fraction, i128)> = Vec::new();
    for strip in list(&fabric["strips"]) {
        let height = Fraction::read(&strip["height"]);
        let quarter = usize::try_from(count(&strip["quarter"])).expect("small");
        ends.resize(ends.len().max(quarter + 1), ZERO);
        assert!(Fraction::read(&strip["from"]).equals(ends[quarter]), "strips follow each other: {strip}");
        let start = ends[quarter];
        ends[quarter] = ends[quarter].plus(height);
        match heights.last_mut().filter(|_| fabric["fat_quarters"].is_null()) {
            Some((last, strips)) if last.equals(height) => *strips += 1,
            _ => heights.push((height, 1)),
        }
        check_one_width(strip, height);
        for run in list(&strip["runs"]) {
            let piece = usize::try_from(count(&run["piece"])).expect("small");
            let [length, high] = [&run["length"], &run["height"]].map(Fraction::read);
            let of = &pieces[piece];
            let (short, long) = (Fraction::read(&of["size"][0]), Fraction::read(&of["size"][1]));
            let lies = short.equals(high) && long.equals(length);
            assert!(lies || (long.equals(high) && short.equals(length)), "{run} is no {of}");
            let (across, rows) = (count(&run["count"]), count(&run["rows"]));
            assert!(across > 0 && rows > 0);
            let [x, y] = [&run["offset"], &run["from"]].map(Fraction::read);
            for (column, row) in (0..across).flat_map(|x| (0..rows).map(move |y| (x, y))) {
                let (left, top) = (x.plus(length.times(column)), y.plus(high.times(row)).plus(start));
                boxes.push((quarter, [left, top, left.plus(length), top.plus(high)]));
                assert!(left.plus(length).is_at_most(strip_length), "{strip}");
                assert!(top.plus(high).is_at_most(ends[quarter]), "{strip}");
            }
            cut[piece] += across * rows;
            used += high.square_inches(length) * (across * rows) as f64;
        }
    }
    for (index, (quarter, a)) in boxes.iter().enumerate() {
        for (_, b) in boxes[..index].iter().filter(|(other, _)| other == quarter) {
            let apart = (0..2).any(|i| a[i + 2].is_at_most(b[i]) || b[i + 2].is_at_most(a[i]));
            assert!(apart, "{a:?} overlaps {b:?} in {}", fabric["fabric"]);
        }
    }
    let wanted: Vec<i128> = pieces.iter().map(|piece| count(&piece["count"])).collect();
    assert_eq!(cut, wanted, "{fabric}");
    for piece in pieces {
        if !piece["nest"].is_null() {
            check_nest(piece);
        }
        let labels = list(&piece["labels"]).len();
        assert!(labels == 0 || labels as i128 == count(&piece["count"]), "{piece}");
    }
    let strips: i128 = list(&fabric["heights"]).iter().map(|group| count(&group["strips"])).sum();
    assert_eq!(strips, list(&fabric["strips"]).len() as i128);
    let Value::Object(quarters) = &fabric["fat_quarters"] else {
        let found: Vec<i128> = list(&fabric["heights"]).iter().map(|group| count(&group["strips"])).collect();
        assert_eq!(heights.iter().map(|&(_, strips)| strips).collect::<Vec<_>>(), found);
        assert!(used <= ends[0].square_inches(strip_length) + 1e-9, "{used} square inches");
        check_use(&fabric["use_of_cloth"], pieces, &fabric["bought"], strip_length);
        return check_bought(&fabric["bought"], ends[0]);
    };
    let quarters_cut = if pieces.is_empty() { 0 } else { ends.len() as i128 };
    assert_eq!(count(&quarters["cut"]), quarters_cut);
    let with_extra = quarters_cut * (100 + count(&quarters["extra_percent"]));
    assert_eq!(count(&quarters["count"]), with_extra.div_euclid(100) + i128::from(with_extra % 100 > 0));
    let room = Fraction::read(&quarters["size"][1]);
    assert!(Fraction::read(&quarters["size"][0]).equals(strip_length));
    assert!(ends.iter().all(|end| end.is_at_most(room)), "{quarters:?}");
}

/// Recounts everything from the JSON of a yardage.
#[track_caller]
fn recount(figures: &Yardage, options: &YardageOptions) {
    let value = serde_json::to_value(figures).expect("serializable");
    list(&value["fabrics"]).iter().for_each(replay);
    let pair = |value: &Value| (Fraction::read(&value[0]), Fraction::read(&value[1]));
    let (top, finished) = (pair(&value["top"]), pair(&value["finished"]));
    let fabric = Fraction::read(&value["width_of_fabric"]);
    let margin = |length: Length| Fraction::read(&Value::String(Inches::of(length).to_string()));
    let border = &value["borders"][0];
    if border.is_null() {
        assert!(top.0.equals(finished.0) && top.1.equals(finished.1));
    } else {
        let (width, seam) =
            (Fraction::read(&border["finished_width"]), Fraction::read(&value["seam_allowance"]));
        assert!(top.0.plus(width.times(2)).equals(finished.0));
        let (height, strips) = (Fraction::read(&border["strip_height"]), count(&border["strips"]));
        assert!(height.equals(width.plus(seam.times(2))));
        let lengths = pair(&border["lengths"]);
        assert!(
            lengths.0.equals(top.1.plus(seam.times(2))) && lengths.1.equals(finished.0.plus(seam.times(2)))
        );
        let needed = lengths.0.plus(lengths.1).times(2).plus(seam.times(2 * count(&border["joins"])));
        assert!(needed.is_at_most(fabric.times(strips)), "{border}");
        check_bought(&border["bought"], height.times(strips));
        let cut = serde_json::to_value(figures.border_cut(0, "border")).expect("serializable");
        replay(&cut);
        assert_eq!((&cut["bought"], list(&cut["strips"]).len() as i128), (&border["bought"], strips));
    }
    let binding = &value["binding"];
    let around = Fraction::read(&binding["around"]).plus(Fraction::read(&binding["extra"]));
    assert_eq!(count(&binding["strips"]), around.over(fabric.0, fabric.1));
    // Each diagonal join takes the width of a strip, including the join of the last strip to the first.
    let (height, strips) =
        (Fraction::read(&binding["strip_height"]), count(&binding["strips_joined_on_the_diagonal"]));
    let way = Fraction::read(&binding["around"]).plus(height.times(strips));
    assert!(way.is_at_most(fabric.times(strips)) && strips >= count(&binding["strips"]), "{binding}");
    if binding["bias"].is_null() {
        check_bought(&binding["bought"], height.times(strips));
    } else {
        let (count, side) = (count(&binding["bias"]["count"]), Fraction::read(&binding["bias"]["side"]));
        let number = |of: Fraction| of.0 as f64 / of.1 as f64;
        let (cloth, strip) = (number(side) * number(side) * count as f64, number(around) * number(height));
        assert!(cloth >= strip && side.is_at_most(fabric), "{binding}");
        check_bought(&binding["bought"], side.times(count));
    }
    let backing = &value["backing"];
    let size = pair(&backing["size"]);
    assert!(size.0.equals(finished.0.plus(margin(options.backing_margin).times(2))));
    let panel = Fraction::read(&backing["width_of_fabric"]).plus(Fraction(-1, 1));
    let ways = [size.1.times(size.0.over(panel.0, panel.1)), size.0.times(size.1.over(panel.0, panel.1))];
    let least = if ways[0].is_at_most(ways[1]) { ways[0] } else { ways[1] };
    check_bought(&backing["bought"], least);
    assert!(Fraction::read(&backing["panel_length"]).times(count(&backing["panels"])).equals(least));
}

fn length(text: &str) -> Length {
    text.parse().expect("a good length")
}

/// A tiling of a rectangle by bent pieces of up to six cells, deterministic for a seed.
fn crooked(columns: usize, rows: usize, mut seed: u32) -> Tiling {
    let mut letters = vec![' '; columns * rows];
    let names: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
    let mut next = 0;
    while let Some(start) = letters.iter().position(|&letter| letter == ' ') {
        let mut at = start;
        for _ in 0..6 {
            letters[at] = names[next % names.len()];
            let (x, y) = (at % columns, at / columns);
            let mut free = Vec::new();
            if x + 1 < columns && letters[at + 1] == ' ' {
                free.push(at + 1);
            }
            if y + 1 < rows && letters[at + columns] == ' ' {
                free.push(at + columns);
            }
            if x > 0 && letters[at - 1] == ' ' {
                free.push(at - 1);
            }
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let Some(&step) = free.get((seed >> 16) as usize % free.len().max(1)) else { break };
            at = step;
        }
        next += 1;
    }
    let rows: Vec<String> = letters.chunks(columns).map(|row| row.iter().collect()).collect();
    tiling(Lattice::Square, &rows.join("\n"))
}

fn quilt_options(cell: &str, seam: &str, yardage: YardageOptions) -> QuiltOptions {
    QuiltOptions {
        cell: length(cell).mm(),
        seam_allowance: length(seam).mm(),
        paper: layout::paper("a0").expect("embedded"),
        yardage,
        ..QuiltOptions::default()
    }
}

fn by_templates(
    tiling: &Tiling,
    cell: &str,
    seam: &str,
    options: &YardageOptions,
) -> Result<Yardage, QuiltError> {
    Ok(quilt::pattern(tiling, &quilt_options(cell, seam, options.clone()))?.plan.summary.yardage)
}

/// The rectangles of the best plan, from three fabrics alternately.
fn rectangles(tiling: &Tiling, cell: &str, seam: &str) -> FabricOrder {
    let plan = straight_seam_plan(tiling, &PiecingOptions::default()).expect("a plan");
    let cell = Inches::of(length(cell));
    let mut order = FabricOrder {
        fabrics: ["one", "two", "three"].map(str::to_owned).to_vec(),
        pieces: vec![Vec::new(); 3],
        ways: vec![Vec::new(); 3],
        top: (cell.times(plan.size.columns), cell.times(plan.size.rows)).into(),
        outline: None,
        edge: EdgeFinish::default(),
        cell,
        seam_allowance: Inches::of(length(seam)),
        paper_extra: Inches::ZERO,
        cut_from: vec![CutFrom::AsAsked; 3],
        prints: Vec::new(),
        one_way: Vec::new(),
        background: "background".to_owned(),
    };
    order.add_rectangles(&plan, |placement| placement.map(|placement| placement % 3));
    order
}

#[test]
#[ignore = "a minute without optimisation: see CONTRIBUTING.md"]
fn figures_of_templates_are_counted_again_from_the_tables() {
    let seeds = if cfg!(debug_assertions) { 1 } else { 4 };
    for (cell, seam) in [("2in", "1/4in"), ("1 3/7in", "1/4in"), ("33mm", "6mm"), ("1 1/8in", "3/8in")] {
        for seed in 0..seeds {
            let tiling = crooked(11, 9, seed);
            let mut options = YardageOptions { borders: vec![Border::Cells(2)], ..YardageOptions::default() };
            recount(&by_templates(&tiling, cell, seam, &options).expect("a yardage"), &options);
            options.fat_quarters = Some((length("18in"), length("21in")));
            options.extra_percent = Some(7);
            recount(&by_templates(&tiling, cell, seam, &options).expect("a yardage"), &options);
        }
    }
}

#[test]
fn figures_of_rectangles_are_counted_again_from_the_tables() {
    for seed in 0..6 {
        let tiling = crooked(14, 12, seed);
        for wof in ["20in", "40in", "1.1m"] {
            let options = YardageOptions { width_of_fabric: length(wof), ..YardageOptions::default() };
            let order = rectangles(&tiling, "2in", "1/4in");
            let figures = yardage(&order, &options).expect("a yardage");
            recount(&figures, &options);
            let cells: usize = order.pieces.iter().flatten().map(cells_of).sum();
            assert_eq!(cells, 14 * 12, "every cell is cut");
            for fabric in &figures.fabrics {
                for group in &fabric.heights {
                    let least = group.at_least.unwrap_or(group.strips);
                    assert_eq!(group.strips, least, "seed {seed}, {wof}: proved to be the fewest");
                }
            }
        }
    }
}

/// From a name such as `2 × 5`.
fn cells_of(piece: &CutPiece) -> usize {
    let (short, long) = piece.name.split_once(" × ").expect("a size");
    let side = |text: &str| text.parse::<usize>().expect("a number");
    piece.count * side(short) * side(long)
}

#[test]
fn patterns_of_straight_seams_have_the_yardage_of_their_rectangles() {
    let mut options = quilt_options("2in", "1/4in", YardageOptions::default());
    options.method = Method::Straight;
    let summary = quilt::pattern(&crooked(12, 10, 3), &options).expect("a pattern").plan.summary;
    recount(&summary.yardage, &options.yardage);
    let pieces: Vec<&CutPiece> = summary.yardage.fabrics.iter().flat_map(|fabric| &fabric.pieces).collect();
    assert_eq!(pieces.iter().map(|piece| cells_of(piece)).sum::<usize>(), 120, "every cell is cut");
    let rectangles: usize = pieces.iter().map(|piece| piece.labels.len()).sum();
    assert_eq!(
        Some(rectangles),
        summary.straight.map(|figures| figures.rectangles),
        "every one has its label"
    );
}

#[test]
fn both_hands_of_a_template_are_cut() {
    let tiling = crooked(12, 10, 3);
    let options = quilt_options("2in", "1/4in", YardageOptions::default());
    let summary = quilt::pattern(&tiling, &options).expect("a pattern").plan.summary;
    let boxes: usize = summary.yardage.fabrics.iter().flat_map(|f| &f.pieces).map(CutPiece::parts).sum();
    let hands: usize = summary.templates.iter().map(|used| used.count + used.mirrored).sum();
    assert_eq!((boxes, hands), (tiling.placements().len(), tiling.placements().len()));
    for (fabric, used) in summary.yardage.fabrics.iter().zip(&summary.fabrics) {
        assert_eq!(fabric.pieces.iter().map(CutPiece::parts).sum::<usize>(), used.patches);
        let bought = fabric.bought.as_ref().expect("from the bolt").length.mm();
        assert!(bought * figures_width(&summary.yardage) >= used.cut_area_mm2, "{}", fabric.fabric);
    }
}

fn figures_width(figures: &Yardage) -> f64 {
    figures.width_of_fabric.mm()
}

/// The shopping list, by length.
fn bought(figures: &Yardage) -> Vec<(String, f64)> {
    let fabrics = figures.fabrics.iter().map(|fabric| {
        let quarters = fabric.fat_quarters.as_ref().map_or(0.0, |quarters| quarters.count as f64);
        (fabric.fabric.clone(), fabric.bought.as_ref().map_or(quarters, |bought| bought.yards))
    });
    let border = figures.borders.iter().map(|border| ("border".to_owned(), border.bought.yards));
    let rest = [
        ("binding".to_owned(), figures.binding.bought.yards),
        ("backing".to_owned(), figures.backing.bought.yards),
    ];
    fabrics.chain(border).chain(rest).collect()
}

#[track_caller]
fn never_less(steps: impl Iterator<Item = (String, Vec<(String, f64)>)>) {
    let mut last: Option<(String, Vec<(String, f64)>)> = None;
    for (step, now) in steps {
        if let Some((before, was)) = &last {
            for ((name, was), (_, now)) in was.iter().zip(&now) {
                assert!(was <= now, "{name}: {was} yd with {before}, {now} yd with {step}");
            }
        }
        last = Some((step, now));
    }
}

#[test]
fn wider_seams_and_narrower_fabric_never_take_less() {
    for seed in 0..3 {
        let tiling = crooked(10, 13, seed);
        let border = [Border::Width(length("3in"))];
        never_less((0..=24).map(|step| {
            let seam = format!("{step}/32in");
            let options = YardageOptions {
                extra_percent: Some(0),
                borders: border.to_vec(),
                ..YardageOptions::default()
            };
            (
                seam.clone(),
                bought(&yardage(&rectangles(&tiling, "1 1/2in", &seam), &options).expect("a yardage")),
            )
        }));
        never_less((0..=24).map(|step| {
            let seam = format!("{step}/32in");
            let quarters = Some((length("18in"), length("22in")));
            let options = YardageOptions {
                extra_percent: Some(0),
                fat_quarters: quarters,
                ..YardageOptions::default()
            };
            (
                seam.clone(),
                bought(&yardage(&rectangles(&tiling, "1 1/2in", &seam), &options).expect("a yardage")),
            )
        }));
        let order = rectangles(&tiling, "2in", "1/4in");
        never_less((0..=80).map(|step| {
            let wof = format!("{}/2in", 100 - step);
            let options = YardageOptions {
                extra_percent: Some(0),
                borders: border.to_vec(),
                width_of_fabric: length(&wof),
                ..YardageOptions::default()
            };
            (wof, bought(&yardage(&order, &options).expect("a yardage")))
        }));
    }
}

/// An order of one fabric: counts of rectangles in cells of 2 in.
fn of_sizes(sizes: &[(usize, usize, usize)]) -> FabricOrder {
    let mut order = rectangles(&crooked(2, 2, 0), "2in", "1/4in");
    order.cut_from.truncate(1);
    order.fabrics = vec!["one".into()];
    let side = |cells: usize| order.cell.times(cells) + order.seam_allowance.times(2);
    let piece = |&(short, long, count): &(usize, usize, usize)| {
        CutPiece::rectangle(format!("{short} × {long}"), (side(short), side(long)), count, Vec::new())
    };
    order.ways.truncate(1);
    order.pieces = vec![sizes.iter().map(piece).collect()];
    order
}

#[test]
fn the_two_quilts_of_1987_take_no_more_than_was_counted_by_hand() {
    let options = YardageOptions::default();
    for (sizes, most) in [
        (&[(1, 1, 94), (1, 2, 5), (1, 3, 5), (1, 4, 2), (1, 5, 85)][..], 85.0),
        (&[(1, 1, 8), (1, 2, 78), (1, 4, 3), (1, 5, 70), (2, 2, 5)][..], 90.0),
    ] {
        let figures = yardage(&of_sizes(sizes), &options).expect("a yardage");
        recount(&figures, &options);
        let fabric = &figures.fabrics[0];
        let length = fabric.bought.as_ref().expect("from the bolt").length.inches();
        assert!(length <= most, "{length} in");
    }
}

/// Every piece of a plan with one-way prints lies as its patch or rectangle does in the quilt.
#[track_caller]
fn lies_upright(tiling: &Tiling, options: &QuiltOptions) {
    let plan = quilt::QuiltPlan::new(tiling, options).expect("a plan");
    recount(&plan.summary.yardage, &options.yardage);
    let side = |cells: usize| (options.cell * cells as f64 + 2.0 * options.seam_allowance) / 25.4;
    let mut sizes: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for row in plan.straight.iter().flat_map(|straight| &straight.rectangles) {
        sizes.insert(row.label.clone(), (side(row.columns), side(row.rows)));
    }
    for (number, placement) in (1..).zip(tiling.placements()) {
        let span = |at: fn(&Cell) -> i32| {
            let all = placement.cells.iter().map(at);
            let cells = all.clone().max().zip(all.min()).map_or(0, |(most, least)| most - least + 1);
            usize::try_from(cells).expect("not negative")
        };
        sizes.insert(number.to_string(), (side(span(|cell| cell.x)), side(span(|cell| cell.y))));
    }
    let mut laid = 0;
    for fabric in &plan.summary.yardage.fabrics {
        let mut taken = vec![0; fabric.pieces.len()];
        for run in fabric.strips.iter().flat_map(|strip| &strip.runs) {
            for _ in 0..run.count * run.rows {
                let label = &fabric.pieces[run.piece].labels[taken[run.piece]];
                taken[run.piece] += 1;
                laid += 1;
                let number = label.split([' ', ':', 'r']).next().unwrap_or_default();
                let due = sizes.get(label).or_else(|| sizes.get(number)).expect("a patch or a rectangle");
                let found = (run.length.inches(), run.height.inches());
                let near = (found.0 - due.0).abs() < 1e-9 && (found.1 - due.1).abs() < 1e-9;
                assert!(near, "{:?}: {label} {found:?} {due:?}", options.method);
            }
        }
    }
    let rectangles = plan.straight.as_ref().map(|straight| straight.rectangles.len());
    assert_eq!(laid, rectangles.unwrap_or(tiling.placements().len()));
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn pieces_of_one_way_prints_are_laid_as_they_are_in_the_quilt() {
    for (method, seed) in [(Method::Templates, 3), (Method::Straight, 4), (Method::EnglishPaper, 5)] {
        let tiling = crooked(9, 7, seed);
        let mut options = QuiltOptions { method, ..QuiltOptions::default() };
        options.one_way = options.palette.fabrics().iter().map(|fabric| fabric.name.clone()).collect();
        lies_upright(&tiling, &options);
        let stash = |of: &str| {
            let of: Vec<String> = options.one_way.iter().take(5).map(|name| format!("{name}={of}")).collect();
            let scheme = Scheme::Stash(read_stash(&of.join(",")).expect("a stash"));
            FabricWish { scheme, ..FabricWish::default() }
        };
        for of in ["1/2yd", "2 fat quarters"] {
            lies_upright(&tiling, &QuiltOptions { coloring: stash(of), ..options.clone() });
        }
        let quarters = YardageOptions {
            fat_quarters: Some((length("18in"), length("21in"))),
            ..YardageOptions::default()
        };
        lies_upright(&tiling, &QuiltOptions { yardage: quarters, ..options.clone() });
        for precut in [Precut::LayerCake, Precut::FatQuarter] {
            let yardage = YardageOptions { precut: Some(precut), ..YardageOptions::default() };
            let mut options = QuiltOptions { yardage, ..options.clone() };
            options.cell = quilt::cell_for_precut(tiling.puzzle(), &options, precut).expect("a cell");
            lies_upright(&tiling, &options);
        }
    }
}

/// Reads `(36) 3 1/2 in squares, (2) 3 1/2 in × 5 in for A`: sizes with their counts.
fn subcuts(words: &str) -> Vec<(String, i128)> {
    let each = words.split('(').filter(|part| part.starts_with(|of: char| of.is_ascii_digit()));
    let read = |part: &str| {
        let (count, size) = part.split_once(") ").expect("a count and a size");
        let size = size.split(" for ").next().unwrap_or(size).trim_end_matches(", ");
        (size.replace("squares", "square"), count.parse().expect("a count"))
    };
    each.map(read).collect()
}

#[test]
fn strips_in_words_are_of_one_width_and_hold_every_piece() {
    let mut with_rest = 0;
    for (name, cell) in [("pentomino-6x10", 50.8), ("y-hexomino-23x24", 50.8), ("y-hexomino-23x24", 38.1)] {
        let options = QuiltOptions { method: Method::Straight, cell, ..QuiltOptions::default() };
        let tiling = first(&crate::support::template(name), &SolveOptions::default()).expect("solvable");
        let tiling = tiling.0.expect("a tiling");
        let plan = quilt::QuiltPlan::new(&tiling, &options).expect("a plan");
        let parts = quilt::in_words(&plan);
        let cut = parts.iter().find(|part| part.title.starts_with("Fabric to buy")).expect("a part");
        let mut lines = cut.lines.iter();
        for fabric in &plan.summary.yardage.fabrics {
            let mut wanted: BTreeMap<String, i128> = BTreeMap::new();
            for piece in &fabric.pieces {
                let (short, long) = (piece.size.0.to_string(), piece.size.1.to_string());
                let size =
                    if short == long { format!("{short} square") } else { format!("{short} × {long}") };
                *wanted.entry(size).or_default() += piece.count as i128;
            }
            let heading = lines.find(|line| line.starts_with(&format!("{}: ", fabric.fabric)));
            assert!(heading.is_some(), "{name}: {}", fabric.fabric);
            let (mut found, mut long) = (BTreeMap::new(), 0.0);
            for line in lines.clone().take_while(|line| line.starts_with("Cut ")) {
                let (strips, pieces) = line.split_once("; subcut ").expect("what is subcut");
                let (count, width) = strips["Cut ".len()..].split_once(" strip").expect("strips");
                let width = width.trim_start_matches('s').trim();
                long += count.parse::<f64>().expect("a count") * length(width).mm();
                let (own, rest) = pieces.split_once("; from the rest").unwrap_or((pieces, ""));
                with_rest += usize::from(!rest.is_empty());
                for (size, count) in subcuts(own) {
                    assert!(size.starts_with(width) || size.ends_with(&format!("× {width}")), "{line}");
                    *found.entry(size).or_default() += count;
                }
                for (size, count) in subcuts(rest) {
                    *found.entry(size).or_default() += count;
                }
            }
            assert_eq!(found, wanted, "{name}: {}", fabric.fabric);
            let cloth = fabric.bought.as_ref().expect("from the bolt").length.mm();
            assert!((long - cloth).abs() < 1e-6, "{name}: {long} {cloth}");
        }
    }
    assert!(with_rest > 0, "no rest is used");
}

#[test]
fn a_one_way_print_is_not_turned_to_fit_on_a_strip() {
    // An upright rectangle of two cells is higher than a strip of a jelly roll; turned it would fit.
    let tiling = tiling(Lattice::Square, "AB\nAB");
    let yardage = YardageOptions { precut: Some(Precut::JellyRoll), ..YardageOptions::default() };
    let mut options = QuiltOptions { method: Method::Straight, yardage, ..QuiltOptions::default() };
    assert!(quilt::QuiltPlan::new(&tiling, &options).is_ok());
    options.one_way = options.palette.fabrics().iter().map(|fabric| fabric.name.clone()).collect();
    let error = quilt::QuiltPlan::new(&tiling, &options).expect_err("higher than the strip");
    let QuiltError::Yardage(YardageError::TooLargeUpright(large)) = error else { panic!("{error}") };
    assert_eq!((large.short.inches(), large.long.inches(), large.width.inches()), (2.5, 4.5, 2.5));
}

#[test]
fn pre_cuts_are_counted_in_packages() {
    let tiling = crooked(12, 10, 3);
    for (precut, method, per_package) in [
        (Precut::JellyRoll, Method::Straight, 40),
        (Precut::LayerCake, Method::Templates, 42),
        (Precut::CharmPack, Method::Templates, 42),
        (Precut::FatQuarter, Method::Templates, 1),
    ] {
        let mut options = quilt_options(
            "2in",
            "1/4in",
            YardageOptions { precut: Some(precut), ..YardageOptions::default() },
        );
        options.method = method;
        options.piecing.objective = Objective::FewestStripHeights;
        options.cell = quilt::cell_for_precut(tiling.puzzle(), &options, precut).expect("a cell");
        if precut == Precut::JellyRoll {
            assert_eq!(options.cell, 50.8, "2 1/2 in less two seams");
        }
        let plan = quilt::QuiltPlan::new(&tiling, &options).expect("a plan");
        let figures = &plan.summary.yardage;
        recount(figures, &options.yardage);
        let cut: usize =
            figures.fabrics.iter().map(|fabric| fabric.fat_quarters.as_ref().expect("pre-cut").count).sum();
        let packages = figures.packages.as_ref().expect("packages");
        assert_eq!((packages.pieces, packages.in_each), (cut, per_package));
        assert_eq!(packages.straight_cell, None);
        assert!(packages.packages * per_package >= cut && (packages.packages - 1) * per_package < cut);
        is_the_cell_for_one_package(&tiling, &options, packages);
        // An eighth of an inch more, and something does not fit any more: of squares and quarters it is sewn of several.
        options.cell += 25.4 / 8.0;
        let larger = quilt::QuiltPlan::new(&tiling, &options);
        match precut {
            Precut::JellyRoll => assert!(larger.is_err(), "{precut:?}"),
            _ => assert_eq!(larger.expect("a plan").patches.len(), 120, "{precut:?}, cell by cell"),
        }
    }
}

#[test]
fn strips_for_templates_name_the_cell_that_straight_seams_allow() {
    let precut = Precut::JellyRoll;
    let mut options =
        quilt_options("2in", "1/4in", YardageOptions { precut: Some(precut), ..YardageOptions::default() });
    let tiling =
        tiling(Lattice::Square, "IIIIIVVVZZ\nLLLLUUUVZT\nLNNPUXUVZT\nNNNPPPXZTT\nFWWYPXXXFT\nFFWWYYYYFF");
    options.cell = quilt::cell_for_precut(tiling.puzzle(), &options, precut).expect("a cell");
    let plan = quilt::QuiltPlan::new(&tiling, &options).expect("a plan");
    let packages = plan.summary.yardage.packages.expect("packages");
    let cells = (plan.summary.yardage.cell.mm(), packages.straight_cell.map(|cell| cell.mm()));
    assert_eq!(cells, (15.875, Some(50.8)), "5/8 in, and 2 1/2 in less two seams");
    let words = packages.in_words(plan.summary.yardage.cell, Units::Imperial);
    assert!(words.ends_with("; with straight seams cells of 2 in fit"), "{words}");
}

/// Where more than one package is bought, one is enough at the cell that is named, and is not an eighth of an
/// inch above.
#[track_caller]
fn is_the_cell_for_one_package(tiling: &Tiling, options: &QuiltOptions, packages: &Packages) {
    let Some(cell) = packages.one_is_enough_for else {
        assert!(packages.packages == 1 || packages.in_each == 1, "{packages:?}");
        return;
    };
    let packages_with = |cell: f64| {
        let plan = quilt::QuiltPlan::new(tiling, &QuiltOptions { cell, ..options.clone() }).expect("a plan");
        plan.summary.yardage.packages.expect("packages").packages
    };
    assert!(packages.packages > 1 && packages_with(cell.mm()) == 1, "{packages:?}");
    assert!(packages_with(cell.mm() + 25.4 / 8.0) > 1, "{packages:?}");
}

#[test]
fn equal_templates_are_nested_where_that_saves_cloth() {
    // Blocks of two L trominoes; no two of one letter touch.
    let (blocks, lines) = (["AAB", "ABB", "CCD", "CDD"], 8);
    let row = |y: usize| -> String {
        (0..6).map(|x| blocks[2 * ((x + y / 2) % 2) + y % 2]).collect::<Vec<_>>().concat()
    };
    let rows = (0..2 * lines).map(row).collect::<Vec<_>>().join("\n");
    let tiling = tiling(Lattice::Square, &rows);
    let options = quilt_options("5in", "1/4in", YardageOptions::default());
    let plan = quilt::QuiltPlan::new(&tiling, &options).expect("a plan");
    recount(&plan.summary.yardage, &options.yardage);
    for fabric in &plan.summary.yardage.fabrics {
        let parts: usize = fabric.pieces.iter().map(CutPiece::parts).sum();
        assert!(fabric.pieces.iter().any(|piece| piece.nest.is_some()), "{}", fabric.fabric);
        // As boxes three are cut from 10 1/2 in; nested six from 16 in.
        let boxes = parts.div_ceil(3) as f64 * 10.5;
        let length = fabric.bought.as_ref().expect("from the bolt").length.inches();
        assert!(length < boxes * 0.9, "{length} of {boxes} in");
    }
    let look = LayoutLook { width: 190.0, height: 250.0, units: Units::Imperial };
    let drawings = cutting_layouts(&plan.summary.yardage.fabrics[0], &look).expect("a drawing").into_iter();
    let cut: usize = drawings
        .flat_map(|drawing| drawing.layers().to_vec())
        .filter(|layer| layer.role == Role::Cut)
        .map(|layer| layer.items.len())
        .sum();
    assert_eq!(cut, plan.summary.yardage.fabrics[0].pieces.iter().map(CutPiece::parts).sum::<usize>());
}

#[test]
fn fifty_six_squares_fill_a_fat_quarter() {
    for (count, quarters) in [(1, 1), (56, 1), (57, 2), (112, 2), (113, 3)] {
        let fat_quarters = Some((length("18in"), length("22in")));
        let options = YardageOptions { fat_quarters, ..YardageOptions::default() };
        let figures = yardage(&of_sizes(&[(1, 1, count)]), &options).expect("a yardage");
        recount(&figures, &options);
        let found = figures.fabrics[0].fat_quarters.as_ref().expect("quarters");
        assert_eq!((found.count, found.at_least), (quarters, quarters), "{count} squares of 2 1/2 in");
    }
}

#[test]
fn the_quilt_of_46_by_48_has_the_binding_and_backing_of_the_books() {
    let mut order = of_sizes(&[(1, 1, 1)]);
    order.top = (Inches::eighths(8 * 46), Inches::eighths(8 * 48)).into();
    let exact = YardageOptions { extra_percent: Some(0), ..YardageOptions::default() };
    let figures = yardage(&order, &exact).expect("a yardage");
    assert_eq!(figures.binding.strips, 5);
    assert_eq!(
        figures.shopping_list(Units::Imperial),
        [
            "one: 1/8 yd",
            "binding: 1/2 yd, 6 strips of 2 1/2 in joined with diagonal seams; 5 with straight seams",
            "backing 54 in × 56 in: 3 yd, 2 panels of 54 in",
            "batting: 51 in × 53 in",
        ]
    );
}

#[test]
fn parts_wider_than_the_fabric_are_named() {
    let row = tiling(Lattice::Square, "AAAAAAAB");
    let narrow = |text: &str| YardageOptions { width_of_fabric: length(text), ..YardageOptions::default() };
    let error = by_templates(&row, "6in", "1/4in", &narrow("6in")).unwrap_err();
    assert_eq!(error.to_string(), "part `A` is cut `6 1/2 in` x `42 1/2 in`; the fabric is `6 in` wide");
    // 42 1/2 in is cut along the length of the fabric.
    let along = by_templates(&row, "6in", "1/4in", &narrow("40in")).expect("a yardage");
    assert_eq!(along.fabrics[0].heights[0].height.to_string(), "42 1/2 in");
    let quarters =
        YardageOptions { fat_quarters: Some((length("18in"), length("22in"))), ..YardageOptions::default() };
    let error = by_templates(&row, "6in", "1/4in", &quarters).unwrap_err();
    assert!(matches!(error, QuiltError::Yardage(YardageError::LargerThanAQuarter { .. })), "{error}");
    assert!(format!("{:?}", error.help()).contains("--fat-quarters 18inx42.5in"), "{:?}", error.help());
    let larger = YardageOptions {
        fat_quarters: Some((length("18in"), length("42.5in"))),
        ..YardageOptions::default()
    };
    by_templates(&row, "6in", "1/4in", &larger).expect("what the error offers");
    let error = by_templates(&row, "2in", "1/4in", &narrow("1in")).unwrap_err();
    assert!(matches!(error, QuiltError::Yardage(YardageError::FabricTooNarrow { .. })), "{error}");
    let extra = YardageOptions { extra_percent: Some(101), ..YardageOptions::default() };
    let error = by_templates(&row, "2in", "1/4in", &extra).unwrap_err();
    assert!(matches!(error, QuiltError::Yardage(YardageError::TooMuchExtra { .. })), "{error}");
}

#[test]
fn hexagons_and_triangles_are_bought_as_they_are_laid_and_have_no_border() {
    for (lattice, rows) in [(Lattice::Hex, "A A B\n A B B"), (Lattice::Triangle, "AAB\nABB")] {
        let tiling = tiling(lattice, rows);
        let mut options = YardageOptions::default();
        let figures = by_templates(&tiling, "2in", "1/4in", &options).expect("a yardage");
        recount(&figures, &options);
        let area: f64 = figures
            .fabrics
            .iter()
            .flat_map(|f| &f.pieces)
            .map(|p| p.count as f64 * p.size.0.mm() * p.size.1.mm())
            .sum();
        let options_of = quilt_options("2in", "1/4in", options.clone());
        let summary = quilt::pattern(&tiling, &options_of).expect("a pattern").plan.summary;
        let cut: f64 = summary.fabrics.iter().map(|fabric| fabric.cut_area_mm2).sum();
        assert!(area > cut, "{lattice:?}: boxes hold what is in them");
        options.borders = vec![Border::Cells(1)];
        let error = by_templates(&tiling, "2in", "1/4in", &options).unwrap_err();
        assert!(matches!(error, QuiltError::Yardage(YardageError::NoSidesForABorder { .. })), "{error}");
    }
}

#[test]
fn narrow_layouts_cut_off_the_name_of_a_fabric_and_never_what_is_bought() {
    let order = rectangles(&crooked(14, 12, 1), "2in", "1/4in");
    let mut fabric = yardage(&order, &YardageOptions::default()).expect("a yardage").fabrics.swap_remove(0);
    fabric.fabric = "a print of meadow flowers in the evening sun of a day in May".to_owned();
    let look = LayoutLook { width: 90.0, height: 250.0, units: Units::Imperial };
    for drawing in cutting_layouts(&fabric, &look).expect("a drawing") {
        let texts = drawing.layers().iter().flat_map(|layer| &layer.items).filter_map(|item| match item {
            Item::Text(text) => Some(text),
            Item::Path(_) => None,
        });
        let head = texts.clone().find(|text| text.content().starts_with("a print")).expect("a heading");
        assert!(head.content().contains(&format!("…: {}", fabric.write(Units::Imperial))), "{head:?}");
        assert!(head.bounds().right <= look.width, "{head:?}");
    }
}

#[test]
fn layouts_show_every_piece_once_and_labels_do_not_meet() {
    let tiling = crooked(14, 12, 1);
    let order = rectangles(&tiling, "2in", "1/4in");
    for fat_quarters in [None, Some((length("18in"), length("21in")))] {
        let options = YardageOptions { fat_quarters, ..YardageOptions::default() };
        let figures = yardage(&order, &options).expect("a yardage");
        for (units, height) in [(Units::Imperial, 250.0), (Units::Metric, 90.0)] {
            for fabric in &figures.fabrics {
                let look = LayoutLook { width: 190.0, height, units };
                let drawings = cutting_layouts(fabric, &look).expect("a drawing");
                let (mut pieces, mut written) = (0, Vec::new());
                for drawing in &drawings {
                    assert!(drawing.height() <= height + 1e-6);
                    let mut boxes = Vec::new();
                    for layer in drawing.layers() {
                        for item in &layer.items {
                            match item {
                                Item::Path(_) if layer.role == Role::Cut => pieces += 1,
                                Item::Path(_) => {}
                                Item::Text(text) => {
                                    boxes.push(text.bounds());
                                    written.push(text.content().to_owned());
                                }
                            }
                        }
                    }
                    for (i, a) in boxes.iter().enumerate() {
                        for b in &boxes[..i] {
                            let apart = a.left >= b.right
                                || b.left >= a.right
                                || a.top >= b.bottom
                                || b.top >= a.bottom;
                            assert!(apart, "{a:?} meets {b:?}");
                        }
                    }
                }
                assert_eq!(pieces, fabric.pieces.iter().map(|piece| piece.count).sum::<usize>());
                for label in fabric.pieces.iter().flat_map(|piece| &piece.labels) {
                    assert_eq!(written.iter().filter(|&words| words == label).count(), 1, "{label}");
                }
            }
        }
    }
}

#[test]
fn on_hexagons_and_triangles_only_irrational_lengths_are_rounded_and_only_up() {
    // Rows of hexagons and of triangles: how wide and high, in edges of a cell.
    let half = 3f64.sqrt() / 2.0;
    for (lattice, rows, exact) in [(Lattice::Hex, "A A B\n A B B", 1), (Lattice::Triangle, "AAB\nABB", 0)] {
        let tiling = tiling(lattice, rows);
        for (cell, units) in [("2in", Units::Metric), ("33mm", Units::Imperial), ("2in", Units::Imperial)] {
            let mut options = quilt_options(cell, "1/4in", YardageOptions::default());
            options.units = units;
            let summary = quilt::pattern(&tiling, &options).expect("a pattern").plan.summary;
            let (top, mm) = (summary.yardage.top, summary.finished_mm);
            let cell = length(cell).mm();
            let sides = [(top.width.mm(), mm.width), (top.height.mm(), mm.height)];
            let (rational, irrational) = (sides[exact], sides[1 - exact]);
            assert!((rational.0 - rational.1).abs() < 1e-6, "{lattice:?} {units:?}: {rational:?}");
            let halves = irrational.1 / cell / half;
            assert!((halves - halves.round()).abs() < 1e-6, "{lattice:?}: {halves}");
            let step = if units == Units::Metric { 0.1 } else { 25.4 / 16.0 };
            let over = irrational.0 - irrational.1;
            assert!(over > 0.0 && over < step, "{lattice:?} {units:?}: {irrational:?}");
        }
    }
}

#[test]
fn the_bed_is_named_with_the_materials() {
    let bed = Some(Bed::named("queen").expect("a size"));
    let options = quilt_options("2in", "1/4in", YardageOptions { bed, ..YardageOptions::default() });
    let pattern = quilt::pattern(&crooked(4, 4, 1), &options).expect("a pattern");
    for title in ["materials"] {
        let pages = pattern.pages().filter(|page| page.title().contains(title));
        let items = pages.flat_map(|page| page.layers()).flat_map(|layer| &layer.items);
        let texts = items.filter_map(|item| match item {
            Item::Text(text) => Some(text.content()),
            Item::Path(_) => None,
        });
        let words = texts.collect::<Vec<_>>().join(" ");
        for wanted in [
            "Size queen, 90 in × 108 in: the quilt is 8 in × 8 in, width 82 in less",
            "The quilt is 100 in too short",
        ] {
            assert!(words.contains(wanted), "{title}: {wanted}: {words}");
        }
    }
}
