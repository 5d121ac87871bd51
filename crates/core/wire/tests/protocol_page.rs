//! The tables of `docs/protocol.md` say what the code does.
//!
//! Each stands between `<!-- table: name -->` and `<!-- end -->`. Its first columns must be the rows expected here, all of them and no other; columns
//! beyond those are for readers. `WOLD_BLESS=1` writes them. Where the code has no list of its own, the bytes are asked: a tag exists if the
//! decoder does not refuse it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::path::PathBuf;
use wold_lore::act::{
    Call, Decline, Done, Hunt, LONGEST_PATH, MOST_GOODS, Meaning, Question, Sight, SpeechAct, Tale, Verb,
};
use wold_lore::intent::{LONGEST_GAME_PAYLOAD, LONGEST_SPEECH};
use wold_lore::land::{Door, EdgeSide};
use wold_lore::tables::{self, Table};
use wold_space::{ChunkPos, EntityId};
use wold_wire::bits::BitWriter;
use wold_wire::message::form::Form;
use wold_wire::message::{
    BAG_SLOTS, LONGEST_NAME, LONGEST_NOTICE, LONGEST_PASSWORD, PROTOCOL_VERSION, TurnedAway, protocol_hash,
};
use wold_wire::snapshot::MTU;
use wold_wire::state::PREDICTION_LIMIT;
use wold_wire::steering::MOST_STEERINGS;
use wold_wire::*;

type Row = Vec<String>;

fn page_path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../docs/protocol.md")
}

/// The page's tables by name.
fn page_tables() -> BTreeMap<String, Vec<Row>> {
    let page = std::fs::read_to_string(page_path()).expect("the page can be read");
    let mut tables = BTreeMap::new();
    for part in page.split("<!-- table: ").skip(1) {
        let (name, rest) = part.split_once(" -->").expect("a table's mark ends on its line");
        let (body, _) = rest.split_once("<!-- end -->").expect("a table has an end");
        let rows = body.lines().filter(|line| line.starts_with('|')).skip(2).map(cells).collect();
        assert!(tables.insert(name.to_owned(), rows).is_none(), "two tables are called {name}");
    }
    tables
}

