//! Plans a test card, to find the kerf of a machine, and the tabs, clearances and text that its material
//! allows.
//!
//! The comb has slots for kerfs from 0 to 0.5 mm in steps of 0.05 mm. Its plug is drawn 5 mm wide and becomes
//! narrower by a kerf, while a slot becomes wider by one: the slot that the plug just fits, drawn two kerfs
//! narrower than the plug, names the kerf. Comb, plug and square are cut without compensation; the samples of
//! clearance use the kerf of the options.

use super::CutPlan;
use super::division::SheetUse;
use super::fit::LinesCut;
use super::placed::laid_out;
use super::sheet::{CutSheet, Measuring, PieceLabel, PlannedCut, ToolLine};
use super::summary::CutSummary;
use crate::tool_path::tabbed;
use crate::{CutError, CutOptions, Line, Measures};
use piecework_draw::drawing::Text;
use piecework_draw::geometry::{Bounds, Dimensions, Outline, Point, Ring};
use piecework_draw::layout::{Part, nest_outlines};

/// The side of the square to measure, in mm.
const SQUARE: f64 = 50.0;
/// The kerfs of the comb: how many hundredths of a mm apart, and how many slots.
const STEP: f64 = 0.05;
const SLOTS: u8 = 11;
/// The width of the plug, the distance of slots, the depth of slots and the height of the comb, in mm; chosen
/// by eye.
const PLUG: f64 = 5.0;
const PITCH: f64 = 8.0;
const DEPTH: f64 = 12.0;
const COMB: f64 = 18.0;
/// The widths of tabs, in mm; each holds a square of this side in two places.
const TABS: [f64; 4] = [0.5, 1.0, 1.5, 2.0];
const TABBED: f64 = 12.0;
/// The clearances, in mm, around a square plug of this side.
const CLEARANCES: [f64; 4] = [0.0, 0.1, 0.2, 0.4];
const HELD: f64 = 8.0;
/// The heights of text, in mm.
const TEXTS: [f64; 5] = [1.0, 1.5, 2.0, 3.0, 5.0];
/// The height of what explains a sample, in mm.
const LABEL: f64 = 2.0;

/// A part of the card: its outline, its tabs, and its labels in its own coordinates.
struct Sample {
    part: Part,
    tab: f64,
    labels: Vec<PieceLabel>,
}

/// Plans the card on as few sheets as it takes; it says what it is cut from, if `material` is given.
///
/// # Errors
/// [`CutError::Layout`] if a sample is larger than the stock.
pub fn test_card(options: &CutOptions, material: Option<&str>) -> Result<CutPlan, CutError> {
    let samples = samples(options.kerf, material)?;
    let stock = options.stock();
    let parts: Vec<Part> = samples.iter().map(|sample| sample.part.clone()).collect();
    let sheets = nest_outlines(&parts, &stock, &[], &options.stop)?;
    let (mut planned, mut found, mut run_mm, mut uses) = (Vec::new(), Measures::default(), 0.0, Vec::new());
    for (number, sheet) in (1..).zip(&sheets) {
        let title = format!("Test card, sheet {number} of {}", sheets.len());
        let mut plan = CutSheet { name: number.to_string(), title, ..CutSheet::default() };
        let (mut measuring, mut area) = (Measuring::default(), 0.0);
        for placed in &sheet.placed {
            let sample = &samples[placed.part];
            let (outline, motion) = laid_out(&sample.part, placed);
            area += outline.area();
            let at = |label: &PieceLabel| PieceLabel { at: motion.of(label.at), ..label.clone() };
            plan.labels.extend(sample.labels.iter().map(at));
            let lines = lines(&outline, sample, options, &mut measuring)?;
            plan.cuts.push(PlannedCut { name: sample.part.name().to_owned(), lines });
        }
        found.add(&measuring.measures);
        run_mm += measuring.run_mm;
        uses.push(SheetUse::new(plan.name.clone(), None, [], area, stock.usable()?));
        planned.push(plan);
    }
    let summary = CutSummary {
        sheets: planned.len(),
        sheets_at_least: 1,
        on_sheets: uses,
        stock_mm: Dimensions { width: stock.width, height: stock.height },
        finished_mm: Dimensions { width: SQUARE, height: SQUARE },
        cut_length_mm: found.cut_length_mm,
        run_length_mm: run_mm,
        pen_downs: found.pen_downs,
        travel_mm: found.travel_mm,
        least: found,
        ..CutSummary::empty(LinesCut::Separate)
    };
    Ok(CutPlan {
        left_out: Vec::new(),
        designs: Vec::new(),
        before: 0,
        curves: Vec::new(),
        board: None,
        boxed: None,
        title: "Test card".to_owned(),
        cell_mm: options.cell,
        mirrored: options.mirror,
        sheets: planned,
        fabrics: None,
        summary,
    })
}

