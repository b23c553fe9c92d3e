//! Values as a reader asks for them. Each answer is the value, or nothing and a defect noted in the document.

use super::Document;
use super::rule::ValueError;
use super::scan::{Content, Member, Value};
use crate::fault::Fault;
use crate::length::Length;
use crate::limits::{Limit, Limits};
use crate::names;
use crate::text;

/// One value of a document.
#[derive(Debug, Clone, Copy)]
pub struct Node<'d> {
    document: &'d Document<'d>,
    value: &'d Value,
}

/// A value that is an object with known keys only.
#[derive(Debug, Clone, Copy)]
pub struct Object<'d> {
    node: Node<'d>,
    members: &'d [Member],
}

impl<'d> Node<'d> {
    pub(super) fn new(document: &'d Document<'_>, value: &'d Value) -> Self {
        Self { document, value }
    }

    /// The limits that the reader obeys.
    pub fn limits(self) -> &'d Limits {
        self.document.limits()
    }

    /// Notes that the value breaks a rule of the reader.
    pub fn refuse(self, fault: impl Fault) {
        self.document.note(self.value.start, || fault);
    }

    /// The same for a fault that takes work to describe: it is described only if it will be shown.
    pub fn refuse_with<F: Fault>(self, fault: impl FnOnce() -> F) {
        self.document.note(self.value.start, fault);
    }

    /// The value of `result`; its error is noted here.
    pub fn check<T>(self, result: Result<T, impl Fault>) -> Option<T> {
        result.map_err(|fault| self.refuse(fault)).ok()
    }

    /// Notes that a value of another type must be here, and gives nothing.
    pub fn wrong_type<T>(self, expected: &'static str) -> Option<T> {
        let raw = self.document.raw(self.value);
        let found = match &self.value.content {
            Content::Null => "`null`".to_owned(),
            Content::Boolean(_) => format!("`{raw}`"),
            Content::Number => format!("the number `{}`", text::shown(raw)),
            Content::Text(text) => format!("the text `{}`", text::shown(text)),
            Content::Array(_) => "a list".to_owned(),
            Content::Object(_) => "an object".to_owned(),
        };
        self.refuse(ValueError::WrongType { found, expected });
        None
    }

    /// An object. Keys that are not in `keys` are noted, unless they begin with `x-`: those are for others.
    pub fn object(self, keys: &[&'static str]) -> Option<Object<'d>> {
        let Content::Object(members) = &self.value.content else {
            return self.wrong_type("an object in `{ }`");
        };
        for member in members.iter().filter(|member| !is_known(&member.key, keys)) {
            self.document.note(member.key_at, || ValueError::UnknownKey {
                found: text::shown(&member.key),
                nearest: names::nearest(&member.key, keys.iter().copied()),
                allowed: keys.to_vec(),
            });
        }
        for &key in keys {
            // Equal keys are refused while reading; these are equal but for their spelling.
            for again in members.iter().filter(|member| text::is_word(key, &member.key)).skip(1) {
                self.document.note(again.key_at, || ValueError::KeysExclude { key, other: key });
            }
        }
        Some(Object { node: self, members })
    }

    /// The outermost object of a piecework file, whose key `piecework` tells the format. A file of a later
    /// format than `newest` is refused for that alone: its other keys may mean anything.
    pub fn file(self, keys: &[&'static str], newest: i64) -> Option<Object<'d>> {
        const KEY: &str = "piecework";
        if let Content::Object(members) = &self.value.content {
            let format = Object { node: self, members }.get(KEY);
            let number = format.and_then(Node::whole_number);
            if let (Some(node), Some(found)) = (format, number.filter(|&found| found > newest)) {
                node.refuse(ValueError::LaterFormat { found, known: newest });
                return None;
            }
        }
        let object = self.object(keys)?;
        // Without a format it is still worth telling what else is wrong.
        let _ = object.require(KEY).and_then(|node| node.integer(1, newest));
        Some(object)
    }

    /// An object with whatever keys it has, which another reader checks.
    pub fn any_object(self) -> Option<Object<'d>> {
        let Content::Object(members) = &self.value.content else {
            return self.wrong_type("an object in `{ }`");
        };
        Some(Object { node: self, members })
    }

    /// The text of the value as it is in the file.
    pub fn raw(self) -> &'d str {
        self.document.raw(self.value)
    }

    /// Notes that this value, of `key`, cannot be there beside `other`.
    pub fn excludes(self, key: &'static str, other: &'static str) {
        self.refuse(ValueError::KeysExclude { key, other });
    }

    /// Whether the value is an object, for places where several types may stand.
    pub fn is_object(self) -> bool {
        matches!(self.value.content, Content::Object(_))
    }

    /// Whether the value is an object with this key.
    pub fn has(self, key: &str) -> bool {
        matches!(&self.value.content, Content::Object(members) if members.iter().any(|member| &*member.key == key))
    }

    /// Whether the value is this text.
    pub fn is_text_of(self, word: &str) -> bool {
        matches!(&self.value.content, Content::Text(text) if &**text == word)
    }

    /// The whole number that is here, if it is one; otherwise nothing is noted. For a look ahead.
    pub fn whole_number(self) -> Option<i64> {
        self.document.raw(self.value).parse().ok().filter(|_| self.is_number())
    }

    /// Whether the value is a number.
    pub fn is_number(self) -> bool {
        matches!(self.value.content, Content::Number)
    }

    /// The entries of a list with `least` to `most` of them.
    pub fn list(self, least: u64, most: u64) -> Option<Vec<Node<'d>>> {
        let Content::Array(items) = &self.value.content else {
            return self.wrong_type("a list in `[ ]`");
        };
        let found = items.len() as u64;
        if found < least || found > most {
            self.refuse(ValueError::ListLength { found, least, most });
            return None;
        }
        Some(items.iter().map(|item| Node::new(self.document, item)).collect())
    }

    /// A text as it is there, whatever it holds.
    pub fn text(self) -> Option<&'d str> {
        match &self.value.content {
            Content::Text(text) => Some(text),
            _ => self.wrong_type("a text in `\" \"`"),
        }
    }

    /// A name or title of at most this many characters as `limit` says; see [`text::gate`].
    pub fn name(self, limit: Limit) -> Option<&'d str> {
        let name = self.text()?;
        self.check(text::gate(name, self.limits().get(limit)))?;
        Some(name)
    }

    /// One word of a list, as what it stands for.
    pub fn word<T: Clone>(self, words: &[(&'static str, T)]) -> Option<T> {
        let found = self.text()?;
        if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == found) {
            return Some(meaning.clone());
        }
        let allowed: Vec<&'static str> = words.iter().map(|(word, _)| *word).collect();
        let nearest = names::nearest(found, allowed.iter().copied());
        self.refuse(ValueError::UnknownWord { found: text::shown(found), nearest, allowed });
        None
    }

    /// `true` or `false`.
    pub fn boolean(self) -> Option<bool> {
        match self.value.content {
            Content::Boolean(value) => Some(value),
            _ => self.wrong_type("`true` or `false`"),
        }
    }

    /// A whole number from `least` to `most`, written without point or exponent.
    pub fn integer(self, least: i64, most: i64) -> Option<i64> {
        if !matches!(self.value.content, Content::Number) {
            return self.wrong_type("a whole number");
        }
        let raw = self.document.raw(self.value);
        if raw.contains(['.', 'e', 'E']) {
            self.refuse(ValueError::NotWhole { found: text::shown(raw) });
            return None;
        }
        // Digits that no i64 holds are out of every range.
        let value = raw.parse::<i64>().ok().filter(|value| (least..=most).contains(value));
        if value.is_none() {
            self.refuse(ValueError::IntegerRange { found: text::shown(raw), least, most });
        }
        value
    }

    /// A number of things from `least` to what `limit` allows.
    pub fn count(self, least: u32, limit: Limit) -> Option<u32> {
        let most = i64::from(u32::try_from(self.limits().get(limit)).unwrap_or(u32::MAX));
        u32::try_from(self.integer(i64::from(least), most)?).ok()
    }

    /// A finite number from `least` to `most`.
    pub fn number(self, least: f64, most: f64) -> Option<f64> {
        if !matches!(self.value.content, Content::Number) {
            return self.wrong_type("a number");
        }
        let raw = self.document.raw(self.value);
        let found = || text::shown(raw);
        let value: f64 = raw.parse().ok().filter(|value: &f64| value.is_finite()).unwrap_or(f64::INFINITY);
        if !(least..=most).contains(&value) {
            self.refuse(ValueError::NumberRange { found: found(), least, most });
            return None;
        }
        let mantissa = raw.split(['e', 'E']).next().unwrap_or(raw);
        if value == 0.0 && mantissa.contains(|c: char| matches!(c, '1'..='9')) {
            self.refuse(ValueError::TooNearZero { found: found() });
            return None;
        }
        Some(value)
    }

    /// A length as text with a unit, such as `"6.35mm"`, or the number 0.
    pub fn length(self) -> Option<Length> {
        match &self.value.content {
            Content::Text(text) => self.check(text.parse::<Length>()),
            Content::Number => self.check(self.document.raw(self.value).parse::<Length>()),
            _ => self.wrong_type("a length such as `\"6.35mm\"`"),
        }
    }
}

