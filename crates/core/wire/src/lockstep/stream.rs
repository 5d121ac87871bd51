//! What one player said, turn by turn, without a gap.

use super::message::Said;
use std::collections::VecDeque;

/// The words of one player from some turn on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    first: u32,
    said: VecDeque<Said>,
}

impl Stream {
    /// Silence until `first`.
    #[must_use]
    pub fn starting(first: u32) -> Self {
        Self { first, said: VecDeque::new() }
    }

    /// The first turn nothing is known about.
    #[must_use]
    pub fn next(&self) -> u32 {
        self.first + self.said.len() as u32
    }

    /// What was said for a turn.
    #[must_use]
    pub fn at(&self, turn: u32) -> Option<&Said> {
        self.said.get(turn.checked_sub(self.first)? as usize)
    }

    /// The last thing said, which is the guess for what comes.
    #[must_use]
    pub fn last(&self) -> Option<&Said> {
        self.said.back()
    }

    /// What was said from a turn on, or as far back as is remembered, and the turn that begins with; at most `most` turns.
    #[must_use]
    pub fn since(&self, turn: u32, most: usize) -> (u32, Vec<Said>) {
        let from = turn.clamp(self.first, self.next());
        (from, self.said.iter().skip((from - self.first) as usize).take(most).cloned().collect())
    }

    /// Says one turn more.
    pub fn push(&mut self, said: Said) {
        self.said.push_back(said);
    }

    /// Takes what goes on where this ends, up to turn `end`; what is known stays as it is, and nothing is taken over a gap.
    pub fn extend(&mut self, from: u32, said: &[Said], end: u32) {
        let Some(skip) = self.next().checked_sub(from) else { return };
        let room = end.saturating_sub(self.next()) as usize;
        self.said.extend(said.iter().skip(skip as usize).take(room).cloned());
    }

    /// Forgets what was said before a turn.
    pub fn forget_before(&mut self, turn: u32) {
        while self.first < turn && self.said.pop_front().is_some() {
            self.first += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(commands: &[u32]) -> Vec<Said> {
        commands.iter().map(|&command| Said { command, orders: Vec::new() }).collect()
    }

    #[test]
    fn what_comes_twice_is_taken_once_and_nothing_over_a_gap() {
        let mut stream = Stream::starting(5);
        stream.extend(7, &words(&[7]), 100);
        assert_eq!(stream.next(), 5, "turns 5 and 6 are missing");
        stream.extend(4, &words(&[4, 5, 6, 7]), 100);
        stream.extend(6, &words(&[60, 70, 8]), 100);
        let all: Vec<u32> = stream.since(0, 99).1.iter().map(|said| said.command).collect();
        assert_eq!(all, [5, 6, 7, 8]);
        stream.extend(9, &words(&[9, 10, 11]), 10);
        assert_eq!(stream.next(), 10, "no further than asked");
        stream.forget_before(8);
        assert_eq!((stream.at(7), stream.since(0, 1)), (None, (8, words(&[8]))));
    }
}
