//! Reads planar BurrTools puzzles (`.xmpuzzle`): one [`Puzzle`] for each problem of the file.
//!
//! Grids of cubes become squares and grids of triangular prisms become triangles, if every shape used is one
//! layer thick. BurrTools turns pieces in space, so they may be flipped. Features that a puzzle here cannot
//! express are refused by name: other grids, thick shapes, colors of the result, and gaps limited to some of
//! the cells.
//!
//! # Source
//! Andreas Röver, BurrTools: the page "The xmpuzzle format" of its documentation, and files of format version
//! 2. In BurrTools y grows up, and the prism at (x, y) stands on its edge if x + y is even.

use std::collections::BTreeSet;

use roxmltree::Node;

use crate::defect::{Defect, Defects, Place, ReadError};
use crate::fault::{Fault, fault};
use crate::lattice::{Cell, Lattice};
use crate::limits::{Limit, Limits};
use crate::polyform::{Freedom, Shape};
use crate::puzzle::{Count, Piece, Puzzle, Region};
use crate::source::Source;
use crate::text::{self, shown};
use crate::xml::{self, XmlError};

fault! {
    /// Why a BurrTools file cannot become a puzzle. Shapes have the numbers that BurrTools shows.
    #[derive(Clone, PartialEq, Eq)]
    pub enum XmpuzzleError {
        Xml { cause: String } = E0621 {
            message("not valid XML: {cause}", cause = shown(cause))
        }
        NotAPuzzle { found: String } = E0622 {
            message("the outermost element is `{found}`, expected `puzzle`", found = shown(found))
            found("{found}") allowed("puzzle")
        }
        Version { found: String } = E0623 {
            message("format version `{found}` is not known; expected 2", found = shown(found))
            found("{found}") allowed("2")
            help("open and save the file in BurrTools 0.6")
        }
        MissingElement { element: &'static str, parent: &'static str } = E0624 {
            message("element `{element}` is missing in `{parent}`")
            allowed("{element}")
        }
        /// `found` is `None` if the attribute is missing.
        Attribute { attribute: &'static str, found: Option<String>, least: u64, most: u64 } = E0625 {
            message("attribute `{attribute}` is `{found}`; expected a whole number from {least} to {most}",
                found = found.as_deref().map_or("missing".to_owned(), shown))
            found("{found}", found = found.as_deref().unwrap_or("missing")) allowed("{least} to {most}")
        }
        Grid { grid: &'static str } = E0626 {
            message("a grid of {grid} has no counterpart in the plane")
            found("{grid}") allowed("cubes, triangular prisms")
        }
        /// The position is counted from 1.
        Voxel { position: usize, found: char } = E0627 {
            message("voxel {position} is `{found}`; expected `#`, `+` or `_`", found = found.escape_default())
            found("{found}") allowed("# + _")
        }
        VoxelCount { found: usize, expected: u64 } = E0628 {
            message("there are `{found}` voxels; the size says {expected}")
            found("{found}") allowed("{expected}")
        }
        Thick { shape: String } = E0629 {
            message("shape `{shape}` is more than one layer thick")
            found("{shape}")
        }
        VariablePiece { shape: String } = E0630 {
            message("piece `{shape}` has `+` voxels, which only a result may have")
            found("{shape}")
        }
        /// Colors that pieces must match.
        Colors = E0632 {
            message("the result has colors, which a puzzle here cannot express")
        }
        NoProblem = E0633 {
            message("the file has shapes but no problem")
            help("add a problem on the Puzzle tab of BurrTools")
        }
        /// A feature of a puzzle that BurrTools does not have.
        Inexpressible { what: &'static str } = E0634 {
            message("a BurrTools file cannot express {what}")
            help("export the puzzle as dlx or cnf, or change its rules")
        }
    }
}

/// Returns whether the text is XML with a `puzzle` in it.
pub(crate) fn looks_like_xmpuzzle(text: &str) -> bool {
    text.trim_start().starts_with('<') && text.contains("<puzzle")
}

/// Reads the puzzles of a BurrTools file, one for each problem; at least one.
///
/// # Errors
/// [`ReadError`] with the mistakes of the first problem that has any.
pub fn read_xmpuzzle(source: &Source, limits: &Limits) -> Result<Vec<Puzzle>, ReadError> {
    let text = source.text();
    let document = xml::parse(text, limits.depth()).map_err(|XmlError { cause, offset }| {
        let defect = Defect::new(XmpuzzleError::Xml { cause }).at(Place::at_byte(text, offset));
        ReadError::new(source.name(), defect)
    })?;
    let mut reader = Reader { text, limits, defects: Defects::new(limits) };
    let puzzles = reader.read(document.root_element());
    reader.defects.into_result(source.name())?;
    Ok(puzzles.expect("a file without defects has puzzles"))
}

