//! What several do together, and with one mind.
//!
//! A group owns its members: whatever happens to one of them is told to the group **first**, which may act on it for all (discuss it, send one to look, fall back in
//! stages), or let it pass. It can be paused and goes on where it makes sense. What happens is first given its meaning by where and after what it happens
//! ([`Context`]): seen is one thing, seen on a roof nobody can climb another; some plans are not repeated against the same foe.
//!
//! Contract: a member is in exactly one group until that group ends, they leave or they die; when a group ends every living member is released, once
//! ([`Order::Release`]). What is not handled is handed back ([`Handling::passed`]).

mod context;
mod drive_out;
mod talk;
#[cfg(test)]
mod tests;

pub use context::{Context, Event, Setting};
pub use drive_out::{DriveOut, Plan};
pub use talk::Talk;

use crate::settings::{self, SettingsError, within, wrong};
use drive_out::Driving;
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use talk::Talking;
use wold_space::{EntityId, Tick};

/// A group that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct GroupId(pub u64);

/// What happens to somebody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Happening {
    /// A step, a whistle, an open door.
    Minor(DVec2),
    /// A foe is seen.
    Seen(EntityId, DVec2),
    /// Somebody dead is found.
    Body(DVec2),
    /// They die themselves, there.
    Died(DVec2),
    /// They are back from looking.
    Returned {
        /// Whether there was anything.
        found: bool,
    },
    /// What they threw has landed.
    Thrown {
        /// Whether it drove anybody out.
        hit: bool,
    },
    /// They are where they were sent.
    Arrived,
}

/// What a group has a member do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "who is who, and at is a place in metres")]
pub enum Order {
    /// Say a line.
    Say { who: EntityId, line: String },
    /// Stay and look about.
    Wait { who: EntityId },
    /// Go and look at a place.
    Investigate { who: EntityId, at: DVec2 },
    /// Throw something at a place.
    Throw { who: EntityId, at: DVec2 },
    /// Call on the foe to come out.
    CallOut { who: EntityId },
    /// Keep the foe's head down while others move.
    Cover { who: EntityId },
    /// Run for cover.
    FallBack { who: EntityId },
    /// Search the surroundings.
    Search { who: EntityId },
    /// Go one's own way again.
    Release { who: EntityId },
}

impl Order {
    /// Whom it is for.
    #[must_use]
    pub fn who(&self) -> EntityId {
        match *self {
            Self::Say { who, .. }
            | Self::Wait { who }
            | Self::Investigate { who, .. }
            | Self::Throw { who, .. }
            | Self::CallOut { who }
            | Self::Cover { who }
            | Self::FallBack { who }
            | Self::Search { who }
            | Self::Release { who } => who,
        }
    }
}

/// What became of something that happened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Handling {
    /// What members do now.
    pub orders: Vec<Order>,
    /// What it means where it happened, for foes seen and bodies found that no group knew of yet.
    pub meaning: Option<String>,
    /// Whether it is left to whom it happened to.
    pub passed: bool,
    /// The group that was begun for it.
    pub began: Option<GroupId>,
}

/// Why a group cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GroupError {
    /// Too few.
    #[error("a group needs two at least")]
    TooFew,
    /// Somebody is twice in the list.
    #[error("{0:?} is named twice")]
    Twice(EntityId),
    /// Somebody is in another group.
    #[error("{0:?} is in a group already")]
    Taken(EntityId),
}

/// All that groups can do; the default is the file this crate ships.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Customs {
    /// What things mean, the most telling first.
    pub context: Vec<Context>,
    /// Driving somebody out, and leaving it.
    pub drive_out: DriveOut,
    /// Calling on somebody out of reach, and leaving it.
    pub call_out: DriveOut,
    /// Conversations.
    #[serde(default)]
    pub talk: Vec<Talk>,
}

/// The most contexts or conversations of a file.
const MOST: usize = 1000;

impl Default for Customs {
    fn default() -> Self {
        Self::parse(include_str!("../../data/groups.toml")).expect("the shipped customs are sound")
    }
}