/// Returns the lines of a sample, holes first.
fn lines(
    outline: &Outline,
    sample: &Sample,
    options: &CutOptions,
    found: &mut Measuring,
) -> Result<Vec<ToolLine>, CutError> {
    let mut lines = Vec::new();
    let rings = outline.holes().iter().map(|ring| (ring, true)).chain([(outline.outer(), false)]);
    for (ring, inner) in rings {
        let line = Line::ring(ring.points().to_vec());
        let tabs = if sample.tab > 0.0 && !inner { 2 } else { 0 };
        for line in tabbed(&line, (tabs, sample.tab), 0.0, sample.part.name())? {
            found.line(&line);
            let line = if tabs > 0 { line.into() } else { ToolLine::from(options.line.tool.finish(line)) };
            let line = ToolLine { inner, ..line };
            found.run(&line);
            lines.push(line);
        }
    }
    Ok(lines)
}

fn samples(kerf: f64, material: Option<&str>) -> Result<Vec<Sample>, CutError> {
    let mut samples = vec![square(material)?, comb()?, plug("plug", PLUG, COMB, 0.0)?];
    for width in TABS {
        samples.push(tab(width)?);
    }
    samples.push(clearances(kerf)?);
    samples.push(plug("clearance plug", HELD, HELD, kerf)?);
    Ok(samples)
}

/// A square to measure, with text from the smallest size on, and the words of the material as large as fits.
fn square(material: Option<&str>) -> Result<Sample, CutError> {
    let mut labels = vec![label("50 mm", Point::new(SQUARE / 2.0, 41.0), 3.0)];
    labels.extend(material.map(|words| {
        let at = Point::new(SQUARE / 2.0, 46.5);
        let fits = (SQUARE - 4.0) / Text::centered(words, at, LABEL).width();
        label(words, at, LABEL * fits.min(1.0))
    }));
    let mut y = 4.0;
    for height in TEXTS {
        y += height;
        labels.push(label(&format!("{height} mm 0123"), Point::new(SQUARE / 2.0, y), height));
        y += height;
    }
    Ok(Sample {
        part: Part::new("50 mm", Outline::rectangle(SQUARE, SQUARE)?, Vec::new())?,
        tab: 0.0,
        labels,
    })
}

/// A comb whose slots narrow by two steps of the kerf.
fn comb() -> Result<Sample, CutError> {
    let width = f64::from(SLOTS) * PITCH + PITCH - PLUG;
    let mut points = vec![Point::new(0.0, 0.0)];
    let mut labels = Vec::new();
    for slot in 0..SLOTS {
        let kerf = f64::from(slot) * STEP;
        let left = f64::from(slot) * PITCH + PITCH - PLUG;
        let right = left + PLUG - 2.0 * kerf;
        points.extend(
            [(left, 0.0), (left, DEPTH), (right, DEPTH), (right, 0.0)].map(|(x, y)| Point::new(x, y)),
        );
        let words = format!("{kerf:.2}");
        labels.push(label(
            words.trim_start_matches('0'),
            Point::new(f64::midpoint(left, right), COMB - 3.0),
            LABEL,
        ));
    }
    points.extend([(width, 0.0), (width, COMB), (0.0, COMB)].map(|(x, y)| Point::new(x, y)));
    let outline = Outline::new(Ring::new(points)?, Vec::new())?;
    Ok(Sample { part: Part::new("kerf comb", outline, Vec::new())?, tab: 0.0, labels })
}

fn plug(name: &str, width: f64, height: f64, kerf: f64) -> Result<Sample, CutError> {
    let outline = Outline::rectangle(width + kerf, height + kerf)?;
    Ok(Sample { part: Part::new(name, outline, Vec::new())?, tab: 0.0, labels: Vec::new() })
}

fn tab(width: f64) -> Result<Sample, CutError> {
    let part = Part::new(format!("tabs of {width} mm"), Outline::rectangle(TABBED, TABBED)?, Vec::new())?;
    let labels = vec![label(&width.to_string(), Point::new(TABBED / 2.0, TABBED / 2.0), LABEL)];
    Ok(Sample { part, tab: width, labels })
}

