//! Lists the properties of tilings and of pieces.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::question::{Figures, KEYS, Key};
use piecework_draw::color::Coloring;
use piecework_draw::geometry::{Patchwork, Touch};
use piecework_tiling::error::Error;
use piecework_tiling::polyform::Freedom;
use piecework_tiling::puzzle::{Piece, hex_name};
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::{Tiling, TilingProperties, board_in_words, patches_in_words, rows_in_words};

/// The most cells of a tiling whose straight seams are planned without being asked for.
const LARGEST_PLANNED: usize = 1024;

/// The facts about one tiling that are printed.
struct Facts {
    name: String,
    placements: usize,
    properties: TilingProperties,
    /// Fewest colors where touching pieces differ, over edges and over corners, and whether that is proved.
    colors: [(usize, bool); 2],
    /// The names of the pieces with both hands.
    hands: Vec<(String, usize, usize)>,
    /// Every number that can be asked for, with where it is shown.
    figures: Vec<(&'static str, Option<i64>)>,
    /// How many patches a balanced coloring with the fewest colors gives each fabric.
    fabric_use: Vec<usize>,
}

/// What can be said of some tilings, in words and as JSON.
///
/// # Errors
/// [`Error`] for tilings that are too large to look at, and [`Stopped`](piecework_tiling::stop::Stopped).
pub fn inspect_tilings(tilings: &[Tiling], stop: &StopFlag) -> Result<(String, Value), Error> {
    let facts = tilings.iter().map(|tiling| {
        stop.check()?;
        Facts::of(tiling)
    });
    let facts = facts.collect::<Result<Vec<Facts>, Error>>()?;
    let text: Vec<String> = facts.iter().map(Facts::text).collect();
    let value = json!({ "tilings": facts.iter().map(Facts::value).collect::<Vec<Value>>() });
    Ok((text.join("\n"), value))
}

/// Tilings in words, for people who read by ear: the board, every patch, and every row.
pub fn describe_tilings(tilings: &[Tiling]) -> (String, Value) {
    let (mut text, mut values) = (String::new(), Vec::new());
    for tiling in tilings {
        let (board, patches, rows) =
            (board_in_words(tiling.puzzle()), patches_in_words(tiling), rows_in_words(tiling));
        let lines: Vec<String> = patches.iter().map(ToString::to_string).collect();
        let all = |lines: &[String]| lines.iter().map(|line| format!("  {line}\n")).collect::<String>();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", tiling.puzzle().name());
        let _ = writeln!(text, "board: {board}");
        let _ = write!(text, "patches: {}\n{}rows:\n{}", patches.len(), all(&lines), all(&rows));
        values
            .push(json!({ "name": tiling.puzzle().name(), "board": board, "patches": lines, "rows": rows }));
    }
    (text, json!({ "tilings": values }))
}

/// Pieces without a region: their pictures, and how many ways there are to lay them.
pub fn inspect_pieces(pieces: &[Piece]) -> (String, Value) {
    let (mut text, mut values) = (String::new(), Vec::new());
    for piece in pieces {
        let count = |freedom| piece.shape.orientations(freedom).len();
        let (free, one_sided) = (count(Freedom::Free), count(Freedom::OneSided));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{}: {} cells, {free} orientations, {one_sided} without flipping",
            piece.name,
            piece.shape.area()
        );
        let _ = writeln!(text, "  {}", piece.shape.rows().join("\n  "));
        values.push(json!({
            "name": piece.name,
            "hexadecimal": hex_name(&piece.shape),
            "cells": piece.shape.area(),
            "rows": piece.shape.rows(),
            "orientations": free,
            "orientations_one_sided": one_sided,
        }));
    }
    (text, json!({ "pieces": values }))
}

