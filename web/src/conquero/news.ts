/** What the game of Conquero tells, and what it can be asked for. The same as `news.rs` of the game. */
import { ProtocolError } from "../wire/error";
import { PostcardReader } from "./postcard";

export const TOPIC = 0x0c00;
export const VERBS = { join: 0x0c01, watch: 0x0c02, swing: 0x0c03, talk: 0x0c04, ping: 0x0c05, brief: 0x0c06 } as const;

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

export interface Member {
  readonly team: number;
  readonly body: bigint;
  readonly name: string;
  readonly human: boolean;
}

export interface CentreState {
  readonly owner: number | null;
  readonly taking: { readonly team: number; readonly share: number } | null;
  readonly contested: boolean;
}

export type Presence =
  | { readonly kind: "absent" }
  | { readonly kind: "hidden" }
  | { readonly kind: "seen"; readonly at: readonly [number, number]; readonly heading: number; readonly life: number; readonly stamina: number }
  | { readonly kind: "dead"; readonly steps: number };

export interface AgentState {
  readonly presence: Presence;
  readonly level: number;
  readonly kills: number;
  readonly deaths: number;
  readonly captures: number;
}

export interface State {
  readonly step: number;
  readonly left: number | null;
  readonly round: number;
  readonly pause: boolean;
  readonly scores: readonly number[];
  readonly wins: readonly number[];
  readonly centres: readonly CentreState[];
  readonly agents: readonly AgentState[];
}

export type Happening =
  | { readonly kind: "capture"; readonly agent: number; readonly centre: number; readonly from: number | null }
  | { readonly kind: "hurt"; readonly by: number; readonly agent: number; readonly damage: number }
  | { readonly kind: "kill"; readonly by: number; readonly agent: number }
  | { readonly kind: "respawn"; readonly agent: number }
  | { readonly kind: "over"; readonly winner: number | null; readonly last: boolean }
  | { readonly kind: "begins" };

export type News =
  | { readonly kind: "setting"; readonly setting: Setting }
  | { readonly kind: "roster"; readonly roster: readonly Member[] }
  | { readonly kind: "state"; readonly state: State }
  | { readonly kind: "happened"; readonly all: readonly Happening[] }
  | { readonly kind: "talk"; readonly name: string; readonly text: string }
  | { readonly kind: "ping"; readonly name: string; readonly at: readonly [number, number] }
  | { readonly kind: "role"; readonly agent: number | null };

export function decodeNews(bytes: Uint8Array): News {
  const r = new PostcardReader(bytes);
  const news = readNews(r);
  r.end();
  return news;
}

function readNews(r: PostcardReader): News {
  const kind = r.number();
  switch (kind) {
    case 0:
      return { kind: "setting", setting: readSetting(r) };
    case 1:
      return { kind: "roster", roster: r.list(() => ({ team: r.byte(), body: r.big(), name: r.text(), human: r.bool() })) };
    case 2:
      return { kind: "state", state: readState(r) };
    case 3:
      return { kind: "happened", all: r.list(() => readHappening(r)) };
    case 4:
      return { kind: "talk", name: r.text(), text: r.text() };
    case 5:
      return { kind: "ping", name: r.text(), at: r.pair() };
    case 6:
      return { kind: "role", agent: r.maybe(() => r.number()) };
    default:
      throw new ProtocolError(`there is no news of kind ${kind}`);
  }
}

function readSetting(r: PostcardReader): Setting {
  return {
    map: r.text(), extent: r.pair(), corner: r.pair(), metres: r.float(),
    centres: r.list(() => ({ at: r.pair(), size: r.float() })),
    names: r.list(() => r.text()),
    roads: r.list(() => [r.number(), r.number()] as const),
    teams: r.byte(), seconds: r.float(), rounds: r.number(), conquest: r.bool(),
    near: r.float(), capture: r.float(), reach: r.pair(), pause: r.float(), respawn: r.float(),
  };
}

function readState(r: PostcardReader): State {
  return {
    step: r.number(), left: r.maybe(() => r.number()), round: r.number(), pause: r.bool(),
    scores: r.list(() => r.number()), wins: r.list(() => r.number()),
    centres: r.list(() => ({
      owner: r.maybe(() => r.byte()),
      taking: r.maybe(() => ({ team: r.byte(), share: r.byte() / 255 })),
      contested: r.bool(),
    })),
    agents: r.list(() => ({
      presence: readPresence(r), level: r.number() / 10, kills: r.number(), deaths: r.number(), captures: r.number(),
    })),
  };
}

function readPresence(r: PostcardReader): Presence {
  const kind = r.number();
  switch (kind) {
    case 0:
      return { kind: "absent" };
    case 1:
      return { kind: "hidden" };
    case 2:
      return {
        kind: "seen", at: r.pair(), heading: (r.byte() / 256) * Math.PI * 2, life: r.byte() / 255, stamina: r.byte() / 255,
      };
    case 3:
      return { kind: "dead", steps: r.number() };
    default:
      throw new ProtocolError(`there is no presence of kind ${kind}`);
  }
}

function readHappening(r: PostcardReader): Happening {
  const kind = r.number();
  switch (kind) {
    case 0:
      return { kind: "capture", agent: r.number(), centre: r.number(), from: r.maybe(() => r.byte()) };
    case 1:
      return { kind: "hurt", by: r.number(), agent: r.number(), damage: r.number() };
    case 2:
      return { kind: "kill", by: r.number(), agent: r.number() };
    case 3:
      return { kind: "respawn", agent: r.number() };
    case 4:
      return { kind: "over", winner: r.maybe(() => r.byte()), last: r.bool() };
    case 5:
      return { kind: "begins" };
    default:
      throw new ProtocolError(`nothing of kind ${kind} can happen`);
  }
}
