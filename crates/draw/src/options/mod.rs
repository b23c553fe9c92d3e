//! Declares options once: a row each, from which the strict reader, the schema, the command line, its help and the page
//! in the browser are made.
//!
//! [`options!`] makes a struct, its defaults and its rows. Each craft declares its options on its own floor, and decides
//! there what they mean. A type of an option is a [`Setting`](piecework_tiling::setting::Setting).

mod fabrics;
mod own;
mod patch_fabric;
mod spec;
mod table;
mod words;

pub use fabrics::{FabricRequest, FabricScheme};
pub use own::{PaletteChoice, PhotoChoice, PictureChoice};
pub use patch_fabric::PatchFabric;
#[doc(hidden)]
pub use spec::USUAL;
pub use spec::{OptionSpec, Reach, flag};
pub use table::{Options, ReadOptions, options};
#[doc(hidden)]
pub use table::{key_of, row, unknown, unless_default};
