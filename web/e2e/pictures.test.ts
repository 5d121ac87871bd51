/** Takes the pictures of the documentation from the running world; only when asked to (`WOLD_IMAGES=1`). */
import { mkdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Player, openBrowser } from "./support/player";
import { startServer, type Server } from "./support/server";
import { nextPictures } from "./support/until";

const FOLDER = resolve(import.meta.dirname, "../../docs/images");
const LARGEST = 400_000;
/** The limit of each picture: they are drawn large and by software. */
const PATIENCE = 240_000;
/** Frames after which the eye, the light and the people have come to rest where they belong. */
const SETTLED = 6;
/** Pictures of the world after which the inspector's graph is full and its land has come. */
const FILLED = 20;

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
    await rowan.until("all land is drawn", (f) => f.chunks > 200 && f.waiting === 0, PATIENCE);
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
    await rowan.until("all land is drawn", (f) => f.waiting === 0, PATIENCE);
    await rowan.frames(SETTLED);
    await save(rowan.page, name);
  }

  it("shows the town by day", () => shoot("town-day.jpg", { hour: 0.4, yaw: 2.5, pitch: 0.3, distance: 13 }), PATIENCE);

  it("shows the town by night", () => shoot("town-night.jpg", { hour: 0.9, yaw: 2.5, pitch: 0.26, distance: 12 }), PATIENCE);

  it("shows the inspector", async () => {
    // Two pages drawn by software would wait for each other.
    await rowan.page.evaluate(() => ((window.wold as NonNullable<Window["wold"]>).game.frame = () => undefined));
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.goto(server.inspector);
    await page.waitForFunction(() => (window.inspected?.state?.entities.length ?? 0) > 5, undefined, { timeout: 60_000, polling: 200 });
    await page.locator("#guest-rows button", { hasText: "Rowan" }).click();
    await page.waitForFunction(() => document.querySelectorAll("#details .component").length > 2, undefined, { timeout: 60_000, polling: 200 });
    await page.waitForLoadState("networkidle");
    await nextPictures(page, FILLED);
    await save(page, "inspector.jpg");
    await page.close();
  }, PATIENCE);
});
