/** What the inspector and the host say to each other. Written by the tests of crates/edge/inspect from its types: change those. */

/** Something amiss. */
export type AmissMark = {
  /** What. */ what: string,
  /** Where. */ at: readonly [number, number],
  /** Since which tick. */ since: number,
};

/** A piece of an area. */
export type AreaBox = {
  /** Of which. */ name: string,
  /** What it is. */ kind: string,
  /** Its south-western corner. */ low: readonly [number, number],
  /** Its north-eastern one. */ high: readonly [number, number],
};

/** A place somebody thought of, what became of it and by which condition it failed. */
export type Candidate = {
  /** Metres east. */ x: number,
  /** Metres north. */ y: number,
  /** What became of it. */ fate: CandidateFate,
  /** The condition it failed. */ why: string | null,
  /** The option that brought it up. */ option: string,
};

/** What became of a place. */
export type CandidateFate = "won" | "passed" | "failed" | "partial";

/** A door, window, gap or flight of stairs. */
export type ChokeMark = {
  /** What it is called. */ name: string,
  /** What it is. */ kind: string,
  /** Its middle. */ at: readonly [number, number],
};

/** The circle about somebody who is attacked. */
export type Circle = {
  /** Who is attacked. */ id: Key,
  /** Where, in metres east. */ x: number,
  /** And north. */ y: number,
  /** Metres outside which those without a slot stay. */ outer: number,
  /** The places about the foe. */ slots: ReadonlyArray<Slot>,
  /** Who waits for one. */ waiting: ReadonlyArray<Waiting>,
  /** What the foe can still take of fighters about it. */ grid_left: number,
  /** What it can still take of blows. */ attack_left: number,
};

/** A place or a foe somebody has taken for itself. */
export type Claim = {
  /** Who. */ by: Key,
  /** The place, if it is one. */ place: readonly [number, number] | null,
  /** The foe, if it is one. */ foe: Key | null,
};

/** A command. */
export type CommandLine = {
  /** Of which tick. */ tick: number,
  /** In words. */ text: string,
};

/** Somebody or something on the map. */
export type EntityDot = {
  /** Which. */ id: Key,
  /** "human", "inhabitant", or what kind of animal or thing it is. */ kind: string,
  /** What it is called. */ name: string,
  /** Metres east. */ x: number,
  /** Metres north. */ y: number,
  /** On which storey. */ level: number,
  /** Where it faces, in 1/256 turn anticlockwise from east. */ heading: number,
  /** How it holds itself. */ pose: string,
  /** From 0 to 1. */ health: number,
  /** How nearly somebody who sneaks is noticed, from 0 to 1; null for who does not. */ noticed: number | null,
  /** How much on edge they are; null for who is not. */ aware: string | null,
  /** Whose body it is, if somebody who is connected has it. */ guest: Key | null,
};

/** An entity laid open. */
export type EntityReport = {
  /** Which. */ id: Key,
  /** What it is made of, by name. */ components: { [key in string]: string },
  /** What it wished for lately, newest first. */ commands: ReadonlyArray<CommandLine>,
};

/** How somebody came by what speaks against another. */
export type Evidence = "seen" | "near" | "told" | "none";

/** What a faction knows of places: cells, each by its south-western corner and how much. */
export type FactionReport = {
  /** Which faction: the bent of its people. */ name: string,
  /** Where its people went. */ own: ReadonlyArray<readonly [number, number, number]>,
  /** Where they saw foes. */ foes: ReadonlyArray<readonly [number, number, number]>,
  /** Where they fell. */ lost: ReadonlyArray<readonly [number, number, number]>,
};

/** What a field's values are. A vector is polar (angle, length) or cartesian (east, north). */
export type FieldKind = "scalar" | "polar" | "cartesian";

/** A field with every tile of it. */
export type FieldReport = {
  /** Which. */ name: string,
  /** Of what kind its values are. */ kind: FieldKind,
  /** Every field there is. */ names: ReadonlyArray<string>,
  /** Every kind of event. */ events: ReadonlyArray<string>,
  /** Cells along a tile's side. */ side: number,
  /** Metres along a cell's side. */ cell_metres: number,
  /** All tiles. */ tiles: ReadonlyArray<FieldTile>,
};

