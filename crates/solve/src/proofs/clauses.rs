//! Writes bounds on the number of true variables as clauses.
//!
//! # Source
//! C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005.

use crate::ground::lists::compact;

/// Clauses so far.
#[derive(Debug, Clone)]
pub(crate) struct Clauses {
    variables: u32,
    list: Vec<Vec<i64>>,
}

impl Clauses {
    /// Begins with variables 1 to `variables` and no clauses.
    pub(crate) fn new(variables: u32) -> Self {
        Self { variables, list: Vec::new() }
    }

    /// Returns the number of variables, those that count included.
    pub(crate) fn variables(&self) -> u32 {
        self.variables
    }

    /// Returns the clauses; a negative literal is the opposite of its variable.
    pub(crate) fn list(&self) -> &[Vec<i64>] {
        &self.list
    }

    /// At most `most` of these are true: a counter that is told of each in turn.
    pub(crate) fn at_most(&mut self, literals: &[i64], most: usize) {
        if most >= literals.len() {
            return;
        }
        if most == 0 {
            return self.list.extend(literals.iter().map(|literal| vec![-literal]));
        }
        let first = i64::from(self.variables) + 1;
        // Whether at least `count + 1` of the first `number + 1` are true.
        let reached = |number: usize, count: usize| first + (number * most + count) as i64;
        self.variables += compact((literals.len() - 1) * most);
        for (number, &literal) in literals.iter().enumerate() {
            let is_last = number + 1 == literals.len();
            if number > 0 {
                self.list.push(vec![-literal, -reached(number - 1, most - 1)]);
            }
            if is_last {
                break;
            }
            self.list.push(vec![-literal, reached(number, 0)]);
            for count in 0..if number > 0 { most } else { 0 } {
                self.list.push(vec![-reached(number - 1, count), reached(number, count)]);
                if count > 0 {
                    self.list.push(vec![-literal, -reached(number - 1, count - 1), reached(number, count)]);
                }
            }
        }
    }

    /// At least `least` of these are true: at most the others are false.
    pub(crate) fn at_least(&mut self, literals: &[i64], least: usize) {
        match literals.len().checked_sub(least) {
            _ if least == 0 => {}
            // An empty clause cannot be satisfied.
            None => self.list.push(Vec::new()),
            Some(_) if least == 1 => self.list.push(literals.to_vec()),
            Some(others) => {
                let opposite: Vec<i64> = literals.iter().map(|literal| -literal).collect();
                self.at_most(&opposite, others);
            }
        }
    }
}
