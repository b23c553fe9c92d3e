//! `piecework inspect`: what can be said of a tiling.

use std::fmt::Write as _;

use piecework::{Colouring, Freedom, Limits, Patchwork, Piece, Tiling, TilingProperties, Touch, hex_name};
use serde_json::{Value, json};

use crate::args::InspectArgs;
use crate::exit::{Exit, Failure};
use crate::input::{self, Read};
use crate::report::Report;

/// The facts about one tiling that are printed.
struct Facts {
    name: String,
    placements: usize,
    properties: TilingProperties,
    /// Fewest colours where touching pieces differ, over edges and over corners, and whether that is proved.
    colours: [(usize, bool); 2],
    /// The names of the pieces with both hands.
    hands: Vec<(String, usize, usize)>,
    /// How many patches a balanced colouring with the fewest colours gives each fabric.
    fabric_use: Vec<usize>,
}

/// Runs the command.
pub(crate) fn inspect(args: &InspectArgs, limits: &Limits, report: Report) -> Result<Exit, Failure> {
    let mut subject = match input::read_any(&args.input, limits, report)? {
        Read::Subject(subject) => subject,
        Read::Pieces(pieces) => return inspect_pieces(&pieces, report),
    };
    if subject.tilings.is_empty() {
        match subject.tiling(&args.search, limits, report)? {
            Ok(tiling) => subject.tilings.push(tiling),
            Err(exit) => return Ok(exit),
        }
    }
    let facts = subject.tilings.iter().map(Facts::of).collect::<Result<Vec<Facts>, Failure>>()?;
    let text: Vec<String> = facts.iter().map(Facts::text).collect();
    let value = json!({ "tilings": facts.iter().map(Facts::value).collect::<Vec<Value>>() });
    report.result(&text.join("\n"), &value)?;
    Ok(Exit::Done)
}

/// Pieces without a region: their pictures, and how many ways there are to lay them.
fn inspect_pieces(pieces: &[Piece], report: Report) -> Result<Exit, Failure> {
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
    report.result(&text, &json!({ "pieces": values }))?;
    Ok(Exit::Done)
}

impl Facts {
    fn of(tiling: &Tiling) -> Result<Self, Failure> {
        let patchwork = Patchwork::trace(tiling, 1.0)?;
        let edge = Colouring::of_patchwork(&patchwork, Touch::Edge)?;
        let corner = Colouring::of_patchwork(&patchwork, Touch::Corner)?;
        let properties = TilingProperties::of(tiling);
        let pieces = tiling.puzzle().pieces().iter().zip(&properties.sides);
        let hands = pieces.map(|(piece, sides)| (piece.name.clone(), sides.front, sides.mirrored));
        let mut fabric_use = vec![0; edge.count()];
        for &colour in edge.colours() {
            fabric_use[colour] += 1;
        }
        Ok(Self {
            name: tiling.puzzle().name().to_owned(),
            placements: tiling.placements().len(),
            colours: [&edge, &corner].map(|colouring| (colouring.count(), colouring.is_minimal())),
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
        let crossings = properties.crossings.len();
        let points = if crossings == 1 { "point" } else { "points" };
        line("crossings", format!("{crossings} {points} where four or more pieces meet"));
        let [edge, corner] =
            self.colours.map(|(count, proved)| format!("{count}{}", if proved { "" } else { " or fewer" }));
        line("fewest colours", format!("{edge} over edges, {corner} over corners"));
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

    fn value(&self) -> Value {
        let properties = &self.properties;
        let faults = properties.fault_lines.iter();
        let corners = properties.crossings.iter().map(|corner| json!([corner.x, corner.y]));
        let hands = self
            .hands
            .iter()
            .map(|(name, front, mirrored)| json!({ "name": name, "front": front, "mirrored": mirrored }));
        let colours = |(count, proved): (usize, bool)| json!({ "count": count, "proved": proved });
        json!({
            "name": self.name,
            "placements": self.placements,
            "symmetries": properties.symmetries.len(),
            "fault_lines": faults
                .map(|fault| json!({ "direction": fault.direction.name(), "at": fault.at }))
                .collect::<Vec<Value>>(),
            "crossings": corners.collect::<Vec<Value>>(),
            "fewest_colours": { "edge": colours(self.colours[0]), "corner": colours(self.colours[1]) },
            "fabric_use": self.fabric_use,
            "set_in_corners": properties.set_in_corners,
            "on_border": properties.on_border,
            "pieces": hands.collect::<Vec<Value>>(),
        })
    }
}

fn symmetry(order: usize) -> String {
    match order {
        1 => "none".to_owned(),
        order => format!("{order} symmetries of the puzzle map it to itself"),
    }
}
