//! Keeps patches whole at the price of Y-seams: straight seams, and corners that are set in.
//!
//! A rectangle of the board is one piece of cloth, is cut along a straight line, or is one patch with corners
//! cut away: each corner is a rectangle, planned in the same way and sewn into its place with one Y-seam. Of
//! all such plans with at most a given number of Y-seams the one with the fewest pieces is found, of those
//! the one with the shortest seams.
//!
//! Exact within these plans, by comparing all of them for every rectangle of the board; docs/decisions/0037
//! says which plans are left out. A rectangle has a price for each number of Y-seams, up to the number at
//! which more do not help.
//!
//! # Source
//! The dynamic programme of guillotine partitions (see [`super::table`]), with a second choice for each
//! rectangle. Ours.

use std::collections::BTreeMap;

use super::board::PatchGrid;
use super::error::PiecingError;
use super::grid::{CellRect, CutLine, Stretch};
use super::parts::TradeOff;
use super::table::{UNREACHABLE, check_size};
use super::tree::{Tree, fewest_first, is_one_patch};
use piecework_tiling::stop::Stopped;

/// Prices that are compared at most: some seconds of work.
const MOST_COMPARED: u64 = 12_000_000_000;

/// The least price of a rectangle with no, one, two and more Y-seams; never more than the one before.
type Profile = Vec<i32>;

/// The prices of all rectangles of a board.
pub(super) struct SetIn<'a> {
    board: &'a PatchGrid,
    rectangle: i32,
    /// The most Y-seams.
    most: usize,
    profiles: Vec<Profile>,
    /// For each rectangle that one patch fills but for its corners, these corners.
    corners: BTreeMap<usize, Vec<CellRect>>,
}

impl<'a> SetIn<'a> {
    /// Compares all plans with at most `most` Y-seams.
    ///
    /// # Errors
    /// [`PiecingError::TooLarge`], [`PiecingError::TooManyYSeams`] and [`PiecingError::Stopped`].
    pub(super) fn of(board: &'a PatchGrid, most: usize) -> Result<Self, PiecingError> {
        check_size(board)?;
        check_work(board, most)?;
        let count = pairs(board.rows) * pairs(board.columns);
        let profiles = vec![Vec::new(); count];
        let rectangle = fewest_first(board).rectangle;
        let mut found = Self { board, rectangle, most, profiles, corners: BTreeMap::new() };
        found.find_corners();
        for rows in 1..=board.rows {
            for columns in 1..=board.columns {
                board.stop.check()?;
                for top in 0..=board.rows - rows {
                    for left in 0..=board.columns - columns {
                        let rect = CellRect { left, top, columns, rows };
                        let index = found.index(rect);
                        found.profiles[index] = found.profile(rect);
                    }
                }
            }
        }
        Ok(found)
    }

    fn index(&self, rect: CellRect) -> usize {
        let pair = |from: usize, to: usize| to * (to - 1) / 2 + from;
        pair(rect.top, rect.bottom()) * pairs(self.board.columns) + pair(rect.left, rect.right())
    }

    fn profile_of(&self, rect: CellRect) -> &Profile {
        &self.profiles[self.index(rect)]
    }

    /// The length of the seam along a cut.
    fn seam(&self, cut: CutLine, rect: CellRect) -> Option<i32> {
        let length = self.board.seam(cut, rect)?;
        i32::try_from(length).ok()
    }

    fn profile(&self, rect: CellRect) -> Profile {
        if self.board.cells_in(rect) == 0 {
            return vec![0];
        }
        if is_one_patch(self.board, rect) {
            return vec![self.rectangle];
        }
        let mut best = vec![UNREACHABLE];
        for cut in CutLine::all(rect) {
            let Some(seam) = self.seam(cut, rect) else { continue };
            let (first, second) = cut.parts(rect);
            lower(
                &mut best,
                &sums(self.profile_of(first), self.profile_of(second), self.most),
                seam,
                0,
                self.most,
            );
        }
        if let Some(corners) = self.corners.get(&self.index(rect)) {
            let filled =
                corners.iter().fold(vec![0], |sum, &corner| sums(&sum, self.profile_of(corner), self.most));
            let seams = corners.iter().map(|corner| corner.columns + corner.rows).sum::<usize>();
            let price = self.rectangle + i32::try_from(seams).unwrap_or(UNREACHABLE);
            lower(&mut best, &filled, price, corners.len(), self.most);
        }
        while best.len() > 1 && best[best.len() - 1] == best[best.len() - 2] {
            best.pop();
        }
        best
    }

