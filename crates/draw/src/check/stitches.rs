//! Reads DST, EXP, PES and JEF: decodes and counts every record.

use super::{CheckError, CheckedSheet, CutFile};
use crate::geometry::Point;

/// A move in mm.
const UNIT: f64 = 0.1;
const HEADER: usize = 512;
/// The most records of a file; machines hold a tenth of it.
const MOST_RECORDS: i64 = 2_000_000;
/// The most blocks, each with its thread.
const MOST_BLOCKS: usize = 1000;
const END: [u8; 3] = [0x00, 0x00, 0xF3];

/// The sewn thread as layers: blocks are separated by stops.
struct Sewing {
    sheet: CheckedSheet,
    /// The stitches since the last stop.
    edges: Vec<super::CheckedEdge>,
    here: (i64, i64),
    block: usize,
    records: i64,
    least: (i64, i64),
    most: (i64, i64),
}

impl Sewing {
    fn new() -> Self {
        let sheet = CheckedSheet::default();
        Self { sheet, edges: Vec::new(), here: (0, 0), block: 1, records: 0, least: (0, 0), most: (0, 0) }
    }

    fn go(&mut self, dx: i64, dy: i64, sews: bool) -> Result<(), CheckError> {
        let to = (self.here.0 + dx, self.here.1 + dy);
        if sews && to != self.here {
            // The middle of the hoop is the origin, so places may be negative.
            self.edges.push(super::CheckedEdge { from: place(self.here), to: place(to) });
        }
        self.here = to;
        self.least = (self.least.0.min(to.0), self.least.1.min(to.1));
        self.most = (self.most.0.max(to.0), self.most.1.max(to.1));
        self.counted()
    }

    fn stop(&mut self) -> Result<(), CheckError> {
        self.end_block();
        self.block += 1;
        if self.block > MOST_BLOCKS {
            return Err(CheckError::TooMany { what: "threads", allowed: MOST_BLOCKS });
        }
        self.counted()
    }

    /// Counts one more record.
    fn counted(&mut self) -> Result<(), CheckError> {
        self.records += 1;
        if self.records > MOST_RECORDS {
            let allowed = usize::try_from(MOST_RECORDS).unwrap_or(usize::MAX);
            return Err(CheckError::TooMany { what: "stitches", allowed });
        }
        Ok(())
    }

    /// Puts the stitches since the last stop on a layer of their own, if there are any.
    fn end_block(&mut self) {
        let edges = std::mem::take(&mut self.edges);
        if !edges.is_empty() {
            self.sheet.layers.entry(format!("STITCHES {}", self.block)).or_default().edges = edges;
        }
    }

    fn finish(mut self, format: &'static str) -> Result<CutFile, CheckError> {
        self.end_block();
        if self.sheet.edges() == 0 {
            return Err(CheckError::Nothing);
        }
        Ok(CutFile { format, recipe: None, sheets: vec![self.sheet], precision: UNIT / 2.0 })
    }
}

#[expect(clippy::cast_precision_loss, reason = "a design is a few thousand moves wide")]
fn place(at: (i64, i64)) -> Point {
    Point { x: at.0 as f64 * UNIT, y: at.1 as f64 * UNIT }
}

/// Reads a DST file.
pub(super) fn dst(bytes: &[u8]) -> Result<CutFile, CheckError> {
    let (header, body) =
        bytes.split_at_checked(HEADER).ok_or(CheckError::Missing { missing: "the header" })?;
    let (records, rest) = body.as_chunks::<3>();
    if records.last() != Some(&END) || !rest.is_empty() {
        return Err(CheckError::Missing { missing: "the end record 00 00 F3" });
    }
    let mut sewing = Sewing::new();
    for record in &records[..records.len() - 1] {
        let (dx, dy) = decoded(record);
        match record[2] & 0xC3 {
            0x03 => sewing.go(dx, dy, true)?,
            0x83 => sewing.go(dx, dy, false)?,
            0xC3 => sewing.stop()?,
            _ => {
                let found = format!("{:02x} {:02x} {:02x}", record[0], record[1], record[2]);
                return Err(CheckError::Grammar { found, expected: "a stitch, a jump, a stop or the end" });
            }
        }
    }
    let blocks = i64::try_from(sewing.block - 1).unwrap_or(i64::MAX);
    for (field, found) in [
        ("ST", sewing.records + 1),
        ("CO", blocks),
        ("+X", sewing.most.0),
        ("-X", -sewing.least.0),
        ("+Y", sewing.most.1),
        ("-Y", -sewing.least.1),
        ("AX", sewing.here.0),
        ("AY", sewing.here.1),
    ] {
        let said = said(header, field)?;
        if said != found {
            return Err(CheckError::HeaderDiffers { field: field.to_owned(), said, found });
        }
    }
    sewing.finish("DST")
}

