/** What the page knows of the war, from what the game told, and what follows from it. */
import { Signal } from "../model/signal";
import { goneOn, type Call, type Hearer, type Kept, type Letter } from "../wire/hearer";
import type { Rows } from "./rows";

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Setting {
  readonly map: string;
  readonly extent: readonly [number, number];
  /** South-west corner in metres of the world. */
  readonly corner: readonly [number, number];
  readonly metres: number;
  readonly centres: readonly { readonly at: readonly [number, number]; readonly size: number }[];
  readonly names: readonly string[];
  readonly roads: readonly (readonly [number, number])[];
  readonly teams: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly conquest: boolean;
  readonly near: number;
  readonly capture: number;
  readonly reach: readonly [number, number];
  readonly pause: number;
  readonly respawn: number;
}

export type Member = Rows["conquero/member"];

export interface CentreState {
  readonly owner: number | null;
  readonly taking: { readonly team: number; readonly share: number } | null;
  readonly contested: boolean;
}

export type Presence =
  | { readonly kind: "absent" }
  | { readonly kind: "hidden" }
  /** Places in units of the map, and units a second. */
  | {
      readonly kind: "seen"; readonly at: readonly [number, number]; readonly going: readonly [number, number];
      readonly heading: number; readonly life: number; readonly stamina: number;
    }
  | { readonly kind: "dead"; readonly steps: number };

export interface AgentState {
  readonly presence: Presence;
  readonly level: number;
  readonly kills: number;
  readonly deaths: number;
  readonly captures: number;
}

export interface State {
  readonly left: number | null;
  readonly round: number;
  readonly pause: boolean;
  readonly scores: readonly number[];
  readonly wins: readonly number[];
  readonly centres: readonly CentreState[];
  readonly agents: readonly AgentState[];
}

export type Happening =
  | ({ readonly kind: "capture" } & Rows["conquero/captured"])
  | ({ readonly kind: "hurt" } & Rows["conquero/hurt"])
  | ({ readonly kind: "kill" } & Rows["conquero/killed"])
  | ({ readonly kind: "respawn" } & Rows["conquero/risen"])
  | ({ readonly kind: "over" } & Rows["conquero/over"])
  | { readonly kind: "begins" };

/** Steps in which stamina is told. */
const FULL_STAMINA = 63;

/** Rows of a kind as they were told. */
function kept<K extends keyof Rows>(told: Hearer, kind: K): ReadonlyMap<bigint, Kept & { readonly row: Rows[K] }> {
  return told.rows(kind) as ReadonlyMap<bigint, Kept & { readonly row: Rows[K] }>;
}

/** Rows by their numbers, from 0 on without a gap. */
function inOrder<K extends keyof Rows>(told: Hearer, kind: K): Rows[K][] {
  const rows = kept(told, kind);
  const all: Rows[K][] = [];
  for (let row = rows.get(0n); row; row = rows.get(BigInt(all.length))) all.push(row.row);
  return all;
}

export class War {
  setting: Setting | null = null;
  roster: readonly Member[] = [];
  state: State | null = null;
  role: number | null = null;
  readonly onHappening = new Signal<Happening>();
  readonly onTalk = new Signal<{ name: string; text: string }>();
  readonly onPing = new Signal<{ name: string; at: Place }>();
  readonly onRole = new Signal<number | null>();
  readonly onSetting = new Signal<Setting>();
  readonly onState = new Signal<State>();
  /** What the setting was made of: its row, and how many centres and roads had been told. */
  private made: readonly [Rows["conquero/setting"], number, number] | null = null;

  /** Takes in what was told, by somebody with this body. */
  read(told: Hearer, letter: Letter, body: bigint): void {
    const set = kept(told, "conquero/setting").get(0n)?.row;
    if (!set) return;
    const first = this.made === null;
    const of = [set, told.rows("conquero/centre").size, told.rows("conquero/road").size] as const;
    if (!this.setting || of.some((part, n) => part !== this.made?.[n])) {
      this.made = of;
      this.setting = settingOf(told, set);
      this.onSetting.emit(this.setting);
    }
    this.roster = inOrder(told, "conquero/member");
    const own = this.roster.findIndex((member) => member.body === body);
    const role = own < 0 ? null : own;
    this.state = stateOf(told, this.setting.centres.length);
    if (role !== this.role || first) {
      this.role = role;
      this.onRole.emit(role);
    }
    this.onState.emit(this.state);
    for (const call of letter.calls) this.hear(call);
  }

  private hear({ kind, row }: Call): void {
    const fields = <K extends keyof Rows>(): Rows[K] => row as unknown as Rows[K];
    switch (kind as keyof Rows) {
      case "conquero/captured":
        return this.onHappening.emit({ kind: "capture", ...fields<"conquero/captured">() });
      case "conquero/hurt":
        return this.onHappening.emit({ kind: "hurt", ...fields<"conquero/hurt">() });
      case "conquero/killed":
        return this.onHappening.emit({ kind: "kill", ...fields<"conquero/killed">() });
      case "conquero/risen":
        return this.onHappening.emit({ kind: "respawn", ...fields<"conquero/risen">() });
      case "conquero/over":
        return this.onHappening.emit({ kind: "over", ...fields<"conquero/over">() });
      case "conquero/begins":
        return this.onHappening.emit({ kind: "begins" });
      case "conquero/talk":
        return this.onTalk.emit(fields<"conquero/talk">());
      case "conquero/ping": {
        const { name, east, north } = fields<"conquero/ping">();
        return this.onPing.emit({ name, at: { x: east, y: north } });
      }
      default:
    }
  }

