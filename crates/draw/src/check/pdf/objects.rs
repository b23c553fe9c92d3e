//! Reads the objects of a PDF, each when it is asked for, so that a file takes little more memory than its bytes.
//!
//! A reader of whole documents holds every object, each as often as the table of places names it; its memory cannot
//! be bounded by the size of the file. Compressed tables and objects, which piecework does not write, are not read.
//!
//! # Source
//! ISO 32000-1:2008, 7.2 to 7.5 and 7.9.2.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::super::{CheckError, inflated, too_large};

/// The most objects of a file; the place of each takes some 30 bytes.
const MOST_OBJECTS: usize = 500_000;
/// The most tables of places: one, and another for each time that a program added to the file.
const MOST_TABLES: usize = 100;
/// The most values in one array or dictionary, with all inside it; each takes up to 64 bytes.
const MOST_HELD: usize = 500_000;
/// The most values read from a file, over and over or not; a second of work.
const MOST_READ: usize = 20_000_000;

/// A value, or a word such as an operator.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value<'a> {
    Number(f64),
    /// As it is written, without its slash.
    Name(&'a [u8]),
    Text(Vec<u8>),
    List(Vec<Value<'a>>),
    Dictionary(Dictionary<'a>),
    Reference(usize),
    Word(&'a [u8]),
}

/// Names and values.
pub(super) type Dictionary<'a> = Vec<(&'a [u8], Value<'a>)>;

/// What all readers of one file share: how deep it may be nested, and how many values are left to read.
pub(super) struct Budget {
    pub(super) depth: usize,
    left: Cell<usize>,
}

impl Budget {
    pub(super) const fn new(depth: usize) -> Self {
        Self { depth, left: Cell::new(MOST_READ) }
    }
}

/// Divides bytes into values and words.
pub(super) struct Lexer<'a, 'b> {
    bytes: &'a [u8],
    at: usize,
    budget: &'b Budget,
    /// How many arrays and dictionaries are open, and how many values are in the outermost one.
    open: usize,
    held: usize,
}

impl<'a, 'b> Lexer<'a, 'b> {
    pub(super) const fn new(bytes: &'a [u8], at: usize, budget: &'b Budget) -> Self {
        Self { bytes, at, budget, open: 0, held: 0 }
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Returns the next value or word; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Value<'a>>, CheckError> {
        self.skip();
        let rest = self.rest();
        let Some(&first) = rest.first() else { return Ok(None) };
        let left = self.budget.left.get().checked_sub(1);
        self.budget.left.set(left.ok_or(CheckError::TooMany { what: "values", allowed: MOST_READ })?);
        let regular = |from: usize| rest.iter().skip(from).take_while(|&&byte| is_regular(byte)).count();
        match first {
            b'(' => return self.literal().map(Some),
            b'[' => return self.until(1, b"]").map(|values| Some(Value::List(values))),
            b'<' if rest.starts_with(b"<<") => return self.dictionary().map(Some),
            b'<' => return self.hexadecimal().map(Some),
            _ => {}
        }
        let length = match first {
            b'/' => 1 + regular(1),
            b'>' if rest.starts_with(b">>") => 2,
            _ => regular(0).max(1),
        };
        self.at += length;
        let word = &rest[..length];
        Ok(Some(match first {
            b'/' => Value::Name(&word[1..]),
            b'0'..=b'9' | b'+' | b'-' | b'.' => number(word).map_or(Value::Word(word), Value::Number),
            _ => Value::Word(word),
        }))
    }

    /// Skips white space and comments.
    fn skip(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if byte == b'%' {
                self.at += self.rest().iter().take_while(|byte| !b"\r\n".contains(byte)).count();
            } else if is_blank(byte) {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// Returns what is between the next `begin` bytes and `end`.
    fn until(&mut self, begin: usize, end: &'static [u8]) -> Result<Vec<Value<'a>>, CheckError> {
        self.at += begin;
        self.open += 1;
        if self.open > self.budget.depth {
            return Err(CheckError::TooDeep { allowed: self.budget.depth });
        }
        let mut values = Vec::new();
        loop {
            match self.next()?.ok_or(CheckError::Missing { missing: "the end of an array" })? {
                Value::Word(word) if word == end => break,
                // `5 0 R` is a reference.
                Value::Word(b"R") if values.len() > 1 => {
                    values.pop();
                    let object = values.pop().as_ref().and_then(index).ok_or_else(|| wrong("a reference"))?;
                    values.push(Value::Reference(object));
                }
                value => values.push(value),
            }
            self.held += 1;
            if self.held > MOST_HELD {
                return Err(CheckError::TooMany { what: "values in an array", allowed: MOST_HELD });
            }
        }
        self.open -= 1;
        if self.open == 0 {
            self.held = 0;
        }
        Ok(values)
    }

    fn dictionary(&mut self) -> Result<Value<'a>, CheckError> {
        let mut values = self.until(2, b">>")?.into_iter();
        let mut entries = Vec::new();
        while let Some(name) = values.next() {
            let (Value::Name(name), Some(value)) = (name, values.next()) else {
                return Err(wrong("names and values in a dictionary"));
            };
            entries.push((name, value));
        }
        Ok(Value::Dictionary(entries))
    }

    /// Text in parentheses, which may hold pairs of them.
    fn literal(&mut self) -> Result<Value<'a>, CheckError> {
        let (mut text, mut open) = (Vec::new(), 0_usize);
        let mut bytes = self.rest().iter().copied().enumerate().peekable();
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b'(' => open += 1,
                b')' => open -= 1,
                _ => {}
            }
            match byte {
                b'(' if open == 1 => {}
                b')' if open == 0 => {
                    self.at += at + 1;
                    return Ok(Value::Text(text));
                }
                b'\\' => match bytes.next().map_or(b'\n', |(_, escaped)| escaped) {
                    digit @ b'0'..=b'7' => {
                        let mut code = digit - b'0';
                        for _ in 0..2 {
                            let Some((_, digit)) = bytes.next_if(|(_, byte)| (b'0'..=b'7').contains(byte))
                            else {
                                break;
                            };
                            code = code.wrapping_mul(8).wrapping_add(digit - b'0');
                        }
                        text.push(code);
                    }
                    b'\r' => {
                        bytes.next_if(|(_, byte)| *byte == b'\n');
                    }
                    b'\n' => {}
                    letter => text.push(match letter {
                        b'n' => b'\n',
                        b'r' => b'\r',
                        b't' => b'\t',
                        b'b' => 8,
                        b'f' => 12,
                        other => other,
                    }),
                },
                other => text.push(other),
            }
        }
        Err(CheckError::Missing { missing: ")" })
    }

    fn hexadecimal(&mut self) -> Result<Value<'a>, CheckError> {
        let rest = &self.rest()[1..];
        let end = rest.iter().position(|&byte| byte == b'>').ok_or(CheckError::Missing { missing: ">" })?;
        self.at += end + 2;
        let digits = rest[..end].iter().filter(|&&byte| !is_blank(byte));
        let digits =
            digits.map(|&byte| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok()));
        let digits: Vec<u8> = digits.collect::<Option<_>>().ok_or_else(|| wrong("hexadecimal digits"))?;
        Ok(Value::Text(digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).unwrap_or(&0)).collect()))
    }

    /// Takes the next value, which must be a whole number.
    fn whole(&mut self, expected: &'static str) -> Result<usize, CheckError> {
        self.next()?.as_ref().and_then(index).ok_or_else(|| wrong(expected))
    }

    fn word(&mut self, word: &'static str) -> Result<(), CheckError> {
        let found = self.next()?;
        if found == Some(Value::Word(word.as_bytes())) {
            Ok(())
        } else {
            Err(CheckError::Missing { missing: word })
        }
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0 | 12)
}

