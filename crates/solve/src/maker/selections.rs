//! Numbers all selections of pieces that have a given area, so that they can be drawn at random.

/// The selections of copies of some pieces.
pub(super) struct Selections {
    sizes: Vec<usize>,
    most: Vec<usize>,
    area: usize,
    /// For each piece and area, how many selections of it and the pieces after it have that area; the last
    /// row is that of no piece.
    ways: Vec<Vec<u128>>,
}

impl Selections {
    /// Selections of at most `most` copies of pieces of these sizes, not 0, which have an area together.
    pub(super) fn new(pieces: &[(usize, usize)], area: usize) -> Self {
        let (sizes, most): (Vec<usize>, Vec<usize>) = pieces.iter().copied().unzip();
        let mut none = vec![0u128; area + 1];
        none[0] = 1;
        let mut ways = vec![none];
        for &(size, most) in pieces.iter().rev() {
            let after = ways.last().expect("one row at least");
            let mut row = after.clone();
            for area in size..=area {
                row[area] = if most >= area / size {
                    after[area].saturating_add(row[area - size])
                } else {
                    let copies = 0..=most;
                    copies.fold(0, |sum, copies| u128::saturating_add(sum, after[area - copies * size]))
                };
            }
            ways.push(row);
        }
        ways.reverse();
        Self { sizes, most, area, ways }
    }

    /// Returns how many there are; larger numbers than 2^128 - 1 count as that.
    pub(super) fn count(&self) -> u128 {
        self.ways[0][self.area]
    }

    /// Returns how many copies of each piece the selection of a number has, which is below the count.
    pub(super) fn get(&self, mut number: u128) -> Vec<usize> {
        let mut left = self.area;
        let pieces = self.sizes.iter().zip(&self.most).zip(&self.ways[1..]);
        pieces
            .map(|((&size, &most), after)| {
                let mut copies = 0;
                while copies < most.min(left / size) && number >= after[left - copies * size] {
                    number -= after[left - copies * size];
                    copies += 1;
                }
                left -= copies * size;
                copies
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_selection_has_one_number() {
        for (pieces, area, count) in
            [(vec![(5, 1); 12], 40, 495), (vec![(1, 2), (2, 9), (3, 1)], 7, 3), (vec![(4, 3)], 6, 0)]
        {
            let all = Selections::new(&pieces, area);
            assert_eq!(all.count(), count, "{pieces:?}");
            let distinct: BTreeSet<Vec<usize>> = (0..count).map(|number| all.get(number)).collect();
            assert_eq!(distinct.len() as u128, count);
            for selection in distinct {
                assert!(selection.iter().zip(&pieces).all(|(copies, (_, most))| copies <= most));
                assert_eq!(
                    selection.iter().zip(&pieces).map(|(copies, (size, _))| copies * size).sum::<usize>(),
                    area
                );
            }
        }
    }
}
