//! Suspicion: who did what nobody saw, or what people tell in contradicting ways.
//!
//! Contract: a case is a deed that can be done to somebody unseen, a theft, on a day. Its accounts are what one was told about it, by whomever, and who was near when something of one's own went. Each is a body of evidence over
//! the suspects and "another": a tale puts its mass on who is said to have done it, a denial on all others, having been near on all who were; how much depends on how far one trusts the tellers
//! now, the rest is not knowing. They are put together by Yager's rule ([`Rule::Yager`]): where accounts exclude each other one knows less, not more. One accuses whose guilt one
//! believes (`accuse` in `[evidence]` of `rows/law.toml`) and names the strongest account; short of it one asks and watches. Cases, accounts and suspects are bounded.

use super::calling::ACTIONS;
use super::mindset::Mindset;
use super::rows::LAW;
use std::collections::BTreeSet;
use wold_lore::land::ThingKind;
use wold_mind::evidence::{Combination, Evidence, Rule};
use wold_mind::gossip::{ActionId, BeingId, Matter, Tale};

/// Cases, accounts of one, and suspects that are kept.
const MOST_CASES: usize = 12;
const MOST_ACCOUNTS: usize = 12;
const MOST_SUSPECTS: usize = 16;
/// The name of whoever one does not think of.
const ANOTHER: &str = "another";

/// Where an account comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// One saw it oneself.
    Seen,
    /// One was told, through these, the witness first.
    Told(Vec<BeingId>),
    /// Those named were near when it happened.
    Near,
}

/// What speaks for or against somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Account {
    source: Source,
    /// Whom it names.
    names: BTreeSet<BeingId>,
    /// Whether it says that it was not they.
    denied: bool,
}

/// Something somebody did, who knows who.
#[derive(Clone, Debug)]
pub(super) struct Case {
    action: ActionId,
    victim: BeingId,
    day: u32,
    /// What is gone, if one misses something.
    pub gone: Option<ThingKind>,
    accounts: Vec<Account>,
}

/// How it stands with somebody who may have done it.
#[derive(Clone, Debug, PartialEq)]
pub struct Suspect {
    /// Who.
    pub who: BeingId,
    /// How far one must believe it.
    pub belief: f64,
    /// How far one may.
    pub plausibility: f64,
    /// The account that says most against them.
    pub strongest: Option<Source>,
}

impl Case {
    /// What a suspect would have done.
    pub fn matter(&self, suspect: BeingId) -> Matter {
        Matter::deed(suspect, self.action, Some(self.victim), self.day)
    }

    /// To whom it was done.
    pub fn victim(&self) -> BeingId {
        self.victim
    }

    fn is_about(&self, matter: &Matter) -> bool {
        (self.action, Some(self.victim), self.day) == (matter.action, matter.object, matter.day)
    }

    fn add(&mut self, account: Account) {
        let same = |other: &Account| match (&other.source, &account.source) {
            (Source::Told(a), Source::Told(b)) => a.last() == b.last() && other.names == account.names,
            (Source::Near, Source::Near) => true,
            (Source::Seen, Source::Seen) => other.names == account.names,
            _ => false,
        };
        if let Some(before) = self.accounts.iter_mut().find(|other| same(other)) {
            before.denied = account.denied;
            before.names.extend(account.names);
        } else if self.accounts.len() < MOST_ACCOUNTS {
            self.accounts.push(account);
        }
    }

    /// Everybody who may have done it, the likeliest first.
    pub fn weigh(&self, mind: &Mindset) -> Vec<Suspect> {
        let all: BTreeSet<BeingId> =
            self.accounts.iter().flat_map(|account| account.names.iter().copied()).collect();
        let all: Vec<BeingId> = all.into_iter().filter(|id| *id != self.victim).take(MOST_SUSPECTS).collect();
        let mut names: Vec<String> = all.iter().map(|id| format!("{:x}", id.0)).collect();
        names.push(ANOTHER.to_owned());
        let bodies: Vec<(Evidence, f64)> =
            self.accounts.iter().filter_map(|account| body(account, &all, &names, mind)).collect();
        let Some((first, rest)) = bodies.split_first() else { return Vec::new() };
        let mut together = Combination::new(&first.0, Rule::Yager);
        if rest.iter().any(|(body, _)| together.add(body).is_err()) {
            return Vec::new();
        }
        let together = together.finish();
        let mut suspects: Vec<Suspect> = all
            .iter()
            .enumerate()
            .map(|(at, &who)| {
                let against =
                    self.accounts.iter().filter(|account| !account.denied && account.names.contains(&who));
                let strongest = against.max_by(|a, b| {
                    weight(a, mind).total_cmp(&weight(b, mind)).then(b.names.len().cmp(&a.names.len()))
                });
                Suspect {
                    who,
                    belief: together.belief(1 << at),
                    plausibility: together.plausibility(1 << at),
                    strongest: strongest.map(|account| account.source.clone()),
                }
            })
            .collect();
        suspects
            .sort_by(|a, b| b.belief.total_cmp(&a.belief).then(b.plausibility.total_cmp(&a.plausibility)));
        suspects
    }
}

