//! Searches for an order of parts that needs few sheets, or a small box on one.

use super::form::Forms;
use super::laid::{Laid, Table};
use super::no_fit::NoFits;
use piecework_tiling::random::Random;
use piecework_tiling::stop::StopFlag;

/// The most steps to save sheets: about a fifth of a second. Chosen by eye.
const MOST_WORK: u64 = 30_000_000;
/// The most steps of the first order, which is enough for a thousand parts: about a second. Chosen by eye.
const MOST_FIRST: u64 = 200_000_000;
/// The same for parts that fit on one sheet, to compact them: about a second.
const MOST_COMPACTING: u64 = 150_000_000;
/// The most orders that are tried. Chosen by eye.
const MOST_ORDERS: usize = 4000;
/// The same to compact a sheet: for each part, and at all.
const ORDERS_A_PART: usize = 1000;
const MOST_COMPACT_ORDERS: usize = 24_000;
/// How much larger than the last a box may be that is accepted, as a share, at the beginning; it falls to
/// nothing.
const HEAT: f64 = 0.06;
/// How many widths of a compact sheet are tried.
const WIDTHS: u8 = 12;
/// A box counts as larger by this share for each time that it is longer than twice its width: offcuts of a
/// long strip are useless, and it rarely fits on a board. Chosen by eye.
const SLENDER: f64 = 0.05;
/// How much larger than all parts a square around them is, about; chosen by eye.
const LOOSE: f64 = 1.4;

/// Returns how large the box around a sheet's parts counts.
pub(super) fn box_worth((width, height): (f64, f64)) -> f64 {
    let slenderness = width.max(height) / width.min(height).max(1e-3);
    width * height * (1.0 + SLENDER * (slenderness - 2.0).max(0.0))
}

/// A search among the orders in which parts are placed.
pub(super) struct Search<'a> {
    table: Table<'a>,
    areas: &'a [f64],
    /// The rooms of the first sheets, then that of all others.
    rooms: &'a [(f64, f64)],
    /// The room of a sheet that is compacted.
    room: (f64, f64),
    /// A lower bound for the number of sheets of the last size.
    least: f64,
    stop: &'a StopFlag,
}

/// The quality of a solution: fewer sheets of the last size are better, then fewer at all, then less area on the emptiest.
type Worth = (usize, usize, f64);

/// What a compact sheet is made from: the parts in the order in which they are placed, each with its form if
/// that is given, and the width that they fill.
#[derive(Clone)]
struct Recipe {
    order: Vec<usize>,
    turned: Vec<Option<usize>>,
    width: f64,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        forms: &'a Forms,
        areas: &'a [f64],
        (rooms, least): (&'a [(f64, f64)], f64),
        stop: &'a StopFlag,
    ) -> Self {
        let table = Table { forms, no_fits: NoFits::new(&forms.kinds, &forms.forms), stop };
        Self { table, areas, rooms, room: rooms[rooms.len() - 1], least, stop }
    }

    /// Returns a solution that is better than that by boxes, or nothing useful if it is stopped; boxes take `boxes` sheets, or on a single one a
    /// box that counts `area`.
    pub(super) fn best(&self, boxes: usize, area: f64) -> Option<Vec<Laid>> {
        let fewer = if boxes > 1 { self.fewest((boxes, boxes)) } else { None };
        let single = boxes == 1 || fewer.as_ref().is_some_and(|sheets| sheets.len() == 1);
        if !single {
            return fewer;
        }
        let known = fewer.as_ref().map_or(area, |sheets| self.box_of(&sheets[0]));
        let order = fewer.as_ref().map(|sheets| sheets[0].lying.iter().map(|lying| lying.part).collect());
        self.compact(known, order).map(|sheet| vec![sheet]).or(fewer)
    }

    fn box_of(&self, sheet: &Laid) -> f64 {
        box_worth(sheet.reach(self.table.forms))
    }