/// A line's cells as they are written.
fn raw(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// A line's cells, those wholly in code letters without them.
fn cells(line: &str) -> Row {
    let bare = |cell: &str| match cell.strip_prefix('`').and_then(|cell| cell.strip_suffix('`')) {
        Some(code) if !code.contains('`') => code.to_owned(),
        _ => cell.to_owned(),
    };
    raw(line).into_iter().map(bare).collect()
}

fn row<const N: usize>(cells: [&dyn ToString; N]) -> Row {
    cells.iter().map(|cell| cell.to_string()).collect()
}

/// Rows of number and name.
fn numbered<T: Debug>(all: impl IntoIterator<Item = (u8, T)>) -> Vec<Row> {
    all.into_iter().map(|(number, item)| row([&number, &format!("{item:?}")])).collect()
}

/// The name of a message, an intent or a target: what stands before its fields.
fn name_of(item: &impl Debug) -> String {
    format!("{item:?}").chars().take_while(char::is_ascii_alphanumeric).collect()
}

/// The numbers below `end` whose bytes are not refused as an unknown `field`.
fn known<T>(
    end: u8,
    field: &str,
    bytes: impl Fn(u8) -> Vec<u8>,
    decode: impl Fn(&[u8]) -> Result<T, Malformed>,
) -> BTreeSet<u8> {
    let refused =
        |error: &Malformed| matches!(error, Malformed::OutOfRange { field: other, .. } if *other == field);
    (0..=end).filter(|&number| !decode(&bytes(number)).is_err_and(|error| refused(&error))).collect()
}

/// Rows of the numbers and names of examples, of which there must be one for each number the decoder knows.
fn exampled(known: &BTreeSet<u8>, examples: impl IntoIterator<Item = (u8, String)>) -> Vec<Row> {
    let names: BTreeMap<u8, String> = examples.into_iter().collect();
    assert!(names.keys().eq(known), "an example is missing here: {known:?} are known, {names:?} have one");
    names.iter().map(|(number, name)| row([number, name])).collect()
}

fn from_guest() -> Vec<Row> {
    let login = Login::Guest { name: "Ann".into() };
    let messages = [
        FromGuest::Hello(Hello { protocol: 0, seed: None, view: 1, login }),
        FromGuest::Do { number: 1, intent: Intent::Hold { slot: 0 } },
        FromGuest::View { rings: 1 },
        FromGuest::Dropped(Vec::new()),
        FromGuest::Ping { mark: 0 },
        FromGuest::Goodbye,
    ];
    let tags = known(u8::MAX, "message", |tag| vec![tag], FromGuest::decode);
    exampled(&tags, messages.iter().map(|message| (message.encode()[0], name_of(message))))
}

fn from_host() -> Vec<Row> {
    let fields = |form: &Form| -> Vec<String> {
        form.fields.iter().map(|(field, shape)| format!("{field}: {shape}")).collect()
    };
    FromHost::forms().iter().map(|form| row([&form.tag, &form.name, &fields(form).join(", ")])).collect()
}

/// The bytes of a hello up to and with the tag of its login; a 1 among zeros would be found wherever it stood.
fn hello_with(login: u8) -> Vec<u8> {
    let mut w = BitWriter::default();
    w.byte(0);
    w.bits(0, 32);
    w.bit(false);
    w.byte(0);
    w.byte(login);
    w.finish()
}

fn logins() -> Vec<Row> {
    let text = String::new;
    let all = [
        Login::Guest { name: text() },
        Login::Account { name: text(), password: text() },
        Login::Register { name: text(), password: text(), guest: None },
        Login::Resume { token: [0; 16] },
        Login::Inhabitant { name: text(), pass: text() },
    ];
    // The tag lies one bit beyond its byte's beginning: after the message's tag, the hash, the missing seed and the view.
    let tag_of = |login: &Login| {
        let hello = Hello { protocol: 0, seed: None, view: 0, login: login.clone() };
        let bytes = FromGuest::Hello(hello).encode();
        bytes[6] >> 1 | bytes[7] << 7
    };
    let tags = known(u8::MAX, "login", hello_with, FromGuest::decode);
    exampled(&tags, all.iter().map(|login| (tag_of(login), name_of(login))))
}

/// A wish number 1 of this intent: its four bits begin the third byte.
fn wish(intent: Intent) -> Vec<u8> {
    FromGuest::Do { number: 1, intent }.encode()
}

fn intents() -> Vec<Row> {
    let all = [
        Intent::Move(Steering::default()),
        Intent::Look(Target::Nothing),
        Intent::say(String::new(), None),
        Intent::Take(EntityId(1)),
        Intent::Drop { slot: 0 },
        Intent::Use { slot: 0, on: Target::Nothing },
        Intent::Give { slot: 0, to: EntityId(1) },
        Intent::Strike(EntityId(1)),
        Intent::Hold { slot: 0 },
        Intent::Game { verb: 0, payload: Vec::new() },
        Intent::Door {
            chunk: ChunkPos::default(),
            door: Door { house: 0, level: 0, x: 0, y: 0, side: EdgeSide::South },
        },
        Intent::Close { foe: EntityId(1) },
        Intent::Draw { chunk: ChunkPos::default(), place: 0 },
    ];
    let numbers = known(15, "intent", |number| vec![1, 1, number], FromGuest::decode);
    exampled(&numbers, all.map(|intent| (wish(intent.clone())[2] & 15, name_of(&intent))))
}

fn targets() -> Vec<Row> {
    let chunk = ChunkPos { x: 0, y: 0 };
    let all = [
        Target::Nothing,
        Target::Entity(EntityId(1)),
        Target::Growth { chunk, index: 0 },
        Target::Edge { chunk, x: 0, y: 0, side: EdgeSide::South },
    ];
    // All two-bit numbers are targets.
    let tag_of = |target: &Target| wish(Intent::Look(*target))[2] >> 4 & 3;
    exampled(&(0..4).collect(), all.iter().map(|target| (tag_of(target), name_of(target))))
}

/// Words with an act of this meaning, for nobody: its four bits follow on those of the intent, the loudness, no letters, the act and nobody.
fn meant(meaning: Meaning) -> Vec<u8> {
    wish(Intent::say(String::new(), Some(SpeechAct::to_all(meaning))))
}

/// The bits of a wish from the one after its act's addressee.
fn after_nobody(bytes: &[u8]) -> u8 {
    // Two bytes of tag and number, then intent 4, loudness 2, length 8, act 1, addressee 1: 16 bits.
    bytes[4]
}

fn meanings() -> Vec<Row> {
    let name = || wold_lore::act::Name::new("Asa").expect("a name");
    let done = || Done { verb: Verb::Hit, object: None, day: 1 };
    let sighting = wold_lore::act::Matter::Sighting { subject: name(), sight: Sight::Seen, place: [0, 0] };
    let all = [
        Meaning::Greeting,
        Meaning::Farewell,
        Meaning::Tale(Tale { matter: sighting, denied: false, path: Vec::new() }),
        Meaning::Question(Question::Why),
        Meaning::Answer(None),
        Meaning::Offer(Vec::new()),
        Meaning::Refusal(Decline::NothingLeft),
        Meaning::Thanks,
        Meaning::Accusation(done()),
        Meaning::Apology,
        Meaning::Law,
        Meaning::Plea,
        Meaning::Remark(None),
        Meaning::Hunt(Hunt { call: Call::Alarm, whom: None, place: None }),
    ];
    let start = meant(Meaning::Greeting);
    let with = |number: u8| [&start[..4], &[number]].concat();
    let numbers = known(15, "meaning", with, FromGuest::decode);
    exampled(&numbers, all.map(|meaning| (after_nobody(&meant(meaning.clone())) & 15, name_of(&meaning))))
}

fn questions() -> Vec<Row> {
    let name = || wold_lore::act::Name::new("Asa").expect("a name");
    let all =
        [Question::About(name()), Question::Opinion(name()), Question::Why, Question::Wares, Question::Alms];
    let start = meant(Meaning::Greeting);
    let with = |number: u8| [&start[..4], &[3 | number << 4]].concat();
    let numbers = known(7, "question", with, FromGuest::decode);
    let number_of = |question: &Question| after_nobody(&meant(Meaning::Question(question.clone()))) >> 4 & 7;
    exampled(&numbers, all.iter().map(|question| (number_of(question), name_of(question))))
}

/// What each table must say.
fn expected() -> BTreeMap<&'static str, Vec<Row>> {
    let mut expected = BTreeMap::from([
        (
            "protocol",
            vec![row([&"version", &PROTOCOL_VERSION]), row([&"hash", &format!("{:08x}", protocol_hash())])],
        ),
        ("from guest", from_guest()),
        ("from host", from_host()),
        ("logins", logins()),
        ("turned away", numbered(TurnedAway::ALL.iter().map(|&reason| (reason as u8, reason)))),
        ("intents", intents()),
        ("targets", targets()),
        ("meanings", meanings()),
        ("questions", questions()),
        ("limits", limits()),
    ]);
    expected.extend(tables::all().into_iter().map(|table| (table.name, words(&table))));
    expected
}

