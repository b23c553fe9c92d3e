//! Why a drawing of one's own is refused.

use piecework_tiling::fault::fault;
use piecework_tiling::text::shown;

fault! {
    /// Why a drawing of one's own is refused.
    #[derive(Clone, PartialEq)]
    pub enum ArtworkError {
        NotSvg { found: String } = E1330 {
            message("found `{found}`, expected an SVG drawing", found = shown(found))
            found("{found}") allowed("svg")
            help("save the drawing as SVG")
        }
        Xml { cause: String } = E1331 {
            message("it is not valid XML: {cause}", cause = shown(cause))
        }
        /// Reading it as less than it is would cut or engrave something else.
        Element { found: String, allowed: &'static str } = E1332 {
            message("unsupported element `{found}`", found = shown(found))
            found("{found}") allowed("{allowed}")
            help("in your drawing program, turn texts, clones and effects into paths")
        }
        Value { attribute: String, found: String, cause: String } = E1333 {
            message("`{attribute}` cannot be read: {cause} in `{found}`", attribute = shown(attribute), found = shown(found), cause = shown(cause))
            found("{found}")
        }
        TooMany { what: &'static str, allowed: usize } = E1334 {
            message("it has more than {allowed} {what}")
            allowed("at most {allowed}")
            help("simplify the drawing")
        }
        TooDeep { allowed: usize } = E1335 {
            message("its groups are nested more than {allowed} levels deep")
            allowed("at most {allowed}")
            help("ungroup the drawing")
        }
        Empty = E1336 {
            message("it has no lines that are seen")
            help("draw paths or shapes; texts and pictures must be turned into paths")
        }
        TooFar { found: f64, allowed: f64 } = E1337 {
            message("a point is at {found}; allowed up to {allowed} units from the origin")
            allowed("up to {allowed}")
        }
    }
}
