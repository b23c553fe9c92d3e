//! Sets words in the lines that let their letters be largest.

use piecework_draw::drawing::Text;
use piecework_draw::geometry::{Bounds, Point};

/// The largest cap height, in mm; chosen by eye.
const LARGEST: f64 = 20.0;
/// The smallest cap height, in mm; chosen by eye: lines of 0.2 mm leave the eyes of letters open.
pub(super) const SMALLEST: f64 = 1.2;
/// From one baseline to the next, in cap heights; chosen by eye: accents and tails do not touch.
const LINE: f64 = 1.8;
/// What begins a new line in words that are typed.
pub(super) const NEW_LINE: &str = "\\n";

/// Words in lines.
pub(super) struct Paragraph {
    lines: Vec<String>,
    /// The length of the longest line, and its height with all that is above and below, in cap heights.
    size: (f64, f64),
}

/// A word with the room that it takes.
struct Word<'a> {
    text: &'a str,
    /// Whether a line must begin with it.
    begins: bool,
}

impl Paragraph {
    /// Returns the lines of words that are largest in a room: as few as give this size.
    pub(super) fn in_room(words: &str, room: Bounds) -> Self {
        let all = split(words);
        let forced = all.iter().filter(|word| word.begins).count().max(1);
        let mut best = Self::of(&all, &broken(&all, forced));
        for count in forced + 1..=all.len().max(forced) {
            let next = Self::of(&all, &broken(&all, count));
            if next.cap_height(room) > best.cap_height(room) * 1.001 {
                best = next;
            }
            // More lines are lower than the letters may be.
            if room.height() / (count as f64 * LINE) < best.cap_height(room) {
                break;
            }
        }
        best
    }

    fn of(all: &[Word<'_>], starts: &[usize]) -> Self {
        let ends = starts.iter().copied().skip(1).chain([all.len()]);
        let line = |(from, to): (usize, usize)| {
            all[from..to].iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
        };
        let lines: Vec<String> = starts.iter().copied().zip(ends).map(line).collect();
        let drawn = strokes(&lines, Point::default(), 1.0);
        let bounds = Bounds::around(drawn.into_iter().flatten());
        let size = bounds.map_or((0.0, 0.0), |bounds| (bounds.width(), bounds.height()));
        Self { lines, size }
    }

    /// Returns the height of capitals in a room, in mm.
    pub(super) fn cap_height(&self, room: Bounds) -> f64 {
        let (width, height) = self.size;
        LARGEST.min(room.width() / width.max(1e-9)).min(room.height() / height.max(1e-9))
    }

    /// Returns its strokes in the middle of a room.
    pub(super) fn strokes(&self, room: Bounds) -> Vec<Vec<Point>> {
        let drawn = strokes(&self.lines, Point::default(), self.cap_height(room));
        let Some(bounds) = Bounds::around(drawn.iter().flatten().copied()) else { return Vec::new() };
        let (from, to) = (bounds.center(), room.center());
        let place = |point: Point| point.moved(to.x - from.x, to.y - from.y);
        drawn.into_iter().map(|line| line.into_iter().map(place).collect()).collect()
    }

    /// Returns about how many letters like these fit in a room at the smallest height.
    pub(super) fn fitting(words: &str, room: Bounds) -> usize {
        let width = Text::centered(words, Point::default(), SMALLEST).width();
        let letters = words.chars().count().max(1) as f64;
        let rows = ((room.height() / SMALLEST - 1.0) / LINE + 1.0).floor().max(0.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "not negative, and small"
        )]
        let fitting = (rows * (room.width() / (width / letters)).floor()) as usize;
        fitting
    }
}

/// Returns the words, those after a line's end marked.
fn split(words: &str) -> Vec<Word<'_>> {
    let mut all = Vec::new();
    for line in words.split(NEW_LINE) {
        let words = line.split_whitespace().enumerate();
        all.extend(words.map(|(at, text)| Word { text, begins: at == 0 }));
    }
    all
}