    /// Finds, inside the box around every patch, the rectangles that it fills but for their corners.
    fn find_corners(&mut self) {
        let board = self.board;
        let mut boxes: BTreeMap<usize, (usize, usize, usize, usize)> = BTreeMap::new();
        for row in 0..board.rows {
            for column in 0..board.columns {
                let Some(patch) = board.patch_at(column, row) else { continue };
                let around = boxes.entry(patch).or_insert((column, row, column, row));
                *around = (around.0.min(column), around.1.min(row), around.2.max(column), around.3.max(row));
            }
        }
        for (patch, (left, top, right, bottom)) in boxes {
            for (top, bottom) in
                (top..bottom).flat_map(|top| (top + 1..=bottom).map(move |bottom| (top, bottom)))
            {
                for left in left..right {
                    for right in left + 1..=right {
                        let rect = CellRect { left, top, columns: right - left + 1, rows: bottom - top + 1 };
                        if let Some(corners) = corners_of(board, patch, rect) {
                            self.corners.insert(self.index(rect), corners);
                        }
                    }
                }
            }
        }
    }

    /// How few pieces there are for each number of Y-seams, as long as more Y-seams save pieces.
    pub(super) fn trade_off(&self) -> Vec<TradeOff> {
        let mut rows: Vec<TradeOff> = Vec::new();
        for (y_seams, &price) in self.profile_of(self.board.whole()).iter().enumerate() {
            let part = |value: i32| usize::try_from(value).unwrap_or(0);
            let (pieces, seam_cells) = (part(price / self.rectangle), part(price % self.rectangle));
            if rows.last().is_none_or(|last| pieces < last.pieces) {
                rows.push(TradeOff { y_seams, pieces, seam_cells });
            }
        }
        rows
    }

    /// The best plan. Of equals the one with the fewest Y-seams, then cuts that halve the area best.
    ///
    /// # Errors
    /// [`PiecingError::NoSeam`].
    pub(super) fn tree(&self) -> Result<Tree, PiecingError> {
        let whole = self.board.whole();
        if self.profile_of(whole).last().is_none_or(|&price| price >= UNREACHABLE) {
            let CellRect { left, top, columns, rows } = whole;
            return Err(PiecingError::NoSeam { column: left + 1, row: top + 1, columns, rows });
        }
        let mut tree = Tree::empty();
        let mut open = vec![(whole, self.most, None)];
        while let Some((rect, most, slot)) = open.pop() {
            let rect = self.board.shrunk(rect);
            let node = tree.add(rect, slot);
            if is_one_patch(self.board, rect) {
                continue;
            }
            match self.best(rect, most) {
                Choice::Cut(cut, [one, other]) => {
                    let (first, second) = cut.parts(rect);
                    tree.nodes[node].cut = Some((cut, [0, 0]));
                    open.extend([(second, other, Some((node, 1))), (first, one, Some((node, 0)))]);
                }
                Choice::Corners(corners) => {
                    tree.nodes[node].corners = corners.iter().map(|&(corner, _)| corner).collect();
                    open.extend(corners.into_iter().map(|(corner, most)| (corner, most, None)));
                }
            }
        }
        Ok(tree)
    }

