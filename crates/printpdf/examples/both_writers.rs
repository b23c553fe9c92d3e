//! Writes the same drawings with our writer and with printpdf, for `tests/judges/judge_writers.py` to compare:
//! `cargo run -p piecework-printpdf --example both_writers DIR`.

use std::path::Path;
use std::sync::Arc;

use piecework_cut::{CutOptions, Dress, machine, plan, sheets};
use piecework_draw::color::Picture;
use piecework_draw::drawing::{self, Canvas, Drawing, Medium, PlacedPicture, Role};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::render::pdf::{PdfOptions, pdf};
use piecework_sheet::{SheetOptions, puzzle_pages};
use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::Limits;
use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
use printpdf::{PdfDocument, PdfSaveOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder?")?;
    for (name, drawings) in [("sheets", cut()?), ("pages", print()?)] {
        let mut document = PdfDocument::new(name);
        let pages = drawings.iter().map(|drawing| piecework_printpdf::page(&mut document, drawing)).collect();
        let theirs = document.with_pages(pages).save(&PdfSaveOptions::default(), &mut Vec::new());
        let ours = pdf(&drawings, &PdfOptions::default())?;
        for (writer, bytes) in [("ours", ours), ("printpdf", theirs)] {
            std::fs::write(Path::new(&folder).join(format!("{name}-{writer}.pdf")), bytes)?;
        }
        println!("{name}: {} pages by each writer", drawings.len());
    }
    Ok(())
}

/// A sheet for a laser, with strokes of words and arcs.
fn cut() -> Result<Vec<Drawing>, Box<dyn std::error::Error>> {
    let grids = read_letter_grids(Lattice::Square, "AAAB\nCABB\nCCDB\nCDDD", &Limits::default())?;
    let tiling = infer_from_grid("Four T tetrominoes", &grids[0])?;
    let machine = machine("generic")?;
    let options = CutOptions { kerf: 0.2, ..CutOptions::new(20.0, machine.bed.clone()) };
    let mut drawings = sheets(&plan(&tiling, &options)?, &machine, &Dress::default())?;
    let mut canvas = Canvas::new("arcs", Medium::Machine, 60.0, 40.0);
    let half = [
        drawing::Element::Move(Point::new(10.0, 20.0)),
        drawing::Element::Arc(Point::new(30.0, 5.0), Point::new(50.0, 20.0)),
        drawing::Element::Line(Point::new(50.0, 30.0)),
        drawing::Element::Close,
    ];
    canvas.path(Role::Cut, drawing::Path::new(half));
    canvas.path(Role::Engrave, drawing::Path::cross(Point::new(30.0, 20.0), 8.0));
    drawings.push(canvas.finish()?);
    Ok(drawings)
}

/// A puzzle page with words, and a picture in a frame with a hole.
fn print() -> Result<Vec<Drawing>, Box<dyn std::error::Error>> {
    let grids = read_letter_grids(Lattice::Square, "AAAB\nCABB\nCCDB\nCDDD", &Limits::default())?;
    let tiling = infer_from_grid("Four T tetrominoes", &grids[0])?;
    let mut drawings = puzzle_pages(&Arc::clone(tiling.puzzle()), &SheetOptions::default())?;
    let mut canvas = Canvas::new("picture", Medium::Print, 100.0, 80.0);
    let frame = [(10.0, 10.0, 90.0, 70.0), (40.0, 30.0, 60.0, 50.0)];
    let frame = frame.map(|(left, top, right, bottom)| Bounds { left, top, right, bottom });
    let elements: Vec<_> = frame
        .iter()
        .flat_map(|&ring| drawing::Path::rectangle(ring).elements().collect::<Vec<_>>())
        .collect();
    let meadow = PlacedPicture::new(Picture::named("meadow")?, Point::new(10.0, 10.0), 50.0);
    canvas.path(Role::Fill, drawing::Path::new(elements).pictured(meadow));
    canvas.line(Role::Fold, Point::new(0.0, 75.0), Point::new(100.0, 75.0));
    drawings.push(canvas.finish()?);
    Ok(drawings)
}
