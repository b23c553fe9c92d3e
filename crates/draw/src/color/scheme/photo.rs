//! Gives each patch the fabric that is most like the photo under it.
//!
//! The light of the photo is averaged over the cells of a patch. [`Tones`] says whether its tones are stretched to those
//! of the fabrics, so that a dark photo uses light fabrics too; a picture in the colors of the fabrics is left as it
//! is, and comes out exactly. With dithering, what a fabric is off by is passed on to the patches beside it that come later, so that
//! areas of two fabrics mix to the color between them.
//!
//! # Source
//! R. Floyd and L. Steinberg, "An adaptive algorithm for spatial grey scale", 1976; here over patches in
//! reading order, with equal shares.

use std::collections::BTreeMap;

use palette::{LinSrgb, Oklab};

use super::facts::PhotoFacts;
use super::pieces::{Frame, Pieces};
use crate::color::photo::{Photo, apart, nearest, seen};
use crate::color::{ColorError, Fabric, FabricCount, Palette};
use crate::geometry::{Bounds, Dimensions, Point};
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::Region;

/// The share of patches that may be lighter than the lightest fabric, and darker than the darkest.
const BEYOND: f64 = 0.02;
/// Photos of less range in lightness are not stretched: they are one tone.
const ONE_TONE: f64 = 0.05;
/// A pixel no further from a fabric than this has its color, but for what JPEG loses: black from white is 1.
const SAME_COLOR: f64 = 0.02;
/// A picture is in the colors of the fabrics if this share of its pixels is: where colors meet they are mixed when it is
/// made small. Chosen by eye.
const IN_FABRICS: f64 = 0.75;

/// What becomes of the tones of a photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Tones {
    /// They are stretched, unless the photo has the colors of the fabrics.
    #[default]
    Auto,
    /// They are as in the photo.
    Kept,
    /// The darkest is that of the darkest fabric, the lightest that of the lightest.
    Stretched,
}

/// A photo that a quilt shows.
#[derive(Debug, Clone, PartialEq)]
pub struct PhotoWish {
    /// The photo.
    pub photo: Photo,
    /// What becomes of its tones.
    pub tones: Tones,
    /// Whether what a fabric is off by is passed on to patches that come later.
    pub dither: bool,
}

/// Fabrics for the photo under the patches.
pub(super) struct Matched {
    /// The fabric of each patch, in `fabrics`.
    pub(super) colors: Vec<usize>,
    /// The chosen fabrics.
    pub(super) fabrics: Vec<Fabric>,
    /// How the patches show the photo.
    pub(super) facts: PhotoFacts,
}

/// Matches the patches with fabrics of the palette: with all, or with those that fit best.
pub(super) fn matched(
    pieces: &Pieces,
    palette: &Palette,
    count: FabricCount,
    wish: &PhotoWish,
) -> Result<Matched, ColorError> {
    let count = match count {
        FabricCount::Exactly(count) => palette.first(count)?.len(),
        FabricCount::AtMost(most) => most.min(palette.fabrics().len()),
        FabricCount::Fewest => palette.fabrics().len(),
    };
    let all = colors(palette.fabrics());
    let Wanted { tones: wanted, stretched, detail } = wanted(pieces, &all, wish);
    let chosen = fitting(&wanted, &all, count);
    let fabrics = chosen.iter().map(|&fabric| palette.fabrics()[fabric].clone()).collect();
    let tones: Vec<Oklab<f64>> = chosen.iter().map(|&fabric| all[fabric]).collect();
    let colors = if wish.dither {
        dithered(pieces, &wanted, &tones)
    } else {
        wanted.iter().map(|&tone| nearest(&tones, tone).0).collect()
    };
    let off = wanted.iter().zip(&colors).map(|(&tone, &color)| libm::sqrt(apart(tone, tones[color])));
    let difference = off.sum::<f64>() / wanted.len().max(1) as f64;
    Ok(Matched { colors, fabrics, facts: PhotoFacts { difference, stretched, detail } })
}

/// The tones that a photo wants of the patches with the fabrics of a palette, and the colors of some fabrics.
pub(super) fn tones(
    pieces: &Pieces,
    palette: &Palette,
    wish: &PhotoWish,
    used: &[Fabric],
) -> (Vec<Oklab<f64>>, Vec<Oklab<f64>>) {
    (wanted(pieces, &colors(palette.fabrics()), wish).tones, colors(used))
}

fn colors(fabrics: &[Fabric]) -> Vec<Oklab<f64>> {
    fabrics.iter().map(|fabric| seen(fabric.color.to_srgb().into_linear())).collect()
}

