//! One who fights: chooses a foe, approaches, waits, strikes, hides, falls back, and says why.
//!
//! Before anything it weighs the odds: everybody in sight with it against everybody in sight with its foes ([`Sides`]). Poor odds before the first blow make
//! it lie in wait behind cover or keep out, bad ones later make it fall back. Of several foes it takes one that nobody else of its household has taken ([`Ring`]). It tells the
//! world that it closes in, and the world tells it where to stand and when it is its turn ([`Role`]); to a foe that is busy with others it goes round, out of its gaze. With the turn it steps
//! in, strikes once and is done.

use super::counsel::{FALL_BACK, LIE_IN_WAIT};
use super::ground::{Battleground, Price, facing};
use super::refuge::{Means, Refuge};
use super::sides::axe;
use super::{Counsel, Odds, Ring, Sides};
use crate::rows::FIGHT;
use crate::villager::steps;
use crate::{Spot, Walk, Wish};
use wold_guest::known::{Known, Sighted};
use wold_guest::turns::Role;
use wold_land::measures::TOUCHING_METRES;
use wold_lore::Part;
use wold_space::{DVec2, EntityId};
use wold_wire::{Gait, Intent, Pose};

/// How good the odds must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nerve {
    /// The chance of winning below which one does not begin. Default 0.4.
    pub begin: f64,
    /// The chance below which one falls back. Default 0.28.
    pub go_on: f64,
}

impl Default for Nerve {
    fn default() -> Self {
        Self { begin: 0.4, go_on: 0.28 }
    }
}

/// Why one falls back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It would lose.
    Odds,
    /// It is badly hurt.
    Hurt,
    /// It never meant to fight.
    Fear,
    /// It cannot get at them.
    OutOfReach,
}

/// What a fighter does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Keeps out: the odds are poor.
    KeepOut,
    /// Hides behind something until the odds are better.
    LieInWait,
    /// Goes to its slot.
    Approach,
    /// Goes to its slot round the gaze of a foe that is busy.
    Flank,
    /// Stands in its slot, or before one, until it is its turn.
    Wait,
    /// Gets out of others' way.
    Leave,
    /// Steps in and strikes.
    Strike,
    /// Runs to where it is safer.
    FallBack,
}

/// One who fights.
#[derive(Clone, Debug, Default)]
pub struct Fighter {
    ring: Ring,
    counsel: Counsel,
    nerve: Nerve,
    engaged: Option<EntityId>,
    /// When it told the world last that it closes in, and of which turn it struck: by the step it was told of it.
    said: Option<u64>,
    struck: Option<u64>,
    refuge: Refuge,
    /// Whom it goes round to, and where its place was.
    round: Option<(EntityId, DVec2)>,
    /// Since when it lies in wait.
    lurks: Option<u64>,
    drew: u64,
    last: Option<Move>,
}

impl Fighter {
    /// A fighter who minds a ring.
    #[must_use]
    pub fn new(ring: Ring, nerve: Nerve) -> Self {
        Self { ring, nerve, ..Self::default() }
    }

    /// The same, asking for places by a counsel it shares with others.
    #[must_use]
    pub fn counselled(self, counsel: Counsel) -> Self {
        Self { counsel, ..self }
    }

    /// The ring it minds.
    #[must_use]
    pub fn ring(&self) -> &Ring {
        &self.ring
    }

    /// What it did last.
    #[must_use]
    pub fn last(&self) -> Option<Move> {
        self.last
    }

    /// Whether it is in the middle of a fight.
    #[must_use]
    pub fn is_engaged(&self) -> bool {
        self.engaged.is_some()
    }

    /// Whether a foe is its own to fight: it took them, or nobody else has.
    #[must_use]
    pub fn has(&self, known: &Known, foe: &Sighted) -> bool {
        let own = known.welcome().map(|welcome| welcome.body);
        own.is_some_and(|own| self.ring.take_foe(foe.card.id, own, known.tick()))
    }

