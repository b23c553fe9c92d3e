//! Compares the engines with known numbers and with searches that are too simple to be wrong.
//!
//! Tests that need minutes without optimisation are left out of debug builds.
//! `cargo test --release --test search` runs all of them, and so does `.ci/run`.

mod apart;
mod calendars;
mod catalogue;
mod colors;
mod corpus;
mod counts;
mod export;
mod figures;
mod large_sets;
mod one_of;
mod optional;
mod oracle;
mod orders;
mod proof;
mod rules;
mod symmetric;
mod wrapped;
mod written;
