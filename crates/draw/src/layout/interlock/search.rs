//! Searches for a layout: a first one part by part in a few orders, which is then squeezed.

use super::Objective;
use super::fill::fill;
use super::form::{Form, Forms};
use super::laid::{Laid, Table};
use super::no_fit::NoFits;
use super::separate::{Separator, Spot};
use crate::geometry::Dimensions;
use piecework_tiling::random::Random;
use piecework_tiling::stop::StopFlag;

/// The most steps of the first order, which is enough for a thousand parts: about a second. Chosen by eye, like all below.
const MOST_FIRST: u64 = 200_000_000;
/// The most steps of an order, and of all orders before nothing is squeezed.
const MOST_ORDER: u64 = 10_000_000;
/// The most steps to save sheets: about a fifth of a second, and several seconds where that is the objective.
const MOST_SAVING: (u64, u64) = (6_000_000, 150_000_000);
/// So many sheets are filled one after another before any is emptied.
const SEVERAL: usize = 3;
/// More parts than these are not squeezed: each pair has a weight.
const MANY: usize = 2000;
/// The same to squeeze the parts of one sheet: about a second.
const MOST_SQUEEZING: u64 = 80_000_000;
/// By which share a sheet is squeezed at first, and at least after failures.
const STEPS: (f64, f64) = (0.03, 0.002);
/// After so many failures one after another nothing more is tried.
const MOST_FAILURES: u32 = 100;
/// How many widths of a compact sheet are tried first.
const WIDTHS: u8 = 12;
/// How much of its box a layout fills, about: so wide a sheet is tried first.
const FILLED: f64 = 0.5;
/// By how much the width of a box is varied, as a share.
const VARIED: f64 = 0.1;
/// A box counts as larger by this share for each time that it is longer than twice its width: offcuts of a
/// long strip are useless, and it rarely fits on a board. Chosen by eye.
const SLENDER: f64 = 0.05;

/// Returns how large the box around a sheet's parts counts.
fn box_worth(Dimensions { width, height }: Dimensions) -> f64 {
    let slenderness = width.max(height) / width.min(height).max(1e-3);
    width * height * (1.0 + SLENDER * (slenderness - 2.0).max(0.0))
}

/// A search for spots of all parts.
pub(super) struct Search<'a> {
    table: Table<'a>,
    areas: &'a [f64],
    /// The rooms of the first sheets, then that of all others.
    rooms: &'a [Dimensions],
    /// A lower bound for the number of sheets of the last size.
    least: f64,
    /// None where only sheets count, and nothing is squeezed.
    objective: Option<Objective>,
}

/// The quality of a solution: fewer sheets of the last size are better, then fewer at all, then what the objective makes small on
/// the only sheet, or less area on the emptiest.
type Worth = (usize, usize, f64);

