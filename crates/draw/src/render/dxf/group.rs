//! Writes groups, the pairs of a code and a value that make up a DXF file.

use std::fmt::{Display, Write};

/// A DXF file being written.
#[derive(Debug, Default)]
pub(super) struct Groups {
    text: String,
}

impl Groups {
    /// Adds a group. `value` is ASCII without line breaks.
    pub(super) fn put(&mut self, code: u16, value: impl Display) {
        // Writing to memory cannot fail.
        let _ = write!(self.text, "{code:>3}\r\n{value}\r\n");
    }

    /// Adds groups in order.
    pub(super) fn put_all(&mut self, groups: &[(u16, &str)]) {
        for (code, value) in groups {
            self.put(*code, value);
        }
    }

    /// Adds a comment; see [`ascii`].
    pub(super) fn comment(&mut self, text: &str) {
        self.put(999, ascii(text));
    }

    /// Adds how the drawing was made, in as many comments as needed; see [`recipe_lines`].
    pub(super) fn recipe(&mut self, recipe: Option<&str>) {
        for line in recipe.map(recipe_lines).unwrap_or_default() {
            self.put(999, line);
        }
    }

    /// Adds a section.
    pub(super) fn section(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.put_all(&[(0, "SECTION"), (2, name)]);
        inside(self);
        self.put(0, "ENDSEC");
    }

    /// Returns the finished file.
    pub(super) fn finish(mut self) -> String {
        self.put(0, "EOF");
        self.text
    }
}

/// Converts a text for DXF: one line of at most 250 printable ASCII characters, others as `\U+XXXX`, or as
/// `?` where four digits are not enough.
pub(super) fn ascii(text: &str) -> String {
    const MOST: usize = 250;
    let mut ascii = String::new();
    for c in text.chars() {
        let part = match c {
            ' '..='~' => c.to_string(),
            _ if c.is_control() => "?".to_owned(),
            '\u{80}'..='\u{FFFF}' => format!("\\U+{:04X}", u32::from(c)),
            _ => "?".to_owned(),
        };
        if ascii.len() + part.len() > MOST {
            break;
        }
        ascii.push_str(&part);
    }
    ascii
}

/// The beginning of the first comment of a recipe, and of every further one.
pub(crate) const RECIPE: [&str; 2] = ["recipe: ", "recipe+ "];

/// Splits a recipe into comments of printable ASCII without loss: other characters, and backslashes, become
/// `\U+XXXX` in units of UTF-16.
fn recipe_lines(recipe: &str) -> Vec<String> {
    const MOST: usize = 240;
    let mut lines = vec![RECIPE[0].to_owned()];
    for c in recipe.chars() {
        let part = match c {
            ' '..='[' | ']'..='~' => c.to_string(),
            _ => c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\U+{unit:04X}")).collect(),
        };
        match lines.last_mut() {
            Some(line) if line.len() + part.len() <= MOST => line.push_str(&part),
            Some(line) => {
                // A comment never ends in a space, which a reader might strip.
                let end = line.trim_end_matches(' ').len();
                let blanks = line.split_off(end);
                lines.push(format!("{}{blanks}{part}", RECIPE[1]));
            }
            None => {}
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_loses_nothing() {
        assert_eq!(
            recipe_lines("cut a\\b \u{416}\u{1F9E9}"),
            ["recipe: cut a\\U+005Cb \\U+0416\\U+D83E\\U+DDE9"]
        );
        let long = recipe_lines("word ".repeat(100).trim_end());
        assert!(long.len() == 3 && long[1..].iter().all(|line| line.starts_with("recipe+ ")), "{long:?}");
        assert!(long.iter().all(|line| line.len() <= 240 && !line.ends_with(' ')));
    }

    #[test]
    fn text_is_one_line_of_ascii() {
        for (text, expected) in [
            ("Pentominoes 6 x 10", "Pentominoes 6 x 10"),
            ("Жук", "\\U+0416\\U+0443\\U+043A"),
            ("a\r\n0\r\nEOF", "a??0??EOF"),
            ("\u{1F9E9}\u{7F}\u{85}", "???"),
        ] {
            assert_eq!(ascii(text), expected);
        }
        assert_eq!(ascii(&"é".repeat(100)).len(), 245, "no character is cut in two");
    }
}
