//! Dead ends and chokes of a graph of regions.
//!
//! A region with one neighbour is a cul-de-sac. A region is a choke if, going round it from one of its neighbours, another
//! cannot be reached within `depth` hops: that is the local answer. [`articulations`] gives the global one (Tarjan): regions
//! without which the graph falls apart, whatever the detour. A choke with two neighbours of which one belongs to a cul-de-sac
//! leads nowhere else and is part of it, and so on along the line.

use crate::search::{Graph, Links};
use std::collections::VecDeque;
use wold_space::CellIndex;

/// What is known of one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// It leads nowhere else.
    pub dead_end: bool,
    /// Going round it takes more than the depth asked for, if it is possible at all.
    pub choke: bool,
    /// Into how many groups its neighbours fall when it is taken away.
    pub areas: u32,
}

/// Judges every place; rounds of more than `depth` hops count as none. Five to ten suit maps of armies.
#[must_use]
pub fn standings(links: &Links, depth: u32) -> Vec<Standing> {
    let n = links.places();
    let mut found: Vec<Standing> = (0..n as u32)
        .map(|place| {
            let areas = areas_without(links, CellIndex(place), depth);
            Standing { dead_end: neighbours(links, CellIndex(place)).len() == 1, choke: areas > 1, areas }
        })
        .collect();
    // Dead ends grow along lines until nothing changes.
    let mut line: VecDeque<usize> = (0..n).filter(|&i| found[i].dead_end).collect();
    while let Some(end) = line.pop_front() {
        for next in neighbours(links, CellIndex(end as u32)) {
            let standing = &mut found[next.slot()];
            if standing.choke && !standing.dead_end && neighbours(links, next).len() == 2 {
                standing.dead_end = true;
                line.push_back(next.slot());
            }
        }
    }
    found
}

fn neighbours(links: &Links, place: CellIndex) -> Vec<CellIndex> {
    let mut around: Vec<CellIndex> = links.from(place).iter().map(|(to, _)| *to).collect();
    around.sort_unstable();
    around.dedup();
    around
}

/// Hops from `start` to each of `goals` without `without`; nothing beyond `depth`.
fn hops_around(links: &Links, without: CellIndex, start: CellIndex, depth: u32) -> Vec<Option<u32>> {
    let mut hops = vec![None; links.places()];
    hops[start.slot()] = Some(0);
    let mut line = VecDeque::from([(start, 0)]);
    while let Some((at, so_far)) = line.pop_front() {
        if so_far == depth {
            continue;
        }
        for &(next, _) in links.from(at) {
            if next != without && hops[next.slot()].is_none() {
                hops[next.slot()] = Some(so_far + 1);
                line.push_back((next, so_far + 1));
            }
        }
    }
    hops
}

fn areas_without(links: &Links, place: CellIndex, depth: u32) -> u32 {
    let around = neighbours(links, place);
    let mut group: Vec<usize> = (0..around.len()).collect();
    for (i, &start) in around.iter().enumerate() {
        let hops = hops_around(links, place, start, depth);
        for (j, end) in around.iter().enumerate() {
            if hops[end.slot()].is_some() {
                let (from, into) = (group[j].max(group[i]), group[j].min(group[i]));
                group.iter_mut().filter(|g| **g == from).for_each(|g| *g = into);
            }
        }
    }
    group.sort_unstable();
    group.dedup();
    group.len() as u32
}

/// The places without which the graph falls apart.
#[must_use]
pub fn articulations(links: &Links) -> Vec<CellIndex> {
    let n = links.places();
    let (mut order, mut low) = (vec![0u32; n], vec![0u32; n]);
    let mut cuts = vec![false; n];
    let mut clock = 0;
    for root in 0..n {
        if order[root] != 0 {
            continue;
        }
        clock += 1;
        (order[root], low[root]) = (clock, clock);
        let mut branches = 0;
        // (place, parent, which way comes next): depth first without recursion, maps may be deep.
        let mut stack = vec![(root, root, 0)];
        while let Some((at, parent, way)) = stack.last_mut() {
            let (at, parent) = (*at, *parent);
            if let Some(&(next, _)) = links.from(CellIndex(at as u32)).get(*way) {
                *way += 1;
                let next = next.slot();
                if order[next] == 0 {
                    clock += 1;
                    (order[next], low[next]) = (clock, clock);
                    branches += u32::from(at == root);
                    stack.push((next, at, 0));
                } else if next != parent {
                    low[at] = low[at].min(order[next]);
                }
            } else {
                stack.pop();
                if at != root {
                    low[parent] = low[parent].min(low[at]);
                    cuts[parent] |= parent != root && low[at] >= order[parent];
                }
            }
        }
        cuts[root] = branches > 1;
    }
    (0..n as u32).map(CellIndex).filter(|c| cuts[c.slot()]).collect()
}