/// Returns the number of a header field.
fn said(header: &[u8], field: &'static str) -> Result<i64, CheckError> {
    let text = String::from_utf8_lossy(header);
    let value = text.split('\r').find_map(|line| line.strip_prefix(field)?.strip_prefix(':'));
    let number = value.and_then(|value| value.replace(' ', "").parse().ok());
    number.ok_or(CheckError::Missing { missing: field })
}

/// Returns the powers of three of a record.
fn decoded(record: &[u8; 3]) -> (i64, i64) {
    let bit = |byte: usize, at: u32| i64::from(record[byte] >> at & 1);
    let pair = |byte: usize, plus: u32, minus: u32| bit(byte, plus) - bit(byte, minus);
    let dx = 81 * pair(2, 2, 3) + 27 * pair(1, 2, 3) + 9 * pair(0, 2, 3) + 3 * pair(1, 0, 1) + pair(0, 0, 1);
    let dy = 81 * pair(2, 5, 4) + 27 * pair(1, 5, 4) + 9 * pair(0, 5, 4) + 3 * pair(1, 7, 6) + pair(0, 7, 6);
    (dx, dy)
}

/// Reads an EXP file.
pub(super) fn exp(bytes: &[u8]) -> Result<CutFile, CheckError> {
    let mut sewing = Sewing::new();
    let mut rest = bytes;
    let signed = |byte: u8| i64::from(i8::from_le_bytes([byte]));
    while !rest.is_empty() {
        rest = match *rest {
            [0x80, 0x01, 0, 0, ref after @ ..] => {
                sewing.stop()?;
                after
            }
            [0x80, 0x04, x, y, ref after @ ..] => {
                sewing.go(signed(x), signed(y), false)?;
                after
            }
            [0x80, 0x80, 0x07, 0, ref after @ ..] => after,
            [0x80, found, ..] => {
                let found = format!("80 {found:02x}");
                return Err(CheckError::Grammar { found, expected: "a jump, a trim or a stop, four bytes" });
            }
            [x, y, ref after @ ..] => {
                sewing.go(signed(x), signed(y), true)?;
                after
            }
            _ => return Err(CheckError::Missing { missing: "the second byte of a stitch" }),
        };
    }
    sewing.finish("EXP")
}

/// The bytes of a PES file before its stitches: signature, name, threads.
const PEC: usize = 22 + 512;
/// The bytes of an icon of a machine's screen.
const PEC_ICON: usize = 6 * 38;

/// Reads a PES file: a signature, and the part that machines sew.
pub(super) fn pes(bytes: &[u8]) -> Result<CutFile, CheckError> {
    let (header, body) = bytes.split_at_checked(PEC).ok_or(CheckError::Missing { missing: "the header" })?;
    if !header.starts_with(b"#PES0001") || header[8..12] != 22_u32.to_le_bytes() {
        let expected = "#PES0001 and the place of the stitches";
        return Err(CheckError::Grammar {
            found: String::from_utf8_lossy(&header[..8]).into_owned(),
            expected,
        });
    }
    let &[0, 0, low, middle, high, 0x31, 0xff, 0xf0, ref rest @ ..] = body else {
        return Err(CheckError::Missing { missing: "the length of the stitches" });
    };
    let length = u32::from_le_bytes([low, middle, high, 0]) as usize;
    let count = usize::from(header[22 + 48]) + 1;
    let said = i64::try_from(length + PEC_ICON * (count + 1)).unwrap_or(i64::MAX);
    let found = i64::try_from(body.len()).unwrap_or(i64::MAX);
    if said != found {
        return Err(CheckError::HeaderDiffers { field: "length".to_owned(), said, found });
    }
    let stitches = length
        .checked_sub(8)
        .and_then(|end| rest.get(8..end))
        .ok_or(CheckError::Missing { missing: "the stitches" })?;
    let mut sewing = Sewing::new();
    pec(stitches, &mut sewing)?;
    let size = [rest[0], rest[1], rest[2], rest[3]].map(u16::from);
    for (field, said, found) in [
        ("width", size[0] | size[1] << 8, sewing.most.0 - sewing.least.0),
        ("height", size[2] | size[3] << 8, sewing.most.1 - sewing.least.1),
    ] {
        if i64::from(said) != found {
            return Err(CheckError::HeaderDiffers { field: field.to_owned(), said: said.into(), found });
        }
    }
    threads(i64::try_from(count).unwrap_or(i64::MAX), &sewing)?;
    sewing.finish("PES")
}

