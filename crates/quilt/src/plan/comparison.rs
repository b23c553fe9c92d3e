//! Compares the construction methods of a quilt in numbers, all counted on its own tiling.

use super::cut_patches::CutPatches;
use super::design::{Design, TemplateUse};
use super::joining::{BLOCK, SewingOrder, sewing_order_until};
use super::options::Method;
use super::piecing::{self, Methods, PiecingPlan, SewingMethod};
use piecework_draw::geometry::{Outline, Patch, Patchwork};
use piecework_draw::layout::PAGE_OVERLAP;
use piecework_draw::page::sizes::{AIR, STRIP};
use piecework_tiling::stop::Stopped;

/// One method in figures.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct MethodRow {
    /// Which method.
    pub method: SewingMethod,
    /// Whether the pattern is made for it.
    pub chosen: bool,
    /// How many pieces of cloth are cut.
    pub pieces: usize,
    /// How many seams are sewn.
    pub seams: usize,
    /// The length of all seams, in edges of a cell.
    pub seam_cells: usize,
    /// The length of all seams, in mm.
    pub seam_length_mm: f64,
    /// Corners that are sewn into a notch.
    pub set_in_corners: usize,
    /// Seams that are left open at one end and closed later, in the order in which the pattern sews whole
    /// patches.
    pub partial_seams: usize,
    /// How many times the needle turns where no patch has a notch, in the same order.
    pub pivots: usize,
    /// Notches that are clipped.
    pub clipped_corners: usize,
    /// The area of all pieces as they are cut, in square mm: what the fabrics hold at the very least. None
    /// where the seam allowance closes a notch.
    pub cut_area_mm2: Option<f64>,
}

/// All methods that there are for a quilt.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct MethodTable {
    /// The methods, the one with the fewest pieces of each kind first.
    pub rows: Vec<MethodRow>,
    /// Into how few rectangles the patches can be cut at all, in whatever order they are sewn. Squares only.
    pub least_rectangles: Option<usize>,
    /// Why there are no straight seams, if that is so.
    pub no_straight_seams: Option<String>,
    /// What to do instead, if the method makes no sense for a quilt of this size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<MethodAdvice>,
}

/// A method that nobody would sew a quilt of this size by, and a better one.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct MethodAdvice {
    /// The number of steps of the method asked for.
    pub steps: usize,
    /// How often the needle turns: at inside corners, partial seams and pivots.
    pub turns: usize,
    /// Into how many sheets of paper its templates or papers are divided at most, which are taped together
    /// again.
    pub taped_sheets: usize,
    /// The better method; the same one where only the paper is too small.
    pub better: SewingMethod,
    /// How many pieces of cloth are cut for it.
    pub pieces: usize,
    /// How many seams are sewn for it.
    pub seams: usize,
}

/// From how many turns of the needle on there is a better method; chosen by eye. The quilt of 92 Y
/// hexominoes, which was sewn, has 221.
pub(crate) const MOST_TURNS: usize = 300;

/// From how many sheets on that are taped together there is a better way; chosen by eye.
const MOST_TAPED: usize = 60;

impl MethodAdvice {
    /// For a quilt that is sewn by templates or over papers: the method with straight seams, if there is one,
    /// else papers.
    fn of_whole_patches(rows: &[MethodRow], taped_sheets: usize) -> Option<Self> {
        let is_whole =
            |row: &&MethodRow| matches!(row.method, SewingMethod::Templates | SewingMethod::EnglishPaper);
        let asked = rows.iter().filter(is_whole).find(|row| row.chosen)?;
        let turns = asked.set_in_corners + asked.partial_seams + asked.pivots;
        let of = |method: SewingMethod| rows.iter().find(|row| row.method == method && !row.chosen);
        let better = of(SewingMethod::StraightSeams)
            .or_else(|| of(SewingMethod::Rows))
            .or_else(|| of(SewingMethod::EnglishPaper).filter(|_| turns > MOST_TURNS))
            .unwrap_or(asked);
        let (pieces, seams) = (better.pieces, better.seams);
        let steps = asked.pieces.saturating_sub(1);
        let makes_no_sense = turns > MOST_TURNS || taped_sheets > MOST_TAPED;
        makes_no_sense.then_some(Self { steps, turns, taped_sheets, better: better.method, pieces, seams })
    }
}

