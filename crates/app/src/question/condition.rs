//! Reads what tilings are chosen and sorted by, and answers it for any number of tilings.
//!
//! A text is refused with the column of the mistake before any tiling is looked at. After that, only a key that a
//! tiling does not have can fail.

use super::{Figures, KEYS, Key, QuestionError, key};
use piecework_tiling::names::nearest;

/// Compares two values.
type Compare = fn(&i64, &i64) -> bool;

/// Longer signs come before their beginnings.
const COMPARISONS: [(&str, Compare); 6] =
    [("==", i64::eq), ("!=", i64::ne), ("<=", i64::le), (">=", i64::ge), ("<", i64::lt), (">", i64::gt)];

/// Comparisons joined by `&&` and `||`, to choose tilings. `&&` binds more tightly.
///
/// # Examples
/// ```
/// use piecework_app::question::{Condition, Figures};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
/// let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
/// let tiling = infer_from_grid("two", &grids[0])?;
/// let condition = Condition::read("fault_lines == 0 && set_in_corners > 1")?;
/// assert!(condition.holds(&Figures::new(&tiling))?);
/// let wrong = Condition::read("fault_lines = 0").unwrap_err();
/// assert_eq!(wrong.to_string(), "`fault_lines = 0`, column 13: `=` does not fit here");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Condition {
    /// One of these holds: each is what stands between `||`.
    any: Vec<Vec<Comparison>>,
}

#[derive(Debug)]
struct Comparison {
    sides: [Side; 2],
    compare: Compare,
}

#[derive(Debug)]
enum Side {
    Key(&'static Key),
    Number(i64),
}

impl Condition {
    /// Reads a condition.
    ///
    /// # Errors
    /// [`QuestionError`] with the column of the mistake.
    pub fn read(text: &str) -> Result<Self, QuestionError> {
        let mut rest = Rest { text, at: 0 };
        let mut any = Vec::new();
        let mut all = Vec::new();
        loop {
            all.push(rest.comparison()?);
            match rest.sign(&[("&&", false), ("||", true)]) {
                Some(false) => {}
                Some(true) => any.push(std::mem::take(&mut all)),
                None if rest.is_empty() => break,
                None => return Err(rest.unreadable()),
            }
        }
        any.push(all);
        Ok(Self { any })
    }

    /// Returns whether a key occurs in it.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        let mut sides = self.any.iter().flatten().flat_map(|comparison| &comparison.sides);
        sides.any(|side| matches!(side, Side::Key(key) if key.name == name))
    }

    /// Returns whether it is true of a tiling. It looks only at what decides.
    ///
    /// # Errors
    /// Those of [`Figures::get`].
    pub fn holds(&self, figures: &Figures<'_>) -> Result<bool, QuestionError> {
        for all in &self.any {
            let mut holds = true;
            for Comparison { sides: [first, second], compare } in all {
                holds = compare(&first.value(figures)?, &second.value(figures)?);
                if !holds {
                    break;
                }
            }
            if holds {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Side {
    fn value(&self, figures: &Figures<'_>) -> Result<i64, QuestionError> {
        match self {
            Side::Key(key) => figures.get(key),
            Side::Number(number) => Ok(*number),
        }
    }
}

/// A key that tilings are sorted by, smallest first; with a minus before it, largest first.
#[derive(Debug)]
pub struct SortKey {
    key: &'static Key,
    descends: bool,
}

impl SortKey {
    /// Reads a key, such as `-crossings`.
    ///
    /// # Errors
    /// [`QuestionError::NoSuchKey`].
    pub fn read(text: &str) -> Result<Self, QuestionError> {
        let written = text.trim();
        let name = written.strip_prefix('-');
        let key =
            known(text, column(text, text.len() - text.trim_start().len()), name.unwrap_or(written).trim())?;
        Ok(Self { key, descends: name.is_some() })
    }

    /// Returns whether it is this key.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.key.name == name
    }

    /// Returns the number by which a tiling is sorted: the least comes first.
    ///
    /// # Errors
    /// Those of [`Figures::get`].
    pub fn number(&self, figures: &Figures<'_>) -> Result<i64, QuestionError> {
        let number = figures.get(self.key)?;
        Ok(if self.descends { -number } else { number })
    }
}

fn known(text: &str, column: usize, name: &str) -> Result<&'static Key, QuestionError> {
    let names = || KEYS.iter().map(|key| key.name);
    key(name).ok_or_else(|| QuestionError::NoSuchKey {
        text: text.to_owned(),
        column,
        found: name.to_owned(),
        nearest: nearest(name, names()),
        keys: names().collect::<Vec<_>>().join(", "),
    })
}

/// Returns the place of a byte in characters, from 1.
fn column(text: &str, at: usize) -> usize {
    text[..at].chars().count() + 1
}

/// What is left to read of a text.
struct Rest<'a> {
    text: &'a str,
    /// The bytes already read.
    at: usize,
}

impl<'a> Rest<'a> {
    /// Skips blanks; returns what follows.
    fn rest(&mut self) -> &'a str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest
    }

    fn is_empty(&mut self) -> bool {
        self.rest().is_empty()
    }

