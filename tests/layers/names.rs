//! Extracts the names that a file takes from others: its `use` lines and the paths in its code.

use crate::source::Token;

/// A path such as `super::plan::Cut`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Name {
    pub(crate) path: Vec<String>,
    pub(crate) line: usize,
    pub(crate) way: Way,
}

/// How a file refers to a name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Way {
    /// `use path as here`.
    Import { here: String, public: bool },
    /// The path itself, in code.
    Path,
}

/// All names in the code of a file.
pub(crate) fn names(tokens: &[Token]) -> Vec<Name> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if text(tokens, at) == "use" {
            let public = at > 0 && ["pub", ")"].contains(&text(tokens, at - 1));
            at = import(tokens, at + 1, &[], public, &mut found);
        } else {
            at = path(tokens, at, &mut found);
        }
    }
    found
}

fn text(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| token.text.as_str())
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Reads one branch of a `use` line and returns where it ends.
fn import(tokens: &[Token], mut at: usize, before: &[String], public: bool, found: &mut Vec<Name>) -> usize {
    let mut path = before.to_vec();
    let line = tokens.get(at).map_or(0, |token| token.line);
    loop {
        match text(tokens, at) {
            "{" => return group(tokens, at + 1, &path, public, found),
            "::" => {}
            "self" if !path.is_empty() => {}
            word if is_word(word) || word == "*" => path.push(word.to_owned()),
            _ => break,
        }
        at += 1;
        if text(tokens, at) == "as" {
            break;
        }
    }
    let mut here = path.last().cloned().unwrap_or_default();
    if text(tokens, at) == "as" {
        here = text(tokens, at + 1).to_owned();
        at += 2;
    }
    found.push(Name { path, line, way: Way::Import { here, public } });
    at
}

/// Reads the branches in braces.
fn group(tokens: &[Token], mut at: usize, before: &[String], public: bool, found: &mut Vec<Name>) -> usize {
    while at < tokens.len() && text(tokens, at) != "}" {
        at = import(tokens, at, before, public, found);
        if text(tokens, at) == "," {
            at += 1;
        }
    }
    at + 1
}

/// Reads a path of several words in code, if one begins here, and returns where to continue.
fn path(tokens: &[Token], from: usize, found: &mut Vec<Name>) -> usize {
    let begins = is_word(text(tokens, from)) && text(tokens, from + 1) == "::";
    if !begins {
        return from + 1;
    }
    let mut path = vec![text(tokens, from).to_owned()];
    let mut at = from + 1;
    while text(tokens, at) == "::" && is_word(text(tokens, at + 1)) {
        path.push(text(tokens, at + 1).to_owned());
        at += 2;
    }
    found.push(Name { path, line: tokens[from].line, way: Way::Path });
    at.max(from + 1)
}

#[test]
fn imports_and_paths_are_read() {
    let said = |code: &str| {
        let names = names(&crate::source::tokens(code));
        names.iter().map(|name| (name.path.join("::"), name.way.clone())).collect::<Vec<_>>()
    };
    let import =
        |path: &str, here: &str, public| (path.to_owned(), Way::Import { here: here.to_owned(), public });
    assert_eq!(
        said("pub(crate) use super::{a::B, c::{self, D as E}};"),
        [import("super::a::B", "B", true), import("super::c", "c", true), import("super::c::D", "E", true)]
    );
    assert_eq!(said("use self::x::*;"), [import("self::x::*", "*", false)]);
    let path = |path: &str| (path.to_owned(), Way::Path);
    assert_eq!(
        said("let x: crate::a::B = c::d::<E>(f.g, H::I);"),
        [path("crate::a::B"), path("c::d"), path("H::I")]
    );
}
