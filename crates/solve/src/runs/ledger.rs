//! Distributes the parts of a search among threads and delivers their results in order.
//!
//! Parts begin in order. The part whose turn it is may always deliver, so there is no deadlock, and the
//! buffer holds at most its limit plus one batch of that part.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::Duration;

use web_time::Instant;

use crate::ground::{Outcome, SolverError};

/// A wait that is shorter says that results come fast.
const SHORT: Duration = Duration::from_micros(500);
/// Short waits in a row, after which the calling thread lets results gather: to wake it for each one takes longer than
/// to make one.
const SHORT_WAITS: u32 = 32;
/// How long it does so.
const NAP: Duration = Duration::from_millis(1);

/// The order in which results are delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// In the order of the parts.
    OfParts,
    /// As found, if they are sorted later.
    AsFound,
}

/// What the calling thread receives.
#[derive(Debug)]
pub(super) enum Arrival<T> {
    /// Yields of one part, in order.
    Yields(Vec<T>),
    /// A part has ended, and all its results were delivered.
    End(Result<Outcome, SolverError>),
    /// Nothing arrived in the given time.
    Nothing,
    /// All parts have ended, or no more are begun.
    Over,
    /// A worker panicked.
    Panicked,
}

/// The shared state of the threads.
pub(super) struct Ledger<'l, T> {
    parts: &'l [usize],
    order: Order,
    most_held: usize,
    state: Mutex<State<T>>,
    /// Signals the calling thread that something arrived.
    arrived: Condvar,
    /// Signals the workers that there is room.
    room: Condvar,
}

struct State<T> {
    /// How many parts were begun.
    begun: usize,
    /// How many parts were delivered completely, in order; unused if the order is as found.
    turn: usize,
    /// Parts that were begun and not yet delivered completely, by their number in the list of parts.
    shelves: BTreeMap<usize, Shelf<T>>,
    /// Yields on all shelves.
    held: usize,
    /// Whether the calling thread waits.
    awaited: bool,
    /// Its short waits in a row.
    short_waits: u32,
    /// Whether no more parts are begun.
    stopping: bool,
    /// Whether results are no longer accepted.
    closed: bool,
    panicked: bool,
}

struct Shelf<T> {
    yields: Vec<T>,
    end: Option<Result<Outcome, SolverError>>,
}

