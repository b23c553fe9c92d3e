//! Writes drawings as stitches, for embroidery machines: DST (Tajima), EXP (Melco), PES (Brother) and JEF
//! (Janome).
//!
//! A file is one hooping; its drawings are sewn one after another. The needle goes down at every point of a
//! line. Moves are tenths of a mm, y up, from the middle of the sheet, which is the middle of the hoop.
//! Between two layers, and between two drawings, the machine stops for another thread; between two lines it
//! trims the thread and jumps. Places are rounded independently, so that errors do not add up. Stitches that
//! are too long for machines, and moves that are too long for the format, are divided.
//!
//! # Source
//! edutechwiki.unige.ch, "Embroidery format DST" and "Embroidery format EXP". Trims: pystitch, `DstReader.py`
//! and `ExpWriter.py`.

mod jef;
mod pes;
mod threads;

use std::fmt::Write as _;

use crate::color::Color;
use crate::drawing::{Drawing, Polyline, Role};
use crate::geometry::Point;

pub use jef::jef;
pub use pes::pes;

/// Moves per mm.
pub const UNITS_PER_MM: f64 = 10.0;
/// The longest stitch in moves, whatever its direction: 12.1 mm.
const LONGEST_STITCH: i32 = 121;
/// The longest jump along one axis, and the fewest jumps where a thread is cut.
type Jumps = (i32, i32);
/// DST: 81 + 27 + 9 + 3 + 1. It has no code for a trim; machines trim at three jumps in a row.
const DST_JUMPS: Jumps = (121, 3);
/// EXP: a signed byte.
const EXP_JUMPS: Jumps = (127, 1);
/// The largest distance of stitches from a curve, in mm: half a move.
const TOLERANCE: f64 = 0.05;
/// The bytes of a DST header.
const HEADER: usize = 512;

/// A command to the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Record {
    /// Moves and sews.
    Stitch(i32, i32),
    /// Moves without sewing.
    Jump(i32, i32),
    /// Cuts the thread.
    Trim,
    /// Stops for another thread.
    Stop,
}

/// Writes drawings as one DST file.
///
/// # Shape
/// A header with the number of records, then three bytes for each record.
pub fn dst(drawings: &[Drawing]) -> Vec<u8> {
    let mut records = records(drawings, DST_JUMPS);
    records.retain(|&record| record != Record::Trim);
    let mut file = header(title(drawings), &records).into_bytes();
    for record in records {
        file.extend(match record {
            Record::Stitch(x, y) => triple(x, y, 0x03),
            Record::Jump(x, y) => triple(x, y, 0x83),
            Record::Trim | Record::Stop => triple(0, 0, 0xC3),
        });
    }
    file.extend([0x00, 0x00, 0xF3]);
    file
}

/// Writes drawings as one EXP file.
///
/// # Shape
/// Two bytes for each stitch; `0x80` begins a jump, a trim or a stop.
pub fn exp(drawings: &[Drawing]) -> Vec<u8> {
    let byte = |move_by: i32| i8::try_from(move_by).unwrap_or_default().to_le_bytes()[0];
    let records = records(drawings, EXP_JUMPS).into_iter();
    records
        .flat_map(|record| match record {
            Record::Stitch(x, y) => vec![byte(x), byte(y)],
            Record::Jump(x, y) => vec![0x80, 0x04, byte(x), byte(y)],
            Record::Trim => vec![0x80, 0x80, 0x07, 0x00],
            Record::Stop => vec![0x80, 0x01, 0x00, 0x00],
        })
        .collect()
}

/// Returns the title of a file: that of its first drawing.
fn title(drawings: &[Drawing]) -> &str {
    drawings.first().map_or("", Drawing::title)
}

/// A place of the needle in moves from the middle of the sheet, y up.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Needle {
    x: i32,
    y: i32,
}

