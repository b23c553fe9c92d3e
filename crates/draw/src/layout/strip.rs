//! Nests outlines on a strip of cloth that is as short as a local search finds.
//!
//! Outlines become rows of bits on a fine grid, always a little too large and never too small: those of squares
//! are exact. A part lies as high as it fits, then as far left; the order of parts and their turns are improved by
//! exchanges. The search is limited by layouts, not by time, so that the result is always the same.
//!
//! # Source
//! Bottom-left placement in an order: Baker, Coffman and Rivest, "Orthogonal packings in two dimensions" (1980).
//! Simulated annealing of the order: Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing" (1983).

use super::{LayoutError, Part, Placed, Sheet, prove_apart};
use crate::geometry::{Outline, Point};
use piecework_tiling::stop::StopFlag;

/// The turns that are tried, in degrees.
const TURNS: [i32; 4] = [0, 90, 180, 270];
/// How many bits a word has.
const WORD: usize = 64;
/// The most columns of a grid.
const MOST_COLUMNS: usize = 1024;
/// The share by which a layout may be worse at first and still be taken; chosen by trial.
const WARMTH: f64 = 0.03;
/// Less than this is rounding, in units of the grid.
const HAIR: f64 = 1e-6;

/// The first column and the end of every run of a row.
type Runs = Vec<(usize, usize)>;

/// Where outlines are on the grid: for each row the first column and the end of every run.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Form {
    turn: i32,
    width: usize,
    height: usize,
    /// Groups of equal rows: the first, the end, and their runs.
    groups: Vec<(usize, usize, Runs)>,
}

/// Nests `parts` on a strip `width` mm wide, each as it is or turned by quarters; `unit` is the step of the grid in
/// mm, and `layouts` how many are tried. None if a part is too wide, or the grid too fine.
///
/// # Shape
/// One sheet with all parts. Parts touch, and do not overlap; deterministic.
///
/// # Errors
/// [`LayoutError::Stopped`]. The result is proved pair by pair before it is returned.
pub fn nest_on_strip(
    parts: &[Part],
    width: f64,
    unit: f64,
    layouts: usize,
    stop: &StopFlag,
) -> Result<Option<Sheet>, LayoutError> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a strip has few columns")]
    let columns = (width / unit + HAIR).floor() as usize;
    if columns > MOST_COLUMNS {
        return Ok(None);
    }
    let mut kinds: Vec<Vec<Form>> = Vec::new();
    let mut kind_of = Vec::new();
    for part in parts {
        let mut forms: Vec<Form> = Vec::new();
        for turn in TURNS {
            let form = Form::of(&part.outline().turned(turn).at_origin(), unit, turn);
            let is_new = forms.iter().all(|known| known.groups != form.groups);
            forms.extend((form.width <= columns && is_new).then_some(form));
        }
        if forms.is_empty() {
            return Ok(None);
        }
        let known = kinds.iter().position(|kind| *kind == forms);
        kind_of.push(known.unwrap_or(kinds.len()));
        if known.is_none() {
            kinds.push(forms);
        }
    }
    let mut search = Search::new(&kinds, columns);
    let order: Vec<Choice> = (0..parts.len())
        .map(|part| Choice { part, kind: kind_of[part], form: part % 2 * 2 % kinds[kind_of[part]].len() })
        .collect();
    let best = search.improved(order, layouts, stop)?;
    let placed = best.iter().map(|&(choice, (x, y))| {
        let turn = kinds[choice.kind][choice.form].turn;
        Placed { part: choice.part, at: Point::new(x as f64 * unit, y as f64 * unit), turn }
    });
    let mut sheet = Sheet { placed: placed.collect() };
    sheet.placed.sort_by_key(|placed| placed.part);
    let outlines: Vec<Outline> = sheet.placed.iter().map(|placed| placed.outline(parts)).collect();
    prove_apart(sheet.placed.iter().zip(&outlines).map(|(of, at)| (parts[of.part].name(), at)), 0.0)?;
    Ok(Some(sheet))
}

