//! Groups: the pairs of a code and a value that a DXF file is made of.

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

    /// Adds a section.
    pub(super) fn section(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.put_all(&[(0, "SECTION"), (2, name)]);
        inside(self);
        self.put(0, "ENDSEC");
    }

    /// The file, ended.
    pub(super) fn finish(mut self) -> String {
        self.put(0, "EOF");
        self.text
    }
}

/// The text as DXF may hold it: one line of at most 250 printable ASCII characters, anything else as `\U+XXXX`, or as `?`
/// where four digits are not enough.
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

#[cfg(test)]
mod tests {
    use super::*;

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
