//! Why a puzzle cannot be searched. Neither a puzzle without a tiling nor a stopped search is an error.

use crate::ground::{Engine, TilingSymmetry, Total};
use piecework_tiling::fault::{Several, fault};
use piecework_tiling::names::nearest;
use piecework_tiling::puzzle::PuzzleError;
use piecework_tiling::text::shown;
use piecework_tiling::tiling::TilingError;

fault! {
    /// Why a puzzle cannot be searched.
    #[derive(Clone, PartialEq, Eq)]
    pub enum SolverError {
        NoSuchEngine { found: String } = E1001 {
            message("there is no engine `{found}`", found = shown(found))
            found("{found}", found = shown(found)) allowed("{names}", names = engines().collect::<Vec<_>>().join(", "))
            meant(Some(near) = nearest(found, engines()) => "{near}")
            help("engines are {names}", names = engines().collect::<Vec<_>>().join(", "))
        }
        /// An upper bound of the number of placements is over the limit.
        TooManyPlacements { estimated: u64, allowed: u64 } = E1002 {
            kind(Limit)
            message("the pieces have up to `{estimated}` placements; at most {allowed} are allowed")
            found("{estimated}") allowed("at most {allowed}")
            help("use fewer kinds of pieces or a smaller region, or raise the limit")
        }
        /// The tables of the search would take more memory than allowed.
        TooMuchMemory { estimated: u64, allowed: u64 } = E1003 {
            kind(Limit)
            message("the search may take `{estimated}` bytes; at most {allowed} are allowed")
            found("{estimated}") allowed("at most {allowed}")
            help("use fewer or smaller pieces or a smaller region, or allow more with --memory")
        }
        NotForEngine { engine: Engine, reason: &'static str } = E1005 {
            message("the {engine} engine cannot search this puzzle: {reason}")
            found("{engine}")
            help("use --engine auto, or cover, which fits every puzzle")
        }
        NoOrder { reason: &'static str } = E1008 {
            message("cannot look for the smallest rectangle: {reason}")
            help("give polyominoes that may be turned and flipped, none longer than ten cells")
        }
        Disagree { first: Total, second: Total } = E1013 {
            message("two counts made in two ways differ: {first} and {second}")
            help("one of them is wrong, and neither should be believed; please report this puzzle")
        }
        NoFigure { reason: &'static str } = E1011 {
            message("cannot look for a figure: {reason}")
            help("give two or more pieces of one lattice; to divide a set, say how many groups")
        }
        /// The puzzle has no such symmetry, so its tilings need not be looked at.
        NotSymmetric { symmetry: TilingSymmetry } = E1009 {
            message("the puzzle has no symmetry `{name}` that keeps its region, pieces and placed pieces", name = symmetry.name())
            found("{name}", name = symmetry.name())
            help("ask for a symmetry of the region; pieces that may not be turned or flipped can prevent it")
        }
        /// Each turn and reflection would have to be combined with every translation.
        SymmetricOnJoined = E1010 {
            message("tilings with a symmetry are not searched on a board with joined sides")
            help("leave --symmetric out, or \"wrap\"")
        }
        /// A bug in this program.
        Internal { engine: Engine, source: TilingError } = E1004 {
            kind(Internal)
            message("the {engine} engine found something that is not a tiling: {source}")
            help("please report this puzzle; its results cannot be trusted")
        }
    } from {
        /// The pieces are not valid in any region.
        Pieces(Several<PuzzleError>),
    }
}

fn engines() -> impl Iterator<Item = &'static str> {
    Engine::ALL.iter().map(|engine| engine.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::fault::{ErrorKind, Fault};

    #[test]
    fn misspelt_engines_are_answered() {
        let error = "covr".parse::<Engine>().unwrap_err();
        assert_eq!(error.to_string(), "there is no engine `covr`");
        assert_eq!(error.help().as_deref(), Some("did you mean `cover`?"));
        assert_eq!((error.code(), error.kind()), ("E1001", ErrorKind::Input));
        assert_eq!("cover".parse::<Engine>(), Ok(Engine::Cover));
    }
}
