//! What can be wrong with an option, or with its value.

use crate::error::Error;
use crate::fault::{Fault, Finding, fault};
use crate::names::nearest;
use crate::text::shown;

fault! {
    /// What is wrong with an option. Options are named as they are typed, such as `--kerf`.
    pub enum OptionError {
        UnknownOption { found: String, nearest: Option<&'static str> } = E2201 {
            message("there is no option `{found}`", found = shown(found))
            found("{found}", found = shown(found))
            meant(Some(near) = nearest => "{near}")
        }
        UnknownName { found: String, expected: &'static str, nearest: Option<&'static str> } = E2239 {
            message("`{found}` is not {expected}", found = shown(found))
            found("{found}", found = shown(found)) allowed("{expected}")
            meant(Some(near) = nearest => "{near}")
        }
        BadValue { found: String, expected: &'static str } = E2202 {
            message("`{found}` is not {expected}", found = shown(found))
            found("{found}", found = shown(found)) allowed("{expected}")
        }
        UnknownWord { found: String, allowed: Vec<&'static str> } = E2203 {
            message("`{found}` is not one of {words}", found = shown(found), words = allowed.join(", "))
            found("{found}", found = shown(found)) allowed("{words}", words = allowed.join(", "))
            meant(Some(near) = nearest(found, allowed.iter().copied()) => "{near}")
        }
        OutOfRange { found: String, least: u64, most: u64 } = E2204 {
            message("`{found}` is not a whole number{range}", found = shown(found), range = range(*least, *most))
            found("{found}", found = shown(found)) allowed("{least} to {most}")
            if let Some(number) = without_unit(found) => help("it is a count, such as of cells, and has no unit: `{number}`", number = shown(number))
        }
        Conflict { option: String, other: String } = E2205 {
            message("`{option}` cannot be used with `{other}`")
            about("{option}")
            help("leave out `{option}` or the other one")
        }
        Needs { option: String, other: String } = E2206 {
            message("`{option}` needs `{other}`")
            about("{option}")
            help("add `{other}`, or leave out `{option}`")
        }
        NoEffect { option: String, reason: NoEffect } = E2207 {
            message("`{option}` has no effect {why}", why = reason.in_words())
            about("{option}")
            if let NoEffect::In(_) = reason => help("leave out `{option}`, or choose other `--formats`")
            help("leave out `{option}`")
        }
        NotPositive { option: String } = E2217 {
            message("`{option}` must be more than 0")
            about("{option}")
        }
    } from {
        /// The value of an option is wrong.
        Value(WrongValue),
        /// An error of the room that the value is for.
        Other(Error),
    }
}

/// The whole number of a length such as `1in`, where only that is wanted.
fn without_unit(found: &str) -> Option<&str> {
    let number = found.trim_end_matches(|c: char| c.is_alphabetic() || c == '"').trim_end();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && number.len() < found.len()).then_some(number)
}

/// The numbers of a range, in words.
fn range(least: u64, most: u64) -> String {
    if most < u64::from(u32::MAX) { format!(" from {least} to {most}") } else { format!(", {least} or more") }
}

/// What is wrong with the value of an option, with the option before the message.
#[derive(Debug)]
pub struct WrongValue {
    option: String,
    error: Error,
}

impl Fault for WrongValue {
    fn findings(&self) -> Vec<Finding> {
        let mut findings = self.error.findings();
        // A file has its place before the message.
        for finding in findings.iter_mut().filter(|finding| finding.file.is_none()) {
            finding.message = format!("`{}`: {}", self.option, finding.message);
        }
        findings.into_iter().map(|finding| finding.about(&self.option)).collect()
    }
}

impl std::fmt::Display for WrongValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}`: {}", self.option, self.error)
    }
}

impl std::error::Error for WrongValue {}

/// Why an option has no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoEffect {
    /// It is about something that only another option asks for.
    Without(&'static str),
    /// It contradicts what another option asks for.
    With(&'static str),
    /// It changes none of these files.
    In(Vec<&'static str>),
    /// Something else decides it already.
    Because(&'static str),
}

impl NoEffect {
    fn in_words(&self) -> String {
        match self {
            NoEffect::Without(other) => format!("without `{other}`"),
            NoEffect::With(other) => format!("with `{other}`"),
            NoEffect::In(formats) => format!("in {} files", formats.join(", ")),
            NoEffect::Because(reason) => format!("because {reason}"),
        }
    }
}

impl OptionError {
    /// Returns the error of an option without effect, because something else decides it.
    pub fn no_effect(option: impl Into<String>, reason: &'static str) -> Self {
        Self::NoEffect { option: option.into(), reason: NoEffect::Because(reason) }
    }

    /// Returns the error of a value, with its option.
    pub fn of_value(option: String, error: Error) -> Self {
        WrongValue { option, error }.into()
    }
}
