//! The cuts of a plan: a binary tree of rectangles of the least price, with leaves that are each part of one
//! patch.
//!
//! The parts of a node come after it, and rectangles are shrunk to their cloth.

use super::board::PatchGrid;
use super::error::PiecingError;
use super::grid::{CellRect, CutLine};
use super::options::Objective;
use super::table::{self, PriceTable, Prices, UNREACHABLE};
use piecework_tiling::stop::Stopped;

/// The tables of all depths of a part of a board are kept if they have no more entries than this: 32 MB.
const KEPT: u64 = 1 << 23;

/// A rectangle, and how it falls into two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) rect: CellRect,
    /// The cut and both parts, unless it is one piece of cloth.
    pub(super) cut: Option<(CutLine, [usize; 2])>,
    /// The corners that are set in, each a node of its own; then the rest is one piece of cloth.
    pub(super) corners: Vec<CellRect>,
}

/// Where a node is added: which part of which other.
pub(super) type Slot = Option<(usize, usize)>;

/// Nodes; the first is the whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
}

impl Tree {
    /// A tree without nodes.
    pub(super) const fn empty() -> Self {
        Self { nodes: Vec::new() }
    }

    /// The best tree there is.
    ///
    /// # Errors
    /// [`PiecingError::TooLarge`] and [`PiecingError::NoSeam`].
    pub(super) fn best(board: &PatchGrid, objective: Objective) -> Result<Self, PiecingError> {
        table::check_size(board)?;
        let (fewest, shortest) = prices(board);
        // Whatever is best, what has no straight seams has no plan.
        let needs_check =
            |objective| matches!(objective, Objective::FewestStripHeights | Objective::ShallowestAssembly);
        if needs_check(objective) && !board.is_full() {
            Self::cheapest(board, fewest)?;
        }
        Ok(match objective {
            Objective::FewestRectangles => Self::cheapest(board, fewest)?,
            Objective::ShortestSeams => Self::cheapest(board, shortest)?,
            Objective::FewestStripHeights => Self::from_one_strip(board, fewest)?,
            Objective::ShallowestAssembly => Self::shallowest(board, fewest, KEPT)?,
        })
    }

    fn cheapest(board: &PatchGrid, prices: Prices) -> Result<Self, PiecingError> {
        let table = PriceTable::cheapest(board, board.whole(), prices)?;
        if table.price(board.whole()) >= UNREACHABLE {
            let CellRect { left, top, columns, rows } = table.smallest_without().unwrap_or(board.whole());
            return Err(PiecingError::NoSeam { column: left + 1, row: top + 1, columns, rows });
        }
        Ok(Self::grown(board, |rect| table.best_cut(board, rect).map(|(cut, _)| cut)))
    }

    /// The least price where every rectangle has a side of one length; of equal lengths the greatest.
    fn from_one_strip(board: &PatchGrid, prices: Prices) -> Result<Self, Stopped> {
        let table_of =
            |strip| PriceTable::cheapest(board, board.whole(), Prices { strip: Some(strip), ..prices });
        // Strips one cell high always do.
        let (mut best, mut table) = (1, table_of(1)?);
        for strip in strips(board).into_iter().filter(|&strip| strip > 1) {
            let other = table_of(strip)?;
            if other.price(board.whole()) <= table.price(board.whole()) {
                (best, table) = (strip, other);
            }
        }
        let allowed = |rect: CellRect| best == rect.rows || best == rect.columns;
        Ok(Self::grown_where(board, allowed, |rect| table.best_cut(board, rect).map(|(cut, _)| cut)))
    }

    /// The least price among the trees of the least depth.
    fn shallowest(board: &PatchGrid, prices: Prices, most_kept: u64) -> Result<Self, Stopped> {
        let mut tree = Self { nodes: Vec::new() };
        let mut open = vec![(board.whole(), None, None)];
        while let Some((view, depth, slot)) = open.pop() {
            let view = board.shrunk(view);
            if is_one_patch(board, view) {
                tree.add(view, slot);
                continue;
            }
            let layers = Layers::of(board, view, prices, depth, most_kept)?;
            if !layers.kept {
                let (cut, rest) = layers.top_cut(board);
                let node = tree.add(view, slot);
                let (first, second) = cut.parts(view);
                tree.nodes[node].cut = Some((cut, [0, 0]));
                open.push((second, Some(rest), Some((node, 1))));
                open.push((first, Some(rest), Some((node, 0))));
                continue;
            }
            let mut inside = vec![(view, layers.depth, slot)];
            while let Some((rect, depth, slot)) = inside.pop() {
                let rect = board.shrunk(rect);
                let node = tree.add(rect, slot);
                if is_one_patch(board, rect) {
                    continue;
                }
                let cut = layers.cut(board, rect, depth);
                let (first, second) = cut.parts(rect);
                tree.nodes[node].cut = Some((cut, [0, 0]));
                inside.push((second, depth - 1, Some((node, 1))));
                inside.push((first, depth - 1, Some((node, 0))));
            }
        }
        Ok(tree)
    }