/// What is sewn between two stops: its lines, and the color of its thread.
struct Block {
    color: Color,
    lines: Vec<Vec<Needle>>,
}

/// Returns what is sewn, in order: a block for each layer that has lines.
fn blocks(drawings: &[Drawing]) -> Vec<Block> {
    let layers =
        drawings.iter().flat_map(|drawing| drawing.layers().iter().map(move |layer| (drawing, layer)));
    let sewn = layers.filter(|(_, layer)| layer.role != Role::Fill).map(|(drawing, layer)| {
        let x = |p: Point| units(p.x - drawing.width() / 2.0);
        let place = |p: Point| Needle { x: x(p), y: units(drawing.height() / 2.0 - p.y) };
        let lines = layer.items.iter().flat_map(|item| item.polylines(TOLERANCE));
        let lines =
            lines.map(|line: Polyline| line.points_and_back().into_iter().map(place).collect()).collect();
        Block { color: drawing.style(layer.role).color, lines }
    });
    sewn.filter(|block| !block.lines.is_empty()).collect()
}

/// Returns the moves of all drawings.
fn records(drawings: &[Drawing], jumps: Jumps) -> Vec<Record> {
    let mut records = Vec::new();
    let mut here = Needle::default();
    for block in blocks(drawings) {
        if !records.is_empty() {
            records.push(Record::Stop);
        }
        block.lines.into_iter().for_each(|line| sew(&mut records, &mut here, line, jumps));
    }
    records
}

/// Jumps to the beginning of a line and sews it.
fn sew(records: &mut Vec<Record>, here: &mut Needle, line: Vec<Needle>, (longest, least): Jumps) {
    let mut places = line.into_iter();
    let Some(start) = places.next() else { return };
    // A stop trims the thread too.
    let cut = matches!(records.last(), Some(Record::Stitch(..)));
    if cut {
        records.push(Record::Trim);
    }
    let fits = |x: i32, y: i32| x.abs() <= longest && y.abs() <= longest;
    let jumps = moves(*here, start, if cut { least } else { 0 }, fits);
    records.extend(jumps.into_iter().map(|(x, y)| Record::Jump(x, y)));
    *here = start;
    records.push(Record::Stitch(0, 0));
    for next in places {
        let fits = |x: i32, y: i32| x * x + y * y <= LONGEST_STITCH * LONGEST_STITCH;
        let stitches = moves(*here, next, 0, fits);
        records.extend(stitches.into_iter().map(|(x, y)| Record::Stitch(x, y)));
        *here = next;
    }
}

/// Returns the needle's extents, from the middle of the hoop: the least and the greatest x and y, which
/// include the middle.
fn extents(records: &[Record]) -> ((i32, i32), (i32, i32)) {
    let (mut at, mut least, mut most) = ((0, 0), (0, 0), (0, 0));
    for record in records {
        if let Record::Stitch(x, y) | Record::Jump(x, y) = *record {
            at = (at.0 + x, at.1 + y);
            least = (at.0.min(least.0), at.1.min(least.1));
            most = (at.0.max(most.0), at.1.max(most.1));
        }
    }
    (least, most)
}

/// Divides the way from one place to another into about equal moves that all fit: as few as possible, but at
/// least `least`. Empty if the places are equal.
fn moves(from: Needle, to: Needle, least: i32, fits: impl Fn(i32, i32) -> bool) -> Vec<(i32, i32)> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let divided = |count: i32| -> Vec<(i32, i32)> {
        // Each place is computed independently, so that the last one is exact.
        let at = |step: i32| (dx * step / count, dy * step / count);
        (1..=count).map(|step| (at(step).0 - at(step - 1).0, at(step).1 - at(step - 1).1)).collect()
    };
    if (dx, dy) == (0, 0) && least == 0 {
        return Vec::new();
    }
    let mut count = least.max(1);
    loop {
        let moves = divided(count);
        if moves.iter().all(|&(x, y)| fits(x, y)) {
            return moves;
        }
        count += 1;
    }
}