/// What a photo wants of the patches.
struct Wanted {
    tones: Vec<Oklab<f64>>,
    stretched: bool,
    detail: f64,
}

fn wanted(pieces: &Pieces, all: &[Oklab<f64>], wish: &PhotoWish) -> Wanted {
    let over = Over::of(&wish.photo, pieces.size, pieces.cells.iter().sum());
    let mut wanted = over.under(pieces);
    let detail = over.detail(&wanted, &pieces.cells);
    let fabric_of = |pixel: Oklab<f64>| {
        let (fabric, off) = nearest(all, pixel);
        (off <= SAME_COLOR * SAME_COLOR).then_some(fabric)
    };
    let pixels: Vec<Option<usize>> = wish.photo.seen().map(fabric_of).collect();
    let in_fabrics = pixels.iter().flatten().count() as f64 >= IN_FABRICS * pixels.len() as f64;
    let is_wanted = wish.tones == Tones::Stretched || (wish.tones == Tones::Auto && !in_fabrics);
    let stretched = is_wanted && stretch(&mut wanted, all);
    if in_fabrics && !is_wanted {
        let most = pieces.spots.iter().map(|spots| over.mostly(spots, &pixels));
        for (tone, fabric) in wanted.iter_mut().zip(most) {
            *tone = fabric.map_or(*tone, |fabric| all[fabric]);
        }
    }
    Wanted { tones: wanted, stretched, detail }
}

/// A photo that covers a quilt; its middle is kept.
struct Over<'a> {
    photo: &'a Photo,
    /// How much of the photo is seen, across and down.
    seen: Dimensions,
    /// Half the side of a cell, as shares of the quilt.
    reach: Dimensions,
}

impl<'a> Over<'a> {
    /// Lays it over a quilt of so many cells.
    fn of(photo: &'a Photo, size: Dimensions, cells: u64) -> Self {
        let wide = photo.ratio() / (size.width / size.height);
        let side = libm::sqrt(size.width * size.height / cells.max(1) as f64) / 2.0;
        let seen = if wide > 1.0 { (1.0 / wide, 1.0) } else { (1.0, wide) };
        Self { photo, seen: seen.into(), reach: (side / size.width, side / size.height).into() }
    }

    /// The color of the photo under each patch.
    fn under(&self, pieces: &Pieces) -> Vec<Oklab<f64>> {
        let of_piece = |spots: &Vec<Point>| {
            let sum = spots.iter().map(|&spot| self.light(spot)).reduce(|sum, light| sum + light);
            seen(sum.unwrap_or_default() / spots.len().max(1) as f64)
        };
        pieces.spots.iter().map(of_piece).collect()
    }

    /// The fabric that more than half of a patch has, by that of each pixel.
    fn mostly(&self, spots: &[Point], pixels: &[Option<usize>]) -> Option<usize> {
        let (mut areas, mut whole) = (BTreeMap::<usize, f64>::new(), 0.0);
        for &spot in spots {
            for (pixel, area) in self.photo.areas(self.under_cell(spot)) {
                whole += area;
                pixels[pixel].into_iter().for_each(|fabric| *areas.entry(fabric).or_default() += area);
            }
        }
        areas.into_iter().find(|&(_, area)| area > whole / 2.0).map(|(fabric, _)| fabric)
    }

    /// How much of what makes the photo a picture is left in the tones of patches of so many cells: their variance as a
    /// share of that of the pixels under them.
    fn detail(&self, tones: &[Oklab<f64>], cells: &[u64]) -> f64 {
        let variance = |of: &[(Oklab<f64>, f64)]| {
            let weight: f64 = of.iter().map(|(_, weight)| weight).sum();
            let zero = Oklab::new(0.0, 0.0, 0.0);
            let mean = of.iter().fold(zero, |sum, &(tone, weight)| sum + tone * weight) / weight;
            of.iter().map(|&(tone, weight)| apart(tone, mean) * weight).sum::<f64>() / weight
        };
        let pixels: Vec<_> = self.photo.seen_within(self.seen).map(|pixel| (pixel, 1.0)).collect();
        let patches: Vec<_> = tones.iter().zip(cells).map(|(&tone, &cells)| (tone, cells as f64)).collect();
        match variance(&pixels) {
            all if all > 1e-9 => (variance(&patches) / all).min(1.0),
            _ => 1.0,
        }
    }

    /// The light of a cell whose middle is there.
    fn light(&self, spot: Point) -> LinSrgb<f64> {
        self.photo.mean(self.under_cell(spot))
    }

