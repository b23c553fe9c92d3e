//! The studio: piecework as a page in the browser, and the server behind it.
//!
//! There is one page and one small interface: a design goes in; progress, plan and files come out. A [`Desk`] answers.
//! A server carries the questions to it, or, in a page without a server, a worker does; [`export`] writes such a page.
//!
//! | request | answer |
//! | --- | --- |
//! | `GET /` | the page |
//! | `GET /api/inputs` | templates, palettes, papers, machines, and the rows of every option |
//! | `GET /api/schema` | the JSON Schema of designs |
//! | `GET /api/templates/{name}` | a template with its first tiling as a picture |
//! | `GET /api/gallery` | finished designs in a few words; the first with their pictures |
//! | `GET /api/gallery/rest` | the other designs with their pictures, by name |
//! | `GET /api/board` | the cells of an empty board as polygons |
//! | `GET /api/board/line` | a board that is named in one line, as it is drawn |
//! | `GET /api/board/shape` | a shape or letters, as large as they fit on a board |
//! | `GET /api/orientations` | every way to turn and flip a piece |
//! | `POST /api/look` | a design at a glance: picture, patches, fabrics, words; nothing is searched |
//! | `POST /api/open` | the design in a file that somebody dropped on the page |
//! | `POST /api/jobs` | a job that makes a design |
//! | `GET /api/jobs/{id}/events` | its progress as server-sent events |
//! | `GET /api/jobs/{id}` | its summary; below it `plan`, `words`, `files/{name}`, `pages/{name}` and `all.zip` |
//! | `DELETE /api/jobs/{id}` | stops it |
//! | `POST /api/play` | the board, pieces and clues of a puzzle to play |
//! | `POST /api/play/judge` | whether the pieces laid on it, `x-laid`, solve it or can be completed, and a hint |
//! | `POST /api/class`, `GET`, `DELETE` | the class of a teacher, whose key is in `x-class`: begins a new one, says its code, ends it |
//! | `POST /api/class/{code}/pupils` | a name and a token for somebody who comes in |
//! | `GET /api/class/{code}`, `POST /api/class/{code}/works` | what is on its wall; puts a solved board or a design up |
//! | `GET /api/class/{code}/works/{id}`, `DELETE` | a work as a design, and below it its `picture`; takes it down |
//! | `POST /api/qr` | a link as a QR code |
//! | `GET /embed` | a design alone, for a frame on another page |
//! | `GET /device/` | the page without a server, if its module is given |
//! | `GET /healthz`, `GET /metrics` | for whoever runs the server |
//!
//! The number of a job is a hash of its design, so equal designs share one job, and a result never changes.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use piecework_studio::{Studio, StudioOptions};
//! let studio = Studio::open(&StudioOptions { listen: "127.0.0.1:0".into(), ..StudioOptions::default() })?;
//! assert!(studio.url().starts_with("http://127.0.0.1:"));
//! studio.serve(&AtomicBool::new(true))?; // stops at once, because the flag is raised
//! # Ok::<(), piecework_studio::StudioError>(())
//! ```

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(not(feature = "server"), allow(dead_code, reason = "what only a server asks of the others"))]

mod allowance;
#[cfg(feature = "server")]
mod asking;
#[cfg(feature = "server")]
mod bundle;
#[cfg(feature = "server")]
mod class;
#[cfg(feature = "server")]
mod class_routes;
#[cfg(feature = "server")]
mod device;
mod drawn;
mod error;
mod estimate;
#[cfg(feature = "server")]
mod export;
mod gallery;
mod inputs;
#[cfg(feature = "server")]
mod job;
#[cfg(feature = "server")]
mod metrics;
#[cfg(feature = "server")]
mod middleware;
#[cfg(feature = "server")]
mod page;
mod play;
mod preview;
mod qr;
mod questions;
#[cfg(feature = "server")]
mod queue;
#[cfg(feature = "server")]
mod responses;
mod results;
#[cfg(feature = "server")]
mod routes;
mod scene;
#[cfg(feature = "server")]
mod server;
mod watcher;
mod work;

pub use crate::error::StudioError;
#[cfg(feature = "server")]
pub use export::{Module, PageFile, export};
pub use questions::{Desk, Question, findings};
pub use results::Results;
#[cfg(feature = "server")]
pub use server::{Studio, StudioOptions};
pub use watcher::Listener;

#[cfg(test)]
#[path = "../../../tests/support/mod.rs"]
mod support;
