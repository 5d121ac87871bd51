//! Acts of speech on the wire: what somebody means, beside the words.
//!
//! The vocabulary is [`wold_lore::act`]'s; its bounds hold for whatever is read here.

use crate::bits::{BitReader, BitWriter, Malformed, word};
use wold_lore::act::{
    Done, Hunt, LONGEST_NAME, LONGEST_PATH, MOST_GOODS, Matter, Meaning, Name, Question, SpeechAct, Tale,
};
use wold_lore::land::ThingKind;

/// The most bytes an act takes: two people spoken of, the one spoken to and a whole path, each with its length, and what is said of them.
pub const LONGEST_ACT: usize = (3 + LONGEST_PATH) * (LONGEST_NAME + 1) + 16;

/// Writes an act, or that there is none.
pub(crate) fn write_act(w: &mut BitWriter, act: Option<&SpeechAct>) {
    w.bit(act.is_some());
    let Some(act) = act else { return };
    write_option(w, act.to.as_ref());
    match &act.meaning {
        Meaning::Greeting => w.bits(0, 4),
        Meaning::Farewell => w.bits(1, 4),
        Meaning::Tale(tale) => {
            w.bits(2, 4);
            write_matter(w, &tale.matter);
            w.bit(tale.denied);
            write_path(w, &tale.path);
        }
        Meaning::Question(question) => {
            w.bits(3, 4);
            write_question(w, question);
        }
        Meaning::Answer(path) => {
            w.bits(4, 4);
            w.bit(path.is_some());
            path.iter().for_each(|path| write_path(w, path));
        }
        Meaning::Offer(goods) => {
            w.bits(5, 4);
            w.number(goods.len() as u64, 7);
            goods.iter().for_each(|kind| w.bits(*kind as u64, 6));
        }
        Meaning::Refusal(decline) => {
            w.bits(6, 4);
            w.bits(*decline as u64, 3);
        }
        Meaning::Thanks => w.bits(7, 4),
        Meaning::Accusation(done) => {
            w.bits(8, 4);
            write_done(w, done);
        }
        Meaning::Apology => w.bits(9, 4),
        Meaning::Law => w.bits(10, 4),
        Meaning::Plea => w.bits(11, 4),
        Meaning::Remark(about) => {
            w.bits(12, 4);
            write_option(w, about.as_ref());
        }
        Meaning::Hunt(hunt) => {
            w.bits(13, 4);
            w.bits(hunt.call as u64, 3);
            write_option(w, hunt.whom.as_ref());
            w.bit(hunt.place.is_some());
            hunt.place.iter().for_each(|place| write_place(w, *place));
        }
    }
}

/// Reads what [`write_act`] wrote.
pub(crate) fn read_act(r: &mut BitReader) -> Result<Option<SpeechAct>, Malformed> {
    if !r.bit()? {
        return Ok(None);
    }
    let to = read_option(r)?;
    let meaning = match r.bits(4)? {
        0 => Meaning::Greeting,
        1 => Meaning::Farewell,
        2 => Meaning::Tale(Tale { matter: read_matter(r)?, denied: r.bit()?, path: read_path(r)? }),
        3 => Meaning::Question(read_question(r)?),
        4 => Meaning::Answer(if r.bit()? { Some(read_path(r)?) } else { None }),
        5 => {
            let count = r.count("goods", 6, MOST_GOODS as u64)?;
            let goods = (0..count).map(|_| Ok(ThingKind::try_from(r.bits(6)? as u8)?));
            Meaning::Offer(goods.collect::<Result<_, Malformed>>()?)
        }
        6 => Meaning::Refusal(word(r, 3)?),
        7 => Meaning::Thanks,
        8 => Meaning::Accusation(read_done(r)?),
        9 => Meaning::Apology,
        10 => Meaning::Law,
        11 => Meaning::Plea,
        12 => Meaning::Remark(read_option(r)?),
        13 => {
            let (call, whom) = (word(r, 3)?, read_option(r)?);
            let place = if r.bit()? { Some(read_place(r)?) } else { None };
            Meaning::Hunt(Hunt { call, whom, place })
        }
        value => return Err(Malformed::OutOfRange { field: "meaning", value }),
    };
    Ok(Some(SpeechAct { to, meaning }))
}