/// Returns a DST record: each bit is a power of three, forwards or backwards.
fn triple(x: i32, y: i32, flags: u8) -> [u8; 3] {
    /// Byte and bit for each power of three from 81 down, forwards and backwards.
    const X: [(usize, u8, u8); 5] = [(2, 2, 3), (1, 2, 3), (0, 2, 3), (1, 0, 1), (0, 0, 1)];
    const Y: [(usize, u8, u8); 5] = [(2, 5, 4), (1, 5, 4), (0, 5, 4), (1, 7, 6), (0, 7, 6)];
    let mut bytes = [0, 0, flags];
    for (axis, mut rest) in [(X, x), (Y, y)] {
        let mut power = 81;
        for (byte, forwards, backwards) in axis {
            // The most that the smaller powers can add up to.
            let reach = (power - 1) / 2;
            if rest > reach {
                bytes[byte] |= 1 << forwards;
                rest -= power;
            } else if rest < -reach {
                bytes[byte] |= 1 << backwards;
                rest += power;
            }
            power /= 3;
        }
    }
    bytes
}

/// Returns the counts and extents that a machine shows before it sews.
fn header(title: &str, records: &[Record]) -> String {
    let (least, most) = extents(records);
    let stops = records.iter().filter(|&&record| record == Record::Stop).count();
    let at = records.iter().fold((0, 0), |at, record| match *record {
        Record::Stitch(x, y) | Record::Jump(x, y) => (at.0 + x, at.1 + y),
        Record::Trim | Record::Stop => at,
    });
    let name: String = title.chars().filter(|c| c.is_ascii_graphic() || *c == ' ').take(16).collect();
    let mut header = String::new();
    // Writing to memory cannot fail. The end record counts.
    let _ = write!(header, "LA:{name:<16}\rST:{:>7}\rCO:{stops:>3}\r", records.len() + 1);
    let _ = write!(header, "+X:{:>5}\r-X:{:>5}\r+Y:{:>5}\r-Y:{:>5}\r", most.0, -least.0, most.1, -least.1);
    let _ = write!(header, "AX:{:>+6}\rAY:{:>+6}\rMX:+    0\rMY:+    0\rPD:******\r\u{1a}", at.0, at.1);
    format!("{header:<HEADER$}")
}

