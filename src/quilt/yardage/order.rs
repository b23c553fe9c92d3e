//! What is to be cut, before it is known from which strip.
//!
//! In: templates with their counts, or the rectangles of a plan. Out: an [`Order`]. Always holds: sizes are those of
//! the cloth as it is cut, seam allowances included, and none is smaller than what it stands for.

use std::collections::BTreeMap;

use super::{Inches, Size, YardageOptions, yardage};
use crate::colour::Stock;
use crate::geometry::{GeometryError, Outline, Patchwork};
use crate::lattice::Lattice;
use crate::puzzle::{Piece, Puzzle};
use crate::quilt::design::Design;
use crate::quilt::piecing::{CellRect, Outside, PiecingPlan};
use crate::quilt::{Method, QuiltError, QuiltOptions, Units};
use crate::tiling::Tiling;

/// Cloth of one size and fabric.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct CutPiece {
    /// What it is: the name of a template, or `2 × 5` cells.
    pub name: String,
    /// The shorter side as it is cut, and the longer.
    pub size: (Inches, Inches),
    /// How many.
    pub count: usize,
    /// What each is called in the plan, in the order in which they are cut; none if they are all the same.
    pub labels: Vec<String>,
    /// Whether this is the rectangle around a template, and not the cloth itself.
    pub boxed: bool,
}

/// All that is cut for the top of a quilt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The names of the fabrics.
    pub fabrics: Vec<String>,
    /// What is cut from each fabric, in the order of the fabrics.
    pub pieces: Vec<Vec<CutPiece>>,
    /// Finished width and height of the top without borders.
    pub top: (Inches, Inches),
    /// The length of the outline, if that is no rectangle.
    pub outline: Option<Inches>,
    /// The finished edge of a cell.
    pub cell: Inches,
    /// The seam allowance on every side of a piece.
    pub seam_allowance: Inches,
    /// What each fabric is cut from, in the order of the fabrics.
    pub cut_from: Vec<CutFrom>,
}

/// What a fabric is cut from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CutFrom {
    /// What [`YardageOptions::fat_quarters`](super::YardageOptions::fat_quarters) says.
    #[default]
    AsAsked,
    /// Cloth from the bolt, whatever the others are cut from.
    Bolt,
    /// Fat quarters; of [`YardageOptions::usual_quarter`](super::YardageOptions::usual_quarter) unless a size is asked for.
    FatQuarters,
}

impl CutFrom {
    /// What cloth of such a stock is.
    pub(in crate::quilt) const fn of(stock: Stock) -> Self {
        match stock {
            Stock::Cloth { .. } => CutFrom::Bolt,
            Stock::FatQuarters(_) => CutFrom::FatQuarters,
            Stock::Patches(_) | Stock::Cells(_) => CutFrom::AsAsked,
        }
    }

    /// The size of the fat quarters, if it is these.
    pub(in crate::quilt) fn quarters(self, options: &YardageOptions) -> Option<(Inches, Inches)> {
        let asked = options.fat_quarters.map(|(one, other)| (Inches::of(one), Inches::of(other)));
        match self {
            CutFrom::AsAsked => asked,
            CutFrom::Bolt => None,
            CutFrom::FatQuarters => asked.or_else(|| {
                let (one, other) = options.usual_quarter;
                Some((Inches::of(one), Inches::of(other)))
            }),
        }
    }
}