/** A tile of cells, row by row from the south. */
export type FieldTile = {
  /** Tiles east. */ x: number,
  /** Tiles north. */ y: number,
  /** A number for each cell. */ values: ReadonlyArray<number>,
  /** The other number of a vector. */ second: ReadonlyArray<number> | null,
};

/** What is remembered of places. */
export type FightHistory = {
  /** Metres along the side of a cell. */ cell: number,
  /** Cells where people fell: the south-western corner, and how much. */ deaths: ReadonlyArray<readonly [number, number, number]>,
  /** Cells where fighters went, the same way. */ traffic: ReadonlyArray<readonly [number, number, number]>,
  /** What each faction knows of places. */ factions: ReadonlyArray<FactionReport>,
};

/** A question for places and its answer. */
export type FightQuery = {
  /** What for. */ name: string,
  /** The option that answered. */ option: string | null,
  /** Those who were not to see it. */ eyes: ReadonlyArray<readonly [number, number]>,
  /** Everything that was thought of. */ candidates: ReadonlyArray<Candidate>,
  /** Outlines that hide, end to end. */ walls: ReadonlyArray<readonly [number, number, number, number]>,
  /** The way that was chosen. */ way: WayReport | null,
};

/** Somebody who fights. */
export type Fighter = {
  /** Who. */ id: Key,
  /** Why it did what it did last. */ why: string,
  /** Against whom. */ foe: Key | null,
  /** How it thinks it will go. */ odds: OddsReport | null,
  /** The last question for places that it asked. */ query: FightQuery | null,
};

/** Fights: circles and nets as the world keeps them, all else as the host's household tells it. */
export type FightsReport = {
  /** Circles about those who are attacked. */ circles: ReadonlyArray<Circle>,
  /** Everybody who fights. */ fighters: ReadonlyArray<Fighter>,
  /** Places and foes somebody has taken. */ claims: ReadonlyArray<Claim>,
  /** What happened where. */ history: FightHistory,
  /** Nets in use. */ nets: ReadonlyArray<NetReport>,
  /** Searches for those who got away. */ searches: ReadonlyArray<SearchReport>,
};

/** What information costs. */
export type FiveNumbers = {
  /** Messages a second. */ messages: number,
  /** Guests to whom news of an entity goes. */ destinations: number,
  /** Bytes of each message. */ bytes: number,
  /** One over the seconds from the tick to the guest: larger is sooner. */ timeliness: number,
  /** States looked at, compared and coded for each message. */ work: number,
};

/** Somebody who is connected. */
export type GuestRow = {
  /** Its number. */ id: Key,
  /** Its name. */ name: string,
  /** Whether a human. */ human: boolean,
  /** Its body, once it has one. */ entity: Key | null,
  /** How many entities it perceives. */ perceives: number,
  /** Records of entities it was sent. */ updates: number,
  /** Snapshots that did not reach it. */ lost: number,
  /** From where. */ address: string,
  /** By what. */ transport: string,
  /** Bytes it sent since it came. */ bytes_in: number,
  /** Bytes it was sent. */ bytes_out: number,
  /** Datagrams dropped in either direction. */ dropped: number,
};

/** The way of a noise to somebody. */
export type HeardWay = {
  /** To whom. */ by: Key,
  /** How loud it was there, from 0 to 1. */ loudness: number,
  /** Its corners, from where it was made on. */ corners: ReadonlyArray<readonly [number, number]>,
};

/** A layer of influence about a fighter: tiles of a metre, row by row from the south. */
export type InfluenceReport = {
  /** Which. */ layer: string,
  /** Every layer there is. */ layers: ReadonlyArray<string>,
  /** About whom; null if nobody fights. */ of: string | null,
  /** Who is on its side. */ own: ReadonlyArray<string>,
  /** Who is on the other. */ theirs: ReadonlyArray<string>,
  /** The south-western corner of the first tile. */ corner: readonly [number, number],
  /** Tiles along a side. */ side: number,
  /** A number for each tile; null where the layer says nothing. */ values: ReadonlyArray<number | null>,
};