impl Facts {
    fn of(tiling: &Tiling) -> Result<Self, Error> {
        let patchwork = Patchwork::trace(tiling, 1.0)?;
        let edge = Coloring::of_patchwork(&patchwork, Touch::Edge)?;
        let corner = Coloring::of_patchwork(&patchwork, Touch::Corner)?;
        let properties = TilingProperties::new(tiling);
        let pieces = tiling.puzzle().pieces().iter().zip(&properties.sides);
        let hands = pieces.map(|(piece, sides)| (piece.name.clone(), sides.front, sides.mirrored));
        let mut fabric_use = vec![0; edge.count()];
        for &color in edge.colors() {
            fabric_use[color] += 1;
        }
        let figures = Figures::new(tiling);
        // A plan of straight seams for a large quilt takes longer than anyone waits for a figure not asked
        // for.
        let told = |key: &&Key| {
            key.name != "straight_rectangles" || tiling.puzzle().region().area() <= LARGEST_PLANNED
        };
        let figure = |key: &Key| (key.name, Some(key).filter(told).and_then(|key| figures.get(key).ok()));
        let figures = KEYS.iter().map(figure).collect();
        Ok(Self {
            figures,
            name: tiling.puzzle().name().to_owned(),
            placements: tiling.placements().len(),
            colors: [&edge, &corner].map(|coloring| (coloring.count(), coloring.is_minimal())),
            hands: hands.filter(|&(_, front, mirrored)| front + mirrored > 0).collect(),
            properties,
            fabric_use,
        })
    }

    fn text(&self) -> String {
        let properties = &self.properties;
        let mut text = format!("{}: {} pieces laid\n", self.name, self.placements);
        let mut line = |label: &str, words: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {label:<16}{words}");
        };
        line("symmetry", symmetry(properties.symmetries.len()));
        let faults = properties.fault_lines.iter();
        let faults: Vec<String> =
            faults.map(|fault| format!("{} at {}", fault.direction.name(), fault.at)).collect();
        line("fault lines", if faults.is_empty() { "none".to_owned() } else { faults.join(", ") });
        line("halves", self.halves());
        line("rectangles", format!("{} of two or more whole pieces inside", properties.rectangles));
        let crossings = properties.crossings.len();
        let points = if crossings == 1 { "point" } else { "points" };
        line("crossings", format!("{crossings} {points} where four or more pieces meet"));
        let [edge, corner] =
            self.colors.map(|(count, proved)| format!("{count}{}", if proved { "" } else { " or fewer" }));
        line("fewest colors", format!("{edge} over edges, {corner} over corners"));
        let uses: Vec<String> = self.fabric_use.iter().map(usize::to_string).collect();
        line("fabric use", format!("{} pieces", uses.join(", ")));
        line("set-in corners", properties.set_in_corners.to_string());
        line("on the border", format!("{} pieces", properties.on_border.len()));
        let hands = self.hands.iter().map(|(name, front, mirrored)| match (front, mirrored) {
            (front, 0) => format!("{name} {front}"),
            (front, mirrored) => format!("{name} {front} + {mirrored} r"),
        });
        line("pieces", hands.collect::<Vec<String>>().join(", "));
        text
    }

    fn halves(&self) -> String {
        let lines = self.properties.halving_lines.iter();
        let lines: Vec<String> =
            lines.map(|line| format!("{} at {}", line.direction.name(), line.at)).collect();
        let straight = if lines.is_empty() { "no fault line".to_owned() } else { lines.join(", ") };
        let told =
            self.figures.iter().find(|(name, _)| *name == "congruent_halves").and_then(|figure| figure.1);
        match told {
            Some(1) => format!("{straight}; 1 way to divide the pieces into congruent halves"),
            Some(ways) => format!("{straight}; {ways} ways to divide the pieces into congruent halves"),
            None => straight,
        }
    }

    fn value(&self) -> Value {
        let properties = &self.properties;
        let faults = properties.fault_lines.iter();
        let corners = properties.crossings.iter().map(|corner| json!([corner.x, corner.y]));
        let hands = self
            .hands
            .iter()
            .map(|(name, front, mirrored)| json!({ "name": name, "front": front, "mirrored": mirrored }));
        let colors = |(count, proved): (usize, bool)| json!({ "count": count, "proved": proved });
        json!({
            "name": self.name,
            "placements": self.placements,
            "symmetries": properties.symmetries.len(),
            "fault_lines": faults
                .map(|fault| json!({ "direction": fault.direction.name(), "at": fault.at }))
                .collect::<Vec<Value>>(),
            "crossings": corners.collect::<Vec<Value>>(),
            "fewest_colors": { "edge": colors(self.colors[0]), "corner": colors(self.colors[1]) },
            "fabric_use": self.fabric_use,
            "set_in_corners": properties.set_in_corners,
            "on_border": properties.on_border,
            "pieces": hands.collect::<Vec<Value>>(),
            "figures": self.figures.iter().map(|&(name, figure)| (name, figure)).collect::<BTreeMap<_, _>>(),
        })
    }
}

fn symmetry(order: usize) -> String {
    match order {
        1 => "none".to_owned(),
        order => format!("{order} symmetries of the puzzle map it to itself"),
    }
}
