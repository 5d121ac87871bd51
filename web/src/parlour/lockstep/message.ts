/** What peers tell each other, byte for byte as `lockstep::message` of the crate `wold-wire`. */
import { BitReader } from "../../wire/bit-reader";
import { BitWriter } from "../../wire/bit-writer";

export const MOST_SAID = 64;
export const MOST_HASHES = 16;
const MOST_SEATS = 16;
const MOST_PEERS = 256;
const MOST_ORDERS = 16;
const MOST_PARTS = 64;
const MOST_WORDS = 4096;
const MOST_TURNS = 16;
const WORD = 2 ** 32;
/** Turns a game may have: years of them. */
const TURNS = 2 ** 30;

/** A seat is given to somebody. */
export interface Order {
  readonly seat: number;
  readonly peer: number;
}

/** What a player says for one turn. */
export interface Said {
  readonly command: number;
  readonly orders: readonly Order[];
}

/** A piece of somebody's stream. */
export interface Piece {
  readonly peer: number;
  readonly from: number;
  readonly said: readonly Said[];
}

/** What is told to each other peer every turn. */
export interface Packet {
  readonly kind: "packet";
  readonly view: number;
  readonly joined: boolean;
  readonly wantsState: boolean;
  readonly turn: number;
  readonly hashes: readonly number[];
  readonly acknowledged: number;
  readonly from: number;
  readonly said: readonly Said[];
  readonly gone: readonly Piece[];
}

/** Somebody at a seat, from a turn on. */
export interface Holder {
  readonly peer: number;
  readonly from: number;
}

/** A state to begin or begin again from. */
export interface State {
  readonly kind: "state";
  readonly turn: number;
  readonly seats: readonly (Holder | null)[];
  readonly ends: readonly (readonly [number, number])[];
  readonly ahead: readonly Piece[];
  readonly parts: readonly (readonly number[])[];
}

/** States of some turns, for a peer whose hash differs. */
export interface Evidence {
  readonly kind: "evidence";
  readonly from: number;
  readonly turns: readonly (readonly (readonly number[])[])[];
}

export type Message = Packet | State | Evidence;

function putSaid(w: BitWriter, said: readonly Said[]): void {
  w.number(said.length, 7);
  for (const { command, orders } of said) {
    w.number(command, 7);
    w.number(orders.length, 7);
    for (const { seat, peer } of orders) {
      w.number(seat, 7);
      w.number(peer, 7);
    }
  }
}

function getSaid(r: BitReader): Said[] {
  return r.list("said", 8, MOST_SAID, () => {
    const command = r.numberBelow(7, "command", WORD);
    const orders = r.list("orders", 8, MOST_ORDERS, () => ({ seat: r.numberBelow(7, "seat", MOST_SEATS), peer: r.numberBelow(7, "peer", WORD) }));
    return { command, orders };
  });
}

function putPieces(w: BitWriter, pieces: readonly Piece[]): void {
  w.number(pieces.length, 7);
  for (const { peer, from, said } of pieces) {
    w.number(peer, 7);
    w.number(from, 7);
    putSaid(w, said);
  }
}

function getPieces(r: BitReader): Piece[] {
  return r.list("pieces", 8, MOST_PEERS, () => ({ peer: r.numberBelow(7, "peer", WORD), from: r.numberBelow(7, "from", TURNS), said: getSaid(r) }));
}

function putParts(w: BitWriter, parts: readonly (readonly number[])[]): void {
  w.number(parts.length, 7);
  for (const part of parts) {
    w.number(part.length, 7);
    for (const word of part) w.signed(word, 7);
  }
}

function getParts(r: BitReader): number[][] {
  return r.list("parts", 8, MOST_PARTS, () => r.list("words", 8, MOST_WORDS, () => r.signed(7, "word", 2 ** 31) | 0));
}

export function encode(message: Message): Uint8Array<ArrayBuffer> {
  const w = new BitWriter();
  if (message.kind === "packet") {
    w.number(0, 7);
    w.number(message.view, 7);
    w.number((message.joined ? 1 : 0) + (message.wantsState ? 2 : 0), 7);
    w.number(message.turn, 7);
    w.number(message.hashes.length, 7);
    for (const hash of message.hashes) w.number(hash, 7);
    w.number(message.acknowledged, 7);
    w.number(message.from, 7);
    putSaid(w, message.said);
    putPieces(w, message.gone);
  } else if (message.kind === "state") {
    w.number(1, 7);
    w.number(message.turn, 7);
    w.number(message.seats.length, 7);
    for (const seat of message.seats) {
      // Peers are shifted by one, so that 0 is nobody.
      w.number(seat ? seat.peer + 1 : 0, 7);
      w.number(seat ? seat.from : 0, 7);
    }
    w.number(message.ends.length, 7);
    for (const [peer, end] of message.ends) {
      w.number(peer, 7);
      w.number(end, 7);
    }
    putPieces(w, message.ahead);
    putParts(w, message.parts);
  } else {
    w.number(2, 7);
    w.number(message.from, 7);
    w.number(message.turns.length, 7);
    for (const parts of message.turns) putParts(w, parts);
  }
  return w.finish();
}

/** Reads bytes that may come from anybody; throws a ProtocolError. */
export function decode(bytes: Uint8Array): Message {
  const r = new BitReader(bytes);
  const message = body(r);
  r.end();
  return message;
}

function body(r: BitReader): Message {
  const word = (field: string): number => r.numberBelow(7, field, WORD);
  const turn = (field: string): number => r.numberBelow(7, field, TURNS);
  const kind = r.numberBelow(7, "message", 3);
  if (kind === 0) {
    const view = word("view");
    const flags = r.numberBelow(7, "flags", 4);
    return {
      kind: "packet", view, joined: (flags & 1) !== 0, wantsState: (flags & 2) !== 0,
      turn: turn("turn"), hashes: r.list("hashes", 8, MOST_HASHES, () => word("hash")),
      acknowledged: turn("acknowledged"), from: turn("from"), said: getSaid(r), gone: getPieces(r),
    };
  }
  if (kind === 1) {
    const played = turn("turn");
    const seats = r.list("seats", 8, MOST_SEATS, () => {
      const peer = word("peer");
      const from = turn("from");
      return peer === 0 ? null : { peer: peer - 1, from };
    });
    const ends = r.list("ends", 8, MOST_PEERS, () => [word("peer"), turn("end")] as const);
    return { kind: "state", turn: played, seats, ends, ahead: getPieces(r), parts: getParts(r) };
  }
  return { kind: "evidence", from: turn("from"), turns: r.list("turns", 8, MOST_TURNS, () => getParts(r)) };
}