    /// Returns all parts on one sheet in a box that counts less than `known`: orders are tried in several
    /// widths, first `order`.
    ///
    /// # Source
    /// Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", Science 220, 1983, with a limit
    /// that falls.
    fn compact(&self, known: f64, order: Option<Vec<usize>>) -> Option<Laid> {
        let mut work = 0;
        let mut random = Random::new(2);
        let least = self.least_width();
        let mut best: Option<(f64, Laid)> = None;
        let mut current: Option<(f64, Recipe)> = None;
        let mut first = self.recipes(least, order);
        let turns = (ORDERS_A_PART * self.areas.len()).min(MOST_COMPACT_ORDERS);
        for turn in 0..turns {
            let done = (work as f64 / MOST_COMPACTING as f64).max(turn as f64 / turns as f64);
            if done >= 1.0 || self.stop.is_raised() {
                break;
            }
            let (recipe, limit) = match (first.pop(), &current) {
                (Some(next), known) => (next, known.as_ref().map_or(f64::INFINITY, |&(area, _)| area)),
                (None, Some((area, recipe))) => {
                    let warmth = HEAT * (1.0 - done) * random.below(1000) as f64 / 1000.0;
                    (self.varied(recipe, least, &mut random), area * (1.0 + warmth))
                }
                (None, None) => break,
            };
            let Some(laid) = self.one_sheet(&recipe, limit, &mut work) else { continue };
            let area = self.box_of(&laid);
            if area > limit {
                continue;
            }
            current = Some((area, recipe));
            if best.as_ref().is_none_or(|&(known, _)| area < known) {
                best = Some((area, laid));
            }
        }
        best.filter(|&(area, _)| area < known).map(|(_, laid)| laid)
    }

    /// Returns the width of the widest part, in its narrowest form.
    fn least_width(&self) -> f64 {
        let forms = self.table.forms;
        let width = |&form: &usize| forms.forms[form].width;
        let narrow = |part: usize| forms.of(part).iter().map(width).fold(f64::INFINITY, f64::min);
        (0..self.areas.len()).map(narrow).fold(0.0, f64::max)
    }

    /// Returns the recipes to try first, in reverse, the last of them with `order`.
    fn recipes(&self, least: f64, order: Option<Vec<usize>>) -> Vec<Recipe> {
        let width = |step: u8| self.room.0 - (self.room.0 - least) / f64::from(WIDTHS) * f64::from(step);
        let mut first: Vec<Recipe> = (0..=WIDTHS)
            .flat_map(|step| self.orders().into_iter().map(move |order| (order, step)))
            .map(|(order, step)| Recipe { turned: vec![None; order.len()], order, width: width(step) })
            .collect();
        // Widths near a square are tried first, because parts with many corners leave time for few.
        let side = libm::sqrt(self.areas.iter().sum::<f64>() * LOOSE);
        first.sort_by(|a, b| (b.width - side).abs().total_cmp(&(a.width - side).abs()));
        first.extend(order.map(|order| Recipe {
            turned: vec![None; order.len()],
            order,
            width: self.room.0,
        }));
        first
    }

    /// Returns a recipe that differs a little.
    fn varied(&self, recipe: &Recipe, least: f64, random: &mut Random) -> Recipe {
        let mut recipe = recipe.clone();
        let count = recipe.order.len();
        for _ in 0..=random.below(3) {
            let (a, b) = (random.below(count), random.below(count));
            match random.below(4) {
                0 => {
                    let part = recipe.order.remove(a);
                    recipe.order.insert(b, part);
                }
                1 => {
                    let forms = self.table.forms.of(recipe.order[a]);
                    let chosen = random.below(forms.len() + 1);
                    recipe.turned[recipe.order[a]] = forms.get(chosen).copied();
                }
                _ => recipe.order.swap(a, b),
            }
        }
        if random.below(8) == 0 {
            let share = random.below(1000) as f64 / 1000.0;
            recipe.width = least + (self.room.0 - least) * share;
        }
        recipe
    }

    /// Puts all parts on one sheet; `None` if they do not fit, or the box around them is larger than `limit`.
    fn one_sheet(&self, recipe: &Recipe, limit: f64, work: &mut u64) -> Option<Laid> {
        let mut sheet = Laid::default();
        for &part in &recipe.order {
            let depth = self.room.1.min(limit / sheet.reach(self.table.forms).0);
            let given = recipe.turned[part];
            let forms = given.as_ref().map_or(self.table.forms.of(part), std::slice::from_ref);
            let (form, at) = sheet.best_spot(forms, (recipe.width, depth), &self.table, work)?;
            sheet.lay(part, form, at);
        }
        Some(sheet)
    }

