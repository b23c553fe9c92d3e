//! Writes JEF, for Janome and Elna machines.
//!
//! # Source
//! edutechwiki.unige.ch, "Embroidery format JEF"; pyembroidery, `JefWriter.py`.

use super::{Jumps, Record, blocks, extents, records, threads};
use crate::drawing::Drawing;

/// A signed byte; machines trim at three jumps in a row.
const JUMPS: Jumps = (127, 3);
/// The header without the threads, in bytes.
const HEADER: usize = 0x74;
/// Hoops by their number: width and height in moves.
const HOOPS: [(i32, (i32, i32)); 4] =
    [(1, (500, 500)), (3, (1260, 1100)), (2, (1400, 2000)), (4, (2000, 2000))];
/// The number of a hoop that is larger than these.
const OTHER_HOOP: i32 = 0;
/// The hoops to whose edges the header gives distances: half their width and height in moves.
const EDGES: [(i32, i32); 4] = [(550, 550), (250, 250), (700, 1000), (700, 1000)];
/// The kind of each thread in the header.
const THREAD: i32 = 0x0d;

/// Writes drawings as one JEF file. The date in its header is always the same, so that equal designs are
/// equal files.
///
/// # Shape
/// The header with a thread for each block, then two bytes for each stitch; `0x80` begins a jump, a stop or
/// the end.
pub fn jef(drawings: &[Drawing]) -> Vec<u8> {
    let blocks = blocks(drawings);
    let records = records(drawings, JUMPS);
    let numbers = threads::numbers(&threads::JANOME, blocks.iter().map(|block| block.color));
    let count = i32::try_from(numbers.len()).unwrap_or(i32::MAX);
    let offset = i32::try_from(HEADER + 8 * numbers.len()).unwrap_or(i32::MAX);
    let mut header: Vec<i32> = vec![count, places(&records)];
    let (least, most) = extents(&records);
    header.push(hoop(most.0 - least.0, most.1 - least.1));
    // To the left, above, to the right, below.
    let reach = [-least.0, most.1, most.0, -least.1];
    header.extend(reach);
    for (x, y) in EDGES {
        let edges = [x - reach[0], y - reach[1], x - reach[2], y - reach[3]];
        header.extend(if edges.iter().all(|&edge| edge >= 0) { edges } else { [-1; 4] });
    }
    header.extend(numbers.iter().map(|&number| i32::from(number)));
    header.extend(numbers.iter().map(|_| THREAD));
    let mut file = [offset.to_le_bytes(), 0x14_i32.to_le_bytes()].concat();
    file.extend(b"20000101000000\0\0");
    file.extend(header.into_iter().flat_map(i32::to_le_bytes));
    file.extend(records.iter().flat_map(|&record| encoded(record)));
    file.extend([0x80, 0x10]);
    file
}

/// How many pairs of bytes the stitches take, with the end.
fn places(records: &[Record]) -> i32 {
    let pairs = records.iter().map(|record| match record {
        Record::Stitch(..) => 1,
        Record::Jump(..) | Record::Stop => 2,
        Record::Trim => 0,
    });
    pairs.sum::<i32>() + 1
}

/// The smallest hoop that holds a design of this size.
fn hoop(width: i32, height: i32) -> i32 {
    let holds = |&&(_, (w, h)): &&(i32, (i32, i32))| width < w && height < h;
    HOOPS.iter().find(holds).map_or(OTHER_HOOP, |&(number, _)| number)
}

fn encoded(record: Record) -> Vec<u8> {
    let byte = |by: i32| by.to_le_bytes()[0];
    match record {
        Record::Stitch(x, y) => vec![byte(x), byte(y)],
        Record::Jump(x, y) => vec![0x80, 0x02, byte(x), byte(y)],
        Record::Stop => vec![0x80, 0x01, 0, 0],
        Record::Trim => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Canvas, Medium, Path, Role};
    use crate::geometry::Point;

    #[test]
    fn the_header_says_what_follows() {
        let mut canvas = Canvas::new("one", Medium::Machine, 180.0, 130.0);
        for role in [Role::Guide, Role::Sew] {
            let points = [(90.0, 65.0), (95.0, 65.0)].map(|(x, y)| Point::new(x, y));
            canvas.path(role, Path::polyline(&points));
        }
        let file = jef(&[canvas.finish().expect("fits")]);
        let word = |at: usize| i32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes"));
        assert_eq!(word(0), 0x74 + 16, "two threads");
        assert_eq!((word(24), word(32)), (2, 1), "blocks, and the hoop of 50 x 50 mm");
        assert_eq!([36, 40, 44, 48].map(word), [0, 0, 50, 0], "to the right only");
        let stitches = file.len() - 0x84;
        assert_eq!(i32::try_from(stitches / 2), Ok(word(28)), "pairs of bytes, with the end");
        assert!(file.ends_with(&[0x80, 0x10]));
        assert_ne!(word(0x74), word(0x78), "threads that differ");
    }

    #[test]
    fn hoops_are_as_small_as_they_may_be() {
        assert_eq!([hoop(400, 400), hoop(1200, 1000), hoop(1300, 1800)], [1, 3, 2]);
        assert_eq!([hoop(1800, 1300), hoop(2100, 100)], [4, 0]);
    }
}
