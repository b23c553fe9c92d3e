//! The form of every error: a code, a message and what to do about it, written once beside each variant.
//!
//! A room lists its errors with [`fault!`]. Whoever reports one asks for its [`Finding`]s and never for its
//! type. A code keeps its meaning for ever. Its first two digits are those of the room; `docs/errors.md`
//! lists all of them.

use std::fmt;

/// An error that can be reported, in whichever room it arose.
pub trait Fault: std::error::Error + Send + Sync + 'static {
    /// Everything that is wrong, one finding each; at least one.
    fn findings(&self) -> Vec<Finding>;

    /// How many findings there are beyond those that are reported.
    fn more(&self) -> usize {
        0
    }

    /// `E` and four digits: programs may rely on it, whatever becomes of the message.
    fn code(&self) -> &'static str {
        self.findings().first().map_or("E0001", |first| first.code)
    }

    /// What kind of failure it is.
    fn kind(&self) -> ErrorKind {
        self.findings().first().map_or(ErrorKind::Internal, |first| first.kind)
    }

    /// What to do about it, if anything helps.
    fn help(&self) -> Option<String> {
        self.findings().into_iter().next().and_then(|first| first.help)
    }
}

/// One line of a report, as plain values: for a message, or for a program that reads JSON.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// `E` and four digits.
    pub code: &'static str,
    /// What kind of failure it is.
    #[serde(skip)]
    pub kind: ErrorKind,
    /// The file, if one is to blame.
    pub file: Option<String>,
    /// The line in it, from 1.
    pub line: Option<usize>,
    /// The character in the line, from 1.
    pub column: Option<usize>,
    /// The value in a JSON file, as a JSON pointer (RFC 6901); empty for the whole file.
    pub pointer: Option<String>,
    /// What was found.
    pub found: Option<String>,
    /// What is allowed.
    pub allowed: Option<String>,
    /// The option of a design that is to blame, by its key such as `seam_allowance`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// A value of that option that works.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub works: Option<String>,
    /// The rule that was broken: lower case, one line, values in back-ticks.
    pub message: String,
    /// The value that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meant: Option<String>,
    /// What to do about it.
    #[serde(rename = "hint")]
    pub help: Option<String>,
}

impl Finding {
    /// A finding without a place.
    pub fn new(code: &'static str, kind: ErrorKind, message: String) -> Self {
        let (file, line, column, pointer) = (None, None, None, None);
        let (found, allowed, option, works, meant, help) = (None, None, None, None, None, None);
        Self { code, kind, file, line, column, pointer, found, allowed, option, works, message, meant, help }
    }

    /// The same, with the option that is to blame as it is typed, such as `--seam-allowance`.
    #[must_use]
    pub fn about(mut self, option: &str) -> Self {
        self.option = Some(option.trim_start_matches('-').replace('-', "_"));
        self
    }
}

/// Kinds of failures, each with its exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// Finished, and the answer is no.
    NoAnswer,
    /// A command line or an input that breaks a rule; nothing was written.
    Input,
    /// Stopped by a limit before there was an answer.
    Limit,
    /// Something could not be written; old files are as they were.
    Output,
    /// A promise of piecework itself is broken.
    Internal,
}

impl ErrorKind {
    /// The exit status of a program that ends with this failure.
    pub const fn exit_status(self) -> u8 {
        match self {
            ErrorKind::NoAnswer => 1,
            ErrorKind::Input => 2,
            ErrorKind::Limit => 3,
            ErrorKind::Output => 4,
            ErrorKind::Internal => 5,
        }
    }
}

/// Several errors of one kind; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Several<E>(pub Vec<E>);

impl<E> From<E> for Several<E> {
    fn from(one: E) -> Self {
        Self(vec![one])
    }
}

impl<E> IntoIterator for Several<E> {
    type Item = E;
    type IntoIter = std::vec::IntoIter<E>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<E: fmt::Display> fmt::Display for Several<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl<E: std::error::Error> std::error::Error for Several<E> {}

impl<E: Fault> Fault for Several<E> {
    fn findings(&self) -> Vec<Finding> {
        self.0.iter().flat_map(Fault::findings).collect()
    }
}

/// What `docs/errors.md` says about a code.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The code.
    pub code: &'static str,
    /// The message, as a format string.
    pub message: &'static str,
    /// What to do, as format strings.
    pub help: &'static [&'static str],
}

