//! The pieces of a puzzle file: one by one, or whole sets.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::super::colors::turned_sides;
use super::super::{Count, OneOf, Piece, PuzzleError};
use super::PuzzleFileError;
use super::rows::{drawn_cells, drawn_colors, listed_cells};
use crate::json::{Node, Object};
use crate::lattice::{Cell, Lattice};
use crate::limits::Limit;
use crate::names;
use crate::polyform::{Freedom, NamedSet, PolyformError, SetMember, Shape, named_set, set_names};
use crate::text;

pub(super) const SET_KEYS: &[&str] = &["set", "only", "without", "count", "symmetry"];
pub(super) const PIECE_KEYS: &[&str] = &["name", "rows", "cells", "colors", "sides", "count", "symmetry"];
pub(super) const ONE_OF_KEYS: &[&str] = &["one_of", "count"];
pub(super) const COUNT_KEYS: &[&str] = &["min", "max"];
pub(super) const FREEDOMS: [(&str, Freedom); 3] = [
    (Freedom::Free.name(), Freedom::Free),
    (Freedom::OneSided.name(), Freedom::OneSided),
    (Freedom::Fixed.name(), Freedom::Fixed),
];

/// A piece and its places in the file.
pub(super) struct Entry<'d> {
    pub(super) piece: Piece,
    /// The entry in the list of pieces.
    pub(super) node: Node<'d>,
    /// The node of its count, or the entry if it has no count.
    pub(super) count_node: Node<'d>,
    /// The colors of its cells, and of its sides.
    pub(super) colors: (Vec<(Cell, char)>, Vec<char>),
    from_set: bool,
    /// What the piece is called of which this is an orientation.
    pub(super) turned: Option<String>,
}

/// The pieces by the names in a file: one, or the orientations of one. Those have names of their own too.
pub(super) type Index<'e> = BTreeMap<&'e str, Range<usize>>;

/// Returns which pieces have each name.
pub(super) fn index<'e>(entries: &'e [Entry<'_>]) -> Index<'e> {
    let mut index = Index::new();
    for (number, entry) in entries.iter().enumerate() {
        index.insert(&entry.piece.name, number..number + 1);
        if let Some(name) = &entry.turned {
            index.entry(name).and_modify(|pieces| pieces.end = number + 1).or_insert(number..number + 1);
        }
    }
    index
}

/// The sets used in a file, each computed once.
#[derive(Default)]
struct Sets(BTreeMap<String, Option<KnownSet>>);

/// A set, and the index of each of its members.
struct KnownSet {
    set: NamedSet,
    index: BTreeMap<String, usize>,
}

impl Sets {
    fn find(&mut self, name: &str) -> Option<&KnownSet> {
        let known = self.0.entry(name.to_owned()).or_insert_with(|| {
            let set = named_set(name)?;
            let index = set.members.iter().map(|member| member.name.clone()).zip(0..).collect();
            Some(KnownSet { set, index })
        });
        known.as_ref()
    }
}

/// The pieces of a file, and those of which each copy shows one.
#[derive(Default)]
pub(super) struct Listed<'d> {
    pub(super) entries: Vec<Entry<'d>>,
    pub(super) one_of: Vec<OneOf>,
}

/// Returns all pieces of the list `node`, with sets expanded.
pub(super) fn pieces(node: Node<'_>, lattice: Lattice) -> Option<Listed<'_>> {
    let most = node.limits().get(Limit::Pieces);
    let (mut sets, mut all, mut one_of, mut good) = (Sets::default(), Vec::new(), Vec::new(), true);
    for entry in node.list(1, most)? {
        // A piece that is turned to show other sides is a choice between its orientations.
        let is_choice = entry.has("one_of") || entry.has("sides");
        let count = if is_choice { Some(choice(entry, lattice, &mut sets)) } else { None };
        let found = match count {
            None => entries(entry, lattice, &mut sets),
            Some(choice) => choice.map(|(count, mut shown)| {
                match &mut shown[..] {
                    [only] if !entry.has("one_of") => only.piece.count = count,
                    _ => one_of.push(OneOf { pieces: all.len()..all.len() + shown.len(), count }),
                }
                shown
            }),
        };
        match found {
            Some(entries) => all.extend(entries),
            None => good = false,
        }
        // A short list of large sets can ask for very many pieces.
        let found = all.len() as u64;
        if found > most {
            node.refuse(PuzzleError::TooManyPieces { found, allowed: most });
            return None;
        }
    }
    tell_sets_apart(&mut all);
    good.then_some(Listed { entries: all, one_of })
}

/// Returns the pieces of an entry of which each copy shows one, and how many copies there are.
fn choice<'d>(node: Node<'d>, lattice: Lattice, sets: &mut Sets) -> Option<(Count, Vec<Entry<'d>>)> {
    if node.has("sides") {
        let shown = entries(node, lattice, sets)?;
        return Some((shown.first()?.piece.count, shown));
    }
    let object = node.object(ONE_OF_KEYS)?;
    let (count, count_node) = (count(&object), object.get("count").unwrap_or(node));
    let (mut all, mut good) = (Vec::new(), true);
    for entry in object.require("one_of")?.list(1, node.limits().get(Limit::Pieces))? {
        if entry.has("one_of") || entry.has("count") {
            entry.refuse(PuzzleFileError::CountWithin);
            good = false;
        } else {
            let shown = entries(entry, lattice, sets);
            good &= shown.is_some();
            all.extend(shown.into_iter().flatten().map(|entry| Entry { count_node, ..entry }));
        }
    }
    Some((count.filter(|_| good)?, all))
}

