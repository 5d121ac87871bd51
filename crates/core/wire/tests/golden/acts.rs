//! Acts of speech that both codecs must agree on.

use serde_json::{Value, json};
use wold_lore::act::{
    Call, Cost, Decline, Done, Hunt, Matter, Meaning, Name, Question, Quip, Sight, SpeechAct, Suit, Tale,
    Verb, Worth,
};
use wold_lore::land::ThingKind;

/// Acts of every meaning, and what they are called.
pub fn acts() -> Vec<(&'static str, SpeechAct, Value)> {
    let name = |text: &str| Name::new(text).expect("a name");
    let theft = || Done { verb: Verb::Steal, object: Some(name("Cy Moss")), day: 300 };
    let theft_json = json!({"verb":2,"object":"Cy Moss","day":300});
    let tale = |matter, denied, path: &[&str]| {
        Meaning::Tale(Tale { matter, denied, path: path.iter().map(|teller| name(teller)).collect() })
    };
    let deed = Matter::Deed { subject: name("Asa"), deed: theft() };
    let deed_json = json!({"kind":"deed","subject":"Asa","deed":theft_json});
    let well = Matter::Sighting { subject: name("the old well"), sight: Sight::Water, place: [10, -400_000] };
    let well_json = json!({"kind":"sighting","subject":"the old well","sight":1,"place":[10,-400_000]});
    let felled = Done { verb: Verb::Fell, object: None, day: 0 };
    let meanings = [
        ("greeting", Meaning::Greeting, json!({"kind":"greeting"})),
        ("farewell", Meaning::Farewell, json!({"kind":"farewell"})),
        (
            "tale of a deed",
            tale(deed, true, &["Eli", "Dée"]),
            json!({"kind":"tale","matter":deed_json,"denied":true,"path":["Eli","Dée"]}),
        ),
        (
            "tale of a place",
            tale(well, false, &[]),
            json!({"kind":"tale","matter":well_json,"denied":false,"path":[]}),
        ),
        (
            "question about",
            Meaning::Question(Question::About(name("Asa"))),
            json!({"kind":"question","question":{"kind":"about","about":"Asa"}}),
        ),
        (
            "question of opinion",
            Meaning::Question(Question::Opinion(name("Asa"))),
            json!({"kind":"question","question":{"kind":"opinion","about":"Asa"}}),
        ),
        (
            "question why",
            Meaning::Question(Question::Why),
            json!({"kind":"question","question":{"kind":"why"}}),
        ),
        (
            "question of wares",
            Meaning::Question(Question::Wares),
            json!({"kind":"question","question":{"kind":"wares"}}),
        ),
        (
            "question for alms",
            Meaning::Question(Question::Alms),
            json!({"kind":"question","question":{"kind":"alms"}}),
        ),
        ("answer", Meaning::Answer(None), json!({"kind":"answer","path":null})),
        ("answer why", Meaning::Answer(Some(vec![name("Eli")])), json!({"kind":"answer","path":["Eli"]})),
        (
            "offer",
            Meaning::Offer(vec![ThingKind::Bread, ThingKind::Apple]),
            json!({"kind":"offer","goods":[3,0]}),
        ),
        ("refusal", Meaning::Refusal(Decline::NothingToSpare), json!({"kind":"refusal","decline":3})),
        ("thanks", Meaning::Thanks, json!({"kind":"thanks"})),
        ("accusation", Meaning::Accusation(theft()), json!({"kind":"accusation","deed":theft_json})),
        (
            "accusation of no victim",
            Meaning::Accusation(felled),
            json!({"kind":"accusation","deed":{"verb":7,"object":null,"day":0}}),
        ),
        ("apology", Meaning::Apology, json!({"kind":"apology"})),
        ("law", Meaning::Law, json!({"kind":"law"})),
        ("plea", Meaning::Plea, json!({"kind":"plea"})),
        ("remark", Meaning::Remark(Some(name("rain"))), json!({"kind":"remark","about":"rain"})),
        (
            "call of a search",
            Meaning::Hunt(Hunt { call: Call::Lost, whom: Some(name("Rob")), place: Some([44, -12]) }),
            json!({"kind":"hunt","call":1,"whom":"Rob","place":[44,-12]}),
        ),
        (
            "price",
            Meaning::Price(Cost {
                thing: ThingKind::Bread,
                coins: 17,
                why: Worth::FewCarts,
                by: Name::new("Kuno Woods"),
            }),
            json!({"kind":"price","cost":{"thing":3,"coins":17,"why":"little has come by the road of late","by":"Kuno Woods"}}),
        ),
        (
            "price asked",
            Meaning::Question(Question::Price(ThingKind::Bread)),
            json!({"kind":"question","question":{"kind":"price","thing":3}}),
        ),
        ("proposal", Meaning::Suit(Suit::Propose), json!({"kind":"suit","suit":"will you marry me"})),
        (
            "line about something noticed",
            Meaning::Quip(Quip { topic: name("heard"), family: true, line: 3 }),
            json!({"kind":"quip","topic":"heard","family":true,"line":3}),
        ),
        (
            "call of nobody and nowhere",
            Meaning::Hunt(Hunt { call: Call::Clear, whom: None, place: None }),
            json!({"kind":"hunt","call":4,"whom":null,"place":null}),
        ),
    ];
    let mut acts: Vec<(&'static str, SpeechAct, Value)> = meanings
        .into_iter()
        .map(|(what, meaning, value)| {
            (what, SpeechAct::to("Bo", meaning), json!({"to":"Bo","meaning":value}))
        })
        .collect();
    let remark = SpeechAct::to_all(Meaning::Remark(None));
    acts.push(("remark to nobody", remark, json!({"to":null,"meaning":{"kind":"remark","about":null}})));
    acts
}
