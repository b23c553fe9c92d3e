//! What is said of solutions on sheets: the index of a catalogue, the figures under designs.

use std::collections::BTreeMap;

use crate::question::{Figures, Key, key};
use piecework_sheet::IndexEntry;
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::{Draw, Tiling};

/// What a catalogue is indexed by: key, words for one, words for several.
const INDEXED: [(&str, &str, &str); 7] = [
    ("symmetries", "symmetry", "symmetries"),
    ("fault_lines", "fault line", "fault lines"),
    ("halves", "fault line between equal halves", "fault lines between equal halves"),
    ("rectangles", "rectangle of whole pieces inside", "rectangles of whole pieces inside"),
    ("crossings", "crossing of four pieces", "crossings of four pieces"),
    ("inside", "piece that does not touch the border", "pieces that do not touch the border"),
    ("colors", "color needed", "colors needed"),
];

/// What is said under a design, line by line: key and words.
const FIGURES: [&[(&str, &str)]; 2] = [
    &[("symmetries", "symmetries"), ("fault_lines", "fault lines"), ("crossings", "crossings")],
    &[("set_in_corners", "set-in corners"), ("colors", "colors"), ("straight_rectangles", "rectangles")],
];
/// The most cells of a design for which straight seams are planned only to be told.
const LARGEST_PLANNED: usize = 1024;

/// The index of a catalogue: for each key its values, except those that more than a quarter of the solutions
/// have. If it is stopped, it has only the first.
pub(super) fn index(tilings: &[Tiling], stop: &StopFlag) -> Vec<IndexEntry> {
    let mut numbers: BTreeMap<(usize, i64), Vec<usize>> = BTreeMap::new();
    for (number, tiling) in (1..).zip(tilings).take_while(|_| !stop.is_raised()) {
        let figures = Figures::new(tiling);
        for (place, (name, ..)) in INDEXED.iter().enumerate() {
            if let Some(value) = key(name).and_then(|key| figures.get(key).ok()) {
                numbers.entry((place, value)).or_default().push(number);
            }
        }
    }
    let rare = numbers.into_iter().filter(|(_, numbers)| numbers.len() * 4 <= tilings.len());
    rare.map(|((place, value), numbers)| {
        let (_, one, several) = INDEXED[place];
        let title = match value {
            0 => format!("No {one}"),
            1 => format!("1 {one}"),
            _ => format!("{value} {several}"),
        };
        IndexEntry { title, numbers }
    })
    .collect()
}

/// The lines under a design on a contact sheet: its seed and what is counted of it.
pub(super) fn caption(tiling: &Tiling) -> Vec<String> {
    let figures = Figures::new(tiling);
    let told = |key: &&Key| {
        key.name != "straight_rectangles"
            || (tiling.lattice().is_rectilinear() && tiling.puzzle().region().area() <= LARGEST_PLANNED)
    };
    let mut words: Vec<String> = tiling
        .draw()
        .map(|Draw { seed, number }| format!("seed {seed}, number {number}"))
        .into_iter()
        .collect();
    for line in FIGURES {
        let figure = |(name, words): &(&str, &str)| {
            let value = key(name).filter(told).and_then(|key| figures.get(key).ok())?;
            Some(format!("{words} {value}"))
        };
        words.push(line.iter().filter_map(figure).collect::<Vec<_>>().join(", "));
    }
    words
}