/// How the patches of a quilt are cut.
#[derive(Clone, Copy)]
pub(in crate::quilt) enum Cut<'a> {
    /// Whole, by templates.
    Whole(&'a Tiling),
    /// In strips of triangles, each of which is part of a patch.
    Strips(&'a Tiling, &'a [usize]),
    /// In the rectangles of a plan.
    Rectangles(&'a PiecingPlan),
}

/// The step to which lengths are rounded up that are no fractions of an inch or a millimetre.
fn step(units: Units) -> Inches {
    match units {
        Units::Imperial => Inches::SIXTEENTH,
        Units::Metric => Inches::TENTH_OF_A_MM,
    }
}

/// The finest line of a quilter's ruler.
fn ruler(units: Units) -> Inches {
    match units {
        Units::Imperial => Inches::SIXTEENTH,
        Units::Metric => Inches::millimetres(1),
    }
}

/// A length with so many per cent more, rounded up to a line of a ruler; without any as it is.
pub(in crate::quilt) fn with_extra(length: Inches, percent: u32, units: Units) -> Inches {
    let step = ruler(units);
    if percent == 0 { length } else { step.times(length.with_percent(percent).over(step)) }
}

impl Order {
    /// The pieces of a design that are cut by templates, each as the rectangle around its template: what quilters buy
    /// fabric by.
    pub(in crate::quilt) fn of_templates(design: &Design<'_>) -> Result<Self, GeometryError> {
        let mut order =
            Self::around(&design.patchwork, design.tiling.lattice(), design.options, fabrics(design));
        for used in &design.templates {
            let size = order.box_around(&design.tiling.puzzle().pieces()[used.piece], design.options)?;
            for (pieces, &(front, mirrored)) in order.pieces.iter_mut().zip(&used.by_fabric) {
                let (count, name) = (front + mirrored, used.name.clone());
                if count > 0 {
                    pieces.push(CutPiece { name, size, count, labels: Vec::new(), boxed: true });
                }
            }
        }
        Ok(order)
    }

    /// The rectangles of a plan of straight seams, by fabric and size; background is cut from the fabric `background`.
    ///
    /// `design` must be of the tiling that the plan is of.
    pub(in crate::quilt) fn of_plan(design: &Design<'_>, plan: &PiecingPlan) -> Self {
        let mut order =
            Self::around(&design.patchwork, design.tiling.lattice(), design.options, fabrics(design));
        let fabric_of = |placement: Option<usize>| placement.map(|placement| design.fabric_of[placement]);
        order.add_rectangles(plan, fabric_of);
        order.top = (order.cell.times(plan.size.columns), order.cell.times(plan.size.rows));
        let cells: usize = plan.cloth().map(|(part, _)| part.cells).sum();
        // With all cells sewn it is a rectangle, whatever the region is.
        order.outline = order.outline.filter(|_| cells < plan.size.cells());
        order
    }

    /// Adds the rectangles of a plan; those without a fabric come from one more, `background`.
    pub fn add_rectangles(&mut self, plan: &PiecingPlan, fabric_of: impl Fn(Option<usize>) -> Option<usize>) {
        let mut sizes: BTreeMap<(usize, (usize, usize)), Vec<String>> = BTreeMap::new();
        let background = self.fabrics.len();
        for (part, patch) in plan.cloth() {
            let fabric = fabric_of(patch.placement).unwrap_or(background);
            sizes.entry((fabric, CellRect::sides(part.area))).or_default().push(part.label.clone());
        }
        if sizes.keys().any(|&(fabric, _)| fabric == background) {
            self.fabrics.push("background".to_owned());
            self.pieces.push(Vec::new());
            self.cut_from.push(CutFrom::default());
        }
        for ((fabric, (short, long)), labels) in sizes {
            let size = (self.cut(self.cell.times(short)), self.cut(self.cell.times(long)));
            let name = format!("{short} × {long}");
            self.pieces[fabric].push(CutPiece { name, size, count: labels.len(), labels, boxed: false });
        }
    }

    /// What a finished length is cut.
    #[must_use]
    pub fn cut(&self, finished: Inches) -> Inches {
        finished + self.seam_allowance.times(2)
    }

    /// An order of nothing yet.
    fn around(patchwork: &Patchwork, lattice: Lattice, options: &QuiltOptions, fabrics: Vec<String>) -> Self {
        let (bounds, board) = (patchwork.bounds(), patchwork.board());
        let around: f64 = board.iter().map(Outline::perimeter).sum();
        let is_rectangle = lattice == Lattice::Square && board.len() == 1 && board[0].corners().count() == 4;
        let side = |mm: f64| finished(lattice, options, mm);
        let stash = options.stash();
        let from = |name: &String| {
            let stock = stash.iter().find(|(fabric, _)| fabric == name);
            stock.map_or(CutFrom::default(), |&(_, stock)| CutFrom::of(stock))
        };
        Self {
            pieces: vec![Vec::new(); fabrics.len()],
            cut_from: fabrics.iter().map(from).collect(),
            fabrics,
            top: (side(bounds.width()), side(bounds.height())),
            // On every lattice it runs along whole edges of cells.
            outline: (!is_rectangle).then(|| Inches::of_mm(options.cell).times(whole(around / options.cell))),
            cell: Inches::of_mm(options.cell),
            seam_allowance: Inches::of_mm(options.seam_allowance),
        }
    }

    /// What the patches of a quilt are cut into: rectangles for each, the shorter side first; and an order of nothing, for
    /// what goes around the top.
    pub(in crate::quilt) fn by_patch(
        whole: &Tiling,
        cut: Cut<'_>,
        options: &QuiltOptions,
    ) -> Result<(Vec<Vec<Size>>, Self), GeometryError> {
        let patchwork = Patchwork::trace(whole, options.cell)?;
        let mut order = Self::around(&patchwork, whole.lattice(), options, Vec::new());
        let mut sizes = vec![Vec::new(); whole.placements().len()];
        match cut {
            Cut::Whole(tiling) => order.add_boxes(tiling, |patch| patch, options, &mut sizes)?,
            Cut::Strips(tiling, patch_of) => {
                order.add_boxes(tiling, |strip| patch_of[strip], options, &mut sizes)?;
            }
            Cut::Rectangles(plan) => {
                for (part, patch) in plan.cloth() {
                    let (short, long) = CellRect::sides(part.area);
                    let size = (order.cut(order.cell.times(short)), order.cut(order.cell.times(long)));
                    // Background is no patch.
                    if let Some(placement) = patch.placement {
                        sizes[placement].push(size);
                    }
                }
                order.top = (order.cell.times(plan.size.columns), order.cell.times(plan.size.rows));
                order.outline = None;
            }
        }
        Ok((sizes, order))
    }

    /// The box around each placement, added to the patch that it is part of.
    fn add_boxes(
        &self,
        tiling: &Tiling,
        patch_of: impl Fn(usize) -> usize,
        options: &QuiltOptions,
        sizes: &mut [Vec<Size>],
    ) -> Result<(), GeometryError> {
        let pieces = tiling.puzzle().pieces().iter();
        let boxes = pieces.map(|piece| self.box_around(piece, options)).collect::<Result<Vec<_>, _>>()?;
        for (index, placement) in tiling.placements().iter().enumerate() {
            sizes[patch_of(index)].push(boxes[placement.piece]);
        }
        Ok(())
    }

    /// The box around a template with its seam allowance, the shorter side first.
    fn box_around(&self, piece: &Piece, options: &QuiltOptions) -> Result<(Inches, Inches), GeometryError> {
        let (lattice, outline) = (piece.shape.lattice(), Outline::of_shape(&piece.shape, options.cell)?);
        let (width, height) = if lattice == Lattice::Square {
            let side = |mm: f64| self.cut(finished(lattice, options, mm));
            (side(outline.bounds().width()), side(outline.bounds().height()))
        } else {
            let bounds = outline.with_allowance(options.seam_allowance, &piece.name)?.bounds();
            let seams = self.seam_allowance.times(2);
            // What is between two seams may be exact.
            let side = |mm: f64| match exactly(options, mm - seams.mm()) {
                Some(finished) => finished + seams,
                None => Inches::at_least(mm, step(options.units)),
            };
            (side(bounds.width()), side(bounds.height()))
        };
        Ok((width.min(height), width.max(height)))
    }
}

/// Refuses, before any search, what no tiling of a puzzle could be sewn with: fabric too narrow for a piece that must
/// be used, and whatever [`yardage`] refuses whatever is cut.
///
/// # Errors
/// As [`yardage`]; [`QuiltError::Geometry`] for a cell that cannot be.
pub fn check_fabric(puzzle: &Puzzle, options: &QuiltOptions) -> Result<(), QuiltError> {
    let patchwork = Patchwork::of_region(puzzle.region(), options.cell)?;
    let lattice = puzzle.region().lattice();
    let mut order = Order::around(&patchwork, lattice, options, vec![String::new()]);
    let stash = options.stash();
    let largest = [CutFrom::Bolt, CutFrom::FatQuarters];
    let largest =
        largest.into_iter().find(|from| stash.iter().any(|&(_, stock)| CutFrom::of(stock) == *from));
    order.cut_from = vec![largest.unwrap_or_default()];
    if options.method == Method::Straight {
        if lattice == Lattice::Square && options.piecing.outside == Outside::Background {
            // Background makes a rectangle of every outline.
            order.outline = None;
        }
    } else {
        let only = puzzle.pieces().len() == 1;
        for piece in puzzle.pieces().iter().filter(|piece| only || piece.count.min > 0) {
            let size = order.box_around(piece, options)?;
            let name = piece.name.clone();
            order.pieces[0].push(CutPiece { name, size, count: 1, labels: Vec::new(), boxed: true });
        }
    }
    yardage(&order, &options.yardage)?;
    Ok(())
}

fn fabrics(design: &Design<'_>) -> Vec<String> {
    design.fabrics.iter().map(|fabric| fabric.name.clone()).collect()
}

/// A length between corners of the lattice: exact where it is so many cells or half cells, as everything is on squares,
/// else rounded up.
fn finished(lattice: Lattice, options: &QuiltOptions, mm: f64) -> Inches {
    if lattice == Lattice::Square {
        return Inches::of_mm(options.cell).times(whole(mm / options.cell));
    }
    exactly(options, mm).unwrap_or_else(|| Inches::at_least(mm, step(options.units)))
}

/// A length that is a whole number of half cells. Off the square lattice all others are irrational, and no quilt is so large
/// that one of them comes as near.
fn exactly(options: &QuiltOptions, mm: f64) -> Option<Inches> {
    /// What is lost by counting with binary numbers, in half cells.
    const LOST: f64 = 1e-6;
    let halves = mm / options.cell * 2.0;
    let half = Inches::of_mm(options.cell / 2.0);
    ((halves - halves.round()).abs() < LOST).then(|| half.times(whole(halves)))
}

/// The nearest whole number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "cells of a quilt, and not negative"
)]
fn whole(count: f64) -> usize {
    count.round() as usize
}
