//! Proofs that a puzzle has no tiling: arguments that a person can check, and clauses that a program can.

mod certificate;
mod clauses;
mod export;
pub(crate) mod impossible;

pub(crate) use certificate::first_by_clauses;
pub use certificate::{Certificate, Proof, prove_impossible};
pub use export::{CoverForm, exact_cover};
pub use impossible::{
    DeadEnd, ForcedStep, Impossibility, Overweight, Weighing, why_impossible, why_impossible_patiently,
};