    /// Returns a solution with fewer sheets of the last size than boxes take, or with fewer at all, if one is found.
    pub(super) fn fewest(&self, boxes: (usize, usize)) -> Option<Vec<Laid>> {
        let mut work = 0;
        let mut best: Option<(Worth, Recipe, Vec<Laid>)> = None;
        let as_laid =
            |order: Vec<usize>| Recipe { turned: vec![None; order.len()], order, width: self.room.0 };
        let mut first: Vec<Recipe> = self.orders().into_iter().map(as_laid).collect();
        let mut random = Random::new(1);
        for turn in 0..MOST_ORDERS {
            let recipe = match (first.pop(), &best) {
                (Some(recipe), _) => recipe,
                (None, Some((_, recipe, _))) => self.varied(recipe, self.room.0, &mut random),
                (None, None) => break,
            };
            let most = if turn == 0 { MOST_FIRST } else { MOST_WORK };
            let Some(laid) = self.laid(&recipe, most, &mut work) else { break };
            let worth = self.worth(&laid);
            if best.as_ref().is_none_or(|(known, ..)| worth <= *known) {
                best = Some((worth, recipe, laid));
            }
            let is_least = |&(sheets, all, _): &Worth| {
                sheets as f64 <= self.least && (self.rooms.len() == 1 || all <= 1)
            };
            let enough = best.as_ref().is_some_and(|(worth, ..)| is_least(worth));
            if enough || (turn == 0 && work > MOST_WORK / 2) {
                break;
            }
        }
        best.filter(|((sheets, all, _), ..)| (*sheets, *all) < boxes).map(|(_, _, laid)| laid)
    }

    /// Returns the orders to try first, in reverse.
    fn orders(&self) -> Vec<Vec<usize>> {
        let forms = self.table.forms;
        let keys: [fn((f64, f64)) -> f64; 3] =
            [|(width, height)| width.max(height), |(width, _)| width, |(_, height)| height];
        let as_given: Vec<usize> = (0..forms.kind_of.len()).collect();
        let by_key = keys.iter().map(|key| {
            let size = |part: usize| {
                let form = &forms.forms[forms.of(part)[0]];
                // In hundredths of a millimetre, so that rounding decides nothing.
                (key((form.width, form.height)) * 100.0).round()
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
    fn laid(&self, recipe: &Recipe, most: u64, work: &mut u64) -> Option<Vec<Laid>> {
        let forms = self.table.forms;
        let mut sheets: Vec<Laid> = Vec::new();
        // Sheets only become fuller: one without room for a part has none for equal parts.
        let mut full = vec![0; forms.kinds.len()];
        for &part in &recipe.order {
            let given = recipe.turned[part];
            let own = given.as_ref().map_or(forms.of(part), std::slice::from_ref);
            // A sheet without room for one form may have room for another.
            let mut from_start = 0;
            let known = &mut full[forms.kind_of[part]];
            let first = if given.is_some() { &mut from_start } else { known };
            let (form, at) = loop {
                if *work > most || self.stop.is_raised() {
                    return None;
                }
                if *first == sheets.len() {
                    sheets.push(Laid::default());
                }
                let last = self.rooms.len() - 1;
                match sheets[*first].best_spot(own, self.rooms[(*first).min(last)], &self.table, work) {
                    Some(found) => break found,
                    // An empty sheet has room, unless a form fits on larger ones only that are full.
                    None if *first >= last && sheets[*first].lying.is_empty() => return None,
                    None => *first += 1,
                }
            };
            sheets[*first].lay(part, form, at);
        }
        Some(sheets)
    }

    fn worth(&self, laid: &[Laid]) -> Worth {
        let area = |sheet: &Laid| sheet.lying.iter().map(|lying| self.areas[lying.part]).sum::<f64>();
        let filled = laid.iter().filter(|sheet| !sheet.lying.is_empty());
        let of_last = laid.len().saturating_sub(self.rooms.len() - 1);
        (of_last, filled.clone().count(), filled.map(area).fold(f64::INFINITY, f64::min))
    }
}
