//! Writes PES, version 1, for Brother and Baby Lock machines.
//!
//! A PES file is an optional part for design programs, which is left out here, and a PEC part, which machines
//! sew.
//!
//! # Source
//! edutechwiki.unige.ch, "Embroidery format PEC"; pyembroidery, `PecWriter.py` and the truncated version 1 of
//! `PesWriter.py`.

use super::{Block, Jumps, Needle, Record, blocks, extents, records, threads, title};
use crate::drawing::Drawing;

/// Twelve bits; thread is cut at a flagged jump.
const JUMPS: Jumps = (2000, 1);
/// Flags of a jump in the upper byte: before the first stitch, and with a trim.
const JUMP: u16 = 0x10;
const TRIM: u16 = 0x20;
/// The bytes between the number of threads and the stitches.
const THREADS: usize = 463;
/// The icons that machines show: bytes in a row, rows, and the margin around the picture.
const ICON: (usize, usize, i32) = (6, 38, 4);

/// Writes drawings as one PES file.
///
/// # Shape
/// The signature and the place of the PEC part; its header with a thread for each block; the stitches; an
/// icon of all blocks and one of each.
pub fn pes(drawings: &[Drawing]) -> Vec<u8> {
    let blocks = blocks(drawings);
    let records = records(drawings, JUMPS);
    let (least, most) = extents(&records);
    let mut file = b"#PES0001\x16\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    file.extend(header(title(drawings), &blocks));
    let stitches = encoded(&records);
    let size = |least: i32, most: i32| u16::try_from(most - least).unwrap_or(u16::MAX).to_le_bytes();
    // The length counts from the two zeros before it to the end of the stitches.
    let length = u32::try_from(2 + 3 + 3 + 8 + stitches.len()).unwrap_or(u32::MAX).to_le_bytes();
    file.extend([0, 0]);
    file.extend(&length[..3]);
    file.extend([0x31, 0xff, 0xf0]);
    file.extend(size(least.0, most.0));
    file.extend(size(least.1, most.1));
    file.extend([0xe0, 0x01, 0xb0, 0x01]);
    file.extend(stitches);
    file.extend(icon(&blocks, (least, most)));
    blocks.iter().for_each(|block| file.extend(icon(std::slice::from_ref(block), (least, most))));
    file
}

/// The name, the size of the icons, and the threads.
fn header(title: &str, blocks: &[Block]) -> Vec<u8> {
    let name: String = title.chars().filter(|c| c.is_ascii_graphic() || *c == ' ').take(8).collect();
    let mut header = format!("LA:{name:<16}\r{:12}", "").into_bytes();
    header.extend([0xff, 0x00, 6, 38]);
    header.extend([b' '; 12]);
    let numbers = threads::numbers(&threads::BROTHER, blocks.iter().map(|block| block.color));
    header.push(u8::try_from(numbers.len().saturating_sub(1)).unwrap_or(u8::MAX));
    let filled = header.len() + THREADS;
    header.extend(numbers);
    header.resize(filled, b' ');
    header
}

/// The stitches, and the mark of their end.
fn encoded(records: &[Record]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (mut second, mut sewn) = (true, false);
    for record in records {
        match *record {
            Record::Stitch(x, y) => {
                sewn = true;
                bytes.extend(stitch(x));
                bytes.extend(stitch(-y));
            }
            Record::Jump(x, y) => {
                let flag = if sewn { TRIM } else { JUMP };
                bytes.extend(long(x, flag));
                bytes.extend(long(-y, flag));
            }
            Record::Stop => {
                bytes.extend([0xfe, 0xb0, if second { 2 } else { 1 }]);
                second = !second;
            }
            Record::Trim => {}
        }
    }
    bytes.push(0xff);
    bytes
}

/// One coordinate of a stitch: a byte if it is short.
fn stitch(by: i32) -> Vec<u8> {
    if (-63..63).contains(&by) { vec![by.to_le_bytes()[0] & 0x7f] } else { long(by, 0).to_vec() }
}

/// One coordinate in twelve bits, with the flags of the record.
fn long(by: i32, flag: u16) -> [u8; 2] {
    let [low, high, ..] = by.to_le_bytes();
    let twelve = u16::from_le_bytes([low, high]) & 0x0fff;
    (0x8000 | flag << 8 | twelve).to_be_bytes()
}

/// Draws the needle points of some blocks; the lowest bit of a byte is at the left.
fn icon(blocks: &[Block], (least, most): ((i32, i32), (i32, i32))) -> Vec<u8> {
    let (stride, rows, margin) = ICON;
    let room = (i32::try_from(8 * stride).unwrap_or(0), i32::try_from(rows).unwrap_or(0));
    let inner = (room.0 - 2 * margin - 1, room.1 - 2 * margin - 1);
    let long = (most.0 - least.0).max(1).max((most.1 - least.1).max(1) * inner.0 / inner.1);
    let mut bits = vec![0; stride * rows];
    for &Needle { x, y } in blocks.iter().flat_map(|block| block.lines.iter().flatten()) {
        let column = margin + (x - least.0) * inner.0 / long;
        let row = margin + (most.1 - y) * inner.0 / long;
        let (column, row) = (usize::try_from(column).unwrap_or(0), usize::try_from(row).unwrap_or(0));
        if let Some(byte) = bits.get_mut(row * stride + column / 8) {
            *byte |= 1 << (column % 8);
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Canvas, Medium, Path, Role};
    use crate::geometry::Point;

    fn drawing() -> Drawing {
        let mut canvas = Canvas::new("two squares", Medium::Machine, 100.0, 80.0);
        for role in [Role::Guide, Role::Sew] {
            let points = [(50.0, 40.0), (60.0, 40.0), (60.0, 35.0)].map(|(x, y)| Point::new(x, y));
            canvas.path(role, Path::polyline(&points));
        }
        canvas.finish().expect("fits")
    }

    #[test]
    fn moves_are_seven_or_twelve_bits() {
        assert_eq!(stitch(62), [62]);
        assert_eq!(stitch(-63), [0x41]);
        assert_eq!(stitch(63), [0x80, 63]);
        assert_eq!(stitch(-121), [0x8f, 0x87]);
        assert_eq!(long(-1, TRIM), [0xaf, 0xff]);
        assert_eq!(long(300, JUMP), [0x91, 0x2c]);
    }

    /// 22 bytes, 512 of the header, 16 before the stitches, the stitches, three icons.
    #[test]
    fn every_part_has_its_length() {
        let file = pes(&[drawing()]);
        let [low, middle, high] = [file[536], file[537], file[538]];
        let length = u32::from_le_bytes([low, middle, high, 0]) as usize;
        assert_eq!(file.len(), 534 + length + 3 * 6 * 38);
        assert_eq!(file[534 + length - 1], 0xff, "the end of the stitches");
        assert_eq!(file[534 + length], 0, "readers look for FF 00");
        assert_eq!(file[22 + 48], 1, "one less than the blocks");
        assert_ne!(file[22 + 49], file[22 + 50], "threads that differ");
    }
}