impl Customs {
    /// Reads customs.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let customs: Self = settings::read(text)?;
        customs.check()?;
        Ok(customs)
    }

    /// Refuses what makes no sense.
    pub fn check(&self) -> Result<(), SettingsError> {
        if self.context.len() > MOST || self.talk.len() > MOST {
            return wrong("contexts and talks", format!("more than {MOST} of a kind"));
        }
        for (name, plan) in [("drive_out", &self.drive_out), ("call_out", &self.call_out)] {
            within(&format!("{name}, gone_after"), plan.gone_after, 0.05..=600.0)?;
            within(&format!("{name}, stage"), plan.stage, 0.05..=600.0)?;
            within(&format!("{name}, patience"), plan.patience, 0.05..=3600.0)?;
        }
        self.talk.iter().try_for_each(Talk::check)
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Doing {
    Talking(Talking),
    Driving(Driving),
}

/// Whether a group goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It does, and has handled what happened.
    Handled,
    /// It ends, and has handled what happened.
    Over,
    /// It ends, and what happened is left to the members.
    Broken,
}

#[derive(Clone, Debug, PartialEq)]
struct Group {
    /// In the order of their roles.
    members: Vec<EntityId>,
    doing: Doing,
    paused: bool,
}

impl Group {
    /// What happens to a member; the dead are no members any more.
    fn hear(&mut self, who: EntityId, what: Happening, now: Tick, orders: &mut Vec<Order>) -> Fate {
        match &mut self.doing {
            Doing::Talking(talking) => talking.hear(&self.members, who, what, now, orders),
            Doing::Driving(driving) => driving.hear(&self.members, who, what, now, orders),
        }
    }
}

/// All groups under way.
///
/// ```
/// use wold_senses::group::{Customs, Groups, Happening, Order, Setting};
/// use wold_space::{EntityId, Tick};
/// let (customs, mut groups) = (Customs::default(), Groups::default());
/// let (asa, bo) = (EntityId(1), EntityId(2));
/// groups.talk(&customs.talk[0], &[asa, bo], Tick(0))?;
/// let noise = Happening::Minor(glam::DVec2::new(9.0, 0.0));
/// let first = groups.tell(&customs, asa, noise, &Setting::default(), &[], Tick(30));
/// assert!(!first.passed, "they talk about it and go on");
/// let second = groups.tell(&customs, asa, noise, &Setting::default(), &[], Tick(300));
/// assert!(second.orders.contains(&Order::Investigate { who: bo, at: glam::DVec2::new(9.0, 0.0) }));
/// # Ok::<(), wold_senses::group::GroupError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Groups {
    last: u64,
    groups: BTreeMap<GroupId, Group>,
    of: BTreeMap<EntityId, GroupId>,
    /// Plans that are not repeated, and against whom they were tried.
    tried: BTreeSet<(Plan, EntityId)>,
}

impl Groups {
    /// People begin to talk; the first line is said in the next tick.
    pub fn talk(&mut self, talk: &Talk, members: &[EntityId], now: Tick) -> Result<GroupId, GroupError> {
        self.begin(members, Doing::Talking(Talking::new(talk.clone(), now)))
    }

    fn begin(&mut self, members: &[EntityId], doing: Doing) -> Result<GroupId, GroupError> {
        if members.len() < 2 {
            return Err(GroupError::TooFew);
        }
        for (i, member) in members.iter().enumerate() {
            if members[..i].contains(member) {
                return Err(GroupError::Twice(*member));
            }
            if self.of.contains_key(member) {
                return Err(GroupError::Taken(*member));
            }
        }
        self.last += 1;
        let id = GroupId(self.last);
        self.of.extend(members.iter().map(|member| (*member, id)));
        self.groups.insert(id, Group { members: members.to_vec(), doing, paused: false });
        Ok(id)
    }

    /// Something happens to somebody. Their group, if they have one, handles it first; what it leaves may begin a plan with `company`, those about who are free.
    pub fn tell(
        &mut self,
        customs: &Customs,
        who: EntityId,
        what: Happening,
        setting: &Setting,
        company: &[EntityId],
        now: Tick,
    ) -> Handling {
        let mut answer = Handling { passed: true, ..Handling::default() };
        let died = matches!(what, Happening::Died(_));
        if let Some(id) = self.of.get(&who).copied() {
            if died {
                self.drop_out(who);
            }
            let Some(group) = self.groups.get_mut(&id) else { return answer };
            // A paused group steps aside, but a death concerns it.
            if !group.paused || died {
                let fate = group.hear(who, what, now, &mut answer.orders);
                answer.passed = fate == Fate::Broken;
                if fate != Fate::Handled {
                    self.end(id, &mut answer.orders);
                }
            }
        }
        if answer.passed && !died {
            self.interpret(customs, (who, what), setting, company, now, &mut answer);
        }
        answer
    }

