//! Draws pieces with their captions, in rows.

use super::PuzzleSheetError;
use super::shades::{self, Shade};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Anchor, Canvas, Path, Role, Text};
use piecework_draw::geometry::{Bounds, Outline, Point};
use piecework_draw::layout::{Flow, flow};
use piecework_draw::page::sizes::{LINE, TEXT};
use piecework_tiling::polyform::Freedom;
use piecework_tiling::puzzle::{Count, Kind, Puzzle};

/// The space between pieces, and between board and pieces, in mm; chosen by eye.
pub(super) const GAP: f64 = 6.0;

/// A piece at a cell edge of 1 mm, with its caption.
pub(super) struct PieceDrawing {
    outline: Outline,
    shades: Vec<Shade>,
    caption: String,
}

impl PieceDrawing {
    fn new(
        puzzle: &Puzzle,
        kind: &Kind,
        piece: usize,
        is_turned_too: bool,
    ) -> Result<Self, PuzzleSheetError> {
        // Of a piece that is turned to show other sides, one orientation is drawn.
        let is_turned = !puzzle.colors().sides(piece).is_empty();
        let is_last = piece + 1 == kind.pieces.end || is_turned;
        let shades = shades::of_piece(puzzle, piece)?;
        let name = puzzle.name_of(piece);
        let piece = &puzzle.pieces()[piece];
        let outline = Outline::of_shape(&piece.shape, 1.0)?.at_origin();
        let freedom = match piece.freedom {
            Freedom::Free => String::new(),
            _ if is_turned => String::new(),
            other => format!(", {}", other.name()),
        };
        // The pieces of which a copy shows one are beside each other, and counted together.
        let count = if is_last { copies(kind.count) } else { String::new() };
        let or = if is_last { "" } else { ", or" };
        let drawing = Self { outline, shades, caption: format!("{name}{count}{freedom}{or}") };
        Ok(if is_turned_too { drawing.turned() } else { drawing })
    }

    /// Returns it with a quarter turn clockwise.
    fn turned(self) -> Self {
        let turned = self.outline.turned(90);
        let from = turned.bounds();
        let put = |at: Point| at.turned(90).moved(-from.left, -from.top);
        let shades = self.shades.iter().map(|shade| shade.mapped(put)).collect();
        Self { outline: turned.at_origin(), shades, ..self }
    }

    /// Returns the pieces of a puzzle that are not on the board yet, with their number in the puzzle.
    pub(super) fn all_left(puzzle: &Puzzle) -> Result<Vec<(usize, Self)>, PuzzleSheetError> {
        Self::left_beside(puzzle, false)
    }

    /// The same beside a board that has a quarter turn if `is_turned`: pieces that are not turned at will, or whose cells would
    /// lie otherwise than those of the board, are turned with it.
    pub(super) fn left_beside(
        puzzle: &Puzzle,
        is_turned: bool,
    ) -> Result<Vec<(usize, Self)>, PuzzleSheetError> {
        let rest = puzzle.rest();
        let kinds = rest.kinds();
        let left = kinds
            .iter()
            .filter(|kind| kind.count.max != Some(0) && !rest.is_opening(kind.pieces.start))
            .flat_map(|kind| drawn_pieces(&rest, kind.clone()).map(move |piece| (kind, piece)));
        let is_fixed =
            |piece: usize| rest.pieces()[piece].freedom == Freedom::Fixed || !rest.lattice().is_rectilinear();
        let drawing =
            |(kind, piece)| Ok((piece, Self::new(&rest, kind, piece, is_turned && is_fixed(piece))?));
        left.map(drawing).collect()
    }

    /// Returns its outline, at a cell edge of 1 mm.
    pub(super) fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Width and height with the caption below.
    pub(super) fn size(&self, scale: f64) -> (f64, f64) {
        let bounds = self.outline.bounds();
        let words = self.words(Point::default());
        ((bounds.width() * scale).max(words.width()), bounds.height() * scale + LINE)
    }

    /// Draws it on the lower edge of a room, filled if it has a color, with the caption below its middle.
    pub(super) fn draw_centered(&self, canvas: &mut Canvas, room: Bounds, scale: f64, color: Option<Color>) {
        let bounds = self.outline.bounds();
        let (middle, bottom) = (room.center().x, room.bottom - LINE);
        let at = Point { x: middle - bounds.width() * scale / 2.0, y: bottom - bounds.height() * scale };
        if let Some(color) = color {
            canvas.fill(self.path(at, scale), color);
        }
        self.draw_outline(canvas, at, scale);
        let y = bottom + f64::midpoint(LINE, TEXT);
        canvas.text(Role::Label, Text::new(&self.caption, Point { x: middle, y }, TEXT, Anchor::Middle));
    }

    fn draw_outline(&self, canvas: &mut Canvas, at: Point, scale: f64) {
        let put = |p: Point| Point { x: at.x + p.x * scale, y: at.y + p.y * scale };
        shades::fill(canvas, &self.shades, put);
        canvas.path(Role::Cut, self.path(at, scale));
    }

    fn path(&self, at: Point, scale: f64) -> Path {
        let put = |p: Point| Point { x: at.x + p.x * scale, y: at.y + p.y * scale };
        Path::outline(&self.outline).mapped(put).named(self.caption.clone())
    }

    fn words(&self, at: Point) -> Text {
        Text::new(&self.caption, at, TEXT, Anchor::Start)
    }

    /// Draws it with the top left corner of its bounding box at `at`.
    pub(super) fn draw(&self, canvas: &mut Canvas, at: Point, scale: f64) {
        self.draw_outline(canvas, at, scale);
        let y = at.y + self.outline.bounds().height() * scale + f64::midpoint(LINE, TEXT);
        canvas.text(Role::Label, self.words(Point { x: at.x, y }));
    }
}

/// Returns the pieces of a kind that are drawn: all it may be, but one orientation of a piece that is turned to show other sides.
pub(super) fn drawn_pieces(puzzle: &Puzzle, kind: Kind) -> impl Iterator<Item = usize> {
    kind.pieces.filter(|&piece| puzzle.orientations_of(piece).start == piece)
}

/// Returns the number of copies, unless it is one.
fn copies(count: Count) -> String {
    match (count.min, count.max) {
        (1, Some(1)) => String::new(),
        (min, Some(max)) if min == max => format!(" × {min}"),
        (0, None) => ", any number".to_owned(),
        (min, None) => format!(", at least {min}"),
        (min, Some(max)) => format!(", {min} to {max}"),
    }
}

/// Some pieces in rows no wider than `width`.
pub(super) fn rows(pieces: &[(usize, PieceDrawing)], scale: f64, width: f64) -> Flow {
    let sizes: Vec<(f64, f64)> = pieces.iter().map(|(_, piece)| piece.size(scale)).collect();
    flow(&sizes, width, GAP)
}