/// Refuses a header with another number of threads than blocks.
fn threads(said: i64, sewing: &Sewing) -> Result<(), CheckError> {
    let found = i64::try_from(sewing.block).unwrap_or(i64::MAX);
    if said == found {
        return Ok(());
    }
    Err(CheckError::HeaderDiffers { field: "threads".to_owned(), said, found })
}

/// Reads the records of PEC, y down, up to the end mark.
fn pec(mut rest: &[u8], sewing: &mut Sewing) -> Result<(), CheckError> {
    loop {
        rest = match *rest {
            [0xff] => return Ok(()),
            [0xfe, 0xb0, _, ref after @ ..] => {
                sewing.stop()?;
                after
            }
            _ => {
                let missing = || CheckError::Missing { missing: "the end mark FF" };
                let (x, far_x, after) = coordinate(rest).ok_or_else(missing)?;
                let (y, far_y, after) = coordinate(after).ok_or_else(missing)?;
                sewing.go(x, -y, !(far_x || far_y))?;
                after
            }
        }
    }
}

/// Returns a coordinate of seven or twelve bits, whether it is of a jump, and what follows.
fn coordinate(bytes: &[u8]) -> Option<(i64, bool, &[u8])> {
    match *bytes {
        [high, low, ref after @ ..] if high & 0x80 != 0 => {
            let twelve = i64::from(high & 0x0f) << 8 | i64::from(low);
            let value = if twelve > 0x7ff { twelve - 0x1000 } else { twelve };
            Some((value, high & 0x30 != 0, after))
        }
        [seven, ref after @ ..] if seven & 0x80 == 0 => {
            let value = i64::from(seven);
            Some((if value > 63 { value - 128 } else { value }, false, after))
        }
        _ => None,
    }
}

/// Reads a JEF file.
pub(super) fn jef(bytes: &[u8]) -> Result<CutFile, CheckError> {
    let word = |at: usize| {
        let found = bytes.get(at..at + 4).and_then(|word| word.first_chunk::<4>());
        found
            .map(|word| i64::from(i32::from_le_bytes(*word)))
            .ok_or(CheckError::Missing { missing: "the header" })
    };
    let (offset, count, pairs) = (word(0)?, word(24)?, word(28)?);
    if offset != 0x74 + 8 * count {
        return Err(CheckError::HeaderDiffers {
            field: "threads".to_owned(),
            said: count,
            found: (offset - 0x74) / 8,
        });
    }
    let body = usize::try_from(offset).ok().and_then(|offset| bytes.get(offset..));
    let mut rest = body.ok_or(CheckError::Missing { missing: "the stitches" })?;
    let found = i64::try_from(rest.len() / 2).unwrap_or(i64::MAX);
    if pairs != found {
        return Err(CheckError::HeaderDiffers { field: "length".to_owned(), said: pairs, found });
    }
    let mut sewing = Sewing::new();
    let signed = |byte: u8| i64::from(i8::from_le_bytes([byte]));
    loop {
        rest = match *rest {
            [0x80, 0x10] => break,
            [0x80, 0x01, 0, 0, ref after @ ..] => {
                sewing.stop()?;
                after
            }
            [0x80, 0x02, x, y, ref after @ ..] => {
                sewing.go(signed(x), signed(y), false)?;
                after
            }
            [x, y, ref after @ ..] if x != 0x80 => {
                sewing.go(signed(x), signed(y), true)?;
                after
            }
            _ => return Err(CheckError::Missing { missing: "the end mark 80 10" }),
        };
    }
    for (field, said, found) in [
        ("left", word(36)?, -sewing.least.0),
        ("top", word(40)?, sewing.most.1),
        ("right", word(44)?, sewing.most.0),
        ("bottom", word(48)?, -sewing.least.1),
    ] {
        if said != found {
            return Err(CheckError::HeaderDiffers { field: field.to_owned(), said, found });
        }
    }
    threads(count, &sewing)?;
    sewing.finish("JEF")
}
