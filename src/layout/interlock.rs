//! Nests parts on sheets by their outlines, so that one reaches into the notches of another.
//!
//! It never takes more sheets than nesting by boxes, and parts on a single sheet are compacted into its corner, so that the rest
//! stays a rectangle. Parts are turned only as allowed, and not placed in holes of others, because holes are cut first. The
//! search is limited by comparisons, not by time, so that the result is always the same.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::nest::{UNIT, ceil_units, floor_units, nest};
use super::{LayoutError, Part, Placed, Sheet, Stock};
use crate::geometry::{Bounds, Outline, Point, Ring};

/// The most pairs of rectangles that are compared: about a fifth of a second. Chosen by eye.
const MOST_WORK: u64 = 60_000_000;
/// The same for parts that fit on one sheet, to compact them: about a second.
const MOST_COMPACTING: u64 = 600_000_000;
/// The most orders that are tried. Chosen by eye.
const MOST_ORDERS: usize = 400;
/// The same to compact a sheet, and how many of them may bring nothing in a row.
const MOST_COMPACT_ORDERS: usize = 8_000;
const MOST_IDLE: usize = 1_500;
/// How many widths of a compact sheet are tried.
const WIDTHS: i32 = 12;
/// The number of steps that replace a slanted edge. Chosen by eye.
const STEPS: u8 = 4;

/// A box counts as larger by this share for each time that it is longer than twice its width: offcuts of a long strip are
/// useless, and it rarely fits on a board. Chosen by eye.
const SLENDER: f64 = 0.05;

/// How much larger than all parts a square around them is, about; chosen by eye.
const LOOSE: f64 = 1.4;

/// Returns how large the box around a sheet's parts counts.
fn box_worth(width: f64, height: f64) -> f64 {
    let slenderness = width.max(height) / width.min(height).max(1.0);
    width * height * (1.0 + SLENDER * (slenderness - 2.0).max(0.0))
}

/// An upright rectangle in units of the packing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Tile {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

/// Rectangles that cover a part and the gap to its right and below; its bounds begin at the origin.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Cover {
    tiles: Vec<Tile>,
    width: i32,
    height: i32,
}

/// Nests `parts` on sheets of `stock` by their outlines, on as few sheets as a local search finds; each part as it is or turned
/// by one of `turns`, in degrees.
///
/// # Shape
/// Every part on exactly one sheet, inside its usable area, at least `stock.gap` from the others. Boxes around parts may
/// overlap. Deterministic, and never more sheets than [`nest`]; on a single sheet the box around all parts is small.
///
/// # Errors
/// As [`nest`].
///
/// # Source
/// Bottom-left placement at the corners of placed parts: Baker, Coffman and Rivest, "Orthogonal packings in two dimensions"
/// (1980); the order is then improved by exchanges.
pub fn nest_outlines(parts: &[Part], stock: &Stock, turns: &[i32]) -> Result<Vec<Sheet>, LayoutError> {
    let usable = stock.usable()?;
    let room = (floor_units(usable.width() + stock.gap), floor_units(usable.height() + stock.gap));
    let by_boxes = match nest(parts, stock) {
        Ok(sheets) => Some(sheets),
        // A part may fit only turned.
        Err(LayoutError::PartTooLarge { .. }) if !turns.is_empty() => None,
        Err(error) => return Err(error),
    };
    let area: f64 = parts.iter().map(|part| part.outline().area()).sum();
    let boxes = by_boxes.as_ref().map_or(usize::MAX, Vec::len);
    let whole = usable.width() * usable.height();
    if parts.len() < 2 && by_boxes.is_some()
        || boxes > 1 && boxes < usize::MAX && area > (boxes - 1) as f64 * whole
    {
        return Ok(by_boxes.unwrap_or_default());
    }
    let variants: Vec<Vec<Variant>> =
        parts.iter().map(|part| variants(part, stock.gap, turns, room)).collect();
    if let Some(part) = variants.iter().position(Vec::is_empty) {
        // The error of the boxes names it.
        return nest(&parts[part..=part], stock);
    }
    let areas: Vec<f64> = parts.iter().map(|part| part.outline().area()).collect();
    let least = (area / whole).ceil();
    let search = Search::new(&variants, &areas, room, least);
    let found = search
        .best(boxes, by_boxes.as_deref().map_or(f64::INFINITY, |sheets| box_of(parts, sheets, stock.gap)));
    match (found, by_boxes) {
        (Some(laid), _) => Ok(sheets(laid, &variants, usable)),
        (None, Some(boxes)) => Ok(boxes),
        (None, None) => nest(parts, stock),
    }
}

