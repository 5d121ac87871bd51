/**
 * One peer of a synchronised simulation, by the rules of `lockstep::peer` of the crate `wold-wire`, whose contract holds here: the caller says who is there, hands over
 * what arrives, lets a turn pass whenever one is due, and sends what `outgoing` gives.
 */
import { Disputes, type Told } from "./disputes";
import { History, type Divergence } from "./history";
import { MOST_SAID, type Message, type Order, type Packet, type Piece, type Said, type State } from "./message";
import { Roster } from "./roster";
import type { Simulation } from "./simulation";
import { Stream } from "./stream";

export interface Config {
  /** Turns between saying a command and playing it. */
  delay: number;
  /** Turns that may be shown before everybody's commands are there. */
  readonly foresight: number;
  /** Turns between giving a seat to somebody and the first it plays. */
  readonly notice: number;
  /** Turns that are remembered. */
  readonly memory: number;
}

export const USUAL: Config = { delay: 3, foresight: 0, notice: 12, memory: 256 };

/** What another peer has told. */
interface Other extends Told {
  view: number;
  acknowledged: number;
  /** Where each of those gone ends, as far as it knows. */
  readonly gone: Map<number, number>;
}

type Commands = (number | null)[];

export class Peer<S extends Simulation> {
  /** Figures: turns that had to wait, turns computed again, states taken from others. */
  readonly tally = { waited: 0, again: 0, states: 0 };
  readonly divergences: Divergence[] = [];
  private turn = 0;
  private roster: Roster;
  private readonly streams = new Map<number, Stream>();
  private readonly ends = new Map<number, number>();
  private readonly leaving = new Set<number>();
  private view = 0;
  private newest: number;
  private readonly others = new Map<number, Other>();
  private wishes: readonly Order[] = [];
  private readonly ordered = new Map<number, number>();
  private readonly asked = new Set<number>();
  private readonly disputes: Disputes;
  private history: History;
  private ahead: S;
  private guesses: Commands[] = [];
  private shownTurns = 0;
  private hasState = false;

  private constructor(private game: S, readonly me: number, readonly config: Config) {
    this.roster = Roster.of(game.seats);
    this.newest = me;
    this.history = new History(0, config.memory);
    this.disputes = new Disputes(me);
    this.ahead = game;
  }

  /** Somebody who is there from the first turn. */
  static found<S extends Simulation>(game: S, me: number, seated: readonly Order[], config: Config = { ...USUAL }): Peer<S> {
    const peer = new Peer(game, me, config);
    peer.hasState = true;
    peer.roster = Roster.of(game.seats, seated);
    for (const { peer: id } of seated) peer.streams.set(id, new Stream(0));
    return peer;
  }

  /** Somebody who comes later and takes its state from whoever has one. */
  static join<S extends Simulation>(game: S, me: number, config: Config = { ...USUAL }): Peer<S> {
    return new Peer(game, me, config);
  }

  /** Who is there now, and who shall have which seat; `view` counts such announcements. Whoever comes has a higher number than all before. */
  company(view: number, present: readonly number[], wishes: readonly Order[]): void {
    this.view = view;
    this.newest = Math.max(this.newest, ...present);
    this.wishes = wishes;
    for (const peer of [...this.others.keys()].filter((id) => !present.includes(id))) {
      this.others.delete(peer);
      this.asked.delete(peer);
      if (!this.ends.has(peer)) this.leaving.add(peer);
    }
    for (const peer of present) {
      if (peer === this.me || this.others.has(peer)) continue;
      this.others.set(peer, { view: 0, joined: false, turn: 0, acknowledged: 0, hashes: new Map(), compared: 0, gone: new Map(), dispute: null });
    }
    if (this.disputes.takingFrom !== null && !this.others.has(this.disputes.takingFrom)) this.disputes.takingFrom = null;
  }

  /** Turns shown. */
  get now(): number {
    return this.shownTurns;
  }

  /** Turns that everybody's commands are known for. */
  get confirmed(): number {
    return this.turn;
  }

  get joined(): boolean {
    return this.hasState;
  }