/** Somebody a guest may be told of. */
export type InterestLine = {
  /** Who or what. */ id: Key,
  /** Where, in metres. */ at: readonly [number, number],
  /** Whether the guest is told of it. */ told: boolean,
  /** Why, or why not, in words. */ why: string,
};

/** What a guest's character takes note of, and why of nothing else. */
export type InterestReport = {
  /** Its body. */ id: Key,
  /** Where it is, in metres. */ at: readonly [number, number],
  /** The corners of the cells that are looked through, in metres. */ cells: [[number, number], [number, number]],
  /** How far it notices and is noticed. */ rings: ReadonlyArray<RingLine>,
  /** Everybody and everything about it, the nearest first. */ others: ReadonlyArray<InterestLine>,
};

/** Somebody or something of the world, as a page names it: digits in a string, since a page's numbers do not hold 64 bits.
  *
  * ```
  * use wold_folk::report::Key;
  * use wold_space::EntityId;
  * assert_eq!(serde_json::to_string(&Key::from(EntityId(7))).unwrap(), "\"7\"");
  * assert_eq!(serde_json::from_str::<Key>("\"7\"").unwrap().entity(), EntityId(7));
  * assert!(serde_json::from_str::<Key>("\"seven\"").is_err());
  * ``` */
export type Key = string;

/** What everybody lets be marked on the map. */
export type LayerReport = {
  /** Under which name. */ layer: string,
  /** By whom and what. */ marks: ReadonlyArray<MindMark>,
};

/** One watcher's look at one who hides. */
export type LookLine = {
  /** Who looks. */ watcher: Key,
  /** Who hides. */ target: Key,
  /** How much on edge the watcher is. */ state: string,
  /** Where the two are, in metres. */ ends: [[number, number], [number, number]],
  /** The meter, from 0 to 1. */ meter: number,
  /** What the watcher makes of it. */ notice: string,
  /** The shape that counts; null outside of all. */ shape: ShapeLine | null,
  /** Parts of the body. */ parts: ReadonlyArray<PartDot>,
  /** Why the meter stands there, in words. */ why: string,
};

/** What telling a guest costs, by the five numbers. */
export type MeterReport = {
  /** Its body. */ id: Key,
  /** Its name. */ name: string,
  /** Over how many seconds it was counted. */ seconds: number,
  /** Milliseconds from telling to hearing that it was heard; null before the first time. */ round_trip_ms: number | null,
  /** First all remedies together, then one after the other; none for who lives in the host's own process. */ techniques: ReadonlyArray<TechniqueRow>,
};

/** What a mind believes of somebody. */
export type MindBelief = {
  /** Of whom. */ name: string,
  /** Where they are, if it is that. */ at: readonly [number, number] | null,
  /** What they carry, if it is that. */ has: string | null,
  /** Seen, heard, told or inferred. */ evidence: string,
  /** Who told. */ by: string | null,
  /** How many seconds ago. */ age: number,
  /** How sure it is now, from 0 to 1. */ sure: number,
};

/** What a mind decided to do. */
export type MindDecision = {
  /** What. */ doing: string,
  /** Where. */ at: string,
  /** How much it presses. */ score: number,
  /** Whether the day's plan says so. */ planned: boolean,
};

/** A line of a mind's diary. */
export type MindEntry = {
  /** How many seconds ago. */ age: number,
  /** In words. */ text: string,
};

/** Somebody's mark. */
export type MindMark = {
  /** Whose. */ id: Key,
  /** Of what kind it is; a page gives each kind a colour. */ kind: string,
  /** How strong it is, from 0 to 1. */ strength: number,
  /** Where it is, if not where its owner is. */ at: readonly [number, number] | null,
  /** Whom it is about, by name, if it is about somebody. */ about: string | null,
};

