/** The golden files of crates/core/wire, and our messages in the plain form they use. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Chunk } from "../../src/land/chunk";
import type { House } from "../../src/land/house";
import type { FromGuest, Intent, Login, Target } from "../../src/wire/from-guest";
import type { FromHost } from "../../src/wire/from-host";
import type { ChunkChanges } from "../../src/wire/land";
import { PARTS_IN_FIGHTS, SOUNDS, THINGS_AMISS, TURNS_AT_WELLS, WORKPLACES } from "../../src/wire/generated";
import type { Snapshot } from "../../src/wire/snapshot";
import { LOUDNESSES, TURNED_AWAY } from "../../src/wire/vocabulary";

export interface Golden {
  readonly name: string;
  readonly hex: string;
  readonly value: Json;
}

// Golden values are free-form JSON; tests compare them whole or pick fields by name.
export type Json = any;

export function golden(file: string): Golden[] {
  const path = resolve(import.meta.dirname, "../../../crates/core/wire/golden", `${file}.json`);
  return JSON.parse(readFileSync(path, "utf8")) as Golden[];
}

export const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

function plainHouse(h: House): Json {
  return {
    corner: [h.x, h.y], width: h.width, depth: h.depth, base: h.base, roof: h.roof, facade: h.facade,
    floors: h.floors.map((f) => ({
      rooms: [...f.rooms],
      uses: f.uses,
      edges: f.edges.map((e) => [e.x, e.y, e.side, e.kind]),
      stairs: f.stairs && [f.stairs.x, f.stairs.y, f.stairs.quarter, f.stairs.length],
      furniture: f.furniture.map((p) => [p.kind, p.x, p.y, p.quarter]),
    })),
  };
}

function plainChunk(c: Chunk): Json {
  return {
    pos: [c.pos.x, c.pos.y], heights: [...c.heights], water: [...c.water], ecosystems: [...c.ecosystems],
    moisture: [...c.moisture], road: [...c.road], growths: c.growths.map((g) => [g.kind, g.x, g.y, g.size, g.turn]),
    houses: c.houses.map(plainHouse), places: c.places.map((p) => ({ kind: p.kind, name: p.name, at: [p.x, p.y] })),
  };
}

function plainChanges(c: ChunkChanges): Json {
  return { version: c.version, gone: [...c.gone], built: c.built.map((b) => [b.x, b.y, b.side, b.kind]), lift: [...c.lift] };
}

/** One of our messages in the form of from_host.json (without sprouts, which the page does not keep). */
export function plainFromHost(m: FromHost): Json {
  switch (m.kind) {
    case "welcome":
      return {
        type: "welcome", guest: `${m.guest}`, body: `${m.body}`, seed: `${m.seed}`, tick: m.tick, token: toHex(m.token),
        operator: m.operator, view: m.view, world: m.world, physique: Object.values(m.physique).map(Math.fround), decided: m.decided, manifest: m.manifest,
      };
    case "turned away":
      return { type: "turnedAway", reason: TURNED_AWAY.indexOf(m.reason), text: m.text };
    case "chunk":
      return { type: "chunk", land: plainChunk(m.land), changes: plainChanges(m.changes) };
    case "changed":
      return { type: "changed", pos: [m.pos.x, m.pos.y], changes: plainChanges(m.changes) };
    case "forget":
      return { type: "forget", pos: [m.pos.x, m.pos.y] };
    case "heard":
      return { type: "heard", speaker: `${m.speaker}`, name: m.name, text: m.text, loudness: LOUDNESSES.indexOf(m.loudness), act: m.act, muffled: m.muffled };
    case "answer": {
      const { kind, ...rest } = m.outcome.kind === "seen" ? { ...m.outcome, who: `${m.outcome.who}` } : m.outcome;
      return { type: "answer", number: m.number, outcome: { type: kind, ...rest } };
    }
    case "bag":
      return { type: "bag", held: m.held, worn: m.worn, slots: m.slots.map((s) => s && { id: `${s.id}`, kind: s.kind, count: s.count }) };
    case "told":
      return { type: "told", letter: toHex(m.letter) };
    case "felt": {
      const { windTurn: wind_turn, windSpeed: wind_speed, ...here } = m.here;
      return { type: "felt", corner: m.corner, wind_turn, wind_speed, ...here, changes: m.changes };
    }
    case "saw": {
      const { kind, doer, object, whose, ...rest } = m;
      const plain = (id: bigint | string | null) => (id === null ? null : `${id}`);
      return { type: kind, doer: plain(doer), object: plain(object), whose: plain(whose), ...rest };
    }
    case "aware":
      return { type: "aware", state: m.state, cause: m.cause, about: m.about === null ? null : `${m.about}`, place: m.place };
    case "noise":
      return { ...m, kind: undefined, type: "noise", sound: SOUNDS.indexOf(m.sound) };
    case "amiss":
      return { ...m, kind: undefined, type: "amiss", what: THINGS_AMISS.indexOf(m.what), chunk: [m.chunk.x, m.chunk.y] };
    case "missed":
      return { ...m, kind: undefined, type: "missed", who: `${m.who}`, chunk: [m.chunk.x, m.chunk.y] };
    case "watching":
      return { ...m, kind: undefined, type: "watching", whom: m.whom === null ? null : `${m.whom}` };
    case "part":
      return { ...m, kind: undefined, type: "part", foe: `${m.foe}`, part: PARTS_IN_FIGHTS.indexOf(m.part) };
    case "bucket":
      return { ...m, kind: undefined, type: "bucket", chunk: [m.chunk.x, m.chunk.y], turn: TURNS_AT_WELLS.indexOf(m.turn) };
    case "crafts":
      return { type: "crafts", crafts: m.crafts.map((craft) => ({ ...craft, at: WORKPLACES.indexOf(craft.at) })) };
    case "stand":
      return { type: "stand", who: `${m.who}`, asks: m.asks, bids: m.bids };
    case "whose":
      return { type: "whose", thing: `${m.thing}`, owner: m.owner === null ? null : `${m.owner}` };
    default: {
      const { kind, ...rest } = m;
      return { type: kind, ...rest };
    }
  }
}

