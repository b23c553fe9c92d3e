//! Draws a comparison as a chart: the results of each engine over time.
//!
//! The upper part has the tilings found by exhaustive engines; the lower part has the cells covered by
//! packings of random engines, with a line for each seed. The time scale is logarithmic, because engines
//! differ by factors. A part without curves is left out.

use super::{Comparison, Moment, Run};
use piecework_draw::color::Color;
use piecework_draw::drawing::{
    Anchor, Canvas, Drawing, DrawingError, Medium, Path, Reading, Role, Text, Words,
};
use piecework_draw::geometry::{Bounds, Point};

/// Width of the sheet and height of each part, in mm; sizes here are chosen by eye.
const SIZE: (f64, f64) = (240.0, 110.0);
/// Space for the title, in mm.
const TITLE: f64 = 12.0;
/// Heights of capitals in the title, in captions, and at axes and curves, in mm.
const WORDS: [f64; 3] = [4.2, 3.0, 2.4];
/// Colors of grid lines, of the box around the names of curves, and of axes.
const GRAYS: [Color; 3] = [Color::new(217, 217, 217), Color::new(179, 179, 179), Color::new(102, 102, 102)];
/// Width of a curve, in mm.
const CURVE: f64 = 0.5;
/// The earliest time shown, in seconds: shorter times cannot be measured.
const EARLIEST: f64 = 1e-4;

/// Colors for curves that can be distinguished with all kinds of color vision.
///
/// # Source
/// M. Okabe and K. Ito, Color Universal Design, 2008; without the yellow, which is hard to see on white.
const COLORS: [Color; 7] = [
    Color::new(0, 114, 178),
    Color::new(213, 94, 0),
    Color::new(0, 158, 115),
    Color::new(204, 121, 167),
    Color::new(230, 159, 0),
    Color::new(86, 180, 233),
    Color::new(0, 0, 0),
];

/// One part of the chart.
struct Plot {
    caption: String,
    /// The label of the value axis.
    counted: &'static str,
    /// Whether the names of curves are at the lower right, not at the upper left.
    names_below: bool,
    /// Named curves; curves with the same name have the same color.
    curves: Vec<(&'static str, Vec<(f64, f64)>)>,
}

impl Comparison {
    /// Draws the chart on one sheet; `None` if no engine found or covered anything.
    ///
    /// # Errors
    /// [`DrawingError`] if something is off the sheet, which is a bug.
    pub fn chart(&self) -> Result<Option<Drawing>, DrawingError> {
        let plots: Vec<Plot> =
            [self.tilings(), self.coverage()].into_iter().filter(|plot| !plot.curves.is_empty()).collect();
        if plots.is_empty() {
            return Ok(None);
        }
        let (width, height) = SIZE;
        let count = plots.len();
        let title = format!("Engines on {}", self.puzzle);
        let mut canvas =
            Canvas::new(&title, Medium::Print, width, TITLE + height * f64::from(u8::from(count > 1) + 1));
        let heading = Text::fitted(&title, Point::new(8.0, 9.0), WORDS[0], width - 16.0);
        canvas.text(Role::Label, Text::new(title, heading.start(), heading.height(), Anchor::Start).bold());
        for (index, plot) in plots.iter().enumerate() {
            plot.draw(&mut canvas, TITLE + height * index as f64);
        }
        canvas.finish().map(Some)
    }

    fn tilings(&self) -> Plot {
        let curves = self.lanes.iter().filter_map(|lane| {
            let all = lane.all.as_ref().filter(|all| all.tilings > 0)?;
            Some((lane.engine.name(), curve(all, all.seconds)))
        });
        Plot {
            caption: "Tilings up to symmetry found over time".into(),
            counted: "tilings found",
            names_below: false,
            curves: curves.collect(),
        }
    }

