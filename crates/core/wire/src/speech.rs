//! Acts of speech on the wire: what somebody means, beside the words.
//!
//! The vocabulary is [`wold_lore::act`]'s; its bounds hold for whatever is read here.

use crate::form::{Bit, Bits16, Called, List, Maybe, Metres, Named, Number, Part, choices, record};
use wold_lore::act::{
    Call, Cost, Decline, Done, Hunt, LONGEST_NAME, LONGEST_PATH, MOST_GOODS, Matter, Meaning, Question, Quip,
    Sight, SpeechAct, Suit, Tale, Verb, Worth,
};
use wold_lore::land::ThingKind;

/// The most bytes an act takes: two people spoken of, the one spoken to and a whole path, each with its length, and what is said of them.
pub const LONGEST_ACT: usize = (3 + LONGEST_PATH) * (LONGEST_NAME + 1) + 16;

record! { SpeechAct, "[act](#acts-of-speech)" { to: Maybe<Called>, meaning: Part<Meaning> } }

choices! { Meaning, "meaning", "[meaning](#acts-of-speech)", 5;
    2 Tale(tale: Part<Tale>);
    3 Question(question: Part<Question>);
    4 Answer(path: Maybe<List<Called, LONGEST_PATH, 16>>);
    5 Offer(goods: List<Named<ThingKind, 6>, MOST_GOODS, 6>);
    6 Refusal(decline: Named<Decline, 3>);
    8 Accusation(deed: Part<Done>);
    12 Remark(about: Maybe<Called>);
    13 Hunt(hunt: Part<Hunt>);
    14 Quip(quip: Part<Quip>);
    15 Suit(suit: Named<Suit, 2>);
    16 Price(cost: Part<Cost>);
    ;0 Greeting {}
    ;1 Farewell {}
    ;7 Thanks {}
    ;9 Apology {}
    ;10 Law {}
    ;11 Plea {}
}

choices! { Question, "question", "[question](#acts-of-speech)", 3;
    0 About(about: Called);
    1 Opinion(about: Called);
    5 Price(thing: Named<ThingKind, 6>);
    ;2 Why {}
    ;3 Wares {}
    ;4 Alms {}
}

choices! { Matter, "matter", "[matter](#acts-of-speech)", 1;
    ;0 Deed { subject: Called, deed: Part<Done> }
    ;1 Sighting { subject: Called, sight: Named<Sight, 3>, place: Metres }
}

record! { Tale, "[tale](#acts-of-speech)" { matter: Part<Matter>, denied: Bit, path: List<Called, LONGEST_PATH, 16> } }
record! { Done, "[what was done](#acts-of-speech)" { verb: Named<Verb, 5>, object: Maybe<Called>, day: Number } }
record! { Cost, "[cost](#acts-of-speech)" { thing: Named<ThingKind, 6>, coins: Bits16, why: Named<Worth, 3>, by: Maybe<Called> } }
record! { Quip, "[line](#acts-of-speech)" { topic: Called, family: Bit, line: Bits16 } }
record! { Hunt, "[call](#acts-of-speech)" { call: Named<Call, 3>, whom: Maybe<Called>, place: Maybe<Metres> } }

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::{BitReader, BitWriter, Malformed};
    use crate::form::Codec;
    use proptest::prelude::*;
    use wold_lore::act::Name;

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
            prop::sample::select(ThingKind::ALL).prop_map(|thing| Meaning::Question(Question::Price(thing))),
            (
                prop::sample::select(ThingKind::ALL),
                any::<u16>(),
                prop::sample::select(Worth::ALL),
                prop::option::of(names())
            )
                .prop_map(|(thing, coins, why, by)| Meaning::Price(Cost {
                    thing,
                    coins,
                    why,
                    by
                })),
            dones().prop_map(Meaning::Accusation),
            prop::option::of(names()).prop_map(Meaning::Remark),
            (prop::sample::select(Call::ALL), prop::option::of(names()), prop::option::of(any::<[i32; 2]>()))
                .prop_map(|(call, whom, place)| Meaning::Hunt(Hunt { call, whom, place })),
            (names(), any::<bool>(), any::<u16>()).prop_map(|(topic, family, line)| Meaning::Quip(Quip {
                topic,
                family,
                line
            })),
        ]
    }

    type Act = Maybe<Part<SpeechAct>>;

    fn bytes_of(act: Option<&SpeechAct>) -> Vec<u8> {
        let mut w = BitWriter::default();
        Act::write(&act.cloned(), &mut w);
        w.finish()
    }

    fn back(bytes: &[u8]) -> Result<Option<SpeechAct>, Malformed> {
        let mut r = BitReader::new(bytes);
        let act = Act::read(&mut r, "act")?;
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
            if let Ok(Some(act)) = Act::read(&mut BitReader::new(&bytes), "act") {
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