impl Form {
    /// The pixels that an outline touches; holes count as filled.
    fn of(outline: &Outline, unit: f64, turn: i32) -> Self {
        let points: Vec<(f64, f64)> =
            outline.outer().points().iter().map(|at| (at.x / unit, at.y / unit)).collect();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few, and not negative")]
        let whole = |value: f64| value.max(0.0) as usize;
        let reach = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).fold(0.0, f64::max);
        let (width, height) =
            (whole((reach(|at| at.0) - HAIR).ceil()), whole((reach(|at| at.1) - HAIR).ceil()));
        let mut groups: Vec<(usize, usize, Runs)> = Vec::new();
        for row in 0..height {
            let runs = row_of(&points, row as f64).into_iter();
            let runs = runs.map(|(from, to)| (whole((from + HAIR).floor()), whole((to - HAIR).ceil())));
            let runs: Vec<(usize, usize)> = joined(runs.collect());
            match groups.last_mut() {
                Some((_, end, last)) if *last == runs => *end = row + 1,
                _ => groups.push((row, row + 1, runs)),
            }
        }
        Self { turn, width, height, groups }
    }
}

/// What a polygon touches between two lines of the grid: between its corners it is a row of trapezoids.
fn row_of(points: &[(f64, f64)], top: f64) -> Vec<(f64, f64)> {
    let bottom = top + 1.0;
    let mut levels: Vec<f64> =
        points.iter().map(|at| at.1).filter(|y| *y > top + HAIR && *y < bottom - HAIR).collect();
    levels.extend([top, bottom]);
    levels.sort_by(f64::total_cmp);
    let sides = || points.iter().zip(points.iter().cycle().skip(1));
    let mut found = Vec::new();
    for band in levels.windows(2) {
        let middle = f64::midpoint(band[0], band[1]);
        let crossing = |(a, b): (&(f64, f64), &(f64, f64))| {
            let x = |y: f64| a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1);
            ((a.1 > middle) != (b.1 > middle)).then(|| (x(middle), x(band[0]), x(band[1])))
        };
        let mut crossed: Vec<(f64, f64, f64)> = sides().filter_map(crossing).collect();
        crossed.sort_by(|a, b| a.0.total_cmp(&b.0));
        found
            .extend(crossed.chunks_exact(2).map(|pair| (pair[0].1.min(pair[0].2), pair[1].1.max(pair[1].2))));
    }
    found
}

/// Runs in order, those that touch as one.
fn joined(mut runs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    runs.sort_unstable();
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (from, to) in runs {
        match found.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => found.push((from, to)),
        }
    }
    found
}

/// A part in an order, with how it is turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Choice {
    part: usize,
    kind: usize,
    form: usize,
}

/// Where parts of an order are.
type Laid = Vec<(Choice, (usize, usize))>;

/// A cloth that is filled from its top: for each power of two the rows that so many rows from here on cover.
#[derive(Debug, Clone)]
struct Cloth {
    words: usize,
    covered: Vec<Vec<u64>>,
    /// For each form the row above which it is known not to fit.
    from: Vec<Vec<usize>>,
}

struct Search<'a> {
    kinds: &'a [Vec<Form>],
    columns: usize,
    words: usize,
    /// How many powers of two the highest form has.
    levels: usize,
}

impl<'a> Search<'a> {
    fn new(kinds: &'a [Vec<Form>], columns: usize) -> Self {
        let highest = kinds.iter().flatten().map(|form| form.height).max().unwrap_or(1);
        let levels = (usize::BITS - highest.leading_zeros()) as usize;
        Self { kinds, columns, words: columns.div_ceil(WORD).max(1), levels }
    }

    /// The best of so many layouts.
    fn improved(&mut self, order: Vec<Choice>, layouts: usize, stop: &StopFlag) -> Result<Laid, LayoutError> {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let tall: usize = order.iter().map(|of| self.kinds[of.kind][of.form].height).sum();
        let mut current = self.lay(&order, tall).unwrap_or_default();
        let (mut order, mut worth) = (order, self.worth(&current));
        let mut best = (self.length(&current), current.clone());
        for layout in 0..layouts {
            if layout % 64 == 0 {
                stop.check()?;
            }
            let mut next = order.clone();
            self.change(&mut next, &mut random);
            let most = best.0 + best.0 / 5;
            let Some(laid) = self.lay(&next, most) else { continue };
            let found = self.worth(&laid);
            let warmth = WARMTH * (1.0 - layout as f64 / layouts as f64);
            let worse = (found - worth) / worth;
            if worse <= 0.0 || random.share() < libm::exp(-worse / warmth) {
                (order, worth, current) = (next, found, laid);
                let length = self.length(&current);
                if length < best.0 {
                    best = (length, current.clone());
                }
            }
        }
        Ok(best.1)
    }

