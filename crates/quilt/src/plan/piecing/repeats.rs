//! Finds the blocks that a quilt repeats, and plans each of them once.
//!
//! Blocks lie in columns and rows of equal widths and heights, with or without sashing between and around them, and no
//! patch reaches from one into another. Blocks are equal also when they are turned. A plan of blocks has as few
//! rectangles and as short seams as any: a line that cuts no patch can be sewn last.

use std::collections::BTreeMap;

use super::board::PatchGrid;
use super::error::PiecingError;
use super::grid::{CellRect, CutLine};
use super::options::{BlockGrid, Objective, Outside, PiecingOptions};
use super::tree::Tree;
use crate::plan::form::{Form, Parted};
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::Tiling;

/// What lies on a board, as cells of its lattice: squares, or parts of squares.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    pub(super) lattice: Lattice,
    /// The patch of each cell, counted from the top left corner of the board.
    pub(super) patch_of: BTreeMap<Cell, usize>,
    /// Whether parts may be turned.
    pub(super) turns: bool,
}

/// How many seams of parts that were looked at are not equal to others, by the parts as they lie.
type StepsOf = BTreeMap<Parted, usize>;

/// Columns or rows from one place to another; blocks, or the sashing between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    from: usize,
    to: usize,
    is_sashing: bool,
}

/// The blocks of a board.
#[derive(Debug, Clone)]
pub(super) struct Repeats {
    columns: Vec<Span>,
    rows: Vec<Span>,
    /// The blocks and pieces of sashing with their forms, row by row.
    boxes: Vec<(CellRect, Form)>,
    /// How many seams in blocks are not equal to others, and after how many blocks each row begins again.
    steps: usize,
}

impl CellRect {
    /// Where a row and a column meet.
    const fn of(row: &Span, column: &Span) -> Self {
        let (left, top) = (column.from, row.from);
        Self { left, top, columns: column.to - left, rows: row.to - top }
    }
}

impl Pattern {
    /// The pattern of a board of whole squares.
    pub(super) fn of_squares(board: &PatchGrid) -> Self {
        let at = |place: usize| i32::try_from(place).expect("boards are small");
        let squares = (0..board.rows).flat_map(|y| (0..board.columns).map(move |x| (x, y)));
        let owned = squares.filter_map(|(x, y)| Some((Cell::new(at(x), at(y)), board.patch_at(x, y)?)));
        let lattice = *Lattice::ALL.iter().find(|lattice| lattice.is_rectilinear()).expect("one has squares");
        Self { lattice, patch_of: owned.collect(), turns: true }
    }

    /// What lies in a rectangle, counted from its own corner.
    fn part(&self, rect: CellRect) -> Self {
        let corner = self.cell(rect.left, rect.top);
        let patch_of = self.cells(rect).map(|(cell, patch)| (cell.since(corner), patch)).collect();
        Self { patch_of, ..*self }
    }

    /// The first cell of a square.
    fn cell(&self, column: usize, row: usize) -> Cell {
        let at = |place: usize| i32::try_from(place).expect("boards are small");
        Cell::new(at(column) * self.lattice.cells_in_column(), at(row))
    }

    fn square(&self, cell: Cell) -> (usize, usize) {
        let at = |place: i32| usize::try_from(place).expect("a cell of the board");
        (at(cell.x / self.lattice.cells_in_column()), at(cell.y))
    }

    fn cells(&self, rect: CellRect) -> impl Iterator<Item = (Cell, usize)> {
        let rows = rect.top..rect.bottom();
        let ends = rows.map(move |row| (self.cell(rect.left, row), self.cell(rect.right(), row)));
        let cells = ends.flat_map(|(from, to)| (from.x..to.x).map(move |x| Cell::new(x, from.y)));
        cells.filter_map(|cell| Some((cell, *self.patch_of.get(&cell)?)))
    }

    /// Whether a rectangle has no more than one patch.
    fn is_one_patch(&self, rect: CellRect) -> bool {
        let mut patches = self.cells(rect).map(|(_, patch)| patch);
        let first = patches.next();
        patches.all(|patch| Some(patch) == first)
    }

    fn form(&self, rect: CellRect) -> Form {
        Form::of(self.lattice, &self.cells(rect).collect::<Vec<_>>(), self.turns, |_| 0)
    }

    /// Where a rectangle of one part lies in another of the same form.
    fn carry(&self, (from, to): (&Form, &Form), rect: CellRect) -> CellRect {
        let corners = [(rect.left, rect.top), (rect.right() - 1, rect.bottom() - 1)];
        let [one, other] = corners.map(|(x, y)| self.square(from.carry(to, self.cell(x, y))));
        CellRect {
            left: one.0.min(other.0),
            top: one.1.min(other.1),
            columns: one.0.abs_diff(other.0) + 1,
            rows: one.1.abs_diff(other.1) + 1,
        }
    }
}

impl Repeats {
    /// The blocks that leave the least to sew that is not equal to something else; none if not even half of the patches
    /// are repeated, or blocks are no more than one square of cloth.
    pub(super) fn of(board: &PatchGrid, pattern: &Pattern, known: Option<BlockGrid>) -> Option<Self> {
        Self::found((board, pattern), known, &mut BTreeMap::new())
    }

