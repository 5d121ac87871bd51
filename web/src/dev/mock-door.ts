/** A pretended host in the page itself, for developing without one (`?mock`, development builds only). */
import { step, type Body } from "../model/body";
import { ORDINARY } from "../wire/physique";
import { Ground } from "../land/ground";
import type { Door, DoorEvents } from "../net/door";
import { Quality } from "../net/quality";
import type { FromGuest } from "../wire/from-guest";
import type { BagSlot } from "../wire/from-host";
import { UNTOUCHED } from "../wire/land";
import type { Card, EntityState } from "../wire/state";
import type { Steering } from "../wire/steering";
import { mockChunk } from "./mock-land";

const ME = 1n;
const NAMES = ["Ada", "Bertil", "Cosima", "Dag", "Edda", "Finn", "Greta", "Hanno", "Ida", "Jorn", "Kaja", "Lars", "Mina", "Nils"];

export async function openMockDoor(events: DoorEvents): Promise<Door> {
  const ground = new Ground();
  const around = { physique: ORDINARY, ground, changesOf: () => UNTOUCHED, others: () => undefined };
  const query = new URLSearchParams(location.search);
  const start = (name: string, otherwise: number): number => Number(query.get(name) ?? otherwise);
  const body: Body = { x: start("x", 2), y: start("y", -2), vx: 0, vy: 0, level: start("level", 0), pose: 0, stamina: 1 };
  let tick = 1000;
  let applied: number | null = null;
  let name = "You";
  let rings = 7;
  const sent = new Set<string>();
  const known = new Set<bigint>();
  const bag: (BagSlot | null)[] = [{ kind: 6, id: 900n, count: 1 }, { kind: 3, id: 901n, count: 1 }, { kind: 7, id: 902n, count: 1 }, { kind: 0, id: 903n, count: 1 }, null, null, null, null];
  let held: number | null = 2;
  let timer = 0;

  const state = (x: number, y: number, heading: number, speed: number, pose: number, holds = 0): EntityState => ({
    x: Math.round(x * 128), y: Math.round(y * 128), course: heading & 255, speed: Math.round(speed * 16), heading: heading & 255,
    level: 0, pose, gesture: 0, held: holds, health: 255,
  });
  const walkers = NAMES.map((who, n) => ({
    card: { id: BigInt(10 + n), kind: n % 5 === 0 ? "human" : "inhabitant", thing: -1, name: who, look: (n * 2654435761) >>> 0 } as Card,
    at: (t: number): EntityState => {
      const a = t / (160 + n * 17) + n * 1.7;
      if (n % 4 === 3) return state(4 + n * 1.3, 6 + (n % 3), n * 40, 0, n % 3 === 0 ? 4 : 0, n === 7 ? 8 : 0);
      const [x, y] = [Math.sin(a) * (14 + n * 2), (n % 2 ? 3 : -3) * Math.cos(a * 2) + (n % 3)];
      const [vx, vy] = [Math.cos(a) * (14 + n * 2), (n % 2 ? 3 : -3) * -2 * Math.sin(a * 2)];
      return state(x, y, Math.round((Math.atan2(vy, vx) / Math.PI / 2) * 256), 1.4, 1, n === 2 ? 4 : 0);
    },
  }));
  const things = Array.from({ length: 12 }, (_, n) => ({
    card: { id: BigInt(100 + n), kind: "thing", thing: n, name: "", look: n } as Card,
    at: (): EntityState => state(-3 + n * 0.9, -5.5 + (n % 2), 0, 0, 0),
  }));

  const pulse = (): void => {
    tick++;
    const entered: { card: Card; state: EntityState }[] = [];
    const updated: { id: bigint; state: EntityState }[] = [];
    for (const who of [...walkers, ...things]) {
      if (known.has(who.card.id)) updated.push({ id: who.card.id, state: who.at(tick) });
      else entered.push({ card: who.card, state: who.at(tick) });
      known.add(who.card.id);
    }
    events.snapshot({
      tick, entered, updated, left: [],
      own: { steering: applied, ...body, stamina: body.stamina * 255, health: 220, hunger: 60 },
    });
    if (tick % 20 === 0) events.message({ kind: "clock", tick, day: (tick * 2 + 26000) % 65536, days: 1 + Math.floor((tick * 2 + 26000) / 65536), paused: false });
    if (tick % 90 === 0) {
      const who = walkers[(tick / 90) % walkers.length];
      events.message({ kind: "heard", speaker: who.card.id, name: who.card.name, loudness: "talk", text: ["Good day to you!", "The bread is fresh.", "Have you seen my axe?"][tick % 3], act: null, muffled: false });
    }
    const [cx, cy] = [Math.floor(body.x / 32), Math.floor(body.y / 32)];
    let budget = 6;
    for (let ring = 0; ring <= rings && budget > 0; ring++) {
      for (let y = cy - ring; y <= cy + ring && budget > 0; y++) {
        for (let x = cx - ring; x <= cx + ring && budget > 0; x++) {
          if (sent.has(`${x},${y}`)) continue;
          sent.add(`${x},${y}`);
          budget--;
          const land = mockChunk(x, y);
          ground.add(land);
          events.message({ kind: "chunk", land, changes: UNTOUCHED });
        }
      }
    }
  };

  return {
    transport: "pretended",
    quality: new Quality(),
    send(message: FromGuest): void {
      if (message.kind === "hello") {
        if ("name" in message.login) name = message.login.name;
        rings = message.view;
        events.message({ kind: "welcome", guest: 1n, body: ME, seed: 42n, tick, token: new Uint8Array(16), operator: true, view: rings, world: "Mockwold", physique: ORDINARY, decided: 0, manifest: { kinds: [] } });
        events.message({ kind: "bag", slots: bag, held, worn: null });
        timer = window.setInterval(pulse, 50);
      } else if (message.kind === "view") {
        rings = message.rings;
      } else if (message.kind === "dropped") {
        for (const pos of message.chunks) sent.delete(`${pos.x},${pos.y}`);
      } else if (message.kind === "do") {
        const { intent } = message;
        if (intent.kind === "say") events.message({ kind: "heard", speaker: ME, name, loudness: intent.loudness, text: intent.text, act: intent.act, muffled: false });
        if (intent.kind === "hold") held = intent.slot;
        events.message({ kind: "bag", slots: bag, held, worn: null });
        if (intent.kind === "take") events.message({ kind: "answer", number: message.number, outcome: { kind: "refused", refusal: 0, text: "too far away" } });
        else events.message({ kind: "answer", number: message.number, outcome: { kind: "done" } });
      }
    },
    steer(newest: number, steerings: readonly Steering[]): void {
      const fresh = steerings.at(-1);
      if (!fresh || newest === applied) return;
      applied = newest;
      step(body, fresh, around);
    },
    close(): void {
      window.clearInterval(timer);
    },
  };
}