/// Pieces of different sets may share a letter, such as the I of four cells and the I of five; then the
/// number of cells is added.
fn tell_sets_apart(all: &mut [Entry<'_>]) {
    let mut areas: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for Entry { piece, .. } in all.iter() {
        areas.entry(piece.name.clone()).or_default().insert(piece.shape.area());
    }
    for Entry { piece, .. } in all.iter_mut().filter(|entry| entry.from_set) {
        if areas[&piece.name].len() > 1 {
            piece.name = format!("{}{}", piece.name, piece.shape.area());
        }
    }
}

/// Returns the pieces of one entry of the list.
fn entries<'d>(node: Node<'d>, lattice: Lattice, sets: &mut Sets) -> Option<Vec<Entry<'d>>> {
    if node.has("set") { set(node, lattice, sets) } else { piece(node, lattice) }
}

/// Returns a piece, or its orientations if its sides have colors.
fn piece(node: Node<'_>, lattice: Lattice) -> Option<Vec<Entry<'_>>> {
    let object = node.object(PIECE_KEYS)?;
    let name = object.require("name").and_then(|node| node.name(Limit::NameCharacters));
    let (count, freedom) = (count(&object), freedom(&object, Freedom::Free));
    let form = match object.get("sides") {
        Some(_) if ["rows", "cells", "colors"].iter().all(|form| object.get(form).is_none()) => {
            Some((Shape::new(lattice, vec![Cell::default()]).ok()?, Vec::new()))
        }
        _ => object.one_of(&["rows", "cells", "colors"]).and_then(|(form, node)| match form {
            "cells" => Some((listed_shape(node, lattice)?, Vec::new())),
            "rows" => {
                drawn_shape(node, lattice, drawn_cells(node, lattice)?.into_iter().map(|cell| (cell, '#')))
            }
            _ => drawn_shape(node, lattice, drawn_colors(node, lattice)?),
        }),
    };
    let sides = object.get("sides").map(|node| sides(node, lattice));
    let ((shape, cells), freedom, name, count) = (form?, freedom?, name?.to_owned(), count?);
    let count_node = object.get("count").unwrap_or(node);
    let entry = |name, shape, freedom, colors| Entry {
        piece: Piece { name, shape, freedom, count },
        node,
        count_node,
        colors,
        from_set: false,
        turned: None,
    };
    let Some(sides) = sides else {
        return Some(vec![entry(name, shape, freedom, (cells, Vec::new()))]);
    };
    if shape.area() > 1 {
        node.refuse(PuzzleError::ColorsOfPiece { piece: name });
        return None;
    }
    let ways = turned_sides(&shape, &sides?, freedom);
    let is_one = ways.len() == 1;
    let named = |number: usize| if is_one { name.clone() } else { format!("{name}.{number}") };
    let turned = (1..).zip(ways).map(|(number, (shape, sides))| {
        let own = cells.iter().map(|&(_, color)| (shape.cells()[0], color)).collect();
        let turned = (!is_one).then(|| name.clone());
        Entry { turned, ..entry(named(number), shape, Freedom::Fixed, (own, sides)) }
    });
    Some(turned.collect())
}

/// Returns the shape of drawn cells, and the colors of those that have one.
fn drawn_shape(
    node: Node<'_>,
    lattice: Lattice,
    drawn: impl IntoIterator<Item = (Cell, char)>,
) -> Option<(Shape, Vec<(Cell, char)>)> {
    let drawn: Vec<(Cell, char)> = drawn.into_iter().collect();
    let (found, allowed) = (drawn.len() as u64, node.limits().get(Limit::PieceCells));
    if found > allowed {
        node.refuse(PolyformError::TooLarge { found, allowed });
        return None;
    }
    let cells: Vec<Cell> = drawn.iter().map(|&(cell, _)| cell).collect();
    let shape = node.check(Shape::new(lattice, cells.clone()))?;
    let shift = lattice.shift_to_origin(&cells);
    let colors = drawn.into_iter().filter(|&(_, color)| color != '#');
    Some((shape, colors.map(|(cell, color)| (cell.shifted(shift), color)).collect()))
}

/// Returns the colors of the sides of one cell.
fn sides(node: Node<'_>, lattice: Lattice) -> Option<Vec<char>> {
    let colors: Vec<char> = node.text()?.chars().collect();
    let sides = lattice.neighbours(Cell::default()).count();
    if colors.len() == sides {
        return Some(colors);
    }
    node.refuse(PuzzleFileError::Sides { found: colors.len(), allowed: sides });
    None
}

/// Reads listed cells; an error about a cell is reported at its own entry.
fn listed_shape(node: Node<'_>, lattice: Lattice) -> Option<Shape> {
    let listed = listed_cells(node, node.limits().get(Limit::PieceCells))?;
    let cells: Vec<Cell> = listed.iter().map(|&(cell, _)| cell).collect();
    Shape::new(lattice, cells)
        .map_err(|error| {
            let to_blame = match error {
                PolyformError::Disconnected { apart, .. } => listed.iter().find(|(cell, _)| *cell == apart),
                _ => None,
            };
            to_blame.map_or(node, |&(_, entry)| entry).refuse(error);
        })
        .ok()
}

fn set<'d>(node: Node<'d>, lattice: Lattice, sets: &mut Sets) -> Option<Vec<Entry<'d>>> {
    let object = node.object(SET_KEYS)?;
    let count = count(&object);
    let known = object.require("set").and_then(|node| known_set(node, lattice, sets))?;
    let freedom = freedom(&object, known.set.freedom);
    let members = chosen(&object, known)?;
    let (count, freedom) = (count?, freedom?);
    let count_node = object.get("count").unwrap_or(node);
    let entry = |member: SetMember| Entry {
        piece: Piece { name: member.name, shape: member.shape, freedom, count },
        node,
        count_node,
        colors: Default::default(),
        from_set: true,
        turned: None,
    };
    Some(members.into_iter().map(entry).collect())
}