fn write_option(w: &mut BitWriter, name: Option<&Name>) {
    w.bit(name.is_some());
    name.iter().for_each(|name| w.text(name.as_str()));
}

fn read_option(r: &mut BitReader) -> Result<Option<Name>, Malformed> {
    if r.bit()? { read_name(r).map(Some) } else { Ok(None) }
}

fn read_name(r: &mut BitReader) -> Result<Name, Malformed> {
    let text = r.text("spoken name", LONGEST_NAME)?;
    let value = text.len() as u64;
    Name::try_from(text).map_err(|_| Malformed::OutOfRange { field: "spoken name", value })
}

fn write_path(w: &mut BitWriter, path: &[Name]) {
    w.number(path.len() as u64, 7);
    path.iter().for_each(|name| w.text(name.as_str()));
}

fn read_path(r: &mut BitReader) -> Result<Vec<Name>, Malformed> {
    // A name takes its length and one letter at least.
    let count = r.count("path", 16, LONGEST_PATH as u64)?;
    (0..count).map(|_| read_name(r)).collect()
}

fn write_matter(w: &mut BitWriter, matter: &Matter) {
    match matter {
        Matter::Deed { subject, deed } => {
            w.bit(false);
            w.text(subject.as_str());
            write_done(w, deed);
        }
        Matter::Sighting { subject, sight, place } => {
            w.bit(true);
            w.text(subject.as_str());
            w.bits(*sight as u64, 3);
            write_place(w, *place);
        }
    }
}

fn read_matter(r: &mut BitReader) -> Result<Matter, Malformed> {
    let is_sighting = r.bit()?;
    let subject = read_name(r)?;
    if !is_sighting {
        return Ok(Matter::Deed { subject, deed: read_done(r)? });
    }
    Ok(Matter::Sighting { subject, sight: word(r, 3)?, place: read_place(r)? })
}

fn write_place(w: &mut BitWriter, place: [i32; 2]) {
    place.iter().for_each(|axis| w.signed(i64::from(*axis), 7));
}

fn read_place(r: &mut BitReader) -> Result<[i32; 2], Malformed> {
    let mut axis = || {
        let value = r.signed(7)?;
        i32::try_from(value)
            .map_err(|_| Malformed::OutOfRange { field: "spoken place", value: value.unsigned_abs() })
    };
    Ok([axis()?, axis()?])
}

fn write_done(w: &mut BitWriter, done: &Done) {
    w.bits(done.verb as u64, 5);
    write_option(w, done.object.as_ref());
    w.number(u64::from(done.day), 7);
}

fn read_done(r: &mut BitReader) -> Result<Done, Malformed> {
    Ok(Done { verb: word(r, 5)?, object: read_option(r)?, day: r.number_below(7, "day", 1 << 32)? as u32 })
}

fn write_question(w: &mut BitWriter, question: &Question) {
    match question {
        Question::About(about) => {
            w.bits(0, 3);
            w.text(about.as_str());
        }
        Question::Opinion(about) => {
            w.bits(1, 3);
            w.text(about.as_str());
        }
        Question::Why => w.bits(2, 3),
        Question::Wares => w.bits(3, 3),
        Question::Alms => w.bits(4, 3),
    }
}