/// Defines an error enum, with code, message and help beside each variant.
///
/// ```text
/// fault! {
///     /// Why a sheet cannot be drawn.
///     #[derive(Clone, PartialEq)]                        // Debug and non_exhaustive are always there
///     pub enum SheetError {                              // or `pub enum SheetError: Output {`; the kind is Input otherwise
///         TooSmall { found: f64, least: f64 } = E9901 {
///             kind(Limit)                                // an ErrorKind, where it is not that of the enum
///             message("a cell of `{found}` mm is smaller than {least} mm")
///             found("{found} mm") allowed("{least} mm or more")
///             about("--cell") works("{least}mm")         // the option to blame, and a value of it that works
///             meant(Some(near) = nearest(*found) => "{near}")  // helps with "did you mean"
///             if let 0.0 = found => help("leave --cell out")
///             help("use larger paper")                   // the first help that applies
///         }
///     } from {
///         Layout(LayoutError),                           // an error of a room below, reported as it is
///     }
/// }
/// ```
///
/// All but the message may be left out, in this order. Fields are seen by reference, in the texts and after
/// `=`.
#[macro_export]
#[doc(hidden)]
macro_rules! __fault {
    (@enum ($default:expr)
        $(#[$attribute:meta])*
        pub enum $Name:ident {
            $(
                $(#[$doc:meta])*
                $Variant:ident
                    $({ $( $(#[$field_doc:meta])* $field:ident: $Type:ty ),* $(,)? })?
                    $(( $part:ident: $Part:ty ))?
                = $code:ident {
                    $( kind($kind:expr) )?
                    message($message:literal $($message_value:tt)*)
                    $( found($found:literal $($found_value:tt)*) )?
                    $( allowed($allowed:literal $($allowed_value:tt)*) )?
                    $( about($about:literal $($about_value:tt)*) )?
                    $( works($works:literal $($works_value:tt)*) )?
                    $( meant($near:pat = $meant_of:expr => $meant:literal $($meant_value:tt)*) )?
                    $( $(if let $case:pat = $value:expr =>)? help($help:literal $($help_value:tt)*) )*
                }
            )*
        } $( from { $( $(#[$inner_doc:meta])* $Inner:ident($InnerType:ty) ),* $(,)? } )?
    ) => {
        $(#[$attribute])*
        #[derive(Debug)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the message shows what each field is")]
        pub enum $Name {
            $(
                #[doc = concat!("`", stringify!($code), "`: ", $message, "\n")]
                $(#[$doc])*
                $Variant $({ $( $(#[$field_doc])* $field: $Type ),* })? $(( $Part ))?,
            )*
            $($( $(#[$inner_doc])* $Inner($InnerType), )*)?
        }

        impl $crate::fault::Fault for $Name {
            #[allow(unused_mut, unused_variables, clippy::all, reason = "not every text needs every field")]
            fn findings(&self) -> Vec<$crate::fault::Finding> {
                match self {
                    $(
                        Self::$Variant $({ $($field),* })? $(( $part ))? => {
                            let message = format!($message $($message_value)*);
                            let mut finding = $crate::fault::Finding::new(stringify!($code), $default, message);
                            $( finding.kind = { use $crate::fault::ErrorKind::*; $kind }; )?
                            $( finding.found = Some(format!($found $($found_value)*)); )?
                            $( finding.allowed = Some(format!($allowed $($allowed_value)*)); )?
                            $( finding = finding.about(&format!($about $($about_value)*)); )?
                            $( finding.works = Some(format!($works $($works_value)*)); )?
                            $(
                                if let $near = $meant_of {
                                    let meant = format!($meant $($meant_value)*);
                                    finding.help = Some(format!("did you mean `{meant}`?"));
                                    finding.meant = Some(meant);
                                }
                            )?
                            $(
                                if finding.help.is_none() {
                                    $(if let $case = $value)? { finding.help = Some(format!($help $($help_value)*)); }
                                }
                            )*
                            vec![finding]
                        }
                    )*
                    $($( Self::$Inner(inner) => inner.findings(), )*)?
                }
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $($( Self::$Inner(inner) => std::fmt::Display::fmt(inner, f), )*)?
                    #[allow(unreachable_patterns, reason = "there may be only errors of other rooms")]
                    own => $crate::fault::Fault::findings(own).iter().try_for_each(|own| f.write_str(&own.message)),
                }
            }
        }

        impl std::error::Error for $Name {}

        $($(
            impl From<$InnerType> for $Name {
                fn from(inner: $InnerType) -> Self {
                    Self::$Inner(inner)
                }
            }
        )*)?

        impl $Name {
            #[doc(hidden)]
            pub const ROWS: &[$crate::fault::Row] = &[
                $( $crate::fault::Row { code: stringify!($code), message: $message, help: &[$(concat!("did you mean `", $meant, "`?"),)? $($help),*] } ),*
            ];
        }
    };
    ($(#[$attribute:meta])* pub enum $Name:ident: $kind:ident $($rest:tt)*) => {
        $crate::fault::fault! {
            @enum ($crate::fault::ErrorKind::$kind) $(#[$attribute])* pub enum $Name $($rest)*
        }
    };
    ($(#[$attribute:meta])* pub enum $Name:ident $($rest:tt)*) => {
        $crate::fault::fault! {
            @enum ($crate::fault::ErrorKind::Input) $(#[$attribute])* pub enum $Name $($rest)*
        }
    };
}

#[doc(inline)]
pub use __fault as fault;
