//! What may be asked of every error, whichever stage it comes from.
//!
//! In: a stage's error enum. Out: its code, its values and a hint, so that one program can report them all in one
//! form. Always holds: a code means one thing for ever. This room knows of no stage.
//!
//! | codes | who |
//! | --- | --- |
//! | E01.. | reading files |
//! | E02.. | JSON syntax |
//! | E03.. | keys, types and ranges of values; lengths, texts, limits, numbers |
//! | E04.. | shapes, regions and puzzles |
//! | E05.. | tilings |
//! | E06.. | formats of other programs |
//! | E10.. | solver |
//! | E11.. | geometry |
//! | E12.. | colour |
//! | E13.. | drawing |
//! | E14.. | layout |
//! | E15.. | quilts |
//! | E16.. | cutting |
//! | E17.. | puzzle sheets |
//! | E18.. | rendering |
//! | E19.. | writing files |
//! | E20.. | questions about tilings |
//! | E21.. | files for machines read back |

/// An error with a code, for people and for programs.
///
/// A stage implements this for its error enum, in the stage's own folder. The message is the `Display` text: lower
/// case, one line, values in back-ticks.
pub trait Fault: std::error::Error + Send + Sync + 'static {
    /// `E` and four digits: what programs may rely on, whatever becomes of the message.
    fn code(&self) -> &'static str;

    /// What kind of failure it is.
    fn category(&self) -> Category {
        Category::Input
    }

    /// The value that was found, if the rule is about one.
    fn found(&self) -> Option<String> {
        None
    }

    /// What is allowed in its place, if that can be said.
    fn allowed(&self) -> Option<String> {
        None
    }

    /// What to try, where there is something to try.
    fn hint(&self) -> Option<String> {
        None
    }
}

/// An error enum of which some variants are the errors of rooms below, passed on as they are.
///
/// Whoever says which those are has [`Fault`] for nothing.
pub(crate) trait PassesOn: std::error::Error + Send + Sync + 'static {
    /// The error of a room below, if that is what it is.
    fn inner(&self) -> Option<&dyn Fault>;

    /// The code of an error of its own.
    fn own_code(&self) -> &'static str;

    /// The kind of an error of its own.
    fn own_category(&self) -> Category {
        Category::Input
    }

    /// What to try about an error of its own.
    fn own_hint(&self) -> Option<String> {
        None
    }
}

impl<E: PassesOn> Fault for E {
    fn code(&self) -> &'static str {
        self.inner().map_or_else(|| self.own_code(), Fault::code)
    }

    fn category(&self) -> Category {
        self.inner().map_or_else(|| self.own_category(), Fault::category)
    }

    fn found(&self) -> Option<String> {
        self.inner().and_then(Fault::found)
    }

    fn allowed(&self) -> Option<String> {
        self.inner().and_then(Fault::allowed)
    }

    fn hint(&self) -> Option<String> {
        self.inner().map_or_else(|| self.own_hint(), Fault::hint)
    }
}

/// Kinds of failures, each with its exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Category {
    /// Finished, and the answer is no.
    NoAnswer,
    /// A command line or an input that is not as it must be; nothing was written.
    Input,
    /// Stopped by a limit before there was an answer.
    Limit,
    /// Something could not be written; old files are as they were.
    Output,
    /// A promise of piecework itself is broken.
    Internal,
}

impl Category {
    /// The exit status of a program that ends with this failure.
    #[must_use]
    pub const fn exit_status(self) -> u8 {
        match self {
            Category::NoAnswer => 1,
            Category::Input => 2,
            Category::Limit => 3,
            Category::Output => 4,
            Category::Internal => 5,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Category;

    #[test]
    fn exit_statuses_are_those_of_the_help() {
        let all =
            [Category::NoAnswer, Category::Input, Category::Limit, Category::Output, Category::Internal];
        assert_eq!(all.map(Category::exit_status), [1, 2, 3, 4, 5]);
    }
}
