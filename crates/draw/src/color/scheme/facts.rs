//! Describes a plan of fabrics in numbers and in sentences.
//!
//! All numbers are counted from the plan, except bounds, which are proved by the search.

use serde::Serialize;

use super::fixed::place_of;
use crate::color::contrast::{LEAST_DIFFERENCE, LEAST_LIGHTNESS_DIFFERENCE};
use crate::color::{Alike, Color, Fabric, Vision, alike};

/// Statistics of a plan of fabrics.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FabricFacts {
    /// The requested scheme: `fewest`, `balanced`, `stash`, `zones`, `symmetric`, `kind`, `orientation`,
    /// `mirrored` or `photo`.
    pub scheme: &'static str,
    /// The greatest number of patches of one fabric less the smallest.
    pub difference: u64,
    /// A proven lower bound of the difference for this number of fabrics; only if requested.
    pub difference_at_least: Option<u64>,
    /// Statistics of the zones.
    pub zones: Option<ZoneFacts>,
    /// The fabrics that a turn exchanges.
    pub symmetry: Option<SymmetryFacts>,
    /// How many kinds, orientations or zones have their own fabrics.
    pub groups: Option<usize>,
    /// How many fabrics the palette has where that is fewer than kinds or orientations need: kinds that do not
    /// touch share one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeated: Option<usize>,
    /// How the patches show a photo, if they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo: Option<PhotoFacts>,
    /// The least difference in lightness (L*, 0 to 100) of two fabrics that touch.
    pub least_lightness_difference: Option<f64>,
    /// The two fabrics.
    pub least_lightness_fabrics: Option<(String, String)>,
    /// Whether that is proved to be the greatest that the palette allows; only if requested.
    pub greatest_contrast_proved: Option<bool>,
    /// Fabrics that touch and are hard to distinguish.
    pub alike: Vec<AlikeFabrics>,
    /// The patches whose fabric was given, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed: Option<FixedFacts>,
}

/// How patches show a photo.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PhotoFacts {
    /// How much patches differ from it on average: 0 is not at all, 1 as black from white.
    pub difference: f64,
    /// Whether its tones are stretched to those of the fabrics.
    pub stretched: bool,
    /// The share of its variance that patches of this size can show.
    pub detail: f64,
}

/// The least share of the variance of a photo with which it is recognized; chosen by eye.
const RECOGNIZED: f64 = 0.75;

/// The patches whose fabric was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FixedFacts {
    /// Their numbers, from 1 in reading order, with the names of their fabrics.
    pub patches: Vec<(usize, String)>,
    /// How many other patches have another fabric than the scheme gave them, if that was to be avoided.
    pub changed: Option<usize>,
    /// Pairs that touch and were given the same fabric, by number.
    pub touching: Vec<(usize, usize)>,
}

/// Statistics of the zones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ZoneFacts {
    /// How many zones.
    pub zones: usize,
    /// How many patches have a fabric of a zone that they are not in.
    pub moved: usize,
    /// A proven lower bound of that number.
    pub moved_at_least: usize,
}

/// A turn that exchanges fabrics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SymmetryFacts {
    /// Its name.
    pub turn: String,
    /// Names of fabrics: each becomes the next in its list, and the last the first.
    pub exchanged: Vec<Vec<String>>,
    /// The fabrics that stay the same.
    pub kept: Vec<String>,
    #[serde(skip)]
    permutation: Vec<usize>,
}

/// Two fabrics that touch and are hard to distinguish.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AlikeFabrics {
    /// One of them.
    pub first: String,
    /// The other.
    pub second: String,
    /// The vision: `usual vision`, `protanopia`, `deuteranopia`, `tritanopia`, or `gray` for a picture
    /// without color.
    pub vision: String,
    /// Their difference there (CIE 1976 ΔE, or L* for `gray`).
    pub difference: f64,
    /// The advised difference.
    pub advised: f64,
}

impl SymmetryFacts {
    pub(super) fn new(turn: &str, permutation: &[usize]) -> Self {
        Self {
            turn: turn.to_owned(),
            exchanged: Vec::new(),
            kept: Vec::new(),
            permutation: permutation.to_vec(),
        }
    }

