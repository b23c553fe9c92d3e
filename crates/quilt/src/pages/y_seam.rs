//! A Y-seam in three pictures: clip the corner, sew to the dot, pivot and sew on.

use crate::words::sentence;
use crate::words::sewing::Y_SEAM;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Path, Role};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::{Block, Entry, Figure, Sign};

/// The edge of a picture in mm, and the least width of one with its words; chosen by eye, as are the other
/// sizes.
const PICTURE: f64 = 19.0;
const COLUMN: f64 = 56.0;
/// The seam allowance on a picture, in mm.
const ALLOWANCE: f64 = 2.0;
/// The inside corner: the dot.
const DOT: (f64, f64) = (8.0, 11.0);
/// The diameter of the dot, and the width of a seam that is sewn, in mm.
const MARKS: (f64, f64) = (1.8, 0.9);
/// The patch with the inside corner, and the patch that is set in.
const PATCHES: (Color, Color) = (Color::new(0xea, 0xe4, 0xd6), Color::new(0xc9, 0xbd, 0xa2));

/// Draws a picture with its top left corner at a point.
type Picture = fn(&mut Canvas, Point);

/// The pictures with their words, and a heading.
pub(super) fn blocks() -> [Block<'static>; 2] {
    let pictures: [Picture; 3] = [clip, to_the_dot, around_the_corner];
    let figure = |number: usize, words: &str, draw: Picture| Figure {
        width: PICTURE,
        height: PICTURE,
        beside: vec![Entry::new(Sign::None, format!("{number}. {words}"))],
        draw: Box::new(move |canvas: &mut Canvas, room: Bounds| {
            draw(canvas, Point { x: room.left, y: room.top });
        }),
    };
    let numbered = (1..).zip(instructions().into_iter().zip(pictures));
    let figures = numbered.map(|(number, (words, draw))| figure(number, &words, draw)).collect();
    [Block::heading("A Y-seam in three steps"), Block::Figures(figures, COLUMN)]
}

/// The sentences of the instruction, one for each picture.
fn instructions() -> Vec<String> {
    let steps = Y_SEAM.split_once(": ").map_or(Y_SEAM, |(_, steps)| steps);
    steps.trim_end_matches('.').split(". ").map(sentence).collect()
}

/// The patch with its seam allowance, clipped to the dot.
fn clip(canvas: &mut Canvas, at: Point) {
    let cut = DOT.0 + ALLOWANCE;
    let corner = DOT.1 - ALLOWANCE;
    let outline =
        [(0.0, 0.0), (cut, 0.0), (cut, corner), (PICTURE, corner), (PICTURE, PICTURE), (0.0, PICTURE)];
    let outline = Path::polygon(&outline.map(|(x, y)| at.moved(x, y)));
    canvas.fill(outline.clone(), PATCHES.0);
    canvas.path(Role::Engrave, outline);
    let seam = [(DOT.0, 0.0), DOT, (PICTURE, DOT.1)].map(|(x, y)| at.moved(x, y));
    canvas.path(Role::Sew, Path::polyline(&seam));
    seam_line(canvas, at.moved(cut, corner), at.moved(DOT.0 + 0.5, DOT.1 - 0.5));
    dot(canvas, at);
}

/// The patch that is set in, sewn along one edge.
fn to_the_dot(canvas: &mut Canvas, at: Point) {
    both_patches(canvas, at);
    seam_line(canvas, at.moved(DOT.0, 0.0), at.moved(DOT.0, DOT.1));
    arrow(canvas, at.moved(DOT.0 + 2.5, 2.0), (0.0, 1.0));
    dot(canvas, at);
}

/// The same, sewn along both.
fn around_the_corner(canvas: &mut Canvas, at: Point) {
    both_patches(canvas, at);
    seam_line(canvas, at.moved(DOT.0, 0.0), at.moved(DOT.0, DOT.1));
    seam_line(canvas, at.moved(DOT.0, DOT.1), at.moved(PICTURE, DOT.1));
    arrow(canvas, at.moved(DOT.0 + 3.0, DOT.1 - 2.5), (1.0, 0.0));
    dot(canvas, at);
}

fn both_patches(canvas: &mut Canvas, at: Point) {
    let outline = [(0.0, 0.0), (DOT.0, 0.0), DOT, (PICTURE, DOT.1), (PICTURE, PICTURE), (0.0, PICTURE)];
    let first = Path::polygon(&outline.map(|(x, y)| at.moved(x, y)));
    let corner = at.moved(DOT.0, 0.0);
    let second = Path::rectangle(Bounds {
        left: corner.x,
        top: corner.y,
        right: at.x + PICTURE,
        bottom: at.y + DOT.1,
    });
    for (path, color) in [(first, PATCHES.0), (second, PATCHES.1)] {
        canvas.fill(path.clone(), color);
        canvas.path(Role::Engrave, path);
    }
}

fn dot(canvas: &mut Canvas, at: Point) {
    canvas.fill(Path::circle(at.moved(DOT.0, DOT.1), MARKS.0 / 2.0), Color::BLACK);
}

/// A thick upright, level or slanted line, as a fill over the patches.
fn seam_line(canvas: &mut Canvas, from: Point, to: Point) {
    let length = from.distance(to);
    let half = MARKS.1 / 2.0;
    let (x, y) = ((to.x - from.x) / length * half, (to.y - from.y) / length * half);
    let corners = [from.moved(-y, x), to.moved(-y, x), to.moved(y, -x), from.moved(y, -x)];
    canvas.fill(Path::polygon(&corners), Color::BLACK);
}

/// An arrow from a point, upright or level: the way that is sewn.
fn arrow(canvas: &mut Canvas, from: Point, (dx, dy): (f64, f64)) {
    const LENGTH: f64 = 5.5;
    const HEAD: f64 = 1.3;
    let tip = from.moved(dx * LENGTH, dy * LENGTH);
    canvas.line(Role::Engrave, from, tip);
    let back = tip.moved(-dx * HEAD, -dy * HEAD);
    let barbs =
        [back.moved(-dy * HEAD * 0.7, dx * HEAD * 0.7), tip, back.moved(dy * HEAD * 0.7, -dx * HEAD * 0.7)];
    canvas.path(Role::Engrave, Path::polyline(&barbs));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_of_the_instruction_has_a_picture() {
        let words = ["Clip the corner to the dot", "Sew to the dot", "Lift the presser foot"];
        let instructions = instructions();
        assert_eq!(instructions.len(), words.len());
        for (found, begins) in instructions.iter().zip(words) {
            assert!(found.starts_with(begins) && found.ends_with('.'), "{found}");
        }
    }
}
