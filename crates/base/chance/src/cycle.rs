//! How long a sequence runs before it repeats itself (Brent's method: constant memory).

/// Where a sequence runs into a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Steps before the first number of the cycle.
    pub tail: u64,
    /// Numbers in the cycle.
    pub length: u64,
}

/// Follows `step` from `start` until it repeats. Takes a time of about three times tail and length together.
pub fn find_cycle<T: Copy + PartialEq>(start: T, step: impl Fn(T) -> T) -> Cycle {
    let (mut power, mut length) = (1u64, 1u64);
    let (mut slow, mut fast) = (start, step(start));
    while slow != fast {
        if power == length {
            slow = fast;
            power *= 2;
            length = 0;
        }
        fast = step(fast);
        length += 1;
    }
    let (mut slow, mut fast) = (start, start);
    for _ in 0..length {
        fast = step(fast);
    }
    let mut tail = 0;
    while slow != fast {
        slow = step(slow);
        fast = step(fast);
        tail += 1;
    }
    Cycle { tail, length }
}