/// A shape of the file: the voxels it has.
struct Voxels<'a> {
    node: Node<'a, 'a>,
    /// `S1`, `S2` and so on, as in BurrTools.
    label: String,
    name: Option<&'a str>,
    /// Filled places along x, y and z.
    filled: Vec<[i32; 3]>,
    /// Whether each of them is marked `+`.
    variable: Vec<bool>,
    colored: bool,
}

struct Reader<'t> {
    text: &'t str,
    limits: &'t Limits,
    defects: Defects,
}

impl Reader<'_> {
    fn refuse<T>(&mut self, node: Node<'_, '_>, fault: impl Fault) -> Option<T> {
        let (text, offset) = (self.text, node.range().start);
        self.defects.push(|| Defect::new(fault).at(Place::at_byte(text, offset)));
        None
    }

    fn read(&mut self, root: Node<'_, '_>) -> Option<Vec<Puzzle>> {
        if root.tag_name().name() != "puzzle" {
            let found = root.tag_name().name().to_owned();
            return self.refuse(root, XmpuzzleError::NotAPuzzle { found });
        }
        if root.attribute("version") != Some("2") {
            let found = root.attribute("version").unwrap_or("missing").to_owned();
            return self.refuse(root, XmpuzzleError::Version { found });
        }
        let lattice = self.lattice(root)?;
        let shapes = self.child(root, "shapes", "puzzle")?;
        let mut voxels = Vec::new();
        for (index, node) in elements(shapes, "voxel").enumerate() {
            voxels.push(self.voxels(node, index)?);
        }
        let problems = self.child(root, "problems", "puzzle")?;
        let mut puzzles = Vec::new();
        for (index, node) in elements(problems, "problem").enumerate() {
            puzzles.push(self.problem(node, index, lattice, &voxels)?);
        }
        if puzzles.is_empty() { self.refuse(problems, XmpuzzleError::NoProblem) } else { Some(puzzles) }
    }

    fn lattice(&mut self, root: Node<'_, '_>) -> Option<Lattice> {
        let grid = self.child(root, "gridType", "puzzle")?;
        let number = self.number(grid, "type", 0, 4)?;
        if let Some(lattice) = Lattice::ALL.iter().copied().find(|one| one.burr_tools_grid() == Some(number))
        {
            return Some(lattice);
        }
        let grid_name = match number {
            2 => "spheres",
            3 => "rhombic tetrahedra",
            _ => "tetrahedra and octahedra",
        };
        self.refuse(grid, XmpuzzleError::Grid { grid: grid_name })
    }

    fn voxels<'a>(&mut self, node: Node<'a, 'a>, index: usize) -> Option<Voxels<'a>> {
        let side = self.limits.get(Limit::RegionSide);
        let size = ["x", "y", "z"].map(|attribute| self.number(node, attribute, 1, side));
        let (x, y, z) = (u64::from(size[0]?), u64::from(size[1]?), u64::from(size[2]?));
        let mut filled = Vec::new();
        let (mut count, mut variable, mut colored) = (0, Vec::new(), false);
        for found in node.text().unwrap_or("").trim().chars() {
            match found {
                '#' | '+' => {
                    variable.push(found == '+');
                    filled.push(place(count, size[0]?, size[1]?));
                    count += 1;
                }
                '_' => count += 1,
                // Digits after a voxel are its color.
                '0'..='9' if count > 0 => colored = true,
                _ => return self.refuse(node, XmpuzzleError::Voxel { position: count + 1, found }),
            }
        }
        // Three sides of at most a few thousand: the product fits.
        if count as u64 != x * y * z {
            return self.refuse(node, XmpuzzleError::VoxelCount { found: count, expected: x * y * z });
        }
        let name = node.attribute("name").filter(|name| !name.is_empty());
        Some(Voxels { node, label: format!("S{}", index + 1), name, filled, variable, colored })
    }

    fn problem(
        &mut self,
        node: Node<'_, '_>,
        index: usize,
        lattice: Lattice,
        voxels: &[Voxels<'_>],
    ) -> Option<Puzzle> {
        let name = match node.attribute("name").filter(|name| !name.is_empty()) {
            Some(name) => self.named(node, name, Limit::TitleCharacters)?,
            None => format!("Problem {}", index + 1),
        };
        let result = self.child(node, "result", "problem")?;
        let result = self.shape_of(result, voxels)?;
        if result.colored {
            return self.refuse(result.node, XmpuzzleError::Colors);
        }
        let pieces = self.pieces(node, lattice, voxels)?;
        let cells = self.flat(lattice, result)?;
        let variable = cells.iter().copied().zip(&result.variable).filter(|(_, is_variable)| **is_variable);
        let variable: Vec<Cell> = variable.map(|(cell, _)| cell).collect();
        let region = match Region::new(lattice, cells) {
            Ok(region) => region,
            Err(fault) => return self.refuse(result.node, fault),
        };
        // Where pieces that must be used cover all, nothing stays empty.
        let area = |piece: &Piece| piece.shape.area() as u64 * u64::from(piece.count.min);
        let is_full = pieces.iter().map(area).sum::<u64>() >= region.area() as u64;
        let region = if is_full { region } else { region.with_optional(variable) };
        let puzzle = Puzzle::new(name, region, pieces);
        match puzzle {
            Ok(puzzle) => Some(puzzle),
            Err(faults) => faults.into_iter().find_map(|fault| self.refuse(node, fault)),
        }
    }

    fn pieces(
        &mut self,
        problem: Node<'_, '_>,
        lattice: Lattice,
        voxels: &[Voxels<'_>],
    ) -> Option<Vec<Piece>> {
        let shapes = self.child(problem, "shapes", "problem")?;
        let names = names(voxels);
        let mut pieces = Vec::new();
        for node in elements(shapes, "shape") {
            let of = self.shape_of(node, voxels)?;
            let count = self.count(node)?;
            if of.variable.contains(&true) {
                let shape = of.label.clone();
                return self.refuse(of.node, XmpuzzleError::VariablePiece { shape });
            }
            let cells = self.flat(lattice, of)?;
            let shape = match Shape::new(lattice, cells) {
                Ok(shape) => shape,
                Err(fault) => return self.refuse(of.node, fault),
            };
            let number = voxels.iter().position(|voxels| voxels.node == of.node)?;
            let name = self.named(of.node, &names[number], Limit::NameCharacters)?;
            pieces.push(Piece { name, shape, freedom: Freedom::Free, count });
        }
        Some(pieces)
    }

    /// `count` copies, or from `min` to `max`.
    fn count(&mut self, node: Node<'_, '_>) -> Option<Count> {
        let most = self.limits.get(Limit::Copies);
        if node.has_attribute("min") || node.has_attribute("max") {
            let min = self.number(node, "min", 0, most)?;
            let max = self.number(node, "max", u64::from(min), most)?;
            return Some(Count { min, max: Some(max) });
        }
        Some(Count::exactly(self.number(node, "count", 0, most)?))
    }

    /// Returns the cells of a shape, if it is one layer thick. A layer of cubes may be in any plane, one of
    /// prisms in the plane of the triangles.
    fn flat(&mut self, lattice: Lattice, voxels: &Voxels<'_>) -> Option<Vec<Cell>> {
        let layers = |axis: usize| voxels.filled.iter().map(|at| at[axis]).collect::<BTreeSet<i32>>().len();
        let planes = [[0, 1, 2], [0, 2, 1], [1, 2, 0]];
        let planes = if lattice.is_rectilinear() { &planes[..] } else { &planes[..1] };
        let Some(&[across, up, _]) = planes.iter().find(|plane| layers(plane[2]) <= 1) else {
            return self.refuse(voxels.node, XmpuzzleError::Thick { shape: voxels.label.clone() });
        };
        Some(voxels.filled.iter().map(|at| Cell::new(at[across], -at[up])).collect())
    }

    fn shape_of<'v, 'a>(&mut self, node: Node<'_, '_>, voxels: &'v [Voxels<'a>]) -> Option<&'v Voxels<'a>> {
        let Some(most) = voxels.len().checked_sub(1) else {
            return self.refuse(node, XmpuzzleError::MissingElement { element: "voxel", parent: "shapes" });
        };
        let id = self.number(node, "id", 0, most as u64)?;
        voxels.get(usize::try_from(id).ok()?)
    }

    fn named(&mut self, node: Node<'_, '_>, name: &str, limit: Limit) -> Option<String> {
        match text::gate(name, self.limits.get(limit)) {
            Ok(()) => Some(name.to_owned()),
            Err(fault) => self.refuse(node, fault),
        }
    }

    fn number(&mut self, node: Node<'_, '_>, attribute: &'static str, least: u64, most: u64) -> Option<u32> {
        let found = node.attribute(attribute);
        let digits = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let value = found.filter(digits).and_then(|text| text.parse::<u64>().ok());
        match value.filter(|value| (least..=most).contains(value)) {
            Some(value) => u32::try_from(value).ok(),
            None => {
                let found = found.map(str::to_owned);
                self.refuse(node, XmpuzzleError::Attribute { attribute, found, least, most })
            }
        }
    }

    fn child<'a>(
        &mut self,
        node: Node<'a, 'a>,
        element: &'static str,
        parent: &'static str,
    ) -> Option<Node<'a, 'a>> {
        let child = elements(node, element).next();
        if child.is_none() {
            return self.refuse(node, XmpuzzleError::MissingElement { element, parent });
        }
        child
    }
}