    /// Fills in the names of the fabrics, which are known last.
    pub(super) fn name_fabrics(&mut self, fabrics: &[Fabric]) {
        let name = |&color: &usize| fabrics[color].name.clone();
        let (cycles, _) = crate::color::coloring::task::orbits(&self.permutation);
        let (kept, exchanged): (Vec<_>, Vec<_>) = cycles.iter().partition(|cycle| cycle.len() == 1);
        self.kept = kept.into_iter().flatten().map(name).collect();
        self.exchanged = exchanged.into_iter().map(|cycle| cycle.iter().map(name).collect()).collect();
    }
}

impl FabricFacts {
    pub(super) fn new(scheme: &'static str) -> Self {
        Self {
            scheme,
            difference: 0,
            difference_at_least: None,
            zones: None,
            symmetry: None,
            groups: None,
            repeated: None,
            photo: None,
            least_lightness_difference: None,
            least_lightness_fabrics: None,
            greatest_contrast_proved: None,
            alike: Vec::new(),
            fixed: None,
        }
    }

    /// Notes which patches were given their fabrics, and takes back what a scheme no longer promises.
    pub(super) fn fix(&mut self, fixed: &[(usize, String)], fabrics: &[Fabric], changed: Option<usize>) {
        if fixed.is_empty() {
            return;
        }
        let name = |name: &String| {
            place_of(name, fabrics).map_or_else(|| name.clone(), |place| fabrics[place].name.clone())
        };
        let mut patches: Vec<(usize, String)> = fixed.iter().map(|(patch, of)| (*patch, name(of))).collect();
        patches.sort();
        patches.dedup();
        self.fixed = Some(FixedFacts { patches, changed, touching: Vec::new() });
        self.symmetry = None;
        self.groups = None;
        self.zones = None;
        self.difference_at_least = None;
        self.greatest_contrast_proved = None;
    }

    /// Counts and compares the fabrics in use.
    pub(super) fn look_at(&mut self, fabrics: &[Fabric], fabric_of: &[usize], neighbours: &[Vec<usize>]) {
        let colors: Vec<Color> = fabrics.iter().map(|fabric| fabric.color).collect();
        if let Some(fixed) = &mut self.fixed {
            let same = |&(a, b): &(usize, usize)| a < b && fabric_of[a] == fabric_of[b];
            let pairs = neighbours.iter().enumerate().flat_map(|(a, all)| all.iter().map(move |&b| (a, b)));
            fixed.touching = pairs.filter(same).map(|(a, b)| (a + 1, b + 1)).collect();
        }
        let mut touching = touching(fabric_of, neighbours);
        // A photo mixes fabrics that are alike on purpose.
        touching.retain(|(a, b)| a != b && self.photo.is_none());
        let mut used = vec![0u64; fabrics.len()];
        fabric_of.iter().for_each(|&fabric| used[fabric] += 1);
        self.difference = used.iter().max().copied().unwrap_or(0) - used.iter().min().copied().unwrap_or(0);
        let name = |fabric: usize| fabrics[fabric].name.clone();
        let between = |&(a, b): &(usize, usize)| (colors[a].lightness() - colors[b].lightness()).abs();
        let closest = touching.iter().min_by(|a, b| between(a).total_cmp(&between(b)));
        self.least_lightness_difference = closest.map(between);
        self.least_lightness_fabrics = closest.map(|&(a, b)| (name(a), name(b)));
        let of = |found: Alike| AlikeFabrics {
            first: name(found.first),
            second: name(found.second),
            vision: found.vision.to_string(),
            difference: found.difference,
            advised: if found.vision == Vision::Gray { LEAST_LIGHTNESS_DIFFERENCE } else { LEAST_DIFFERENCE },
        };
        self.alike = alike(&colors, &touching).into_iter().map(of).collect();
    }

