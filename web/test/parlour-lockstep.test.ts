/** The page's peers: the same bytes as the program's, and agreement whatever the network does. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { Gong } from "../src/parlour/games/gong";
import { Dice } from "../src/parlour/games/dice";
import { decode, encode, type Order } from "../src/parlour/lockstep/message";
import { Peer, USUAL, type Config } from "../src/parlour/lockstep/peer";
import { fromHex, toHex } from "./support/golden";

const GOLDEN = resolve(import.meta.dirname, "../../crates/core/wire/golden/lockstep.txt");

describe("messages between peers", () => {
  it.each(readFileSync(GOLDEN, "utf8").trim().split("\n"))("are read and written as by the program: %s", (line) => {
    const [kind, hex] = line.split(": ");
    const message = decode(fromHex(hex));
    expect(message.kind).toBe(kind);
    expect(toHex(encode(message))).toBe(hex);
    expect(() => decode(fromHex(hex).slice(0, -1))).toThrow();
  });
});

/** Peers whose packets take a while and are sometimes lost. */
class Party {
  readonly peers = new Map<number, Peer<Gong>>();
  /** Who differed from the first to play a turn. */
  readonly differing: { peer: number; turn: number }[] = [];
  private readonly dice = new Dice(11);
  private readonly under: { at: number; to: number; from: number; bytes: Uint8Array }[] = [];
  private readonly hashes = new Map<number, number>();
  private time = 0;
  private view = 0;
  private wishes: Order[] = [];

  constructor(private readonly seats: number, players: number, private readonly config: Config) {
    this.wishes = Array.from({ length: players }, (_, peer) => ({ seat: peer, peer }));
    for (const { peer } of this.wishes) this.peers.set(peer, Peer.found(new Gong(seats, 5), peer, this.wishes, { ...config }));
    this.announce();
  }

  private announce(): void {
    for (const peer of this.peers.values()) peer.company(this.view, [...this.peers.keys()], this.wishes);
    this.view++;
  }

  join(id: number, seat: number | null): void {
    this.peers.set(id, Peer.join(new Gong(this.seats, 5), id, { ...this.config }));
    if (seat !== null) this.wishes = [...this.wishes, { seat, peer: id }];
    this.announce();
  }

  leave(id: number): void {
    this.peers.delete(id);
    this.wishes = this.wishes.filter(({ peer }) => peer !== id);
    this.announce();
  }

  steps(count: number): void {
    for (let n = 0; n < count; n++) {
      this.time++;
      for (const packet of this.under.splice(0)) {
        if (packet.at > this.time) this.under.push(packet);
        else this.peers.get(packet.to)?.receive(packet.from, decode(packet.bytes));
      }
      for (const [id, peer] of this.peers) {
        peer.advance(() => this.dice.roll(3));
        if ((peer.ready ?? 0) > this.config.delay + 1) peer.advance(() => 0);
        for (const [to, message] of peer.outgoing()) {
          if (this.dice.roll(5) > 0) this.under.push({ at: this.time + 1 + this.dice.roll(3), to, from: id, bytes: encode(message) });
        }
        const turn = peer.confirmed - 1;
        const hash = peer.hash(turn);
        if (hash === undefined) continue;
        if (!this.hashes.has(turn)) this.hashes.set(turn, hash);
        if (hash !== this.hashes.get(turn)) this.differing.push({ peer: id, turn });
      }
    }
  }
}

describe("a party", () => {
  it.each([0, 6])("agrees at every turn, whoever comes and goes (foresight %d)", (foresight) => {
    const party = new Party(4, 2, { ...USUAL, foresight });
    party.steps(60);
    party.join(2, 2);
    party.join(3, null);
    party.steps(60);
    expect(party.peers.get(3)?.players()).toEqual([0, 1, 2, null]);
    party.leave(0);
    party.steps(60);
    for (const peer of party.peers.values()) {
      expect(peer.players()).toEqual([null, 1, 2, null]);
      expect(peer.confirmed).toBeGreaterThan(60);
    }
    expect(party.differing).toEqual([]);
  });

  it("finds who differs, names the part, and mends it", () => {
    const party = new Party(4, 3, USUAL);
    party.steps(40);
    const wrong = party.peers.get(1) as Peer<Gong>;
    wrong["game"].scores[2] += 1;
    party.steps(80);
    expect(wrong.tally.states).toBe(1);
    expect(wrong.divergences[0]).toMatchObject({ component: "scores" });
    expect(party.peers.get(0)?.divergences[0]).toMatchObject({ with: 1, component: "scores" });
    expect(party.peers.get(0)?.tally.states).toBe(0);
    const before = party.differing.splice(0);
    expect(before.length).toBeGreaterThan(0);
    party.steps(40);
    expect(party.differing).toEqual([]);
  });
});
