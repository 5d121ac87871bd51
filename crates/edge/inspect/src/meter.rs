//! What telling a guest costs by the five numbers, and what each remedy of the host does to them.
//!
//! The host's own counters ([`Toll`]) tell how many entities a guest perceived in the last seconds, how many of them stirred, how many records of them it was sent and in how
//! many bytes. From these follows what it *would* have been sent without one remedy after the other, down to raw snapshots: each tick, every
//! entity of the world, its state as plain numbers in a message of its own. A row's *after* is the next row's *before*, and the last *after* is what is really
//! sent.
//!
//! *Work* is counted in steps: a state looked at, compared, or coded. *Timeliness* is one over the age of what is told when it arrives: the tick it is of,
//! how long it waited for room, and the way, which is half of the measured round trip. Not covered: reliable messages and land, which no remedy of these touches.

use crate::inspected::Problem;
use crate::report::{FiveNumbers, MeterReport, TechniqueRow};
use wold_folk::report::Key;
use wold_space::TICKS_PER_SECOND;
use wold_space::time::STEP_SECONDS;
use wold_steward::{Reach, SessionInfo, Steward, Toll};
use wold_wire::scale::Resources;

/// Bytes around each datagram: IPv4 and UDP.
const HEAD: f64 = 28.0;
/// Bytes of a state as plain numbers: who, place, velocity and heading as four bytes each, level, pose, gesture, hand and health as one.
const RAW_STATE: f64 = 8.0 + 5.0 * 4.0 + 5.0;

/// Answers for a guest, by its body.
pub fn show(steward: &Steward, body: Key) -> Result<MeterReport, Problem> {
    let sessions: Vec<SessionInfo> = steward.sessions().collect();
    let session = sessions
        .iter()
        .find(|session| session.body == Some(body.entity()))
        .ok_or(Problem::NoGuest(body.entity()))?;
    let entities = steward.replicator().all().count();
    let watched: usize = sessions.iter().map(|session| session.perceives).sum();
    let crowd = Crowd { entities: entities as f64, guests: sessions.len() as f64, watched: watched as f64 };
    let rows = match session.reach {
        Reach::Wire => techniques(&session.lately, &crowd, session.round_trip.unwrap_or_default()),
        // Nothing is sent to who lives in this process.
        Reach::Local => Vec::new(),
    };
    Ok(MeterReport {
        id: body,
        name: session.name.clone(),
        seconds: session.lately.ticks as f64 * STEP_SECONDS,
        round_trip_ms: session.round_trip.map(|seconds| seconds * 1000.0),
        techniques: rows,
    })
}

/// Who might be told of what.
struct Crowd {
    entities: f64,
    guests: f64,
    /// Pairs of a guest and an entity it perceives.
    watched: f64,
}

impl From<Resources> for FiveNumbers {
    fn from(of: Resources) -> Self {
        let Resources { messages, destinations, bytes, timeliness, work } = of;
        Self { messages, destinations, bytes, timeliness, work }
    }
}