fn elements<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

/// Returns the place of voxel number `index`: x varies fastest, then y, then z.
fn place(index: usize, x: u32, y: u32) -> [i32; 3] {
    let (x, y) = (x as usize, y as usize);
    [index % x, index / x % y, index / x / y].map(|at| i32::try_from(at).unwrap_or(i32::MAX))
}

/// Returns the names of the shapes if all have one and no two are equal, otherwise their numbers.
fn names(voxels: &[Voxels<'_>]) -> Vec<String> {
    let given = crate::polyform::all_different(voxels.iter().map(|voxels| voxels.name.map(str::to_owned)));
    given.unwrap_or_else(|| voxels.iter().map(|voxels| voxels.label.clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: &str = r##"<voxel x="3" y="2" z="1" type="0">######</voxel>
<voxel x="2" y="2" z="1" type="0" name="corner">###_</voxel>
<voxel x="1" y="1" z="1" type="0">#2</voxel>
<voxel x="2" y="1" z="1" type="0">+#</voxel>
<voxel x="2" y="1" z="1" type="0">++</voxel>
<voxel x="1" y="2" z="2" type="0">##__</voxel>
<voxel x="2" y="2" z="2" type="0">####___#</voxel>"##;

    fn file(grid: u32, problem: &str) -> String {
        format!(
            "<?xml version=\"1.0\"?>\n<puzzle version=\"2\"><gridType type=\"{grid}\"/><colors/>\n\
             <shapes>{SHAPES}</shapes>\n<problems>{problem}</problems><comment/></puzzle>\n"
        )
    }

    fn problem(shapes: &str, result: u32) -> String {
        format!("<problem><shapes>{shapes}</shapes><result id=\"{result}\"/><bitmap/></problem>")
    }

    fn read(text: &str) -> Result<Vec<Puzzle>, String> {
        read_xmpuzzle(&Source::new("a.xmpuzzle", text), &Limits::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn cubes_in_a_plane_are_polyominoes() {
        let shapes = "<shape id=\"1\" count=\"2\"/>";
        let puzzles = read(&file(0, &problem(shapes, 0))).expect("a good file");
        let puzzle = &puzzles[0];
        assert_eq!((puzzle.name(), puzzle.region().area(), puzzle.gaps()), ("Problem 1", 6, 0));
        assert_eq!(puzzle.pieces()[0].name, "S2", "not all shapes have names");
        assert_eq!(puzzle.pieces()[0].count, Count::exactly(2));
        // In BurrTools y grows up, so the corner is missing at the top right.
        assert_eq!(puzzle.pieces()[0].shape.rows(), ["#.", "##"]);
    }

    #[test]
    fn ranges_variable_results_and_planes_in_space() {
        let text = file(0, &problem("<shape id=\"2\" min=\"0\" max=\"2\"/>", 4));
        let puzzle = &read(&text).expect("a good file")[0];
        assert_eq!((puzzle.gaps(), puzzle.pieces()[0].count), (2, Count { min: 0, max: Some(2) }));
        let exact = file(0, &problem("<shape id=\"2\" count=\"2\"/>", 3));
        assert_eq!(read(&exact).expect("every cell is covered")[0].gaps(), 0);
        let mixed = file(0, &problem("<shape id=\"2\" count=\"1\"/>", 3));
        let region = read(&mixed).expect("a good file")[0].region().clone();
        assert_eq!((region.area(), region.optional()), (2, &region.cells()[..1]));
        let upright = file(0, &problem("<shape id=\"5\" count=\"3\"/>", 0));
        assert_eq!(read(&upright).expect("a good file")[0].pieces()[0].shape.area(), 2);
    }

    #[test]
    fn prisms_are_triangles() {
        // Three prisms in two rows: the one at (0, 0) stands on its edge, so the one at (0, 1) touches only
        // (1, 1).
        let shapes = "<shape id=\"1\" count=\"1\"/><shape id=\"2\" count=\"3\"/>";
        let error = read(&file(1, &problem(shapes, 0))).unwrap_err();
        assert!(error.contains("not connected"), "{error}");
        let puzzle = &read(&file(1, &problem("<shape id=\"2\" count=\"6\"/>", 0))).expect("good")[0];
        assert_eq!((puzzle.lattice(), puzzle.region().area()), (Lattice::Triangle, 6));
        // The row above the first touches it at odd x.
        let region = Shape::new(Lattice::Triangle, puzzle.region().cells().to_vec()).expect("one part");
        assert_eq!(region.rows(), [".###", ".###"]);
    }

    #[track_caller]
    fn refuses(text: &str, message: &str) {
        let error = read(text).unwrap_err();
        assert!(error.contains(message), "{error}");
        assert!(error.starts_with("a.xmpuzzle:"), "{error}");
    }

    #[test]
    fn unsupported_features_are_refused_by_name() {
        let one = "<shape id=\"2\" count=\"1\"/>";
        for (grid, name) in [(2, "spheres"), (3, "rhombic tetrahedra"), (4, "tetrahedra and octahedra")] {
            refuses(&file(grid, &problem(one, 0)), name);
        }
        refuses(&file(0, &problem(one, 6)), "shape `S7` is more than one layer thick");
        let upright = "<voxel x=\"1\" y=\"1\" z=\"2\" type=\"0\">##</voxel>";
        let prisms = file(1, &problem("<shape id=\"0\" count=\"1\"/>", 1))
            .replace(SHAPES, &(upright.to_owned() + SHAPES));
        refuses(&prisms, "shape `S1` is more than one layer thick");
        refuses(&file(0, &problem("<shape id=\"3\" count=\"1\"/>", 0)), "piece `S4` has `+` voxels");
        refuses(&file(0, &problem(one, 2)), "the result has colors");
        refuses(&file(0, ""), "no problem [E0633]");
        refuses(&file(0, &problem(one, 0)), "pieces cover at most `1`");
    }

    #[test]
    fn malformed_files_are_named_with_their_line() {
        let good = file(0, &problem("<shape id=\"1\" count=\"2\"/>", 0));
        let changed = |from: &str, to: &str| {
            assert!(good.contains(from), "{from}");
            good.replacen(from, to, 1)
        };
        refuses("<puzzle", "a.xmpuzzle:1:");
        refuses("<doc/>", "the outermost element is `doc`");
        refuses(&changed("<?xml version=\"1.0\"?>", "<!DOCTYPE puzzle [<!ENTITY a \"b\">]>"), "E0621");
        refuses(&changed("version=\"2\"", "version=\"1\""), "2:1: format version `1` is not known");
        refuses(&changed("<gridType type=\"0\"/>", ""), "element `gridType` is missing in `puzzle`");
        refuses(
            &changed("x=\"3\"", "x=\"0\""),
            "3:9: attribute `x` is `0`; expected a whole number from 1 to 4096",
        );
        refuses(&changed("x=\"3\"", "x=\"99999999999999999999\""), "attribute `x`");
        refuses(&changed("x=\"3\"", "x=\"4096\""), "there are `6` voxels; the size says 8192");
        refuses(&changed("######", "#####?"), "voxel 6 is `?`");
        refuses(&changed("######", "7#####"), "voxel 1 is `7`");
        refuses(
            &changed("id=\"1\"", "id=\"7\""),
            "attribute `id` is `7`; expected a whole number from 0 to 6",
        );
        refuses(&changed("count=\"2\"", ""), "attribute `count` is `missing`");
        refuses(&changed("count=\"2\"", "min=\"3\" max=\"2\""), "attribute `max` is `2`");
        refuses(&changed("<result id=\"0\"/>", ""), "element `result` is missing in `problem`");
        refuses(&changed("<problem>", "<problem name=\"&#9;\">"), "E0333");
        for end in 0..good.len() {
            // A text cut anywhere is refused, or read if only a line break is missing.
            assert!(good.get(..end).is_none_or(|cut| read(cut).is_err() || end + 1 == good.len()), "{end}");
        }
    }

    #[test]
    fn recognised_by_its_first_elements() {
        assert!(looks_like_xmpuzzle(&file(0, "")));
        assert!(!looks_like_xmpuzzle("<svg/>") && !looks_like_xmpuzzle("AAB"));
    }
}
