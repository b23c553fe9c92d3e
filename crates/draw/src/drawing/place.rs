//! Finds places for words in shapes, where they are large enough to read and clear of lines and of other
//! words.

use super::{Reading, Text};
use crate::geometry::{Bounds, CellWord, Outline, Point};

/// The least cap height of words on paper, in mm: 8 pt type.
///
/// # Source
/// 8 pt is the smallest size that style guides for instructions accept.
pub const LEAST_WORDS: f64 = 8.0 * 25.4 / 72.0 * 0.714;
/// The air between words and the lines around them, in mm; chosen by eye.
pub(crate) const AIR: f64 = 0.5;
/// The air between two words, in mm.
const BETWEEN: f64 = 0.3;
/// How many places are tried across a shape, and down.
const TRIED: f64 = 28.0;
/// Cap heights between the largest and the least that are tried at the best place.
const HEIGHTS: u32 = 5;

/// Rings of points: the lines that words keep clear of. What is inside an odd number of them is inside.
pub type Rings = Vec<Vec<Point>>;

/// The lines around a patch on the page.
pub fn rings(outline: &Outline, put: impl Fn(Point) -> Point) -> Rings {
    outline.rings().map(|ring| ring.points().iter().map(|&point| put(point)).collect()).collect()
}

/// The words of a drawing, which keep clear of each other.
#[derive(Debug, Clone, Default)]
pub struct Words {
    taken: Vec<Bounds>,
}

impl Words {
    /// Keeps a box free of words.
    pub fn take(&mut self, bounds: Bounds) {
        self.taken.push(bounds);
    }

    /// Returns whether a box meets words that have their place.
    pub fn meets(&self, bounds: Bounds) -> bool {
        let reach = bounds.inset(-BETWEEN);
        self.taken.iter().any(|&other| overlap(reach, other))
    }

    /// Places words inside of a shape: about `best` where they fit there, else as near to it as they do, and
    /// upright only where they fit no other way. They become smaller where they must; none if they are
    /// nowhere as high as `least`.
    pub fn place(&mut self, words: &Text, rings: &Rings, best: Point, least: f64) -> Option<Text> {
        let found = self.found(words, rings, best, least)?;
        self.take(found.bounds());
        Some(found)
    }

    fn found(&self, words: &Text, rings: &Rings, best: Point, least: f64) -> Option<Text> {
        let most = words.height();
        let fits = |bounds: Bounds| is_inside(rings, bounds.inset(-AIR)) && !self.meets(bounds);
        for step in 0..=if least < most { HEIGHTS } else { 0 } {
            let height = most - (most - least) * f64::from(step) / f64::from(HEIGHTS);
            let text = words.at_height(height).about(best);
            if fits(text.bounds()) {
                return Some(text);
            }
        }
        let least = words.at_height(least);
        [Reading::Across, Reading::Up]
            .into_iter()
            .find_map(|reading| moved_to_fit(least.clone().turned(reading), places(rings, best), fits))
    }

    /// Places words as near to `best` as they are clear of others and inside of `room`, whatever lines are
    /// below them.
    pub fn place_over(&mut self, words: &Text, room: Bounds, best: Point, reach: f64) -> Option<Text> {
        let fits = |bounds: Bounds| room.contains(bounds) && !self.meets(bounds);
        let found = moved_to_fit(words.clone(), around(best, reach), fits)?;
        self.take(found.bounds());
        Some(found)
    }
}

/// How words in cells may look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WordSizes {
    /// The least cap height, in mm: words that fit at no such height are left out.
    pub least: f64,
    /// The largest cap height, in mm.
    pub most: f64,
    /// What stays free beside the edges of the cell, in mm.
    pub air: f64,
}

/// The distance between two lines of a word, in cap heights; chosen by eye.
const LINES_APART: f64 = 1.6;
/// Steps in which the height of words in cells is found: each halves what is left.
const HALVINGS: u32 = 12;

