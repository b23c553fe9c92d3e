//! One construction method in numbers.

/// A way to sew a quilt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SewingMethod {
    /// Each patch in one piece; neighbours are set into its notches.
    Templates,
    /// The fewest rectangles that are sewn with straight seams only.
    StraightSeams,
    /// Rows one cell high, cut where patches change.
    Rows,
    /// Columns one cell wide, cut where patches change.
    Columns,
    /// Every cell by itself.
    Squares,
    /// Each patch in one piece, folded over paper and whip-stitched by hand.
    EnglishPaper,
}

/// One way to sew a quilt in figures.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct MethodFigures {
    /// Which way.
    pub method: SewingMethod,
    /// How many pieces of cloth are cut.
    pub pieces: usize,
    /// How many seams are sewn. Two patches in one piece each that touch in several places have several.
    pub seams: usize,
    /// The length of all seams, in edges of a cell.
    pub seam_cells: usize,
    /// The same with cells of 1 mm, in mm: on some lattices cells have edges of several lengths.
    pub seam_length: f64,
    /// Corners that a machine sews into a notch.
    pub set_in_corners: usize,
    /// Notches that are clipped, whether something is set in or folded over.
    pub clipped_corners: usize,
    /// The outlines of all pieces together, in edges of a cell.
    pub perimeter: usize,
    /// Pieces less holes in pieces, also those that are closed by a point; counted on squares only.
    pub solid: Option<usize>,
    /// Pieces that are single triangles, whose points take more cloth than those of longer strips; counted on
    /// rows of triangles only.
    pub single_triangles: Option<usize>,
    /// How many cells the pieces cover.
    pub cells: usize,
}

impl SewingMethod {
    /// The words for it in tables.
    pub const fn name(self) -> &'static str {
        match self {
            SewingMethod::Templates => "templates, set in",
            SewingMethod::StraightSeams => "straight seams",
            SewingMethod::Rows => "rows",
            SewingMethod::Columns => "columns",
            SewingMethod::Squares => "squares",
            SewingMethod::EnglishPaper => "English paper piecing",
        }
    }
}

impl MethodFigures {
    /// The area of all pieces as they are cut, with cells of `cell` mm and the seam allowance around each
    /// piece, in square mm: what the fabrics must hold at the very least. On squares and on rows of triangles
    /// only.
    ///
    /// # Source
    /// The mitred offset of a polygon: area, perimeter times distance, and the square of the distance times
    /// the sum of cot(t/2) over the angles t. With right angles that is 4 for each piece without holes; for a
    /// triangle of 60 degrees it is 3 sqrt 3, for a strip of several 8 / sqrt 3.
    pub fn cut_area(&self, cell: f64, seam_allowance: f64) -> Option<f64> {
        const ROOT_3: f64 = 1.732_050_807_568_877_2;
        let (cells, perimeter) = (self.cells as f64, self.perimeter as f64);
        let (corners, cells) = match (self.solid, self.single_triangles) {
            (Some(solid), _) => (4.0 * solid as f64, cells),
            (None, Some(single)) => {
                let strips = self.pieces - single;
                let corners = 3.0 * ROOT_3 * single as f64 + 8.0 / ROOT_3 * strips as f64;
                (corners, cells * ROOT_3 / 4.0)
            }
            (None, None) => return None,
        };
        Some(
            cells * cell * cell
                + perimeter * cell * seam_allowance
                + corners * seam_allowance * seam_allowance,
        )
    }
}
