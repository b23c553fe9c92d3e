//! Help that fits: `-h` shows the options that most people need, and `--help GROUP` one group of options.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{Arg, Command};

/// What help says of each command.
const TEXTS: &str = include_str!("help.txt");

/// The group of options without a heading.
const MAIN: &str = "main";

/// The lines about a command.
fn lines(command: &str) -> impl Iterator<Item = &'static str> {
    let section = TEXTS.split("\n## ").find_map(|section| section.strip_prefix(command)?.strip_prefix('\n'));
    section.unwrap_or_default().trim_end().lines()
}

/// What to know about a command, and examples.
pub(crate) fn words(command: &str) -> String {
    let text = lines(command).filter(|line| !line.starts_with("short ")).collect::<Vec<_>>().join("\n");
    // Only examples have lines of their own.
    let paragraph =
        |text: &str| if text.starts_with("Example") { text.to_owned() } else { text.replace('\n', " ") };
    text.split("\n\n").map(paragraph).collect::<Vec<_>>().join("\n\n")
}

/// The options that `-h` shows, by heading.
fn short(command: &str) -> Vec<(&'static str, Vec<&'static str>)> {
    let row = |line: &'static str| line.strip_prefix("short ")?.split_once(": ");
    lines(command).filter_map(row).map(|(heading, ids)| (heading, ids.split(' ').collect())).collect()
}

/// Makes the help fit that a command line asks for; any other command line leaves the command as it is.
///
/// # Errors
/// Usage, for a group that the command does not have.
pub(crate) fn fitted(command: Command, args: &[OsString]) -> Result<Command, clap::Error> {
    let words: Vec<&str> = args.iter().filter_map(|arg| arg.to_str()).collect();
    let place = words.iter().skip(1).position(|word| command.find_subcommand(word).is_some());
    let Some((name, words)) = place.and_then(|at| words[at + 1..].split_first()) else { return Ok(command) };
    let shown = short(name);
    if words.contains(&"-h") && !shown.is_empty() {
        let quiet = command.mut_args(|arg| arg.hide(true));
        return Ok(quiet.mut_subcommand(name, |of| shortened(of, &shown)));
    }
    let group = words.iter().position(|word| *word == "--help").and_then(|at| words.get(at + 1));
    match group.filter(|word| !word.starts_with('-')) {
        Some(word) => one_group(command, name, word),
        None => Ok(command),
    }
}

/// A command with a dozen options, each in a sentence, and how to see the others.
fn shortened(command: Command, shown: &[(&'static str, Vec<&'static str>)]) -> Command {
    let (name, groups) = (command.get_name().to_owned(), groups(&command).join(", "));
    let example = words(&name)
        .split("Example: ")
        .nth(1)
        .unwrap_or_default()
        .lines()
        .next()
        .unwrap_or_default()
        .to_owned();
    let typed = format!("  piecework {name} --help");
    let more = format!(
        "These are the most used of {} options. For others:\n{typed}          all of them\n{typed} GROUP    one group: \
         {groups}\n{typed} {:<8} the group that an option is in\n\nExample: {example}",
        command.get_opts().count(),
        shown[0].1[0].trim_start_matches("line_"),
    );
    let place = |arg: &Arg| {
        shown
            .iter()
            .find_map(|(heading, ids)| Some((ids.iter().position(|id| arg.get_id() == id)?, *heading)))
    };
    command.after_help(more).mut_args(|arg| match place(&arg) {
        _ if arg.is_positional() => arg,
        Some((at, heading)) => {
            let first = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let first = first.split(". ").next().unwrap_or_default().to_owned();
            arg.help_heading(heading).display_order(at).help(first)
        }
        None => arg.hide(true),
    })
}

/// A command with the options of one group, named by the first word of its heading or by an option in it.
fn one_group(command: Command, name: &str, word: &str) -> Result<Command, clap::Error> {
    let of = command.find_subcommand(name).unwrap_or(&command);
    let groups = groups(of);
    let option = of.get_arguments().find(|arg| arg.get_long() == Some(word)).map(group);
    let Some(wanted) = groups.iter().find(|group| **group == word).cloned().or(option) else {
        let text = format!("`{word}` is no group of options of `{name}`; groups are {}\n", groups.join(", "));
        return Err(clap::Error::raw(ErrorKind::InvalidValue, text));
    };
    let hidden = command.mut_args(|arg| arg.hide(true));
    Ok(hidden.mut_subcommand(name, |of| {
        of.after_long_help("").mut_args(|arg| if group(&arg) == wanted { arg } else { arg.hide(true) })
    }))
}

/// The groups of a command's options, as they are typed.
fn groups(command: &Command) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for group in command.get_arguments().filter(|arg| !arg.is_positional()).map(group) {
        if !found.contains(&group) {
            found.push(group);
        }
    }
    found
}

/// The group of an option.
fn group(arg: &Arg) -> String {
    arg.get_help_heading().and_then(|heading| heading.split(' ').next()).unwrap_or(MAIN).to_lowercase()
}
