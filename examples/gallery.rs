//! Draws the pictures of the README into `docs/pictures`.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use piecework::color::Palette;
use piecework::drawing::Drawing;
use piecework::limits::Limits;
use piecework::puzzle::{Puzzle, read_puzzle};
use piecework::puzzle_sheet::{SheetOptions, puzzle_pages};
use piecework::quilt::{Method, QuiltOptions, pattern};
use piecework::render::png::{PngOptions, Resolution, png};
use piecework::solver::{SolveOptions, solve};
use piecework::source::Source;
use piecework::templates::puzzle_template;
use piecework::tiling::Tiling;

/// The templates that are drawn as quilts, each with its palette.
const QUILTS: [(&str, &str); 5] = [
    ("y-hexomino-23x24", "harvest"),
    ("pentomino-6x10", "harvest"),
    ("pentomino-8x8-hole", "okabe-ito"),
    ("hexiamond-6x6", "harvest"),
    ("tetrahex-4x7", "harvest"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    std::fs::create_dir_all(&folder)?;
    for (name, palette) in QUILTS {
        let tiling = first_tiling(&puzzle(name)?)?;
        let made = pattern(&tiling, &quilt_options(palette, Method::Templates)?)?;
        write(&folder, &format!("{name}-quilt"), &made.picture, 800)?;
        if name == "pentomino-6x10" {
            let straight = pattern(&tiling, &quilt_options(palette, Method::Straight)?)?;
            for (pattern, page, name) in [
                (&made, "quilt pattern", "pattern-cover"),
                (&made, "templates", "pattern-templates"),
                (&straight, "diagram", "straight-diagram"),
                (&straight, "sewing, step by step", "straight-steps"),
            ] {
                let page = pattern.pages().find(|drawing| drawing.title().contains(page));
                write(&folder, name, page.ok_or("no such page")?, 600)?;
            }
        }
    }
    let options = SheetOptions::default();
    let pages = puzzle_pages(&*puzzle("pentomino-6x10")?, &options)?;
    write(&folder, "puzzle-page", &pages[0], 600)
}

fn puzzle(name: &str) -> Result<Arc<Puzzle>, Box<dyn std::error::Error>> {
    let template = puzzle_template(name).ok_or("no such template")?;
    Ok(Arc::new(read_puzzle(&Source::new(name, template.text), &Limits::default())?))
}

fn first_tiling(puzzle: &Arc<Puzzle>) -> Result<Tiling, Box<dyn std::error::Error>> {
    let mut first = None;
    solve(puzzle, &SolveOptions::default(), |tiling| {
        first = Some(tiling);
        ControlFlow::Break(())
    })?;
    first.ok_or_else(|| "no tiling".into())
}

fn quilt_options(palette: &str, method: Method) -> Result<QuiltOptions, Box<dyn std::error::Error>> {
    Ok(QuiltOptions { method, palette: Palette::named(palette)?, ..QuiltOptions::default() })
}

fn write(folder: &Path, name: &str, drawing: &Drawing, width: u32) -> Result<(), Box<dyn std::error::Error>> {
    let bytes = png(drawing, &PngOptions { resolution: Resolution::Width(width) })?;
    let path = folder.join(format!("{name}.png"));
    std::fs::write(&path, bytes)?;
    println!("{}", path.file_name().unwrap_or_default().to_string_lossy());
    Ok(())
}
