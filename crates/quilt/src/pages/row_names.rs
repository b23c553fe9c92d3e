//! Names of rows and columns beside a picture, each at the end of its row: they stay apart where rows are closer than names are
//! high, and a line leads from each to its row.

use super::step_picture::{Picture, Unit};
use piecework_draw::drawing::{Canvas, Reading, Role, Text};
use piecework_draw::geometry::{Bounds, Patch, Point};
use piecework_draw::page::sizes::LEAST;

/// From a name to its row, and the air between two names, in mm; chosen by eye.
const LEAD: f64 = 3.0;
const APART: f64 = 0.9;

/// Rows, or columns if they are upright, as they lie on a picture.
pub(super) struct RowNames {
    is_upright: bool,
    /// In the order in which they lie.
    rows: Vec<Row>,
}

struct Row {
    name: Text,
    /// The middle of its left or upper end.
    end: Point,
    /// How far down or to the right its middle is.
    middle: f64,
}

impl RowNames {
    pub(super) fn of(picture: &Picture<'_>, patches: &[Patch], units: &[Unit], is_upright: bool) -> Self {
        let first = |of: &Bounds| if is_upright { of.top } else { of.left };
        let row = |Unit { name, patches: of }: &Unit| {
            let on_page = |&patch: &usize| {
                let points = patches[patch].outline().rings().flat_map(|ring| ring.points());
                Bounds::around(points.map(|&at| picture.put(at)))
            };
            let boxes: Vec<Bounds> = of.iter().filter_map(on_page).collect();
            let sides = |of: &Bounds| if is_upright { (of.left, of.right) } else { (of.top, of.bottom) };
            let least = boxes.iter().map(|of| sides(of).0).reduce(f64::min)?;
            let most = boxes.iter().map(|of| sides(of).1).reduce(f64::max)?;
            let middle = f64::midpoint(least, most);
            let is_there = |of: &&Bounds| sides(of).0 <= middle && middle <= sides(of).1;
            let begins = boxes.iter().filter(is_there).map(first).reduce(f64::min)?;
            let end = match is_upright {
                true => Point { x: middle, y: begins },
                false => Point { x: begins, y: middle },
            };
            let name = Text::centered(name.clone(), Point::default(), LEAST);
            Some(Row { name, end, middle })
        };
        let mut rows: Vec<Row> = units.iter().filter_map(row).collect();
        rows.sort_by(|a, b| a.middle.total_cmp(&b.middle));
        Self { is_upright, rows }
    }

    /// Whether names inside of them would meet.
    pub(super) fn are_close(&self) -> bool {
        let half =
            |row: &Row| if self.is_upright { row.name.width() } else { row.name.bounds().height() } / 2.0;
        let meet = |pair: &[Row]| pair[1].middle - pair[0].middle < half(&pair[0]) + half(&pair[1]) + APART;
        self.rows.windows(2).any(meet)
    }

    /// The room that names take beside a picture in a place, in mm.
    pub(super) fn margin(&self, place: Bounds) -> f64 {
        LEAD + self.lines(place) as f64 * (self.widest() + APART)
    }

    fn widest(&self) -> f64 {
        self.rows.iter().map(|row| row.name.width()).fold(0.0, f64::max)
    }

    /// From one name to the next in a line of names, in mm.
    fn pitch(&self) -> f64 {
        self.rows.iter().map(|row| row.name.bounds().height()).fold(0.0, f64::max) + APART
    }

    /// How many lines of names are beside each other, so that all have room.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few, and not negative")]
    fn lines(&self, place: Bounds) -> usize {
        let room = if self.is_upright { place.width() } else { place.height() };
        (self.rows.len() as f64 * self.pitch() / room.max(self.pitch())).ceil().max(1.0) as usize
    }

    /// Draws names with their lines, in a place around the picture.
    pub(super) fn draw(&self, canvas: &mut Canvas, place: Bounds) {
        let lines = self.lines(place);
        let ends: Vec<f64> = self.rows.iter().map(|row| along(row.end, self.is_upright)).collect();
        let room = if self.is_upright { (place.left, place.right) } else { (place.top, place.bottom) };
        let spots = spread(&ends, self.pitch() / lines as f64, room);
        for (index, (row, spot)) in self.rows.iter().zip(spots).enumerate() {
            let away = LEAD + (index % lines) as f64 * (self.widest() + APART);
            let (half, end) = (row.name.width() / 2.0, row.end);
            let (from, middle) = match self.is_upright {
                true => (Point { x: spot, y: end.y - away }, Point { x: spot, y: end.y - away - half }),
                false => (Point { x: end.x - away, y: spot }, Point { x: end.x - away - half, y: spot }),
            };
            let reading = if self.is_upright { Reading::Up } else { Reading::Across };
            canvas.line(Role::Guide, from, end);
            canvas.text(Role::Label, row.name.clone().turned(reading).about(middle));
        }
    }
}

fn along(at: Point, is_upright: bool) -> f64 {
    if is_upright { at.x } else { at.y }
}

/// Places at least `pitch` apart and as near to those that are wanted, which are in order; inside of a room where that is large
/// enough.
fn spread(wanted: &[f64], pitch: f64, (least, most): (f64, f64)) -> Vec<f64> {
    let mut later: Vec<f64> = wanted.to_vec();
    for at in 1..later.len() {
        later[at] = later[at].max(later[at - 1] + pitch);
    }
    let mut sooner: Vec<f64> = wanted.to_vec();
    for at in (1..sooner.len()).rev() {
        sooner[at - 1] = sooner[at - 1].min(sooner[at] - pitch);
    }
    let mut spots: Vec<f64> = later.iter().zip(&sooner).map(|(&a, &b)| f64::midpoint(a, b)).collect();
    let (least, most) = (least + pitch / 2.0, most - pitch / 2.0);
    for at in 0..spots.len() {
        let floor = if at == 0 { least } else { spots[at - 1] + pitch };
        spots[at] = spots[at].max(floor);
    }
    for at in (0..spots.len()).rev() {
        let ceiling = spots.get(at + 1).map_or(most, |next| next - pitch);
        spots[at] = spots[at].min(ceiling);
    }
    spots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_apart_near_their_rows_and_inside_of_their_room() {
        for (wanted, pitch) in [
            (vec![5.0, 6.0, 7.0], 3.0),
            (vec![1.0, 1.5, 40.0, 41.0, 49.9], 3.0),
            (vec![10.0, 30.0], 3.0),
            ((0..16).map(f64::from).collect(), 3.0),
        ] {
            let spots = spread(&wanted, pitch, (0.0, 50.0));
            assert!(spots.windows(2).all(|pair| pair[1] - pair[0] > pitch - 1e-9), "{spots:?}");
            assert!(spots[0] >= pitch / 2.0 - 1e-9 && spots[spots.len() - 1] <= 50.0 - pitch / 2.0 + 1e-9);
        }
        assert_eq!(spread(&[10.0, 30.0], 3.0, (0.0, 50.0)), [10.0, 30.0], "they have room");
    }
}