  /** The game after the last turn shown. */
  get shown(): S {
    return this.shownTurns === this.turn ? this.game : this.ahead;
  }

  hash(turn: number): number | undefined {
    return this.history.hash(turn);
  }

  /** The state after so many turns, part by part, if they are confirmed and remembered. */
  past(turns: number): readonly (readonly number[])[] | undefined {
    return this.history.parts(turns - 1);
  }

  /** Turns by which this peer is ahead of the others: half of what its news of them is older than theirs of it. */
  get lead(): number {
    const said = this.streams.get(this.me)?.next ?? 0;
    const leads = [...this.others].flatMap(([peer, other]) => {
      const heard = this.streams.get(peer)?.next;
      return heard === undefined || !this.players().includes(peer) || !this.players().includes(this.me) ? [] : [(said - heard - (heard - other.acknowledged)) / 2];
    });
    return leads.length === 0 ? 0 : Math.max(...leads);
  }

  /** Who plays each seat at the next turn; nobody is a bot. */
  players(): (number | null)[] {
    return this.roster.seats.map((seat) => (seat && seat.from <= this.turn && !this.isOver(seat.peer, this.turn) ? seat.peer : null));
  }

  /** How many turns more the commands of all other players are known for, or null without others; more than the delay says that this peer is late. */
  get ready(): number | null {
    const others = this.roster.players(this.turn).filter(({ peer }) => peer !== this.me && !this.isOver(peer, this.turn));
    if (others.length === 0) return null;
    return Math.max(0, Math.min(...others.map(({ peer }) => this.streams.get(peer)?.next ?? 0)) - this.shownTurns);
  }

  /** Lets a turn pass; `command` is asked for each turn that is said now, `delay` turns before it is played. Whether one more turn is shown. */
  advance(command: () => number): boolean {
    this.settle();
    this.disputes.judge(this.others, this.history);
    if (!this.hasState) return false;
    this.say(command);
    while (this.turn < this.shownTurns && this.isComplete(this.turn)) this.confirm();
    let stepped = false;
    if (this.turn === this.shownTurns && this.isComplete(this.turn)) {
      this.confirm();
      this.shownTurns = this.turn;
      stepped = true;
    } else if (this.shownTurns - this.turn < this.config.foresight) {
      this.shownTurns++;
      stepped = true;
    }
    this.lookAhead();
    this.disputes.compare(this.others, this.history, this.turn);
    if (!stepped) this.tally.waited++;
    return stepped;
  }

  private isOver(peer: number, turn: number): boolean {
    return (this.ends.get(peer) ?? Infinity) <= turn;
  }

  private isComplete(turn: number): boolean {
    return this.roster.players(turn).every(({ peer }) => this.isOver(peer, turn) || this.streams.get(peer)?.at(turn) !== undefined);
  }

  private say(command: () => number): void {
    const own = this.streams.get(this.me);
    while (own && own.next <= this.shownTurns + this.config.delay) own.push({ command: command(), orders: this.orders(own.next) });
  }

  /** Seats to give now: the first player at the table does so for all, to those who have the state. */
  private orders(turn: number): Order[] {
    const here = this.roster.players(this.turn).map(({ peer }) => peer).filter((peer) => peer === this.me || this.others.has(peer));
    if (Math.min(...here) !== this.me) return [];
    const due = this.wishes.filter(({ seat, peer }) => {
      const ready = peer === this.me || this.others.get(peer)?.joined === true;
      const waiting = (this.ordered.get(peer) ?? -1) >= this.turn;
      return ready && this.roster.seats[seat] === null && !waiting && !this.roster.holds(peer);
    });
    for (const { peer } of due) this.ordered.set(peer, turn);
    return due.map(({ seat, peer }) => ({ seat, peer }));
  }