/** A need. */
export type MindNeed = {
  /** Which. */ name: string,
  /** How great it is. */ level: number,
  /** How much it is felt. */ score: number,
};

/** All a mind lets be seen. */
export type MindReport = {
  /** Whose it is. */ name: string,
  /** What it lives from. */ trade: string,
  /** How human it is. */ profile: string,
  /** The time as it knows it, in hours since the midnight before the world began. */ hour: number,
  /** Where it lives, once it has chosen. */ home: readonly [number, number] | null,
  /** What it decided last. */ decision: MindDecision | null,
  /** What it needs. */ needs: ReadonlyArray<MindNeed>,
  /** The chart of what it is up to besides its trade. */ chart: string,
  /** Where in the chart it is. */ states: ReadonlyArray<string>,
  /** Whom it suspects of what, the likeliest of a case first. */ suspects: ReadonlyArray<MindSuspect>,
  /** How it last chose among sellers, the best first. */ shops: ReadonlyArray<MindShop>,
  /** Whom it thinks most or least of. */ respects: ReadonlyArray<MindRespect>,
  /** What it remembers, newest first. */ rumours: ReadonlyArray<MindRumour>,
  /** What it did with the last tales it heard, newest first. */ verdicts: ReadonlyArray<MindVerdict>,
  /** Where it thinks others are, and what they carry, the surest first. */ beliefs: ReadonlyArray<MindBelief>,
  /** What it noticed and decided last, and why, newest first. */ diary: ReadonlyArray<MindEntry>,
};

/** What a mind thinks of somebody. */
export type MindRespect = {
  /** Of whom. */ name: string,
  /** From 0 to 1. */ respect: number,
};

/** Something it remembers. */
export type MindRumour = {
  /** The same in every mind that knows of the matter. */ key: string,
  /** In words. */ text: string,
  /** Whether it is that it is not so. */ denied: boolean,
  /** Seen or done, not told. */ seen: boolean,
  /** Through whom it came, the witness first. */ path: ReadonlyArray<string>,
  /** How much it matters. */ priority: number,
  /** When it was learnt, in hours since the midnight before the world began. */ hour: number,
  /** How often it was told on. */ tellings: number,
  /** Whether it is told on. */ spreads: boolean,
  /** The less of the respects for teller and witness. */ trust: number,
  /** Whose respect it changed. */ changes: ReadonlyArray<RespectChange>,
};

/** A seller and how it was marked. */
export type MindShop = {
  /** Who sells. */ name: string,
  /** All put together. */ score: number,
  /** By what it was judged. */ marks: { [key in string]: number },
};

/** Somebody suspected of something. */
export type MindSuspect = {
  /** Who. */ name: string,
  /** Of what, in words. */ of: string,
  /** On which day. */ day: number,
  /** How far it must be believed. */ belief: number,
  /** How far it may be. */ plausibility: number,
  /** The account that says most against them. */ evidence: Evidence,
  /** Through whom that came, if it was told. */ path: ReadonlyArray<string>,
};

/** What became of a tale. */
export type MindVerdict = {
  /** What was said. */ said: string,
  /** What it made of it. */ verdict: string,
};

/** A net that hands out something scarce, drawn with its tokens. */
export type NetReport = {
  /** What it hands out. */ name: string,
  /** Where, in metres east. */ x: number,
  /** And north. */ y: number,
  /** Who has it. */ has: ReadonlyArray<Key>,
  /** Who waits for it. */ waiting: ReadonlyArray<Key>,
  /** How many had it so far. */ served: number,
  /** The net as a drawing. */ svg: string,
};

/** A noise. */
export type NoiseMark = {
  /** When. */ tick: number,
  /** What. */ sound: string,
  /** Where it was made. */ at: readonly [number, number],
  /** Who heard it. */ heard: ReadonlyArray<HeardWay>,
};

/** How somebody thinks a fight will go. */
export type OddsReport = {
  /** To win, from 0 to 1. */ chance: number,
  /** How many are on its side. */ ours: number,
  /** How many on the other. */ theirs: number,
};

