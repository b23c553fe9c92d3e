//! The text of every template: the gallery, puzzles, boards, alphabets, palettes, photos, pictures, papers, machines, materials, schemas and job
//! files of schedulers.
//!
//! Templates are data for the crates that read them. They are embedded here, once, so that each crate can be
//! published by itself. A name that does not exist is an error of the compiler:
//!
//! ```
//! const LETTER: &str = piecework_templates::file("papers/letter.json");
//! assert!(LETTER.contains("215.9"), "mm");
//! ```

/// Embeds files by their paths in this folder.
macro_rules! files {
    ($($path:literal)*) => {
        &[$(($path, include_str!($path)),)*]
    };
}

/// Every file of the folders here, by path.
const FILES: &[(&str, &str)] = files! {
    "alphabets/5-rows.txt"
    "alphabets/7-rows.txt"
    "alphabets/accents.txt"
    "boards/cross.txt"
    "boards/diamond.txt"
    "boards/heart.txt"
    "boards/house.txt"
    "boards/ring.txt"
    "boards/stairs.txt"
    "boards/star.txt"
    "boards/tree.txt"
    "figures/heptiamonds.json"
    "figures/hexiamonds.json"
    "figures/hexominoes.json"
    "figures/one-sided-hexiamonds.json"
    "figures/one-sided-hexominoes.json"
    "figures/one-sided-pentominoes.json"
    "figures/one-sided-polyominoes-2-to-4.json"
    "figures/pentahexes.json"
    "figures/pentominoes-and-cell.json"
    "figures/pentominoes-and-square.json"
    "figures/pentominoes-and-tetrominoes.json"
    "figures/pentominoes.json"
    "figures/polyhexes-1-to-4.json"
    "figures/polyhexes-1-to-5.json"
    "figures/polyhexes-3-and-4.json"
    "figures/polyiamonds-1-to-5.json"
    "figures/polyominoes-1-to-3.json"
    "figures/polyominoes-1-to-4.json"
    "figures/polyominoes-1-to-5.json"
    "figures/tetrahexes.json"
    "gallery.json"
    "machines/3d-printer.json"
    "machines/cricut-joy.json"
    "machines/cricut-long.json"
    "machines/cricut.json"
    "machines/die.json"
    "machines/embroidery-8x12.json"
    "machines/embroidery.json"
    "machines/generic.json"
    "machines/glowforge.json"
    "machines/grbl.json"
    "machines/hpgl.json"
    "machines/k40.json"
    "machines/laser-1300x900.json"
    "machines/lightburn.json"
    "machines/marlin.json"
    "machines/scanncut.json"
    "machines/shaper-origin.json"
    "machines/silhouette-cameo-plus.json"
    "machines/silhouette-cameo-pro.json"
    "machines/silhouette-cameo.json"
    "machines/silhouette-portrait.json"
    "machines/xtool-s1.json"
    "machines/xtool.json"
    "materials/acrylic-3mm.json"
    "materials/acrylic-6mm.json"
    "materials/basswood-3mm.json"
    "materials/birch-3mm.json"
    "materials/birch-6mm.json"
    "materials/cardboard-2mm.json"
    "materials/cardstock.json"
    "materials/mat-board.json"
    "materials/mdf-3mm.json"
    "materials/mdf-6mm.json"
    "names.txt"
    "ornaments/around-a-number.txt"
    "ornaments/strips.txt"
    "palettes/candy.json"
    "palettes/farmhouse.json"
    "palettes/grays.json"
    "palettes/harvest.json"
    "palettes/indigo.json"
    "palettes/jewel.json"
    "palettes/natural.json"
    "palettes/okabe-ito.json"
    "palettes/pastel.json"
    "palettes/sunset.json"
    "palettes/tide-pool.json"
    "palettes/warm-and-cool.json"
    "palettes/woodland.json"
    "papers/a0.json"
    "papers/a1.json"
    "papers/a2.json"
    "papers/a3.json"
    "papers/a4.json"
    "papers/arch-c.json"
    "papers/arch-d.json"
    "papers/arch-e.json"
    "papers/legal.json"
    "papers/letter.json"
    "papers/roll-24in.json"
    "papers/roll-36in.json"
    "papers/roll-a0.json"
    "papers/tabloid.json"
    "photos/cat.json"
    "pictures/meadow.txt"
    "puzzles/calendar-hex.json"
    "puzzles/calendar.json"
    "puzzles/cubes-in-a-corner.json"
    "puzzles/domino-8x8.json"
    "puzzles/half-squares-12x12.json"
    "puzzles/hat-56.json"
    "puzzles/hat-57in.json"
    "puzzles/heptomino-19x28.json"
    "puzzles/heptomino-21x26.json"
    "puzzles/hexiamond-6x6.json"
    "puzzles/hexomino-15x15-less-3x5.json"
    "puzzles/l-tromino-6x6.json"
    "puzzles/pentomino-3x20.json"
    "puzzles/pentomino-4x15.json"
    "puzzles/pentomino-5x12.json"
    "puzzles/pentomino-6x10.json"
    "puzzles/pentomino-8x8-hole.json"
    "puzzles/portrait.json"
    "puzzles/quilt-60x80.json"
    "puzzles/six-pentominoes-5x6.json"
    "puzzles/t-tetromino-4x4.json"
    "puzzles/tetrahex-4x7.json"
    "puzzles/thirteen-pieces-8x8.json"
    "puzzles/tumbling-blocks-hexagon.json"
    "puzzles/untouchable-11-points.json"
    "puzzles/untouchable-11.json"
    "puzzles/y-hexomino-23x24.json"
    "schedulers/README.md"
    "schedulers/Snakefile"
    "schedulers/dask-run.py"
    "schedulers/merge-order.sh"
    "schedulers/merge.sh"
    "schedulers/order-README.md"
    "schedulers/order.sh"
    "schedulers/parallel-run.sh"
    "schedulers/ray-run.py"
    "schedulers/search.sbatch"
    "schedulers/shard.sh"
    "schedulers/slurm-submit.sh"
    "schedulers/worker.sh"
    "schema/machine.json"
    "schema/material.json"
    "schema/puzzle.json"
    "styles/children.json"
    "styles/classic.json"
    "styles/modern.json"
    "styles/newspaper.json"
    "titles/children.json"
    "titles/classic.json"
    "titles/modern.json"
    "titles/newspaper.json"
};