impl<'a> Search<'a> {
    pub(super) fn new(
        forms: &'a Forms,
        areas: &'a [f64],
        (rooms, least): (&'a [Dimensions], f64),
        (objective, stop): (Option<Objective>, &'a StopFlag),
    ) -> Self {
        let table = Table { forms, no_fits: NoFits::new(&forms.kinds, &forms.forms), stop };
        Self { table, areas, rooms, least, objective }
    }

    /// Returns the best layout that is found, no worse than `known`; `None` if it is stopped, or nothing fits.
    pub(super) fn best(&self, known: Option<Vec<Spot>>) -> Option<Vec<Spot>> {
        let (mut work, mut large) = (0, self.areas.len() > MANY);
        let mut best = known.map(|spots| (self.worth(&spots), spots));
        for (turn, order) in self.orders().into_iter().rev().enumerate() {
            let most = if turn == 0 { MOST_FIRST } else { MOST_ORDER };
            let found = self.laid(&order, most, &mut work);
            large |= turn == 0 && (found.is_none() || work > MOST_FIRST / 2);
            let Some(spots) = found else { break };
            let worth = self.worth(&spots);
            if best.as_ref().is_none_or(|(known, _)| worth < *known) {
                best = Some((worth, spots));
            }
            if large {
                break;
            }
        }
        let (_, mut spots) = best?;
        self.fill_sheets(&mut spots);
        if !large {
            self.save_sheets(&mut spots);
            self.squeeze(&mut spots);
        }
        (!self.table.stop.is_raised()).then_some(spots)
    }

    fn size(&self, room: usize) -> Dimensions {
        self.rooms[room.min(self.rooms.len() - 1)]
    }

    /// Returns how many sheets are used of the last size and at all, and the area of the parts on each sheet.
    fn used(&self, spots: &[Spot]) -> (usize, usize, Vec<f64>) {
        let count = spots.iter().map(|spot| spot.room + 1).max().unwrap_or(0);
        let mut filled = vec![0.0; count];
        spots.iter().zip(self.areas).for_each(|(spot, area)| filled[spot.room] += area);
        let of_last = count.saturating_sub(self.rooms.len() - 1);
        (of_last, filled.iter().filter(|&&area| area > 0.0).count(), filled)
    }

    fn worth(&self, spots: &[Spot]) -> Worth {
        let (of_last, all, filled) = self.used(spots);
        let least = match all {
            1 => self.measure(spots, self.size(filled.len() - 1)),
            _ => filled.into_iter().filter(|&area| area > 0.0).fold(f64::INFINITY, f64::min),
        };
        (of_last, all, least)
    }

    /// Fills sheet after sheet where there are several of the last size, and drops those that are empty then.
    fn fill_sheets(&self, spots: &mut [Spot]) {
        let (of_last, _, filled) = self.used(spots);
        if of_last < SEVERAL || of_last as f64 <= self.least || self.areas.len() > MANY {
            return;
        }
        let sizes: Vec<Dimensions> = (0..filled.len()).map(|room| self.size(room)).collect();
        fill(&self.table, self.areas, &sizes, spots);
        let first = self.rooms.len() - 1;
        let (.., filled) = self.used(spots);
        for gone in (first..filled.len()).rev().filter(|&room| filled[room] == 0.0) {
            spots.iter_mut().filter(|spot| spot.room > gone).for_each(|spot| spot.room -= 1);
        }
    }

    /// Empties one sheet after another, as long as its parts find places on the others.
    fn save_sheets(&self, spots: &mut Vec<Spot>) {
        let most =
            if self.objective == Some(Objective::FewestSheets) { MOST_SAVING.1 } else { MOST_SAVING.0 };
        let rooms: Vec<Dimensions> = (0..self.used(spots).2.len()).map(|room| self.size(room)).collect();
        let mut separator = Separator::new(&self.table, rooms, spots.clone(), most);
        let first = self.rooms.len() - 1;
        let mut failures = 0;
        while !separator.is_spent() && failures < MOST_FAILURES {
            let (of_last, all, filled) = self.used(spots);
            let can_go = |room: &usize| match of_last as f64 > self.least {
                true => *room >= first,
                false => all > 1 && *room < first && self.rooms.len() > 1,
            };
            let emptiest = (0..filled.len()).filter(|&room| filled[room] > 0.0).filter(can_go);
            let Some(gone) = emptiest.min_by(|&a, &b| filled[a].total_cmp(&filled[b])) else { return };
            separator.open = (0..filled.len()).filter(|&room| room != gone && filled[room] > 0.0).collect();
            if separator.open.is_empty() {
                return;
            }
            separator.spots.clone_from(spots);
            for part in (0..spots.len()).filter(|&part| spots[part].room == gone) {
                separator.spots[part] = separator.anywhere(part);
            }
            failures += 1;
            if separator.separate() {
                failures = 0;
                spots.clone_from(&separator.spots);
                spots
                    .iter_mut()
                    .filter(|spot| spot.room > gone && gone >= first)
                    .for_each(|spot| spot.room -= 1);
            }
        }
    }

    /// Squeezes the parts of the only sheet, or of the last one for the least length.
    fn squeeze(&self, spots: &mut [Spot]) {
        let (_, all, filled) = self.used(spots);
        let last = filled.len() - 1;
        if self.objective.is_none() || self.objective != Some(Objective::LeastLength) && all > 1 {
            return;
        }
        let parts: Vec<usize> = (0..spots.len()).filter(|&part| spots[part].room == last).collect();
        let own: Vec<Spot> = parts.iter().map(|&part| Spot { room: 0, ..spots[part] }).collect();
        let room = self.size(last);
        let start =
            self.compact(&parts, room).filter(|found| self.measure(found, room) < self.measure(&own, room));
        let mut best = start.unwrap_or(own);
        let mut separator = Separator::new(&self.table, vec![room], best.clone(), MOST_SQUEEZING);
        separator.parts.clone_from(&parts);
        let (mut step, mut failures) = (STEPS.0, 0);
        while !separator.is_spent() && failures < MOST_FAILURES {
            let size = self.reach(&best);
            separator.rooms[0] = self.smaller(size, room, step, &mut separator.random);
            // After a failure it goes on from where it was stuck, and then from the best again.
            if failures % 2 == 0 {
                separator.spots.clone_from(&best);
            }
            if failures > 0 {
                separator.exchange();
            }
            if separator.separate() && self.measure(&separator.spots, room) < self.measure(&best, room) {
                best.clone_from(&separator.spots);
                failures = 0;
            } else {
                failures += 1;
                step = if failures % 3 == 0 { (step * 0.6).max(STEPS.1) } else { step };
            }
        }
        for (part, spot) in parts.into_iter().zip(best) {
            spots[part] = Spot { room: last, ..spot };
        }
    }

    /// Returns a room inside of `room` that counts less by the share `step`.
    fn smaller(&self, size: Dimensions, room: Dimensions, step: f64, random: &mut Random) -> Dimensions {
        let less = 1.0 - step;
        match (self.objective, room.width > room.height) {
            (Some(Objective::LeastLength), true) => Dimensions { width: size.width * less, ..room },
            (Some(Objective::LeastLength), false) => Dimensions { height: size.height * less, ..room },
            _ => {
                let by = random.below(2001) as f64 / 1000.0 - 1.0;
                let worth = box_worth(size) * less;
                // What is slender counts for more, so that a smaller box may be larger than the sheet.
                let width = (size.width * (1.0 + VARIED * by)).max(worth / room.height).min(room.width);
                let height = worth / width;
                let counted = box_worth(Dimensions { width, height });
                Dimensions { width, height: (height * worth / counted).min(room.height) }
            }
        }
    }

    /// Returns what the objective makes small on one sheet.
    fn measure(&self, spots: &[Spot], room: Dimensions) -> f64 {
        let size = self.reach(spots);
        match (self.objective, room.width > room.height) {
            (Some(Objective::LeastLength), true) => size.width,
            (Some(Objective::LeastLength), false) => size.height,
            _ => box_worth(size),
        }
    }

    /// Returns the width and the height of the box around parts, from the corner of the room.
    fn reach(&self, spots: &[Spot]) -> Dimensions {
        spots.iter().fold(Dimensions::default(), |Dimensions { width, height }, spot| {
            let form = &self.table.forms.forms[spot.form];
            (width.max(spot.at.x + form.width), height.max(spot.at.y + form.height)).into()
        })
    }

    /// Returns the best layout of `parts` in one room, part by part in several orders and widths.
    fn compact(&self, parts: &[usize], room: Dimensions) -> Option<Vec<Spot>> {
        let mut work = 0;
        let mut best: Option<(f64, Vec<Spot>)> = None;
        let least = parts.iter().map(|&part| self.least_width(part)).fold(0.0, f64::max);
        let area: f64 = parts.iter().map(|&part| self.areas[part]).sum();
        let guess = match self.objective {
            Some(Objective::LeastLength) if room.width > room.height => area / FILLED / room.height,
            Some(Objective::LeastLength) => room.width,
            _ => libm::sqrt(area / FILLED),
        };
        let step = (room.width - least) / f64::from(WIDTHS);
        let mut widths: Vec<f64> = (0..=WIDTHS).map(|number| least + step * f64::from(number)).collect();
        widths.sort_by(|a, b| (a - guess).abs().total_cmp(&(b - guess).abs()));
        for width in widths {
            for order in self.orders() {
                if work > MOST_ORDER {
                    break;
                }
                let order: Vec<usize> = order.into_iter().filter(|part| parts.contains(part)).collect();
                let Some(laid) = self.one_sheet(&order, Dimensions { width, ..room }, &mut work) else {
                    continue;
                };
                let spots = spots_of(&laid);
                let measure = self.measure(&spots, room);
                if best.as_ref().is_none_or(|&(known, _)| measure < known) {
                    best = Some((measure, spots));
                }
            }
        }
        best.map(|(_, spots)| spots)
    }

    /// Returns the width of a part in its narrowest form.
    fn least_width(&self, part: usize) -> f64 {
        let forms = self.table.forms;
        forms.of(part).iter().map(|&form| forms.forms[form].width).fold(f64::INFINITY, f64::min)
    }

    /// Puts parts on one sheet; `None` if they do not fit.
    fn one_sheet(&self, order: &[usize], room: Dimensions, work: &mut u64) -> Option<Laid> {
        let mut sheet = Laid::default();
        for &part in order {
            let (form, at) = sheet.best_spot(self.table.forms.of(part), room, &self.table, work)?;
            sheet.lay(part, form, at);
        }
        Some(sheet)
    }

    /// Returns the orders to try first, in reverse.
    fn orders(&self) -> Vec<Vec<usize>> {
        let forms = self.table.forms;
        let keys: [fn(&Form) -> f64; 3] =
            [|form| form.width.max(form.height), |form| form.width, |form| form.height];
        let as_given: Vec<usize> = (0..forms.kind_of.len()).collect();
        let by_key = keys.iter().map(|key| {
            let size = |part: usize| {
                let form = &forms.forms[forms.of(part)[0]];
                // In hundredths of a millimetre, so that rounding decides nothing.
                (key(form) * 100.0).round()
            };
            let mut order = as_given.clone();
            order.sort_by(|&a, &b| {
                let kinds = (forms.kind_of[a], a).cmp(&(forms.kind_of[b], b));
                size(b).total_cmp(&size(a)).then(kinds)
            });
            order
        });
        std::iter::once(as_given.clone()).chain(by_key).collect()
    }

    /// Puts each part on the first sheet that has room; `None` if that takes more than `most` steps.
    fn laid(&self, order: &[usize], most: u64, work: &mut u64) -> Option<Vec<Spot>> {
        let (forms, no_fits) = (self.table.forms, &self.table.no_fits);
        let before = no_fits.work();
        let mut sheets: Vec<Laid> = Vec::new();
        // Sheets only become fuller: one without room for a part has none for equal parts.
        let mut full = vec![0; forms.kinds.len()];
        let mut spots = vec![Spot::default(); order.len()];
        for &part in order {
            let first = &mut full[forms.kind_of[part]];
            let (form, at) = loop {
                if *work + 2 * (no_fits.work() - before) > most || self.table.stop.is_raised() {
                    return None;
                }
                if *first == sheets.len() {
                    sheets.push(Laid::default());
                }
                match sheets[*first].best_spot(forms.of(part), self.size(*first), &self.table, work) {
                    Some(found) => break found,
                    // An empty sheet has room, unless a form fits on larger ones only that are full.
                    None if *first >= self.rooms.len() - 1 && sheets[*first].lying.is_empty() => return None,
                    None => *first += 1,
                }
            };
            sheets[*first].lay(part, form, at);
            spots[part] = Spot { room: *first, form, at };
        }
        Some(spots)
    }
}

/// Returns the spots of the parts of one sheet, by their numbers.
fn spots_of(laid: &Laid) -> Vec<Spot> {
    let mut lying = laid.lying.clone();
    lying.sort_by_key(|lying| lying.part);
    lying.into_iter().map(|lying| Spot { room: 0, form: lying.form, at: lying.at }).collect()
}
