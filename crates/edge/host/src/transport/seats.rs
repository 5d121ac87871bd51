//! Seats: how many connections the house and one address may hold. A seat is given back when it is dropped.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex};

use super::limits::Pool;
use crate::refusal::Refusal;

/// All seats of a house.
#[derive(Clone, Debug)]
pub struct Seats {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    total: usize,
    per_address: usize,
    taken: Mutex<Taken>,
}

/// Never holds more addresses than seats taken, so its memory is bounded by `total`.
#[derive(Debug, Default)]
struct Taken {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// One seat, taken.
#[derive(Debug)]
pub struct Seat {
    shared: Arc<Shared>,
    address: IpAddr,
}

impl Seats {
    /// A house of so many seats.
    #[must_use]
    pub fn new(pool: Pool) -> Self {
        let Pool { total, per_address } = pool;
        Self { shared: Arc::new(Shared { total, per_address, taken: Mutex::default() }) }
    }

    /// Takes a seat for whoever stands for many: of these only the whole is bounded.
    pub fn take_for_many(&self, address: IpAddr) -> Result<Seat, Refusal> {
        self.take_within(address, usize::MAX)
    }

    /// Takes a seat for somebody at `address`.
    pub fn take(&self, address: IpAddr) -> Result<Seat, Refusal> {
        self.take_within(address, self.shared.per_address)
    }

    fn take_within(&self, address: IpAddr, per_address: usize) -> Result<Seat, Refusal> {
        let address = household(address);
        let mut taken = self.shared.lock();
        if taken.total >= self.shared.total {
            return Err(Refusal::HouseFull);
        }
        let here = taken.by_address.get(&address).copied().unwrap_or(0);
        if here >= per_address {
            return Err(Refusal::AddressFull);
        }
        taken.by_address.insert(address, here + 1);
        taken.total += 1;
        Ok(Seat { shared: self.shared.clone(), address })
    }

    /// Seats taken.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.shared.lock().total
    }

    /// Whether more than half the seats are taken.
    #[must_use]
    pub fn crowded(&self) -> bool {
        self.taken() * 2 > self.shared.total
    }
}

impl Shared {
    fn lock(&self) -> std::sync::MutexGuard<'_, Taken> {
        self.taken.lock().expect("no holder of the seats panics")
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.shared.lock();
        taken.total -= 1;
        if let Some(here) = taken.by_address.get_mut(&self.address) {
            *here -= 1;
            if *here == 0 {
                taken.by_address.remove(&self.address);
            }
        }
    }
}

/// What counts as one address: an IPv4 address, or the /64 network that one IPv6 subscriber commonly owns.
#[must_use]
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_bounded_per_address_and_in_all_and_come_back() {
        let seats = Seats::new(Pool { total: 3, per_address: 2 });
        let [a, b]: [IpAddr; 2] = ["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        let first = seats.take(a).unwrap();
        let _second = seats.take(a).unwrap();
        assert_eq!(seats.take(a).unwrap_err(), Refusal::AddressFull);
        let _third = seats.take(b).unwrap();
        assert_eq!(seats.take(b).unwrap_err(), Refusal::HouseFull);
        assert!(seats.crowded());
        drop(first);
        assert_eq!(seats.taken(), 2);
        let _again = seats.take(a).unwrap();
    }

    #[test]
    fn one_household_is_one_address() {
        let seats = Seats::new(Pool { total: 9, per_address: 1 });
        let _seat = seats.take("2001:db8:1:2:aaaa::1".parse().unwrap()).unwrap();
        assert_eq!(seats.take("2001:db8:1:2:bbbb::9".parse().unwrap()).unwrap_err(), Refusal::AddressFull);
        let _mapped = seats.take("::ffff:10.0.0.1".parse().unwrap()).unwrap();
        assert_eq!(seats.take("10.0.0.1".parse().unwrap()).unwrap_err(), Refusal::AddressFull);
    }

    #[test]
    fn empty_addresses_are_forgotten() {
        let seats = Seats::new(Pool { total: 9, per_address: 1 });
        for last in 0..200u8 {
            drop(seats.take(IpAddr::from([10, 0, 0, last])).unwrap());
        }
        assert!(seats.shared.lock().by_address.is_empty());
    }
}