/// Returns where lines begin, if there are `count`: so that the longest is as short as it can be.
fn broken(all: &[Word<'_>], count: usize) -> Vec<usize> {
    let widths: Vec<f64> = all.iter().map(|word| advance(word.text)).collect();
    let space = advance(" ");
    // The least length of the longest line of the words from each on, in so many lines, and where the second begins.
    let mut least = vec![(f64::INFINITY, all.len()); all.len()];
    least.push((0.0, all.len()));
    let mut steps: Vec<Vec<usize>> = Vec::new();
    for _ in 0..count {
        let mut next = least.clone();
        for (from, best) in next.iter_mut().enumerate().take(all.len()) {
            let mut width = -space;
            for to in from + 1..=all.len() {
                if to > from + 1 && all[to - 1].begins {
                    break;
                }
                width += space + widths[to - 1];
                let longest = width.max(least[to].0);
                if longest < best.0 - 1e-9 {
                    *best = (longest, to);
                }
            }
        }
        steps.push(next.iter().map(|(_, to)| *to).collect());
        least = next;
    }
    let (mut starts, mut at) = (Vec::new(), 0);
    for step in steps.iter().rev() {
        if at < all.len() {
            starts.push(at);
            at = step[at];
        }
    }
    starts
}

/// How far a text reaches, in cap heights.
fn advance(text: &str) -> f64 {
    Text::centered(text, Point::default(), 1.0).width()
}

/// Returns the strokes of lines below each other.
fn strokes(lines: &[String], middle: Point, height: f64) -> Vec<Vec<Point>> {
    let line = |(at, line): (usize, &String)| {
        Text::centered(line.as_str(), middle.moved(0.0, at as f64 * LINE * height), height).strokes()
    };
    lines.iter().enumerate().flat_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(words: &str, width: f64, height: f64) -> Vec<String> {
        Paragraph::in_room(words, Bounds { left: 0.0, top: 0.0, right: width, bottom: height }).lines
    }

    #[test]
    fn words_are_broken_where_their_letters_are_largest() {
        assert_eq!(lines("For Anna", 200.0, 20.0), ["For Anna"]);
        assert_eq!(lines("For Anna", 20.0, 60.0), ["For", "Anna"]);
        assert_eq!(lines(r"For Anna\nand Bo", 400.0, 10.0), ["For Anna", "and Bo"]);
        assert_eq!(lines(r"To\n\nBo ", 90.0, 90.0), ["To", "Bo"]);
        let long =
            "If the pieces do not fit turn them over and begin again at the corner that is farthest from you";
        let set = lines(long, 100.0, 50.0);
        assert!((4..=7).contains(&set.len()), "{set:?}");
        assert_eq!(set.join(" "), long);
        let lengths = set.iter().map(|line| line.chars().count());
        let (least, most) = lengths.fold((99, 0), |(least, most), count| (count.min(least), count.max(most)));
        assert!(least * 2 > most, "about equal lines: {set:?}");
    }

    /// No way to break lines gives larger letters: all are tried.
    #[test]
    fn no_other_lines_have_larger_letters() {
        let words = "a puzzle for Johanna and the whole family Ng";
        for (width, height) in [(60.0, 12.0), (40.0, 30.0), (20.0, 60.0), (30.0, 30.0)] {
            let room = Bounds { left: 0.0, top: 0.0, right: width, bottom: height };
            let all = split(words);
            let best = (0..1_u32 << (all.len() - 1)).map(|breaks| {
                let starts = (0..all.len()).filter(|&at| at == 0 || breaks >> (at - 1) & 1 == 1);
                Paragraph::of(&all, &starts.collect::<Vec<_>>()).cap_height(room)
            });
            let best = best.fold(0.0, f64::max);
            let found = Paragraph::in_room(words, room).cap_height(room);
            assert!(found > best * 0.97, "{width} x {height}: {found} of {best}");
        }
    }
}
