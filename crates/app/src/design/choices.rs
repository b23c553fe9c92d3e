//! The words that options take, each with what it stands for and what it does.

use super::setting::{Word, setting_of_word, words};
use super::spec::Choice;
use piecework_cut::{CutOrder, Engraving, KnobStyle, License, Lines};
use piecework_draw::color::Touching;
use piecework_draw::geometry::Touch;
use piecework_draw::render::{FORMATS, FormatRef};
use piecework_quilt::piecing::Objective;
use piecework_quilt::yardage::{BorderCorners, Cutting, Precut, Prints};
use piecework_quilt::{EdgeFinish, Method, Quilting, Units};
use piecework_sheet::{SheetLook, SheetStyle, Trim};
use piecework_solve::maker::PuzzleKind;
use piecework_solve::{CoverForm, Engine, TilingSymmetry};
use piecework_tiling::tiling::Sameness;

/// How fabrics are given to patches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum FabricScheme {
    /// As few as possible.
    #[default]
    Fewest,
    /// Each for as many patches as any other.
    Balanced,
    /// Zones one inside the other.
    Concentric,
    /// Zones from top to bottom.
    Bands,
    /// Zones from corner to corner.
    Diagonal,
    /// Turning the quilt exchanges fabrics.
    Symmetric,
    /// By piece.
    Kind,
    /// By orientation.
    Orientation,
    /// By whether a piece is flipped.
    Mirrored,
    /// From the stash in the palette file.
    Stash,
}

/// Fabric that is sold cut, and what the pieces of a package look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PrecutChoice {
    /// What they are.
    pub precut: Precut,
    /// What they look like.
    pub prints: Prints,
}

impl PrecutChoice {
    /// The pre-cuts of this name.
    pub fn named(name: &str) -> Option<Self> {
        super::setting::word(name).ok()
    }

    const fn assorted(precut: Precut) -> Self {
        Self { precut, prints: Prints::Assorted }
    }

    const fn by_value(precut: Precut) -> Self {
        Self { precut, prints: Prints::ByValue }
    }

    const fn solid(precut: Precut) -> Self {
        Self { precut, prints: Prints::Solid }
    }
}

/// A form of the puzzle for other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExportForm {
    /// The exact cover problem.
    Cover(CoverForm),
    /// The puzzle, as a file of BurrTools.
    BurrTools,
}

/// A file that a quilt pattern is written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum QuiltFile {
    /// The booklet, and what is printed true to size.
    Pdf,
    /// The picture of the quilt.
    Svg,
    /// The same as pixels.
    Png,
    /// Tables of rectangles and steps.
    Csv,
    /// The plan for other programs.
    Json,
    /// The whole pattern in words.
    Text,
    /// Every page as a file of its own.
    Pages,
}