function target(v: Json): Target {
  if (v.type === "nothing") return { kind: "nothing" };
  if (v.type === "entity") return { kind: "entity", id: BigInt(v.id) };
  const chunk = { x: v.chunk[0], y: v.chunk[1] };
  if (v.type === "growth") return { kind: "growth", chunk, index: v.index };
  return { kind: "edge", chunk, x: v.x, y: v.y, side: v.side };
}

function intent(v: Json): Intent {
  switch (v.type) {
    case "say":
      return { kind: "say", text: v.text, loudness: LOUDNESSES[v.loudness], act: v.act };
    case "look":
      return { kind: "look", target: target(v.target) };
    case "take":
    case "strike":
      return { kind: v.type, id: BigInt(v.id) };
    case "use":
      return { kind: "use", slot: v.slot, on: target(v.on) };
    case "give":
      return { kind: "give", slot: v.slot, to: BigInt(v.to) };
    case "move":
      return { kind: "move", steering: v.steering };
    case "door":
      return { kind: "door", chunk: v.chunk, door: v.door };
    case "close":
      return { kind: "close", foe: BigInt(v.foe) };
    case "draw":
      return { kind: "draw", chunk: { x: v.chunk[0], y: v.chunk[1] }, place: v.place };
    case "game":
      return { kind: "game", verb: v.verb, payload: fromHex(v.payload) };
    default:
      return { kind: v.type, slot: v.slot };
  }
}

function login(v: Json): Login {
  if (v.type === "resume") return { kind: "resume", token: fromHex(v.token) };
  if (v.type === "register") return { ...v, kind: "register", guest: v.guest === null ? null : fromHex(v.guest) };
  return { ...v, kind: v.type };
}

/** A message of from_guest.json as one of ours. */
export function fromGuest(v: Json): FromGuest {
  switch (v.type) {
    case "hello":
      return {
        kind: "hello", protocol: v.protocol, seed: v.seed === null ? null : BigInt(v.seed), view: v.view, login: login(v.login),
      };
    case "do":
      return { kind: "do", number: v.number, intent: intent(v.intent) };
    case "dropped":
      return { kind: "dropped", chunks: v.chunks.map(([x, y]: [number, number]) => ({ x, y })) };
    default:
      return { ...v, kind: v.type };
  }
}

/** A snapshot in the form of snapshots.json. */
export function plainSnapshot(s: Snapshot): Json {
  const { x, y, vx, vy, ...own } = s.own;
  return {
    tick: s.tick,
    own: { ...own, place: [x, y], velocity: [vx, vy] },
    entered: s.entered.map(({ card, state }) => ({
      id: `${card.id}`, kind: card.kind === "thing" ? card.thing : card.kind, name: card.name, look: card.look, state,
    })),
    updated: s.updated.map(({ id, state }) => ({ id: `${id}`, state })),
    left: s.left.map(String),
  };
}