    fn coverage(&self) -> Plot {
        let curves = self.lanes.iter().flat_map(|lane| {
            let packed = lane.firsts.iter().filter(|run| run.covered.is_some_and(|cells| cells > 0));
            packed.map(|run| (lane.engine.name(), curve(run, run.seconds)))
        });
        Plot {
            caption: format!(
                "Cells covered by the best packing over time, of {}; a line for each seed",
                self.cells
            ),
            counted: "cells covered",
            names_below: true,
            curves: curves.collect(),
        }
    }
}

/// Returns the steps of a run, until `end`.
fn curve(run: &Run, end: f64) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    for &Moment { seconds, value, .. } in &run.course {
        let at = seconds.max(EARLIEST);
        points.extend(points.last().map(|&(_, before)| (at, before)));
        points.push((at, value as f64));
    }
    points.extend(points.last().map(|&(_, last)| (end.max(EARLIEST), last)));
    points
}

impl Plot {
    /// Draws axes, curves and their names below `top`.
    fn draw(&self, canvas: &mut Canvas, top: f64) {
        let axes = self.axes(Bounds {
            left: 26.0,
            top: top + 12.0,
            right: SIZE.0 - 6.0,
            bottom: top + SIZE.1 - 19.0,
        });
        let Bounds { left, top, right, bottom } = axes.area;
        let label = |x: f64, y: f64, words: &str, height: f64, anchor| {
            Text::new(words, Point::new(x, y), height, anchor)
        };
        let middle = left.midpoint(right);
        canvas.text(Role::Label, label(middle, top - 2.0, &self.caption, WORDS[1], Anchor::Middle));
        canvas.text(Role::Label, label(middle, bottom + 12.0, "seconds", WORDS[2], Anchor::Middle));
        let counted = label(9.0, top.midpoint(bottom), self.counted, WORDS[2], Anchor::Middle);
        canvas.text(Role::Label, counted.turned(Reading::Up));
        for value in values(axes.value) {
            let y = axes.at((axes.time.0, value)).y;
            line(canvas, (left, y), (right, y), (0.1, GRAYS[0]));
            let words = label(left - 1.0, y + WORDS[2] / 2.0, &format!("{value:.0}"), WORDS[2], Anchor::End);
            canvas.text(Role::Label, words);
        }
        let mut taken = Words::default();
        for time in times(axes.time) {
            let x = axes.at((time, axes.value.0)).x;
            let words = label(x, bottom + 4.0, &seconds_in_words(time), WORDS[2], Anchor::Middle);
            let bounds = words.bounds();
            if bounds.left > left && bounds.right < right && !taken.meets(bounds.inset(-0.7)) {
                taken.take(bounds);
                line(canvas, (x, top), (x, bottom), (0.1, GRAYS[0]));
                canvas.text(Role::Label, words);
            }
        }
        line(canvas, (left, top), (left, bottom), (0.2, GRAYS[2]));
        line(canvas, (left, bottom), (right, bottom), (0.2, GRAYS[2]));
        let names = self.names();
        for (name, points) in &self.curves {
            let color = color(&names, name);
            let points: Vec<Point> = points.iter().map(|&point| axes.at(point)).collect();
            for pair in points.windows(2) {
                line(canvas, pair[0], pair[1], (CURVE, color));
            }
        }
        legend(canvas, axes.area, &names, self.names_below);
    }

    /// Axes that fit all curves.
    fn axes(&self, area: Bounds) -> Axes {
        let points = || self.curves.iter().flat_map(|(_, points)| points);
        let until = points().map(|point| point.0).fold(EARLIEST * 10.0, f64::max);
        let from = points().map(|point| point.0).fold(until / 10.0, f64::min);
        let most = points().map(|point| point.1).fold(1.0, f64::max);
        let least = points().map(|point| point.1).fold(most, f64::min);
        // Packings are soon nearly full, so if curves begin high, so does the axis.
        let least = if least > most / 4.0 { 0.9 * least } else { 0.0 };
        Axes { area, time: (from, until * 1.2), value: (least, most * 1.05) }
    }