    /// How a rectangle that is not one patch is made at the least price with at most `most` Y-seams.
    fn best(&self, rect: CellRect, most: usize) -> Choice {
        let profile = self.profile_of(rect);
        let price = profile[most.min(profile.len() - 1)];
        let y_seams = profile.iter().position(|&other| other == price).unwrap_or(0);
        let cuts = CutLine::all(rect).filter_map(|cut| {
            let (first, second) = cut.parts(rect);
            let left = price - self.seam(cut, rect)?;
            let split = self.split(&[first, second], y_seams, left)?;
            let difference = self.board.cells_in(first).abs_diff(self.board.cells_in(second));
            Some((difference, cut, [split[0], split[1]]))
        });
        if let Some((_, cut, split)) = cuts.min_by_key(|&(difference, ..)| difference) {
            return Choice::Cut(cut, split);
        }
        let corners = self.corners.get(&self.index(rect)).map_or(&[][..], Vec::as_slice);
        let seams: usize = corners.iter().map(|corner| corner.columns + corner.rows).sum();
        let left = price - self.rectangle - i32::try_from(seams).unwrap_or(UNREACHABLE);
        let split = self.split(corners, y_seams.saturating_sub(corners.len()), left).unwrap_or_default();
        Choice::Corners(corners.iter().copied().zip(split).collect())
    }

    /// How many Y-seams each part gets so that all together have this price; none if there is no such way.
    fn split(&self, parts: &[CellRect], most: usize, price: i32) -> Option<Vec<usize>> {
        let Some((first, others)) = parts.split_first() else { return (price == 0).then(Vec::new) };
        let tries = self.profile_of(*first).iter().take(most + 1).enumerate();
        tries.rev().find_map(|(y_seams, &of_first)| {
            if others.is_empty() && of_first != price {
                return None;
            }
            let mut split = self.split(others, most - y_seams, price - of_first)?;
            split.insert(0, y_seams);
            Some(split)
        })
    }
}

/// How a rectangle is made.
enum Choice {
    /// Along a line, with the most Y-seams of both parts.
    Cut(CutLine, [usize; 2]),
    /// As one patch with corners that are set in, each with its most Y-seams.
    Corners(Vec<(CellRect, usize)>),
}

/// How many pairs of a beginning and a later end there are.
const fn pairs(side: usize) -> usize {
    side * (side + 1) / 2
}

/// Refuses what would take too long: the prices of two parts are compared pair by pair, for every cut of
/// every rectangle.
fn check_work(board: &PatchGrid, most: usize) -> Result<(), PiecingError> {
    let corners = InsideCorners::of(board);
    let within =
        |allowed: usize| Ok::<bool, PiecingError>(corners.compared(board, allowed)? <= MOST_COMPARED);
    if !within(most)? {
        // The least number that is too many, and with it the most that is not, by halving.
        let (mut good, mut bad) = (0, most);
        while bad - good > 1 {
            let middle = usize::midpoint(good, bad);
            if within(middle)? { good = middle } else { bad = middle }
        }
        return Err(PiecingError::TooManyYSeams { found: most as u64, allowed: good as u64 });
    }
    Ok(())
}

/// How many inside corners of patches there are above and to the left of every corner of cells. A Y-seam is
/// at an inside corner of its patch, strictly inside of its rectangle, so no rectangle has more prices than
/// that.
struct InsideCorners {
    sums: Vec<Vec<usize>>,
}

impl InsideCorners {
    fn of(board: &PatchGrid) -> Self {
        let mut sums = vec![vec![0; board.columns + 1]; board.rows + 1];
        for y in 1..board.rows {
            for x in 1..board.columns {
                let around =
                    [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)].map(|(x, y)| board.patch_at(x, y));
                let of = |patch: Option<usize>| around.iter().filter(|&&other| other == patch).count();
                let inside = around.iter().any(|&patch| patch.is_some() && of(patch) == 3);
                sums[y][x] = sums[y - 1][x] + sums[y][x - 1] + usize::from(inside) - sums[y - 1][x - 1];
            }
        }
        Self { sums }
    }

    /// How many there are strictly inside of a rectangle.
    fn inside(&self, rect: CellRect) -> usize {
        let CellRect { left, top, .. } = rect;
        let (right, bottom) = (rect.right() - 1, rect.bottom() - 1);
        self.sums[bottom][right] + self.sums[top][left] - self.sums[top][right] - self.sums[bottom][left]
    }

    /// How many pairs of prices are compared at most, with up to `most` Y-seams.
    fn compared(&self, board: &PatchGrid, most: usize) -> Result<u64, Stopped> {
        let prices = |rect: CellRect| (self.inside(rect).min(most) + 1) as u64;
        let mut sum = 0_u64;
        for (top, left) in (0..board.rows).flat_map(|top| (0..board.columns).map(move |left| (top, left))) {
            board.stop.check()?;
            for (rows, columns) in (1..=board.rows - top)
                .flat_map(|rows| (1..=board.columns - left).map(move |columns| (rows, columns)))
            {
                let rect = CellRect { left, top, columns, rows };
                let cuts = CutLine::all(rect).map(|cut| cut.parts(rect));
                sum += cuts.map(|(first, second)| prices(first) * prices(second)).sum::<u64>();
            }
        }
        Ok(sum)
    }
}