/// How much an account counts.
fn weight(account: &Account, mind: &Mindset) -> f64 {
    match &account.source {
        Source::Seen => LAW.evidence.seen,
        Source::Near => LAW.evidence.presence,
        Source::Told(path) => {
            let denies_itself =
                account.denied && path.last().is_some_and(|teller| account.names.contains(teller));
            let most = match (account.denied, denies_itself) {
                (false, _) => LAW.evidence.testimony,
                (true, false) => LAW.evidence.denial,
                (true, true) => LAW.evidence.own_denial,
            };
            most * mind.memory.goodness(path)
        }
    }
}

fn body(account: &Account, all: &[BeingId], names: &[String], mind: &Mindset) -> Option<(Evidence, f64)> {
    let named = |id: &BeingId| account.names.contains(id) != account.denied;
    let mut set: Vec<&str> =
        all.iter().zip(names).filter(|(id, _)| named(id)).map(|(_, name)| name.as_str()).collect();
    if account.denied {
        set.push(ANOTHER);
    }
    let mass = weight(account, mind);
    (!set.is_empty()).then(|| Evidence::new(names, &[(&set, mass)]).ok()).flatten().map(|body| (body, mass))
}

/// What somebody makes of deeds it did not see.
#[derive(Clone, Debug, Default)]
pub(super) struct Suspicions {
    cases: Vec<Case>,
}

impl Suspicions {
    /// Hears a tale of something that can be done to somebody unseen.
    pub fn hear(&mut self, tale: &Tale, own: BeingId) {
        // Of blows there may be many, each true; of what is done unseen there is one truth to find.
        let Some(victim) = tale.matter.object.filter(|_| ACTIONS.row(tale.matter.action).unseen) else {
            return;
        };
        if tale.matter.subject == own || tale.matter.subject == victim {
            return;
        }
        let account = Account {
            source: Source::Told(tale.path.clone()),
            names: BTreeSet::from([tale.matter.subject]),
            denied: tale.denied,
        };
        self.case(&tale.matter, own).add(account);
    }

    /// Sees somebody do something bad to somebody.
    pub fn see(&mut self, matter: &Matter, own: BeingId) {
        if matter.object.is_some() {
            let names = BTreeSet::from([matter.subject]);
            self.case(matter, own).add(Account { source: Source::Seen, names, denied: false });
        }
    }

    /// Misses something of one's own that went while these were near.
    pub fn miss(&mut self, what: ThingKind, near: BTreeSet<BeingId>, mind: &Mindset) {
        let Ok(steal) = ACTIONS.named("steal") else { return };
        let own = mind.memory.own();
        let case = self.case(&Matter::deed(own, steal, Some(own), mind.day), own);
        case.gone = Some(what);
        if !near.is_empty() {
            case.add(Account { source: Source::Near, names: near, denied: false });
        }
    }

    /// The case of a matter, opened if there is none; the oldest that is not one's own makes room.
    fn case(&mut self, matter: &Matter, own: BeingId) -> &mut Case {
        if let Some(at) = self.cases.iter().position(|case| case.is_about(matter)) {
            return &mut self.cases[at];
        }
        if self.cases.len() >= MOST_CASES {
            let others = self.cases.iter().position(|case| case.victim != own);
            self.cases.remove(others.unwrap_or(0));
        }
        let victim = matter.object.expect("only deeds to somebody are cases");
        let (action, day) = (matter.action, matter.day);
        self.cases.push(Case { action, victim, day, gone: None, accounts: Vec::new() });
        self.cases.last_mut().expect("just pushed")
    }

