//! Orders the cloth for patches: the boxes around templates, or the rectangles of a plan.
//!
//! Lengths that are not fractions of an inch or a millimetre are rounded up, so that nothing is cut too
//! small.

use std::collections::{BTreeMap, BTreeSet};

use super::cut_patches::{CutPatches, Rows};
use super::edge::{TopEdge, extent, is_rectangle};
use super::error::QuiltError;
use super::finish::EdgeFinish;
use super::half_squares::{self, is_half_square};
use super::options::{Method, QuiltOptions};
use super::piecing::{ALONG_BLOCKS, OnPoint, PiecedPart, PiecingPlan};
use super::scallops::Scallops;
use super::yardage::{
    ClothSize, Cut, CutFrom, CutItem, CutPiece, CutSize, CutWay, FabricOrder, Hands, Inches, LaidWay,
    RotaryCut, RotaryShape, RowLengths, StripRows, ways,
};
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
    /// In parts, such as strips of triangles.
    Parts(&'a CutPatches),
    /// The same parts, each a patch of its own.
    EachPart(&'a CutPatches),
    /// In the rectangles of a plan.
    Rectangles(&'a PiecingPlan),
}

/// What the patches of a quilt are cut into.
#[derive(Debug, Clone)]
pub(crate) struct PatchCuts {
    /// All that is cut, each once.
    pub(crate) items: Vec<CutItem>,
    /// The same with larger cells: a layout of larger pieces is one of smaller pieces too, so smaller cells never
    /// need more cloth.
    pub(crate) larger: Vec<Vec<CutItem>>,
    /// How long rows of shapes may be.
    pub(crate) lengths: RowLengths,
    /// What each template, part or rectangle is, in the order of the patchwork or of the plan.
    pub(crate) parts: Vec<CutPart>,
}

/// A part of a patch, or of the background.
#[derive(Debug, Clone)]
pub(crate) struct CutPart {
    /// The patch that it is part of; none for the background.
    pub(crate) patch: Option<usize>,
    /// What it is, and whether it is reversed.
    item: (usize, usize),
    /// What it is from a one-way print; none where no fabric has one.
    upright: Option<usize>,
    /// What it is called, if it is a rectangle.
    pub(crate) label: Option<String>,
}

impl CutPart {
    /// What it is, and its hand.
    pub(crate) fn lying(&self, one_way: bool) -> (usize, usize) {
        self.upright.filter(|_| one_way).map_or(self.item, |item| (item, 0))
    }
}

impl PatchCuts {
    /// What patches are cut into in one of these ways.
    pub(super) fn new(cut: PatchCutting<'_>, options: &QuiltOptions) -> Result<Self, QuiltError> {
        let mut cuts = Self::with_cells(cut, options, &[])?;
        if options.yardage.quarters().is_none() {
            for cell in larger_cells(options) {
                let options = QuiltOptions { cell, ..options.clone() };
                let items = Self::with_cells(cut, &options, &cuts.items)?.items;
                cuts.larger.extend((items.len() == cuts.items.len()).then_some(items));
            }
        }
        Ok(cuts)
    }

    /// The same with cells of one size, in rows `like` those of another.
    fn with_cells(
        cut: PatchCutting<'_>,
        options: &QuiltOptions,
        like: &[CutItem],
    ) -> Result<Self, QuiltError> {
        match cut {
            PatchCutting::Whole(tiling) => Self::of_templates(tiling, |patch| patch, options, like),
            PatchCutting::Parts(cut) => {
                let options = QuiltOptions { cell: cut.cell(options.cell), ..options.clone() };
                Self::of_templates(&cut.parts, |part| cut.patch_of[part], &options, like)
            }
            PatchCutting::EachPart(cut) => {
                let options = QuiltOptions { cell: cut.cell(options.cell), ..options.clone() };
                Self::of_templates(&cut.parts, |part| part, &options, like)
            }
            PatchCutting::Rectangles(plan) => {
                Ok(Self::of_rectangles(plan, options.cut_size(), !options.one_way.is_empty()))
            }
        }
    }

    /// The boxes around templates: both hands of a piece, in pairs where they interlock; upright, each by its
    /// own size.
    fn of_templates(
        tiling: &Tiling,
        patch_of: impl Fn(usize) -> usize,
        options: &QuiltOptions,
        like: &[CutItem],
    ) -> Result<Self, QuiltError> {
        let patches = tiling.placements();
        let mut items = Vec::new();
        let mut item_of: BTreeMap<usize, usize> = BTreeMap::new();
        let used: BTreeSet<usize> = patches.iter().map(|patch| patch.piece).collect();
        let turned = OnPoint::of(tiling, &options.piecing).map(|grid| grid.turned_pieces(tiling));
        for piece in used {
            let of = &tiling.puzzle().pieces()[piece];
            let hands = |hand: bool| {
                patches.iter().any(|patch| patch.piece == piece && patch.symmetry.is_reflection() == hand)
            };
            // Where all patches are reversed, the template is.
            let flipped = !hands(false);
            let is_turned = turned.as_ref().is_some_and(|turned| turned[piece]);
            let outline = Outline::of_shape(&of.shape, options.cell)?;
            let outline = if is_turned { outline.turned(ALONG_BLOCKS) } else { outline };
            let cut = outline.with_allowance(options.seam_allowance, &of.name)?;
            let single = CutPiece::boxed_outline((&of.name, &outline), 1, of.shape.lattice(), options)?;
            let mut item = CutItem::single(single);
            let is_used = [hands(false), hands(true)];
            if is_half_square(&outline) {
                let square = half_squares::pair(of, &cut, &item.piece)?;
                item.halves = is_used.map(|is_used| is_used.then(|| square.clone()));
                // Papers need their tips, and a print is no longer than its triangles.
                if options.method != Method::EnglishPaper && !options.yardage.prints.is_assorted() {
                    let of = (of, &outline, &cut);
                    item.rows = half_squares::rows(of, options, like.get(items.len()), is_used)?;
                }
            } else {
                item.add_rows((of, &outline, &cut), (is_used, flipped), options, like.get(items.len()));
                if RotaryCut::recognized(outline.outer().points()).shape == RotaryShape::QuarterSquareTriangle
                {
                    item.quarters = half_squares::four(&of.name, &cut, &item.piece, options.units).ok();
                }
            }
            item_of.insert(piece, items.len());
            items.push(item);
        }
        let mut upright = Vec::new();
        if !options.one_way.is_empty() {
            for patch in Patchwork::trace(tiling, options.cell)?.patches() {
                let of = (patch.name(), patch.outline());
                upright.push(CutPiece::boxed_upright(of, tiling.lattice(), options)?);
            }
        }
        let place = add_upright(&mut items, &upright);
        let parts = patches.iter().enumerate().map(|(index, patch)| {
            let item = item_of[&patch.piece];
            // Of a rectangle both hands are the same.
            let hands_differ = |item: &CutItem| {
                let has = |hand: usize| item.halves[hand].is_some() || item.rows[hand].is_some();
                has(0) || has(1)
            };
            let hand = patch.symmetry.is_reflection() && hands_differ(&items[item]);
            let (patch, upright) = (Some(patch_of(index)), place.get(index).copied());
            CutPart { patch, item: (item, usize::from(hand)), upright, label: None }
        });
        let parts = parts.collect();
        Ok(Self { parts, items, larger: Vec::new(), lengths: lengths(options) })
    }

    /// The rectangles of a plan, by size; with `one_way` also by width and height.
    pub(crate) fn of_rectangles(plan: &PiecingPlan, cut: CutSize, one_way: bool) -> Self {
        type Key = ((usize, usize), bool);
        let on_paper = plan.on_paper();
        let cloth = || plan.parts.iter().zip(&on_paper).filter(|(part, _)| part.patch.is_some());
        let key = |part: &PiecedPart, on_paper: bool| (part.area.sides(), on_paper);
        let key_upright = |part: &PiecedPart, on_paper: bool| ((part.area.columns, part.area.rows), on_paper);
        let piece = |&((a, b), on_paper): &Key| {
            let size = (cut.side(a, on_paper), cut.side(b, on_paper));
            let name = format!("{a} × {b}{}", if on_paper { " on paper" } else { "" });
            CutPiece::rectangle(name, size, 1, Vec::new())
        };
        let keys: BTreeSet<Key> = cloth().map(|(part, &on_paper)| key(part, on_paper)).collect();
        let mut items: Vec<CutItem> = keys.iter().map(|key| CutItem::single(piece(key))).collect();
        let mut upright: BTreeSet<Key> = BTreeSet::new();
        if one_way {
            upright = cloth().map(|(part, &on_paper)| key_upright(part, on_paper)).collect();
        }
        let place = |keys: &BTreeSet<Key>, key: &Key| keys.iter().position(|of| of == key);
        let parts = cloth().map(|(part, &on_paper)| CutPart {
            patch: part.patch.as_ref().and_then(|patch| patch.placement),
            item: (place(&keys, &key(part, on_paper)).unwrap_or_default(), 0),
            upright: place(&upright, &key_upright(part, on_paper)).map(|at| keys.len() + at),
            label: Some(part.label.clone()),
        });
        let parts = parts.collect();
        items.extend(upright.iter().map(|key| CutItem::single(CutPiece { one_way: true, ..piece(key) })));
        Self { items, larger: Vec::new(), lengths: RowLengths::default(), parts }
    }
}

impl CutItem {
    /// Adds the rows of a template of which these hands are used, unless it is a level rectangle.
    fn add_rows(
        &mut self,
        (piece, finished, cut): (&Piece, &Outline, &Outline),
        (is_used, flipped): ([bool; 2], bool),
        options: &QuiltOptions,
        like: Option<&CutItem>,
    ) {
        let (wide, high) = (cut.bounds().width(), cut.bounds().height());
        if (wide * high - cut.area()).abs() < 1e-6 * cut.area() {
            return;
        }
        let names = if flipped { ["r", ""] } else { ["", "r"] }.map(|r| format!("{}{r}", piece.name));
        let like = like.and_then(|like| like.rows.iter().flatten().next());
        let rows = StripRows::new((&names[0], finished, cut), options.measures(piece.shape.lattice()), like);
        let single = rows.closest(1).map(|row| rows.piece(row, 1));
        self.piece = single
            .map_or_else(|| self.piece.clone(), |single| CutPiece { name: piece.name.clone(), ..single });
        let mirrored = is_used[1].then(|| rows.mirrored(names[1].clone()));
        self.rows = [is_used[0].then_some(rows), mirrored];
    }
}

/// How long rows of shapes may be.
fn lengths(options: &QuiltOptions) -> RowLengths {
    let sides = CutFrom::FatQuarters.quarters(&options.yardage);
    RowLengths {
        bolt: vec![Inches::of(options.yardage.width_of_fabric)],
        quarters: sides.map_or(Vec::new(), |of| vec![of.width.max(of.height), of.width.min(of.height)]),
        of_quarters: options.yardage.quarters().is_some(),
    }
}

/// The sizes of cells whose layouts are tried for smaller ones: the next eighths of an inch, or lengths of 2 mm, up
/// to a quarter more.
fn larger_cells(options: &QuiltOptions) -> impl Iterator<Item = f64> {
    /// More are not tried: of large cells the steps are too small.
    const MOST: usize = 10;
    let step = match options.units {
        Units::Imperial => 25.4 / 8.0,
        Units::Metric => 2.0,
    };
    let (first, most) = (((options.cell + 1e-6) / step).ceil(), options.cell * 1.25);
    (0..MOST).map(move |at| (first + at as f64) * step).take_while(move |&cell| cell <= most)
}

/// Adds upright pieces, those of one name and size once; returns where each is.
fn add_upright(items: &mut Vec<CutItem>, upright: &[CutPiece]) -> Vec<usize> {
    let mut known: Vec<&CutPiece> = Vec::new();
    for piece in upright {
        if !known.iter().any(|of| (&of.name, of.size) == (&piece.name, piece.size)) {
            known.push(piece);
        }
    }
    known.sort_by(|a, b| a.name.cmp(&b.name));
    let place = |piece: &CutPiece| {
        known.iter().position(|of| (&of.name, of.size) == (&piece.name, piece.size)).unwrap_or_default()
    };
    let places = upright.iter().map(|piece| items.len() + place(piece)).collect();
    items.extend(known.into_iter().map(|piece| CutItem::single(piece.clone())));
    places
}

impl FabricOrder {
    /// An order of nothing yet.
    pub(super) fn around(
        patchwork: &Patchwork,
        lattice: Lattice,
        options: &QuiltOptions,
        fabrics: Vec<String>,
    ) -> Self {
        let board = patchwork.board();
        let around: f64 = board.iter().map(Outline::perimeter).sum();
        let is_straight = is_rectangle(patchwork) || options.edge.makes_a_rectangle();
        let stash = options.stash();
        let from = |name: &String| {
            let stock = stash.iter().find(|(fabric, _)| fabric == name);
            stock.map_or(CutFrom::default(), |&(_, stock)| CutFrom::stock(stock))
        };
        Self {
            pieces: vec![Vec::new(); fabrics.len()],
            ways: vec![Vec::new(); fabrics.len()],
            cut_from: fabrics.iter().map(from).collect(),
            fabrics,
            top: top_size(patchwork, lattice, options, Inches::of_mm(options.cell)),
            outline: (!is_straight).then(|| match options.edge {
                EdgeFinish::Scalloped => {
                    let length = Scallops::of(patchwork, options.cell).length_mm;
                    Inches::of_mm(length).on_a_ruler(options.units)
                }
                // On every lattice it runs along whole edges of cells.
                _ => Inches::of_mm(options.cell).times(whole(around / options.cell)),
            }),
            edge: options.edge,
            cell: Inches::of_mm(options.block_cell()),
            seam_allowance: Inches::of_mm(options.seam_allowance),
            paper_extra: options.paper_extra(),
            prints: Vec::new(),
            one_way: options.one_way.clone(),
            background: options.background_name(),
        }
    }

    /// An order of the background alone, for what goes around the top: all that is known of it before the
    /// fabrics of the patches are.
    pub(super) fn around_the_top(
        whole: &Tiling,
        cut: PatchCutting<'_>,
        cuts: &PatchCuts,
        options: &QuiltOptions,
    ) -> Result<Self, QuiltError> {
        let patchwork = Patchwork::trace(whole, options.cell)?;
        let mut order = Self::around(&patchwork, whole.lattice(), options, Vec::new());
        let add_edge = |order: &mut Self, patchwork: &Patchwork, rows: Option<&Rows>| {
            let edge = TopEdge::new(patchwork, rows, options)?;
            order.add_edge(edge.as_ref(), patchwork, whole.lattice(), options)
        };
        match cut {
            PatchCutting::Whole(_) => add_edge(&mut order, &patchwork, None)?,
            PatchCutting::Parts(cut) | PatchCutting::EachPart(cut) => {
                add_edge(&mut order, &Patchwork::trace(&cut.parts, cut.cell(options.cell))?, cut.rows())?;
            }
            PatchCutting::Rectangles(plan) => {
                let parts = cuts.parts.iter().filter(|part| part.patch.is_none()).cloned().collect();
                let background = PatchCuts { parts, ..cuts.clone() };
                order.add_parts(&background, |_| None, |_, _| None);
                order.cut_from.fill(CutFrom::Bolt);
                if options.edge != EdgeFinish::Straight {
                    order.top =
                        (order.cell.times(plan.size.columns), order.cell.times(plan.size.rows)).into();
                }
                order.outline = None;
            }
        }
        Ok(order)
    }
}

impl FabricOrder {
    /// Adds the rectangles of a plan; those without a fabric come from one more, [`FabricOrder::background`].
    pub fn add_rectangles(&mut self, plan: &PiecingPlan, fabric_of: impl Fn(Option<usize>) -> Option<usize>) {
        let Self { cell, seam_allowance, paper_extra, .. } = *self;
        let cut = CutSize { cell, seam_allowance, paper_extra };
        let cuts = PatchCuts::of_rectangles(plan, cut, !self.one_way.is_empty());
        self.add_parts(&cuts, fabric_of, |_, _| None);
    }

    /// Adds the parts of patches, each by its fabric; those without one come from the background. Upright
    /// parts and rectangles have the label that `label` gives them, or their own.
    pub(crate) fn add_parts(
        &mut self,
        cuts: &PatchCuts,
        fabric_of: impl Fn(Option<usize>) -> Option<usize>,
        label: impl Fn(usize, &CutItem) -> Option<String>,
    ) {
        let background = self.fabrics.len();
        let fabrics: Vec<usize> =
            cuts.parts.iter().map(|part| fabric_of(part.patch).unwrap_or(background)).collect();
        if fabrics.contains(&background) {
            let name = self.background.clone();
            self.add_fabric(&name, CutFrom::default(), Vec::new());
        }
        for fabric in 0..self.fabrics.len() {
            let mut counts = vec![Hands::default(); cuts.items.len()];
            let mut labels: Vec<Vec<String>> = vec![Vec::new(); cuts.items.len()];
            for (index, part) in cuts.parts.iter().enumerate().filter(|&(index, _)| fabrics[index] == fabric)
            {
                let (item, hand) = part.lying(self.is_one_way(fabric));
                counts[item][hand] += 1;
                labels[item].extend(label(index, &cuts.items[item]).or_else(|| part.label.clone()));
            }
            let cut = |cut: &Cut| {
                let labels = labels[cut.item].clone();
                CutPiece { count: cut.count, labels, ..cut.piece(&cuts.items) }
            };
            let way = |LaidWay { cuts, lots }| CutWay { pieces: cuts.iter().map(cut).collect(), lots };
            let lengths = cuts.lengths.of(self.cut_from[fabric]);
            let mut ways = ways(&cuts.items, &cuts.larger, &counts, lengths).into_iter();
            self.pieces[fabric].extend(ways.next().into_iter().flat_map(|of| way(of).pieces));
            self.ways[fabric].extend(ways.map(way));
        }
    }
}

impl CutPiece {
    /// A number of patches that are cut by a template, as the box around it.
    pub(super) fn boxed(piece: &Piece, count: usize, options: &QuiltOptions) -> Result<Self, GeometryError> {
        let outline = Outline::of_shape(&piece.shape, options.cell)?;
        Self::boxed_outline((&piece.name, &outline), count, piece.shape.lattice(), options)
    }

    /// A number of pieces that are cut by the template of a finished outline.
    pub(super) fn boxed_outline(
        of: (&str, &Outline),
        count: usize,
        lattice: Lattice,
        options: &QuiltOptions,
    ) -> Result<Self, GeometryError> {
        let upright = Self::boxed_upright(of, lattice, options)?;
        let (width, height) = upright.size;
        Ok(Self { size: (width.min(height), width.max(height)), one_way: false, count, ..upright })
    }

    /// A patch that is cut upright, as its finished outline is in the quilt.
    pub(super) fn boxed_upright(
        (name, outline): (&str, &Outline),
        lattice: Lattice,
        options: &QuiltOptions,
    ) -> Result<Self, GeometryError> {
        let cut = outline.with_allowance(options.seam_allowance, name)?;
        let size = box_around(outline, &cut, lattice, options);
        let (name, area_mm2) = (name.to_owned(), cut.area());
        let labels = Vec::new();
        Ok(Self {
            name,
            size,
            one_way: true,
            count: 1,
            labels,
            boxed: true,
            area_mm2,
            nest: None,
            rotary: None,
        })
    }
}

/// Width and height of the box around a template with its seam allowance.
fn box_around(
    outline: &Outline,
    cut: &Outline,
    lattice: Lattice,
    options: &QuiltOptions,
) -> (Inches, Inches) {
    let seams = Inches::of_mm(options.seam_allowance).times(2);
    if lattice.is_rectilinear() {
        let side = |mm: f64| finished(lattice, (options.cell, options.units), mm) + seams;
        return (side(outline.bounds().width()), side(outline.bounds().height()));
    }
    // What is between two seams may be exact; on point cells are not.
    let halves = |mm: f64| Inches::of_halves(options.cell, mm).filter(|_| !options.is_on_point());
    let side = |mm: f64| match halves(mm - seams.mm()) {
        Some(finished) => finished + seams,
        None => Inches::of_mm(mm).up_to(options.units.strip()),
    };
    (side(cut.bounds().width()), side(cut.bounds().height()))
}

/// The finished width and height of a top with cells of another edge than those of its patchwork.
pub(super) fn top_size(
    patchwork: &Patchwork,
    lattice: Lattice,
    options: &QuiltOptions,
    cell: Inches,
) -> ClothSize {
    let bounds = extent(patchwork, options.edge);
    if options.is_on_point() {
        // The diagonals of blocks are on no ruler.
        let side = |mm: f64| Inches::of_mm(mm).on_a_ruler(options.units);
        return ClothSize { width: side(bounds.width()), height: side(bounds.height()) };
    }
    let side = |mm: f64| finished(lattice, (cell.mm(), options.units), mm / options.cell * cell.mm());
    ClothSize { width: side(bounds.width()), height: side(bounds.height()) }
}

/// A length between corners of the lattice, of which cells have this edge: exact where it is a number of cells or
/// half cells, as everything is on squares, else rounded up.
fn finished(lattice: Lattice, (cell, units): (f64, Units), mm: f64) -> Inches {
    if lattice.is_rectilinear() {
        return Inches::of_mm(cell).times(whole(mm / cell));
    }
    Inches::of_halves(cell, mm).unwrap_or_else(|| Inches::of_mm(mm).on_a_ruler(units))
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