impl<'l, T> Ledger<'l, T> {
    pub(super) fn new(parts: &'l [usize], order: Order, most_held: usize) -> Self {
        let state = State {
            begun: 0,
            turn: 0,
            shelves: BTreeMap::new(),
            held: 0,
            awaited: false,
            short_waits: 0,
            stopping: false,
            closed: false,
            panicked: false,
        };
        let (arrived, room) = (Condvar::new(), Condvar::new());
        Self { parts, order, most_held, state: Mutex::new(state), arrived, room }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        // A panic is passed on when the thread is joined; the state is consistent between any two statements.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next part to search, and its number in the list, for an idle worker.
    pub(super) fn begin(&self) -> Option<(usize, usize)> {
        let mut state = self.state();
        if state.stopping || state.closed {
            return None;
        }
        let number = state.begun;
        let part = *self.parts.get(number)?;
        state.begun += 1;
        state.shelves.insert(number, Shelf { yields: Vec::new(), end: None });
        Some((number, part))
    }

    /// Delivers a result of a part, as soon as there is room for it.
    pub(super) fn give(&self, number: usize, yielded: T) -> ControlFlow<()> {
        let mut state = self.state();
        while !state.closed && state.held >= self.most_held && !self.may_exceed(&state, number) {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed {
            return ControlFlow::Break(());
        }
        state.held += 1;
        if let Some(shelf) = state.shelves.get_mut(&number) {
            shelf.yields.push(yielded);
        }
        if state.awaited {
            self.arrived.notify_one();
        }
        ControlFlow::Continue(())
    }

    /// Returns whether a part may exceed the limit, because others wait for it.
    fn may_exceed(&self, state: &State<T>, number: usize) -> bool {
        let few = state.shelves.get(&number).is_some_and(|shelf| shelf.yields.len() < self.most_held);
        self.order == Order::OfParts && state.turn == number && few
    }

    /// Called after the search of a part.
    pub(super) fn end(&self, number: usize, result: Result<Outcome, SolverError>) {
        let mut state = self.state();
        state.stopping |= !matches!(result, Ok(Outcome::Complete));
        if let Some(shelf) = state.shelves.get_mut(&number) {
            shelf.end = Some(result);
        }
        if state.awaited {
            self.arrived.notify_one();
        }
    }

    /// Returns the next arrival for the calling thread; waits at most `patience`.
    pub(super) fn next(&self, patience: Duration) -> Arrival<T> {
        let mut state = self.state();
        if let Some(arrival) = self.arrival(&mut state) {
            return arrival;
        }
        state.awaited = true;
        let began = Instant::now();
        let waited = self.arrived.wait_timeout(state, patience);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.awaited = false;
        state.short_waits = if began.elapsed() < SHORT { state.short_waits + 1 } else { 0 };
        if state.short_waits > SHORT_WAITS {
            drop(state);
            sleep(NAP);
            state = self.state();
        }
        self.arrival(&mut state).unwrap_or(Arrival::Nothing)
    }

    fn arrival(&self, state: &mut State<T>) -> Option<Arrival<T>> {
        if state.panicked {
            return Some(Arrival::Panicked);
        }
        let ready = |shelf: &Shelf<T>| !shelf.yields.is_empty() || shelf.end.is_some();
        let number = match self.order {
            Order::OfParts => Some(state.turn),
            Order::AsFound => state.shelves.iter().find(|(_, shelf)| ready(shelf)).map(|(&number, _)| number),
        };
        let Some(shelf) = number.and_then(|number| state.shelves.get_mut(&number)) else {
            let none_begins = state.stopping || state.begun == self.parts.len();
            return (none_begins && state.shelves.is_empty()).then_some(Arrival::Over);
        };
        if !shelf.yields.is_empty() {
            let yields = std::mem::take(&mut shelf.yields);
            state.held -= yields.len();
            self.room.notify_all();
            return Some(Arrival::Yields(yields));
        }
        let end = shelf.end.take()?;
        state.shelves.remove(&number?);
        state.turn += 1;
        // Another part may exceed the limit now.
        self.room.notify_all();
        Some(Arrival::End(end))
    }

    /// Returns how many parts are searched and delivered.
    pub(super) fn handed_over(&self) -> usize {
        let state = self.state();
        state.begun - state.shelves.len()
    }

    /// Accepts no more results, and releases waiting workers.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.room.notify_all();
    }

    /// Called after a worker panicked.
    pub(super) fn note_panic(&self) {
        let mut state = self.state();
        state.panicked = true;
        self.arrived.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::ZERO;

    fn ledger(parts: &[usize], order: Order, most_held: usize) -> Ledger<'_, u32> {
        Ledger::new(parts, order, most_held)
    }

    #[test]
    fn parts_are_handed_over_in_order_and_part_by_part() {
        let ledger = ledger(&[7, 9], Order::OfParts, 10);
        assert_eq!((ledger.begin(), ledger.begin(), ledger.begin()), (Some((0, 7)), Some((1, 9)), None));
        assert!(ledger.give(1, 21).is_continue());
        ledger.end(1, Ok(Outcome::Complete));
        assert!(matches!(ledger.next(SOON), Arrival::Nothing), "it is the turn of the first part");
        assert!(ledger.give(0, 11).is_continue() && ledger.give(0, 12).is_continue());
        assert!(matches!(ledger.next(SOON), Arrival::Yields(yields) if yields == [11, 12]));
        assert!(ledger.give(0, 13).is_continue());
        ledger.end(0, Ok(Outcome::Complete));
        assert!(matches!(ledger.next(SOON), Arrival::Yields(yields) if yields == [13]));
        assert!(matches!(ledger.next(SOON), Arrival::End(Ok(Outcome::Complete))));
        assert_eq!(ledger.handed_over(), 1);
        assert!(matches!(ledger.next(SOON), Arrival::Yields(yields) if yields == [21]));
        assert!(matches!(ledger.next(SOON), Arrival::End(Ok(Outcome::Complete))));
        assert!(matches!(ledger.next(SOON), Arrival::Over));
    }

    #[test]
    fn as_found_nothing_waits_for_earlier_parts() {
        let ledger = ledger(&[0, 1, 2], Order::AsFound, 10);
        ledger.begin();
        ledger.begin();
        assert!(ledger.give(1, 21).is_continue());
        assert!(matches!(ledger.next(SOON), Arrival::Yields(yields) if yields == [21]));
        ledger.end(1, Err(SolverError::NoSuchEngine { found: String::new() }));
        assert!(matches!(ledger.next(SOON), Arrival::End(Err(_))));
        assert_eq!(ledger.begin(), None, "no part is begun after an error");
        assert!(matches!(ledger.next(SOON), Arrival::Nothing), "one is still searched");
        ledger.end(0, Ok(Outcome::Complete));
        assert!(matches!(ledger.next(SOON), Arrival::End(Ok(_))));
        assert!(matches!(ledger.next(SOON), Arrival::Over));
    }

    #[test]
    fn a_later_part_waits_for_room_and_the_current_one_does_not() {
        let ledger = ledger(&[0, 1], Order::OfParts, 2);
        ledger.begin();
        ledger.begin();
        std::thread::scope(|scope| {
            let ahead = scope.spawn(|| (0..100).map(|n| ledger.give(1, n)).all(|flow| flow.is_continue()));
            // Whatever the later part buffers, the one whose turn it is gets through.
            for n in 0..100 {
                assert!(ledger.give(0, n).is_continue());
                assert!(matches!(ledger.next(SOON), Arrival::Yields(yields) if yields == [n]));
                assert!(ledger.state().held <= 3);
            }
            ledger.end(0, Ok(Outcome::Complete));
            assert!(matches!(ledger.next(SOON), Arrival::End(_)));
            let mut seen = Vec::new();
            while seen.len() < 100 {
                if let Arrival::Yields(yields) = ledger.next(Duration::from_millis(50)) {
                    assert!(yields.len() <= 3, "{}", yields.len());
                    seen.extend(yields);
                }
            }
            assert_eq!(seen, (0..100).collect::<Vec<u32>>());
            assert!(ahead.join().expect("no panic"));
        });
    }

    #[test]
    fn closing_sends_everybody_away() {
        let ledger = ledger(&[0, 1], Order::OfParts, 1);
        ledger.begin();
        ledger.begin();
        assert!(ledger.give(1, 0).is_continue());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| ledger.give(1, 1));
            ledger.close();
            assert!(waiting.join().expect("no panic").is_break());
        });
        assert_eq!(ledger.begin(), None);
    }
}