    /// What of the photo is under a cell whose middle is there, as shares of it.
    fn under_cell(&self, spot: Point) -> Bounds {
        let Self { seen, reach, .. } = self;
        let across = |x: f64| 0.5 + (x - 0.5) * seen.width;
        let down = |y: f64| 0.5 + (y - 0.5) * seen.height;
        let (left, right) = (across(spot.x - reach.width), across(spot.x + reach.width));
        Bounds { left, right, top: down(spot.y - reach.height), bottom: down(spot.y + reach.height) }
    }
}

impl Photo {
    /// Returns the colors under the cells of a region, in its order: three numbers each, thousandths of lightness
    /// and of the two axes of color of Oklab.
    pub fn tones(&self, region: &Region) -> Vec<[i32; 3]> {
        let frame = Frame::around(region.lattice(), region.cells().iter().copied());
        let over = Over::of(self, frame.bounds.dimensions(), region.area() as u64);
        #[expect(clippy::cast_possible_truncation, reason = "colors are between -1 and 1")]
        let thousandths = |value: f64| (value * 1000.0).round() as i32;
        let tone = |&cell: &Cell| {
            let Oklab { l, a, b } = seen(over.light(frame.middle(cell)));
            [l, a, b].map(thousandths)
        };
        region.cells().iter().map(tone).collect()
    }
}

/// Stretches the tones of the patches to those of the fabrics; returns whether they were.
fn stretch(wanted: &mut [Oklab<f64>], fabrics: &[Oklab<f64>]) -> bool {
    let range = |tones: &[Oklab<f64>], beyond: f64| {
        let mut tones: Vec<f64> = tones.iter().map(|tone| tone.l).collect();
        tones.sort_by(f64::total_cmp);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of the length")]
        let skip = (beyond * tones.len() as f64) as usize;
        Some((*tones.get(skip)?, *tones.get(tones.len() - 1 - skip)?))
    };
    let (Some((dark, light)), Some((darkest, lightest))) = (range(wanted, BEYOND), range(fabrics, 0.0))
    else {
        return false;
    };
    if light - dark < ONE_TONE {
        return false;
    }
    for tone in wanted {
        tone.l = darkest + ((tone.l - dark) / (light - dark)).clamp(0.0, 1.0) * (lightest - darkest);
    }
    true
}

/// Chooses the fabrics that bring the patches near to what is wanted: one after the other, then each is
/// exchanged as long as that is better.
fn fitting(wanted: &[Oklab<f64>], fabrics: &[Oklab<f64>], count: usize) -> Vec<usize> {
    let off = |chosen: &[usize]| -> f64 {
        let least = |&tone: &Oklab<f64>| {
            chosen.iter().map(|&fabric| apart(tone, fabrics[fabric])).fold(f64::INFINITY, f64::min)
        };
        wanted.iter().map(least).sum()
    };
    let mut chosen: Vec<usize> = Vec::new();
    // The best fabric for a place, if it is better than the one that is there.
    let place = |chosen: &mut Vec<usize>, at: usize| {
        let before = if at < chosen.len() { off(chosen) } else { f64::INFINITY };
        let with = |fabric: usize| {
            let mut tried = chosen.clone();
            tried.truncate(at);
            tried.push(fabric);
            tried.extend(chosen.iter().skip(at + 1));
            (off(&tried), tried)
        };
        let free = (0..fabrics.len()).filter(|fabric| !chosen.contains(fabric));
        let best = free.map(with).min_by(|a, b| a.0.total_cmp(&b.0)).filter(|(off, _)| *off < before);
        best.map(|(_, better)| *chosen = better).is_some()
    };
    for at in 0..count {
        place(&mut chosen, at);
    }
    if count < fabrics.len() {
        while (0..chosen.len()).any(|at| place(&mut chosen, at)) {}
    }
    chosen.sort_unstable();
    chosen
}