words! {
    QuiltFile {
        "pdf" => QuiltFile::Pdf, "the booklet, and the templates or papers to print true to size";
        "svg" => QuiltFile::Svg, "a picture of the quilt";
        "png" => QuiltFile::Png, "the same picture in pixels";
        "csv" => QuiltFile::Csv, "tables of sewing steps and of rectangles";
        "json" => QuiltFile::Json, "the whole plan for other programs: patches, yardage and every step";
        "txt" => QuiltFile::Text, "the whole pattern in words, for a screen reader";
        "pages" => QuiltFile::Pages, "every page as an SVG of its own";
    }
    FabricScheme {
        "fewest" => FabricScheme::Fewest, "use as few fabrics as possible";
        "balanced" => FabricScheme::Balanced, "cut the same number of patches from each fabric";
        "concentric" => FabricScheme::Concentric, "zones one inside the other, two fabrics each, or one if patches may match";
        "bands" => FabricScheme::Bands, "zones from top to bottom, as concentric";
        "diagonal" => FabricScheme::Diagonal, "zones from corner to corner, as concentric";
        "symmetric" => FabricScheme::Symmetric, "turning the quilt swaps fabrics";
        "kind" => FabricScheme::Kind, "one fabric for each kind of piece";
        "orientation" => FabricScheme::Orientation, "one fabric for each way a piece is turned";
        "mirrored" => FabricScheme::Mirrored, "other fabrics for pieces that are flipped";
        "stash" => FabricScheme::Stash, "stay within the amounts that the palette file lists";
    }
    Touching {
        "must-differ" => Touching::MustDiffer, "patches that touch have different fabrics";
        "may-match" => Touching::MayMatch, "the scheme alone decides: tumbling blocks in three tones, gradients";
    }
    Method {
        "templates" => Method::Templates, "cut each patch with a template and sew Y-seams";
        "straight" => Method::Straight, "cut rectangles, or strips of triangles, and sew straight seams only";
        "epp" => Method::EnglishPaper, "baste each patch over a paper and sew by hand (English paper piecing)";
    }
    Objective {
        "fewest-rectangles" => Objective::FewestRectangles, "as few rectangles as possible";
        "shortest-seams" => Objective::ShortestSeams, "the shortest total seam length";
        "fewest-strip-heights" => Objective::FewestStripHeights, "all rectangles from strips of one height";
        "shallowest-assembly" => Objective::ShallowestAssembly, "as few steps in a row as possible";
    }
    PrecutChoice {
        "jelly-roll" => PrecutChoice::assorted(Precut::JellyRoll), "40 strips of 2 1/2 in, as long as the fabric is wide, in 40 colors";
        "jelly-roll:value" => PrecutChoice::by_value(Precut::JellyRoll), "the same; patches that touch differ in value too: light, medium, dark";
        "jelly-roll:solid" => PrecutChoice::solid(Precut::JellyRoll), "as many strips of each fabric as are needed";
        "charm-pack" => PrecutChoice::assorted(Precut::CharmPack), "42 squares of 5 in, all different";
        "charm-pack:value" => PrecutChoice::by_value(Precut::CharmPack), "the same; patches that touch differ in value too";
        "charm-pack:solid" => PrecutChoice::solid(Precut::CharmPack), "as many squares of each fabric as are needed";
        "layer-cake" => PrecutChoice::assorted(Precut::LayerCake), "42 squares of 10 in, all different";
        "layer-cake:value" => PrecutChoice::by_value(Precut::LayerCake), "the same; patches that touch differ in value too";
        "layer-cake:solid" => PrecutChoice::solid(Precut::LayerCake), "as many squares of each fabric as are needed";
        "fat-quarter" => PrecutChoice::solid(Precut::FatQuarter), "quarters of a yard, sold one by one";
    }
    Cutting {
        "strips" => Cutting::Strips, "strips and rectangles, for a rotary cutter";
        "shapes" => Cutting::Shapes, "templates nested by their outlines, for scissors";
    }
    BorderCorners {
        "butted" => BorderCorners::Butted, "top and bottom run across the ends of the sides";
        "mitred" => BorderCorners::Mitred, "strips meet in a diagonal seam";
        "cornerstones" => BorderCorners::Cornerstones, "a square of another fabric in each corner";
    }
    EdgeFinish {
        "binding" => EdgeFinish::Binding, "binding on the bias along the edge";
        "facing" => EdgeFinish::Facing, "strips of facing that are turned to the back";
        "background" => EdgeFinish::Background, "the top is appliquéd to a rectangle of background fabric";
        "scalloped" => EdgeFinish::Scalloped, "outside corners of hexagons are rounded, and binding on the bias follows the scallops";
        "fillers" => EdgeFinish::Fillers, "background fabric is pieced into the edge and into holes: half hexagons, end triangles";
    }
    Quilting {
        "ditch" => Quilting::Ditch, "along the seams and around the top";
        "grid" => Quilting::Grid, "crosshatch at 45 degrees, lines one cell apart";
        "echo" => Quilting::Echo, "inside of each patch, along its outline";
    }
    Touch {
        "edge" => Touch::Edge, "patches that share an edge";
        "corner" => Touch::Corner, "patches that share an edge or a corner";
    }
    ExportForm {
        "dlx" => ExportForm::Cover(CoverForm::Matrix), "items and options for dancing links, as Knuth's programs read them";
        "cnf" => ExportForm::Cover(CoverForm::Clauses), "clauses for SAT solvers (DIMACS)";
        "xmpuzzle" => ExportForm::BurrTools, "a puzzle file for BurrTools; squares and triangles only";
    }
    PuzzleKind {
        "subset" => PuzzleKind::Subset, "the board and some of the pieces, which fill it";
        "given" => PuzzleKind::Given, "also some pieces on the board, as few as leave one solution";
        "letters" => PuzzleKind::Letters, "also the letters of the pieces in some cells, as few as leave one solution";
        "numbers" => PuzzleKind::Numbers, "also, in some cells, how many of their sides are edges of their piece, as few as leave one solution";
        "edges" => PuzzleKind::Edges, "also some edges of pieces, as few as leave one solution";
        "tray" => PuzzleKind::Tray, "a board with room to spare, into which the pieces go in one way";
        "silhouette" => PuzzleKind::Silhouette, "a shape with symmetry that all the pieces fill; without a board";
    }
    SheetStyle {
        "color" => SheetStyle::Color, "in colors and grays";
        "copies" => SheetStyle::Copies, "in black and white without grays, so that it copies well";
        "large-print" => SheetStyle::LargePrint, "as copies, and everything twice as large; for class sets";
        "tactile" => SheetStyle::Tactile, "for swell paper: thick outlines and braille; for class sets, whose key is printed";
    }
    TilingSymmetry {
        "half-turn" => TilingSymmetry::HalfTurn, "equal to its own half turn";
        "third-turn" => TilingSymmetry::ThirdTurn, "equal to its own third of a turn (triangles and hexagons)";
        "quarter-turn" => TilingSymmetry::QuarterTurn, "equal to its own quarter turn (squares)";
        "sixth-turn" => TilingSymmetry::SixthTurn, "equal to its own sixth of a turn (triangles and hexagons)";
        "reflection" => TilingSymmetry::Reflection, "equal to its own mirror image, about any axis";
        "any" => TilingSymmetry::Any, "equal to its image under any turn or reflection";
        "full" => TilingSymmetry::Full, "all symmetries of the puzzle";
    }
    Units {
        "metric" => Units::Metric, "millimetres";
        "imperial" => Units::Imperial, "inches, as fractions";
    }
    Trim {
        "5x8" => Trim::In5x8, "5 x 8 in";
        "6x9" => Trim::In6x9, "6 x 9 in";
        "7x10" => Trim::In7x10, "7 x 10 in";
        "8x10" => Trim::In8x10, "8 x 10 in";
        "8.5x11" => Trim::In8x11, "8.5 x 11 in";
        "a5" => Trim::A5, "148 x 210 mm";
    }
    SheetLook {
        "colors" => SheetLook::Colors, "in the colors of the palette";
        "lines" => SheetLook::Lines, "outlines only";
    }
    License {
        "personal" => License::Personal, "buyers may make the puzzle, but not sell it";
        "commercial" => License::Commercial, "buyers may also sell what they make";
    }
    Lines {
        "auto" => Lines::Auto, "shared, unless --seam, --kerf, --fit, --gap or --lead-in needs room, or the design is larger than the stock";
        "shared" => Lines::Shared, "cut every line once (common-line cutting); pieces come out one kerf smaller";
        "separate" => Lines::Separate, "give every piece its own outline";
    }
    Engraving {
        "number" => Engraving::Number, "the number of the assembly diagram";
        "name" => Engraving::Name, "the name of the piece";
        "braille" => Engraving::Braille, "the number in braille, in dots that can be felt";
        "solution" => Engraving::Solution, "a small picture of the board with the place of the piece";
    }
    KnobStyle {
        "jigsaw" => KnobStyle::Jigsaw, "knobs with a neck, which hold the pieces together";
        "wave" => KnobStyle::Wave, "waves to both sides";
    }
    CutOrder {
        "travel" => CutOrder::Travel, "few pen-downs, little travel, pieces released late";
        "mat-free" => CutOrder::MatFree, "down the sheet and never back, for paper without a mat";
    }
    Sameness {
        "fixed" => Sameness::Fixed, "as drawn";
        "one-sided" => Sameness::OneSided, "also turned";
        "free" => Sameness::Free, "also flipped";
        "halves" => Sameness::Halves, "also with congruent halves moved separately";
    }
    Engine {
        "auto" => Engine::Auto, "chooses, and reports which engine it chose";
        "cover" => Engine::Cover, "exact cover with dancing cells; exhaustive";
        "frontier" => Engine::Frontier, "first empty cell first, on bit sets with a table of dead states; exhaustive";
        "cut-line" => Engine::CutLine, "breadth first below canonical cuts of a rectangle; finds one tiling";
        "dlx" => Engine::Dlx, "exact cover with dancing links, as published; exhaustive";
        "liberties" => Engine::Liberties, "the most hemmed-in cell first; exhaustive";
        "backtrack" => Engine::Backtrack, "the first empty cell first; exhaustive";
        "brute-force" => Engine::BruteForce, "any piece that touches the others; exhaustive";
        "sat" => Engine::Sat, "a SAT solver; finds one tiling, or proves that none exists";
        "re-tiling" => Engine::ReTiling, "improves a tiling area by area, for large boards; finds one tiling";
        "genetic" => Engine::Genetic, "genetic algorithm; finds one tiling or a packing";
        "random" => Engine::Random, "random placements; finds one tiling or a packing";
    }
}

/// The words of formats are the rows of their table.
impl Word for FormatRef {
    const CHOICES: &'static [Choice] = &{
        let mut choices = [const { Choice { name: "", about: "" } }; FORMATS.len()];
        let mut row = 0;
        while row < FORMATS.len() {
            choices[row] = Choice { name: FORMATS[row].name, about: FORMATS[row].about };
            row += 1;
        }
        choices
    };
    const VALUES: &'static [Self] = &{
        let mut values = [&FORMATS[0]; FORMATS.len()];
        let mut row = 0;
        while row < FORMATS.len() {
            values[row] = &FORMATS[row];
            row += 1;
        }
        values
    };
}

setting_of_word!(FormatRef);

#[cfg(test)]
mod tests {
    use super::super::setting::name;
    use super::*;

    #[test]
    fn words_are_those_that_the_rooms_use() {
        assert_eq!(Engine::VALUES, Engine::ALL);
        assert_eq!(TilingSymmetry::VALUES, TilingSymmetry::ALL);
        assert!(TilingSymmetry::ALL.iter().all(|&one| name(one) == one.name()));
        assert!(Engine::ALL.iter().all(|&engine| name(engine) == engine.name()));
        assert!(FORMATS.iter().all(|format| name(format) == format.name));
    }
}
