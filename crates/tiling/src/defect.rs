//! What is wrong with a file, and where.
//!
//! A reader collects [`Defects`]; [`ReadError`] lists them, or as many as fit a screen. Each is shown as one
//! line, with control characters escaped.

use std::fmt;
use std::sync::Arc;

use crate::fault::{Fault, Finding};
use crate::limits::{Limit, Limits};
use crate::text::{escaped_text, shown};

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from 1. Lines end with LF, CR LF or CR.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

/// One thing that is wrong.
#[derive(Debug, Clone)]
pub struct Defect {
    place: Option<Place>,
    pointer: Option<String>,
    fault: Arc<dyn Fault>,
}

/// A file that was refused, with everything that is wrong with it.
///
/// It prints one line a defect:
/// ``quilt.json:14:22: /options/seam: `-6.35mm` is negative; allowed 0 to 10000 mm [E0312]``
#[derive(Debug, Clone)]
pub struct ReadError {
    file: String,
    defects: Vec<Defect>,
    more: usize,
}

/// Defects as they are found; as many are kept as will be shown, and the others counted.
#[derive(Debug, Clone)]
pub struct Defects {
    kept: Vec<Defect>,
    most: u64,
    more: usize,
}

impl Place {
    /// The place of byte `offset` in `text`, which must be at most its length.
    pub fn at_byte(text: &str, offset: usize) -> Self {
        Self::at_byte_of(text.as_bytes(), offset)
    }