    /// Returns the facts that a user should know, one sentence each.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Some(FixedFacts { patches, changed, .. }) = &self.fixed {
            let of = plural(
                patches.len(),
                "patch has the fabric that was named",
                "patches have the fabrics that were named",
            );
            let others = match changed {
                None => String::new(),
                Some(0) => "; no other patch changed".to_owned(),
                Some(changed) => {
                    format!("; {} for that", plural(*changed, "other patch changed", "other patches changed"))
                }
            };
            remarks.push(format!("{of}{others}"));
        }
        if let Some(least) = self.difference_at_least {
            let proof = if self.difference == least {
                "the least there is".to_owned()
            } else {
                format!("not decided whether less can be had; {least} is the least that could")
            };
            remarks.push(format!("numbers of patches differ by at most {}: {proof}", self.difference));
        }
        if let Some(ZoneFacts { zones, moved, moved_at_least }) = self.zones {
            remarks.push(format!(
                "{zones} zones of two fabrics; {moved} patches have a fabric of another zone than theirs, and at least {moved_at_least} must"
            ));
        }
        if let Some(SymmetryFacts { turn, exchanged, kept, .. }) = &self.symmetry {
            let cycles: Vec<String> = exchanged.iter().map(|cycle| cycle.join(" and ")).collect();
            let kept =
                if kept.is_empty() { String::new() } else { format!("; it keeps {}", kept.join(", ")) };
            remarks.push(format!("the {turn} exchanges {}{kept}", cycles.join(", ")));
        }
        if let Some((groups, fabrics)) = self.groups.zip(self.repeated) {
            remarks.push(format!(
                "the palette has {fabrics} fabrics for {groups} groups of patches: groups that do not touch share one"
            ));
        }
        if let Some(PhotoFacts { difference, stretched, .. }) = self.photo {
            let percent = 100.0 * difference;
            remarks.push(format!("patches differ from the photo by {percent:.1} % on average (black differs from white by 100 %)"));
            if stretched {
                remarks.push(
                    "the tones of the photo are stretched to those of the fabrics; `--tones kept` leaves them as they are"
                        .to_owned(),
                );
            }
        }
        if self.greatest_contrast_proved == Some(false) {
            remarks.push("not decided whether fabrics of more contrast could be chosen".to_owned());
        }
        remarks
    }

    /// Returns a warning for each pair of fabrics that touch and are hard to distinguish, and one for patches
    /// that touch and were given the same fabric.
    pub fn warnings(&self) -> Vec<String> {
        let pairs = self.fixed.as_ref().map_or(&[][..], |fixed| &fixed.touching);
        let of_same = pairs.first().map(|(first, second)| match pairs.len() {
            1 => format!("patches {first} and {second} touch and have the same fabric"),
            count => format!(
                "{count} pairs of patches touch and have the same fabric, such as {first} and {second}"
            ),
        });
        let same = |a: &AlikeFabrics, b: &AlikeFabrics| (&a.first, &a.second) == (&b.first, &b.second);
        let of_pair = |pair: &[AlikeFabrics]| {
            let (first, second) = (&pair[0].first, &pair[0].second);
            format!("fabrics `{first}` and `{second}` touch and are hard to tell apart{}", for_whom(pair))
        };
        let coarse = self.photo.filter(|photo| photo.detail < RECOGNIZED).map(|photo| {
            format!(
                "patches so large show {:.0} % of the photo, which may not be recognized: take more and smaller patches, or a \
                 part of the photo",
                100.0 * photo.detail
            )
        });
        self.alike.chunk_by(same).map(of_pair).chain(of_same).chain(coarse).collect()
    }
}

/// For whom two fabrics are hard to tell apart; nothing if that is everybody.
fn for_whom(pair: &[AlikeFabrics]) -> String {
    let has = |vision: Vision| pair.iter().any(|alike| alike.vision == vision.to_string());
    if has(Vision::Usual) {
        return String::new();
    }
    let unseen = [(Vision::Protanopia, "red"), (Vision::Deuteranopia, "green"), (Vision::Tritanopia, "blue")];
    let unseen: Vec<String> =
        unseen.iter().filter(|(vision, _)| has(*vision)).map(|(_, color)| format!("no {color}")).collect();
    let people = (!unseen.is_empty()).then(|| format!(" for people who see {}", unseen.join(" or ")));
    let print = has(Vision::Gray).then(|| " in a black-and-white print".to_owned());
    people.into_iter().chain(print).collect::<Vec<String>>().join(" and")
}

/// A number with the words for one or for several.
fn plural(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// Returns the pairs of colors that touch, each once and in order.
pub(super) fn touching(colors: &[usize], neighbours: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let pairs = neighbours.iter().zip(colors);
    let pairs = pairs.flat_map(|(touched, &color)| touched.iter().map(move |&other| (color, colors[other])));
    let mut pairs: Vec<_> = pairs.filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
