/** The land under the map, as pictures the host draws; loaded as one looks and kept while they are near. */
import { operatorPicture } from "../ui/operator-token";
import type { Overlay } from "./overlay";
import type { MapView } from "./map-view";

const MOST_TILES = 160;
/** Metres a tile spans: the finest that keeps its picture about as large on screen as in the file. */
const SIZES = [128, 512, 2048] as const;

export class TerrainOverlay implements Overlay {
  readonly name = "Land";
  readonly legend = [
    { label: "water", colour: "#2f7fa6" }, { label: "woods", colour: "#5d8746" }, { label: "roads", colour: "#cbb48c" },
  ];
  /** Pictures by place and size; `null` while one is on its way. */
  private tiles = new Map<string, ImageBitmap | null>();
  private world = Date.now();

  /** `loaded` is told when a picture has come. */
  constructor(private readonly token: string, private readonly loaded: () => void) {}

  /** Another world has begun: its pictures have other addresses, so that none are taken from the browser's cache. */
  forget(): void {
    this.tiles = new Map();
    this.world++;
  }

  draw(context: CanvasRenderingContext2D, view: MapView): void {
    const size = SIZES.find((metres) => metres * view.scale >= 140) ?? SIZES[SIZES.length - 1];
    if (size * view.scale < 24) return;
    const [west, north] = view.toWorld(0, 0);
    const [east, south] = view.toWorld(view.width, view.height);
    context.imageSmoothingEnabled = view.scale < 4;
    for (let y = Math.floor(south / size); y <= Math.floor(north / size); y++) {
      for (let x = Math.floor(west / size); x <= Math.floor(east / size); x++) {
        const tile = this.tile(x * size, y * size, size);
        if (!tile) continue;
        const [px, py] = view.toScreen(x * size, (y + 1) * size);
        context.drawImage(tile, px, py, size * view.scale + 0.5, size * view.scale + 0.5);
      }
    }
  }

  private tile(x: number, y: number, size: number): ImageBitmap | null {
    const key = `${x},${y},${size}`;
    const known = this.tiles.get(key);
    if (known !== undefined) {
      // Used again: move it to the young end.
      this.tiles.delete(key);
      this.tiles.set(key, known);
      return known;
    }
    const { tiles } = this;
    const query = new URLSearchParams({ x: `${x}`, y: `${y}`, size: `${size}`, world: `${this.world}` });
    void operatorPicture(`/inspect/map.png?${query}`, this.token).then(
      (picture) => {
        if (tiles !== this.tiles || !tiles.has(key)) return;
        tiles.set(key, picture);
        this.loaded();
      },
      // The host is gone for a moment: ask again when this place is looked at next.
      () => tiles.delete(key),
    );
    tiles.set(key, null);
    if (tiles.size > MOST_TILES) tiles.delete(tiles.keys().next().value ?? "");
    return null;
  }
}
