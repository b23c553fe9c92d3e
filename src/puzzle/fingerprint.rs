//! A short name for what a puzzle asks, so that tilings and checkpoints can say which puzzle they belong to.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::{Contact, Puzzle};

/// Sixteen hexadecimal digits; see [`Puzzle::fingerprint`].
pub(super) fn fingerprint(puzzle: &Puzzle) -> String {
    let digest = Sha256::digest(canonical_text(puzzle).as_bytes());
    digest.iter().take(8).fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Everything that decides which tilings there are, and nothing else.
fn canonical_text(puzzle: &Puzzle) -> String {
    let mut pieces: Vec<String> = puzzle
        .pieces
        .iter()
        .map(|piece| {
            let shape = piece.shape.least(piece.freedom);
            let count = (piece.count.min, piece.count.max);
            format!("{}|{}|{count:?}", piece.freedom.name(), shape.rows().join("/"))
        })
        .collect();
    pieces.sort_unstable();
    let cells: Vec<String> =
        puzzle.region.cells().iter().map(|cell| format!("{},{}", cell.x, cell.y)).collect();
    let gaps = match puzzle.contact {
        Contact::Allowed => puzzle.gaps.to_string(),
        Contact::Forbidden => "untouchable".to_owned(),
    };
    format!("{}\n{}\n{}\n{gaps}\n", puzzle.lattice(), cells.join(" "), pieces.join("\n"))
}