/// Compares the methods. `plan` is the plan of straight seams of this quilt, `order` the order in which its
/// whole patches are sewn, if it has one.
pub(super) fn compare(
    design: &Design,
    plan: Option<&PiecingPlan>,
    order: Option<&SewingOrder>,
) -> Result<MethodTable, Stopped> {
    let stop = &design.options.stop;
    let methods = piecing::compare(&design.whole, &design.options.piecing, plan, stop);
    stop.check()?;
    // Over hundreds of papers nobody asks how often templates would turn, and planning that takes minutes.
    let is_chart = design.is_chart();
    let (partial_seams, pivots) = match order {
        _ if is_chart => (0, 0),
        Some(order) => (order.partial_seams(), order.pivots()),
        None => turns(design)?,
    };
    let is_shown = |of: &&piecing::MethodFigures| !(is_chart && of.method == SewingMethod::Templates);
    let rows = methods.figures.iter().filter(is_shown).map(|figures| MethodRow {
        method: figures.method,
        chosen: figures.method == chosen(design),
        pieces: figures.pieces,
        seams: figures.seams,
        seam_cells: figures.seam_cells,
        seam_length_mm: figures.seam_length * design.options.cell,
        set_in_corners: figures.set_in_corners,
        partial_seams: if figures.method == SewingMethod::Templates { partial_seams } else { 0 },
        pivots: if figures.method == SewingMethod::Templates { pivots } else { 0 },
        clipped_corners: figures.clipped_corners,
        cut_area_mm2: cut_area(design, figures),
    });
    // Triangles of one fabric may be one piece.
    let cut = design.cut.as_ref().filter(|cut| cut.are_squares());
    let pieces = |row: MethodRow| match cut.filter(|_| row.chosen) {
        Some(cut) => MethodRow {
            pieces: cut.count(),
            seams: cut.count() - 1,
            seam_length_mm: design.patchwork.seam_length(),
            ..row
        },
        None => row,
    };
    let rows: Vec<MethodRow> = rows.map(pieces).collect();
    let Methods { least_rectangles, refused, .. } = methods;
    let advice = MethodAdvice::of_whole_patches(&rows, taped_sheets(design));
    Ok(MethodTable {
        rows,
        least_rectangles,
        no_straight_seams: refused.map(|reason| reason.to_string()),
        advice,
    })
}

/// Into how many sheets at most templates or papers are divided that are larger than one; none on a roll.
fn taped_sheets(design: &Design) -> usize {
    let (paper, patches) = (&design.options.paper, design.patchwork.patches());
    let Some(usable) = paper.usable().ok().filter(|_| !paper.roll) else { return 0 };
    // The strip is along either edge.
    let strip = STRIP + AIR / 2.0;
    let rooms = [(usable.width(), usable.height() - strip), (usable.width() - strip, usable.height())];
    let (printed, allowance): (Vec<&Patch>, f64) = match design.options.method {
        Method::Straight | Method::Fused => return 0,
        Method::EnglishPaper => (patches.iter().collect(), 0.0),
        Method::Templates => {
            let of = |used: &TemplateUse| patches.iter().find(|patch| patch.piece() == used.piece);
            (design.templates.iter().filter_map(of).collect(), design.options.seam_allowance)
        }
    };
    let sheets = |patch: &Patch| {
        let size = patch.outline().bounds().inset(-allowance);
        let along =
            |length: f64, room: f64| ((length - PAGE_OVERLAP) / (room - PAGE_OVERLAP) - 1e-6).ceil().max(1.0);
        let on = |(width, height): (f64, f64)| {
            let upright = along(size.width(), width) * along(size.height(), height);
            upright.min(along(size.height(), width) * along(size.width(), height))
        };
        rooms.map(on).into_iter().fold(f64::INFINITY, f64::min)
    };
    let taped = printed.into_iter().map(sheets).filter(|&sheets| sheets > 1.0).sum::<f64>();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count, not negative")]
    let count = taped as usize;
    count
}

/// Partial seams and pivots of whole patches; none of what cannot be traced, which has no pattern either.
fn turns(design: &Design) -> Result<(usize, usize), Stopped> {
    let Ok(patchwork) = Patchwork::trace(&design.whole, design.options.cell) else { return Ok((0, 0)) };
    let order = sewing_order_until(&patchwork, BLOCK, &design.options.stop)?;
    Ok((order.partial_seams(), order.pivots()))
}

