//! Fills one strip: segments side by side, each with rows of equal pieces.

use piecework_draw::geometry::Dimensions;

/// How hard the search tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Effort {
    /// How many unfinished layouts are kept after each strip.
    pub(super) beam: usize,
    /// How many ways to fill a segment or a strip are looked at.
    pub(super) looks: usize,
}

impl Effort {
    /// For questions that are asked often.
    pub(super) const LOW: Self = Self { beam: 3, looks: 40 };
    /// For what is printed.
    pub(super) const FULL: Self = Self { beam: 10, looks: 120 };
    /// First little, then all: what little effort finds, the whole effort finds too.
    pub(super) const ALL: [Self; 2] = [Self::LOW, Self::FULL];
}

/// Pieces of one size, in parts of a length that all sizes share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PieceSize {
    /// Along the strip and across it, before it is turned.
    pub(super) sides: (u64, u64),
}

impl PieceSize {
    pub(super) fn area(self) -> u128 {
        u128::from(self.sides.0) * u128::from(self.sides.1)
    }

    /// The shorter side.
    pub(super) fn least(self) -> u64 {
        self.sides.0.min(self.sides.1)
    }

    /// Its length along a strip and its height, as it is or turned by a quarter.
    pub(super) const fn lying(self, turned: bool) -> (u64, u64) {
        if turned { (self.sides.1, self.sides.0) } else { self.sides }
    }
}

/// Equal pieces in a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) kind: usize,
    /// The length of a piece along the strip.
    pub(super) along: u64,
    /// Its height.
    pub(super) high: u64,
    /// How many are side by side.
    pub(super) across: usize,
    /// How many are above each other.
    pub(super) times: usize,
}

/// Rows above each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) width: u64,
    pub(super) rows: Vec<Row>,
}

/// A strip with its segments.
#[derive(Debug, Clone)]
pub(super) struct Filled {
    /// The height of its highest segment.
    pub(super) height: u64,
    /// The segments, each with how often it is repeated.
    pub(super) segments: Vec<(Segment, usize)>,
    /// How many pieces of each kind it has.
    pub(super) used: Vec<usize>,
    /// Their area.
    pub(super) area: u128,
}

/// Fills a strip of `cloth`, as wide as the strip is long, that begins with a piece of this kind, which fits.
pub(super) fn fill(
    kinds: &[PieceSize],
    counts: &[usize],
    (begin, turned): (usize, bool),
    cloth: Dimensions<u64>,
    (one_way, effort): (bool, Effort),
) -> Filled {
    let stack = Stack { kinds, height: cloth.height, one_way, looks: effort.looks };
    let mut left = counts.to_vec();
    let (along, high) = kinds[begin].lying(turned);
    let start = Row { kind: begin, along, high, across: 1, times: 1 };
    let mut strip = Strip { segments: Vec::new(), free: cloth.width };
    left[begin] -= 1;
    let rows = stack.best(along, cloth.height - high, &left);
    left[begin] += 1;
    let mut rows_with_first = vec![start];
    rows_with_first.extend(rows);
    strip.push(Segment { width: along, rows: joined(rows_with_first) }, 1, &mut left);
    let types = stack.segments(strip.free, &left);
    let mut choice = Choice { types: &types, looks: effort.looks, best: (0, Vec::new()) };
    choice.search(0, strip.free, &mut left.clone(), 0, &mut Vec::new());
    for (index, times) in choice.best.1 {
        strip.push(types[index].0.clone(), times, &mut left);
    }
    // What is left over is filled piece by piece.
    while let Some((segment, _)) = stack.segments(strip.free, &left).into_iter().next() {
        strip.push(segment, 1, &mut left);
    }
    // Pieces as high as the strip first: what follows them is one rest.
    strip.segments.sort_by_key(|(segment, _)| segment.rows.iter().all(|row| row.high < cloth.height));
    let used: Vec<usize> = counts.iter().zip(&left).map(|(count, left)| count - left).collect();
    let height = strip.segments.iter().map(|(segment, _)| segment.height()).max().unwrap_or(0);
    let area = kinds.iter().zip(&used).map(|(kind, &used)| kind.area() * used as u128).sum();
    Filled { height, segments: strip.segments, used, area }
}

/// A strip that is being filled.
struct Strip {
    segments: Vec<(Segment, usize)>,
    free: u64,
}

impl Strip {
    fn push(&mut self, segment: Segment, times: usize, left: &mut [usize]) {
        segment.rows.iter().for_each(|row| left[row.kind] -= row.across * row.times * times);
        self.free -= segment.width * times as u64;
        self.segments.push((segment, times));
    }
}

impl Segment {
    fn height(&self) -> u64 {
        self.rows.iter().map(|row| row.high * row.times as u64).sum()
    }

    fn area(&self, kinds: &[PieceSize]) -> u128 {
        self.rows.iter().map(|row| kinds[row.kind].area() * (row.across * row.times) as u128).sum()
    }

    /// How often it can be cut from what is left.
    fn most(&self, left: &[usize]) -> usize {
        let mut used = vec![0; left.len()];
        self.rows.iter().for_each(|row| used[row.kind] += row.across * row.times);
        let each = left.iter().zip(&used).filter(|(_, used)| **used > 0).map(|(left, used)| left / used);
        each.min().unwrap_or(0)
    }
}