    /// All cases, the oldest first.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.cases.iter()
    }

    /// Whether what one heard of a matter is contradicted so far that it is not to be held against its subject.
    pub fn doubts(&self, matter: &Matter, mind: &Mindset) -> bool {
        let Some(case) = self.cases.iter().find(|case| case.is_about(matter)) else { return false };
        let suspects = case.weigh(mind);
        suspects
            .iter()
            .find(|suspect| suspect.who == matter.subject)
            .is_some_and(|it| it.belief < LAW.evidence.convict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_mind::gossip::Temper;

    fn mind(respects: &[(&str, f64)]) -> Mindset {
        let mut mind = Mindset::new("Ada", Temper::default());
        for (name, respect) in respects {
            mind.names.learn(name);
            mind.memory.set_respect(BeingId::named(name), *respect);
        }
        mind
    }

    fn theft(thief: &str) -> Matter {
        let steal = ACTIONS.named("steal").expect("listed");
        Matter::deed(BeingId::named(thief), steal, Some(BeingId::named("Ada")), 1)
    }

    fn told(by: &str, thief: &str, denied: bool) -> Tale {
        Tale { denied, ..Tale::first_hand(BeingId::named(by), theft(thief)) }
    }

    fn belief(suspicions: &Suspicions, mind: &Mindset, thief: &str) -> (f64, f64) {
        let case = suspicions.cases().next().expect("a case");
        let suspects = case.weigh(mind);
        let suspect = suspects.iter().find(|suspect| suspect.who == BeingId::named(thief));
        suspect.map_or((0.0, 0.0), |suspect| (suspect.belief, suspect.plausibility))
    }

    #[test]
    fn a_friends_word_is_enough_to_accuse_and_a_strangers_is_not() {
        let mind = mind(&[("Cy", 0.95), ("Dee", 0.5)]);
        let own = mind.memory.own();
        for (teller, accuses) in [("Cy", true), ("Dee", false)] {
            let mut suspicions = Suspicions::default();
            suspicions.miss(ThingKind::Bread, BTreeSet::new(), &mind);
            suspicions.hear(&told(teller, "Bo", false), own);
            let (belief, plausibility) = belief(&suspicions, &mind, "Bo");
            assert_eq!(belief >= LAW.evidence.accuse, accuses, "{teller}: {belief}");
            assert!((plausibility - 1.0).abs() < 1e-9, "nothing speaks against it: {plausibility}");
            let strongest = suspicions.cases().next().expect("a case").weigh(&mind)[0].strongest.clone();
            assert_eq!(strongest, Some(Source::Told(vec![BeingId::named(teller)])));
        }
    }

    #[test]
    fn two_who_are_half_trusted_and_agree_convince_and_two_who_contradict_each_other_do_not() {
        let mind = mind(&[("Cy", 0.6), ("Dee", 0.6)]);
        let own = mind.memory.own();
        let mut agreed = Suspicions::default();
        agreed.hear(&told("Cy", "Bo", false), own);
        assert!(belief(&agreed, &mind, "Bo").0 < LAW.evidence.accuse);
        agreed.hear(&told("Dee", "Bo", false), own);
        assert!(belief(&agreed, &mind, "Bo").0 >= LAW.evidence.accuse, "{:?}", belief(&agreed, &mind, "Bo"));
        assert!(!agreed.doubts(&theft("Bo"), &mind));
        let mut split = Suspicions::default();
        split.hear(&told("Cy", "Bo", false), own);
        split.hear(&told("Dee", "Eli", false), own);
        for thief in ["Bo", "Eli"] {
            let (belief, plausibility) = belief(&split, &mind, thief);
            assert!(
                belief < LAW.evidence.convict && plausibility > 0.5,
                "{thief}: {belief} to {plausibility}"
            );
            assert!(split.doubts(&theft(thief), &mind));
        }
        assert!(!split.doubts(&Matter { day: 2, ..theft("Bo") }, &mind), "another day is another case");
    }

    #[test]
    fn having_been_near_makes_suspicious_a_denial_of_a_third_clears_and_ones_own_hardly() {
        let mind = mind(&[("Cy", 0.9), ("Dee", 0.9), ("Bo", 0.6)]);
        let own = mind.memory.own();
        let mut suspicions = Suspicions::default();
        let near = ["Bo", "Eli"].map(BeingId::named);
        suspicions.miss(ThingKind::Bread, BTreeSet::from(near), &mind);
        assert_eq!(belief(&suspicions, &mind, "Bo").0, 0.0, "one of two, who knows which");
        suspicions.hear(&told("Cy", "Bo", false), own);
        let (told_of, _) = belief(&suspicions, &mind, "Bo");
        assert!(told_of >= LAW.evidence.accuse);
        suspicions.hear(&told("Bo", "Bo", true), own);
        let (denied, _) = belief(&suspicions, &mind, "Bo");
        assert!(denied >= LAW.evidence.accuse && denied < told_of, "{denied}");
        suspicions.hear(&told("Dee", "Bo", true), own);
        assert!(
            belief(&suspicions, &mind, "Bo").0 < LAW.evidence.convict,
            "{:?}",
            belief(&suspicions, &mind, "Bo")
        );
    }

    #[test]
    fn what_is_remembered_is_bounded_and_ones_own_cases_are_kept_longest() {
        let mind = mind(&[]);
        let own = mind.memory.own();
        let mut suspicions = Suspicions::default();
        suspicions.miss(ThingKind::Bread, (0..100).map(BeingId).collect(), &mind);
        for n in 0..500 {
            let steal = ACTIONS.named("steal").expect("listed");
            let matter = Matter::deed(BeingId(n), steal, Some(BeingId(n + 1)), 1);
            suspicions.hear(&Tale::first_hand(BeingId(n + 2), matter), own);
            suspicions.hear(&told(&format!("teller {n}"), "Bo", n % 2 == 0), own);
        }
        assert!(suspicions.cases().count() <= MOST_CASES);
        let mine = suspicions.cases().find(|case| case.victim() == own).expect("kept");
        assert!(mine.accounts.len() <= MOST_ACCOUNTS && mine.weigh(&mind).len() <= MOST_SUSPECTS);
        let good = Matter::deed(BeingId(1), ACTIONS.named("give").expect("listed"), Some(BeingId(2)), 9);
        suspicions.hear(&Tale::first_hand(BeingId(3), good), own);
        assert!(suspicions.cases().all(|case| case.day != 9), "a gift is no case");
    }
}
