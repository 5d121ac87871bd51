/** Sheets of the world's map, as the host draws them; loaded as one walks and kept while they are near. */

/** Metres a sheet spans. */
export const SHEET_METRES = 256;
const MOST_SHEETS = 48;
/** Milliseconds before a sheet that did not come is asked for again. */
const PATIENCE = 3000;

interface Sheet {
  readonly image: HTMLImageElement;
  failedAt: number | null;
}

export class Atlas {
  private readonly sheets = new Map<string, Sheet>();
  private seed: bigint | null = null;

  /** Pictures of another world are of no use. */
  open(seed: bigint): void {
    if (seed !== this.seed) this.sheets.clear();
    this.seed = seed;
  }

  /** The sheet of a 256 m square, or null until it has come. */
  sheet(x: number, y: number, now: number): HTMLImageElement | null {
    if (this.seed === null) return null;
    const key = `${this.seed}/${x}/${y}`;
    const known = this.sheets.get(key);
    if (known) {
      this.sheets.delete(key);
      // Used again: move it to the young end, unless it is time to ask anew.
      if (known.failedAt === null || now - known.failedAt < PATIENCE) {
        this.sheets.set(key, known);
        return known.image.complete && known.image.naturalWidth > 0 ? known.image : null;
      }
    }
    const sheet: Sheet = { image: new Image(), failedAt: null };
    sheet.image.addEventListener("error", () => (sheet.failedAt = performance.now()));
    sheet.image.src = `/map/${key}.png`;
    this.sheets.set(key, sheet);
    if (this.sheets.size > MOST_SHEETS) this.sheets.delete(this.sheets.keys().next().value ?? "");
    return null;
  }
}
