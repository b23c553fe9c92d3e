//! Why a quilt pattern cannot be made, or not from the stash.

use piecework_draw::color::ColorError;
use piecework_draw::drawing::DrawingError;
use piecework_draw::geometry::GeometryError;
use piecework_draw::layout::LayoutError;
use piecework_tiling::fault::fault;
use piecework_tiling::stop::Stopped;
use piecework_tiling::text::shown;

use super::piecing::PiecingError;
use super::yardage::YardageError;

fault! {
    /// Why a quilt pattern cannot be made.
    pub enum QuiltError {
        PaperTooSmall { paper: String, height: f64, least: f64 } = E1501 {
            message("paper `{paper}` leaves {height:.1} mm for templates above the test square; at least {least} mm are needed")
            help("use letter, a4 or larger paper")
        }
        /// So many patches that nobody would sew by the pattern, and planning would take hours.
        TooManyPatches { found: usize, allowed: usize } = E1502 {
            message("a quilt of {found} patches is too large for a pattern with a card for each step; allowed {allowed} patches")
            found("{found}") allowed("at most {allowed}")
            help("make a pattern for each of several parts, and sew these together")
        }
        NoPatches = E1538 {
            message("the tiling has no pieces, so there is nothing to sew")
            found("0 pieces")
        }
        /// Nothing is sewn at a corner. `squares` can have background between them.
        TopInParts { parts: usize, squares: bool } = E1503 {
            message("the quilt top is not connected: it is in {parts} parts that share no edge")
            found("{parts} parts") allowed("1 part")
            help("spaces and dots are gaps: connect the parts, or make a pattern for each")
            if let true = squares => help("or fill the space between with background: `--method straight --background`")
        }
    } from {
        /// A template cannot be made.
        Geometry(GeometryError),
        /// The paper has no room.
        Layout(LayoutError),
        /// The fabrics do not fit the design.
        Color(ColorError),
        /// The quilt has no plan of straight seams.
        Piecing(PiecingError),
        /// No fabric is wide enough.
        Yardage(YardageError),
        /// There is not enough of a fabric.
        Stash(StashError),
        /// A page breaks a rule of drawings.
        Drawing(DrawingError),
        /// Planning was stopped.
        Stopped(Stopped),
    }
}

fault! {
    /// Why a quilt cannot be cut from the stash.
    #[derive(Clone, PartialEq)]
    pub enum StashError {
        /// Border, binding or backing need more of a fabric than there is.
        EdgesTakeAll(edges: Box<EdgesTake>) = E1530 {
            kind(NoAnswer)
            message("the stash has `{stock}` of fabric `{fabric}`, less than the `{needed}` for {parts} alone", fabric = shown(&edges.fabric),
                stock = edges.stock, parts = edges.parts, needed = edges.needed)
            found("{stock}", stock = edges.stock) allowed("{needed} or more", needed = edges.needed)
            help("use another fabric for it")
        }
        /// Long strips are not cut from fat quarters.
        NotFromQuarters { fabric: String, part: String } = E1531 {
            message("the {part} cannot be cut from fat quarters, and the stash has fabric `{fabric}` only as those", fabric = shown(fabric))
            found("{fabric}", fabric = shown(fabric))
            help("give a length of this fabric, such as `1/2yd`")
        }
        FitsNowhere { piece: String, sizes: String } = E1532 {
            kind(NoAnswer)
            message("patch `{piece}`, cut {sizes}, is larger than every fabric of the stash", piece = shown(piece))
            found("{piece}", piece = shown(piece))
            help("make cells smaller, or sew with `--method straight`")
        }
        /// All cloth together is not enough, however patches are nested.
        TooLittle { needed: String, found: String } = E1533 {
            kind(NoAnswer)
            message("the stash is too small, whichever patch is cut from which fabric: the area of the patches alone is \
                `{needed}`, and it has `{found}` for them")
            found("{found}") allowed("{needed} or more")
            help("add a fabric, or make cells smaller")
        }
        NotDecided {
            /// What the best plan lacks: fabrics, each with how much of it.
            lacking: Vec<(String, String)>,
            /// How many steps everything was tried for.
            effort: u64
        } = E1534 {
            kind(Limit)
            message("found no way to cut the quilt from the stash in `{effort}` steps, and no proof that there is none; \
                the best plan lacks {lacking}", lacking = lacks(lacking))
            help("add what is lacking, or one more fabric")
        }
        /// A coloring or a photo takes more of a fabric than there is.
        SchemeTakesMore { lacking: Vec<(String, String)> } = E1537 {
            kind(NoAnswer)
            message("the stash is too small for the fabrics as they are asked for; it lacks {lacking}", lacking = lacks(lacking))
            help("add what is lacking, or let the stash alone decide: leave out `--color` or `--photo`")
        }
        /// More packages of pre-cuts than there are.
        TooFewPackages { precut: &'static str, needed: usize, found: usize } = E1535 {
            kind(Limit)
            message("the cutting layout takes {needed} of `{precut}`, and the stash has {found}")
            found("{found}") allowed("{needed} or more")
            help("make cells smaller, or sew with other fabrics")
        }
        /// A patch of which not all rectangles fit on one piece of a package.
        SeveralPrints { patch: usize, piece: &'static str } = E1536 {
            message("patch {patch} takes more than one {piece}, and all of a package are different")
            found("{patch}")
            help("make cells smaller, sew with `--method templates`, cell by cell, or ask for equal pieces with `:solid`, such as `--precut charm-pack:solid`")
        }
    }
}

/// More than there is, used by what goes around or behind the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdgesTake {
    /// The name of the fabric.
    pub fabric: String,
    /// What the stash has of it.
    pub stock: String,
    /// What is cut from it whatever the patches are: `border`, `cornerstones`, `binding`, `backing`.
    pub parts: String,
    /// What they need.
    pub needed: String,
}

fn lacks(lacking: &[(String, String)]) -> String {
    let each: Vec<String> =
        lacking.iter().map(|(name, much)| format!("`{much}` of `{}`", shown(name))).collect();
    each.join(", ")
}