/// One way in which a part may lie.
struct Variant {
    cover: Cover,
    turn: i32,
}

/// Returns the different ways in which a part may lie in a room.
fn variants(part: &Part, gap: f64, turns: &[i32], room: (i32, i32)) -> Vec<Variant> {
    let mut variants: Vec<Variant> = Vec::new();
    for turn in std::iter::once(0).chain(turns.iter().copied()) {
        let outline = if turn == 0 { part.outline().clone() } else { part.outline().turned(turn) };
        let cover = Cover::of(&outline, gap);
        let fits = cover.width <= room.0 && cover.height <= room.1;
        if fits && variants.iter().all(|other| other.cover != cover) {
            variants.push(Variant { cover, turn });
        }
    }
    variants
}

/// Returns how large the box around all parts of a single sheet counts, in units, with their gap.
fn box_of(parts: &[Part], sheets: &[Sheet], gap: f64) -> f64 {
    let [sheet] = sheets else { return f64::INFINITY };
    let reach = |placed: &Placed| {
        let bounds = parts[placed.part].bounds();
        (placed.at.x + bounds.width() + gap, placed.at.y + bounds.height() + gap)
    };
    let origin = sheet.placed.iter().fold((f64::INFINITY, f64::INFINITY), |least, placed| {
        (least.0.min(placed.at.x), least.1.min(placed.at.y))
    });
    let far = sheet
        .placed
        .iter()
        .map(reach)
        .fold((0.0, 0.0), |most: (f64, f64), at| (most.0.max(at.0), most.1.max(at.1)));
    box_worth((far.0 - origin.0) / UNIT, (far.1 - origin.1) / UNIT)
}

fn sheets(laid: Vec<Laid>, variants: &[Vec<Variant>], usable: Bounds) -> Vec<Sheet> {
    let point = |(x, y): (i32, i32)| Point {
        x: usable.left + f64::from(x) * UNIT,
        y: usable.top + f64::from(y) * UNIT,
    };
    let sheet = |mut laid: Laid| {
        laid.parts.sort_unstable();
        let placed = laid.parts.into_iter().map(|(part, at, variant)| {
            let turn = variants[part][variant].turn;
            Placed { part, at: point(at), turn }
        });
        Sheet { placed: placed.collect() }
    };
    laid.into_iter().map(sheet).collect()
}

impl Cover {
    fn of(outline: &Outline, gap: f64) -> Self {
        let outline = outline.at_origin();
        let mut tiles: Vec<Tile> = Vec::new();
        for (top, bottom) in bands(outline.outer()) {
            for (left, right) in spans(outline.outer(), top, bottom) {
                let (left, right) = (floor_units(left), ceil_units(right + gap));
                let tile = Tile { left, top: floor_units(top), right, bottom: ceil_units(bottom + gap) };
                // A tile with the same sides as the one above it extends it.
                let above = |other: &&mut Tile| (other.left, other.right) == (left, right);
                match tiles.iter_mut().rev().take(4).find(above).filter(|other| other.bottom >= tile.top) {
                    Some(other) => other.bottom = tile.bottom,
                    None => tiles.push(tile),
                }
            }
        }
        let width = tiles.iter().map(|tile| tile.right).max().unwrap_or(0);
        let height = tiles.iter().map(|tile| tile.bottom).max().unwrap_or(0);
        Self { tiles, width, height }
    }
}

