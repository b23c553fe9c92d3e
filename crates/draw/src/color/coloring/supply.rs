//! The supply of each fabric, if it is not a simple number.

/// A supply of fabrics for which the need of several pieces is not the sum of their needs: fabric that is cut
/// in strips.
///
/// Fabrics are numbered from 0. The same numbers always give the same answer.
pub trait Supply {
    /// Returns the kind of each piece, from 0; pieces of one kind take the same of every fabric.
    fn kinds(&self) -> &[usize];

    /// Fabrics with the same number are interchangeable.
    fn alike(&self, fabric: usize) -> usize;

    /// 0 if this many pieces of each kind can be cut from a fabric; otherwise a measure of the shortage.
    fn lacking(&self, fabric: usize, pieces: &[u64]) -> u64;

    /// Returns whether it is proved that this many pieces of each kind cannot be cut from a fabric (nor can
    /// more).
    fn is_too_little(&self, fabric: usize, pieces: &[u64]) -> bool;

    /// Returns a lower bound for what a piece of each kind takes of a fabric, and how much there is; in any
    /// whole unit.
    fn shares(&self, fabric: usize) -> (Vec<u64>, u64);
}
