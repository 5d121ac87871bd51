//! Deciding what to do now: the plan of the trade, unless a need presses more.
//!
//! Contract: what the plan says scores [`PLAN`], plus [`DUE`] of how much the need it serves presses; anything else scores what its need presses.
//! What is being done gets a little more, so that nobody dithers. What a pressing need interrupts is taken up again by itself
//! when the need is met, since the plan still says so. What somebody has given up for now is not chosen. An error of the profile now and then makes somebody dawdle: rest instead.

use super::needs::{Need, Needs};
use super::trade::{Doing, Profile, Trade, Whereabouts};
use wold_chance::Stream;

/// What the plan counts; a need must press more than this to interrupt it.
const PLAN: f64 = 0.5;
/// What the need that the plan serves counts besides: little enough that work never outweighs a parched throat.
const DUE: f64 = 0.3;
/// What counts for going on with what is being done.
const HABIT: f64 = 0.1;

/// What somebody decided, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// What to do.
    pub doing: Doing,
    /// Where.
    pub at: Whereabouts,
    /// What it scored.
    pub score: f64,
    /// Whether the plan says so.
    pub is_planned: bool,
}

/// Decides, where the plan says `planned` for now.
///
/// ```
/// use wold_chance::{Seed, Stream};
/// use wold_mind::living::{Doing, Need, Needs, Profile, Trade, decide};
/// let (smith, plain) = (&Trade::all()[0], &Profile::all()[1]);
/// let mut stream = Stream::named(Seed(1), "example", &[]);
/// let mut needs = Needs::default();
/// let nothing = |_: Doing| false; // what it has given up for now
/// assert_eq!(decide(smith, plain, &needs, smith.at(9.0), None, &nothing, &mut stream).doing, Doing::Work);
/// needs.set(Need::Safety, 0.9); // somebody struck the smith
/// assert_eq!(decide(smith, plain, &needs, smith.at(9.0), None, &nothing, &mut stream).doing, Doing::Flee);
/// ```
pub fn decide(
    trade: &Trade,
    profile: &Profile,
    needs: &Needs,
    planned: (Doing, Whereabouts),
    current: Option<Doing>,
    given_up: &dyn Fn(Doing) -> bool,
    stream: &mut Stream,
) -> Decision {
    let felt = |doing: Doing| {
        let need = doing.serves();
        let pressing = needs.score(need) * trade.needs.get(&need).copied().unwrap_or(1.0);
        // The brave stay longer.
        if need == Need::Safety { pressing * (1.5 - profile.courage) } else { pressing }
    };
    // Who has given up what the plan says for now, rests.
    let (planned, at) = match planned {
        (doing, _) if given_up(doing) => (Doing::Rest, Whereabouts::Home),
        planned => planned,
    };
    let habit = |doing: Doing| if current == Some(doing) { HABIT } else { 0.0 };
    let mut best =
        Decision { doing: planned, at, score: PLAN + DUE * felt(planned) + habit(planned), is_planned: true };
    let others = [
        (Doing::Flee, Whereabouts::Home),
        (Doing::Eat, Whereabouts::Inn),
        (Doing::Drink, Whereabouts::Well),
        (Doing::Sleep, Whereabouts::Home),
        (Doing::Warm, Whereabouts::Home),
        (Doing::Meet, Whereabouts::Inn),
    ];
    for (doing, at) in others {
        let score = felt(doing) + habit(doing);
        if doing != planned && score > best.score && !given_up(doing) {
            best = Decision { doing, at, score, is_planned: false };
        }
    }
    if best.is_planned && planned == Doing::Work && stream.chance(profile.error * 0.2) {
        best.doing = Doing::Rest;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::Seed;

    #[test]
    fn a_need_interrupts_the_plan_and_the_plan_is_taken_up_again() {
        let (trades, profiles) = (Trade::all(), Profile::all());
        let (smith, sharp) = (&trades[0], &profiles[2]);
        let mut stream = Stream::named(Seed(1), "deciding tests", &[]);
        let mut needs = Needs::default();
        let mut doing = |needs: &Needs, current| {
            decide(smith, sharp, needs, smith.at(9.0), current, &|_| false, &mut stream).doing
        };
        assert_eq!(doing(&needs, None), Doing::Work);
        needs.set(Need::Hunger, 0.95);
        assert_eq!(doing(&needs, Some(Doing::Work)), Doing::Eat);
        needs.serve(Need::Hunger, 0.2);
        assert_eq!(doing(&needs, Some(Doing::Eat)), Doing::Eat, "a meal is finished");
        needs.serve(Need::Hunger, 0.6);
        assert_eq!(doing(&needs, Some(Doing::Eat)), Doing::Work);
    }

    #[test]
    fn guards_and_the_brave_stand_longer() {
        let (trades, profiles) = (Trade::all(), Profile::all());
        let mut stream = Stream::named(Seed(1), "deciding tests", &[]);
        let mut needs = Needs::default();
        needs.set(Need::Safety, 0.5);
        let mut flees = |trade: &Trade, profile: &Profile| {
            decide(trade, profile, &needs, trade.at(9.0), None, &|_| false, &mut stream).doing == Doing::Flee
        };
        assert!(flees(&trades[2], &profiles[0]), "a gentle merchant runs");
        assert!(!flees(&trades[3], &profiles[0]) && !flees(&trades[2], &profiles[2]));
    }

    #[test]
    fn a_whole_day_has_work_meals_company_and_sleep() {
        let (trades, profiles) = (Trade::all(), Profile::all());
        for trade in &trades {
            let mut stream = Stream::named(Seed(2), &trade.name, &[]);
            let mut needs = Needs::default();
            let mut done: Vec<Doing> = Vec::new();
            for tenth in 0..480 {
                let hour = f64::from(tenth) / 10.0;
                let current = done.last().copied();
                let decision =
                    decide(trade, &profiles[1], &needs, trade.at(hour), current, &|_| false, &mut stream);
                needs.pass(0.1);
                needs.serve(decision.doing.serves(), 0.1);
                done.push(decision.doing);
            }
            for wanted in [Doing::Eat, Doing::Sleep, Doing::Meet] {
                let tenths = done.iter().filter(|doing| **doing == wanted).count();
                assert!(tenths >= 4, "{} does {wanted:?} for {tenths} tenths", trade.name);
            }
        }
    }
}