/// Returns the bands between corners, down the ring; slanted edges are divided into steps.
fn bands(ring: &Ring) -> Vec<(f64, f64)> {
    let mut levels: Vec<f64> = ring.points().iter().map(|point| point.y).collect();
    levels.sort_by(f64::total_cmp);
    levels.dedup_by(|a, b| (*a - *b).abs() < UNIT / 2.0);
    let mut bands = Vec::new();
    for pair in levels.windows(2) {
        let (top, bottom) = (pair[0], pair[1]);
        let slanted = crossing(ring, top, bottom).any(|(a, b)| (a.x - b.x).abs() > UNIT);
        let steps = if slanted { STEPS } else { 1 };
        let level = |step: u8| top + (bottom - top) * f64::from(step) / f64::from(steps);
        bands.extend((0..steps).map(|step| (level(step), level(step + 1))));
    }
    bands
}

/// Returns the edges that cross a band, from its upper to its lower end.
fn crossing(ring: &Ring, top: f64, bottom: f64) -> impl Iterator<Item = (Point, Point)> {
    let middle = f64::midpoint(top, bottom);
    let down = ring.edges().map(|(a, b)| if a.y < b.y { (a, b) } else { (b, a) });
    down.filter(move |(a, b)| a.y < middle && middle < b.y)
}

/// Returns the spans of the inside of the ring in a band.
fn spans(ring: &Ring, top: f64, bottom: f64) -> Vec<(f64, f64)> {
    let mut edges: Vec<(f64, f64, f64)> = crossing(ring, top, bottom)
        .map(|(a, b)| {
            let at = |y: f64| a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)).clamp(0.0, 1.0);
            let (upper, lower) = (at(top), at(bottom));
            (f64::midpoint(upper, lower), upper.min(lower), upper.max(lower))
        })
        .collect();
    edges.sort_by(|a, b| a.0.total_cmp(&b.0));
    edges.chunks_exact(2).map(|pair| (pair[0].1, pair[1].2)).collect()
}

/// How far a part reaches down and to the right.
type Reach = (i32, i32);

/// One sheet while it is filled.
#[derive(Debug, Clone, Default)]
struct Laid {
    tiles: Vec<Tile>,
    /// Each part with its place and the way in which it lies.
    parts: Vec<(usize, (i32, i32), usize)>,
}

impl Laid {
    /// Returns the way to lie and the place at which a part reaches down the least, and of these the leftmost.
    fn best_spot(
        &self,
        variants: &[Variant],
        room: (i32, i32),
        work: &mut u64,
    ) -> Option<(usize, (i32, i32))> {
        let mut best: Option<(Reach, usize, (i32, i32))> = None;
        for (index, Variant { cover, .. }) in variants.iter().enumerate() {
            // What reaches deeper is no better.
            let deepest = best.map_or(room.1, |((bottom, _), ..)| bottom);
            let Some(at) = self.spot(cover, (room.0, deepest), work) else { continue };
            let worth = (at.1 + cover.height, at.0 + cover.width);
            if best.is_none_or(|(known, ..)| worth < known) {
                best = Some((worth, index, at));
            }
        }
        best.map(|(_, index, at)| (index, at))
    }

    /// Returns the topmost free place for a part, and of these the leftmost.
    fn spot(&self, cover: &Cover, room: (i32, i32), work: &mut u64) -> Option<(i32, i32)> {
        let last = (room.0 - cover.width, room.1 - cover.height);
        let touching = self.tiles.iter().flat_map(|lying| {
            cover.tiles.iter().flat_map(move |tile| [lying.bottom - tile.top, lying.top - tile.bottom])
        });
        let mut rows: Vec<i32> = touching.chain([0]).filter(|row| (0..=last.1).contains(row)).collect();
        rows.sort_unstable();
        rows.dedup();
        let mut taken: Vec<(i32, i32)> = Vec::new();
        rows.into_iter().find_map(|y| {
            *work += self.tiles.len() as u64;
            taken.clear();
            for lying in &self.tiles {
                if lying.top < y + cover.height && y < lying.bottom {
                    *work += cover.tiles.len() as u64;
                    lying.keeps_off(cover, y, &mut taken);
                }
            }
            let x = first_free(&taken);
            (x <= last.0).then_some((x, y))
        })
    }

    fn lay(&mut self, part: usize, (variant, cover): (usize, &Cover), (x, y): (i32, i32)) {
        self.tiles.extend(cover.tiles.iter().map(|tile| Tile {
            left: tile.left + x,
            top: tile.top + y,
            right: tile.right + x,
            bottom: tile.bottom + y,
        }));
        self.parts.push((part, (x, y), variant));
    }