    /// Exchanges two parts, moves one, or turns one.
    fn change(&self, order: &mut Vec<Choice>, random: &mut Random) {
        let (one, other) = (random.below(order.len()), random.below(order.len()));
        match random.below(4) {
            0 => order.swap(one, other),
            1 => {
                let moved = order.remove(one);
                order.insert(other, moved);
            }
            _ => order[one].form = random.below(self.kinds[order[one].kind].len()),
        }
    }

    /// The lowest end, and how low all ends are together.
    fn worth(&self, laid: &Laid) -> f64 {
        let ends = laid.iter().map(|(of, (_, y))| (y + self.kinds[of.kind][of.form].height) as f64);
        let cubes: f64 = ends.map(|end| end * end * end).sum();
        self.length(laid) as f64 + libm::cbrt(cubes / laid.len().max(1) as f64)
    }

    fn length(&self, laid: &Laid) -> usize {
        laid.iter().map(|(of, (_, y))| y + self.kinds[of.kind][of.form].height).max().unwrap_or(0)
    }

    /// Lays parts in an order, if they end above `most`.
    fn lay(&self, order: &[Choice], most: usize) -> Option<Laid> {
        let from = self.kinds.iter().map(|forms| vec![0; forms.len()]).collect();
        let mut cloth = Cloth { words: self.words, covered: vec![Vec::new(); self.levels], from };
        let mut laid = Vec::with_capacity(order.len());
        for &choice in order {
            let form = &self.kinds[choice.kind][choice.form];
            let known = cloth.from[choice.kind][choice.form];
            let last = most.checked_sub(form.height)?;
            let (x, y) = (known..=last).find_map(|y| Some((cloth.first(form, y, self.columns)?, y)))?;
            cloth.from[choice.kind][choice.form] = y;
            cloth.put(form, (x, y));
            laid.push((choice, (x, y)));
        }
        Some(laid)
    }
}

impl Cloth {
    /// The first column where a form fits with its top at this row.
    fn first(&self, form: &Form, y: usize, columns: usize) -> Option<usize> {
        let free = columns - form.width + 1;
        let mut blocked = [0u64; MOST_COLUMNS / WORD];
        let blocked = &mut blocked[..self.words];
        for (from, to, runs) in &form.groups {
            let level = (to - from).ilog2() as usize;
            for &(begin, end) in runs {
                for row in [y + from, y + to - (1 << level)] {
                    let at = row * self.words;
                    let Some(rows) = self.covered[level].get(at..at + self.words) else { continue };
                    if rows.iter().any(|word| *word != 0) {
                        block(blocked, rows, (begin, end));
                    }
                }
            }
            if is_full(blocked, free) {
                return None;
            }
        }
        let words = blocked.iter().enumerate();
        let first = words
            .filter(|(_, word)| **word != u64::MAX)
            .map(|(at, word)| at * WORD + word.trailing_ones() as usize)
            .next();
        first.filter(|&x| x < free)
    }

    fn put(&mut self, form: &Form, (x, y): (usize, usize)) {
        for (from, to, runs) in &form.groups {
            for (level, rows) in self.covered.iter_mut().enumerate() {
                let first = (y + from + 1).saturating_sub(1 << level);
                if rows.len() < (y + to) * self.words {
                    rows.resize((y + to) * self.words, 0);
                }
                for row in rows[first * self.words..(y + to) * self.words].chunks_exact_mut(self.words) {
                    runs.iter().for_each(|&(begin, end)| fill(row, x + begin, x + end));
                }
            }
        }
    }
}

/// Marks columns from `from` to before `to`.
fn fill(row: &mut [u64], from: usize, to: usize) {
    for (at, word) in row.iter_mut().enumerate().skip(from / WORD).take((to - 1) / WORD - from / WORD + 1) {
        let (low, high) = (from.max(at * WORD) - at * WORD, to.min((at + 1) * WORD) - at * WORD);
        *word |= (u64::MAX >> (WORD - (high - low))) << low;
    }
}