/// A vocabulary's rows: number, name, what people call it, and what more is said of it.
fn words(table: &Table) -> Vec<Row> {
    let cells = |word: &tables::Row| {
        let mut row = row([&word.number, &word.name, &word.label]);
        row.extend(word.values.iter().map(ToString::to_string));
        row
    };
    table.rows.iter().map(cells).collect()
}

fn limits() -> Vec<Row> {
    vec![
        row([&"bytes of a name", &LONGEST_NAME]),
        row([&"bytes of a password", &LONGEST_PASSWORD]),
        row([&"bytes of a notice, an answer, a reason, a world's name", &LONGEST_NOTICE]),
        row([&"bytes said at once", &LONGEST_SPEECH]),
        row([&"people of a path", &LONGEST_PATH]),
        row([&"goods of an offer", &MOST_GOODS]),
        row([&"bytes of a game's payload, up", &LONGEST_GAME_PAYLOAD]),
        row([&"bytes of a game's payload, down", &(64 * LONGEST_GAME_PAYLOAD)]),
        row([&"slots of a bag", &BAG_SLOTS]),
        row([&"bytes of a datagram", &MTU]),
        row([&"steerings of a datagram", &MOST_STEERINGS]),
        row([&"ticks predicted", &PREDICTION_LIMIT]),
        row([&"chunks from the origin", &ChunkPos::LIMIT]),
    ]
}

/// The page with the tables' first columns as they should be; columns beyond those, and what stands around the tables, are kept.
fn mended(page: &str, expected: &BTreeMap<&'static str, Vec<Row>>) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("<!-- table: ") {
        let (name, after) = after.split_once(" -->\n").expect("a table's mark ends on its line");
        let (body, after) = after.split_once("<!-- end -->").expect("a table has an end");
        let mut lines = body.lines();
        let (head, line) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        let rows = expected.get(name).unwrap_or_else(|| panic!("nothing is known of a table {name}"));
        let columns = rows[0].len();
        let kept: BTreeMap<String, Vec<&str>> =
            lines.map(|line| (cells(line)[0].clone(), raw(line))).collect();
        text += &format!("{before}<!-- table: {name} -->\n{head}\n{line}\n");
        for row in rows {
            let more = kept.get(&row[0]).into_iter().flatten().skip(columns).copied();
            let cells: Vec<&str> = row.iter().map(String::as_str).chain(more).collect();
            text += &format!("| {} |\n", cells.join(" | "));
        }
        text += "<!-- end -->";
        rest = after;
    }
    text + rest
}

#[test]
fn the_pages_tables_say_what_the_code_does() {
    let expected = expected();
    if std::env::var_os("WOLD_BLESS").is_some() {
        let page = std::fs::read_to_string(page_path()).expect("the page can be read");
        std::fs::write(page_path(), mended(&page, &expected)).expect("the page can be written");
    }
    let found = page_tables();
    let names = |it: Vec<&str>| it.into_iter().map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(
        found.keys().cloned().collect::<BTreeSet<_>>(),
        names(expected.keys().copied().collect()),
        "tables on the page, and tables known here"
    );
    for (name, rows) in expected {
        let columns = rows[0].len();
        let told: Vec<&[String]> = found[name].iter().map(|row| &row[..columns.min(row.len())]).collect();
        let wanted = rows.iter().map(|row| format!("| {} |", row.join(" | "))).collect::<Vec<_>>();
        assert_eq!(told, rows, "docs/protocol.md, table {name}; its rows begin\n{}", wanted.join("\n"));
    }
}