/// The row of the method that a pattern is made for.
fn chosen(design: &Design) -> SewingMethod {
    match design.options.method {
        Method::Templates => SewingMethod::Templates,
        Method::Straight if design.rows().is_some() => SewingMethod::Rows,
        Method::Straight => SewingMethod::StraightSeams,
        Method::EnglishPaper => SewingMethod::EnglishPaper,
        Method::Fused => SewingMethod::Squares,
    }
}

/// The cloth that is cut, unless it cannot be cut.
fn cut_area(design: &Design, figures: &piecing::MethodFigures) -> Option<f64> {
    let (cell, allowance) = (design.options.cell, design.options.seam_allowance);
    let whole = matches!(figures.method, SewingMethod::Templates | SewingMethod::EnglishPaper);
    if whole && Outline::try_allowance(design.whole.puzzle(), cell, allowance).is_err() {
        return None;
    }
    // Off the square lattice all other methods than rows of triangles are those of whole patches, or of parts.
    let is_cut = matches!(figures.method, SewingMethod::StraightSeams | SewingMethod::Rows);
    figures.cut_area(cell, allowance).or_else(|| {
        let cut =
            || design.cut.clone().or_else(|| CutPatches::from_tiling(&design.whole, &design.options).ok());
        let cut = is_cut.then(cut);
        let tiling = cut.as_ref().map_or(Some(&design.whole), |cut| Some(&cut.as_ref()?.parts))?;
        let patchwork = Patchwork::trace(tiling, cell).ok()?;
        let patches = patchwork.patches().iter();
        patches.map(|patch| Some(patch.outline().with_allowance(allowance, patch.name()).ok()?.area())).sum()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(method: SewingMethod, chosen: bool, pieces: usize, turns: usize) -> MethodRow {
        MethodRow {
            method,
            chosen,
            pieces,
            seams: pieces - 1,
            seam_cells: 0,
            seam_length_mm: 0.0,
            set_in_corners: turns,
            partial_seams: 0,
            pivots: 0,
            clipped_corners: 0,
            cut_area_mm2: None,
        }
    }

    #[test]
    fn a_better_method_is_named_where_templates_make_no_sense() {
        let templates = |turns, chosen| row(SewingMethod::Templates, chosen, 960, turns);
        let straight = row(SewingMethod::StraightSeams, false, 2000, 0);
        let papers = row(SewingMethod::EnglishPaper, false, 960, 0);
        let of = |rows: &[MethodRow]| MethodAdvice::of_whole_patches(rows, 0);
        let advice = of(&[templates(1669, true), straight.clone(), papers.clone()]);
        let advice = advice.expect("too many turns");
        assert_eq!((advice.steps, advice.turns, advice.better), (959, 1669, SewingMethod::StraightSeams));
        assert!(advice.in_words().contains("959 steps") && advice.in_words().contains("--method straight"));
        let hexagons = of(&[templates(1669, true), papers]).expect("too many turns");
        assert_eq!(hexagons.better, SewingMethod::EnglishPaper);
        for rows in [[templates(221, true), straight.clone()], [templates(1669, false), straight]] {
            assert_eq!(of(&rows), None);
        }
    }

    #[test]
    fn many_taped_sheets_are_said_before_they_are_printed() {
        let rows = |method| [row(method, true, 12, 0), row(SewingMethod::StraightSeams, false, 28, 0)];
        for method in [SewingMethod::Templates, SewingMethod::EnglishPaper] {
            let advice = MethodAdvice::of_whole_patches(&rows(method), 172).expect("too many sheets");
            assert_eq!(advice.better, SewingMethod::StraightSeams);
            let words = advice.in_words();
            assert!(
                words.contains("up to 172 sheets; straight seams need none (--method straight): 28 pieces")
            );
            assert_eq!(MethodAdvice::of_whole_patches(&rows(method), 12), None);
        }
        let hexagons =
            [row(SewingMethod::Templates, true, 7, 33), row(SewingMethod::EnglishPaper, false, 7, 0)];
        let advice = MethodAdvice::of_whole_patches(&hexagons, 172).expect("too many sheets");
        assert_eq!(advice.better, SewingMethod::Templates, "the same on a roll");
        let words = advice.in_words();
        assert!(words.ends_with("up to 172 sheets; print on a roll (--paper roll-36in)"), "{words}");
    }
}