/// Returns the word of each cell in bold, in the middle of the cell as `put` places it on the page: in one line, or in two
/// lines where it has a blank and they may be higher. All are equally high, as high as fits in every cell; what fits nowhere is
/// empty.
pub fn words_in_cells(cells: &[CellWord], put: impl Fn(Point) -> Point, sizes: WordSizes) -> Vec<Vec<Text>> {
    let fitted: Vec<(Vec<Text>, f64)> = cells.iter().map(|cell| in_cell(cell, &put, sizes)).collect();
    let even = fitted.iter().filter(|(lines, _)| !lines.is_empty()).map(|(_, height)| *height);
    let even = even.fold(sizes.most, f64::min);
    fitted.into_iter().map(|(lines, _)| at_height(&lines, even)).collect()
}

/// The lines of a word in the middle of its cell, and the most that they may be high.
fn in_cell(cell: &CellWord, put: impl Fn(Point) -> Point, sizes: WordSizes) -> (Vec<Text>, f64) {
    let rings = rings(&cell.outline, &put);
    let middle = put(cell.outline.label().at);
    let highest = |lines: &[Text]| {
        let fits = |height: f64| {
            let lines = at_height(lines, height);
            lines.iter().all(|line| is_inside(&rings, line.extent().inset(-sizes.air)))
        };
        let (mut low, mut high) = (sizes.least, sizes.most);
        match (fits(low), fits(high)) {
            (false, _) => return None,
            (true, true) => return Some(high),
            _ => (0..HALVINGS).for_each(|_| {
                let middle = f64::midpoint(low, high);
                *if fits(middle) { &mut low } else { &mut high } = middle;
            }),
        }
        Some(low)
    };
    let word = cell.word.as_str();
    let line = |line: &str| Text::centered(line, middle, sizes.most).bold();
    let blanks = word.match_indices(' ').map(|(at, _)| vec![line(&word[..at]), line(&word[at + 1..])]);
    let ways = std::iter::once(vec![line(word)]).filter(|_| !word.is_empty()).chain(blanks);
    let ways = ways.filter_map(|lines| Some((highest(&lines)?, lines)));
    // Of equally high ways the first, which is one line.
    let best = ways.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map_or_else(Default::default, |(height, lines)| (lines, height))
}

/// Lines of a word at another height, about the middle of them all.
fn at_height(lines: &[Text], height: f64) -> Vec<Text> {
    let above = lines.len().saturating_sub(1) as f64 / 2.0;
    let lines = lines.iter().enumerate();
    lines
        .map(|(number, line)| {
            let down = (number as f64 - above) * LINES_APART * height;
            let middle = line.middle();
            line.at_height(height).about(Point { y: middle.y + down, ..middle })
        })
        .collect()
}

/// Returns words about the first of some points where their box fits. The box is measured once, because that
/// takes all the time.
fn moved_to_fit(words: Text, places: Vec<Point>, fits: impl Fn(Bounds) -> bool) -> Option<Text> {
    let words = words.about(Point::default());
    let bounds = words.bounds();
    let at = places.into_iter().find(|at| fits(bounds.moved(at.x, at.y)))?;
    Some(words.about(at))
}

/// Points about a point, the nearest first, up to `reach` mm away.
fn around(best: Point, reach: f64) -> Vec<Point> {
    const STEPS: i32 = 6;
    let step = reach / f64::from(STEPS);
    let all = (-STEPS..=STEPS).flat_map(|y| (-STEPS..=STEPS).map(move |x| (x, y)));
    let mut all: Vec<(i32, i32)> = all.collect();
    all.sort_by_key(|&(x, y)| (x * x + y * y, y, x));
    all.into_iter().map(|(x, y)| best.moved(f64::from(x) * step, f64::from(y) * step)).collect()
}

/// Points in the box around a shape, the nearest to `best` first.
fn places(rings: &Rings, best: Point) -> Vec<Point> {
    let Some(bounds) = Bounds::around(rings.iter().flatten().copied()) else { return Vec::new() };
    let step = (bounds.width().max(bounds.height()) / TRIED).max(0.4);
    let mut all = Vec::new();
    let mut y = bounds.top + step / 2.0;
    while y < bounds.bottom {
        let mut x = bounds.left + step / 2.0;
        while x < bounds.right {
            all.push(Point { x, y });
            x += step;
        }
        y += step;
    }
    all.sort_by(|a, b| a.distance(best).total_cmp(&b.distance(best)));
    all
}