    /// What happened, by its context; perhaps it begins a plan.
    fn interpret(
        &mut self,
        customs: &Customs,
        (who, what): (EntityId, Happening),
        setting: &Setting,
        company: &[EntityId],
        now: Tick,
        answer: &mut Handling,
    ) {
        let Some(event) = Event::of(what) else { return };
        let mut members = vec![who];
        members.extend(company.iter().filter(|other| **other != who && !self.of.contains_key(*other)));
        let foe = match what {
            Happening::Seen(foe, at) => Some((foe, at)),
            _ => None,
        };
        let enough = members.len() > 1 && !self.of.contains_key(&who);
        let may = |context: &&Context| match (context.plan, foe) {
            (Some(plan), Some((foe, _))) => enough && (context.repeats || !self.tried.contains(&(plan, foe))),
            (Some(_), None) => false,
            (None, _) => true,
        };
        answer.meaning = context::meaning(&customs.context, event, setting).map(|c| c.means.clone());
        let Some(context) = customs.context.iter().filter(|c| c.fits(event, setting)).find(may) else {
            return;
        };
        let (Some(plan), Some((foe, at))) = (context.plan, foe) else { return };
        let mut orders = Vec::new();
        let words = if plan == Plan::CallOut { &customs.call_out } else { &customs.drive_out };
        let driving = Driving::new(words.clone(), plan, foe, at, &members, now, &mut orders);
        if let Ok(id) = self.begin(&members, Doing::Driving(driving)) {
            if !context.repeats {
                self.tried.insert((plan, foe));
            }
            answer.meaning = Some(context.means.clone());
            answer.orders.extend(orders);
            (answer.began, answer.passed) = (Some(id), false);
        }
    }

    /// A tick passes.
    pub fn tick(&mut self, now: Tick) -> Vec<Order> {
        let (mut orders, mut over) = (Vec::new(), Vec::new());
        for (id, group) in self.groups.iter_mut().filter(|(_, group)| !group.paused) {
            let fate = match &mut group.doing {
                Doing::Talking(talking) => talking.tick(&group.members, now, &mut orders),
                Doing::Driving(driving) => driving.tick(&group.members, now, &mut orders),
            };
            if fate != Fate::Handled {
                over.push(*id);
            }
        }
        for id in over {
            self.end(id, &mut orders);
        }
        orders
    }

    /// A group steps aside: its members keep it in mind, but decide for themselves.
    pub fn pause(&mut self, id: GroupId) {
        if let Some(group) = self.groups.get_mut(&id) {
            group.paused = true;
        }
    }

    /// It goes on.
    pub fn resume(&mut self, id: GroupId, now: Tick) -> Vec<Order> {
        let mut orders = Vec::new();
        if let Some(group) = self.groups.get_mut(&id).filter(|group| group.paused) {
            group.paused = false;
            match &mut group.doing {
                Doing::Talking(talking) => talking.resume(&group.members, now, &mut orders),
                Doing::Driving(driving) => driving.resume(now),
            }
        }
        orders
    }

    /// Somebody leaves alive, of their own; a group of one ends.
    pub fn leave(&mut self, who: EntityId) -> Vec<Order> {
        let mut orders = Vec::new();
        if let Some(id) = self.of.get(&who).copied() {
            self.drop_out(who);
            orders.push(Order::Release { who });
            if self.groups.get(&id).is_some_and(|group| group.members.len() < 2) {
                self.end(id, &mut orders);
            }
        }
        orders
    }

    /// Whose group somebody is in.
    #[must_use]
    pub fn group_of(&self, who: EntityId) -> Option<GroupId> {
        self.of.get(&who).copied()
    }

    /// The members of a group, in the order of their roles.
    #[must_use]
    pub fn members(&self, id: GroupId) -> &[EntityId] {
        self.groups.get(&id).map_or(&[], |group| &group.members)
    }

    /// The block a conversation is at.
    #[must_use]
    pub fn block(&self, id: GroupId) -> Option<usize> {
        match &self.groups.get(&id)?.doing {
            Doing::Talking(talking) => Some(talking.block()),
            Doing::Driving(_) => None,
        }
    }

    fn drop_out(&mut self, who: EntityId) {
        if let Some(group) = self.of.remove(&who).and_then(|id| self.groups.get_mut(&id)) {
            group.members.retain(|member| *member != who);
        }
    }

    fn end(&mut self, id: GroupId, orders: &mut Vec<Order>) {
        for who in self.groups.remove(&id).map_or(Vec::new(), |group| group.members) {
            self.of.remove(&who);
            orders.push(Order::Release { who });
        }
    }
}