    fn found(
        (board, pattern): (&PatchGrid, &Pattern),
        known: Option<BlockGrid>,
        steps: &mut StepsOf,
    ) -> Option<Self> {
        if !board.is_full() || pattern.form(board.whole()).is_grid() {
            return None;
        }
        let mut across = spans(board.columns, |column| {
            (0..board.rows).all(|row| board.owner(column - 1, row) != board.owner(column, row))
        });
        let mut down = spans(board.rows, |row| {
            (0..board.columns).all(|column| board.owner(column, row - 1) != board.owner(column, row))
        });
        if let Some(BlockGrid { columns, rows, sashing, .. }) = known {
            across.retain(|spans| is_known(spans, columns, sashing));
            down.retain(|spans| is_known(spans, rows, sashing));
        }
        let mut all: Vec<usize> = pattern.patch_of.values().copied().collect();
        all.sort_unstable();
        all.dedup();
        let mut best: Option<Self> = None;
        for (columns, rows) in across.iter().flat_map(|columns| down.iter().map(move |rows| (columns, rows)))
        {
            board.stop.check().ok()?;
            if columns.len() * rows.len() < 2 {
                continue;
            }
            let found = Self::on(
                (board, pattern),
                (columns, rows),
                if known.is_some() { all.len() } else { all.len() / 2 },
                steps,
            );
            if let Some(better) =
                found.filter(|found| best.as_ref().is_none_or(|best| found.cost() < best.cost()))
            {
                best = Some(better);
            }
        }
        best
    }

    /// The blocks in these columns and rows, if they have no more than `most` patches that are not equal to others.
    fn on(
        (board, pattern): (&PatchGrid, &Pattern),
        (columns, rows): (&[Span], &[Span]),
        most: usize,
        steps: &mut StepsOf,
    ) -> Option<Self> {
        let rects = rows.iter().flat_map(|row| columns.iter().map(move |column| (row, column)));
        let mut sashing = rects.filter(|(row, column)| row.is_sashing || column.is_sashing);
        // Asked first, because most ways to part a large board end here.
        if !sashing.all(|(row, column)| pattern.is_one_patch(CellRect::of(row, column))) {
            return None;
        }
        let mut known: BTreeMap<Parted, (usize, CellRect)> = BTreeMap::new();
        let (mut patches, mut is_sewn) = (0, false);
        let (mut boxes, mut lines) = (Vec::new(), Vec::new());
        for row in rows {
            let mut line = Vec::new();
            for column in columns {
                let rect = CellRect::of(row, column);
                let form = pattern.form(rect);
                let count = form.patches.len();
                if !known.contains_key(&form.parted) {
                    known.insert(form.parted.clone(), (known.len(), rect));
                    patches += count;
                    is_sewn |= count > 1 && !form.is_grid();
                }
                if patches > most {
                    return None;
                }
                line.push(known[&form.parted].0);
                boxes.push((rect, form));
            }
            lines.push(line);
        }
        if !is_sewn {
            return None;
        }
        let mut within = 0;
        for (_, rect) in known.into_values() {
            within += Self::steps_within((board, pattern), rect, steps);
        }
        let mut different = lines.clone();
        different.sort_unstable();
        different.dedup();
        let in_rows = different.iter().filter(|line| line.len() > 1).map(|line| period(line)).sum::<usize>();
        let of_rows = if lines.len() > 1 { period(&lines) } else { 0 };
        let steps = within + in_rows + of_rows;
        Some(Self { columns: columns.to_vec(), rows: rows.to_vec(), boxes, steps })
    }

    /// How many seams in a block are not equal to others: blocks may repeat what is in them.
    fn steps_within((board, pattern): (&PatchGrid, &Pattern), rect: CellRect, steps: &mut StepsOf) -> usize {
        let part = pattern.part(rect);
        let key: Parted = part.patch_of.iter().map(|(&cell, &patch)| (cell, patch)).collect();
        let key = Form::of(pattern.lattice, &key, false, |_| 0).parted;
        if let Some(&found) = steps.get(&key) {
            return found;
        }
        let patches = key.iter().map(|&(_, patch)| patch + 1).max().unwrap_or(1);
        let repeats = (patches > 2).then(|| Self::found((&board.part(rect), &part), None, steps)).flatten();
        let found = repeats.map_or(patches - 1, |repeats| repeats.steps);
        steps.insert(key, found);
        found
    }

    /// Whether some blocks are different or turned, what is to be learned, then how far blocks are from squares.
    fn cost(&self) -> (bool, usize, usize) {
        let side = |spans: &[Span]| {
            let block = spans.iter().find(|span| !span.is_sashing);
            block.map_or(0, |span| span.to - span.from)
        };
        let columns =
            || self.rows.iter().flat_map(|row| self.columns.iter().map(move |column| (row, column)));
        let blocks =
            columns().zip(&self.boxes).filter(|((row, column), _)| !row.is_sashing && !column.is_sashing);
        let mut forms = blocks.map(|(_, (_, form))| form);
        let first = forms.next();
        let is_mixed = forms.any(|form| first.is_some_and(|first| !first.lies_as(form)));
        (is_mixed, self.steps, side(&self.columns).abs_diff(side(&self.rows)))
    }

