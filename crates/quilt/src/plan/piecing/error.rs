//! Why a quilt has no plan of straight seams.

use piecework_tiling::fault::fault;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::stop::Stopped;

fault! {
    /// Why a quilt has no plan of straight seams.
    #[derive(Clone, PartialEq, Eq)]
    pub enum PiecingError {
        NoRectangles { lattice: Lattice } = E1510 {
            message("{cells} form no rectangles; a plan of these needs squares", cells = lattice.cell_name())
            found("{name}", name = lattice.name())
            help("sew triangles, hexagons, rhombs and kites in rows")
        }
        NoRows { lattice: Lattice } = E1512 {
            message("{cells} are not cut into rows of triangles; they have better plans", cells = lattice.cell_name())
            found("{name}", name = lattice.name())
            help("use templates and sew Y-seams, or English paper piecing")
        }
        Gap { x: i32, y: i32 } = E1511 {
            message("cell ({x}, {y}) is empty; no straight seam may cross a gap")
            found("({x}, {y})")
            help("fill empty cells with background fabric, or use templates")
        }
        /// The quilt is in several parts; nothing is sewn at a corner.
        Apart { x: i32, y: i32 } = E1517 {
            message("the piece at ({x}, {y}) touches no other along an edge; no seam joins it to the quilt")
            found("({x}, {y})")
            help("fill empty cells with background fabric, or use templates")
        }
        /// The smallest part of the quilt without a line along which all of it could be sewn; column and row
        /// from 1.
        NoSeam { column: usize, row: usize, columns: usize, rows: usize } = E1518 {
            message("the {columns} x {rows} cells from column {column}, row {row} have no seam from end to end: every line \
                ends at pieces that continue on both sides")
            found("column {column}, row {row}")
            help("fill empty cells with background fabric, or use templates")
        }
        /// The table of all rectangles would take too much memory.
        TooLarge { columns: usize, rows: usize, found: u64, allowed: u64 } = E1514 {
            kind(Limit)
            message("{columns} x {rows} cells have `{found}` rectangles; at most `{allowed}` can be compared")
            found("{found}") allowed("{allowed}")
            help("make the quilt of several parts")
        }
        /// No direction has unbroken rows of triangles.
        BrokenRow { x: i32, y: i32 } = E1516 {
            message("the row of triangles before ({x}, {y}) is broken, and so is one in every other direction")
            found("({x}, {y})")
            help("use templates, or sew the quilt in parts")
        }
        /// Comparing all plans would take too long.
        TooManyYSeams { found: u64, allowed: u64 } = E1519 {
            kind(Limit)
            message("plans with up to `{found}` Y-seams take too long to compare on a board of this size; at most `{allowed}` can be \
                compared")
            found("{found}") allowed("0 to {allowed}")
        }
        EmptyBlock = E1515 {
            message("a block must have at least 1 rectangle (got `0`)")
            found("0") allowed("1 or more")
        }
    } from {
        /// Planning was stopped.
        Stopped(Stopped),
    }
}