fn known_set<'s>(node: Node<'_>, lattice: Lattice, sets: &'s mut Sets) -> Option<&'s KnownSet> {
    let name = node.text()?;
    let Some(known) = sets.find(name) else {
        let nearest = names::nearest(name, set_names());
        node.refuse(PuzzleFileError::NoSuchSet { found: text::shown(name), nearest });
        return None;
    };
    let set = &known.set;
    if set.lattice == lattice {
        return Some(known);
    }
    node.refuse(PuzzleFileError::OtherLattice { set: set.name, found: set.lattice, allowed: lattice });
    None
}

/// Returns the members listed in `only`, or those not listed in `without`, or all; in the order of the set.
fn chosen(object: &Object<'_>, known: &KnownSet) -> Option<Vec<SetMember>> {
    let set = &known.set;
    if object.get("only").is_none() && object.get("without").is_none() {
        return Some(set.members.clone());
    }
    let (key, node) = object.one_of(&["only", "without"])?;
    let listed = listed_members(node, known)?;
    let wanted = key == "only";
    let members = set.members.iter().zip(listed).filter(|(_, listed)| *listed == wanted);
    let members: Vec<SetMember> = members.map(|(member, _)| member.clone()).collect();
    if members.is_empty() {
        node.refuse(PuzzleFileError::NothingLeft { set: set.name });
        return None;
    }
    Some(members)
}

/// For each member of the set, whether the list `node` names it.
fn listed_members(node: Node<'_>, known: &KnownSet) -> Option<Vec<bool>> {
    let set = &known.set;
    let mut listed = vec![false; set.members.len()];
    let mut good = true;
    for entry in node.list(1, set.members.len() as u64)? {
        let Some(name) = entry.text() else {
            good = false;
            continue;
        };
        match known.index.get(name).copied() {
            Some(index) if !listed[index] => listed[index] = true,
            Some(_) => {
                entry.refuse(PuzzleFileError::MemberAgain { found: text::shown(name) });
                good = false;
            }
            None => {
                entry.refuse_with(|| PuzzleFileError::NoSuchMember {
                    found: text::shown(name),
                    set: set.name,
                    allowed: set.members.iter().map(|member| member.name.clone()).collect(),
                });
                good = false;
            }
        }
    }
    good.then_some(listed)
}

fn freedom(object: &Object<'_>, unsaid: Freedom) -> Option<Freedom> {
    object.get("symmetry").map_or(Some(unsaid), |node| node.word(&FREEDOMS))
}

/// `3`, `"any"` or `{ "min": 1, "max": 3 }`; one by default.
fn count(object: &Object<'_>) -> Option<Count> {
    let Some(node) = object.get("count") else { return Some(Count::exactly(1)) };
    if node.is_text_of("any") {
        return Some(Count::ANY);
    }
    if node.is_number() {
        return node.count(1, Limit::Copies).map(Count::exactly);
    }
    if !node.is_object() {
        return node.wrong_type("a whole number, `\"any\"` or `{ \"min\": 1, \"max\": 2 }`");
    }
    let range = node.object(COUNT_KEYS)?;
    if range.get("min").is_none() && range.get("max").is_none() {
        let _ = range.one_of(COUNT_KEYS);
        return None;
    }
    let min = range.get("min").map_or(Some(0), |node| node.count(0, Limit::Copies));
    let max = range.get("max").map_or(Some(None), |node| node.count(1, Limit::Copies).map(Some));
    Some(Count { min: min?, max: max? })
}