    /// The blocks and pieces of sashing, row by row.
    pub(super) fn areas(&self) -> impl Iterator<Item = CellRect> {
        self.boxes.iter().map(|&(rect, _)| rect)
    }

    /// The tree of cuts: rows, blocks of a row, and blocks that are equal in the same way.
    pub(super) fn tree(
        &self,
        board: &PatchGrid,
        pattern: &Pattern,
        objective: Objective,
    ) -> Result<Tree, PiecingError> {
        let mut planned: BTreeMap<&Parted, (&(CellRect, Form), Tree)> = BTreeMap::new();
        for block in &self.boxes {
            if !planned.contains_key(&block.1.parted) {
                let (board, pattern) = (board.part(block.0), pattern.part(block.0));
                planned.insert(&block.1.parted, (block, tree(&board, &pattern, objective)?));
            }
        }
        let mut whole = Tree::empty();
        let mut below = None;
        for (row, boxes) in self.rows.iter().zip(self.boxes.chunks(self.columns.len())) {
            let rest = CellRect { top: row.from, rows: board.rows - row.from, ..board.whole() };
            let [mut right, next] = whole.divide(rest, CutLine::Row(row.to), below);
            below = next;
            for (rect, form) in boxes {
                let rest = CellRect { columns: board.columns - rect.left, ..*rect };
                let [place, next] = whole.divide(rest, CutLine::Column(rect.right()), right);
                right = next;
                let ((first, of), tree) = &planned[&form.parted];
                whole.graft(tree, place, |part| {
                    let part = CellRect { left: part.left + first.left, top: part.top + first.top, ..part };
                    pattern.carry((of, form), part)
                });
            }
        }
        Ok(whole)
    }
}

/// Whether spans are so many blocks, with gaps of this width.
fn is_known(spans: &[Span], blocks: usize, sashing: usize) -> bool {
    let is_gap = |span: &Span| span.is_sashing && span.to - span.from == sashing;
    spans.iter().filter(|span| !span.is_sashing).count() == blocks
        && spans.iter().all(|span| !span.is_sashing || is_gap(span))
        && (blocks == 1 || (sashing == 0) == spans.iter().all(|span| !span.is_sashing))
}

/// After how many parts they are the same again.
fn period<T: PartialEq>(parts: &[T]) -> usize {
    let again = |after: &usize| parts.iter().zip(&parts[*after..]).all(|(one, other)| one == other);
    (1..=parts.len()).find(again).unwrap_or(parts.len())
}

/// The blocks of a tiling of squares, row by row, with their patches as places among its placements; none if it has
/// none, or cells are no squares.
pub(in crate::plan) fn blocks(
    tiling: &Tiling,
    options: &PiecingOptions,
    stop: &StopFlag,
) -> Option<Vec<Vec<Form>>> {
    let board = PatchGrid::of(tiling, Outside::Open).ok()?.until(stop);
    let Repeats { columns, boxes, .. } = Repeats::of(&board, &Pattern::of_squares(&board), options.blocks)?;
    let forms: Vec<Form> = boxes.into_iter().map(|(_, form)| form).collect();
    Some(forms.chunks(columns.len()).map(<[Form]>::to_vec).collect())
}

/// The best tree of a board with the blocks that it repeats, and what these repeat.
pub(super) fn tree(board: &PatchGrid, pattern: &Pattern, objective: Objective) -> Result<Tree, PiecingError> {
    match Repeats::of(board, pattern, None) {
        Some(repeats) => repeats.tree(board, pattern, objective),
        None => Tree::best(board, objective),
    }
}

/// The ways to part a length: as a whole, and into equal spans that end at lines where `is_open`, with equal gaps
/// between and around them, or without.
fn spans(length: usize, is_open: impl Fn(usize) -> bool) -> Vec<Vec<Span>> {
    let open: Vec<bool> = (0..=length).map(|at| at == 0 || at == length || is_open(at)).collect();
    let mut found = vec![vec![Span { from: 0, to: length, is_sashing: false }]];
    for (gap, around) in (0..length / 2).map(|gap| (gap, false)).chain((1..length / 2).map(|gap| (gap, true)))
    {
        for count in 2..=length {
            let gaps = gap * if around { count + 1 } else { count - 1 };
            let block = length.saturating_sub(gaps) / count;
            if block <= gap || block * count + gaps != length {
                continue;
            }
            let mut spans = Vec::new();
            let mut at = 0;
            for index in 0..2 * count + 1 {
                let is_sashing = index % 2 == 0;
                let is_there = !is_sashing || around || (index > 0 && index < 2 * count);
                let wide = if !is_there {
                    0
                } else if is_sashing {
                    gap
                } else {
                    block
                };
                if wide > 0 {
                    spans.push(Span { from: at, to: at + wide, is_sashing });
                }
                at += wide;
            }
            if spans.iter().all(|span| open[span.from] && open[span.to]) {
                found.push(spans);
            }
        }
    }
    found
}
