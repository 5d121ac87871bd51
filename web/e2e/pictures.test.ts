/** Takes the pictures of the documentation from the running world; only when asked to (`WOLD_IMAGES=1`). */
import { mkdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Player, openBrowser } from "./support/player";
import { startServer, type Server } from "./support/server";

const FOLDER = resolve(import.meta.dirname, "../../docs/images");
const LARGEST = 400_000;
const PATIENCE = 240_000;

interface Shot {
  readonly hour: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly distance: number;
}

describe.skipIf(!process.env.WOLD_IMAGES)("pictures", () => {
  let server: Server;
  let browser: Browser;
  let rowan: Player;

  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    server = await startServer({ seed: 42, inhabitants: 40 });
    browser = await openBrowser();
    rowan = await Player.enter(browser, server.url, "Rowan", {
      width: 1280, height: 720, settings: { quality: "high", view: 8, frameLimit: 2 },
    });
    await rowan.until((f) => f.chunks > 200 && f.waiting === 0, PATIENCE);
  }, PATIENCE);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function save(page: Page, name: string): Promise<void> {
    const path = resolve(FOLDER, name);
    await page.screenshot({ path, type: "jpeg", quality: 86 });
    expect(statSync(path).size).toBeLessThan(LARGEST);
  }

  async function shoot(name: string, shot: Shot): Promise<void> {
    await rowan.page.evaluate((view) => {
      const { game } = window.wold as NonNullable<Window["wold"]>;
      game.hour = view.hour;
      Object.assign(game.stage.eye, { yaw: view.yaw, pitch: view.pitch, distance: view.distance });
      game.stage.eye.snap();
    }, shot);
    await rowan.until((f) => f.waiting === 0);
    await rowan.page.waitForTimeout(8000);
    await save(rowan.page, name);
  }

  it("shows the town by day", () => shoot("town-day.jpg", { hour: 0.4, yaw: 2.5, pitch: 0.3, distance: 13 }), PATIENCE);

  it("shows the town by night", () => shoot("town-night.jpg", { hour: 0.9, yaw: 2.5, pitch: 0.26, distance: 12 }), PATIENCE);

  it("shows a room", async () => {
    expect(await walkIn()).toBe(true);
    await shoot("inside.jpg", { hour: 0.45, yaw: 1.2, pitch: 0.8, distance: 8 });
  }, PATIENCE);

  it("shows the inspector", async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.goto(server.inspector);
    await page.waitForFunction(() => (window.inspected?.state?.entities.length ?? 0) > 5, undefined, { timeout: 60_000, polling: 200 });
    await page.locator("#guest-rows button", { hasText: "Rowan" }).click();
    await page.waitForFunction(() => document.querySelectorAll("#details .component").length > 2, undefined, { timeout: 60_000, polling: 200 });
    await page.waitForTimeout(6000);
    await save(page, "inspector.jpg");
    await page.close();
  }, PATIENCE);

  /** Goes through the door of one of the nearest houses. */
  async function walkIn(): Promise<boolean> {
    const doors = await rowan.page.evaluate(() => {
      const { game } = window.wold as NonNullable<Window["wold"]>;
      const { x, y } = game.figures.position;
      const found = [];
      for (const chunk of game.world.ground.chunks.values()) {
        for (const house of chunk.houses) {
          for (const edge of house.floors[0].edges) {
            if (edge.kind !== 1) continue;
            const room = (i: number, j: number): number => {
              if (i < 0 || j < 0 || i >= house.width || j >= house.depth) return 0;
              return house.floors[0].rooms[j * house.width + i];
            };
            const south = edge.side === 0;
            const low = room(edge.x - (south ? 0 : 1), edge.y - (south ? 1 : 0));
            const high = room(edge.x, edge.y);
            if ((low === 0) === (high === 0)) continue;
            const inward = low === 0 ? 1 : -1;
            const door = { x: house.x + edge.x + (south ? 0.5 : 0), y: house.y + edge.y + (south ? 0 : 0.5) };
            const [dx, dy] = south ? [0, inward] : [inward, 0];
            found.push({ door, dx, dy, far: Math.hypot(door.x - x, door.y - y) });
          }
        }
      }
      return found.sort((a, b) => a.far - b.far).slice(0, 6);
    });
    for (const { door, dx, dy } of doors) {
      if (!(await rowan.walkTo(door.x - dx * 2, door.y - dy * 2, 0.4, 20_000))) continue;
      if (await rowan.walkTo(door.x + dx * 1.8, door.y + dy * 1.8, 0.5, 8_000)) return true;
    }
    return false;
  }
});
