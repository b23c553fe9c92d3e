//! Makes designs: the document that describes a result, the job that makes it, and the files that it becomes.
//!
//! A [`design::Design`] describes a result completely. [`job::run`] makes it in memory, and reports progress,
//! notes and tilings to a watcher. [`output`] writes the files, completely or not at all. The program and the
//! studio are two ways to say a design.

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

pub mod comparison;
pub mod design;
pub mod job;
pub mod output;
pub mod question;

#[cfg(test)]
#[path = "../../../tests/support/mod.rs"]
mod support;