  /** Plays a turn that everybody's commands are there for. */
  private confirm(): void {
    const turn = this.turn;
    this.roster.free(turn, this.ends);
    const commands = this.commands(turn);
    const guess = this.guesses.shift();
    if (guess && guess.join() !== commands.join()) this.guesses = [];
    this.game.step(commands);
    const players = this.roster.players(turn).map(({ peer }) => peer).sort((a, b) => a - b);
    const from = turn + 1 + this.config.notice;
    for (const order of players.flatMap((peer) => this.streams.get(peer)?.at(turn)?.orders ?? [])) {
      if (!this.roster.give(order, from)) continue;
      this.begin(order.peer, from);
      this.miss(order.peer);
    }
    this.history.note([...this.game.components(), this.roster.component()]);
    this.turn++;
    this.forget(this.turn - this.config.memory);
  }

  /** Forgets what was said before a turn, and those who left before it. */
  private forget(oldest: number): void {
    for (const [peer, end] of this.ends) {
      if (end < oldest && !this.roster.holds(peer)) this.ends.delete(peer);
    }
    for (const [peer, stream] of this.streams) {
      stream.forgetBefore(oldest);
      const needed = this.others.has(peer) || this.leaving.has(peer) || this.ends.has(peer) || this.roster.holds(peer);
      if (!needed) this.streams.delete(peer);
    }
  }

  /** Makes sure that the stream of somebody goes on at a turn: what was heard from somebody who began later has a hole before. */
  private begin(peer: number, turn: number): void {
    if (this.streams.get(peer)?.since(turn, 0).from !== turn) this.streams.set(peer, new Stream(turn));
  }

  /** Somebody may have been seated by one who had not heard that it is gone. Newcomers with higher numbers are still to be announced. */
  private miss(peer: number): void {
    const here = peer === this.me || this.others.has(peer) || peer > this.newest;
    if (!here && !this.ends.has(peer)) this.leaving.add(peer);
  }

  /** What each seat does in a turn, as far as it is known, else as it did last. */
  private commands(turn: number): Commands {
    return this.roster.seats.map((seat) => {
      if (!seat || seat.from > turn || this.isOver(seat.peer, turn)) return null;
      const stream = this.streams.get(seat.peer);
      return (stream?.at(turn) ?? stream?.last)?.command ?? 0;
    });
  }

  /** Computes what is shown beyond what is confirmed, again where more is known by now. */
  private lookAhead(): void {
    const best: Commands[] = [];
    for (let turn = this.turn; turn < this.shownTurns; turn++) best.push(this.commands(turn));
    const holds = this.guesses.length > 0 && this.guesses.every((guess, n) => guess.join() === best[n]?.join());
    if (best.length > 0 && !holds) {
      this.ahead = this.game.clone();
      this.tally.again += best.length - 1;
    }
    for (const commands of best.slice(holds ? this.guesses.length : 0)) this.ahead.step(commands);
    this.guesses = best;
  }

  /** Finds where those who are gone end, once everybody has told. Who has no state yet keeps no streams and cannot tell. */
  private settle(): void {
    const others = [...this.others.values()];
    if (!this.hasState || others.some((other) => other.view < this.view)) return;
    for (const peer of this.leaving) {
      this.ends.set(peer, Math.max(this.streams.get(peer)?.next ?? 0, ...others.map((other) => other.gone.get(peer) ?? 0)));
    }
    this.leaving.clear();
  }

  /** What is to be sent now, to whom. */
  outgoing(): [number, Message][] {
    const messages: [number, Message][] = [];
    for (const [peer, other] of this.others) {
      messages.push([peer, this.packet(peer, other)]);
      if (this.hasState && this.asked.has(peer)) messages.push([peer, this.state()]);
      const turn = this.disputes.toExplain(other);
      if (turn !== null) messages.push([peer, this.history.evidence(turn)]);
    }
    this.asked.clear();
    return messages;
  }

  private packet(peer: number, other: Other): Packet {
    // Who has no state yet cannot use what is said.
    const own = other.joined ? this.streams.get(this.me)?.since(other.acknowledged, MOST_SAID) : undefined;
    const left = [...this.ends].filter(([, end]) => other.turn <= end).map(([gone]) => gone);
    const piece = (gone: number): Piece[] => {
      const stream = this.streams.get(gone);
      return stream ? [{ peer: gone, ...stream.since(Math.max(other.turn, stream.next - MOST_SAID), MOST_SAID) }] : [];
    };
    return {
      kind: "packet", view: this.view, joined: this.hasState, wantsState: this.sponsor() === peer, turn: this.turn, hashes: this.history.latest(),
      acknowledged: this.streams.get(peer)?.next ?? 0, from: own?.from ?? 0, said: own?.said ?? [],
      gone: [...this.leaving, ...left].flatMap(piece),
    };
  }