/** A part of a body. */
export type PartDot = {
  /** Where, in metres. */ at: readonly [number, number],
  /** Whether it was in sight at the last look. */ seen: boolean,
};

/** Areas about a place, and what is heard and amiss there. */
export type PlacesReport = {
  /** What areas are made of. */ areas: ReadonlyArray<AreaBox>,
  /** What leads from one to another. */ chokes: ReadonlyArray<ChokeMark>,
  /** What was heard lately by who did not see it. */ noises: ReadonlyArray<NoiseMark>,
  /** What is not as it was left. */ amiss: ReadonlyArray<AmissMark>,
};

/** Where a walker means to go. */
export type PlanLine = {
  /** Who. */ id: Key,
  /** The corners ahead, the next one first; null if it tells nobody. */ corners: ReadonlyArray<readonly [number, number]> | null,
};

/** A question, and whom it is for.
  *
  * ```
  * use wold_inspect::{Question, ToMinds};
  * let asked = serde_json::from_str(r#"{"to": "minds", "type": "layer", "layer": "homes"}"#);
  * assert!(matches!(asked, Ok(Question::Minds(ToMinds::Layer { layer })) if layer == "homes"));
  * ``` */
export type Question = { "to": "host" } & ToHost | { "to": "minds" } & ToMinds | { "to": "world" } & ToWorld;

/** An answer, or the state of things, which is told by itself. */
export type Report = { "type": "state" } & StateReport | { "type": "entity" } & EntityReport | { "type": "field" } & FieldReport | { "type": "influence" } & InfluenceReport | { "type": "places" } & PlacesReport | { "type": "meter" } & MeterReport | { "type": "interest" } & InterestReport | { "type": "mind",
  /** Whose. */ id: Key,
  /** None if it keeps its mind to itself. */ mind: MindReport | null, } | { "type": "spread" } & SpreadReport | { "type": "layer" } & LayerReport | { "type": "done" } | { "type": "error",
  /** In words. */ text: string, } | { "type": "notice",
  /** In words. */ text: string,
};

/** What a rumour did to the respect for somebody. */
export type RespectChange = {
  /** For whom. */ name: string,
  /** By how much. */ by: number,
};

/** How far somebody notices or is noticed in a medium. */
export type RingLine = {
  /** Sight, hearing, speech or smell. */ medium: string,
  /** What happens within it, in words. */ what: string,
  /** How far. */ metres: number,
};

/** A search of a household. */
export type SearchReport = {
  /** Who is looked for; null if it was a noise. */ name: string | null,
  /** Cautious or aggressive. */ mode: string,
  /** How far it has come, or how it ended. */ phase: string,
  /** The last known place. */ last: readonly [number, number],
  /** Where somebody could hide. */ spots: ReadonlyArray<SearchSpot>,
  /** Who takes part. */ searchers: ReadonlyArray<Key>,
  /** What happened last and why, newest first. */ why: ReadonlyArray<string>,
};

/** A spot of a search. */
export type SearchSpot = {
  /** Metres east. */ x: number,
  /** Metres north. */ y: number,
  /** What has become of it. */ state: SpotFate,
  /** Who is on the way there. */ by: Key | null,
};

/** A shape of somebody's eyes, on the map. */
export type ShapeLine = {
  /** What it is called. */ name: string,
  /** Seconds it takes at the eyes. */ least: number,
  /** Seconds it takes at its end. */ most: number,
  /** Its rim, in metres. */ rim: ReadonlyArray<readonly [number, number]>,
};

/** A place in a circle. */
export type Slot = {
  /** Metres east. */ x: number,
  /** Metres north. */ y: number,
  /** Who has it. */ by: Key | null,
  /** Whether that one strikes. */ striking: boolean,
};

/** What has become of a spot. */
export type SpotFate = "unsearched" | "in-progress" | "searched";

/** A rumour's way through all minds. */
export type SpreadReport = {
  /** Which, by the key a mind gives it. */ matter: string,
  /** How many minds were asked. */ minds: number,
  /** Who learnt of it, in that order. */ steps: ReadonlyArray<SpreadStep>,
};