/// Returns the text of the file at `path`, such as `puzzles/pentomino-6x10.json`.
///
/// # Panics
/// If there is no such file: in a constant, that stops the compiler.
#[must_use]
pub const fn file(path: &str) -> &'static str {
    let mut at = 0;
    while at < FILES.len() {
        if same(FILES[at].0.as_bytes(), path.as_bytes()) {
            return FILES[at].1;
        }
        at += 1;
    }
    panic!("no template has this path")
}

/// Whether two texts are equal; `==` cannot be used in a constant.
const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Returns the names of the files in a folder, without extension, in order.
pub fn names(folder: &str) -> impl Iterator<Item = &'static str> {
    files(folder).map(|(name, _)| name)
}

/// Returns the files in a folder, in order: name without extension, and text.
pub fn files(folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().filter_map(move |(path, text)| {
        let name = path.strip_prefix(folder)?.strip_prefix('/')?;
        Some((name.split_once('.').map_or(name, |(name, _)| name), *text))
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_every_folder_is_embedded() {
        let top = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut paths = Vec::new();
        for folder in [
            "alphabets",
            "boards",
            "figures",
            "machines",
            "materials",
            "ornaments",
            "palettes",
            "papers",
            "photos",
            "pictures",
            "puzzles",
            "schedulers",
            "schema",
            "styles",
            "titles",
        ] {
            for entry in std::fs::read_dir(top.join(folder)).expect("the folder") {
                let name = entry.expect("an entry").file_name();
                paths.push(format!("{folder}/{}", name.to_string_lossy()));
            }
        }
        paths.extend(["gallery.json", "names.txt"].map(str::to_owned));
        paths.sort();
        assert_eq!(paths, FILES.iter().map(|(path, _)| *path).collect::<Vec<_>>());
    }

    #[test]
    fn files_are_found_by_path_and_by_folder() {
        assert!(file("puzzles/domino-8x8.json").contains("\"piecework\": 1"));
        assert!(names("papers").any(|name| name == "a4") && names("paper").next().is_none());
    }
}