    /// Ends its part in any fight: it thinks of something else.
    pub fn leave(&mut self, known: &Known) {
        let fought = self.engaged.take().is_some() | self.last.take().is_some();
        if let Some(welcome) = known.welcome().filter(|_| fought) {
            self.ring.step_out(welcome.body);
            self.refuge.leave(&self.counsel, welcome.body);
        }
        self.ring.pass(known.tick());
        (self.said, self.round) = (None, None);
    }

    /// It fell: whatever it held is free.
    pub fn fell(&mut self, known: &Known) {
        if let Some(welcome) = known.welcome().filter(|_| self.last.is_some()) {
            self.ring.fell(welcome.body, known.place(), known.tick());
        }
        self.leave(known);
    }

    /// Whom to fight: who it fights already, else the nearest nobody else has taken, else the nearest.
    fn choose<'a>(&mut self, known: &Known, own: EntityId, sides: &Sides<'a>) -> Option<&'a Sighted> {
        if let Some(before) = self.engaged.and_then(|id| known.entities().get(&id))
            && before.state.pose == Pose::Fallen
        {
            self.ring.felled(before.card.id, known.place_of(before), known.tick());
            self.leave(known);
        }
        let engaged = sides.foes.iter().find(|foe| self.engaged == Some(foe.card.id));
        let free = |foe: &&&Sighted| self.ring.take_foe(foe.card.id, own, known.tick());
        let foe = engaged.or_else(|| sides.foes.iter().find(free)).or(sides.foes.first())?;
        self.ring.take_foe(foe.card.id, own, known.tick());
        Some(foe)
    }

    /// What to do about one's foes now; `None` if it does not take the fight.
    pub fn act(&mut self, known: &Known, walk: Walk, sides: &Sides<'_>) -> Option<Vec<Wish>> {
        let own = known.welcome()?.body;
        let odds = sides.odds(known, &self.counsel.taught());
        if self.engaged.is_none() && odds.chance < self.nerve.begin {
            return self.keep_out(known, walk, sides, odds);
        }
        if odds.chance < self.nerve.go_on {
            return Some(self.fall_back(known, walk, sides, Cause::Odds));
        }
        self.leave_refuge(own);
        self.lurks = None;
        let foe = self.choose(known, own, sides)?;
        self.ring.weigh(own, foe.card.id, odds);
        if self.engaged != Some(foe.card.id) {
            self.said = None;
            self.engaged = Some(foe.card.id);
        }
        let mut wishes: Vec<Wish> = self.draw(known).into_iter().collect();
        wishes.extend(self.take_part(known, walk, sides, foe, odds)?);
        Some(wishes)
    }

    /// Takes an axe in hand, if there is one in the bag.
    fn draw(&mut self, known: &Known) -> Option<Wish> {
        let (slot, now) = (axe(known)?, known.step());
        if known.held() == Some(slot) || now < self.drew + steps(FIGHT.closing.draw_seconds) {
            return None;
        }
        self.drew = now;
        Some(Wish::Do(Intent::Hold { slot }))
    }

    /// Tells the world now and then that it closes in on a foe.
    fn close_in(&mut self, known: &Known, own: EntityId, foe: EntityId) -> Option<Wish> {
        self.ring.close((own, known.place()), foe, known.tick());
        let is_due = self.said.is_none_or(|said| known.step() >= said + steps(FIGHT.closing.say_seconds));
        is_due.then(|| {
            self.said = Some(known.step());
            Wish::Do(Intent::Close { foe })
        })
    }

    /// Stands, waits or strikes as the world says.
    fn take_part(
        &mut self,
        known: &Known,
        walk: Walk,
        sides: &Sides<'_>,
        foe: &Sighted,
        odds: Odds,
    ) -> Option<Vec<Wish>> {
        let own = known.welcome()?.body;
        let mut wishes: Vec<Wish> = self.close_in(known, own, foe.card.id).into_iter().collect();
        let (here, at, name) = (known.place(), known.place_of(foe), &foe.card.name);
        let level = foe.state.level;
        // Who is on another storey is gone to by the stairs, and not reached from here.
        let within = |metres: f64| level == known.level() && here.distance(at) < metres;
        let go = |to: DVec2, gait, near| Wish::Go { to: Spot { place: to, level }, gait, near };
        let role = known.turns().role.filter(|role| role.foe == foe.card.id);
        let Some(role) = role else {
            self.say(known, Move::Approach, format!("closes in on {name}: {odds}"));
            if !within(FIGHT.closing.before_told_metres) {
                wishes.push(go(at, Gait::Run, FIGHT.closing.before_told_metres * 0.9));
            }
            return Some(wishes);
        };
        let (spot, side) = (at + role.off, side(role.off, facing(foe)));
        let waits = [Wish::Stop, Wish::Face(at)];
        let astray = match within(TOUCHING_METRES) {
            true if role.others >= FIGHT.closing.crowded => FIGHT.closing.elbow_metres,
            true => f64::INFINITY,
            false => FIGHT.closing.in_place_metres,
        };
        match role.part {
            Part::Strike if self.struck == Some(role.step) || known.tick() >= role.until => {
                self.say(known, Move::Wait, format!("steps back {side} {name}: {odds}"));
                wishes.extend(waits);
            }
            Part::Strike if !within(TOUCHING_METRES) => {
                self.say(known, Move::Strike, format!("steps in from {side} {name}: {odds}"));
                wishes.push(go(at, Gait::Run, TOUCHING_METRES * 0.7));
            }
            Part::Strike => {
                self.struck = Some(role.step);
                self.say(known, Move::Strike, format!("strikes from {side} {name}: {odds}"));
                wishes.extend(waits);
                wishes.push(Wish::Do(Intent::Strike(foe.card.id)));
            }
            Part::Stand if level != known.level() || here.distance(spot) > astray => {
                wishes.extend(self.approach(known, walk, sides, foe, (&role, spot), odds));
            }
            Part::Stand => {
                self.say(known, Move::Wait, format!("waits its turn {side} {name}: {odds}"));
                wishes.extend(waits);
            }
            Part::Leave => {
                self.say(known, Move::Leave, format!("makes room about {name}: {odds}"));
                wishes.push(go(spot, Gait::Run, 0.5));
            }
            Part::Wait => {
                self.say(known, Move::Wait, format!("waits for a place about {name}: {odds}"));
                if here.distance(spot) > FIGHT.closing.in_place_metres {
                    wishes.push(go(spot, Gait::Walk, 0.5));
                } else {
                    wishes.extend(waits);
                }
            }
        }
        Some(wishes)
    }

    /// Goes to its slot; round the gaze of a foe that others keep busy.
    fn approach(
        &mut self,
        known: &Known,
        walk: Walk,
        sides: &Sides<'_>,
        foe: &Sighted,
        (role, spot): (&Role, DVec2),
        odds: Odds,
    ) -> Vec<Wish> {
        let (id, name, level) = (foe.card.id, &foe.card.name, foe.state.level);
        let where_to = side(role.off, facing(foe));
        if role.others > 0
            && level == known.level()
            && known.place().distance(spot) > FIGHT.closing.round_metres
        {
            let same =
                |(whom, at): (EntityId, DVec2)| whom == id && at.distance(spot) < FIGHT.closing.moved_metres;
            if walk == Walk::Going && self.round.is_some_and(same) {
                return Vec::new();
            }
            let shunned = |at: DVec2| self.ring.danger(at) > FIGHT.traces.shunned;
            let price = Price {
                seen: FIGHT.closing.seen_cost,
                gaze: Some((known.place_of(foe), facing(foe))),
                shunned: &shunned,
            };
            let lay = self.counsel.lay(known);
            let ground = Battleground::new(known, &lay, &self.ring, sides);
            if let Some(way) = ground.and_then(|ground| ground.way(spot, &price)) {
                self.round = Some((id, spot));
                let told = format!("goes round to its place {where_to} {name}, {:.0} m: {odds}", way.metres);
                self.say(known, Move::Flank, told);
                return vec![Wish::Follow { corners: way.corners, level, gait: Gait::Run, near: 0.4 }];
            }
        }
        self.round = None;
        self.say(known, Move::Approach, format!("goes to its place {where_to} {name}: {odds}"));
        vec![Wish::Go { to: Spot { place: spot, level }, gait: Gait::Run, near: 0.4 }]
    }

    /// Does not begin: lies in wait behind something for a while, else lives on.
    fn keep_out(&mut self, known: &Known, walk: Walk, sides: &Sides<'_>, odds: Odds) -> Option<Vec<Wish>> {
        let (own, now) = (known.welcome()?.body, known.tick().0);
        if let Some(foe) = sides.foes.first() {
            self.ring.weigh(own, foe.card.id, odds);
        }
        let since = *self.lurks.get_or_insert(now);
        if now >= since + steps(FIGHT.closing.lurk_seconds) + steps(FIGHT.closing.bored_seconds) {
            self.lurks = Some(now);
        }
        let verb = format!("keeps out of it, {odds}; lies in wait");
        let means = Means { known, walk, ring: &self.ring, counsel: &self.counsel, sides };
        let hides = if now < since + steps(FIGHT.closing.lurk_seconds) {
            self.refuge.keep(LIE_IN_WAIT, means, &verb)
        } else {
            None
        };
        match hides {
            Some(wishes) => {
                self.last = Some(Move::LieInWait);
                Some(wishes)
            }
            None => {
                if now >= since + steps(FIGHT.closing.lurk_seconds) {
                    self.leave_refuge(own);
                }
                self.say(known, Move::KeepOut, format!("keeps out of it: {odds}"));
                // Who wonders where to hide stands still meanwhile.
                self.refuge.is_pending().then(|| vec![Wish::Stop])
            }
        }
    }

    /// Runs to where the query says: out of everybody's sight if there is such a place, by a way that is little seen.
    pub fn fall_back(&mut self, known: &Known, walk: Walk, sides: &Sides<'_>, cause: Cause) -> Vec<Wish> {
        let Some(own) = known.welcome().map(|welcome| welcome.body) else { return Vec::new() };
        if self.engaged.take().is_some() {
            self.ring.step_out(own);
        }
        self.said = None;
        let odds = sides.odds(known, &self.counsel.taught());
        if let Some(foe) = sides.foes.first() {
            self.ring.weigh(own, foe.card.id, odds);
        }
        self.last = Some(Move::FallBack);
        let verb = match cause {
            Cause::Odds => format!("gives up, {odds}; falls back"),
            Cause::Hurt => "is badly hurt; falls back".to_owned(),
            Cause::Fear => "is frightened; runs".to_owned(),
            Cause::OutOfReach => "cannot get at them; falls back".to_owned(),
        };
        let means = Means { known, walk, ring: &self.ring, counsel: &self.counsel, sides };
        let kept = self.refuge.keep(FALL_BACK, means, &verb);
        kept.unwrap_or_else(|| Refuge::just_away(known, sides))
    }

    /// Whether it is not on the way to a place it has taken.
    #[must_use]
    pub fn is_settled(&self, known: &Known) -> bool {
        self.refuge.is_settled(known)
    }

    /// Rests where it is; the place stays taken.
    pub fn rest(&mut self, known: &Known) {
        if let Some(welcome) = known.welcome() {
            self.refuge.hold(&self.ring, welcome.body, known.tick());
        }
    }

    fn leave_refuge(&mut self, own: EntityId) {
        if self.refuge.leave(&self.counsel, own) {
            self.ring.give_back(own);
        }
    }

    fn say(&mut self, known: &Known, doing: Move, why: String) {
        self.last = Some(doing);
        if let Some(welcome) = known.welcome() {
            self.ring.explain(welcome.body, known.tick(), why, None);
        }
    }
}

/// On which side of somebody a place is, in words.
fn side(off: DVec2, facing: DVec2) -> &'static str {
    match off.normalize_or_zero().dot(facing) {
        front if front > 0.5 => "in front of",
        behind if behind < -0.5 => "behind",
        _ => "beside",
    }
}