    /// Returns how large the box around all parts counts, with the gap beside them.
    fn box_area(&self) -> f64 {
        let right = self.tiles.iter().map(|tile| tile.right).max().unwrap_or(0);
        let bottom = self.tiles.iter().map(|tile| tile.bottom).max().unwrap_or(0);
        box_worth(f64::from(right), f64::from(bottom))
    }
}

impl Tile {
    /// Adds the places along a row at which a part would overlap this: those between two x, without the ends. Plain loops,
    /// because most of the time of nesting goes here, and builds without optimisation are tested too.
    fn keeps_off(&self, cover: &Cover, y: i32, taken: &mut Vec<(i32, i32)>) {
        for tile in &cover.tiles {
            if self.top < tile.bottom + y && tile.top + y < self.bottom {
                taken.push((self.left - tile.right, self.right - tile.left));
            }
        }
    }
}

/// Returns the least x from 0 on that is in none of these ranges.
fn first_free(taken: &[(i32, i32)]) -> i32 {
    let mut x = 0;
    loop {
        let before = x;
        for &(from, to) in taken {
            if from < x && x < to {
                x = to;
            }
        }
        if x == before {
            return x;
        }
    }
}

/// A search for an order of parts that needs few sheets.
struct Search<'a> {
    variants: &'a [Vec<Variant>],
    areas: &'a [f64],
    /// The kind of each part; parts of one kind have equal covers.
    kind_of: Vec<usize>,
    room: (i32, i32),
    /// A lower bound for the number of sheets.
    least: f64,
}

/// The quality of a solution: fewer sheets are better, then less area on the emptiest; on a single sheet a smaller box.
type Worth = (usize, f64);

impl<'a> Search<'a> {
    fn new(variants: &'a [Vec<Variant>], areas: &'a [f64], room: (i32, i32), least: f64) -> Self {
        let mut kinds: BTreeMap<&Cover, usize> = BTreeMap::new();
        let mut kind_of = Vec::new();
        for all in variants {
            let next = kinds.len();
            kind_of.push(*kinds.entry(&all[0].cover).or_insert(next));
        }
        Self { variants, areas, kind_of, room, least }
    }

    /// Returns a solution that is better than that by boxes, which takes `boxes` sheets, or on a single one a box of `area`.
    fn best(&self, boxes: usize, area: f64) -> Option<Vec<Laid>> {
        let fewer = if boxes > 1 { self.fewest(boxes) } else { None };
        let single = boxes == 1 || fewer.as_ref().is_some_and(|sheets| sheets.len() == 1);
        if !single {
            return fewer;
        }
        let known = fewer.as_ref().map_or(area, |sheets| sheets[0].box_area());
        self.compact(known).map(|sheet| vec![sheet]).or(fewer)
    }

    /// Returns all parts on one sheet in a box that is smaller than `known`: orders are tried in several widths.
    fn compact(&self, known: f64) -> Option<Laid> {
        let (mut work, mut idle) = (0, 0);
        let mut numbers = Numbers(2);
        let least =
            self.variants.iter().map(|all| all.iter().map(|one| one.cover.width).min().unwrap_or(0)).max()?;
        let width = |step: i32| (self.room.0 - (self.room.0 - least) / WIDTHS * step).max(least);
        let mut best: (f64, Option<(Vec<usize>, i32, Laid)>) = (known, None);
        let mut first: Vec<(Vec<usize>, i32)> = (0..=WIDTHS)
            .flat_map(|step| self.orders().into_iter().map(move |order| (order, width(step))))
            .collect();
        // Widths near a square are tried first, because parts with many corners leave time for few.
        let side = libm::sqrt(self.areas.iter().sum::<f64>() * LOOSE) / UNIT;
        first.sort_by(|a, b| (f64::from(b.1) - side).abs().total_cmp(&(f64::from(a.1) - side).abs()));
        for _ in 0..MOST_COMPACT_ORDERS {
            let (order, wide) = match (first.pop(), &best.1) {
                (Some(next), _) => next,
                (None, Some((order, wide, _))) => {
                    let wide = if numbers.below(8) == 0 { width(numbers.step()) } else { *wide };
                    (numbers.exchanged(order), wide)
                }
                (None, None) => break,
            };
            idle += 1;
            if let Some(laid) = self.one_sheet(&order, wide, &mut work) {
                let area = laid.box_area();
                if area < best.0 - 0.5 {
                    idle = 0;
                }
                if area <= best.0 {
                    best = (area, Some((order, wide, laid)));
                }
            }
            if work > MOST_COMPACTING || idle > MOST_IDLE + first.len() {
                break;
            }
        }
        best.1.map(|(.., laid)| laid)
    }

