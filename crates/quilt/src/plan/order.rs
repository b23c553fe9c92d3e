//! Orders the cloth for patches: the boxes around templates, or the rectangles of a plan.
//!
//! Lengths that are not fractions of an inch or a millimetre are rounded up, so that nothing is cut too
//! small.

use super::edge::{TopEdge, is_rectangle};
use super::error::QuiltError;
use super::options::QuiltOptions;
use super::piecing::{CellRect, PiecingPlan};
use super::rows::Rows;
use super::yardage::{CutFrom, CutPiece, FabricOrder, Inches, PatchCloth};
use crate::units::Units;
use piecework_draw::geometry::{GeometryError, Outline, Patchwork};
use piecework_tiling::lattice::Lattice;
use piecework_tiling::puzzle::Piece;
use piecework_tiling::tiling::Tiling;

/// How the patches of a quilt are cut.
#[derive(Clone, Copy)]
pub(super) enum PatchCutting<'a> {
    /// Whole, by templates.
    Whole(&'a Tiling),
    /// In strips of triangles, each of which is part of a patch.
    Strips(&'a Rows),
    /// In the rectangles of a plan.
    Rectangles(&'a PiecingPlan),
}

/// The step to which lengths are rounded up that are no fractions of an inch or a millimetre.
pub(super) fn step(units: Units) -> Inches {
    match units {
        Units::Imperial => Inches::SIXTEENTH,
        Units::Metric => Inches::TENTH_OF_A_MM,
    }
}

impl FabricOrder {
    /// An order of nothing yet.
    pub(super) fn around(
        patchwork: &Patchwork,
        lattice: Lattice,
        options: &QuiltOptions,
        fabrics: Vec<String>,
    ) -> Self {
        let (bounds, board) = (patchwork.bounds(), patchwork.board());
        let around: f64 = board.iter().map(Outline::perimeter).sum();
        let is_straight = is_rectangle(patchwork) || options.edge.makes_a_rectangle();
        let side = |mm: f64| finished(lattice, options, mm);
        let stash = options.stash();
        let from = |name: &String| {
            let stock = stash.iter().find(|(fabric, _)| fabric == name);
            stock.map_or(CutFrom::default(), |&(_, stock)| CutFrom::stock(stock))
        };
        Self {
            pieces: vec![Vec::new(); fabrics.len()],
            nested: vec![Vec::new(); fabrics.len()],
            cut_from: fabrics.iter().map(from).collect(),
            fabrics,
            top: (side(bounds.width()), side(bounds.height())),
            // On every lattice it runs along whole edges of cells.
            outline: (!is_straight).then(|| Inches::of_mm(options.cell).times(whole(around / options.cell))),
            edge: options.edge,
            cell: Inches::of_mm(options.cell),
            seam_allowance: Inches::of_mm(options.seam_allowance),
            paper_extra: options.paper_extra(),
            one_way: options.one_way.clone(),
            background: options.background_name(),
        }
    }

    /// What the patches of a quilt are cut into; and an order of the background alone, for what goes around
    /// the top.
    pub(super) fn by_patch(
        whole: &Tiling,
        cut: PatchCutting<'_>,
        options: &QuiltOptions,
    ) -> Result<(Vec<PatchCloth>, Self), QuiltError> {
        let patchwork = Patchwork::trace(whole, options.cell)?;
        let mut order = Self::around(&patchwork, whole.lattice(), options, Vec::new());
        let mut cloth = vec![PatchCloth::default(); whole.placements().len()];
        match cut {
            PatchCutting::Whole(tiling) => {
                order.add_boxes(tiling, |patch| patch, options, &mut cloth)?;
                let edge = TopEdge::new(&patchwork, None, options)?;
                order.add_edge(edge.as_ref(), &patchwork, whole.lattice(), options)?;
            }
            PatchCutting::Strips(rows) => {
                order.add_boxes(&rows.strips, |strip| rows.patch_of[strip], options, &mut cloth)?;
                let strips = Patchwork::trace(&rows.strips, options.cell)?;
                let edge = TopEdge::new(&strips, Some(rows), options)?;
                order.add_edge(edge.as_ref(), &strips, whole.lattice(), options)?;
            }
            PatchCutting::Rectangles(plan) => {
                let background = order.add_cut(plan, options, &mut cloth);
                if !background.is_empty() {
                    let name = order.background.clone();
                    order.add_fabric(&name, CutFrom::Bolt, background);
                }
                order.top = (order.cell.times(plan.size.columns), order.cell.times(plan.size.rows));
                order.outline = None;
            }
        }
        Ok((cloth, order))
    }

    /// The rectangles of a plan, added to the patches that they are part of; returns those of the background.
    fn add_cut(&self, plan: &PiecingPlan, options: &QuiltOptions, cloth: &mut [PatchCloth]) -> Vec<CutPiece> {
        let mut background = Vec::new();
        for (part, on_paper) in plan.parts.iter().zip(plan.on_paper()) {
            let Some(patch) = &part.patch else { continue };
            let cut =
                |(a, b): (usize, usize)| (self.cut_rectangle(a, on_paper), self.cut_rectangle(b, on_paper));
            let size = cut(CellRect::sides(part.area));
            let Some(placement) = patch.placement else {
                background.push(CutPiece::rectangle(part.label.clone(), size, 1, Vec::new()));
                continue;
            };
            cloth[placement].sizes.push(size);
            if !options.one_way.is_empty() {
                cloth[placement].upright.push(cut((part.area.columns, part.area.rows)));
            }
        }
        background
    }

    /// The box around each placement, added to the patch that it is part of.
    fn add_boxes(
        &self,
        tiling: &Tiling,
        patch_of: impl Fn(usize) -> usize,
        options: &QuiltOptions,
        cloth: &mut [PatchCloth],
    ) -> Result<(), GeometryError> {
        let pieces = tiling.puzzle().pieces().iter();
        let boxes = pieces.map(|piece| self.boxed(piece, 1, options)).collect::<Result<Vec<_>, _>>()?;
        for (index, placement) in tiling.placements().iter().enumerate() {
            let (patch, piece) = (&mut cloth[patch_of(index)], &boxes[placement.piece]);
            patch.sizes.push(piece.size);
            *patch.template_mm2.get_or_insert_default() += piece.area_mm2;
        }
        if !options.one_way.is_empty() {
            let patchwork = Patchwork::trace(tiling, options.cell)?;
            for (index, patch) in patchwork.patches().iter().enumerate() {
                let of = (patch.name(), String::new());
                let piece = self.boxed_upright(of, patch.outline(), tiling.lattice(), options)?;
                cloth[patch_of(index)].upright.push(piece.size);
            }
        }
        Ok(())
    }

    /// A number of patches that are cut by a template, as the box around it.
    pub(super) fn boxed(
        &self,
        piece: &Piece,
        count: usize,
        options: &QuiltOptions,
    ) -> Result<CutPiece, GeometryError> {
        let outline = Outline::of_shape(&piece.shape, options.cell)?;
        self.boxed_outline((&piece.name, &outline), count, piece.shape.lattice(), options)
    }

    /// A number of pieces that are cut by the template of a finished outline.
    pub(super) fn boxed_outline(
        &self,
        (name, outline): (&str, &Outline),
        count: usize,
        lattice: Lattice,
        options: &QuiltOptions,
    ) -> Result<CutPiece, GeometryError> {
        let cut = outline.with_allowance(options.seam_allowance, name)?;
        let (width, height) = self.box_around(outline, &cut, lattice, options);
        let size = (width.min(height), width.max(height));
        let (name, area_mm2) = (name.to_owned(), cut.area());
        Ok(CutPiece {
            name,
            size,
            one_way: false,
            count,
            labels: Vec::new(),
            boxed: true,
            area_mm2,
            nest: None,
        })
    }

    /// A patch that is cut upright, as its finished outline is in the quilt.
    pub(super) fn boxed_upright(
        &self,
        (name, label): (&str, String),
        outline: &Outline,
        lattice: Lattice,
        options: &QuiltOptions,
    ) -> Result<CutPiece, GeometryError> {
        let cut = outline.with_allowance(options.seam_allowance, name)?;
        let size = self.box_around(outline, &cut, lattice, options);
        let (name, area_mm2) = (name.to_owned(), cut.area());
        let labels = vec![label];
        Ok(CutPiece { name, size, one_way: true, count: 1, labels, boxed: true, area_mm2, nest: None })
    }

    /// Width and height of the box around a template with its seam allowance.
    fn box_around(
        &self,
        outline: &Outline,
        cut: &Outline,
        lattice: Lattice,
        options: &QuiltOptions,
    ) -> (Inches, Inches) {
        let (width, height) = if lattice.is_rectilinear() {
            let side = |mm: f64| self.cut(finished(lattice, options, mm));
            (side(outline.bounds().width()), side(outline.bounds().height()))
        } else {
            let bounds = cut.bounds();
            let seams = self.seam_allowance.times(2);
            // What is between two seams may be exact.
            let side = |mm: f64| match exactly(options, mm - seams.mm()) {
                Some(finished) => finished + seams,
                None => Inches::at_least(mm, step(options.units)),
            };
            (side(bounds.width()), side(bounds.height()))
        };
        (width, height)
    }
}

/// A length between corners of the lattice: exact where it is a number of cells or half cells, as everything
/// is on squares, else rounded up.
fn finished(lattice: Lattice, options: &QuiltOptions, mm: f64) -> Inches {
    if lattice.is_rectilinear() {
        return Inches::of_mm(options.cell).times(whole(mm / options.cell));
    }
    exactly(options, mm).unwrap_or_else(|| Inches::at_least(mm, step(options.units)))
}

/// A length that is a whole number of half cells. Off the square lattice all others are irrational, and no
/// quilt is so large that one of them comes as near.
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
