/** Where the map looks: a middle in metres and a scale in pixels per metre. */
export class MapView {
  x = 0;
  y = 0;
  scale = 2;
  width = 1;
  height = 1;

  toScreen(x: number, y: number): [number, number] {
    return [this.width / 2 + (x - this.x) * this.scale, this.height / 2 - (y - this.y) * this.scale];
  }

  toWorld(px: number, py: number): [number, number] {
    return [this.x + (px - this.width / 2) / this.scale, this.y - (py - this.height / 2) / this.scale];
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
  }

  /** Zooms by `factor`, holding the spot under (px, py) still. */
  zoom(factor: number, px: number, py: number): void {
    const [x, y] = this.toWorld(px, py);
    this.scale = Math.max(0.05, Math.min(40, this.scale * factor));
    const [nx, ny] = this.toWorld(px, py);
    this.x += x - nx;
    this.y += y - ny;
  }
}
