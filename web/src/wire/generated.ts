/**
 * The vocabulary and the forms of messages, as the Rust side states them. Written by a test, not by hand:
 * WOLD_BLESS=1 cargo nextest run -p wold-wire
 */
import type { BitReader } from "./bit-reader";
import { readChunkPos } from "./chunk-pos";
import { outOfRange } from "./error";
import { oneOf } from "./one-of";
import type * as own from "./own-forms";

export const PROTOCOL_VERSION = 13;
/** What both ends must agree on before they talk. */
export const PROTOCOL_HASH = 0x963c64a9;

export const LONGEST_NAME = 32;
export const LONGEST_NOTICE = 512;
export const LONGEST_SPEECH = 240;
export const LONGEST_PATH = 8;
export const MOST_GOODS = 8;
export const LONGEST_GAME_PAYLOAD = 512;
export const BAG_SLOTS = 8;
export const FIELD_CELL_METRES = 16;
export const TOP_STEP = 15;

export const ECOSYSTEMS = [
  "sea", "beach", "meadow", "forest", "pinewood", "heath", "marsh", "steppe", "desert", "rock", "tundra", "snow", "farmland", "town", "lake", "river",
] as const;

export const GROWTHS = [
  "oak", "birch", "pine", "spruce", "willow", "apple tree", "palm", "dead tree", "bush", "heather", "reed", "tall grass", "flower", "mushroom", "cactus", "stone", "boulder", "iron ore", "copper ore", "gold ore", "wheat", "ruin", "well", "fence", "lamp post", "stall", "signpost", "mine mouth",
] as const;
export const GROWTHS_TRUNK_RADIUS: readonly number[] = [0.45, 0.25, 0.35, 0.35, 0.45, 0.35, 0.35, 0.35, 0, 0, 0, 0, 0, 0, 0.25, 0.4, 1, 0.4, 0.4, 0.4, 0, 1, 0.9, 0.3, 0.12, 0.9, 0.12, 1];

export const THINGS = [
  "apple", "berries", "mushroom", "bread", "log", "stone", "axe", "lantern", "coin", "herb", "ore", "plank", "meat", "hood", "guard's coat",
] as const;
export const THINGS_NOURISHMENT: readonly number[] = [0.25, 0.25, 0.15, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0.4, 0, 0];

export const PLACES = [
  "town", "well", "inn", "market", "smithy", "home", "crossroads", "mine", "ruin", "field", "bridge", "lookout",
] as const;

export const ROOM_USES = [
  "hall", "kitchen", "parlour", "bedroom", "store", "workshop", "taproom",
] as const;

export const FURNITURE = [
  "table", "chair", "bed", "hearth", "chest", "shelf", "anvil", "barrel", "counter",
] as const;

export const EDGE_SIDES = [
  "south", "west",
] as const;

export const EDGES = [
  "wall", "door", "window",
] as const;

export const ROOFS = [
  "flat", "gable east", "gable north", "hip",
] as const;

export const BEINGS = [
  "inhabitant", "human", "hen", "rabbit",
] as const;
export const BEINGS_PERSON: readonly number[] = [1, 1, 0, 0];

export const POSES = [
  "standing", "walking", "running", "sneaking", "sitting", "lying", "swimming", "fallen",
] as const;

export const GESTURES = [
  "none", "strike", "take", "drop", "eat", "give", "wave", "chop", "build", "hurt", "heal",
] as const;

export const REPUTES = [
  "none", "good", "bad",
] as const;

export const GUISES = [
  "their own clothes", "somebody in a hood", "a guard's coat",
] as const;

export const GAITS = [
  "walk", "run", "sneak", "sit",
] as const;

export const LOUDNESSES = [
  "talk", "whisper", "shout",
] as const;
export const LOUDNESS_REACH: readonly number[] = [20, 2.5, 60];

export const REFUSALS = [
  "too far away", "you cannot see it from here", "there is nothing there", "it is not yours", "your bag is full", "that slot is empty", "you are too tired", "not so fast", "you are dead", "that is of no use here", "you need another tool for that", "something is in the way", "that is not a person", "too many words", "this world knows no such deed", "not on yourself", "that was decided long ago", "it is not your turn",
] as const;

export const DEEDS = [
  "enters", "leaves", "speaks", "takes", "drops", "gives", "eats", "fells", "builds", "razes", "strikes", "kills", "heals", "starves", "steals", "trades", "helps", "finds", "hunts", "props open",
] as const;

export const VERBS = [
  "hit", "killed", "stole from", "gave something to", "healed", "helped", "traded with", "felled a tree", "found a treasure",
] as const;

export const SIGHTS = [
  "was seen", "is to be found",
] as const;

