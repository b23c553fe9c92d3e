//! What is wrong with a command line, in the words that were typed, and what to type instead.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command};
use piecework::design::names;
use piecework::fault::{self, Finding};
use piecework::names::{find, nearest};

use crate::args;

/// Commands, what people type there, and what they may mean; a row of commands for all begins with `*`.
const SLIPS: &str = include_str!("slips.txt");

/// Says what is wrong with `args`, which the reader of the command line has refused.
pub(crate) fn finding(error: &Error, args: &[OsString]) -> Finding {
    let all = args::command();
    let is_typed = |command: &&Command| {
        args.iter().any(|arg| command.get_all_aliases().chain([command.get_name()]).any(|name| arg == name))
    };
    let command = all.get_subcommands().find(is_typed);
    let of = command.map_or("*", Command::get_name);
    let name = command.map_or("piecework".to_owned(), |_| format!("piecework {of}"));
    let found = texts(error, ContextKind::InvalidArg);
    let first = found.first().and_then(|arg| arg.split([' ', '=']).next()).unwrap_or_default();
    let (message, help) = match error.kind() {
        ErrorKind::UnknownArgument if first.starts_with('-') => (
            format!("`{name}` has no option `{first}`"),
            wish(of, first).or_else(|| other_option(&all, command?, first)),
        ),
        ErrorKind::UnknownArgument => {
            (format!("`{first}` is one word too many for `{name}`"), wish(of, "WORD"))
        }
        ErrorKind::MissingRequiredArgument => {
            let bare = |arg: &String| {
                arg.split([' ', '.']).next().unwrap_or_default().trim_matches(['<', '>']).to_owned()
            };
            let mut needed: Vec<String> = found.iter().map(bare).collect();
            // A puzzle in a line needs no PUZZLE.
            let options = needed.iter().filter(|one| one.starts_with("--")).count();
            needed.retain(|one| options == 0 || one.starts_with("--"));
            (format!("`{name}` needs {}", needed.join(" and ")), wish(of, &needed[0]))
        }
        ErrorKind::InvalidSubcommand => {
            let found = texts(error, ContextKind::InvalidSubcommand).concat();
            (format!("there is no command `{found}`"), other_command(&all, &found))
        }
        ErrorKind::InvalidValue if !first.is_empty() => value(error, first),
        _ => {
            let text = error.render().to_string();
            let text = text.strip_prefix("error: ").unwrap_or(&text);
            (text.split("\n\n").next().unwrap_or_default().trim_end().to_owned(), None)
        }
    };
    let mut finding = Finding::new(code(error.kind()), fault::ErrorKind::Input, message);
    finding.help = help.or_else(|| Some(format!("`{name} --help` lists what there is")));
    finding
}

/// What the reader says of an error.
fn texts(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}

/// What a row of the table says instead of a word that was typed.
fn wish(command: &str, typed: &str) -> Option<String> {
    let rows = SLIPS.lines().filter(|row| !row.starts_with('#')).filter_map(|row| row.split_once(": "));
    let mut meant = rows.filter(|(slips, _)| {
        let (commands, words) = slips.split_once(' ').unwrap_or_default();
        commands.split(',').any(|of| of == "*" || of == command) && words.split(' ').any(|word| word == typed)
    });
    meant.next().map(|(_, help)| help.to_owned())
}

/// The command that has an option, or the nearest option of this one.
fn other_option(all: &Command, command: &Command, typed: &str) -> Option<String> {
    let has =
        |command: &&Command| command.get_arguments().any(|arg| arg.get_long() == typed.strip_prefix("--"));
    let elsewhere = all.get_subcommands().find(has).filter(|_| typed.starts_with("--"));
    let near = nearest(typed.trim_start_matches('-'), command.get_arguments().filter_map(Arg::get_long));
    let elsewhere = elsewhere.map(|other| format!("it is an option of `piecework {}`", other.get_name()));
    elsewhere.or_else(|| Some(format!("did you mean `--{}`?", near?)))
}

/// What may be meant by a command that there is not: a design or a puzzle, or the nearest command.
fn other_command(all: &Command, typed: &str) -> Option<String> {
    let of = |kind: &str| find(typed, names(kind), |name| name);
    if let Some(design) = of("gallery") {
        return Some(format!("it is a design: `piecework make {design}`"));
    }
    if let Some(puzzle) = of("puzzles") {
        return Some(format!("it is a puzzle: `piecework solve {puzzle}`, or `quilt`, `cut` and `sheet`"));
    }
    let near = nearest(typed, all.get_subcommands().map(Command::get_name));
    wish("*", typed).or_else(|| near.map(|near| format!("did you mean `piecework {near}`?")))
}

/// A value that is missing, or none of a list.
fn value(error: &Error, option: &str) -> (String, Option<String>) {
    let found = texts(error, ContextKind::InvalidValue).concat();
    let known = texts(error, ContextKind::ValidValue);
    let near = nearest(&found, known.iter().map(String::as_str));
    let near = near.map(|near| format!("did you mean `{near}`?"));
    match (found.as_str(), known.join(", ")) {
        ("", known) if known.is_empty() => (format!("`{option}` needs a value"), wish("*", "VALUE")),
        ("", known) => (format!("`{option}` needs a value: {known}"), None),
        (found, known) => (format!("`{found}` is not one of {known}"), near),
    }
}

/// The code of a mistake on the command line that is found before the library sees it.
const fn code(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::UnknownArgument => "E3001",
        ErrorKind::InvalidSubcommand => "E3002",
        ErrorKind::MissingRequiredArgument | ErrorKind::MissingSubcommand => "E3003",
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => "E3004",
        ErrorKind::ArgumentConflict => "E3005",
        ErrorKind::InvalidUtf8 => "E3006",
        _ => "E3007",
    }
}
