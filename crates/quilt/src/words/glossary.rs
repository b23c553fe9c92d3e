//! The words of quilters that a pattern uses, each in a sentence or two.

use crate::units::Units;

/// A word with a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Term {
    WidthOfFabric,
    Reversed,
    Nest,
    ChainPiecing,
    PartialSeam,
    Fold,
    Clip,
    BasteAtCorners,
    WhipStitch,
}

impl Term {
    /// Returns the word, and what it means.
    pub(crate) fn in_words(self, width_of_fabric: &str, units: Units) -> (&'static str, String) {
        let past = match units {
            Units::Imperial => "an inch",
            Units::Metric => "2 cm",
        };
        match self {
            Term::WidthOfFabric => (
                "WOF, width of fabric",
                format!("From selvage to selvage; {width_of_fabric} can be used. Strips are cut across it."),
            ),
            Term::Reversed => (
                "Reversed (r)",
                "Turn the template face down. Or fold the cloth right sides together: one cut makes a patch and its mirror image."
                    .to_owned(),
            ),
            Term::Nest => (
                "Nest",
                "Where seams cross, press them to opposite sides. The two folds lock, and the corners meet.".to_owned(),
            ),
            Term::ChainPiecing => (
                "Chain piecing",
                "Sew pair after pair without cutting the thread. Snip them apart at the end.".to_owned(),
            ),
            Term::PartialSeam => (
                "Partial seam",
                format!(
                    "Sew the first seam to {past} from its end. Add the other patches in turn, then sew the rest of it."
                ),
            ),
            Term::Fold => (
                "1. Baste",
                "Center the paper on the wrong side of the patch. Fold the allowance over each edge and hold it with glue or with \
                 long stitches."
                    .to_owned(),
            ),
            Term::Clip => (
                "2. Clip inside corners",
                "At an inside corner clip the allowance to a thread from the paper before you fold. A dab of glue keeps it from fraying."
                    .to_owned(),
            ),
            Term::BasteAtCorners => (
                "3. Fold outside corners",
                "Fold one side, then the other over it. Take a stitch through both folds; tails may stand out at the back.".to_owned(),
            ),
            Term::WhipStitch => (
                "4. Whip stitch",
                "Hold two patches right sides together. Take small stitches over both edges, through a few threads of the folds and \
                 not through the papers."
                    .to_owned(),
            ),
        }
    }
}