    /// Each name once, in the order of the curves.
    fn names(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for (name, _) in &self.curves {
            if !names.contains(name) {
                names.push(*name);
            }
        }
        names
    }
}

/// Where times and values are on the sheet.
struct Axes {
    area: Bounds,
    time: (f64, f64),
    value: (f64, f64),
}

impl Axes {
    fn at(&self, (seconds, value): (f64, f64)) -> Point {
        let across = libm::log(seconds / self.time.0) / libm::log(self.time.1 / self.time.0);
        let up = (value - self.value.0) / (self.value.1 - self.value.0);
        Point::new(self.area.left + across * self.area.width(), self.area.bottom - up * self.area.height())
    }
}

fn color(names: &[&str], name: &str) -> Color {
    let place = names.iter().position(|known| *known == name).unwrap_or(0);
    COLORS[place % COLORS.len()]
}

/// Draws an upright or level line as a thin area, because in a drawing only areas have their own colors.
fn line(canvas: &mut Canvas, from: impl Into<Point>, to: impl Into<Point>, (width, color): (f64, Color)) {
    let area = Bounds::around([from.into(), to.into()]).unwrap_or_default();
    canvas.fill(Path::rectangle(area.inset(-width / 2.0)), color);
}

/// Draws the names of curves with their colors in a corner of the plot.
fn legend(canvas: &mut Canvas, area: Bounds, names: &[&str], below: bool) {
    let rows = names.iter().map(|name| Text::new(*name, Point::new(0.0, 0.0), WORDS[2], Anchor::Start));
    let rows: Vec<Text> = rows.collect();
    let (width, height) =
        (rows.iter().map(Text::width).fold(0.0, f64::max) + 15.0, 4.3 * rows.len() as f64 + 3.0);
    let (left, top) = if below { (area.right - width, area.bottom - height) } else { (area.left, area.top) };
    let frame = Bounds { left, top, right: left + width, bottom: top + height };
    canvas.fill(Path::rectangle(frame), GRAYS[1]);
    let inner =
        Bounds { left: left + 0.1, top: top + 0.1, right: frame.right - 0.1, bottom: frame.bottom - 0.1 };
    canvas.fill(Path::rectangle(inner), Color::WHITE);
    for (row, words) in rows.into_iter().enumerate() {
        let y = top + 3.7 + 4.3 * row as f64;
        line(canvas, (left + 3.0, y), (left + 9.0, y), (CURVE, COLORS[row % COLORS.len()]));
        canvas.text(Role::Label, words.moved(left + 11.0, y + WORDS[2] / 2.0));
    }
}

/// Returns whole values for the marks of an axis, at most about ten.
fn values((from, to): (f64, f64)) -> impl Iterator<Item = f64> {
    let steps = decades(1.0).flat_map(|decade| [1.0, 2.0, 5.0].map(|part| part * decade));
    let step = steps.into_iter().find(|step| (to - from) / step <= 10.0).unwrap_or(to);
    let first = (from / step).ceil() * step;
    (0..=10).map(move |mark| first + step * f64::from(mark)).take_while(move |&value| value <= to)
}

/// Returns times for the marks of a logarithmic axis, the roundest first: fewer in each decade if there
/// are many decades.
fn times((from, to): (f64, f64)) -> impl Iterator<Item = f64> {
    let parts: &[f64] = match to / from {
        ratio if ratio < 30.0 => &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0],
        ratio if ratio < 3000.0 => &[1.0, 2.0, 5.0],
        _ => &[1.0],
    };
    let all = parts.iter().flat_map(|part| decades(EARLIEST).map(move |decade| part * decade));
    all.filter(move |time| (from..=to).contains(time))
}

/// Returns `first`, ten times as much, and so on.
fn decades(first: f64) -> impl Iterator<Item = f64> {
    (0..16).map(move |power| first * 10.0_f64.powi(power))
}