impl<'d> Object<'d> {
    /// The object as a value.
    pub fn node(&self) -> Node<'d> {
        self.node
    }

    /// The value of a key, if the key is there.
    pub fn get(&self, key: &str) -> Option<Node<'d>> {
        let member = self.members.iter().find(|member| text::is_word(key, &member.key))?;
        Some(Node::new(self.node.document, &member.value))
    }

    /// The value of a key that must be there.
    pub fn require(&self, key: &'static str) -> Option<Node<'d>> {
        let value = self.get(key);
        if value.is_none() {
            self.node.refuse(ValueError::MissingKey { key });
        }
        value
    }

    /// The only one of `keys` that is there, with its value. None or two of them are noted.
    pub fn one_of(&self, keys: &[&'static str]) -> Option<(&'static str, Node<'d>)> {
        let mut there = keys.iter().filter_map(|&key| Some((key, self.get(key)?)));
        let Some(first) = there.next() else {
            self.node.refuse(ValueError::MissingOneOf { keys: keys.to_vec() });
            return None;
        };
        let others: Vec<(&'static str, Node<'d>)> = there.collect();
        for (key, node) in &others {
            node.refuse(ValueError::KeysExclude { key, other: first.0 });
        }
        if others.is_empty() { Some(first) } else { None }
    }
}

/// Keys for others begin with `x-`.
fn is_known(key: &str, keys: &[&'static str]) -> bool {
    key.starts_with("x-") || keys.iter().any(|known| text::is_word(known, key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    /// What the reader says of `json`, or the value it gives.
    fn read<T>(json: &str, reader: impl Fn(Node<'_>) -> Option<T>) -> Result<T, String> {
        let source = Source::new("x", json);
        let document = Document::parse(&source, &Limits::default()).expect("good syntax");
        let value = reader(document.root());
        document.finish(value).map_err(|error| error.to_string())
    }

    #[track_caller]
    fn refuses<T>(json: &str, message: &str, reader: impl Fn(Node<'_>) -> Option<T>) {
        assert_eq!(read(json, reader).err().as_deref(), Some(message), "{json}");
    }

    #[test]
    fn integers() {
        let reader = |node: Node<'_>| node.integer(-5, 5);
        for (json, value) in [("-5", -5), ("5", 5), ("0", 0), ("-0", 0)] {
            assert_eq!(read(json, reader), Ok(value));
        }
        for json in ["-6", "6", "2147483648", "18446744073709551616"] {
            refuses(json, &format!("x:1:1: `{json}` is out of range; allowed -5 to 5 [E0308]"), reader);
        }
        let digits = "9".repeat(10_000);
        let cut = format!("{}…", "9".repeat(79));
        refuses(&digits, &format!("x:1:1: `{cut}` is out of range; allowed -5 to 5 [E0308]"), reader);
        for json in ["1.0", "1e2", "0.5"] {
            refuses(json, &format!("x:1:1: `{json}` is not a whole number [E0307]"), reader);
        }
        refuses("\"5\"", "x:1:1: found the text `5`, expected a whole number [E0306]", reader);
        refuses("null", "x:1:1: found `null`, expected a whole number [E0306]", reader);
    }

    #[test]
    fn numbers() {
        let reader = |node: Node<'_>| node.number(0.0, 100.0);
        for (json, value) in [("0", 0.0), ("0.0e9", 0.0), ("1e2", 100.0), ("6.35", 6.35)] {
            assert_eq!(read(json, reader), Ok(value));
        }
        for json in ["-1", "100.1", "1e400", "-1e400"] {
            refuses(json, &format!("x:1:1: `{json}` is out of range; allowed 0 to 100 [E0309]"), reader);
        }
        refuses("1e-400", "x:1:1: `1e-400` is too near zero [E0310]", reader);
        refuses("[1]", "x:1:1: found a list, expected a number [E0306]", reader);
    }

    #[test]
    fn objects_and_keys() {
        const KEYS: &[&str] = &["rows", "cells"];
        let reader = |node: Node<'_>| {
            let object = node.object(KEYS)?;
            object.one_of(KEYS).map(|(key, _)| key)
        };
        assert_eq!(read(r#"{"cells": 1, "x-note": {"y": 2}}"#, reader), Ok("cells"));
        refuses("{}", "x:1:1: one of the keys `rows`, `cells` is missing [E0304]", reader);
        let both = "x:1:12: /cells: keys `cells` and `rows` exclude each other [E0305]";
        refuses(r#"{"cells":  1, "rows": 2}"#, both, reader);
        let unknown = "x:1:12: /cell: key `cell` is not known here [E0301]";
        refuses(r#"{"rows": 1,"cell": 2}"#, unknown, reader);
        assert_eq!(
            read(r#"{"colour": 1}"#, |node| node.object(&["color"])?.get("color")?.integer(0, 9)),
            Ok(1)
        );
        let twice = "x:1:13: /colour: keys `color` and `color` exclude each other [E0305]";
        refuses(r#"{"color": 1,"colour": 2}"#, twice, |node| node.object(&["color"]).map(|_| ""));
        refuses("[1, 2]", "x:1:1: found a list, expected an object in `{ }` [E0306]", reader);
    }

    #[test]
    fn a_later_format_is_refused_for_that_alone() {
        let reader = |node: Node<'_>| node.file(&["piecework", "name"], 1).map(|_| ());
        assert_eq!(read(r#"{"piecework": 1}"#, reader), Ok(()));
        let later =
            "x:1:15: /piecework: the file needs piecework format 2; this program reads up to 1 [E0314]";
        refuses(r#"{"piecework": 2, "new": []}"#, later, reader);
        refuses(r#"{"name": 1}"#, "x:1:1: key `piecework` is missing [E0303]", reader);
        let zero = "x:1:15: /piecework: `0` is out of range; allowed 1 [E0308]";
        refuses(r#"{"piecework": 0}"#, zero, reader);
    }

    #[test]
    fn words_lists_names_and_lengths() {
        let word = |node: Node<'_>| node.word(&[("free", 1), ("fixed", 2)]);
        assert_eq!(read("\"fixed\"", word), Ok(2));
        refuses("\"fredom\"", "x:1:1: `fredom` is not known; allowed `free`, `fixed` [E0311]", word);
        let list = |node: Node<'_>| node.list(2, 2).map(|items| items.len());
        assert_eq!(read("[1, 2]", list), Ok(2));
        refuses("[1]", "x:1:1: the list has `1` entries; allowed 2 [E0313]", list);
        let name = |node: Node<'_>| node.name(Limit::NameCharacters).map(str::to_owned);
        assert_eq!(read("\"חמש\"", name).as_deref(), Ok("חמש"));
        refuses("\"a\\u0000\"", "x:1:1: character 2 is U+0000, a control character [E0333]", name);
        let length = |node: Node<'_>| node.length().map(Length::mm);
        assert_eq!(read("\"1/4in\"", length), Ok(6.35));
        assert_eq!(read("0", length), Ok(0.0));
        refuses("6.35", "x:1:1: `6.35` has no unit [E0322]", length);
        refuses("true", "x:1:1: found `true`, expected a length such as `\"6.35mm\"` [E0306]", length);
    }
}
