//! Partial players: each plays one phase by one idea.

use super::{Count, Deed, Kind, Muster, Phase, State};
use crate::turns::portfolio::Partial;
use crate::{Rules, Side};
use serde::Deserialize;

/// One idea for one phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Habit {
    /// Defence: lose as little gold as possible.
    CheapestLoss,
    /// Defence: keep what attacks.
    SaveAttackers,
    /// Ability: everything attacks.
    AttackAll,
    /// Ability: attack, but keep enough blockers for what the opponent can send.
    LeaveBlock,
    /// Ability: nobody attacks.
    NoAttack,
    /// Buy the most attack for the gold.
    BuyAttack,
    /// Buy the most blocking health for the gold.
    BuyDefence,
    /// Buy one blocker, however little it helps.
    BuyWeakDefence,
    /// Buy what earns, then attack.
    BuyEconomy,
    /// Defence as far as the opponent threatens, then economy early and attack later.
    BuyBalanced,
    /// Buy nothing.
    BuyNothing,
    /// Breach: kill what cost most.
    KillCost,
    /// Breach: kill what attacks most.
    KillAttack,
}

impl Habit {
    /// The phase it plays.
    #[must_use]
    pub const fn phase(self) -> Phase {
        match self {
            Self::CheapestLoss | Self::SaveAttackers => Phase::Defence,
            Self::AttackAll | Self::LeaveBlock | Self::NoAttack => Phase::Ability,
            Self::KillCost | Self::KillAttack => Phase::Breach,
            _ => Phase::Buy,
        }
    }
}

impl Muster {
    fn count<'a>(&self, state: &'a State, kind: Kind) -> &'a Count {
        &state.armies[state.to_move.index()].counts[kind as usize]
    }

    /// The kind with the greatest `worth` among those allowed; the first of equals.
    fn greatest(&self, allowed: impl Fn(Kind) -> bool, worth: impl Fn(Kind) -> i32) -> Option<Kind> {
        let kinds = self.each().map(|(kind, _)| kind).filter(|&kind| allowed(kind) && worth(kind) > i32::MIN);
        kinds.reduce(|best, kind| if worth(kind) > worth(best) { kind } else { best })
    }

    fn absorb(&self, state: &State, loss: impl Fn(Kind) -> i32) -> Option<Deed> {
        let free = |kind: Kind| state.attack < u16::from(self.kind(kind).health);
        // Who survives the rest costs nothing; the smallest such keeps the large for later.
        let worth = |kind: Kind| if free(kind) { 1_000 - loss(kind) } else { -loss(kind) };
        self.greatest(|kind| self.can_absorb(state, kind), worth).map(Deed::Absorb)
    }

    fn use_unit(&self, state: &State, keep: u16) -> Deed {
        let block = self.block(state, state.to_move);
        let allowed = |kind: Kind| {
            let unit = self.kind(kind);
            let cost = u16::from(unit.blocks) * u16::from(unit.health);
            unit.attack > 0 && self.count(state, kind).ready > 0 && (cost == 0 || block >= keep + cost)
        };
        let worth = |kind: Kind| i32::from(self.kind(kind).attack) - i32::from(self.kind(kind).blocks) * 100;
        self.greatest(allowed, worth).map_or(Deed::Next, Deed::Attack)
    }

    /// The best buy by a value per gold, in hundredths; nothing of no value.
    fn buy(&self, state: &State, value: impl Fn(Kind) -> i32) -> Option<Deed> {
        let worth = |kind: Kind| {
            let value = value(kind);
            if value > 0 { 100 * value / i32::from(self.kind(kind).cost) } else { i32::MIN }
        };
        self.greatest(|kind| self.can_buy(state, kind), worth).map(Deed::Buy)
    }

    fn buy_attack(&self, state: &State) -> Option<Deed> {
        self.buy(state, |kind| {
            let unit = self.kind(kind);
            // A little for health, less for waiting.
            i32::from(unit.attack) * 10
                + i32::from(unit.attack > 0) * (i32::from(unit.health) - i32::from(unit.build))
        })
    }

    fn buy_defence(&self, state: &State) -> Option<Deed> {
        self.buy(state, |kind| {
            let unit = self.kind(kind);
            i32::from(unit.blocks) * (i32::from(unit.health) * 10 + i32::from(unit.attack))
        })
    }

    fn buy_economy(&self, state: &State) -> Option<Deed> {
        self.buy(state, |kind| i32::from(self.kind(kind).income) * 10)
    }

    fn income(&self, state: &State, side: Side) -> u16 {
        let army = &state.armies[side.index()];
        self.each()
            .map(|(kind, unit)| u16::from(army.counts[kind as usize].all()) * u16::from(unit.income))
            .sum()
    }
}

impl Partial<Muster> for Habit {
    fn next(&self, game: &Muster, state: &State) -> Option<Deed> {
        let enemy = state.to_move.other();
        let cost = |kind: Kind| i32::from(game.kind(kind).cost);
        let attack = |kind: Kind| i32::from(game.kind(kind).attack);
        let deed = match self {
            Self::CheapestLoss => return game.absorb(state, cost),
            Self::SaveAttackers => return game.absorb(state, |kind| 20 * attack(kind) + cost(kind)),
            Self::AttackAll => Some(game.use_unit(state, 0)),
            Self::LeaveBlock => Some(game.use_unit(state, game.threat(state, enemy))),
            Self::NoAttack | Self::BuyNothing => None,
            Self::BuyAttack => game.buy_attack(state),
            Self::BuyDefence => game.buy_defence(state),
            Self::BuyWeakDefence => {
                let building = game.each().any(|(kind, unit)| {
                    unit.blocks && game.count(state, kind).building.iter().any(|&building| building > 0)
                });
                if building { None } else { game.buy_defence(state) }
            }
            Self::BuyEconomy if game.income(state, state.to_move) < 14 => {
                game.buy_economy(state).or_else(|| game.buy_attack(state))
            }
            Self::BuyEconomy => game.buy_attack(state),
            Self::BuyBalanced => {
                if game.block(state, state.to_move) < game.threat(state, enemy) {
                    game.buy_defence(state)
                } else if game.income(state, state.to_move) < 10 && state.turns < 12 {
                    game.buy_economy(state)
                } else {
                    game.buy_attack(state)
                }
            }
            Self::KillCost => return game.greatest(|k| game.can_kill(state, k), cost).map(Deed::Kill),
            Self::KillAttack => {
                let worth = |kind: Kind| 20 * attack(kind) + cost(kind);
                return game.greatest(|k| game.can_kill(state, k), worth).map(Deed::Kill);
            }
        };
        Some(deed.filter(|deed| game.is_legal(state, deed)).unwrap_or(Deed::Next))
    }
}
