//! Makes designs: the document that describes a result, the job that makes it, and the files that it becomes.
//!
//! A [`design::Design`] describes a result completely. [`job::run`] makes it in memory, and reports progress,
//! notes and tilings to a watcher. [`output`] writes the files, completely or not at all. The program and the
//! studio are two ways to say a design.
//!
//! ```
//! use piecework_app::design::{Design, Product, Subject};
//! use piecework_app::job::{JobEnd, Silent, run};
//! use piecework_app::output::Overwrite;
//!
//! let design = Design::new(Subject::template("t-tetromino-4x4")?, Product::Sheet(Box::default()));
//! let outcome = run(&design, &mut Silent)?;
//! assert_eq!(outcome.end, JobEnd::Done);
//! # let folder = std::env::temp_dir().join(format!("piecework-app-{}", std::process::id()));
//! outcome.files.write_all(&folder, Overwrite::Refuse)?;
//! assert!(folder.join("t-tetromino-4x4-puzzle-01.svg").exists());
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

pub mod comparison;
pub mod design;
pub mod job;
pub mod output;
pub mod question;

#[cfg(test)]
#[path = "../../../tests/support/mod.rs"]
mod support;