fn techniques(toll: &Toll, crowd: &Crowd, round_trip: f64) -> Vec<TechniqueRow> {
    let Toll { ticks, perceived, stirred, sent } = toll;
    if *ticks == 0 || sent.packets == 0 {
        return Vec::new();
    }
    let per_second = |count: u64| count as f64 * TICKS_PER_SECOND as f64 / *ticks as f64;
    let records = sent.updates + sent.enters;
    let each = |whole: f64, of: f64| if of > 0.0 { whole / of } else { 0.0 };
    let age = STEP_SECONDS + round_trip / 2.0;
    let raw = Resources {
        messages: crowd.entities * TICKS_PER_SECOND as f64,
        destinations: crowd.guests,
        bytes: RAW_STATE + HEAD,
        timeliness: 1.0 / age,
        work: 1.0,
    };
    // The steps of work are those of a second, over the messages they make.
    let seen = per_second(*perceived);
    let interest =
        Resources { messages: seen, destinations: each(crowd.watched, crowd.entities).max(1.0), ..raw };
    let (compared, told) = (per_second(*stirred), per_second(records));
    let silence = Resources { messages: told, work: each(compared + told, told), ..interest };
    // Whatever a packet holds beside updates is shared out among all records.
    let record_bytes = each(sent.bytes as f64, records as f64);
    let coded = Resources { bytes: record_bytes + HEAD, work: each(compared + 2.0 * told, told), ..silence };
    let waited = each(sent.waited as f64 * STEP_SECONDS, records as f64);
    let packets = per_second(sent.packets);
    let parcelled = Resources {
        messages: packets,
        bytes: sent.bytes as f64 / sent.packets as f64 + HEAD,
        timeliness: 1.0 / (age + waited),
        work: each(compared + 2.0 * told + packets, packets),
        ..coded
    };
    let steps = [
        ("perception", "only what its character perceives is told", raw, interest),
        ("dead reckoning", "silent about whoever does what the guest would think anyway", interest, silence),
        ("deltas", "coded as steps from what the guest has acknowledged", silence, coded),
        ("one parcel", "all of a tick in one datagram; what has no room waits, by urgency", coded, parcelled),
    ];
    let row = |technique: &str, what: &str, before: Resources, after: Resources| TechniqueRow {
        technique: technique.to_owned(),
        what: what.to_owned(),
        before: before.into(),
        after: after.into(),
    };
    let mut rows =
        vec![row("all together", "raw snapshots of everything beside what is really sent", raw, parcelled)];
    rows.extend(steps.map(|(technique, what, before, after)| row(technique, what, before, after)));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_wire::snapshot::SenderStats;

    /// Ten seconds of one who saw 50 of 400, of whom 20 stirred, and was sent 4 records of 3 bytes a tick in parcels of 24 bytes.
    fn toll() -> Toll {
        let sent =
            SenderStats { packets: 200, bytes: 200 * 24, updates: 800, waited: 80, ..SenderStats::default() };
        Toll { ticks: 200, perceived: 200 * 50, stirred: 200 * 20, sent }
    }

    const CROWD: Crowd = Crowd { entities: 400.0, guests: 100.0, watched: 5000.0 };

    #[test]
    fn each_remedy_begins_where_the_one_before_it_ends() {
        let rows = techniques(&toll(), &CROWD, 0.1);
        assert_eq!(rows.len(), 5);
        assert_eq!(rows[0].before, rows[1].before);
        assert_eq!(rows[0].after, rows[4].after);
        for pair in rows[1..].windows(2) {
            assert_eq!(pair[0].after, pair[1].before);
        }
    }

    #[test]
    fn the_numbers_are_those_that_were_counted() {
        let rows = techniques(&toll(), &CROWD, 0.1);
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} is not {b}");
        close(rows[0].before.messages, 8000.0);
        close(rows[1].after.messages, 1000.0);
        close(rows[1].after.destinations, 12.5);
        close(rows[2].after.messages, 80.0);
        close(rows[3].after.bytes, 6.0 + 28.0);
        let sent = rows[0].after;
        close(sent.messages, 20.0);
        close(sent.bytes, 52.0);
        // A tick, half of the round trip, and a tenth of a tick that it waited on the average.
        close(1.0 / sent.timeliness, 0.05 + 0.05 + 0.005);
        close(sent.work, (400.0 + 2.0 * 80.0 + 20.0) / 20.0);
    }

    #[test]
    fn who_has_been_sent_nothing_yet_has_no_rows() {
        assert!(techniques(&Toll::default(), &CROWD, 0.0).is_empty());
        let silent = Toll {
            ticks: 20,
            perceived: 0,
            stirred: 0,
            sent: SenderStats { packets: 20, bytes: 200, ..SenderStats::default() },
        };
        for row in techniques(&silent, &CROWD, 0.0) {
            for number in [row.before.work, row.after.work, row.after.bytes, row.after.messages] {
                assert!(number.is_finite(), "{row:?}");
            }
        }
    }
}
