/** Weather, prices and regard around one's own body, as told so far. */
import {
  CHANNEL_TOPS, CHANNELS, FIELD_CELL_METRES, PRICED_GOODS, SQUARE_CELLS, SMELLS, SQUARE_SIDE, TOP_STEP, type Felt,
} from "../wire/surroundings";

export type FieldChannel = (typeof CHANNELS)[number];

export class Surroundings {
  /** Whether the host has told anything: worlds can be without weather. */
  told = false;
  /** Where the wind blows to, in radians anticlockwise from east, and how strongly. */
  windAngle = 0;
  windSpeed = 0;
  celsius = 12;
  /** How one is regarded here: 0 where nobody has heard of one. */
  regard = 0;
  /** What goods cost, at a stall. */
  prices: readonly { readonly good: string; readonly price: number }[] = [];

  /** The cell in the square's south-western corner. */
  corner: readonly [number, number] = [0, 0];
  /** Whether one keeps the law. */
  duty = false;
  /** How strongly it smells of each of SMELLS, 0 to 3. */
  smells: readonly number[] = [];
  private readonly steps = CHANNELS.map(() => new Uint8Array(SQUARE_CELLS));

  /** Forgets everything: a host that welcomes again tells from the beginning. */
  reset(): void {
    this.told = false;
    this.corner = [0, 0];
    for (const steps of this.steps) steps.fill(0);
  }

  apply(felt: Felt): void {
    this.told = true;
    if (felt.corner[0] !== this.corner[0] || felt.corner[1] !== this.corner[1]) {
      this.corner = felt.corner;
      for (const steps of this.steps) steps.fill(0);
    }
    felt.changes.forEach((changes, channel) => {
      for (const [cell, step] of changes) this.steps[channel][cell] = step;
    });
    const { windTurn, windSpeed, warmth, regard, prices, duty, smells } = felt.here;
    this.duty = duty;
    this.smells = smells;
    this.windAngle = (windTurn / 256) * Math.PI * 2;
    this.windSpeed = windSpeed;
    this.celsius = warmth / 2 - 64;
    this.regard = regard / 2;
    this.prices = (prices ?? []).map((price, good) => ({ good: PRICED_GOODS[good], price: price / 100 }));
  }

  /** A field in a cell of the square, counted row by row from its corner. */
  cell(channel: FieldChannel, index: number): number {
    const number = CHANNELS.indexOf(channel);
    return (this.steps[number][index] / TOP_STEP) * CHANNEL_TOPS[number];
  }

  /** A field at a place in metres, smooth between the middles of cells; at the rim of the square what lies within goes on. */
  at(channel: FieldChannel, x: number, y: number): number {
    const index = CHANNELS.indexOf(channel);
    const steps = this.steps[index];
    const within = (v: number) => Math.min(Math.max(v, 0), SQUARE_SIDE - 1);
    const [u, v] = [x / FIELD_CELL_METRES - 0.5 - this.corner[0], y / FIELD_CELL_METRES - 0.5 - this.corner[1]].map(within);
    const [i, j] = [Math.floor(u), Math.floor(v)];
    const step = (east: number, north: number) => steps[within(north) * SQUARE_SIDE + within(east)];
    const south = step(i, j) + (step(i + 1, j) - step(i, j)) * (u - i);
    const north = step(i, j + 1) + (step(i + 1, j + 1) - step(i, j + 1)) * (u - i);
    return ((south + (north - south) * (v - j)) / TOP_STEP) * CHANNEL_TOPS[index];
  }
}

/** The weather at a place in words. */
export function weatherWords(s: Surroundings, x: number, y: number): string {
  const falling = s.at("falling", x, y);
  if (falling > 0.05) {
    const much = falling > 1 ? "heavy " : falling < 0.3 ? "light " : "";
    return `${much}${s.celsius < 0 ? "snow" : "rain"}`;
  }
  const cloud = s.at("cloud", x, y);
  const sky = cloud > 0.8 ? "overcast" : cloud > 0.35 ? "cloudy" : "clear";
  return s.windSpeed > 52 ? `${sky}, stormy` : sky;
}

/** What a guard is told of crime around, in words; nothing to others. */
export function dutyWords(s: Surroundings, x: number, y: number): string {
  if (!s.duty) return "";
  const worst = Math.max(...Array.from({ length: SQUARE_CELLS }, (_, cell) => s.cell("crime", cell)));
  if (worst === 0) return "on guard: all is calm";
  return s.at("crime", x, y) >= worst * 0.8 ? "on guard: it was here" : "on guard: crime is reported nearby";
}

/** What it smells of, the strongest first named; nothing where the air is clean. */
export function smellWords(smells: readonly number[]): string {
  const strongest = smells.indexOf(Math.max(...smells));
  const level = smells[strongest] ?? 0;
  return level === 0 ? "" : `smells ${["", "faintly ", "", "strongly "][level]}of ${SMELLS[strongest]}`;
}

/** How one is regarded, in words; nothing where nobody has heard of one. */
export function regardWords(regard: number): string {
  if (regard <= -20) return "people here hate you";
  if (regard <= -3) return "people here fear you";
  if (regard < 0) return "people here eye you warily";
  if (regard >= 20) return "people here love you";
  if (regard >= 3) return "people here think well of you";
  return regard > 0 ? "people here greet you" : "";
}