    /// A tree that falls into parts wherever it is not one patch.
    fn grown(board: &PatchGrid, cut: impl Fn(CellRect) -> Option<CutLine>) -> Self {
        Self::grown_where(board, |_| true, cut)
    }

    fn grown_where(
        board: &PatchGrid,
        allowed: impl Fn(CellRect) -> bool,
        cut: impl Fn(CellRect) -> Option<CutLine>,
    ) -> Self {
        let mut tree = Self { nodes: Vec::new() };
        let mut open = vec![(board.whole(), None)];
        while let Some((rect, slot)) = open.pop() {
            let rect = board.shrunk(rect);
            let node = tree.add(rect, slot);
            if is_one_patch(board, rect) && allowed(rect) {
                continue;
            }
            let cut = cut(rect).expect("whatever is no rectangle of cloth can be cut");
            let (first, second) = cut.parts(rect);
            tree.nodes[node].cut = Some((cut, [0, 0]));
            open.push((second, Some((node, 1))));
            open.push((first, Some((node, 0))));
        }
        tree
    }

    /// Cuts a part in two and returns where these are added; a line along its end cuts nothing.
    pub(super) fn divide(&mut self, rect: CellRect, cut: CutLine, slot: Slot) -> [Slot; 2] {
        if cut.parts(rect).1.cells() == 0 {
            return [slot, None];
        }
        let node = self.add(rect, slot);
        self.nodes[node].cut = Some((cut, [0, 0]));
        [Some((node, 0)), Some((node, 1))]
    }

    /// Adds all nodes of another tree, turned or moved as a whole.
    pub(super) fn graft(&mut self, of: &Tree, slot: Slot, moved: impl Fn(CellRect) -> CellRect) {
        let first = self.nodes.len();
        for node in &of.nodes {
            let rect = moved(node.rect);
            let cut = node.cut.map(|(_, parts)| {
                let [one, other] = parts.map(|part| moved(of.nodes[part].rect));
                let [one_at, other_at] = parts.map(|part| first + part);
                let in_order = one.place() < other.place();
                let (second, parts) =
                    if in_order { (other, [one_at, other_at]) } else { (one, [other_at, one_at]) };
                let cut = if one.left == other.left {
                    CutLine::Row(second.top)
                } else {
                    CutLine::Column(second.left)
                };
                (cut, parts)
            });
            self.nodes.push(Node { rect, cut, corners: Vec::new() });
        }
        self.place(first, slot);
    }

    /// Adds a node as a part of another.
    pub(super) fn add(&mut self, rect: CellRect, slot: Slot) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node { rect, cut: None, corners: Vec::new() });
        self.place(index, slot);
        index
    }

    fn place(&mut self, node: usize, slot: Slot) {
        if let Some((parent, part)) = slot
            && let Some((_, parts)) = &mut self.nodes[parent].cut
        {
            parts[part] = node;
        }
    }
}

/// The tables of one, two and more levels, up to the depth of a part of the board.
struct Layers {
    view: CellRect,
    /// All tables, or the last one below the top.
    tables: Vec<PriceTable>,
    kept: bool,
    depth: usize,
}

impl Layers {
    /// The tables up to `depth`, or to the least that will do.
    fn of(
        board: &PatchGrid,
        view: CellRect,
        prices: Prices,
        depth: Option<usize>,
        most_kept: u64,
    ) -> Result<Self, Stopped> {
        // A part of k rectangles is at least log2 k deep, and rarely twice as deep.
        let estimate = 2 * u64::from(view.cells().ilog2() + 1);
        let kept = table::rectangles_in(view.columns, view.rows)
            * depth.map_or(estimate, |depth| depth as u64)
            <= most_kept;
        let mut layers = Self { view, tables: Vec::new(), kept, depth: 0 };
        let mut below = PriceTable::uncut(board, view, prices)?;
        loop {
            layers.depth += 1;
            // The table of the last level would only tell the price of the whole.
            let last =
                depth.map_or_else(|| below.best_cut(board, view).is_some(), |depth| layers.depth == depth);
            let next = (!last).then(|| below.one_level_more(board)).transpose()?;
            // More levels would change nothing more.
            let settled = next.as_ref().is_none_or(|next| next.is_as_cheap(&below));
            if !kept {
                layers.tables.clear();
            }
            layers.tables.push(below);
            match next {
                Some(next) if !settled => below = next,
                _ => return Ok(layers),
            }
        }
    }