/// A plate with square holes, each larger than the plug by a clearance all around together.
fn clearances(kerf: f64) -> Result<Sample, CutError> {
    const AROUND: f64 = 4.0;
    let (mut left, mut holes, mut labels) = (AROUND, Vec::new(), Vec::new());
    for clearance in CLEARANCES {
        let side = HELD + clearance - kerf;
        let hole = Bounds { left, top: AROUND, right: left + side, bottom: AROUND + side };
        let Bounds { left: l, top, right, bottom } = hole;
        let corners = [(l, top), (l, bottom), (right, bottom), (right, top)];
        holes.push(Ring::new(corners.map(|(x, y)| Point::new(x, y)).to_vec())?);
        labels.push(label(&clearance.to_string(), Point::new(hole.center().x, 2.0 * AROUND + HELD), LABEL));
        left += HELD + AROUND;
    }
    let height = 3.0 * AROUND + HELD;
    let outer = [(0.0, 0.0), (left, 0.0), (left, height), (0.0, height)].map(|(x, y)| Point::new(x, y));
    let outline = Outline::new(Ring::new(outer.to_vec())?, holes)?;
    Ok(Sample { part: Part::new("clearances", outline, Vec::new())?, tab: 0.0, labels })
}

fn label(words: &str, at: Point, height_mm: f64) -> PieceLabel {
    PieceLabel { words: words.to_owned(), at, height_mm }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dress, machine, machine_names, sheets};
    use piecework_draw::drawing::Role;

    /// Longer than the square is wide, unless it is written smaller.
    const WORDS: &str = "Birch plywood from the shop around the corner, 3 mm";

    #[test]
    fn the_material_is_written_inside_the_square() {
        let plan = card("generic", 0.2);
        let label = plan.sheets[0].labels.iter().find(|label| label.words == WORDS).expect("written");
        let width = label.text().bounds().width();
        assert!(width <= 46.0 + 1e-6 && width > 40.0, "{width}");
    }

    fn card(name: &str, kerf: f64) -> CutPlan {
        let bed = machine(name).expect("embedded").bed;
        test_card(&CutOptions { kerf, ..CutOptions::new(10.0, bed) }, Some(WORDS)).expect("fits")
    }

    #[test]
    fn the_card_fits_on_every_machine_and_is_drawn() {
        for name in machine_names() {
            let machine = machine(name).expect("embedded");
            let plan = card(name, 0.1);
            let drawn = sheets(&plan, &machine, &Dress::default()).expect("drawn");
            assert!(drawn.iter().all(|sheet| sheet.bounds_of(Role::Cut).is_some()), "{name}");
        }
    }

    /// The slot that fits is two kerfs narrower than the plug as drawn, whatever the kerf.
    #[test]
    fn slots_narrow_by_two_steps_and_the_square_is_never_compensated() {
        let plan = card("generic", 0.3);
        let sheet = &plan.sheets[0];
        let size = |name: &str| {
            let cut = sheet.cuts.iter().find(|cut| cut.name == name).expect(name);
            Bounds::around(cut.lines.iter().flat_map(|line| line.points.iter().copied())).expect("points")
        };
        assert!((size("50 mm").width() - 50.0).abs() < 1e-9);
        assert!((size("plug").width() - 5.0).abs() < 1e-9);
        assert!((size("clearance plug").width() - 8.3).abs() < 1e-9);
        let comb = sheet.cuts.iter().find(|cut| cut.name == "kerf comb").expect("a comb");
        let top = size("kerf comb").top;
        let floors = comb.lines[0]
            .points
            .windows(2)
            .filter(|pair| pair.iter().all(|at| (at.y - top - DEPTH).abs() < 1e-6));
        let widths: Vec<f64> = floors.map(|pair| (pair[0].x - pair[1].x).abs()).collect();
        assert_eq!(widths.len(), usize::from(SLOTS));
        for (step, width) in (0..).zip(&widths) {
            assert!((width - (5.0 - 0.1 * f64::from(step))).abs() < 1e-6, "{widths:?}");
        }
        assert_eq!(
            sheet.cuts.iter().filter(|cut| cut.name.starts_with("tabs") && cut.lines.len() == 2).count(),
            4
        );
    }
}
