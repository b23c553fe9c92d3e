//! Why a file for a machine is refused.

use piecework_tiling::fault::fault;
use piecework_tiling::text::shown;

fault! {
    /// Why a file for a machine is refused.
    #[derive(Clone, PartialEq)]
    pub enum CheckError {
        UnknownKind { found: String } = E2101 {
            message("cannot check files that end in `{found}`", found = shown(found))
            found("{found}") allowed("svg, dxf, plt, gcode, lbrn2, xcs, pdf, stl, 3mf, dst, exp, pes, jef")
        }
        /// The file ends too early, or a required part is missing.
        Missing { missing: &'static str } = E2102 {
            message("`{missing}` is missing")
            help("the file is cut off or was changed; write it again")
        }
        /// A machine's program would misread it or leave it out.
        NotForMachines { found: String } = E2103 {
            message("unsupported element `{found}`", found = shown(found))
            found("{found}")
        }
        Grammar { found: String, expected: &'static str } = E2104 {
            message("found `{found}`, expected {expected}", found = shown(found))
            found("{found}") allowed("{expected}")
        }
        /// Units are millimetres or inches; how they are written depends on the format.
        NoUnit { said: String, expected: &'static str } = E2105 {
            message("the file does not give its unit as mm or inches: {said}")
            help("give it as {expected}")
        }
        /// One unit of the view box must be one millimetre.
        OtherScale { view_box: String, width: f64, height: f64 } = E2113 {
            message("the sheet measures {width} x {height} mm, but its viewBox is `{view_box}`", view_box = shown(view_box))
            found("{view_box}") allowed("0 0 {width} {height}")
        }
        /// The name of a DXF file ends in its unit.
        OtherUnit { name: &'static str, unit: &'static str } = E2114 {
            message("the file name ends in `_{name}`, but the unit of the file is `{unit}`")
            found("{unit}") allowed("{name}")
            help("rename the file, or write it again")
        }
        /// A released piece can move before it is marked.
        AfterCut { layer: String } = E2115 {
            message("layer `{layer}` is drawn after lines that are cut through", layer = shown(layer))
            help("the order of the lines was changed; write the file again")
        }
        /// From the lower left corner of the sheet.
        OutsideFirst { x: f64, y: f64 } = E2116 {
            message("the outline at ({x:.3}, {y:.3}) mm is cut before a line inside it")
            help("the order of the lines was changed; write the file again")
        }
        /// From the lower left corner of the sheet.
        CutTwice { x: f64, y: f64 } = E2117 {
            message("the line at ({x:.3}, {y:.3}) mm is cut twice")
            help("remove one of the two lines, or write the file again")
        }
        /// The design says what color the machine takes for what.
        WrongColor { layer: String, found: String, expected: String } = E2118 {
            message("layer `{layer}` has the color `{found}`, but the design in the file asks for {expected}", layer = shown(layer), found = shown(found))
            found("{found}") allowed("{expected}")
            help("the machine would treat these lines as others; write the file again")
        }
        /// From the lower left corner of the sheet.
        LooseEnd { x: f64, y: f64 } = E2119 {
            message("a cut ends at ({x:.3}, {y:.3}) mm, where no other line is, and the design in the file asks for no tabs or overcut")
            help("a closed line was opened, or a line is missing; write the file again")
        }
        /// From the lower left corner of the sheet.
        Crossing { x: f64, y: f64 } = E2124 {
            kind(NoAnswer)
            message("the outline at ({x:.3}, {y:.3}) mm crosses another")
            help("both pieces would be spoilt. A line was moved, or an earlier version nested them badly; write the file again")
        }
        /// Saved states, groups or sections inside one another.
        TooDeep { allowed: usize } = E2130 {
            message("the file is nested more than {allowed} levels deep")
            allowed("at most {allowed}")
            help("no honest file is; `--limit depth=N` allows more")
        }
        /// A file with more lines than a machine could use, or than can be read in little memory.
        TooMany { what: &'static str, allowed: usize } = E2125 {
            message("the file has more than {allowed} {what}")
            allowed("at most {allowed}")
            help("it is not a file of this program, or should be divided into several")
        }
        /// From the lower left corner of the sheet.
        LooseCut { x: f64, y: f64, loose: usize, lines: usize } = E2126 {
            kind(NoAnswer)
            message("{loose} of {lines} lines are cut on loose pieces, first the one at ({x:.3}, {y:.3}) mm")
            help("the order of the lines was changed; write the file again")
        }
        /// From the lower left corner of the sheet.
        TooClose { x: f64, y: f64, found: f64, least: f64 } = E2127 {
            kind(NoAnswer)
            message("two outlines are {found:.3} mm apart at ({x:.3}, {y:.3}) mm; kerf and gap need {least:.3} mm")
            found("{found:.3} mm") allowed("at least {least:.3} mm")
            help("a line was moved; write the file again")
        }
        /// A 3D printer cannot tell inside from outside.
        OpenSolid { edges: usize, x: f64, y: f64, z: f64 } = E2128 {
            kind(NoAnswer)
            message("the surface is open or turned inside out at {edges} edges, one of them at ({x:.3}, {y:.3}, {z:.3}) mm")
            help("the file is cut off or was changed; write it again")
        }
        OtherDesign { first: String } = E2123 {
            message("it carries a different design than `{first}`, a sheet of the same job", first = shown(first))
            help("one of them is from an earlier run; write the files again with --force")
        }
        /// From the lower left corner of the sheet.
        OffSheet { x: f64, y: f64, width: f64, height: f64 } = E2106 {
            message("a point at `({x:.3}, {y:.3})` mm is off the sheet of {width:.3} x {height:.3} mm")
            found("({x}, {y}) mm")
        }
        /// A closed line that repeats its first point, or a line of zero length.
        NoLength { layer: String } = E2107 {
            message("a line in layer `{layer}` has an edge without length", layer = shown(layer))
        }
        Undeclared { layer: String } = E2108 {
            message("layer `{layer}` is not declared", layer = shown(layer))
        }
        Twice { name: String } = E2109 {
            message("the name `{name}` is used twice", name = shown(name))
        }
        HeaderDiffers { field: String, said: i64, found: i64 } = E2110 {
            message("`{field}` is {said} in the header, but {found} in the file", field = shown(field))
            help("the file is cut off or was changed; write it again")
        }
        PenDown = E2111 {
            message("the pen is down at the end")
        }
        Nothing = E2112 {
            message("nothing is drawn")
        }
    }
}
