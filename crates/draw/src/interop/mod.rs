//! Converts shapes to and from the types of other geometry crates, behind features that are off by default.
//!
//! | feature | crate | conversions |
//! | --- | --- | --- |
//! | `kurbo` | `kurbo` 0.13 | [`Path`] ⇄ `BezPath`; [`Outline`], [`Ring`] and [`Polyline`] → `BezPath`, and back with `Outline::from_bez_path`; [`Point`] ⇄ `Point`; [`Bounds`] ⇄ `Rect` |
//! | `geo` | `geo-types` 0.7, which `geo` uses | [`Outline`] ⇄ `Polygon`; [`Ring`] ⇄ `LineString`; [`Patchwork`] → `MultiPolygon`; [`Point`] ⇄ `Coord` |
//!
//! `svg` needs no feature: [`render::svg::document`](crate::render::svg::document) gives an `svg::Document`.
//!
//! # Units
//! Numbers are copied: mm on both sides, y down on both sides. Outer rings run clockwise as seen on the page, and holes the
//! other way. A crate whose y grows up calls that counter-clockwise, which is what `geo` expects of polygons.
//!
//! # Errors
//! What leaves is always valid. What arrives is checked by [`Ring::through`] and [`Outline::new`], so a ring that crosses
//! itself or a hole outside is a [`GeometryError`].
//!
//! [`Path`]: crate::drawing::Path
//! [`Polyline`]: crate::drawing::Polyline
//! [`Outline`]: crate::geometry::Outline
//! [`Outline::new`]: crate::geometry::Outline::new
//! [`Ring`]: crate::geometry::Ring
//! [`Ring::through`]: crate::geometry::Ring::through
//! [`Patchwork`]: crate::geometry::Patchwork
//! [`Point`]: crate::geometry::Point
//! [`Bounds`]: crate::geometry::Bounds
//! [`GeometryError`]: crate::geometry::GeometryError

#[cfg(feature = "geo")]
mod geo;
#[cfg(feature = "kurbo")]
mod kurbo;
