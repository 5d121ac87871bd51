/** Fields end to end: an operator shakes and floods the ground and brings a storm over somebody, who gets wet. `WOLD_IMAGES=1` keeps pictures of both pages. */
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { showLayer } from "./support/operator";
import { Player, openBrowser } from "./support/player";
import { startServer, type Server } from "./support/server";
import { nextPictures, until } from "./support/until";

const FOLDER = resolve(import.meta.dirname, "../../docs/images");
/** The limit of each test here: pictures are drawn large, and rain takes its time to come. */
const PATIENCE = 180_000;
const images = Boolean(process.env.WOLD_IMAGES);

describe("fields", () => {
  let server: Server;
  let browser: Browser;
  let inspector: Page;
  /** What the host answered to decrees. */
  const answers: { readonly type: string; readonly text?: string }[] = [];

  beforeAll(async () => {
    if (images) mkdirSync(FOLDER, { recursive: true });
    server = await startServer({ seed: 42, inhabitants: 12 });
    browser = await openBrowser();
    inspector = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    inspector.on("websocket", (line) => line.on("framereceived", ({ payload }) => {
      const message = JSON.parse(String(payload)) as (typeof answers)[number];
      if (["done", "error", "notice"].includes(message.type)) answers.push(message);
    }));
    await inspector.goto(server.inspector);
    await inspector.waitForFunction(() => (window.inspected?.state?.entities.length ?? 0) > 5, undefined, { timeout: 60_000, polling: 200 });
  }, PATIENCE);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const picture = async (page: Page, name: string): Promise<void> => {
    if (images) await page.screenshot({ path: resolve(FOLDER, name), type: "jpeg", quality: 84 });
  };

  it("draws a field, reads a cell and sets it", async () => {
    await showLayer(inspector, "Field");
    await inspector.locator("#fields summary").click();
    await inspector.locator("#field-name option", { hasText: "wind" }).waitFor({ state: "attached", timeout: 30_000 });
    await inspector.locator("#field-name").selectOption("crime");
    const { width, height } = (await inspector.locator("#map").boundingBox()) ?? { width: 0, height: 0 };
    await inspector.locator("#map").click({ position: { x: width / 2, y: height / 2 } });
    await inspector.waitForFunction(() => /^cell .*: 0$/.test(document.getElementById("field-read")?.textContent ?? ""), undefined, { timeout: 30_000 });
    await inspector.locator("#field-value").fill("100");
    await inspector.locator("#field-set").click();
    await inspector.waitForFunction(() => /: [5-9]\d/.test(document.getElementById("field-read")?.textContent ?? ""), undefined, { timeout: 30_000 });
  }, PATIENCE);

  it("brings an earthquake, a flood and rain to whoever comes there", async () => {
    const start = async (kind: string, radius: number, strength: number, span: number): Promise<void> => {
      await inspector.locator("#event-kind").selectOption(kind);
      for (const [name, value] of Object.entries({ radius, strength, span })) await inspector.locator(`#event-${name}`).fill(String(value));
      const before = answers.length;
      await inspector.locator("#event-start").click();
      await until(`the ${kind} is answered`, () => answers.length, (now) => now > before);
      expect(answers.at(-1), kind).toEqual({ type: "done" });
    };
    await start("earthquake", 6, 6, 1);
    await start("flood", 16, 2000, 1);
    await inspector.locator("#field-name").selectOption("wind");
    await start("storm", 30, 6, 600);
    // It is seen to have begun in a picture that came after the last answer.
    await nextPictures(inspector, images ? 20 : 1);
    expect(await inspector.locator("#problem").isHidden()).toBe(true);
    await picture(inspector, "inspector-fields.jpg");
    // Two pages drawn by software would wait for each other.
    await inspector.close();
    const size = images ? { width: 1024, height: 576, settings: { quality: "medium", view: 4, frameLimit: 2 } } : {};
    const rowan = await Player.enter(browser, server.url, "Rowan", size);
    await rowan.page.waitForFunction(
      () => /rain .*°C/.test(document.getElementById("weather")?.textContent ?? ""), undefined, { timeout: 90_000, polling: 500 },
    );
    if (images) await rowan.frames(12);
    await picture(rowan.page, "rain.jpg");
    expect(rowan.problems).toEqual([]);
  }, PATIENCE);
});