/// Returns a time in words.
fn seconds_in_words(seconds: f64) -> String {
    if seconds < 0.999e-3 {
        format!("{:.1} ms", seconds * 1e3)
    } else if seconds < 0.999 {
        format!("{:.0} ms", seconds * 1e3)
    } else {
        format!("{seconds:.0} s")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Lane, RunEnd};
    use super::*;
    use piecework_draw::drawing::Item;
    use piecework_solve::Engine;

    fn run(course: &[(f64, u64)], covered: Option<usize>) -> Run {
        let moments = course.iter().map(|&(seconds, value)| Moment { seconds, nodes: None, value });
        let seconds = course.last().map_or(0.0, |last| last.0);
        let course = moments.collect();
        Run { seed: None, tilings: 5, covered, nodes: 1, seconds, end: RunEnd::Complete, course }
    }

    fn comparison(lanes: Vec<Lane>) -> Comparison {
        Comparison { puzzle: "Test".into(), cells: 64, lanes }
    }

    fn lane(engine: Engine, firsts: Vec<Run>, all: Option<Run>) -> Lane {
        Lane { engine, firsts, first_refused: None, all, all_refused: None }
    }

    fn words(drawing: &Drawing) -> Vec<String> {
        let items = drawing.layers().iter().flat_map(|layer| &layer.items);
        let texts = items.filter_map(|item| match item {
            Item::Text(text) => Some(text.content().to_owned()),
            Item::Path(_) => None,
        });
        texts.collect()
    }

    #[test]
    fn each_part_is_there_where_somebody_took_part() {
        let cover = lane(Engine::Cover, Vec::new(), Some(run(&[(0.001, 1), (0.5, 5)], None)));
        let genetic = lane(Engine::Genetic, vec![run(&[(0.0, 50), (0.1, 60)], Some(60)); 2], None);
        let both = comparison(vec![cover.clone(), genetic]).chart().expect("on the sheet").expect("a chart");
        for name in ["Engines on Test", "cover", "genetic", "tilings found", "cells covered", "seconds"] {
            assert!(words(&both).iter().any(|word| word == name), "{name}");
        }
        assert_eq!(
            words(&both).iter().filter(|word| *word == "genetic").count(),
            1,
            "one name for all seeds"
        );
        let one = comparison(vec![cover]).chart().expect("on the sheet").expect("a chart");
        assert!(one.height() < both.height() && !words(&one).contains(&"cells covered".to_owned()));
        assert_eq!(comparison(Vec::new()).chart().expect("nothing"), None);
    }

    #[test]
    fn curves_go_in_steps_and_up() {
        let points = curve(&run(&[(0.0, 1), (0.5, 4)], None), 2.0);
        assert_eq!(points, [(EARLIEST, 1.0), (0.5, 1.0), (0.5, 4.0), (2.0, 4.0)]);
    }

    #[test]
    fn marks_of_axes_are_round_and_few() {
        assert_eq!(values((0.0, 6.3)).collect::<Vec<f64>>(), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(values((18.0, 31.5)).collect::<Vec<f64>>(), [18.0, 20.0, 22.0, 24.0, 26.0, 28.0, 30.0]);
        assert!(values((0.0, 3e12)).count() <= 11);
        let shown = |range| times(range).map(seconds_in_words).collect::<Vec<String>>();
        assert_eq!(shown((0.0015, 0.0042)), ["2 ms", "3 ms", "4 ms"]);
        assert_eq!(shown((0.15, 15.0)), ["1 s", "10 s", "200 ms", "2 s", "500 ms", "5 s"]);
        assert_eq!(shown((0.0005, 2000.0)), ["1 ms", "10 ms", "100 ms", "1 s", "10 s", "100 s", "1000 s"]);
    }

    #[test]
    fn the_longest_title_is_made_to_fit() {
        let lanes = vec![lane(Engine::Cover, Vec::new(), Some(run(&[(0.001, 1)], None)))];
        let long = Comparison { puzzle: "W".repeat(120), ..comparison(lanes) };
        assert!(long.chart().is_ok());
    }
}
