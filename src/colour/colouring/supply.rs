//! What there is of each fabric, where that is no plain number.

/// How much of each fabric pieces may take, where what they take together is not the sum of what each takes: cloth, which is
/// cut in strips.
///
/// Fabrics are numbered from 0. Asked again with the same numbers, it answers the same.
pub trait Supply {
    /// The kind of each piece, from 0; pieces of one kind take the same of every fabric.
    fn kinds(&self) -> &[usize];

    /// Fabrics with one number are alike in everything that is said here.
    fn alike(&self, fabric: usize) -> usize;

    /// 0 if this many pieces of each kind can be had from a fabric; else more, the more is lacking.
    fn lacking(&self, fabric: usize, pieces: &[u64]) -> u64;

    /// Whether it is proved that this many pieces of each kind cannot be had from a fabric; then no more can either.
    fn is_too_little(&self, fabric: usize, pieces: &[u64]) -> bool;

    /// What a piece of each kind takes of a fabric at the very least, and how much there is; in any whole unit.
    fn shares(&self, fabric: usize) -> (Vec<u64>, u64);
}
