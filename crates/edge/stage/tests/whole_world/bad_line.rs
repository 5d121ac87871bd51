//! A minute on a bad line: those who walk are shown where they are, and one's own steps are what one thought.

use wold_chance::{Seed, Stream};
use wold_space::DVec2;
use wold_stage::town::{Town, Who, towards};
use wold_stage::village::village;
use wold_wire::Gait;
use wold_wire::network::LinkConfig;

/// 300 ms there and back, up to 40 ms more each way, a tenth lost.
const BAD_LINE: LinkConfig =
    LinkConfig { latency_ms: 150.0, jitter_ms: 40.0, loss: 0.1, ..LinkConfig::LOCAL };
const MINUTE: usize = 60 * 20;

/// Walks about a spot of one's own, in legs of two to four seconds: nobody meets anybody.
struct Stroll {
    who: Who,
    spot: DVec2,
    luck: Stream,
    leg: u64,
}

impl Stroll {
    fn go(&mut self, town: &mut Town) {
        if self.leg == 0 {
            let home = self.spot - town.truth(self.who).place;
            let turn = home.y.atan2(home.x).to_degrees() + self.luck.range(-70.0, 70.0);
            town.guest(self.who).steer(towards(turn, Gait::Walk));
            self.leg = 40 + self.luck.below(40);
        }
        self.leg -= 1;
    }
}

fn quantile(errors: &mut [f64], share: f64) -> f64 {
    errors.sort_by(f64::total_cmp);
    errors[(errors.len() as f64 * share) as usize]
}

#[test]
fn a_minutes_walk_on_a_bad_line_shows_everybody_where_they_are() {
    let mut town = Town::new(village(11));
    let ada = town.join("Ada", BAD_LINE);
    let others: Vec<Who> =
        ["Bob", "Cid", "Dot"].iter().map(|name| town.join(name, LinkConfig::LAN)).collect();
    town.gather();
    let mut strolls: Vec<Stroll> = [ada]
        .iter()
        .chain(&others)
        .enumerate()
        .map(|(n, &who)| {
            let spot = DVec2::new(14.0 * n as f64 - 20.0, -24.0);
            town.put(who, spot);
            Stroll { who, spot, luck: Stream::named(Seed(3), "stroll", &[n as u64]), leg: 0 }
        })
        .collect();
    town.run(3.0);
    let before = town.known(ada).footing().stats();
    let (mut sights, mut corrections) = (Vec::new(), Vec::new());
    let (mut last, mut longest) = (town.known(ada).footing().shown(), 0.0_f64);
    let mut corrected = before.corrected;
    for _ in 0..MINUTE {
        strolls.iter_mut().for_each(|stroll| stroll.go(&mut town));
        town.tick();
        for &other in &others {
            let seen = town.sees(ada, other).expect("nothing is in the way");
            sights.push(seen.distance(town.truth(other).place));
        }
        let stats = town.known(ada).footing().stats();
        if stats.corrected > corrected {
            corrections.push(stats.last_error);
            corrected = stats.corrected;
        }
        let shown = town.known(ada).footing().shown();
        longest = longest.max(shown.distance(last));
        last = shown;
    }
    let worst = corrections.iter().copied().fold(0.0, f64::max);
    let p95 = quantile(&mut sights, 0.95);
    println!(
        "others {p95:.3} m at p95, own {} corrections, {worst:.3} m at most, steps of {longest:.3} m at most",
        corrections.len()
    );
    assert!(p95 < 0.5, "others are shown {p95} m from where they are");
    assert!(worst <= 0.3, "one's own steps were corrected by {worst} m");
    assert!(corrections.len() <= 60, "one's own steps were corrected {} times a minute", corrections.len());
    assert!(longest < 2.2 / 20.0 + 0.1, "a step of {longest} m was shown");
}