/// Matches patches in reading order, and passes on what each is off by.
fn dithered(pieces: &Pieces, wanted: &[Oklab<f64>], fabrics: &[Oklab<f64>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    let place = |piece: usize| (pieces.middles[piece].y, pieces.middles[piece].x);
    order.sort_by(|&a, &b| {
        let ((down, across), (other_down, other_across)) = (place(a), place(b));
        down.total_cmp(&other_down).then(across.total_cmp(&other_across))
    });
    let mut rank = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &piece)| rank[piece] = at);
    let mut wanted = wanted.to_vec();
    let mut colors = vec![0; wanted.len()];
    for &piece in &order {
        colors[piece] = nearest(fabrics, wanted[piece]).0;
        let off = (wanted[piece] - fabrics[colors[piece]]) * pieces.cells[piece] as f64;
        let later: Vec<usize> =
            pieces.neighbours[piece].iter().copied().filter(|&other| rank[other] > rank[piece]).collect();
        for &other in &later {
            wanted[other] += off / (later.len() as f64 * pieces.cells[other] as f64);
        }
    }
    colors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::scheme::tests::of_grid;
    use crate::color::{FabricPlan, FabricWish, Scheme};

    fn palette_of(colors: &[&str]) -> Palette {
        let fabric = |color: &&str| Fabric { name: (*color).into(), color: color.parse().unwrap() };
        Palette::of_fabrics("test", colors.iter().map(fabric).collect()).unwrap()
    }

    fn plan(grid: &str, rows: &[&str], wish: FabricWish, dither: bool) -> FabricPlan {
        let photo = Photo::from_rows(rows).unwrap();
        let scheme = Scheme::Photo(PhotoWish { photo, tones: Tones::Auto, dither });
        FabricPlan::of_pieces(
            &of_grid(grid),
            &palette_of(&["#000000", "#808080", "#ffffff"]),
            &FabricWish { scheme, ..wish },
        )
        .unwrap()
    }

    fn names(plan: &FabricPlan) -> Vec<String> {
        plan.fabric_of.iter().map(|&fabric| plan.fabrics[fabric].color.to_string()).collect()
    }

    #[test]
    fn each_patch_has_the_fabric_most_like_the_photo_under_it() {
        let plan = plan("AABB\nCCDD\n", &["111111eeeeee", "eeeeee777777"], FabricWish::default(), false);
        assert_eq!(
            names(&plan),
            ["#000000", "#ffffff", "#ffffff", "#808080"],
            "patches that touch may match"
        );
        let facts = plan.facts.photo.unwrap();
        assert!(facts.difference < 0.05 && facts.stretched && facts.detail > 0.99, "{facts:?}");
    }

    /// Two halves of one row of gray beside another stay what they are where tones are kept, and become black and white
    /// where they are stretched.
    #[test]
    fn stretching_is_a_choice_and_is_said() {
        let made = |tones: Tones| {
            let photo = Photo::from_rows(&["404040b0b0b0", "404040b0b0b0"]).unwrap();
            let scheme = Scheme::Photo(PhotoWish { photo, tones, dither: false });
            let palette = palette_of(&["#000000", "#303030", "#c0c0c0", "#ffffff"]);
            let wish = FabricWish { scheme, ..FabricWish::default() };
            FabricPlan::of_pieces(&of_grid("AB\nCD\n"), &palette, &wish).unwrap()
        };
        let said =
            |plan: &FabricPlan| plan.facts.remarks().iter().any(|words| words.contains("--tones kept"));
        for (tones, dark, light, stretched) in [
            (Tones::Auto, "#000000", "#ffffff", true),
            (Tones::Stretched, "#000000", "#ffffff", true),
            (Tones::Kept, "#303030", "#c0c0c0", false),
        ] {
            let plan = made(tones);
            assert_eq!(names(&plan), [dark, light, dark, light], "{tones:?}");
            assert_eq!(said(&plan), stretched, "{tones:?}");
        }
    }

    /// Stripes that are narrower than a patch are gone.
    #[test]
    fn a_photo_too_coarse_to_be_recognized_is_told() {
        let stripes = "000000ffffff".repeat(8);
        let plan = plan("AB\nCD\n", &[stripes.as_str(); 16], FabricWish::default(), false);
        let facts = plan.facts.photo.unwrap();
        assert!(facts.detail < 0.01, "{facts:?}");
        assert!(plan.facts.warnings().iter().any(|words| words.contains("0 % of the photo")));
    }

    #[test]
    fn a_dim_photo_is_stretched_to_the_fabrics() {
        let plan = plan("AABB\nCCDD\n", &["303030404040", "404040505050"], FabricWish::default(), false);
        assert_eq!(names(&plan), ["#000000", "#808080", "#808080", "#ffffff"]);
    }

    /// Grays without black and white, and a palette with both: pixel for pixel, also where colors meet in a large file
    /// and where JPEG is off by a little.
    #[test]
    fn a_picture_in_the_colors_of_the_fabrics_is_left_as_it_is() {
        let palette = ["#000000", "#404040", "#808080", "#c0c0c0", "#ffffff"];
        let made = |rows: &[&str], dither: bool| {
            let photo = Photo::from_rows(rows).unwrap();
            let wish = FabricWish {
                scheme: Scheme::Photo(PhotoWish { photo, tones: Tones::Auto, dither }),
                ..FabricWish::default()
            };
            names(&FabricPlan::of_pieces(&of_grid("AB\nCD\n"), &palette_of(&palette), &wish).unwrap())
        };
        let exact = ["#404040", "#808080", "#808080", "#c0c0c0"];
        for dither in [false, true] {
            assert_eq!(made(&["404040808080", "808080c0c0c0"], dither), exact);
            assert_eq!(made(&["41403f808180", "7f8080c1c0c1"], dither), exact);
            let [top, middle, bottom] = [
                ["404040", "606060", "808080"],
                ["606060", "808080", "a0a0a0"],
                ["808080", "a0a0a0", "c0c0c0"],
            ]
            .map(|[left, between, right]| [left.repeat(12), between.to_owned(), right.repeat(12)].concat());
            let rows: Vec<&str> = [vec![top.as_str(); 12], vec![&middle], vec![&bottom; 12]].concat();
            assert_eq!(made(&rows, dither), exact);
        }
    }

    /// Every pixel of a picture in random colors of the palette, twelve times as large and cut down to what is kept: where
    /// cells meet, pixels are mixed of two fabrics and look like a third.
    #[test]
    fn a_picture_in_the_colors_of_the_palette_comes_out_pixel_for_pixel() {
        let palette = ["#000000", "#555555", "#808080", "#aaaaaa", "#ffffff"];
        let letters: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
        let grid: Vec<String> = (0..5).map(|row| letters[7 * row..7 * row + 7].iter().collect()).collect();
        let mut seed = 7_u64;
        let wanted: Vec<usize> = std::iter::repeat_with(|| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % palette.len()
        })
        .take(35)
        .collect();
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 7 * 37, 5 * 37);
        encoder.set_color(png::ColorType::Rgb);
        let gray = |at: usize| u8::from_str_radix(&palette[wanted[at]][1..3], 16).unwrap();
        let rows = (0..5 * 37).flat_map(|y| (0..7 * 37).map(move |x| (y / 37) * 7 + x / 37));
        let pixels: Vec<u8> = rows.flat_map(|at| [gray(at); 3]).collect();
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        for dither in [false, true] {
            let wish = PhotoWish { photo: Photo::read(&bytes).unwrap(), tones: Tones::Auto, dither };
            let wish = FabricWish { scheme: Scheme::Photo(wish), ..FabricWish::default() };
            let pieces = of_grid(&grid.join("\n"));
            let found = names(&FabricPlan::of_pieces(&pieces, &palette_of(&palette), &wish).unwrap());
            let expected: Vec<&str> = wanted.iter().map(|&fabric| palette[fabric]).collect();
            assert_eq!(found, expected, "dither {dither}");
        }
    }

    #[test]
    fn a_photo_of_another_shape_covers_the_quilt_and_keeps_its_middle() {
        let plan = plan("AB\nCD\n", &["ffffff000000ffffffffffff"], FabricWish::default(), false);
        assert_eq!(names(&plan), ["#000000", "#ffffff", "#000000", "#ffffff"]);
    }

    #[test]
    fn dithering_mixes_fabrics_to_the_color_between() {
        let letters: String = ('A'..='Z').chain('a'..='j').collect();
        let rows: Vec<&str> = (0..6).map(|row| &letters[6 * row..6 * row + 6]).collect();
        let gray = ["404040"; 6].concat();
        // One white and one black pixel keep the tones as they are.
        let (first, last) = (format!("000000{}", &gray[6..]), format!("{}ffffff", &gray[6..]));
        let photo = [first.as_str(), &gray, &gray, &gray, &gray, &last];
        let wish = || FabricWish { count: FabricCount::AtMost(2), ..FabricWish::default() };
        let even = plan(&rows.join("\n"), &photo, wish(), false);
        let mixed = plan(&rows.join("\n"), &photo, wish(), true);
        let used = |plan: &FabricPlan| {
            let found = names(plan);
            found.iter().filter(|name| **name != found[14]).count()
        };
        assert!(used(&even) <= 2, "{:?}", names(&even));
        assert!(used(&mixed) > 4, "{:?}", names(&mixed));
    }

    #[test]
    fn fewer_fabrics_are_those_that_fit_best() {
        let wish = FabricWish { count: FabricCount::Exactly(2), ..FabricWish::default() };
        let plan = plan("AABB\nCCDD\n", &["000000ffffff", "ffffff000000"], wish, false);
        assert_eq!(names(&plan), ["#000000", "#ffffff", "#ffffff", "#000000"]);
    }
}