  /** Whom to ask for a state, if one is wanted. */
  private sponsor(): number | null {
    if (this.hasState) return this.disputes.takingFrom;
    const able = [...this.others].filter(([, other]) => other.joined).map(([peer]) => peer);
    return able.length > 0 ? Math.min(...able) : null;
  }

  private state(): State {
    const ahead = this.roster.holders().flatMap(({ peer }) => {
      const stream = this.streams.get(peer);
      return stream ? [{ peer, ...stream.since(this.turn, MOST_SAID) }] : [];
    });
    return { kind: "state", turn: this.turn, seats: [...this.roster.seats], ends: [...this.ends], ahead, parts: this.game.components().map(({ words }) => words) };
  }

  /** Takes what came from a peer; what comes from strangers is nothing. */
  receive(from: number, message: Message): void {
    const other = this.others.get(from);
    if (!other) return;
    if (message.kind === "packet") this.receivePacket(from, other, message);
    else if (message.kind === "state" && this.sponsor() === from) this.take(message);
    else if (message.kind === "evidence") {
      const found = this.disputes.explained(other, from, message, this.history);
      if (found) this.divergences.push(found);
    }
  }

  private receivePacket(from: number, other: Other, packet: Packet): void {
    if (packet.view >= other.view) {
      other.view = packet.view;
      for (const piece of packet.gone) other.gone.set(piece.peer, Math.max(other.gone.get(piece.peer) ?? 0, piece.from + piece.said.length));
    }
    other.joined ||= packet.joined;
    other.turn = Math.max(other.turn, packet.turn);
    other.acknowledged = Math.max(other.acknowledged, packet.acknowledged);
    packet.hashes.forEach((hash, n) => other.hashes.set(packet.turn - packet.hashes.length + n, hash));
    for (const turn of other.hashes.keys()) if (turn < other.turn - this.config.memory) other.hashes.delete(turn);
    if (packet.wantsState) this.asked.add(from);
    if (this.hasState) {
      this.hear(from, packet.from, packet.said);
      for (const piece of packet.gone) {
        if (this.leaving.has(piece.peer) || this.ends.has(piece.peer)) this.hear(piece.peer, piece.from, piece.said);
      }
    }
    this.disputes.compare(this.others, this.history, this.turn);
  }

  /** Keeps what somebody said, even before one has played the turn that seats it; nobody can make us remember more than our memory. */
  private hear(peer: number, from: number, said: readonly Said[]): void {
    if (said.length === 0) return;
    const stream = this.streams.get(peer) ?? new Stream(from);
    this.streams.set(peer, stream);
    stream.extend(from, said, this.turn + this.config.memory);
  }

  /** Takes over another's state, at first or after a difference, and plays on from there. */
  private take(state: State): void {
    if (state.seats.length !== this.game.seats || !this.game.load(state.parts)) return;
    this.tally.states++;
    if (!this.hasState) this.ends.clear();
    this.hasState = true;
    this.turn = state.turn;
    this.shownTurns = state.turn;
    this.guesses = [];
    this.roster = new Roster([...state.seats]);
    for (const [peer, end] of state.ends) this.ends.set(peer, end);
    for (const peer of this.ends.keys()) this.leaving.delete(peer);
    for (const { peer, from } of this.roster.holders()) {
      this.begin(peer, Math.max(from, state.turn));
      this.miss(peer);
    }
    for (const piece of state.ahead) {
      if (piece.peer !== this.me && this.streams.has(piece.peer)) this.hear(piece.peer, piece.from, piece.said);
    }
    this.history = new History(state.turn, this.config.memory);
    this.disputes.forget(this.others, state.turn);
  }
}