    /// Puts all parts on one sheet of this width; `None` if they do not fit.
    fn one_sheet(&self, order: &[usize], width: i32, work: &mut u64) -> Option<Laid> {
        let mut sheet = Laid::default();
        for &part in order {
            let (variant, at) = sheet.best_spot(&self.variants[part], (width, self.room.1), work)?;
            sheet.lay(part, (variant, &self.variants[part][variant].cover), at);
        }
        Some(sheet)
    }

    /// Returns a solution with fewer sheets than `boxes`, if one is found.
    fn fewest(&self, boxes: usize) -> Option<Vec<Laid>> {
        let mut work = 0;
        let mut best: Option<(Worth, Vec<usize>, Vec<Laid>)> = None;
        let mut orders = self.orders();
        let mut numbers = Numbers(1);
        for turn in 0..MOST_ORDERS {
            let order = match (orders.pop(), &best) {
                (Some(order), _) => order,
                (None, Some((_, order, _))) => numbers.exchanged(order),
                (None, None) => break,
            };
            let Some(laid) = self.laid(&order, &mut work) else { break };
            let worth = self.worth(&laid);
            if best.as_ref().is_none_or(|(known, ..)| worth <= *known) {
                best = Some((worth, order, laid));
            }
            let enough = best.as_ref().is_some_and(|((sheets, _), ..)| *sheets as f64 <= self.least);
            if enough || (turn == 0 && work > MOST_WORK / 2) {
                break;
            }
        }
        best.filter(|((sheets, _), ..)| *sheets < boxes).map(|(_, _, laid)| laid)
    }

    /// Returns the orders to try first, in reverse.
    fn orders(&self) -> Vec<Vec<usize>> {
        let keys: [fn(&Cover) -> i64; 3] = [
            |cover| i64::from(cover.width.max(cover.height)),
            |cover| i64::from(cover.width),
            |cover| i64::from(cover.height),
        ];
        let as_given: Vec<usize> = (0..self.variants.len()).collect();
        let by_key = keys.iter().map(|key| {
            let mut order = as_given.clone();
            order
                .sort_by_key(|&part| (Reverse(key(&self.variants[part][0].cover)), self.kind_of[part], part));
            order
        });
        std::iter::once(as_given.clone()).chain(by_key).collect()
    }

    /// Puts each part on the first sheet that has room; `None` if that takes too long.
    fn laid(&self, order: &[usize], work: &mut u64) -> Option<Vec<Laid>> {
        let mut sheets: Vec<Laid> = Vec::new();
        // Sheets only become fuller: one without room for a part has none for equal parts.
        let mut full = vec![0; self.kind_of.iter().max().map_or(0, |most| most + 1)];
        for &part in order {
            let (variants, first) = (&self.variants[part], &mut full[self.kind_of[part]]);
            let (variant, at) = loop {
                if *work > MOST_WORK {
                    return None;
                }
                if *first == sheets.len() {
                    sheets.push(Laid::default());
                }
                match sheets[*first].best_spot(variants, self.room, work) {
                    Some(at) => break at,
                    // An empty sheet always has room, because the boxes fit.
                    None => *first += 1,
                }
            };
            sheets[*first].lay(part, (variant, &variants[variant].cover), at);
        }
        Some(sheets)
    }

    fn worth(&self, laid: &[Laid]) -> Worth {
        let area = |sheet: &Laid| sheet.parts.iter().map(|&(part, ..)| self.areas[part]).sum::<f64>();
        (laid.len(), laid.iter().map(area).fold(f64::INFINITY, f64::min))
    }
}

