//! Words of quilters with small drawings: those that the pattern uses.

use super::signs::{arrow, line, new_seam};
use crate::plan::QuiltPlan;
use crate::plan::options::Method;
use crate::words::glossary::Term;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Path, Role};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::{Block, Entry, Figure, Sign};

/// Width and height of a drawing in mm, and the least width of one with its words; chosen by eye.
const PICTURE: (f64, f64) = (30.0, 22.0);
const COLUMN: f64 = 85.0;
/// The patches of the drawings, the wrong side of cloth, paper, and thread.
const FIRST: Color = Color::new(0xe0, 0xb4, 0x52);
const SECOND: Color = Color::new(0xa9, 0x44, 0x1f);
const WRONG: Color = Color::new(0xef, 0xdd, 0xb5);
const PAPER: Color = Color::new(0xff, 0xff, 0xff);
const THREAD: Color = Color::new(0x1f, 0x2d, 0x4e);

/// The words that a pattern uses.
fn terms(plan: &QuiltPlan) -> Vec<Term> {
    let steps = plan.summary.assembly.as_ref();
    let mut terms = vec![Term::WidthOfFabric];
    if plan.summary.templates.iter().any(|used| used.count > 0 && used.mirrored > 0) {
        terms.push(Term::Reversed);
    }
    if plan.options().method == Method::EnglishPaper {
        terms.push(Term::Fold);
        if !plan.design.patchwork.set_in_corners().is_empty() {
            terms.push(Term::Clip);
        }
        terms.extend([Term::BasteAtCorners, Term::WhipStitch]);
        return terms;
    }
    terms.extend([Term::Nest, Term::ChainPiecing]);
    if steps.is_some_and(|steps| steps.partial_seams > 0) {
        terms.push(Term::PartialSeam);
    }
    terms
}

/// The words in columns, under a heading.
pub(super) fn blocks(plan: &QuiltPlan) -> [Block<'static>; 2] {
    let units = plan.options().units;
    let width = units.write(plan.options().yardage.width_of_fabric.mm());
    let figure = |term: Term| {
        let (word, meaning) = term.in_words(&width, units);
        let beside = vec![Entry::new(Sign::None, word).bold(), Entry::new(Sign::None, meaning)];
        let (width, height) = PICTURE;
        let draw = move |canvas: &mut Canvas, room: Bounds| draw(term, &mut Pen { canvas, room });
        Figure { width, height, beside, draw: Box::new(draw) }
    };
    let by_hand = plan.options().method == Method::EnglishPaper;
    let heading = if by_hand { "Words, and how to sew over papers" } else { "Words" };
    [Block::heading(heading), Block::Figures(terms(plan).into_iter().map(figure).collect(), COLUMN)]
}

/// Draws in mm from the top left corner of a drawing.
struct Pen<'a> {
    canvas: &'a mut Canvas,
    room: Bounds,
}

impl Pen<'_> {
    fn at(&self, at: impl Into<Point>) -> Point {
        at.into().moved(self.room.left, self.room.top)
    }

    fn patch(&mut self, corners: &[(f64, f64)], color: Color) {
        let path = Path::polygon(&corners.iter().map(|&at| self.at(at)).collect::<Vec<_>>());
        self.canvas.fill(path.clone(), color);
        self.canvas.path(Role::Engrave, path);
    }

    /// A rectangle between two corners.
    fn box_at(&mut self, (left, top): (f64, f64), (right, bottom): (f64, f64), color: Color) {
        self.patch(&[(left, top), (right, top), (right, bottom), (left, bottom)], color);
    }

    fn line(&mut self, from: impl Into<Point>, to: impl Into<Point>, width: f64, color: Color) {
        let (from, to) = (self.at(from), self.at(to));
        line(self.canvas, from, to, width, color);
    }

    /// Stitches of this length along a line, with as long gaps.
    fn stitches(&mut self, from: impl Into<Point>, to: impl Into<Point>, length: f64) {
        let (from, to) = (from.into(), to.into());
        let whole = from.distance(to);
        let (dx, dy) = ((to.x - from.x) / whole, (to.y - from.y) / whole);
        let mut along = 0.0;
        while along < whole {
            let end = (along + length).min(whole);
            let put = |at: f64| from.moved(dx * at, dy * at);
            self.line(put(along), put(end), 0.4, THREAD);
            along += 2.0 * length;
        }
    }

    fn seam(&mut self, from: impl Into<Point>, to: impl Into<Point>) {
        let (from, to) = (self.at(from), self.at(to));
        new_seam(self.canvas, from, to);
    }

    fn arrow(&mut self, at: impl Into<Point>, way: (f64, f64)) {
        let at = self.at(at);
        arrow(self.canvas, at, way);
    }
}