fn is_regular(byte: u8) -> bool {
    !is_blank(byte) && !b"()<>[]{}/%".contains(&byte)
}

fn number(word: &[u8]) -> Option<f64> {
    let plain = word.iter().all(|byte| byte.is_ascii_digit() || b"+-.".contains(byte));
    std::str::from_utf8(word).ok().filter(|_| plain)?.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Returns a value as a whole number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "compared with what it came from"
)]
fn index(value: &Value<'_>) -> Option<usize> {
    let Value::Number(number) = *value else { return None };
    (number >= 0.0 && number.fract() == 0.0 && number < 1e12).then_some(number as usize)
}

/// The error for what cannot be read.
pub(super) fn wrong(expected: &'static str) -> CheckError {
    CheckError::Grammar { found: "PDF".to_owned(), expected }
}

/// A file, of which only the places of its objects are known.
pub(super) struct Objects<'a> {
    bytes: &'a [u8],
    pub(super) budget: Budget,
    places: BTreeMap<usize, usize>,
    pub(super) trailer: Dictionary<'a>,
}

impl<'a> Objects<'a> {
    /// Reads the tables of places, the last one first.
    pub(super) fn new(bytes: &'a [u8], depth: usize) -> Result<Self, CheckError> {
        let start = b"startxref";
        let found = bytes.windows(start.len()).rposition(|window| window == start);
        let found = found.filter(|_| bytes.starts_with(b"%PDF-")).ok_or_else(|| wrong("a PDF document"))?;
        let (budget, places) = (Budget::new(depth), BTreeMap::new());
        let mut file = Self { bytes, budget, places, trailer: Vec::new() };
        let mut next = Some(
            Lexer::new(bytes, found + start.len(), &file.budget).whole("the place of the table of places")?,
        );
        for table in 0.. {
            let Some(at) = next else { break };
            if table == MOST_TABLES {
                return Err(CheckError::TooMany { what: "tables of places", allowed: MOST_TABLES });
            }
            let trailer = file.table(at)?;
            next = entry(&trailer, b"Prev").and_then(index);
            if table == 0 {
                file.trailer = trailer;
            }
        }
        Ok(file)
    }