/// Deterministic pseudo-random numbers.
///
/// # Source
/// Multiplier and increment of Donald Knuth's MMIX, *The Art of Computer Programming* 2 (1997), 3.3.4.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % end.max(1)
    }

    /// Returns a number of steps in width.
    fn step(&mut self) -> i32 {
        let steps = usize::try_from(WIDTHS).unwrap_or(0) + 1;
        i32::try_from(self.below(steps)).unwrap_or(0)
    }

    /// Returns the order with some parts exchanged.
    fn exchanged(&mut self, order: &[usize]) -> Vec<usize> {
        let mut order = order.to_vec();
        for _ in 0..=self.below(3) {
            let (a, b) = (self.below(order.len()), self.below(order.len()));
            order.swap(a, b);
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::polyform::Shape;

    fn part(lattice: Lattice, rows: &[&str], grown: f64) -> Part {
        let shape = Shape::from_rows(lattice, rows.iter().copied()).expect("a shape");
        let outline = Outline::of_shape(&shape, 10.0).expect("an outline");
        let cut = outline.with_allowance(grown, "piece").expect("an outline");
        Part::new(rows.concat(), cut, Vec::new()).expect("a part")
    }

    /// Every part is placed once, inside, with at least the gap between outlines.
    #[track_caller]
    fn check(parts: &[Part], stock: &Stock) -> usize {
        check_turned(parts, stock, &[])
    }

    #[track_caller]
    fn check_turned(parts: &[Part], stock: &Stock, turns: &[i32]) -> usize {
        let sheets = nest_outlines(parts, stock, turns).expect("fits");
        assert_eq!(sheets, nest_outlines(parts, stock, turns).expect("fits"), "the same every time");
        let mut seen: Vec<usize> = sheets.iter().flat_map(|s| s.placed.iter().map(|p| p.part)).collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..parts.len()).collect::<Vec<_>>(), "every part once");
        let usable = stock.usable().expect("room").inset(-1e-6);
        for sheet in &sheets {
            let lying = |placed: &Placed| {
                let outline = parts[placed.part].outline().turned(placed.turn).at_origin();
                outline.moved(placed.at.x, placed.at.y)
            };
            let lying: Vec<Outline> = sheet.placed.iter().map(lying).collect();
            for (i, a) in lying.iter().enumerate() {
                assert!(usable.contains(a.bounds()), "{:?}", a.bounds());
                for b in &lying[..i] {
                    for (a, b) in [(a, b), (b, a)] {
                        for &point in a.outer().points() {
                            assert!(!b.outer().contains(point), "{point:?} lies in another part");
                            assert!(b.distance(point) >= stock.gap - 1e-6, "{}", b.distance(point));
                        }
                    }
                }
            }
        }
        sheets.len()
    }

    const STOCK: Stock = Stock { width: 110.0, height: 110.0, margin: 5.0, gap: 2.0 };

    #[test]
    fn notches_save_sheets_on_every_lattice() {
        for (lattice, pieces) in [
            (Lattice::Square, [&["#####", ".#..."][..], &["#.", "##", "#.", "#.", "#."]]),
            (Lattice::Hex, [&["# # #", " # . "][..], &["# .", " #", "# .", " #"]]),
            (Lattice::Triangle, [&["#####"][..], &[".##", "###"]]),
        ] {
            let parts: Vec<Part> =
                (0..24).map(|index| part(lattice, pieces[usize::from(index % 3 == 0)], 2.0)).collect();
            let (found, boxes) = (check(&parts, &STOCK), nest(&parts, &STOCK).expect("fits").len());
            assert!(found <= boxes, "{found} sheets, {boxes} by boxes");
            assert!(found < boxes || lattice != Lattice::Square, "{found} sheets, {boxes} by boxes");
        }
    }

    #[test]
    fn level_and_upright_parts_share_a_sheet() {
        // Three are stacked, and one is beside them.
        let bar = |width: f64, height: f64| {
            let outline = Outline::rectangle(width, height).expect("an outline");
            Part::new("bar", outline, Vec::new()).expect("a part")
        };
        let parts = [vec![bar(60.0, 27.0); 12], vec![bar(27.0, 60.0); 4]].concat();
        assert_eq!(check(&parts, &STOCK), 4);
    }

    #[test]
    fn a_quilt_of_y_hexominoes_takes_half_the_mats_that_boxes_take() {
        let ways = [
            &["#####", ".#..."][..],
            &["#.", "##", "#.", "#.", "#."],
            &["...#.", "#####"],
            &[".#", ".#", ".#", "##", ".#"],
        ];
        // Cells of 30 mm and seams of 1/4 in on 11.5 in, at a third of the size.
        let parts: Vec<Part> =
            (0..92).map(|index| part(Lattice::Square, ways[index % 4], 6.35 / 3.0)).collect();
        let stock = Stock { width: 292.1 / 3.0, height: 292.1 / 3.0, margin: 0.0, gap: 0.0 };
        let found = check(&parts, &stock);
        assert!(found <= 16, "{found} mats");
    }

    /// Twelve pentominoes of 20 mm cells on 250 x 170 mm, where boxes need 430 x 390 mm.
    #[test]
    fn pentominoes_are_compacted_on_one_small_sheet() {
        let shapes = [
            &[".##", "##.", ".#."][..],
            &["#####"],
            &["####", "#..."],
            &["##..", ".###"],
            &["###", "##."],
            &["###", ".#.", ".#."],
            &["###", "#.#"],
            &["###", "#..", "#.."],
            &["#..", "##.", ".##"],
            &[".#.", "###", ".#."],
            &["####", ".#.."],
            &["##.", ".#.", ".##"],
        ];
        let large = |rows: &&[&str]| {
            let shape = Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a shape");
            let outline = Outline::of_shape(&shape, 20.0).expect("an outline");
            let cut = outline.with_allowance(0.1, "piece").expect("an outline");
            Part::new(rows.concat(), cut, Vec::new()).expect("a part")
        };
        let parts: Vec<Part> = shapes.iter().map(large).collect();
        let stock = Stock { width: 250.0, height: 170.0, margin: 0.0, gap: 2.2 };
        assert_eq!(check_turned(&parts, &stock, &[90, 180, 270]), 1);
        let long = Stock { width: 600.0, height: 400.0, ..stock };
        let sheets = nest_outlines(&parts, &long, &[90, 180, 270]).expect("fits");
        let filled = 12.0 * 5.0 * 400.0 / (box_of_turned(&parts, &sheets[0]));
        assert!(filled > 0.68, "{filled}");
    }

    /// The area of the box around turned parts, in mm².
    fn box_of_turned(parts: &[Part], sheet: &Sheet) -> f64 {
        let boxes = sheet.placed.iter().map(|placed| {
            let outline = parts[placed.part].outline().turned(placed.turn).at_origin();
            outline.moved(placed.at.x, placed.at.y).bounds()
        });
        let all = boxes.reduce(Bounds::union).expect("parts");
        all.width() * all.height()
    }

    #[test]
    fn a_part_that_fits_only_turned_is_turned() {
        let bar = Outline::rectangle(90.0, 20.0).expect("an outline");
        let parts = vec![Part::new("bar", bar, Vec::new()).expect("a part")];
        let stock = Stock { width: 50.0, height: 100.0, margin: 2.0, gap: 2.0 };
        assert!(nest_outlines(&parts, &stock, &[]).is_err());
        assert_eq!(nest_outlines(&parts, &stock, &[90]).expect("turned")[0].placed[0].turn, 90);
    }

    #[test]
    fn no_part_is_in_a_hole() {
        let ring = part(Lattice::Square, &["#####", "#...#", "#...#", "#...#", "#####"], 0.0);
        let one = part(Lattice::Square, &["#"], 0.0);
        let stock = Stock { width: 60.0, height: 60.0, margin: 5.0, gap: 1.0 };
        assert_eq!(check(&[ring, one], &stock), 2);
    }

    #[test]
    fn covers_are_as_good_as_the_outline_where_it_is_upright() {
        let cover = Cover::of(part(Lattice::Square, &["#####", ".#..."], 0.0).outline(), 0.0);
        let tile = |left, top, right, bottom| Tile { left, top, right, bottom };
        assert_eq!(cover.tiles, [tile(0, 0, 5000, 1000), tile(1000, 1000, 2000, 2000)]);
    }
}
