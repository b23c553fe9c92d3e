//! Writes the whole pattern as plain text: for screen readers, and for reading aloud at the machine.
//!
//! Headings are underlined, and every line begins with a hyphen.

use super::in_words::{Part, in_words};
use crate::plan::QuiltPlan;

/// The most characters in a line.
const LINE: usize = 100;

/// Writes the pattern as plain text: the parts of [`in_words`] one after the other.
pub fn plain_text(plan: &QuiltPlan) -> String {
    let mut text = Text::default();
    for (index, Part { title, lines, .. }) in in_words(plan).iter().enumerate() {
        text.heading(title, if index == 0 { '=' } else { '-' });
        lines.iter().for_each(|line| text.item(line));
    }
    text.0
}

/// Text that grows.
#[derive(Default)]
struct Text(String);

impl Text {
    fn heading(&mut self, words: &str, rule: char) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        let rule: String = std::iter::repeat_n(rule, words.chars().count()).collect();
        self.0.push_str(&format!("{words}\n{rule}\n"));
    }

    /// Words in lines, the first after a hyphen and the others below its words.
    fn item(&mut self, words: &str) {
        let mut line = "- ".to_owned();
        let mut is_new = true;
        for word in words.split_whitespace() {
            if !is_new && line.chars().count() + 1 + word.chars().count() > LINE {
                self.0.push_str(&line);
                self.0.push('\n');
                "  ".clone_into(&mut line);
                is_new = true;
            }
            if !is_new {
                line.push(' ');
            }
            line.push_str(word);
            is_new = false;
        }
        self.0.push_str(&line);
        self.0.push('\n');
    }
}