/// Blocks every column from which a run would meet something that is covered.
fn block(blocked: &mut [u64], covered: &[u64], (begin, end): (usize, usize)) {
    let mut wide = [0u64; MOST_COLUMNS / WORD];
    let wide = &mut wide[..covered.len()];
    wide.copy_from_slice(&covered[..wide.len()]);
    let (mut has, length) = (1, end - begin);
    while has < length {
        let more = has.min(length - has);
        // In place from the low words on: words above are not changed yet.
        for at in 0..wide.len() {
            wide[at] |= shifted(wide, at, more);
        }
        has += more;
    }
    for (at, word) in blocked.iter_mut().enumerate() {
        *word |= shifted(wide, at, begin);
    }
}

/// A word of a row that is shifted down by a number of columns.
fn shifted(row: &[u64], at: usize, by: usize) -> u64 {
    let (words, bits) = (by / WORD, by % WORD);
    let word = |at: usize| row.get(at).copied().unwrap_or(0);
    let low = word(at + words) >> bits;
    if bits == 0 { low } else { low | word(at + words + 1) << (WORD - bits) }
}

/// Whether all of the first `count` columns are blocked.
fn is_full(blocked: &[u64], count: usize) -> bool {
    let whole = count / WORD;
    let rest = count % WORD;
    blocked[..whole].iter().all(|word| *word == u64::MAX)
        && (rest == 0 || blocked[whole] | (u64::MAX << rest) == u64::MAX)
}

/// Numbers that look random, the same in every run (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count.max(1) as u64).unwrap_or(0)
    }

    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Ring;

    fn part(points: &[(f64, f64)]) -> Part {
        let points = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let outline = Outline::new(Ring::new(points).expect("a ring"), Vec::new()).expect("an outline");
        Part::new("a", outline, Vec::new()).expect("a part")
    }

    fn length(parts: &[Part], width: f64, unit: f64, layouts: usize) -> f64 {
        let found = nest_on_strip(parts, width, unit, layouts, &StopFlag::never());
        let sheet = found.expect("not stopped").expect("it fits");
        assert_eq!(sheet.placed.len(), parts.len());
        let outlines: Vec<Outline> = sheet.placed.iter().map(|placed| placed.outline(parts)).collect();
        let bounds = outlines.iter().map(Outline::bounds);
        assert!(outlines.iter().all(|of| of.bounds().right <= width + 1e-6 && of.bounds().left > -1e-6));
        bounds.fold(0.0, |low, bounds| bounds.bottom.max(low))
    }

    #[test]
    fn rectangles_and_corners_interlock() {
        let square = part(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]);
        assert!((length(&[square.clone(), square.clone()], 20.0, 1.0, 10) - 10.0).abs() < 1e-6);
        // Two L make a rectangle of 20 x 30.
        let corner = part(&[(0.0, 0.0), (20.0, 0.0), (20.0, 10.0), (10.0, 10.0), (10.0, 20.0), (0.0, 20.0)]);
        let found = length(&[corner.clone(), corner.clone()], 30.0, 1.0, 200);
        assert!((found - 20.0).abs() < 1e-6, "{found}");
        assert!(nest_on_strip(&[square], 9.0, 1.0, 10, &StopFlag::never()).expect("not stopped").is_none());
    }

    #[test]
    fn slanted_sides_are_never_cut_into() {
        let triangle = part(&[(0.0, 0.0), (20.0, 0.0), (10.0, 17.32)]);
        let four = vec![triangle; 4];
        // The proof in the search compares all pairs; head to tail they take little more than half of their boxes.
        let found = length(&four, 56.0, 0.5, 400);
        assert!(found < 18.0, "{found}");
    }

    #[test]
    fn rows_of_bits_are_what_they_stand_for() {
        let mut row = vec![0u64; 3];
        fill(&mut row, 60, 70);
        assert_eq!((row[0], row[1], row[2]), (0xf << 60, 0x3f, 0));
        let mut blocked = vec![0u64; 3];
        block(&mut blocked, &row, (2, 7));
        // A run of five from two on meets 60 to 69 from 54 to 67.
        let is_blocked = |x: usize| blocked[x / WORD] >> (x % WORD) & 1 == 1;
        assert!((0..192).all(|x| is_blocked(x) == (54..=67).contains(&x)));
        assert!(is_full(&[u64::MAX, 0b111], 67) && !is_full(&[u64::MAX, 0b111], 68));
    }
}