fn read_question(r: &mut BitReader) -> Result<Question, Malformed> {
    Ok(match r.bits(3)? {
        0 => Question::About(read_name(r)?),
        1 => Question::Opinion(read_name(r)?),
        2 => Question::Why,
        3 => Question::Wares,
        4 => Question::Alms,
        value => return Err(Malformed::OutOfRange { field: "question", value }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wold_lore::act::{Call, Decline, Sight, Verb};

    fn names() -> impl Strategy<Value = Name> {
        "[A-Za-zäß二]([a-z ]{0,8}[a-z])?".prop_filter_map("a name", |text| Name::new(&text))
    }

    fn paths() -> impl Strategy<Value = Vec<Name>> {
        prop::collection::vec(names(), 0..=LONGEST_PATH)
    }

    fn dones() -> impl Strategy<Value = Done> {
        (prop::sample::select(Verb::ALL), prop::option::of(names()), any::<u32>())
            .prop_map(|(verb, object, day)| Done { verb, object, day })
    }

    fn matters() -> impl Strategy<Value = Matter> {
        prop_oneof![
            (names(), dones()).prop_map(|(subject, deed)| Matter::Deed { subject, deed }),
            (names(), prop::sample::select(Sight::ALL), any::<[i32; 2]>())
                .prop_map(|(subject, sight, place)| Matter::Sighting { subject, sight, place }),
        ]
    }

    fn meanings() -> impl Strategy<Value = Meaning> {
        prop_oneof![
            prop::sample::select(vec![
                Meaning::Greeting,
                Meaning::Farewell,
                Meaning::Thanks,
                Meaning::Apology,
                Meaning::Law,
                Meaning::Plea,
                Meaning::Question(Question::Why),
                Meaning::Question(Question::Wares),
                Meaning::Question(Question::Alms),
            ]),
            (matters(), any::<bool>(), paths()).prop_map(|(matter, denied, path)| Meaning::Tale(Tale {
                matter,
                denied,
                path
            })),
            names().prop_map(|about| Meaning::Question(Question::About(about))),
            names().prop_map(|about| Meaning::Question(Question::Opinion(about))),
            prop::option::of(paths()).prop_map(Meaning::Answer),
            prop::collection::vec(prop::sample::select(ThingKind::ALL), 0..=MOST_GOODS)
                .prop_map(Meaning::Offer),
            prop::sample::select(Decline::ALL).prop_map(Meaning::Refusal),
            dones().prop_map(Meaning::Accusation),
            prop::option::of(names()).prop_map(Meaning::Remark),
            (prop::sample::select(Call::ALL), prop::option::of(names()), prop::option::of(any::<[i32; 2]>()))
                .prop_map(|(call, whom, place)| Meaning::Hunt(Hunt { call, whom, place })),
        ]
    }

    fn bytes_of(act: Option<&SpeechAct>) -> Vec<u8> {
        let mut w = BitWriter::default();
        write_act(&mut w, act);
        w.finish()
    }

    fn back(bytes: &[u8]) -> Result<Option<SpeechAct>, Malformed> {
        let mut r = BitReader::new(bytes);
        let act = read_act(&mut r)?;
        r.end()?;
        Ok(act)
    }

    proptest! {
        #[test]
        fn every_act_survives_the_wire(to in prop::option::of(names()), meaning in meanings()) {
            let act = SpeechAct { to, meaning };
            let bytes = bytes_of(Some(&act));
            prop_assert!(bytes.len() <= LONGEST_ACT);
            prop_assert_eq!(back(&bytes), Ok(Some(act)));
        }

        #[test]
        fn whatever_is_read_as_an_act_is_bounded(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
            if let Ok(Some(act)) = read_act(&mut BitReader::new(&bytes)) {
                prop_assert!(act.is_bounded());
                prop_assert_eq!(back(&bytes_of(Some(&act))), Ok(Some(act)));
            }
        }
    }

    #[test]
    fn no_act_is_one_bit_and_the_longest_is_as_long_as_is_said() {
        assert_eq!(bytes_of(None), [0]);
        let name = Name::new(&"x".repeat(LONGEST_NAME)).expect("a name");
        let deed = Done { verb: Verb::Find, object: Some(name.clone()), day: u32::MAX };
        let matter = Matter::Deed { subject: name.clone(), deed };
        let tale = Tale { matter, denied: true, path: vec![name.clone(); LONGEST_PATH] };
        let act = SpeechAct { to: Some(name), meaning: Meaning::Tale(tale) };
        let bytes = bytes_of(Some(&act));
        assert!(bytes.len() <= LONGEST_ACT, "{}", bytes.len());
        assert_eq!(back(&bytes), Ok(Some(act)));
    }

    #[test]
    fn a_path_or_a_list_of_goods_over_the_limit_is_malformed() {
        let name = Name::new("Eli").expect("a name");
        for (meaning, field) in [
            (Meaning::Answer(Some(vec![name; LONGEST_PATH + 1])), "path"),
            (Meaning::Offer(vec![ThingKind::Bread; MOST_GOODS + 1]), "goods"),
        ] {
            let bytes = bytes_of(Some(&SpeechAct::to_all(meaning)));
            assert!(
                matches!(back(&bytes), Err(Malformed::OutOfRange { field: found, .. }) if found == field)
            );
        }
    }
}
