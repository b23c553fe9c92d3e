//! The page that compares the construction methods.

use super::format;
use crate::plan::error::QuiltError;
use crate::plan::piecing::{SewingMethod, TradeOff};
use crate::plan::yardage::Inches;
use crate::plan::{Design, MethodRow, MethodTable, QuiltPlan};
use crate::units::Units;
use crate::words::sewing::{area_of_cloth, length_of_seams};
use crate::words::{plural, sentence};
use piecework_draw::page::{Block, Column, Page, Table};

/// The heads of the columns behind the name of the method.
const HEADS: [&str; 7] =
    ["pieces", "seams", "seam length", "set-in corners", "partial, pivots", "clips", "fabric"];

/// The pages with the table.
pub(super) fn pages(plan: &QuiltPlan) -> Result<Vec<Page>, QuiltError> {
    let (design, table) = (&plan.design, &plan.summary.methods);
    let row = |figures: &MethodRow| {
        let name = format!("{}{}", if figures.chosen { "» " } else { "" }, figures.method.name());
        let cells = cells(design.options.units, figures);
        std::iter::once(name).chain(cells).collect()
    };
    let heads = HEADS.map(|head| (head.to_owned(), Column::Number));
    let heads = std::iter::once(("method".to_owned(), Column::Words)).chain(heads).collect();
    let remarks = remarks(design, table).into_iter().map(Block::Paragraph).collect();
    let mut blocks = vec![Block::Columns(remarks)];
    blocks.push(Block::Table(Table { heads, rows: table.rows.iter().map(row).collect() }));
    blocks
        .push(Block::paragraph("» marks the method of this pattern. All numbers are counted on this quilt."));
    if let Some((sentences, table)) = trade_off(plan) {
        blocks.push(Block::heading("Y-seams against pieces"));
        blocks.extend(sentences.into_iter().take(1).map(Block::Paragraph));
        blocks.push(Block::Table(table));
    }
    format::section(design, "construction methods", blocks)
}

fn cells(units: Units, figures: &MethodRow) -> [String; 7] {
    [
        figures.pieces.to_string(),
        figures.seams.to_string(),
        length_of_seams(units, Inches::of_mm(figures.seam_length_mm)),
        figures.set_in_corners.to_string(),
        match (figures.partial_seams, figures.pivots) {
            (0, 0) => "0".to_owned(),
            (partial, pivots) => format!("{partial}, {pivots}"),
        },
        figures.clipped_corners.to_string(),
        figures.cut_area_mm2.map_or_else(|| "–".to_owned(), |area| area_of_cloth(units, area)),
    ]
}

/// The numbers of the table, a sentence for each method.
pub(super) fn table_in_words(plan: &QuiltPlan) -> Vec<String> {
    let (design, rows) = (&plan.design, &plan.summary.methods.rows);
    let units = design.options.units;
    let of = |row: &MethodRow| {
        let this = if row.chosen { ", the method of this pattern" } else { "" };
        let length = length_of_seams(units, Inches::of_mm(row.seam_length_mm));
        let (pieces, seams) = (plural(row.pieces, "piece"), plural(row.seams, "seam"));
        let turns = [
            (row.set_in_corners, "set-in corner"),
            (row.partial_seams, "partial seam"),
            (row.pivots, "pivot"),
            (row.clipped_corners, "clip"),
        ];
        let turns = turns.into_iter().filter(|(count, _)| *count > 0);
        let turns: String = turns.map(|(count, noun)| format!(", {}", plural(count, noun))).collect();
        let cloth = row.cut_area_mm2.map(|area| format!("; fabric {}", area_of_cloth(units, area)));
        let cloth = cloth.unwrap_or_default();
        sentence(&format!("{}{this}: {pieces}, {seams} of {length} in all{turns}{cloth}", row.method.name()))
    };
    rows.iter().map(of).collect()
}