  /** One's own team; none of those who watch. */
  get team(): number | null {
    return this.role === null ? null : (this.roster[this.role]?.team ?? null);
  }

  get self(): AgentState | null {
    return this.role === null ? null : (this.state?.agents[this.role] ?? null);
  }

  inWorld(at: readonly [number, number]): Place {
    const { corner, metres } = this.setting ?? { corner: [0, 0], metres: 1 };
    return { x: corner[0] + at[0] * metres, y: corner[1] + at[1] * metres };
  }

  centre(number: number): Place {
    return this.inWorld(this.setting?.centres[number].at ?? [0, 0]);
  }

  /** Metres within which one is near a centre. */
  get near(): number {
    return (this.setting?.near ?? 0) * (this.setting?.metres ?? 0);
  }

  owner(centre: number): number | null {
    return this.state?.centres[centre]?.owner ?? null;
  }

  /** The rule of the game: what a team that holds nothing takes is free; else it must be a neighbour of what it holds. */
  mayTake(team: number, centre: number): boolean {
    const { setting, state } = this;
    if (!setting || !state || this.owner(centre) === team) return false;
    const holdsNone = state.centres.every(({ owner }) => owner !== team);
    return holdsNone || setting.roads.some(([a, b]) => (a === centre && this.owner(b) === team) || (b === centre && this.owner(a) === team));
  }

  /** The centre one is near, if any. */
  centreNear(place: Place): number | null {
    const { setting } = this;
    if (!setting) return null;
    const found = setting.centres.findIndex((_, n) => {
      const at = this.centre(n);
      return Math.hypot(at.x - place.x, at.y - place.y) <= this.near;
    });
    return found < 0 ? null : found;
  }

  /** The nearest centre one's team may take, and how far it is. */
  nextGoal(place: Place): { centre: number; metres: number; at: Place } | null {
    const { team, setting } = this;
    if (team === null || !setting) return null;
    let best: { centre: number; metres: number; at: Place } | null = null;
    for (let centre = 0; centre < setting.centres.length; centre++) {
      if (!this.mayTake(team, centre)) continue;
      const at = this.centre(centre);
      const metres = Math.hypot(at.x - place.x, at.y - place.y);
      if (!best || metres < best.metres) best = { centre, metres, at };
    }
    return best;
  }

  /** Centres each team holds and the share of all sizes they are. */
  shares(): { centres: number; share: number }[] {
    const { setting, state } = this;
    const all = Array.from({ length: setting?.teams ?? 0 }, () => ({ centres: 0, share: 0 }));
    if (!setting || !state) return all;
    const whole = setting.centres.reduce((sum, { size }) => sum + size, 0);
    state.centres.forEach(({ owner }, n) => {
      if (owner === null || !all[owner]) return;
      all[owner].centres++;
      all[owner].share += setting.centres[n].size / whole;
    });
    return all;
  }

  memberOf(body: bigint): Member | null {
    return this.roster.find((member) => member.body === body) ?? null;
  }

  nameOf(agent: number): string {
    return agent === this.role ? "You" : (this.roster[agent]?.name || "Somebody");
  }

  centreName(centre: number): string {
    return this.setting?.names[centre] ?? `Centre ${centre + 1}`;
  }
}

function settingOf(told: Hearer, set: Rows["conquero/setting"]): Setting {
  const centres = inOrder(told, "conquero/centre");
  const is = (centre: number): boolean => centre < centres.length;
  return {
    ...set,
    extent: [set.width, set.height], corner: [set.east, set.north], reach: [set.reach, set.reach_per_level],
    centres: centres.map(({ x, y, size }) => ({ at: [x, y], size })),
    names: centres.map(({ name }) => name),
    roads: inOrder(told, "conquero/road").filter(({ a, b }) => is(a) && is(b)).map(({ a, b }) => [a, b]),
  };
}

const UNHELD: CentreState = { owner: null, taking: null, contested: false };

function stateOf(told: Hearer, centres: number): State {
  const round = kept(told, "conquero/round").get(0n)?.row ?? { zero: 0, left: null, round: 0, pause: false };
  const [teams, holds] = [inOrder(told, "conquero/team"), inOrder(told, "conquero/hold")];
  const centre = ({ owner, taker, share, contested }: Rows["conquero/hold"]): CentreState =>
    ({ owner, contested, taking: taker === null ? null : { team: taker, share: share / 255 } });
  return {
    left: round.left, round: round.round, pause: round.pause,
    scores: teams.map(({ score }) => score), wins: teams.map(({ wins }) => wins),
    // A great map comes in several letters.
    centres: Array.from({ length: centres }, (_, n) => (holds[n] ? centre(holds[n]) : UNHELD)),
    agents: inOrder(told, "conquero/standing").map((standing, n) => ({ ...standing, presence: presenceOf(told, standing, n, round.zero) })),
  };
}

function presenceOf(told: Hearer, { alive, back }: Rows["conquero/standing"], agent: number, zero: number): Presence {
  if (!alive) return back === null ? { kind: "absent" } : { kind: "dead", steps: Math.max(0, back + zero - told.tick) };
  const seen = kept(told, "conquero/whereabouts").get(BigInt(agent));
  if (!seen) return { kind: "hidden" };
  const { x, y, vx, vy, heading, life, stamina } = seen.row;
  return {
    kind: "seen", at: [goneOn(seen, x, vx, told.tick), goneOn(seen, y, vy, told.tick)], going: [vx, vy],
    heading: (heading / 256) * Math.PI * 2, life: life / 255, stamina: stamina / FULL_STAMINA,
  };
}
