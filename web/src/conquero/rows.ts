/** The rows the game tells, as its Rust side states them. Written by a test, not by hand: WOLD_BLESS=1 cargo nextest run -p wold-conquero --test told */
export interface Rows {
  readonly "conquero/setting": {
    readonly map: string;
    readonly width: number;
    readonly height: number;
    readonly east: number;
    readonly north: number;
    readonly metres: number;
    readonly teams: number;
    readonly seconds: number;
    readonly rounds: number;
    readonly conquest: boolean;
    readonly near: number;
    readonly capture: number;
    readonly reach: number;
    readonly reach_per_level: number;
    readonly pause: number;
    readonly respawn: number;
  };
  readonly "conquero/centre": {
    readonly x: number;
    readonly y: number;
    readonly size: number;
    readonly name: string;
  };
  readonly "conquero/road": {
    readonly a: number;
    readonly b: number;
  };
  readonly "conquero/round": {
    readonly zero: number;
    readonly left: number | null;
    readonly round: number;
    readonly pause: boolean;
  };
  readonly "conquero/team": {
    readonly score: number;
    readonly wins: number;
  };
  readonly "conquero/hold": {
    readonly owner: number | null;
    readonly taker: number | null;
    readonly share: number;
    readonly contested: boolean;
  };
  readonly "conquero/member": {
    readonly team: number;
    readonly body: bigint;
    readonly name: string;
    readonly human: boolean;
  };
  readonly "conquero/standing": {
    readonly alive: boolean;
    readonly back: number | null;
    readonly level: number;
    readonly kills: number;
    readonly deaths: number;
    readonly captures: number;
  };
  readonly "conquero/whereabouts": {
    readonly x: number;
    readonly y: number;
    readonly vx: number;
    readonly vy: number;
    readonly heading: number;
    readonly life: number;
    readonly stamina: number;
  };
  readonly "conquero/captured": {
    readonly agent: number;
    readonly centre: number;
    readonly from: number | null;
  };
  readonly "conquero/hurt": {
    readonly by: number;
    readonly agent: number;
    readonly damage: number;
  };
  readonly "conquero/killed": {
    readonly by: number;
    readonly agent: number;
  };
  readonly "conquero/risen": {
    readonly agent: number;
  };
  readonly "conquero/over": {
    readonly winner: number | null;
    readonly last: boolean;
  };
  readonly "conquero/begins": {
  };
  readonly "conquero/talk": {
    readonly name: string;
    readonly text: string;
  };
  readonly "conquero/ping": {
    readonly name: string;
    readonly east: number;
    readonly north: number;
  };
}