/// What Y-seams save, if some are allowed: how it is done, then each number with its pieces; and the same as
/// a table.
pub(super) fn trade_off(plan: &QuiltPlan) -> Option<(Vec<String>, Table)> {
    let (design, pieced) = (&plan.design, &plan.straight.as_ref()?.plan);
    let rows = &pieced.trade_off;
    let chosen = |row: &TradeOff| row.y_seams == pieced.y_seams;
    let length = |row: &TradeOff| length_of_seams(design.options.units, design.seams(row.seam_cells));
    let how = "Straight seams with Y-seams: a patch stays whole but for its corners, and what is in a corner is set in with one \
               Y-seam. Of these plans every row has the fewest pieces for its number of Y-seams.";
    let line = |row: &TradeOff| {
        let this = if chosen(row) { ", as in this pattern" } else { "" };
        format!(
            "{}: {}, seams {}{this}.",
            plural(row.y_seams, "Y-seam"),
            plural(row.pieces, "piece"),
            length(row)
        )
    };
    let cells = |row: &TradeOff| {
        let mark = if chosen(row) { "» " } else { "" };
        vec![
            format!("{mark}{}", row.y_seams),
            row.pieces.to_string(),
            row.pieces.saturating_sub(1).to_string(),
            length(row),
        ]
    };
    let heads = ["Y-seams", "pieces", "steps", "seam length"].map(|head| (head.to_owned(), Column::Number));
    let table = Table { heads: heads.to_vec(), rows: rows.iter().map(cells).collect() };
    let sentences = std::iter::once(how.to_owned()).chain(rows.iter().map(line)).collect();
    (rows.len() > 1).then_some((sentences, table))
}

/// The methods in words, and what the numbers of the table mean.
pub(super) fn remarks(design: &Design, table: &MethodTable) -> Vec<String> {
    let has = |method| table.rows.iter().any(|row| row.method == method);
    let has_turns = table.rows.iter().any(|row| row.partial_seams + row.pivots > 0);
    let lattice = design.whole.lattice();
    let mut remarks = vec![
        "Templates: cut each patch in one piece. At every inside corner sew a Y-seam (inset seam): clip the corner to the \
         matching point and pivot there. English paper piecing (EPP): baste the same patches over papers and sew them by \
         hand, edge by edge.",
    ];
    if has_turns {
        remarks.push(
            "Partial, pivots: seams that turn where no patch has an inside corner. Sew a partial seam halfway, add the next \
             patch, then finish the seam. At a pivot three patches meet in a Y. Both are counted in the order of the steps \
             of this pattern; another order may have fewer.",
        );
    }
    if has(SewingMethod::StraightSeams) {
        let is_set_in = |row: &MethodRow| row.method == SewingMethod::StraightSeams && row.set_in_corners > 0;
        remarks.push(if !lattice.diagonals().is_empty() {
            "Straight seams: sew half-square triangles to squares, and the squares from edge to edge, without Y-seams and clips. \
             Patches are cut into rectangles of squares, halves and quarters."
        } else if table.rows.iter().any(is_set_in) {
            "Straight seams with Y-seams: cut patches into rectangles, some with corners cut away. Sew from edge to edge, and set \
             a rectangle into each of these corners with one Y-seam. Rows, columns, squares: cut strips one cell wide where \
             patches change, or single cells."
        } else {
            "Straight seams: cut patches into rectangles that are sewn from edge to edge, without Y-seams and clips. Rows, \
             columns, squares: cut strips one cell wide where patches change, or single cells."
        });
    }
    if has(SewingMethod::Rows) && design.whole.lattice().triangles().is_some() {
        remarks.push(
            "Rows: cut strips of triangles where patches change. Sew strips into rows and rows into the \
             quilt top with straight seams, without Y-seams and clips.",
        );
    }
    let mut remarks: Vec<String> = remarks.into_iter().map(str::to_owned).collect();
    if !lattice.has_straight_lines() {
        remarks.push(format!(
            "{} meet in Y-seams wherever three of them touch. Sew these, or piece {} over papers by hand.",
            crate::words::capital(lattice.cell_name()),
            lattice.cell_name()
        ));
    }
    if let Some(least) = table.least_rectangles {
        remarks.push(format!(
            "These patches cannot be cut into fewer than {least} rectangles, in any sewing order."
        ));
    }
    if let Some(reason) = &table.no_straight_seams {
        remarks.push(format!("This quilt has no straight-seam plan: {reason}."));
    }
    let allowance = design.write(design.options.seam_allowance);
    remarks.push(format!(
        "Fabric: the area of all pieces with {allowance} seam allowance, rounded down if at all. Buy more than that."
    ));
    remarks
}