    /// As [`Place::at_byte`], in bytes that are UTF-8 up to `offset` at least.
    pub(crate) fn at_byte_of(bytes: &[u8], offset: usize) -> Self {
        let before = &bytes[..offset.min(bytes.len())];
        // A CR ends a line unless an LF follows, which then does.
        let ends_line =
            |&at: &usize| before[at] == b'\n' || (before[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        let ends = (0..before.len()).filter(ends_line);
        let (lines, start) = ends.fold((0, 0), |(lines, _), at| (lines + 1, at + 1));
        // Every byte but the continuation bytes begins a character.
        let characters = before[start..].iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        Self { line: lines + 1, column: characters + 1 }
    }
}

impl Defect {
    /// A defect of a file as a whole.
    pub fn new(fault: impl Fault) -> Self {
        Self { place: None, pointer: None, fault: Arc::new(fault) }
    }

    /// The same at a place of the text.
    #[must_use]
    pub fn at(self, place: Place) -> Self {
        Self { place: Some(place), ..self }
    }

    /// The same at a value of a JSON file.
    #[must_use]
    pub fn with_pointer(self, pointer: String) -> Self {
        Self { pointer: Some(pointer), ..self }
    }

    /// Where in the text.
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// The JSON pointer (RFC 6901) of the value, empty for the whole document.
    pub fn pointer(&self) -> Option<&str> {
        self.pointer.as_deref()
    }

    /// The rule that is broken, with its values.
    pub fn fault(&self) -> &dyn Fault {
        &*self.fault
    }

    /// Its lines of a report, with the place in `file`.
    fn findings(&self, file: &str) -> impl Iterator<Item = Finding> {
        self.fault.findings().into_iter().map(|finding| Finding {
            file: Some(file.to_owned()),
            line: self.place.map(|place| place.line),
            column: self.place.map(|place| place.column),
            pointer: self.pointer.clone(),
            ..finding
        })
    }
}

impl Defects {
    /// An empty list for a reader that obeys `limits`.
    pub fn new(limits: &Limits) -> Self {
        Self { kept: Vec::new(), most: limits.get(Limit::DefectsShown), more: 0 }
    }

    /// Adds a defect. It is made only if it will be shown, because finding its place may cost time.
    pub fn push(&mut self, defect: impl FnOnce() -> Defect) {
        if (self.kept.len() as u64) < self.most { self.kept.push(defect()) } else { self.more += 1 }
    }

    /// Whether nothing is wrong so far.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The error, if anything is wrong; defects in the order of their places.
    ///
    /// # Errors
    /// [`ReadError`] with all of them.
    pub fn into_result(mut self, file: &str) -> Result<(), ReadError> {
        if self.kept.is_empty() {
            return Ok(());
        }
        self.kept.sort_by_key(Defect::place);
        Err(ReadError { file: file.to_owned(), defects: self.kept, more: self.more })
    }
}

impl ReadError {
    /// A file that is refused for a single reason.
    pub fn new(file: impl Into<String>, defect: Defect) -> Self {
        Self { file: file.into(), defects: vec![defect], more: 0 }
    }

    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// What is wrong; at least one, in the order of the text.
    pub fn defects(&self) -> &[Defect] {
        &self.defects
    }

    /// How many more defects there are than [`ReadError::defects`] lists.
    pub fn more(&self) -> usize {
        self.more
    }
}

impl Fault for ReadError {
    fn findings(&self) -> Vec<Finding> {
        self.defects.iter().flat_map(|defect| defect.findings(&self.file)).collect()
    }

    fn more(&self) -> usize {
        self.more
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.findings().iter().map(Finding::to_string).collect();
        f.write_str(&lines.join("\n"))?;
        if self.more > 0 {
            write!(f, "\n{}: and {} more", escaped_text(&self.file), self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for ReadError {}

impl fmt::Display for Finding {
    /// One line: file, line, column, pointer, message and code, as far as they are known. The hint is left
    /// out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}:", escaped_text(file))?;
            for number in [self.line, self.column].into_iter().flatten() {
                write!(f, "{number}:")?;
            }
            f.write_str(" ")?;
        }
        if let Some(pointer) = self.pointer.as_deref().filter(|pointer| !pointer.is_empty()) {
            write!(f, "{}: ", shown(pointer))?;
        }
        write!(f, "{} [{}]", escaped_text(&self.message), self.code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::length::{Length, LengthError};

    fn negative() -> LengthError {
        "-6.35mm".parse::<Length>().unwrap_err()
    }

    #[test]
    fn one_line_a_defect_in_the_order_of_the_text() {
        let mut defects = Defects::new(&Limits::default());
        let place = |line, column| Place { line, column };
        defects.push(|| Defect::new(negative()).at(place(14, 22)).with_pointer("/options/seam".into()));
        defects.push(|| Defect::new(negative()).at(place(2, 1)).with_pointer(String::new()));
        let error = defects.into_result("quilt\u{1b}.json").unwrap_err();
        let code = negative().code();
        assert_eq!(
            error.to_string(),
            format!(
                "quilt\\u{{1b}}.json:2:1: `-6.35mm` is negative; allowed 0 to 10000 mm [{code}]\n\
                 quilt\\u{{1b}}.json:14:22: /options/seam: `-6.35mm` is negative; allowed 0 to 10000 mm [{code}]"
            )
        );
    }

    #[test]
    fn more_defects_than_a_screen_holds_are_counted() {
        let shown = usize::try_from(Limit::DefectsShown.default_value()).expect("small");
        for found in [shown - 1, shown, shown + 1] {
            let mut defects = Defects::new(&Limits::default());
            for _ in 0..found {
                defects.push(|| Defect::new(negative()));
            }
            let error = defects.into_result("a.json").unwrap_err();
            assert_eq!(
                (error.defects().len(), error.more()),
                (found.min(shown), found.saturating_sub(shown))
            );
            let last = error.to_string().lines().last().map(str::to_owned);
            assert_eq!(last.as_deref() == Some("a.json: and 1 more"), found > shown, "{last:?}");
        }
        assert!(Defects::new(&Limits::default()).into_result("a.json").is_ok());
    }

    #[test]
    fn places_count_characters_and_every_kind_of_line_end() {
        for (text, offset, line, column) in [
            ("", 0, 1, 1),
            ("ab", 1, 1, 2),
            ("a\nb", 2, 2, 1),
            ("a\r\nb", 3, 2, 1),
            ("a\r\nb", 2, 1, 3),
            ("a\rb", 2, 2, 1),
            ("חמ x", 5, 1, 4),
            ("a\n\n", 3, 3, 1),
        ] {
            assert_eq!(Place::at_byte(text, offset), Place { line, column }, "{text:?} at {offset}");
        }
    }
}
