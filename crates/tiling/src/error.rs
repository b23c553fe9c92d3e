//! The one error that callers need: any error of any room.

use std::fmt;
use std::sync::Arc;

use crate::fault::{ErrorKind, Fault, Finding};

/// An error of any room. Every room's own error becomes one by `?`.
///
/// Ask it for its code, its kind and what helps; [`Error::findings`] has every line of the report. Whoever
/// needs the room's own error, with its values, gets it from [`Error::downcast_ref`].
///
/// # Examples
/// ```
/// use piecework_tiling::error::Error;
/// use piecework_tiling::fault::ErrorKind;
/// use piecework_tiling::length::Length;
/// fn seam(text: &str) -> Result<Length, Error> {
///     Ok(text.parse::<Length>()?)
/// }
/// let error = seam("6,35mm").unwrap_err();
/// assert_eq!(error.to_string(), "`6,35mm` has a comma; write `6.35mm`");
/// assert_eq!((error.code(), error.kind()), ("E0324", ErrorKind::Input));
/// ```
#[derive(Debug, Clone)]
pub struct Error(Arc<dyn Fault>);

impl Error {
    /// The code of the first finding, such as `E0312`.
    pub fn code(&self) -> &'static str {
        self.0.code()
    }

    /// What kind of failure it is; its exit status is [`ErrorKind::exit_status`].
    pub fn kind(&self) -> ErrorKind {
        self.0.kind()
    }

    /// What to do about the first finding, if anything helps.
    pub fn help(&self) -> Option<String> {
        self.0.help()
    }

    /// Every line of the report, with files and places where they are known; at least one.
    pub fn findings(&self) -> Vec<Finding> {
        self.0.findings()
    }

    /// How many findings there are beyond [`Error::findings`], which are as many as fit a screen.
    pub fn more(&self) -> usize {
        self.0.more()
    }

    /// The room's own error, if it is of this type.
    pub fn downcast_ref<E: Fault>(&self) -> Option<&E> {
        let error: &(dyn std::error::Error + 'static) = &*self.0;
        error.downcast_ref()
    }
}

impl<E: Fault> From<E> for Error {
    fn from(error: E) -> Self {
        Self(Arc::new(error))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Several;
    use crate::json::Document;
    use crate::length::Length;
    use crate::limits::Limits;
    use crate::puzzle::PuzzleError;
    use crate::source::Source;

    #[test]
    fn findings_are_what_programs_read() {
        let source = Source::new("quilt.json", "{\n  \"options\": { \"seam\": \"-6.35mm\" }\n}");
        let document = Document::parse(&source, &Limits::default()).expect("good syntax");
        let seam = (|| {
            let options = document.root().object(&["options"])?.require("options")?.object(&["seam"])?;
            options.require("seam")?.length()
        })();
        let error = Error::from(document.finish(seam).unwrap_err());
        assert_eq!(
            error.to_string(),
            "quilt.json:2:24: /options/seam: `-6.35mm` is negative; allowed 0 to 10000 mm [E0312]"
        );
        assert_eq!(
            serde_json::to_string(&error.findings()[0]).expect("plain values"),
            r#"{"code":"E0312","file":"quilt.json","line":2,"column":24,"pointer":"/options/seam","found":"-6.35mm","allowed":"0 to 10000 mm","message":"`-6.35mm` is negative; allowed 0 to 10000 mm","hint":"leave out the minus sign: `6.35mm`"}"#
        );
        assert_eq!((error.code(), error.kind()), ("E0312", ErrorKind::Input));
    }

    #[test]
    fn what_was_meant_is_a_value_and_a_hint() {
        let error = Error::from(Limits::default().set_pair("regoin-cells=5").unwrap_err());
        let finding = error.findings().remove(0);
        assert_eq!(finding.meant.as_deref(), Some("region-cells"));
        assert_eq!(finding.help.as_deref(), Some("did you mean `region-cells`?"));
    }

    #[test]
    fn an_error_without_a_file_is_a_line_too() {
        let error = Error::from("6.35".parse::<Length>().unwrap_err());
        let findings = error.findings();
        assert_eq!(findings[0].to_string(), "`6.35` has no unit [E0322]");
        assert_eq!(error.help().as_deref(), Some("write `6.35mm` or `6.35in`"));
        let puzzle = Error::from(Several(vec![PuzzleError::NoPieces, PuzzleError::EmptyRegion]));
        assert_eq!(puzzle.findings().len(), 2);
        assert_eq!(puzzle.to_string(), "the puzzle has no pieces\nthe region has no cells");
    }
}
