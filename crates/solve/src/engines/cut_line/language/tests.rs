use std::sync::atomic::AtomicBool;

use super::*;
use crate::ground::{SolveOptions, StopReason};

/// The automaton that is a tree: no two states share a suffix.
fn language(states: &[&[u32]]) -> Language {
    let mut layers: Vec<Layer> = Vec::new();
    let mut beginnings: Vec<Vec<u32>> = vec![Vec::new()];
    for column in 0..states[0].len() {
        let (mut layer, mut longer) = (Layer::default(), Vec::<Vec<u32>>::new());
        for beginning in &beginnings {
            let mut next: Vec<u32> = states
                .iter()
                .filter(|state| state.starts_with(beginning))
                .map(|state| state[column])
                .collect();
            next.sort_unstable();
            next.dedup();
            for bits in next {
                let last = column + 1 == states[0].len();
                layer.push(joined(bits, if last { 0 } else { compact(longer.len()) }));
                longer.push(beginning.iter().copied().chain([bits]).collect());
            }
            layer.end_list();
        }
        layers.push(layer);
        beginnings = longer;
    }
    Language::of_automaton(layers, &mut Watch::unlimited()).expect("no limit")
}

fn nodes(language: &Language) -> usize {
    language.layers.iter().map(Layer::len).sum()
}

#[test]
fn states_with_a_common_suffix_share_nodes() {
    let all = language(&[&[0, 1, 2], &[1, 1, 2], &[2, 1, 2], &[2, 0, 2]]);
    assert_eq!((all.states(), nodes(&all)), (4, 1 + 2 + 1));
    assert_eq!(all.beginnings(1, &mut Watch::unlimited()).expect("no limit").len(), 3);
    assert_eq!(nodes(&Language::of_one(&[4, 5, 6])), 3);
}

#[test]
fn what_leads_nowhere_is_left_out() {
    // Two edges from the first node; the node behind the second has none.
    let (mut first, mut second) = (Layer::default(), Layer::default());
    first.push(joined(5, 0));
    first.push(joined(6, 1));
    first.end_list();
    second.push(joined(7, 0));
    second.end_list();
    second.end_list();
    let one = Language::of_automaton(vec![first.clone(), second], &mut Watch::unlimited()).expect("no limit");
    assert_eq!((one.states(), nodes(&one)), (1, 2));
    let mut dead = Layer::default();
    dead.end_list();
    dead.end_list();
    let none = Language::of_automaton(vec![first, dead], &mut Watch::unlimited()).expect("no limit");
    assert!(
        none.is_empty()
            && none.states() == 0
            && none.beginnings(1, &mut Watch::unlimited()) == Ok(Vec::new())
    );
}

#[test]
fn the_first_state_that_becomes_another_is_found() {
    let some = language(&[&[3, 1, 2], &[0, 1, 2], &[0, 2, 2], &[1, 0, 0]]);
    let others = language(&[&[1, 3, 3], &[4, 2, 3], &[9, 9, 9]]);
    let one_more = |bits: u32| (bits != 9).then_some(bits + 1);
    assert_eq!(
        some.first_that_becomes(&others, one_more, &mut None, &mut Watch::unlimited()),
        Ok(Some(vec![0, 2, 2]))
    );
    assert_eq!(
        some.first_that_becomes(&others, |_| Some(9), &mut None, &mut Watch::unlimited()),
        Ok(Some(vec![0, 1, 2]))
    );
    assert_eq!(some.first_that_becomes(&others, Some, &mut None, &mut Watch::unlimited()), Ok(None));
}

#[test]
fn lists_are_numbered_in_order() {
    let mut lists = Lists::default();
    for number in 0..2000u32 {
        let list: Vec<u64> = (0..u64::from(number % 5)).chain([u64::from(number)]).collect();
        assert_eq!(lists.number(&list), number);
        assert_eq!(lists.number(&list), number);
    }
    assert_eq!((lists.number(&[0, 1, 8]), lists.lists().len()), (2000, 2001));
    assert_eq!(lists.lists().get(7), [0, 1, 7]);
}

#[test]
fn work_on_large_sets_asks_the_clock() {
    let stop = AtomicBool::new(true);
    let options = SolveOptions { stop: Some(&stop), ..SolveOptions::default() };
    let stopped = || Watch::new(&options);
    let signal = Some(Halt::Stop(StopReason::Signal));
    let states: Vec<Vec<u32>> = (0..1 << 15).map(|state| vec![state >> 8, state & 255]).collect();
    assert_eq!(Language::of_sorted(&states, &mut stopped()).err(), signal, "minimizing");
    let all = Language::of_sorted(&states, &mut Watch::unlimited()).expect("no limit");
    assert_eq!(all.states(), 1 << 15);
    assert_eq!(all.beginnings(2, &mut stopped()).err(), signal, "prefixes");
    // Nothing is shared, so that there are as many nodes as states.
    let states: Vec<Vec<u32>> = (0..1 << 15).map(|state| vec![state, state]).collect();
    let all = Language::of_sorted(&states, &mut Watch::unlimited()).expect("no limit");
    assert_eq!(all.first_that_becomes(&all, Some, &mut None, &mut stopped()).err(), signal, "meetings");
    assert_eq!(all.all_that_become(&all, Some, 1 << 16, &mut stopped()).err(), signal, "all meetings");
}
