use super::*;

/// A minute over a link of 200 ms with jitter and loss.
fn rows(names: &[&str]) -> Vec<Row> {
    let conditions = Conditions { link: link(200.0, 40.0, 5.0).unwrap(), seed: 1, head: 28, jump: 0.25 };
    let yard = Yard::new(1, 60);
    let of = |name: &&str| {
        let (name, kind) = techniques::named(name)[0];
        watch::watch(name, &mut *kind.begin(&yard, &conditions), &yard, &conditions).0
    };
    names.iter().map(of).collect()
}

#[test]
fn reckoning_sends_less_than_snapshots_and_higher_orders_need_fewer_reports_than_places() {
    let rows = rows(&["snapshots-raw", "reckoning-0-cubic", "reckoning-1-cubic", "habits-cubic"]);
    let [raw, place, velocity, habits] = &rows[..] else { panic!("four were asked for") };
    assert!(place.bytes_per_second < raw.bytes_per_second * 2.0);
    assert!(velocity.messages_per_second < place.messages_per_second / 2.0);
    assert!(velocity.error_m_p95 < raw.error_m_p95);
    assert!(habits.bytes_per_second < velocity.bytes_per_second, "{habits:?} {velocity:?}");
}

#[test]
fn smooth_convergence_surprises_less_than_snaps() {
    let rows = rows(&["reckoning-1-snap", "reckoning-1-linear", "reckoning-1-cubic"]);
    assert!(rows[1].surprises_per_minute < rows[0].surprises_per_minute / 2.0, "{rows:?}");
    assert!(rows[2].surprises_per_minute < rows[0].surprises_per_minute / 2.0);
}

#[test]
fn late_snapshots_are_smooth_and_late_and_squeezed_ones_are_smaller() {
    let rows =
        rows(&["snapshots-raw", "snapshots-interpolated", "snapshots-quantised", "snapshots-range-coded"]);
    assert!(rows[1].surprises_per_minute < rows[0].surprises_per_minute);
    assert!(rows[1].delay_ms > 200.0 && rows[1].delay_ms < 280.0, "{rows:?}");
    assert!(rows[2].bytes_per_second < rows[1].bytes_per_second * 0.7);
    assert!(rows[3].bytes_per_second < rows[2].bytes_per_second);
}

#[test]
fn walls_hold_back_what_is_predicted() {
    let rows = rows(&["habits-cubic", "habits-walls"]);
    assert!(rows[0].behind_walls_percent > 0.0 && rows[1].behind_walls_percent == 0.0, "{rows:?}");
}

#[test]
fn parcels_save_heads_and_wait() {
    let rows = rows(&["reckoning-1-cubic", "parcels-timeout", "parcels-quorum", "parcels-hybrid"]);
    for parcel in &rows[1..] {
        assert!(parcel.messages_per_second < rows[0].messages_per_second);
        assert!(parcel.bytes_per_second < rows[0].bytes_per_second);
        assert!(parcel.error_m_p95 >= rows[0].error_m_p95 * 0.9);
    }
}

#[test]
fn lockstep_is_exact_where_nothing_is_lost_and_everybody_waits() {
    let conditions = Conditions { link: link(100.0, 20.0, 0.0).unwrap(), seed: 1, head: 28, jump: 0.25 };
    let yard = Yard::new(1, 30);
    let (name, kind) = techniques::named("lockstep")[0];
    let (row, _) = watch::watch(name, &mut *kind.begin(&yard, &conditions), &yard, &conditions);
    assert!(row.error_m_p50 < 0.1 && row.own_delay_ms > 150.0, "{row:?}");
}

#[test]
fn lockstep_gets_over_whatever_is_lost() {
    let conditions = Conditions { link: link(300.0, 60.0, 20.0).unwrap(), seed: 1, head: 28, jump: 0.25 };
    let yard = Yard::new(1, 60);
    let (name, kind) = techniques::named("lockstep")[0];
    let (row, _) = watch::watch(name, &mut *kind.begin(&yard, &conditions), &yard, &conditions);
    assert!(row.error_m_p95 < 6.0 && row.delay_ms < 800.0, "{row:?}");
}

#[test]
fn names_choose_one_a_family_or_all() {
    assert_eq!(techniques::named("all").len(), techniques::ALL.len());
    assert_eq!(techniques::named("parcels").len(), 3);
    assert_eq!(techniques::named("snapshots-raw").len(), 1);
    assert!(techniques::named("snap").is_empty());
}