/// Equal rows that follow each other are one.
fn joined(rows: Vec<Row>) -> Vec<Row> {
    let mut found: Vec<Row> = Vec::new();
    for row in rows {
        match found.last_mut() {
            Some(last) if Row { times: row.times, ..*last } == row => last.times += row.times,
            _ => found.push(row),
        }
    }
    found
}

/// How segments of a strip are filled.
struct Stack<'a> {
    kinds: &'a [PieceSize],
    height: u64,
    one_way: bool,
    looks: usize,
}

impl Stack<'_> {
    /// The best segment for each width that a piece has, the fullest first.
    fn segments(&self, free: u64, left: &[usize]) -> Vec<(Segment, u128)> {
        let fits = |&(along, high): &(u64, u64)| along <= free && high <= self.height;
        let mut widths: Vec<u64> =
            self.lying(left).map(|(_, lying)| lying).filter(fits).map(|l| l.0).collect();
        widths.sort_unstable();
        widths.dedup();
        let mut found: Vec<(Segment, u128)> = widths
            .into_iter()
            .filter_map(|width| {
                let rows = self.best(width, self.height, left);
                let segment = Segment { width, rows: joined(rows) };
                let area = segment.area(self.kinds);
                (area > 0).then_some((segment, area))
            })
            .collect();
        found.sort_by(|(a, area), (b, other)| {
            (other * u128::from(a.width)).cmp(&(area * u128::from(b.width))).then(b.width.cmp(&a.width))
        });
        found
    }

    /// Every kind of which something is left, in both ways it may lie.
    fn lying(&self, left: &[usize]) -> impl Iterator<Item = (usize, (u64, u64))> {
        let kinds = self.kinds.iter().enumerate();
        let left = left.to_vec();
        let one_way = self.one_way;
        kinds.filter(move |&(kind, _)| left[kind] > 0).flat_map(move |(kind, of)| {
            let square = of.sides.0 == of.sides.1;
            let ways: &[bool] = if one_way || square { &[false] } else { &[false, true] };
            ways.iter().map(move |&turned| (kind, of.lying(turned)))
        })
    }

    /// Rows that fill a segment of this width and height as full as they can.
    fn best(&self, width: u64, height: u64, left: &[usize]) -> Vec<Row> {
        let rows = self.lying(left).filter(|&(_, (along, high))| along <= width && high <= height);
        let mut rows: Vec<Row> = rows
            .map(|(kind, (along, high))| {
                let across = usize::try_from(width / along).unwrap_or(usize::MAX).min(left[kind]);
                Row { kind, along, high, across, times: 0 }
            })
            .collect();
        // The widest rows first, of equals the highest.
        rows.sort_by_key(|row| {
            let wide = row.along * row.across as u64;
            (std::cmp::Reverse(wide), std::cmp::Reverse(row.high), row.kind)
        });
        let mut search = Rows { rows: &rows, looks: self.looks, best: (0, Vec::new()) };
        search.search(0, height, &mut left.to_vec(), 0, &mut Vec::new());
        search.best.1
    }
}

/// A search for the rows of a segment.
struct Rows<'a> {
    rows: &'a [Row],
    looks: usize,
    best: (u128, Vec<Row>),
}

impl Rows<'_> {
    fn search(&mut self, at: usize, free: u64, left: &mut [usize], area: u128, chosen: &mut Vec<Row>) {
        if area > self.best.0 {
            self.best = (area, chosen.clone());
        }
        let Some(row) = self.rows.get(at).copied() else { return };
        let wide = u128::from(row.along) * row.across as u128;
        if self.looks == 0 || area + wide * u128::from(free) <= self.best.0 {
            return;
        }
        self.looks -= 1;
        let most = (left[row.kind] / row.across).min(usize::try_from(free / row.high).unwrap_or(usize::MAX));
        for times in (0..=most).rev() {
            let high = row.high * times as u64;
            left[row.kind] -= row.across * times;
            if times > 0 {
                chosen.push(Row { times, ..row });
            }
            self.search(at + 1, free - high, left, area + wide * u128::from(high), chosen);
            if times > 0 {
                chosen.pop();
            }
            left[row.kind] += row.across * times;
        }
    }
}

/// A search for the segments of a strip.
struct Choice<'a> {
    types: &'a [(Segment, u128)],
    looks: usize,
    best: (u128, Vec<(usize, usize)>),
}

impl Choice<'_> {
    fn search(
        &mut self,
        at: usize,
        free: u64,
        left: &mut [usize],
        area: u128,
        chosen: &mut Vec<(usize, usize)>,
    ) {
        if area > self.best.0 {
            self.best = (area, chosen.clone());
        }
        let Some((segment, full)) = self.types.get(at) else { return };
        if self.looks == 0 || area + full * u128::from(free) / u128::from(segment.width) <= self.best.0 {
            return;
        }
        self.looks -= 1;
        let fits = usize::try_from(free / segment.width).unwrap_or(usize::MAX);
        for times in (0..=segment.most(left).min(fits)).rev() {
            let take = |left: &mut [usize], sign: bool| {
                for row in &segment.rows {
                    let count = row.across * row.times * times;
                    left[row.kind] = if sign { left[row.kind] - count } else { left[row.kind] + count };
                }
            };
            take(left, true);
            if times > 0 {
                chosen.push((at, times));
            }
            let rest = free - segment.width * times as u64;
            self.search(at + 1, rest, left, area + full * times as u128, chosen);
            if times > 0 {
                chosen.pop();
            }
            take(left, false);
        }
    }
}
