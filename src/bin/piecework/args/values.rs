//! Options made from rows of tables, and what they know of their values for help and completions.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{
    PathBufValueParser, PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser,
};
use clap::{Arg, ArgAction, Command};
use piecework::design::{Choice, OptionKind, OptionSpec, names};
use piecework::names::find;

/// Takes any path, and knows the names of some kinds for completions.
#[derive(Clone)]
pub(super) struct NamedPath(pub(super) &'static [&'static str]);

impl TypedValueParser for NamedPath {
    type Value = PathBuf;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<PathBuf, clap::Error> {
        PathBufValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().flat_map(|kind| names(kind)).map(PossibleValue::new)))
    }
}

/// Options with a second name.
const ALIASES: [(&str, &str); 4] =
    [("shrinkage", "extra"), ("designer", "author"), ("palette", "palette-from"), ("license", "licence")];

/// A row of a table as an option.
pub(super) fn option(spec: &'static OptionSpec) -> Arg {
    let mut arg = Arg::new(spec.key).long(spec.key.replace('_', "-")).help(spec.about());
    if spec.key.contains("color") {
        arg = arg.alias(spec.key.replace('_', "-").replace("color", "colour"));
    }
    if spec.key == "cell" {
        // The word of quilters.
        arg = arg.alias("patches");
    }
    if let Some((_, alias)) = ALIASES.iter().find(|(key, _)| *key == spec.key) {
        arg = arg.visible_alias(alias);
    }
    if !spec.group.is_empty() {
        arg = arg.help_heading(spec.group);
    }
    if let Some(short) = spec.short {
        arg = arg.short(short);
    }
    if spec.kind == OptionKind::Flag {
        return arg.action(ArgAction::SetTrue);
    }
    if let Some(default) = spec.default {
        arg = arg.default_value(default);
    }
    if spec.value_optional {
        // Words begin with the usual one.
        let usual = if let OptionKind::Word([first, ..]) = spec.kind { first.name } else { "true" };
        arg = arg.num_args(0..=1).default_missing_value(usual);
    }
    let action = if matches!(spec.kind, OptionKind::List(_)) { ArgAction::Append } else { ArgAction::Set };
    let named = NAMED.iter().find(|(key, _)| *key == spec.key);
    let (values, in_help) = match (spec.kind, named) {
        // A list of words has them in its help text; all would not fit.
        (OptionKind::Word(choices), _) => {
            (Values::Words(choices), !spec.about().contains(choices[0].name) || choices.len() < 8)
        }
        (_, Some((_, kind))) => (Values::Names(kind), false),
        _ => (Values::Words(&[]), false),
    };
    arg.value_name(spec.value_name)
        .action(action)
        .allow_hyphen_values(spec.allows_hyphen)
        .hide_possible_values(!in_help)
        .value_parser(values)
}

/// Options that take names of a kind.
pub(crate) const NAMED: [(&str, &str); 9] = [
    ("palette", "palettes"),
    ("photo", "photos"),
    ("paper", "papers"),
    ("size", "sizes"),
    ("machine", "machines"),
    ("material", "materials"),
    ("board", "boards"),
    ("pieces", "pieces"),
    ("alternate", "gallery"),
];

/// Knows the words and names of a value for help and completions.
#[derive(Clone)]
pub(super) enum Values {
    /// Words of an option, which the library reads.
    Words(&'static [Choice]),
    /// Names of a kind, among other texts that the library reads.
    Names(&'static str),
    /// One of these names, as [`find`] finds it.
    OneOf(Vec<&'static str>),
}

impl TypedValueParser for Values {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        let Values::OneOf(known) = self else {
            return StringValueParser::new().parse_ref(command, arg, value);
        };
        let found = find(value.to_str().unwrap_or_default(), known, |name| name);
        let value = found.map_or(value, OsStr::new);
        PossibleValuesParser::new(known).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values: Vec<PossibleValue> = match self {
            Values::Words(words) => {
                words.iter().map(|choice| PossibleValue::new(choice.name).help(choice.about)).collect()
            }
            Values::Names(kind) => names(kind).into_iter().map(PossibleValue::new).collect(),
            Values::OneOf(known) => known.iter().map(PossibleValue::new).collect(),
        };
        (!values.is_empty()).then(|| Box::new(values.into_iter()) as Box<dyn Iterator<Item = PossibleValue>>)
    }
}
