/** What the host tells of fights among its own inhabitants, of the nets that hand out what is scarce, and of influence. */
export type Point = readonly [number, number];

/** The circle about somebody who is attacked. */
export interface Circle {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Metres outside which those without a slot stay. */
  readonly outer: number;
  readonly slots: readonly { readonly x: number; readonly y: number; readonly by: string | null; readonly striking: boolean }[];
  readonly waiting: readonly { readonly id: string; readonly x: number; readonly y: number }[];
  readonly grid_left: number;
  readonly attack_left: number;
}

export type Fate = "won" | "passed" | "failed" | "partial";

/** A place somebody thought of, what became of it and by which condition it failed. */
export interface Candidate {
  readonly x: number;
  readonly y: number;
  readonly fate: Fate;
  readonly why: string | null;
  readonly option: string;
}

/** A question for places. */
export interface FightQuery {
  readonly name: string;
  /** The option that answered. */
  readonly option: string | null;
  /** Those who were not to see it. */
  readonly eyes: readonly Point[];
  readonly candidates: readonly Candidate[];
  /** Outlines that hide, end to end. */
  readonly walls: readonly (readonly [number, number, number, number])[];
  /** The way that was chosen, from where it was, and how many metres of it are in sight. */
  readonly way: { readonly corners: readonly Point[]; readonly metres: number; readonly exposed: number } | null;
}

export interface Fighter {
  readonly id: string;
  readonly why: string;
  readonly foe: string | null;
  readonly odds: { readonly chance: number; readonly ours: number; readonly theirs: number } | null;
  readonly query: FightQuery | null;
}

/** A place or a foe somebody has taken. */
export interface Claim {
  readonly by: string;
  readonly x?: number;
  readonly y?: number;
  readonly foe?: string;
}

/** A net that hands out something scarce, drawn with its tokens. */
export interface NetReport {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly has: readonly string[];
  readonly waiting: readonly string[];
  readonly served: number;
  readonly svg: string;
}

export interface FightsReport {
  readonly circles: readonly Circle[];
  readonly fighters: readonly Fighter[];
  readonly claims: readonly Claim[];
  readonly nets?: readonly NetReport[];
}

/** A layer of influence about a fighter: tiles of a metre, row by row from the south; null says nothing. */
export interface InfluenceMessage {
  readonly type: "influence";
  readonly layer: string;
  readonly layers: readonly string[];
  /** About whom; null if nobody fights. */
  readonly of: string | null;
  readonly own?: readonly string[];
  readonly theirs?: readonly string[];
  readonly corner?: Point;
  readonly side?: number;
  readonly values: readonly (number | null)[];
}