    /// The cut of the whole part, and how deep its parts may be.
    fn top_cut(&self, board: &PatchGrid) -> (CutLine, usize) {
        (self.cut(board, self.view, self.depth), self.depth - 1)
    }

    /// The best cut of a rectangle of no more than `depth` levels.
    fn cut(&self, board: &PatchGrid, rect: CellRect, depth: usize) -> CutLine {
        let table = if self.kept { &self.tables[depth - 1] } else { &self.tables[0] };
        table.best_cut(board, rect).expect("the levels are enough").0
    }
}

/// Prices for fewest rectangles first and for shortest seams first; the other of the two decides between
/// equals.
fn prices(board: &PatchGrid) -> (Prices, Prices) {
    let cells = i32::try_from(board.whole().cells()).expect("a small board");
    (fewest_first(board), Prices { rectangle: 1, seam: cells + 1, strip: None })
}

/// Prices for fewest rectangles first.
pub(super) fn fewest_first(board: &PatchGrid) -> Prices {
    let cells = i32::try_from(board.whole().cells()).expect("a small board");
    // All seams together are shorter than two a cell, and there are no more rectangles than cells.
    Prices { rectangle: 2 * cells + 1, seam: 1, strip: None }
}

/// The heights of strips from which every patch might be cut: what divides the area of each.
fn strips(board: &PatchGrid) -> Vec<usize> {
    let mut areas = vec![0_usize; board.patches.len()];
    for row in 0..board.rows {
        for column in 0..board.columns {
            if let Some(patch) = board.patch_at(column, row) {
                areas[patch] += 1;
            }
        }
    }
    let longest = board.columns.max(board.rows);
    (1..=longest).filter(|strip| areas.iter().all(|area| area % strip == 0)).collect()
}

pub(super) fn is_one_patch(board: &PatchGrid, rect: CellRect) -> bool {
    let owner = board.owner(rect.left, rect.top);
    (rect.top..rect.bottom()).all(|y| (rect.left..rect.right()).all(|x| board.owner(x, y) == owner))
}

#[cfg(test)]
mod tests {
    use super::super::joins::Joins;
    use super::*;

    /// Whether the tables of all depths are kept or made again for each part, the tree is as good.
    #[test]
    fn shallow_trees_are_found_with_little_memory_too() {
        let boards: [&[&str]; 5] = [
            &["AABB.", "A..BC", "ADDCC", ".EEDD", "FFFFD"],
            &["..AAB..", "CCA.BDD", "C.E.F.D", "CGEEFHD", "..GGH.."],
            &["AABBC", "ADDBC", "EEDCC", "EFFFG", "EHHGG"],
            &["AAAAAAAB", "ACCCDDDB", "EECFFGGB", "EHHHFIGG"],
            &["ABCDEFGHIJKLMNOPQRST"],
        ];
        for rows in boards {
            let board = PatchGrid::drawn(rows);
            let (fewest, _) = prices(&board);
            let [kept, made] = [u64::MAX, 0].map(|kept| {
                let tree = Tree::shallowest(&board, fewest, kept).expect("nothing stops it");
                let seams = tree.nodes.iter().filter_map(|node| board.seam(node.cut?.0, node.rect));
                let seams = seams.sum::<usize>();
                let joins = Joins::of(&board, &tree);
                (joins.depth(), joins.rectangles()[0], seams)
            });
            assert_eq!(kept, made, "{rows:?}");
        }
        let row = PatchGrid::drawn(boards[4]);
        let tree = Tree::shallowest(&row, prices(&row).0, 0).expect("nothing stops it");
        let joins = Joins::of(&row, &tree);
        assert_eq!(joins.depth(), 5, "log2 20");
    }

    #[test]
    fn only_strips_that_divide_every_patch_are_tried() {
        assert_eq!(strips(&PatchGrid::drawn(&["AAAABB", "AAAABB"])), [1, 2, 4]);
        assert_eq!(strips(&PatchGrid::drawn(&["AAABB", "AAABB"])), [1, 2]);
        let tree = Tree::best(&PatchGrid::drawn(&["AAAABB", "AAAABB"]), Objective::FewestStripHeights)
            .expect("small");
        assert_eq!(tree.nodes.iter().filter(|node| node.cut.is_none()).count(), 2);
    }
}
