//! Orders of things: Fisher-Yates.

use crate::{Source, uniform};

/// Puts them in an order, each equally likely (Fisher-Yates from the front, Algorithm 2.5).
pub fn shuffle<T>(source: &mut (impl Source + ?Sized), items: &mut [T]) {
    for i in 0..items.len().saturating_sub(1) {
        let j = i + uniform::below(source, (items.len() - i) as u64) as usize;
        items.swap(i, j);
    }
}