    /// Takes the letters, digits and underscores that follow.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Takes the sign that follows, if it is one of these, and returns what belongs to it.
    fn sign<T: Copy>(&mut self, signs: &[(&str, T)]) -> Option<T> {
        let rest = self.rest();
        let &(sign, found) = signs.iter().find(|(sign, _)| rest.starts_with(sign))?;
        self.at += sign.len();
        Some(found)
    }

    fn comparison(&mut self) -> Result<Comparison, QuestionError> {
        let first = self.side()?;
        let compare = self.sign(&COMPARISONS).ok_or_else(|| self.unreadable())?;
        Ok(Comparison { sides: [first, self.side()?], compare })
    }

    /// Reads a key or a whole number.
    fn side(&mut self) -> Result<Side, QuestionError> {
        let start = self.text.len() - self.rest().len();
        let word = self.word();
        if let Ok(number) = word.parse() {
            return Ok(Side::Number(number));
        }
        if word.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return known(self.text, column(self.text, start), word).map(Side::Key);
        }
        self.at = start;
        Err(self.unreadable())
    }

    /// What follows does not fit.
    fn unreadable(&mut self) -> QuestionError {
        let rest = self.rest();
        let column = column(self.text, self.at);
        let word = self.word();
        let found =
            if word.is_empty() { rest.chars().next().map(String::from) } else { Some(word.to_owned()) };
        QuestionError::Unreadable { text: self.text.to_owned(), column, found }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::tiling;
    use piecework_tiling::fault::Fault;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::tiling::Tiling;

    fn four() -> Tiling {
        tiling(Lattice::Square, "AAB\nABB\nCCC\nDDD")
    }

    #[test]
    fn conditions_hold_or_do_not() {
        let tiling = four();
        for (text, expected) in [
            ("fault_lines > 0", true),
            ("fault_lines == 2 && crossings == 0", true),
            ("fault_lines==2&&crossings!=0", false),
            ("pieces < 4 || pieces > 4", false),
            ("pieces < 4 || gaps <= 0 && 4 >= pieces", true),
            ("gaps == 0 || pieces < 4 && pieces < 4", true),
            ("fault_lines == set_in_corners", true),
        ] {
            let condition = Condition::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(condition.holds(&Figures::new(&tiling)).expect(text), expected, "{text}");
        }
    }

    #[test]
    fn keys_sort_up_and_down() {
        for (text, expected) in [("-fault_lines", -2), (" pieces ", 4), ("- colors", -3)] {
            let key = SortKey::read(text).expect(text);
            assert_eq!(key.number(&Figures::new(&four())).expect(text), expected, "{text}");
        }
        for (text, message) in [
            ("pieces > 1", "`pieces > 1`, column 1: there is no key `pieces > 1`"),
            (" -piece", "` -piece`, column 2: there is no key `piece`"),
        ] {
            assert_eq!(SortKey::read(text).expect_err(text).to_string(), message);
        }
    }

    #[track_caller]
    fn refuses(text: &str, code: &str, message: &str) {
        let error = Condition::read(text).unwrap_err();
        assert_eq!((error.code(), error.to_string()), (code, format!("`{text}`, {message}")), "{text}");
    }

    #[test]
    fn wrong_conditions_are_refused_with_the_column() {
        refuses("fault_lines >", "E2001", "column 14: something is missing at the end");
        refuses("", "E2001", "column 1: something is missing at the end");
        refuses("gaps", "E2001", "column 5: something is missing at the end");
        refuses("pieces = 3", "E2001", "column 8: `=` does not fit here");
        refuses("pieces > > 3", "E2001", "column 10: `>` does not fit here");
        refuses("pieces > 3 gaps", "E2001", "column 12: `gaps` does not fit here");
        refuses("pieces > 1 && gaps", "E2001", "column 19: something is missing at the end");
        refuses("pieces + 1 > 3", "E2001", "column 8: `+` does not fit here");
        refuses("(pieces > 3)", "E2001", "column 1: `(` does not fit here");
        refuses("pieces > 3ä", "E2001", "column 10: `3ä` does not fit here");
        refuses(
            "pieces > 9223372036854775808",
            "E2001",
            "column 10: `9223372036854775808` does not fit here",
        );
        refuses("pieces == \u{1f600}", "E2001", "column 11: `\u{1f600}` does not fit here");
        refuses("pieces > 1 && faults > 0", "E2002", "column 15: there is no key `faults`");
        refuses("ä > 1", "E2002", "column 1: there is no key `ä`");
        let error = Condition::read("crossing > 0").unwrap_err();
        assert_eq!(error.help().as_deref(), Some("did you mean `crossings`?"));
    }

    #[test]
    fn an_error_about_one_tiling_is_reported() {
        let hexagons = tiling(Lattice::Hex, "A A\n B B");
        let ask = |text: &str| Condition::read(text).expect(text).holds(&Figures::new(&hexagons));
        assert!(!ask("pieces > 9 && straight_rectangles > 1").expect("what need not be known is not asked"));
        assert!(matches!(ask("straight_rectangles > 1"), Err(QuestionError::Piecing(_))));
    }
}
