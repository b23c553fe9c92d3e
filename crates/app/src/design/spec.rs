//! Describes options as data: one row each, from which the reader, the schema, the command line and the
//! studio are made.

use std::fmt;

use super::effects::Reach;
use piecework_draw::render::Content;
use piecework_tiling::limits::Limits;

/// What values an option takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OptionKind {
    /// On or off.
    Flag,
    /// A whole number; the row says its range.
    Whole,
    /// One word of a list.
    Word(&'static [Choice]),
    /// A text in the form that these words describe, such as "a length such as 6.35mm".
    Text(&'static str),
    /// Several values of one kind; on the command line with commas between them.
    List(&'static OptionKind),
    /// The name of a template, or the content of a file of one's own as an object.
    NameOrFile(&'static str),
}

/// One word that an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// The word.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// One option of a command, and the key of the same name in a design.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct OptionSpec {
    /// The key in a design. On the command line `_` becomes `-`.
    pub key: &'static str,
    /// What the option does.
    pub help: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// The value without the option, as text; none where it depends on other options.
    pub default: Option<&'static str>,
    /// What stands for the value in help texts.
    pub value_name: &'static str,
    /// The heading it is listed under; empty for those of the command itself.
    pub group: &'static str,
    /// The one-letter option on the command line.
    pub short: Option<char>,
    /// The least and greatest whole number.
    pub range: (u64, u64),
    /// Keys of options that cannot be used with it.
    pub excludes: &'static [&'static str],
    /// The key of an option that it needs.
    pub needs: Option<&'static str>,
    /// Whether the value may be left out on the command line.
    pub value_optional: bool,
    /// Whether a value may begin with a hyphen.
    pub allows_hyphen: bool,
    /// What the page in the browser calls it; empty where the key says it.
    pub label: &'static str,
    /// Whether it is about which patch gets which fabric, which the page decides in an act of its own.
    pub of_colors: bool,
    /// Lists of names that it may have, as the page knows them: papers, rolls, beds.
    pub lists: &'static [&'static str],
    /// The formats of cut files that it changes.
    pub changes: Reach,
    /// Contents of files that leave it out, and why, so that one command works for every machine.
    pub left_out: &'static [(Content, &'static str)],
    /// Contents of files that it cannot be asked for, and why.
    pub refused: &'static [(Content, &'static str)],
}

/// A row with nothing but the usual.
pub(crate) const USUAL: OptionSpec = OptionSpec {
    key: "",
    help: "",
    kind: OptionKind::Flag,
    default: None,
    value_name: "",
    group: "",
    short: None,
    range: (0, u64::MAX),
    excludes: &[],
    needs: None,
    value_optional: false,
    allows_hyphen: false,
    label: "",
    of_colors: false,
    lists: &[],
    changes: Reach::All,
    left_out: &[],
    refused: &[],
};

impl OptionSpec {
    /// The option on the command line, such as `--tab-width`.
    pub fn flag(&self) -> String {
        flag(self.key)
    }

    /// What the page in the browser calls it.
    pub fn label(&self) -> String {
        if !self.label.is_empty() {
            return self.label.to_owned();
        }
        let words = self.key.replace('_', " ");
        words.get(..1).unwrap_or_default().to_uppercase() + words.get(1..).unwrap_or_default()
    }

    /// The help text, with the lines of the source joined.
    pub fn about(&self) -> String {
        self.help.split_whitespace().collect::<Vec<&str>>().join(" ")
    }
}

/// A key as an option of the command line.
pub fn flag(key: &str) -> String {
    format!("--{}", key.replace('_', "-"))
}

/// What the reader of a value may ask for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ask<'a> {
    /// The row of the option.
    pub spec: &'a OptionSpec,
    /// The limits that reading obeys.
    pub limits: &'a Limits,
}

impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.flag())
    }
}