/// Whether a box is inside of rings: its middle is, and no line crosses it.
fn is_inside(rings: &Rings, bounds: Bounds) -> bool {
    let middle = bounds.center();
    let mut inside = false;
    for ring in rings {
        for (index, &from) in ring.iter().enumerate() {
            let to = ring[(index + 1) % ring.len()];
            if crosses(from, to, bounds) {
                return false;
            }
            if (from.y > middle.y) != (to.y > middle.y) {
                let x = from.x + (middle.y - from.y) / (to.y - from.y) * (to.x - from.x);
                inside ^= x > middle.x;
            }
        }
    }
    inside
}

/// Whether a line has a point inside of a box.
///
/// # Source
/// Clipping by parameters: Liang and Barsky (1984).
fn crosses(from: Point, to: Point, bounds: Bounds) -> bool {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    let sides = [
        (-dx, from.x - bounds.left),
        (dx, bounds.right - from.x),
        (-dy, from.y - bounds.top),
        (dy, bounds.bottom - from.y),
    ];
    for (step, room) in sides {
        if step == 0.0 {
            if room <= 0.0 {
                return false;
            }
        } else if step < 0.0 {
            start = start.max(room / step);
        } else {
            end = end.min(room / step);
        }
    }
    start < end
}

/// Whether two boxes have a common area.
fn overlap(first: Bounds, second: Bounds) -> bool {
    first.left < second.right
        && second.left < first.right
        && first.top < second.bottom
        && second.top < first.bottom
}

#[cfg(test)]
mod tests {
    use super::super::Anchor;
    use super::*;

    fn words(words: &str) -> Text {
        Text::new(words, Point::default(), 1.0, Anchor::Start)
    }

    fn bar(width: f64, height: f64) -> Rings {
        let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
        vec![corners.map(|(x, y)| Point::new(x, y)).to_vec()]
    }

    #[test]
    fn words_are_in_the_middle_if_they_fit_and_stand_only_in_narrow_shapes() {
        let words = |text: &str| words(text).at_height(5.0);
        let middle = Point::new(20.0, 5.0);
        let text =
            Words::default().place(&words("12 A"), &bar(40.0, 10.0), middle, LEAST_WORDS).expect("room");
        assert_eq!((text.reading(), text.height()), (Reading::Across, 5.0));
        let narrow = bar(4.0, 40.0);
        let text = Words::default().place(&words("12 A"), &narrow, Point::new(2.0, 20.0), LEAST_WORDS);
        let text = text.expect("room");
        assert_eq!(text.reading(), Reading::Up);
        assert!(is_inside(&narrow, text.bounds()) && text.height() >= LEAST_WORDS);
        assert!(Words::default().place(&words("12 A"), &bar(3.0, 3.0), middle, LEAST_WORDS).is_none());
    }

    #[test]
    fn words_keep_clear_of_each_other_and_of_holes() {
        let mut shape = bar(30.0, 12.0);
        shape.push(
            [(13.0, 4.0), (17.0, 4.0), (17.0, 8.0), (13.0, 8.0)].map(|(x, y)| Point::new(x, y)).to_vec(),
        );
        let mut all = Words::default();
        let mut placed: Vec<Bounds> = Vec::new();
        let words = words("12").at_height(3.0);
        while let Some(text) = all.place(&words, &shape, Point::new(15.0, 6.0), LEAST_WORDS) {
            let bounds = text.bounds();
            assert!(is_inside(&shape, bounds), "{bounds:?}");
            assert!(placed.iter().all(|&other| !overlap(other, bounds)), "{bounds:?}");
            placed.push(bounds);
        }
        assert!(placed.len() > 8, "{}", placed.len());
    }
}
