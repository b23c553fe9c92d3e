//! Assorted pre-cuts: piles of prints, and which piece of which print gives which patches.

use super::fabric::{ClothUse, CutPiece, FabricYardage, FatQuarters, Run, StripHeight};
use super::options::YardageOptions;
use super::order::FabricOrder;
use super::precut::{Packages, PrintPiece, PrintPile};

/// Gathers the pieces of each pile, which were cut one by one, and counts the packages.
pub(super) fn gathered(
    order: &FabricOrder,
    fabrics: Vec<FabricYardage>,
    options: &YardageOptions,
) -> (Vec<FabricYardage>, Option<Packages>) {
    let (mut piles, mut others): (Vec<FabricYardage>, Vec<FabricYardage>) = (Vec::new(), Vec::new());
    for (index, mut fabric) in fabrics.into_iter().enumerate() {
        let Some(patches) = order.prints.get(index) else {
            others.push(fabric);
            continue;
        };
        fabric.fat_quarters.iter_mut().for_each(|of| of.precut = options.precut);
        let size = fabric.fat_quarters.as_ref().map(|of| of.size).unwrap_or_default();
        let print = PrintPiece { print: 0, package: 0, size, patches: patches.clone() };
        match piles.last_mut().filter(|pile| pile.fabric == fabric.fabric) {
            Some(pile) => {
                add(pile, fabric);
                pile.prints.push(print);
            }
            None => piles.push(FabricYardage { prints: vec![print], ..fabric }),
        }
    }
    let packages = options.precut.map(|precut| {
        let used = piles.iter().filter_map(|pile| pile.fat_quarters.as_ref()).map(|of| of.count);
        Packages::of(precut, used)
    });
    let packages = packages.map(|packages| packages.assorted(&mut piles));
    piles.append(&mut others);
    (piles, packages)
}

/// Adds what is cut from one more piece to its pile.
fn add(pile: &mut FabricYardage, piece: FabricYardage) {
    let (Some(own), Some(more)) = (&mut pile.fat_quarters, piece.fat_quarters) else { return };
    let place_of: Vec<usize> = piece.pieces.into_iter().map(|of| place(&mut pile.pieces, of)).collect();
    for mut strip in piece.strips {
        strip.quarter += own.cut;
        strip.runs = strip.runs.iter().map(|run| Run { piece: place_of[run.piece], ..*run }).collect();
        pile.strips.push(strip);
    }
    for group in piece.heights {
        match pile.heights.iter_mut().find(|known| known.height == group.height) {
            Some(known) => known.strips += group.strips,
            None => pile.heights.push(group),
        }
    }
    pile.heights.sort_by_key(|group| std::cmp::Reverse(group.height));
    pile.heights.iter_mut().for_each(|group| *group = StripHeight { at_least: None, ..group.clone() });
    let (cut, count) = (own.cut + more.cut, own.count + more.count);
    *own = FatQuarters { cut, count, ..own.clone() };
    pile.use_of_cloth = ClothUse::of_quarters(&pile.pieces, own.size, (count, own.extra_percent));
    own.at_least = pile.use_of_cloth.least_quarters.unwrap_or(1).min(cut);
}

/// Where cloth of this kind is on the list, with the labels of what is added.
fn place(pieces: &mut Vec<CutPiece>, of: CutPiece) -> usize {
    let is_alike = |known: &CutPiece| {
        (&known.name, known.size, &known.nest) == (&of.name, of.size, &of.nest) && known.one_way == of.one_way
    };
    if let Some(at) = pieces.iter().position(is_alike) {
        pieces[at].count += of.count;
        pieces[at].labels.extend(of.labels);
        return at;
    }
    pieces.push(of);
    pieces.len() - 1
}

impl Packages {
    /// The same for packages that have each print once: a pile has whole prints, so that a print that is in several
    /// packages is in one pile only.
    fn assorted(mut self, piles: &mut [FabricYardage]) -> Self {
        let of_pile = |pile: &FabricYardage| pile.fat_quarters.as_ref().map_or(0, |of| of.count);
        let used: Vec<usize> = piles.iter().map(of_pile).collect();
        self.packages = least_packages(&used, self.in_each);
        let mut first = 1;
        let mut all = Vec::new();
        for pile in piles {
            let used = of_pile(pile);
            for (at, piece) in pile.prints.iter_mut().enumerate() {
                (piece.print, piece.package) = (first + at / self.packages, at % self.packages + 1);
            }
            let prints = used.div_ceil(self.packages);
            first += prints;
            all.push(PrintPile { pile: pile.fabric.clone(), prints, pieces: used });
        }
        self.piles = all;
        self
    }
}

/// How few packages have enough prints, each of them once, for piles of so many pieces.
fn least_packages(piles: &[usize], in_each: usize) -> usize {
    let prints = |packages: usize| piles.iter().map(|pieces| pieces.div_ceil(packages)).sum::<usize>();
    let most = piles.iter().copied().max().unwrap_or(1).max(1);
    // With one package for each piece a pile needs one print.
    (1..most).find(|&packages| prints(packages) <= in_each).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::least_packages;

    #[test]
    fn piles_have_whole_prints() {
        assert_eq!(least_packages(&[14, 14, 14], 42), 1);
        // 43 pieces of 42 prints; then two packages with 14 prints for each pile.
        assert_eq!(least_packages(&[15, 14, 14], 42), 2);
        assert_eq!(least_packages(&[28, 28, 28], 42), 2);
        assert_eq!(least_packages(&[29, 28, 28], 42), 3);
        assert_eq!(least_packages(&[1, 0], 42), 1);
    }
}
