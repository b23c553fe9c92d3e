//! How a fabric is cut, as quilters write it: strips of one width, what is subcut from them, and what comes from the rest
//! of a strip.

use crate::plan::yardage::{CutPiece, FabricYardage, Inches, Run, Strip, StripHeight};
use crate::units::Units;
use crate::words::plural;

impl FabricYardage {
    /// `Cut 4 strips 3 1/2 in; subcut (36) 3 1/2 in squares`, strips of one width in one line, the widest first.
    pub(crate) fn cuts_in_words(&self, units: Units) -> Vec<String> {
        self.heights.iter().map(|group| self.strips_in_words(group, units)).collect()
    }

    fn strips_in_words(&self, group: &StripHeight, units: Units) -> String {
        let long = match self.fat_quarters {
            Some(_) => format!(" × {}", self.strip_length.write(units)),
            None => String::new(),
        };
        let strips: Vec<&Strip> = self.strips.iter().filter(|strip| strip.height == group.height).collect();
        let is_main = |run: &Run| run.height == group.height;
        // Sizes of larger cells may leave a strip in which no piece is as high as it.
        let all_are_rest = !strips.iter().flat_map(|strip| &strip.runs).any(is_main);
        let main = |run: &Run| all_are_rest || is_main(run);
        let subcut = self.subcuts(&strips, main, group.height, units);
        let along = self.is_along_the_selvage(&strips, group.height);
        let selvage = if along { "along the selvage " } else { "" };
        let with_rest = strips.iter().filter(|strip| !strip.runs.iter().all(main)).count();
        let rest = match (with_rest, strips.len()) {
            (0, _) => String::new(),
            (1, 1) => "; from the rest of the strip, ".to_owned(),
            (1, _) => "; from the rest of one strip, ".to_owned(),
            (several, _) => format!("; from the rests of {several} strips, "),
        };
        let narrower = self.subcuts(&strips, |run| !main(run), group.height, units);
        let (count, height) = (plural(strips.len(), "strip"), group.height.write(units));
        format!("Cut {count} {height}{long}; subcut {selvage}{subcut}{rest}{narrower}")
    }

    /// Whether a strip is as high as it is because its pieces are longer than the cloth is wide.
    fn is_along_the_selvage(&self, strips: &[&Strip], height: Inches) -> bool {
        let mut runs = strips.iter().flat_map(|strip| &strip.runs);
        height > self.strip_length && runs.any(|run| run.height == height)
    }

    /// `(36) 3 1/2 in squares, (6) 3 1/2 in × 5 in` of all runs that are asked for.
    fn subcuts(&self, strips: &[&Strip], of: impl Fn(&Run) -> bool, height: Inches, units: Units) -> String {
        let mut counts = vec![0; self.pieces.len()];
        let runs = strips.iter().flat_map(|strip| &strip.runs).filter(|run| of(run));
        runs.for_each(|run| counts[run.piece] += run.count * run.rows);
        let cut: Vec<(&CutPiece, usize)> =
            self.pieces.iter().zip(counts).filter(|(_, count)| *count > 0).collect();
        let mut words: Vec<String> = Vec::new();
        let mut said: Vec<&str> = Vec::new();
        for &(piece, count) in &cut {
            match piece.shape_in_a_strip(height) {
                // Rows of one shape are a number of these.
                Some(shape) if !said.contains(&shape) => {
                    said.push(shape);
                    let same = cut.iter().filter(|(other, _)| other.shape_in_a_strip(height) == Some(shape));
                    let each = |of: &CutPiece| of.nest.as_ref().map_or(1, |nest| nest.outlines.len());
                    let all: usize = same.clone().map(|(other, count)| each(other) * count).sum();
                    let cuts = same.map(|(other, _)| other.cuts_in_words(units));
                    let longest = cuts.max_by_key(String::len).unwrap_or_default();
                    words.push(format!("({all}) {shape}{longest}"));
                }
                Some(_) => {}
                None => words.push(piece.subcut_in_words(count, units)),
            }
        }
        words.join(", ")
    }
}

impl CutPiece {
    /// What the shapes of a row are called that is as high as its strip.
    fn shape_in_a_strip(&self, height: Inches) -> Option<&str> {
        let is_row = self.rotary.is_some() && self.size.0 == height;
        self.nest.as_ref().filter(|_| is_row)?.names.first().map(String::as_str)
    }

    /// `(36) 3 1/2 in squares`.
    fn subcut_in_words(&self, count: usize, units: Units) -> String {
        let (short, long) = (self.size.0.write(units), self.size.1.write(units));
        let of = match (self.triangles_of_a_square(), self.boxed) {
            (Some(4), _) => format!(", each cut twice on the diagonal: {}", self.name),
            (Some(8), _) => format!(" for half-square triangles, eight at a time, {} each", self.name),
            (Some(_), _) => format!(" for half-square triangles, {} each", self.name),
            (_, true) => format!(" for {}{}", self.name, self.cuts_in_words(units)),
            _ => String::new(),
        };
        let size = if self.one_way {
            format!("{short} wide × {long} high")
        } else if short == long {
            format!("{short} {}", if count == 1 { "square" } else { "squares" })
        } else {
            format!("{short} × {long}")
        };
        format!("({count}) {size}{of}")
    }
}