#[expect(clippy::cast_possible_truncation, reason = "sheets are at most 10 m, which is 100 000 moves")]
fn units(mm: f64) -> i32 {
    (mm * UNITS_PER_MM).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Canvas, Medium, Path};

    fn drawing(points: &[(f64, f64)]) -> Drawing {
        let mut canvas = Canvas::new("Жук with a long name", Medium::Machine, 100.0, 80.0);
        let points: Vec<Point> = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
        canvas.path(Role::Guide, Path::polyline(&points));
        canvas.path(Role::Engrave, Path::polyline(&points));
        canvas.finish().expect("fits")
    }

    /// Decodes the bits of a record.
    fn decoded(bytes: &[u8]) -> (i32, i32) {
        let bit = |byte: usize, at: u8| i32::from(bytes[byte] >> at & 1);
        let x = [(2, 2, 3, 81), (1, 2, 3, 27), (0, 2, 3, 9), (1, 0, 1, 3), (0, 0, 1, 1)];
        let y = [(2, 5, 4, 81), (1, 5, 4, 27), (0, 5, 4, 9), (1, 7, 6, 3), (0, 7, 6, 1)];
        let sum = |axis: [(usize, u8, u8, i32); 5]| {
            axis.iter().map(|&(byte, plus, minus, power)| (bit(byte, plus) - bit(byte, minus)) * power).sum()
        };
        (sum(x), sum(y))
    }

    #[test]
    fn every_move_survives_its_bits() {
        for x in -121..=121 {
            let y = (x * 7) % 122;
            assert_eq!(decoded(&triple(x, y, 0x03)), (x, y));
        }
    }

    #[test]
    fn moves_are_short_and_arrive() {
        for jumps in [DST_JUMPS, EXP_JUMPS] {
            let records = records(&[drawing(&[(50.0, 40.0), (87.3, 3.1), (50.0, 40.0), (1.0, 79.0)])], jumps);
            let mut at = (0, 0);
            for record in &records {
                match *record {
                    Record::Stitch(x, y) => assert!(x * x + y * y <= 121 * 121, "{x} {y}"),
                    Record::Jump(x, y) => assert!(x.abs() <= jumps.0 && y.abs() <= jumps.0, "{x} {y}"),
                    Record::Trim | Record::Stop => {}
                }
                if let Record::Stitch(x, y) | Record::Jump(x, y) = *record {
                    at = (at.0 + x, at.1 + y);
                }
            }
            assert_eq!(at, (-490, -390), "y up from the middle");
            assert_eq!(records.iter().filter(|&&record| record == Record::Stop).count(), 1);
        }
    }

    #[test]
    fn the_header_counts_the_records() {
        let file = dst(&[drawing(&[(50.0, 40.0), (60.0, 40.0), (60.0, 30.0)])]);
        let header = std::str::from_utf8(&file[..HEADER]).expect("ASCII");
        assert!(
            header.starts_with(
                "LA: with a long nam\rST:      9\rCO:  1\r+X:  100\r-X:    0\r+Y:  100\r-Y:    0\r"
            ),
            "{header}"
        );
        assert_eq!((file.len() - HEADER) / 3, 9);
        assert!(file.ends_with(&[0x00, 0x00, 0xF3]));
    }

    /// Two lines of a layer: stitches, a trim, jumps, stitches.
    #[test]
    fn the_thread_is_cut_between_lines_and_not_before_a_stop() {
        let mut canvas = Canvas::new("two", Medium::Machine, 100.0, 80.0);
        for x in [50.0, 60.0] {
            canvas.line(Role::Guide, Point::new(x, 40.0), Point::new(x + 1.0, 40.0));
        }
        canvas.line(Role::Sew, Point::new(61.0, 40.0), Point::new(62.0, 40.0));
        let drawing = [canvas.finish().expect("fits")];
        use Record::{Jump, Stitch, Stop, Trim};
        let sewn = [Stitch(0, 0), Stitch(10, 0)];
        let with = |jumps: &[Record]| {
            let all = [&sewn[..], &[Trim], jumps, &sewn, &[Stop], &sewn];
            all.concat()
        };
        assert_eq!(records(&drawing, DST_JUMPS), with(&[Jump(30, 0); 3]));
        assert_eq!(records(&drawing, EXP_JUMPS), with(&[Jump(90, 0)]));
        let file = exp(&drawing);
        assert_eq!(file[4..12], [0x80, 0x80, 0x07, 0x00, 0x80, 0x04, 90, 0]);
    }

    #[test]
    fn melco_escapes_jumps_and_stops() {
        let file = exp(&[drawing(&[(51.0, 40.0), (50.0, 41.0)])]);
        assert_eq!(
            file,
            [0x80, 4, 10, 0, 0, 0, 0xF6, 0xF6, 0x80, 1, 0, 0, 0x80, 4, 10, 10, 0, 0, 0xF6, 0xF6]
        );
    }

    #[test]
    fn drawings_of_a_file_are_sewn_one_after_another() {
        let one = drawing(&[(50.0, 40.0), (60.0, 40.0)]);
        let both = records(&[one.clone(), one.clone()], DST_JUMPS);
        let stops = both.iter().filter(|&&record| record == Record::Stop).count();
        assert_eq!(stops, 3, "two layers each");
        assert_eq!(both.len(), 2 * records(&[one], DST_JUMPS).len() + 2, "a stop and the way back");
    }
}
