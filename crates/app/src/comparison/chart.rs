//! Draws a comparison as a chart: the results of each engine over time.
//!
//! The upper part has the tilings found by exhaustive engines; the lower part has the cells covered by
//! packings of random engines, with a line for each seed. The time scale is logarithmic, because engines
//! differ by factors. A part without curves is left out.

use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::PathElement;
use plotters::prelude::IntoLogRange;
use plotters::series::LineSeries;
use plotters::style::{BLACK, Color, IntoFont, RGBColor, ShapeStyle, WHITE};

use super::sheet_backend::{SheetBackend, steps};
use super::{Comparison, Moment, Run};
use piecework_draw::drawing::{Anchor, Canvas, Drawing, DrawingError, Medium, Role, Text};
use piecework_draw::geometry::Point;

/// Width of the sheet and height of each part, in mm; sizes here are chosen by eye.
const SIZE: (f64, f64) = (240.0, 110.0);
/// Space for the title, in mm.
const TITLE: f64 = 12.0;
/// Sizes of words, in mm.
const WORDS: (f64, f64) = (4.2, 3.4);
/// Width of a curve, in mm.
const CURVE: f64 = 0.5;
/// The earliest time shown, in seconds: shorter times cannot be measured.
const EARLIEST: f64 = 1e-4;

/// Colors for curves that can be distinguished with all kinds of color vision.
///
/// # Source
/// M. Okabe and K. Ito, Color Universal Design, 2008; without the yellow, which is hard to see on white.
const COLORS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

/// One part of the chart.
struct Plot {
    caption: String,
    /// The label of the value axis.
    counted: &'static str,
    /// The place of the names of curves.
    names: SeriesLabelPosition,
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
        let heading = Text::fitted(&title, Point::new(8.0, 9.0), WORDS.0, width - 16.0);
        canvas.text(Role::Label, Text::new(title, heading.start(), heading.height(), Anchor::Start).bold());
        draw(&mut canvas, &plots).expect("plotters draws finite curves on a sheet of fixed size");
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
            names: SeriesLabelPosition::UpperLeft,
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
            names: SeriesLabelPosition::LowerRight,
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

type Plotted<'c> = Result<(), DrawingAreaErrorKind<std::convert::Infallible>>;

fn draw(canvas: &mut Canvas, plots: &[Plot]) -> Plotted<'static> {
    let root = SheetBackend { canvas }.into_drawing_area();
    let (_, body) = root.split_vertically(whole(TITLE));
    for (area, plot) in body.split_evenly((plots.len(), 1)).iter().zip(plots) {
        draw_plot(area, plot)?;
    }
    Ok(())
}

fn draw_plot(area: &DrawingArea<SheetBackend<'_>, Shift>, plot: &Plot) -> Plotted<'static> {
    let points = || plot.curves.iter().flat_map(|(_, points)| points);
    let until = points().map(|point| point.0).fold(EARLIEST * 10.0, f64::max);
    let from = points().map(|point| point.0).fold(until / 10.0, f64::min);
    let most = points().map(|point| point.1).fold(1.0, f64::max);
    let least = points().map(|point| point.1).fold(most, f64::min);
    // Packings are soon nearly full, so if curves begin high, so does the axis.
    let least = if least > most / 4.0 { 0.9 * least } else { 0.0 };
    let font = |mm: f64| ("sans-serif", steps(mm)).into_font();
    let mut chart = ChartBuilder::on(area)
        .caption(&plot.caption, font(WORDS.0))
        .margin(whole(6.0))
        .x_label_area_size(whole(13.0))
        .y_label_area_size(whole(20.0))
        .build_cartesian_2d((from..until * 1.2).log_scale(), least..most * 1.05)?;
    chart
        .configure_mesh()
        .x_desc("seconds")
        .y_desc(plot.counted)
        .label_style(font(WORDS.1))
        .axis_desc_style(font(WORDS.1))
        .x_label_formatter(&|seconds| seconds_in_words(*seconds))
        .y_label_formatter(&|value| format!("{value:.0}"))
        .light_line_style(ShapeStyle { color: WHITE.to_rgba(), filled: false, stroke_width: 1 })
        .bold_line_style(ShapeStyle { color: BLACK.mix(0.15), filled: false, stroke_width: 2 })
        .axis_style(ShapeStyle { color: BLACK.mix(0.6), filled: false, stroke_width: 4 })
        .draw()?;
    let mut named: Vec<&str> = Vec::new();
    for (name, points) in &plot.curves {
        let known = named.iter().position(|known| known == name);
        let color = COLORS[known.unwrap_or(named.len()) % COLORS.len()];
        let style = color.stroke_width(whole(CURVE));
        let series = chart.draw_series(LineSeries::new(points.iter().copied(), style))?;
        if known.is_none() {
            named.push(name);
            let sample = move |(x, y)| PathElement::new(vec![(x, y), (x + 120, y)], style);
            series.label(*name).legend(sample);
        }
    }
    chart
        .configure_series_labels()
        .position(plot.names.clone())
        .legend_area_size(whole(8.0))
        .margin(whole(3.0))
        .background_style(WHITE.filled())
        .border_style(BLACK.mix(0.3))
        .label_font(font(WORDS.1))
        .draw()
}

/// Returns a power of ten in words.
fn seconds_in_words(seconds: f64) -> String {
    if seconds < 0.999e-3 {
        format!("{:.1} ms", seconds * 1e3)
    } else if seconds < 0.999 {
        format!("{:.0} ms", seconds * 1e3)
    } else {
        format!("{seconds:.0} s")
    }
}

/// Steps for `mm`, rounded.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few thousand")]
fn whole(mm: f64) -> u32 {
    steps(mm).round() as u32
}

#[cfg(test)]
mod tests {
    use super::super::{End, Lane};
    use super::*;
    use piecework_draw::drawing::Item;
    use piecework_solve::Engine;

    fn run(course: &[(f64, u64)], covered: Option<usize>) -> Run {
        let moments = course.iter().map(|&(seconds, value)| Moment { seconds, nodes: None, value });
        let seconds = course.last().map_or(0.0, |last| last.0);
        let course = moments.collect();
        Run { seed: None, tilings: 5, covered, nodes: 1, seconds, end: End::Complete, course }
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
    fn the_longest_title_is_made_to_fit() {
        let lanes = vec![lane(Engine::Cover, Vec::new(), Some(run(&[(0.001, 1)], None)))];
        let long = Comparison { puzzle: "W".repeat(120), ..comparison(lanes) };
        assert!(long.chart().is_ok());
    }
}