export const DECLINES = [
  "I do not deal with you", "I have nothing left", "I sell nothing", "I have nothing to spare",
] as const;

export const AWARENESS = [
  "unaware", "suspicious", "searching", "alert",
] as const;

export const ROUSES = [
  "saw something", "saw somebody", "heard something", "was told", "lost sight", "found something changed", "misses somebody", "heard nothing more",
] as const;

export const CALLS = [
  "stop them", "they are gone", "I go and look", "I watch", "nobody is here", "there they are", "it is no use",
] as const;

export const CHANNELS = [
  "cloud", "falling", "soil", "flood", "snow", "vegetation", "crime",
] as const;
export const CHANNELS_TOP: readonly number[] = [1, 3, 1, 8, 8, 1, 60];

export const SOUNDS = [
  "step", "door", "thing falls", "whisper", "speech", "shout", "blow", "felling", "breaking", "cry of pain", "building", "fall", "animal", "bell",
] as const;

export const THINGS_AMISS = [
  "door", "lamp", "stall", "tree", "wall", "thing",
] as const;

export const SMELLS = [
  "smoke", "food", "animals", "carrion",
] as const;

export const GOODS = [
  "food", "wood", "tools",
] as const;
export const GOODS_BASE_PRICE: readonly number[] = [4, 6, 20];

export const PARTS_IN_FIGHTS = [
  "waits", "makes room", "stands", "strikes",
] as const;

export const TURNS_AT_WELLS = [
  "waits", "draws", "drinks",
] as const;

export const TURNED_AWAY = [
  "protocol", "seed", "bad name", "name taken", "bad password", "bad token", "too often", "full", "not a hello",
] as const;

export type FromHost =
  | own.Welcome
  | { readonly kind: "turned away"; readonly reason: (typeof TURNED_AWAY)[number]; readonly text: string }
  | { readonly kind: "chunk"; readonly land: own.Land; readonly changes: own.Changes }
  | { readonly kind: "changed"; readonly pos: own.ChunkPos; readonly changes: own.Changes }
  | { readonly kind: "forget"; readonly pos: own.ChunkPos }
  | { readonly kind: "heard"; readonly speaker: bigint; readonly name: string; readonly loudness: (typeof LOUDNESSES)[number]; readonly text: string; readonly act: own.Act; readonly muffled: boolean }
  | { readonly kind: "answer"; readonly number: number; readonly outcome: own.Outcome }
  | { readonly kind: "bag"; readonly slots: own.Slots; readonly held: own.Held; readonly worn: own.Worn }
  | { readonly kind: "clock"; readonly tick: number; readonly day: number; readonly days: number; readonly paused: boolean }
  | { readonly kind: "notice"; readonly text: string }
  | { readonly kind: "pong"; readonly mark: number }
  | { readonly kind: "goodbye"; readonly text: string }
  | { readonly kind: "game"; readonly topic: number; readonly payload: Uint8Array }
  | own.Felt
  | own.Saw
  | { readonly kind: "whose"; readonly thing: bigint; readonly owner: own.Owner }
  | { readonly kind: "bell"; readonly strokes: number }
  | { readonly kind: "noticed"; readonly meter: number; readonly perceived: boolean }
  | { readonly kind: "doors"; readonly pos: own.ChunkPos; readonly open: own.Open }
  | own.Aware
  | { readonly kind: "noise"; readonly sound: (typeof SOUNDS)[number]; readonly turn: number; readonly metres: number; readonly loudness: number; readonly muffled: boolean }
  | { readonly kind: "amiss"; readonly what: (typeof THINGS_AMISS)[number]; readonly chunk: own.ChunkPos; readonly east: number; readonly north: number }
  | { readonly kind: "missed"; readonly who: bigint; readonly chunk: own.ChunkPos; readonly east: number; readonly north: number }
  | { readonly kind: "part"; readonly foe: bigint; readonly part: (typeof PARTS_IN_FIGHTS)[number]; readonly turn: number; readonly eighths: number; readonly others: number; readonly until: number }
  | { readonly kind: "bucket"; readonly chunk: own.ChunkPos; readonly place: number; readonly turn: (typeof TURNS_AT_WELLS)[number] };

