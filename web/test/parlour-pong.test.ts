/** Pong over a long line, as two pages see it: own paddles at once, a ball that never jumps, and hits that each sees when word of them can be there. */
import { describe, expect, it } from "vitest";
import { Dice } from "../src/parlour/games/dice";
import { BACK, FORTH, Pong, RULES, SLOW, pongOf } from "../src/parlour/games/pong";
import { decode, encode } from "../src/parlour/lockstep/message";
import { Peer, USUAL } from "../src/parlour/lockstep/peer";
import { Line, type Seen } from "../src/parlour/views/pong-seen";

const FRAMES = 20;
const FORESIGHT = 16;

/** A page at the table: its peer, the line it sees through, and what it saw. */
class Side {
  readonly line = new Line();
  readonly sights = new Map<number, { seen: number; judge: number; delay: number }>();
  before: Pong;
  last: Pong;
  seen: Seen | null = null;
  jump = 0;
  waits = 0;

  constructor(readonly peer: Peer<Pong>, readonly seat: number) {
    this.before = this.last = peer.shown.clone();
  }

  advance(command: number): boolean {
    if (!this.peer.advance(() => command)) return false;
    this.before = this.last;
    this.last = this.peer.shown.clone();
    return true;
  }

  look(share: number): void {
    const { peer, before, last } = this;
    const past = (turns: number) => {
      const parts = peer.past(turns);
      return parts ? pongOf(parts) : null;
    };
    const now = peer.now - 1 + share;
    const seen = this.line.look({ now, confirmed: peer.confirmed, least: 0, last, before, share, past }, this.seat);
    if (!seen) return;
    const was = this.seen;
    if (was && seen.judged !== was.judged) {
      expect(seen.judged).toBe(was.judged + 1);
      this.sights.set(seen.judged, { seen: now, judge: seen.judge, delay: seen.judge === this.seat ? 0 : this.line.delay });
    }
    if (was && was.striker !== null && seen.striker !== null && was.lost === 0 && seen.lost === 0) {
      this.jump = Math.max(this.jump, Math.hypot(seen.ball.x - was.ball.x, seen.ball.y - was.ball.y));
    }
    this.seen = seen;
  }
}

/** Two pages that get each other's messages so many turns late, and what they saw of many turns. */
function played(way: number, jitter: number, loss: number, turns: number, commands: (side: Side, turn: number) => number): Side[] {
  const seated = [{ seat: 0, peer: 0 }, { seat: 1, peer: 1 }];
  const sides = [0, 1].map((me) => new Side(Peer.found(new Pong(5), me, seated, { ...USUAL, delay: 0, foresight: FORESIGHT }), me));
  for (const { peer } of sides) peer.company(0, [0, 1], seated);
  const under: { at: number; to: number; from: number; bytes: Uint8Array }[] = [];
  const dice = new Dice(11);
  for (let turn = 0; turn < turns; turn++) {
    for (const packet of under.splice(0)) {
      if (packet.at > turn) under.push(packet);
      else sides[packet.to].peer.receive(packet.from, decode(packet.bytes));
    }
    for (const side of sides) {
      side.waits += Number(!side.advance(commands(side, turn)));
      for (const [to, message] of side.peer.outgoing()) {
        if (dice.roll(100) >= loss) under.push({ at: turn + way + dice.roll(jitter + 1), to, from: side.seat, bytes: encode(message) });
      }
      for (let frame = 1; frame <= FRAMES; frame++) side.look(frame / FRAMES);
    }
  }
  return sides;
}

/** What a bot would do, and now and then something else, so that points are made and slow motion is used. */
function whims(seed: number): (side: Side, turn: number) => number {
  const dice = new Dice(seed);
  const holds = [0, 0];
  return ({ peer, seat }) => {
    if (dice.roll(30) === 0) holds[seat] = dice.roll(3) === 0 ? SLOW : 0;
    if (dice.roll(12) === 0) return [BACK, FORTH][dice.roll(2)] | holds[seat];
    return (peer.shown as unknown as { pilot(seat: number): number }).pilot(seat) | holds[seat];
  };
}

/** How far a ball is shown to go in a frame at the most: three times as fast as it is, when it comes from slow motion at the far end to one's own. */
const FASTEST = (Math.hypot((2 * RULES.court.half_length) / (RULES.ball.least_flight / 1000), RULES.paddle.steepest + RULES.ball.roughness) / FRAMES) * 3;

describe("Pong over a long line", () => {
  it.each([[0, 0, 0], [2, 1, 5], [4, 2, 10], [8, 3, 10]])("never shows the ball jump, %d turns apart with a jitter of %d and %d in a hundred lost", (way, jitter, loss) => {
    const sides = played(way, jitter, loss, 2500, whims(way + 1));
    const [a, b] = sides;
    for (const side of sides) {
      expect(side.jump).toBeLessThan(FASTEST);
      expect(side.jump).toBeGreaterThan(FASTEST / 5);
      expect(side.sights.size).toBeGreaterThan(50);
    }
    // Who struck sees the hit as much later as the news is old.
    let compared = 0;
    for (const [judged, at] of a.sights) {
      const other = b.sights.get(judged);
      if (!other) continue;
      expect(other.judge).toBe(at.judge);
      const [there, here] = at.judge === a.seat ? [at, other] : [other, at];
      expect(Math.abs(here.seen - there.seen - here.delay)).toBeLessThan(0.6);
      compared++;
    }
    expect(compared).toBeGreaterThan(50);
    expect(a.peer.hash(2400)).toBe(b.peer.hash(2400));
  });

  it("moves one's own paddle at once and the other's when the news is there", () => {
    const [a, b] = played(6, 0, 0, 90, ({ seat }, turn) => (seat === 0 && turn >= 60 ? FORTH : 0));
    expect(a.seen?.paddles[0]).toBe(Math.min(30 * RULES.paddle.step, RULES.court.half_width - RULES.paddle.half));
    const first = played(6, 0, 0, 61, ({ seat }, turn) => (seat === 0 && turn >= 60 ? FORTH : 0));
    expect(first[0].seen?.paddles[0]).toBe(RULES.paddle.step);
    expect(first[1].seen?.paddles[0]).toBe(0);
    expect(b.line.delay).toBeGreaterThanOrEqual(6);
    expect(b.line.delay).toBeLessThan(8);
  });

  it("sees the ball sooner than it is when it comes from slow motion, and later at an end that slows it", () => {
    const lates = [0, 0];
    const slows = ({ leg, round }: Pong): boolean => round[0] === 0 && leg.striker === 0 && leg.age > 18_000;
    const [a] = played(5, 0, 0, 400, (side, turn) => {
      if (side.seen && side.seat === 0 && turn > 60) {
        lates[0] = Math.min(lates[0], side.seen.late);
        lates[1] = Math.max(lates[1], side.seen.late);
      }
      return (side.peer.shown as unknown as { pilot(seat: number): number }).pilot(side.seat) | (side.seat === 1 && slows(side.peer.shown) ? SLOW : 0);
    });
    expect(lates[0]).toBeLessThan(-2);
    expect(lates[1]).toBeGreaterThan(7);
    expect(a.jump).toBeLessThan(FASTEST);
  });
});
