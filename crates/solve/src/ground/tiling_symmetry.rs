//! The symmetries that may be asked of a tiling.

use piecework_tiling::lattice::Lattice;
use piecework_tiling::puzzle::PuzzleSymmetry;
use piecework_tiling::setting::{self, Word, words};

/// A symmetry that a tiling may have. A tiling with it is its own image; copies of a piece are identical.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum TilingSymmetry {
    /// Half a turn, and perhaps more.
    HalfTurn,
    /// A third of a turn, on lattices of triangles and hexagons.
    ThirdTurn,
    /// A quarter of a turn, on squares.
    QuarterTurn,
    /// A sixth of a turn, on lattices of triangles and hexagons.
    SixthTurn,
    /// A reflection about any axis.
    Reflection,
    /// Any turn or reflection.
    Any,
    /// All symmetries of the puzzle.
    Full,
}

words! {
    TilingSymmetry {
        "half-turn" => TilingSymmetry::HalfTurn, "equal to its own half turn";
        "third-turn" => TilingSymmetry::ThirdTurn, "equal to its own third of a turn (triangles and hexagons)";
        "quarter-turn" => TilingSymmetry::QuarterTurn, "equal to its own quarter turn (squares)";
        "sixth-turn" => TilingSymmetry::SixthTurn, "equal to its own sixth of a turn (triangles and hexagons)";
        "reflection" => TilingSymmetry::Reflection, "equal to its own mirror image, about any axis";
        "any" => TilingSymmetry::Any, "equal to its image under any turn or reflection";
        "full" => TilingSymmetry::Full, "all symmetries of the puzzle";
    }
}

impl TilingSymmetry {
    /// All of them.
    pub const ALL: &[Self] = <Self as Word>::VALUES;

    /// Returns its name in options.
    pub fn name(self) -> &'static str {
        setting::name(self)
    }

    /// Returns the cases: symmetries by number, of which a tiling has all of one case. Number 0 is the
    /// identity.
    pub(crate) fn cases(self, lattice: Lattice, motions: &[PuzzleSymmetry]) -> Vec<Vec<usize>> {
        let turns = |share: u8| {
            let wanted = lattice.turns().is_multiple_of(share).then_some(lattice.turns() / share);
            let is_it = |motion: &PuzzleSymmetry| {
                !motion.symmetry.is_reflection() && Some(motion.symmetry.turns()) == wanted
            };
            motions.iter().position(is_it).map(|number| vec![number])
        };
        let is_flipped = |&number: &usize| motions[number].symmetry.is_reflection();
        let reflections = || (0..motions.len()).filter(is_flipped).map(|number| vec![number]);
        match self {
            Self::HalfTurn => turns(2).into_iter().collect(),
            Self::ThirdTurn => turns(3).into_iter().collect(),
            Self::QuarterTurn => turns(4).into_iter().collect(),
            Self::SixthTurn => turns(6).into_iter().collect(),
            Self::Reflection => reflections().collect(),
            // Every symmetry has a power of prime order, so these are enough.
            Self::Any => turns(2).into_iter().chain(turns(3)).chain(reflections()).collect(),
            Self::Full if motions.len() > 1 => vec![(1..motions.len()).collect()],
            Self::Full => Vec::new(),
        }
    }
}
