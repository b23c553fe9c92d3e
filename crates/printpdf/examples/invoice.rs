//! A shop's invoice with the cutting sheet on page 2, written by printpdf: `cargo run -p piecework-printpdf --example invoice`.

use piecework_cut::{CutOptions, Dress, machine, plan, sheets};
use piecework_draw::geometry::Dimensions;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::Limits;
use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
use printpdf::{
    BuiltinFont, Mm, Op, PdfDocument, PdfFontHandle, PdfPage, PdfSaveOptions, Point, Pt, TextItem,
};

const LINES: [&str; 4] = [
    "Invoice 2026-17",
    "1 puzzle, four T tetrominoes, birch 3 mm",
    "24.00 EUR",
    "The cutting sheet is on page 2.",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grids = read_letter_grids(Lattice::Square, "AAAB\nCABB\nCCDB\nCDDD", &Limits::default())?;
    let tiling = infer_from_grid("Four T tetrominoes", &grids[0])?;
    let machine = machine("generic")?;
    let stock = Some(Dimensions { width: 200.0, height: 150.0 });
    let options = CutOptions { kerf: 0.2, stock, ..CutOptions::new(20.0, machine.bed.clone()) };
    let sheet = sheets(&plan(&tiling, &options)?, &machine, &Dress::default())?.remove(0);

    let mut document = PdfDocument::new("Invoice 2026-17");
    let pages = vec![invoice(), piecework_printpdf::page(&mut document, &sheet)];
    let bytes = document.with_pages(pages).save(&PdfSaveOptions::default(), &mut Vec::new());
    let file = std::env::args().nth(1).unwrap_or_else(|| "invoice.pdf".to_owned());
    std::fs::write(&file, &bytes)?;
    println!("{file}: {} bytes", bytes.len());
    Ok(())
}

/// A page of A4 with some lines of text.
fn invoice() -> PdfPage {
    let font = PdfFontHandle::Builtin(BuiltinFont::Helvetica);
    let mut ops = vec![Op::StartTextSection, Op::SetFont { font, size: Pt(12.0) }];
    ops.push(Op::SetLineHeight { lh: Pt(18.0) });
    ops.push(Op::SetTextCursor { pos: Point::new(Mm(25.0), Mm(260.0)) });
    for line in LINES {
        ops.extend([Op::ShowText { items: vec![TextItem::Text(line.to_owned())] }, Op::AddLineBreak]);
    }
    ops.push(Op::EndTextSection);
    PdfPage::new(Mm(210.0), Mm(297.0), ops)
}