/** Somebody learnt of a matter. */
export type SpreadStep = {
  /** Who. */ id: Key,
  /** Who learnt it. */ name: string,
  /** Where, in metres east. */ x: number,
  /** And north. */ y: number,
  /** When, in hours since the midnight before the world began. */ hour: number,
  /** Who told; null for whoever saw it. */ from: string | null,
  /** Whether it learnt that it is not so. */ denied: boolean,
};

/** Who and what is where. */
export type StateReport = {
  /** The world's tick. */ tick: number,
  /** Whether it stands still. */ paused: boolean,
  /** 0 midnight to 1. */ time_of_day: number,
  /** Everybody and everything. */ entities: ReadonlyArray<EntityDot>,
  /** Who looks for those who hide, and what they see of them. */ looks: ReadonlyArray<LookLine>,
  /** Everybody who is connected. */ guests: ReadonlyArray<GuestRow>,
  /** The ticks since the state was told last. */ ticks: ReadonlyArray<TickTime>,
  /** Of whom was selected last. */ plan: PlanLine | null,
  /** Circles and nets of the whole world, and what the host's own inhabitants tell of their fights; null before the first. */ fights: FightsReport | null,
};

/** What one remedy does. */
export type TechniqueRow = {
  /** What it is called. */ technique: string,
  /** What it does, in words. */ what: string,
  /** Without it. */ before: FiveNumbers,
  /** With it. */ after: FiveNumbers,
};

/** What a tick cost. */
export type TickTime = {
  /** Which. */ tick: number,
  /** Whole time in milliseconds. */ total_ms: number,
  /** Milliseconds by stage. */ stages: { [key in string]: number },
  /** Whether it began more than one step after it was due. */ late: boolean,
};

/** What the host itself answers. */
export type ToHost = { "type": "token",
  /** What `wold serve` printed. */ token: string, } | { "type": "new-world",
  /** Which. */ seed: bigint,
};

/** What minds answer. */
export type ToMinds = { "type": "mind",
  /** Whose. */ id: Key, } | { "type": "spread",
  /** By the key a mind gives it. */ matter: string, } | { "type": "layer",
  /** By the name they offer it under. */ layer: string,
};

/** What the world answers, or lets be done to it. */
export type ToWorld = { "type": "state" } | { "type": "select",
  /** Which. */ id: Key, } | { "type": "pause" } | { "type": "resume" } | { "type": "step" } | { "type": "move",
  /** Whom. */ id: Key,
  /** Metres east. */ x: number,
  /** Metres north. */ y: number, } | { "type": "grant",
  /** Whom. */ id: Key,
  /** By its name. */ thing: string, } | { "type": "appoint",
  /** Whom. */ id: Key,
  /** Which of both. */ guard: boolean, } | { "type": "field",
  /** Its name. */ name: string, } | { "type": "influence",
  /** Which layer; the first there is if the name is of none. */ layer: string,
  /** About whom. */ id: Key | null, } | { "type": "places",
  /** About whom. */ id: Key | null, } | { "type": "meter",
  /** By its body. */ id: Key, } | { "type": "interest",
  /** By its body. */ id: Key, } | { "type": "set-field",
  /** Its name. */ name: string,
  /** Which cell. */ cell: readonly [number, number],
  /** To what. */ value: number, } | { "type": "befall",
  /** What. */ kind: string,
  /** In which cell. */ cell: readonly [number, number],
  /** How many cells around it. */ radius: number,
  /** How much. */ strength: number,
  /** For how many steps of its field. */ span: number,
};

/** Somebody who waits its turn. */
export type Waiting = {
  /** Who. */ id: Key,
  /** Where it waits, in metres east. */ x: number,
  /** And north. */ y: number,
};

/** A way somebody chose, from where it was. */
export type WayReport = {
  /** Where it turns. */ corners: ReadonlyArray<readonly [number, number]>,
  /** How long it is. */ metres: number,
  /** How many metres of it are in sight. */ exposed: number,
};