/** The message that begins here; `forms` reads what has a form of its own. Fields are read in the order in which they stand. */
export function readFromHost(r: BitReader, forms: typeof own): FromHost {
  const tag = r.byte();
  switch (tag) {
    case 0:
      return forms.readWelcome(r);
    case 1:
      return { kind: "turned away", reason: oneOf(TURNED_AWAY, "reason", r.bits(8)), text: r.text("text", 512) };
    case 2:
      return { kind: "chunk", land: forms.readLand(r), changes: forms.readChanges(r) };
    case 3:
      return { kind: "changed", pos: readChunkPos(r), changes: forms.readChanges(r) };
    case 4:
      return { kind: "forget", pos: readChunkPos(r) };
    case 5:
      return { kind: "heard", speaker: r.big(7), name: r.text("name", 32), loudness: oneOf(LOUDNESSES, "loudness", r.bits(2)), text: r.text("text", 240), act: forms.readAct(r), muffled: r.bit() };
    case 6:
      return { kind: "answer", number: r.numberBelow(7, "number", 2 ** 32), outcome: forms.readOutcome(r) };
    case 7:
      return { kind: "bag", slots: forms.readSlots(r), held: forms.readHeld(r), worn: forms.readWorn(r) };
    case 8:
      return { kind: "clock", tick: r.numberBelow(7, "tick", Number.MAX_SAFE_INTEGER), day: r.bits(16), days: r.numberBelow(7, "days", 2 ** 32), paused: r.bit() };
    case 9:
      return { kind: "notice", text: r.text("text", 512) };
    case 10:
      return { kind: "pong", mark: r.bits(32) };
    case 11:
      return { kind: "goodbye", text: r.text("text", 512) };
    case 12:
      return { kind: "game", topic: r.bits(16), payload: r.blob("payload", 32768) };
    case 13:
      return forms.readFelt(r);
    case 14:
      return forms.readSaw(r);
    case 15:
      return { kind: "whose", thing: r.big(7), owner: forms.readOwner(r) };
    case 16:
      return { kind: "bell", strokes: r.bits(8) };
    case 17:
      return { kind: "noticed", meter: r.bits(8), perceived: r.bit() };
    case 18:
      return { kind: "doors", pos: readChunkPos(r), open: forms.readOpen(r) };
    case 19:
      return forms.readAware(r);
    case 20:
      return { kind: "noise", sound: oneOf(SOUNDS, "sound", r.bits(5)), turn: r.bits(8), metres: r.bits(8), loudness: r.bits(8), muffled: r.bit() };
    case 21:
      return { kind: "amiss", what: oneOf(THINGS_AMISS, "what", r.bits(4)), chunk: readChunkPos(r), east: r.bits(8), north: r.bits(8) };
    case 22:
      return { kind: "missed", who: r.big(7), chunk: readChunkPos(r), east: r.bits(8), north: r.bits(8) };
    case 23:
      return { kind: "part", foe: r.big(7), part: oneOf(PARTS_IN_FIGHTS, "part", r.bits(2)), turn: r.bits(8), eighths: r.bits(8), others: r.bits(8), until: r.numberBelow(7, "until", Number.MAX_SAFE_INTEGER) };
    case 24:
      return { kind: "bucket", chunk: readChunkPos(r), place: r.bits(16), turn: oneOf(TURNS_AT_WELLS, "turn", r.bits(2)) };
    default:
      throw outOfRange("message", tag);
  }
}

/** Bytes of messages and what they mean, for tests: numbers of entities as text, bytes as hexadecimal digits. */
export const EXAMPLES: readonly (readonly [hex: string, message: unknown])[] = [
  ["01010b4772c3bcc39f2064696368", {"kind":"turned away","reason":"seed","text":"Grüß dich"}],
  ["0407880e", {"kind":"forget","pos":{"x":-4,"y":900}}],
  ["08f0a2040300f0a20401", {"day":3,"days":70000,"kind":"clock","paused":true,"tick":70000}],
  ["090b4772c3bcc39f2064696368", {"kind":"notice","text":"Grüß dich"}],
  ["0a03000000", {"kind":"pong","mark":3}],
  ["0b0b4772c3bcc39f2064696368", {"kind":"goodbye","text":"Grüß dich"}],
  ["0c0300030102ff", {"kind":"game","payload":"0102ff","topic":3}],
  ["1003", {"kind":"bell","strokes":3}],
  ["110301", {"kind":"noticed","meter":3,"perceived":true}],
  ["1461606020", {"kind":"noise","loudness":3,"metres":3,"muffled":true,"sound":"door","turn":3}],
  ["157180e8303000", {"chunk":{"x":-4,"y":900},"east":3,"kind":"amiss","north":3,"what":"lamp"}],
  ["1680808080802007880e0303", {"chunk":{"x":-4,"y":900},"east":3,"kind":"missed","north":3,"who":"1099511627776"}],
  ["178080808080200d0c0cc08b1200", {"eighths":3,"foe":"1099511627776","kind":"part","others":3,"part":"makes room","turn":3,"until":70000}],
  ["1807880e030001", {"chunk":{"x":-4,"y":900},"kind":"bucket","place":3,"turn":"draws"}],
];