    /// Reads a table of places and returns its trailer; places that are known already are newer.
    fn table(&mut self, at: usize) -> Result<Dictionary<'a>, CheckError> {
        let mut lexer = Lexer::new(self.bytes, at, &self.budget);
        lexer.word("xref")?;
        loop {
            let first = match lexer.next()? {
                Some(Value::Word(b"trailer")) => break,
                found => found.as_ref().and_then(index).ok_or_else(|| wrong("the number of an object"))?,
            };
            let count = lexer.whole("the number of places")?;
            for object in first..first.saturating_add(count) {
                let place = lexer.whole("a place")?;
                lexer.whole("a generation")?;
                if lexer.next()? == Some(Value::Word(b"n")) {
                    self.places.entry(object).or_insert(place);
                }
                if self.places.len() > MOST_OBJECTS {
                    return Err(CheckError::TooMany { what: "objects", allowed: MOST_OBJECTS });
                }
            }
        }
        match lexer.next()? {
            Some(Value::Dictionary(trailer)) => Ok(trailer),
            _ => Err(CheckError::Missing { missing: "trailer" }),
        }
    }

    /// Returns an object, and where the bytes after it are.
    fn object(&self, number: usize) -> Result<(Value<'a>, Lexer<'a, '_>), CheckError> {
        let &place = self.places.get(&number).ok_or(CheckError::Missing { missing: "an object" })?;
        let mut lexer = Lexer::new(self.bytes, place, &self.budget);
        if lexer.whole("the number of an object")? != number {
            return Err(wrong("the object that the table names"));
        }
        lexer.whole("a generation")?;
        lexer.word("obj")?;
        let value = lexer.next()?.ok_or(CheckError::Missing { missing: "an object" })?;
        Ok((value, lexer))
    }

    /// Returns the dictionary of an object; empty for others.
    pub(super) fn dictionary(&self, number: usize) -> Result<Dictionary<'a>, CheckError> {
        self.object(number).map(|(value, _)| as_dictionary(value))
    }

    /// Returns the value of a name, or what it refers to; an empty word if there is none.
    pub(super) fn value(&self, of: &Dictionary<'a>, name: &[u8]) -> Result<Value<'a>, CheckError> {
        match entry(of, name) {
            None => Ok(Value::Word(b"")),
            Some(&Value::Reference(number)) => self.object(number).map(|(value, _)| value),
            Some(direct) => Ok(direct.clone()),
        }
    }

    /// Returns the dictionary under a name; empty if there is none.
    pub(super) fn inner(&self, of: &Dictionary<'a>, name: &[u8]) -> Result<Dictionary<'a>, CheckError> {
        self.value(of, name).map(as_dictionary)
    }

    /// Returns the numbers of the pages, in order.
    pub(super) fn pages(&self, most: usize) -> Result<Vec<usize>, CheckError> {
        let root = self.inner(&self.trailer, b"Root")?;
        let mut open: Vec<usize> = entry(&root, b"Pages").and_then(reference).into_iter().collect();
        let (mut pages, mut nodes) = (Vec::new(), 0);
        while let Some(number) = open.pop() {
            nodes += 1;
            match self.value(&self.dictionary(number)?, b"Kids")? {
                Value::List(kids) => open.extend(kids.iter().rev().filter_map(reference)),
                _ => pages.push(number),
            }
            if pages.len() + open.len() > most || nodes > 2 * most {
                return Err(CheckError::TooMany { what: "pages", allowed: most });
            }
        }
        Ok(pages)
    }

    /// Returns the content of a page, unpacked; `room` is how many bytes may still be.
    pub(super) fn content(&self, page: &Dictionary<'a>, room: &mut usize) -> Result<Vec<u8>, CheckError> {
        let number = entry(page, b"Contents").and_then(reference);
        let (value, mut lexer) =
            self.object(number.ok_or(CheckError::Missing { missing: "the content of a page" })?)?;
        let header = as_dictionary(value);
        lexer.word("stream")?;
        lexer.at += if lexer.rest().starts_with(b"\r\n") { 2 } else { 1 };
        let length = index(&self.value(&header, b"Length")?).unwrap_or(usize::MAX);
        let packed =
            lexer.rest().get(..length).ok_or(CheckError::Missing { missing: "the end of a stream" })?;
        lexer.at += length;
        lexer.word("endstream")?;
        let content = match self.value(&header, b"Filter")? {
            Value::Word(_) => packed.to_vec(),
            Value::Name(b"FlateDecode") => inflated(packed, *room)?,
            _ => return Err(CheckError::NotForMachines { found: "Filter".to_owned() }),
        };
        *room = room.checked_sub(content.len()).ok_or_else(|| too_large(*room))?;
        Ok(content)
    }
}

fn as_dictionary(value: Value<'_>) -> Dictionary<'_> {
    if let Value::Dictionary(entries) = value { entries } else { Vec::new() }
}

pub(super) fn entry<'v, 'a>(of: &'v Dictionary<'a>, name: &[u8]) -> Option<&'v Value<'a>> {
    of.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
}

fn reference(value: &Value<'_>) -> Option<usize> {
    if let Value::Reference(number) = *value { Some(number) } else { None }
}

/// Returns the text of a value: UTF-16 with a mark, and otherwise one character a byte.
pub(super) fn words(value: &Value<'_>) -> Option<String> {
    let Value::Text(bytes) = value else { return None };
    let Some(rest) = bytes.strip_prefix(b"\xFE\xFF") else {
        return Some(bytes.iter().copied().map(char::from).collect());
    };
    let units = rest.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    String::from_utf16(&units.collect::<Vec<u16>>()).ok()
}