/// The least prices of two parts together, with up to `most` Y-seams in both.
fn sums(first: &[i32], second: &[i32], most: usize) -> Profile {
    let length = (first.len() + second.len() - 1).min(most + 1);
    let mut sums = vec![UNREACHABLE; length];
    for (i, one) in first.iter().enumerate().take(length) {
        for (sum, other) in sums[i..].iter_mut().zip(second) {
            *sum = (*sum).min(one + other);
        }
    }
    sums
}

/// Lowers prices to those of another way that costs `price` more and takes `y_seams` more.
fn lower(best: &mut Profile, way: &[i32], price: i32, y_seams: usize, most: usize) {
    let length = (way.len() + y_seams).min(most + 1);
    let last = best[best.len() - 1];
    best.resize(length.max(best.len()), last);
    for (best, way) in best.iter_mut().skip(y_seams).zip(way) {
        *best = (*best).min((way + price).min(UNREACHABLE));
    }
    for i in 1..best.len() {
        best[i] = best[i].min(best[i - 1]);
    }
}

/// The corners of a rectangle that a patch fills but for these, if it does: rectangles that do not touch one
/// another, each in another corner of a rectangle without empty cells.
fn corners_of(board: &PatchGrid, patch: usize, rect: CellRect) -> Option<Vec<CellRect>> {
    let mine = |column: usize, row: usize| board.owner(column, row) == patch;
    let CellRect { left, top, columns, rows } = rect;
    let mut corners = Vec::new();
    for (is_below, is_right) in [(false, false), (false, true), (true, false), (true, true)] {
        let column = |x: usize| if is_right { rect.right() - 1 - x } else { left + x };
        let row = |y: usize| if is_below { rect.bottom() - 1 - y } else { top + y };
        let width = (0..columns).position(|x| mine(column(x), row(0)))?;
        let height = (0..rows).position(|y| mine(column(0), row(y)))?;
        if width > 0 {
            let (left, top) = (column(0).min(column(width - 1)), row(0).min(row(height - 1)));
            corners.push(CellRect { left, top, columns: width, rows: height });
        }
    }
    let cells: usize = corners.iter().map(|corner| corner.cells()).sum();
    let is_corner = |x: usize, y: usize| corners.iter().any(|corner| corner.has(x, y));
    // Corners that overlap or meet would part the patch, or leave no cloth between them.
    let apart = |(a, b): (&CellRect, &CellRect)| {
        a.right() < b.left || b.right() < a.left || a.bottom() < b.top || b.bottom() < a.top
    };
    let each_apart = (1..corners.len()).all(|i| corners[..i].iter().all(|other| apart((other, &corners[i]))));
    let filled = || (top..rect.bottom()).all(|y| (left..rect.right()).all(|x| mine(x, y) != is_corner(x, y)));
    let good = !corners.is_empty()
        && each_apart
        && cells < rect.cells()
        && board.cells_in(rect) == rect.cells()
        && filled();
    good.then_some(corners)
}

/// The two legs of the seam around a corner of a rectangle; the longer first, upright if both are as long.
pub(super) fn legs(rect: CellRect, corner: CellRect) -> [Stretch; 2] {
    let across = if corner.left == rect.left { corner.right() } else { corner.left };
    let down = if corner.top == rect.top { corner.bottom() } else { corner.top };
    let upright = Stretch { upright: true, line: across, from: corner.top, to: corner.bottom() };
    let level = Stretch { upright: false, line: down, from: corner.left, to: corner.right() };
    if corner.columns > corner.rows { [level, upright] } else { [upright, level] }
}