fn draw(term: Term, pen: &mut Pen<'_>) {
    match term {
        Term::WidthOfFabric => {
            pen.box_at((1.0, 1.0), (29.0, 21.0), WRONG);
            pen.box_at((1.0, 12.0), (29.0, 17.0), FIRST);
            for x in [1.0, 27.8] {
                pen.box_at((x, 1.0), (x + 1.2, 21.0), SECOND);
            }
            pen.line((4.0, 6.5), (26.0, 6.5), 0.4, Color::BLACK);
            pen.arrow((24.5, 6.5), (1.0, 0.0));
            pen.arrow((5.5, 6.5), (-1.0, 0.0));
        }
        Term::Reversed => {
            let shape = [(0.0, 0.0), (4.0, 0.0), (4.0, 12.0), (11.0, 12.0), (11.0, 17.0), (0.0, 17.0)];
            pen.patch(&shape.map(|(x, y)| (2.0 + x, 2.5 + y)), FIRST);
            pen.patch(&shape.map(|(x, y)| (28.0 - x, 2.5 + y)), SECOND);
            pen.stitches((15.0, 1.0), (15.0, 21.0), 1.2);
        }
        Term::Nest => {
            for (top, colors, way) in [(1.0, (FIRST, SECOND), -1.0), (11.0, (SECOND, FIRST), 1.0)] {
                pen.box_at((3.0, top), (15.0, top + 10.0), colors.0);
                pen.box_at((15.0, top), (27.0, top + 10.0), colors.1);
                pen.arrow((15.0 + way * 2.8, top + 5.0), (way, 0.0));
            }
            pen.seam((3.0, 11.0), (27.0, 11.0));
        }
        Term::ChainPiecing => {
            pen.stitches((0.5, 16.5), (29.5, 16.5), 0.7);
            for left in [1.5, 11.0, 20.5] {
                pen.box_at((left, 4.0), (left + 8.0, 18.5), FIRST);
                pen.box_at((left + 0.7, 3.2), (left + 8.0, 18.0), SECOND);
                pen.stitches((left, 16.5), (left + 8.0, 16.5), 0.9);
            }
        }
        Term::PartialSeam => {
            pen.box_at((11.0, 7.0), (19.0, 15.0), WRONG);
            pen.box_at((5.0, 1.0), (19.0, 7.0), FIRST);
            pen.seam((11.0, 7.0), (15.5, 7.0));
            pen.stitches((15.5, 7.0), (19.0, 7.0), 0.8);
            for (from, to) in
                [((19.0, 1.0), (25.0, 15.0)), ((11.0, 15.0), (25.0, 21.0)), ((5.0, 7.0), (11.0, 21.0))]
            {
                pen.box_at(from, to, PAPER);
            }
        }
        Term::Fold => {
            pen.patch(&[(1.0, 3.0), (25.0, 3.0), (25.0, 21.0), (1.0, 21.0)], WRONG);
            pen.patch(&[(4.5, 6.5), (21.5, 6.5), (21.5, 17.5), (4.5, 17.5)], PAPER);
            pen.patch(&[(4.5, 6.5), (21.5, 6.5), (21.5, 10.0), (4.5, 10.0)], FIRST);
            pen.stitches((5.5, 8.3), (20.5, 8.3), 1.6);
            pen.arrow((13.0, 19.2), (0.0, -1.0));
        }
        Term::Clip => {
            let around = |by: f64| {
                [
                    (2.0, 1.0),
                    (10.0 + by, 1.0),
                    (10.0 + by, 11.0 - by),
                    (28.0, 11.0 - by),
                    (28.0, 21.0),
                    (2.0, 21.0),
                ]
            };
            pen.patch(&around(3.0), WRONG);
            pen.patch(&around(0.0).map(|(x, y)| (x.clamp(4.5, 25.5), y.clamp(3.5, 18.5))), PAPER);
            pen.seam((13.0, 8.0), (10.4, 10.6));
        }
        Term::BasteAtCorners => {
            pen.patch(&[(2.0, 21.0), (2.0, 5.0), (28.0, 5.0), (28.0, 21.0)], PAPER);
            pen.patch(&[(2.0, 5.0), (6.0, 1.5), (9.0, 8.5), (9.0, 21.0), (2.0, 21.0)], FIRST);
            pen.patch(&[(2.0, 5.0), (28.0, 5.0), (28.0, 10.5), (7.5, 10.5)], FIRST);
            pen.stitches((5.0, 19.0), (5.0, 9.0), 1.6);
            pen.stitches((6.0, 7.8), (26.0, 7.8), 1.6);
        }
        Term::WhipStitch => {
            pen.box_at((2.0, 5.0), (28.0, 20.0), SECOND);
            pen.box_at((2.0, 7.0), (28.0, 21.0), WRONG);
            pen.box_at((4.0, 9.5), (26.0, 21.0), PAPER);
            for stitch in 0..9 {
                let x = 3.5 + f64::from(stitch) * 2.0;
                pen.line((x, 8.4), (x + 1.6, 4.4), 0.4, THREAD);
            }
            pen.line((21.5, 8.4), (29.0, 1.5), 0.5, Color::BLACK);
        }
    }
}
