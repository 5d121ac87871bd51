import { describe, expect, it } from "vitest";
import type { Figures } from "../src/ui/debug";
import { Operator } from "./support/operator";
import { Stage } from "./support/stage";
import { comes, nextPictures, until } from "./support/until";

const stage = Stage.forAll();

describe("the page against the real server", () => {
  it("lets a person in over WebTransport, shows land and inhabitants", async () => {
    const ann = await stage.enter("Ann");
    const figures = await ann.until("land and people are there", (f) => f.chunks >= 25 && f.built >= 25 && f.entities > 0 && f.rtt > 0, 60_000);
    expect(figures.transport).toBe("WebTransport");
    expect((await ann.entities()).some((entity) => entity.kind === "inhabitant")).toBe(true);
  });

  it("walks where the keys say, and prediction agrees with the world", async () => {
    const ann = await stage.enter("Walker");
    const from = (await ann.figures()).position;
    expect(await ann.walkAway(from, 2)).toBeGreaterThan(2);
    await ann.standsStill();
    // Both at one moment: a busy machine lets a step pass between two questions.
    const apart = (): Promise<number> => ann.page.evaluate(() => {
      const { position, game: { world: { own } } } = window.wold as NonNullable<Window["wold"]>;
      return own ? Math.hypot(own.x - position.x, own.y - position.y) : Infinity;
    });
    await until("what is shown is what the world says", apart, (metres) => metres < 0.05);
  });

  it("lets two people meet, one by WebTransport, one by WebSocket: they see each other move and hear each other", async () => {
    const bea = await stage.enter("Bea");
    const cid = await stage.enter("Cid", { query: "?transport=ws" });
    expect((await cid.figures()).transport).toBe("WebSocket");
    const before = await bea.sees("Cid");
    await cid.sees("Bea");
    // Newcomers arrive up to forty metres apart: a shout carries sixty.
    await cid.say("!Hello there, Bea!");
    await bea.hears("Hello there, Bea!");
    await cid.hears("Hello there, Bea!");
    await cid.walkAway(before, 1.5);
    const far = (a: { x: number; y: number }, b: { x: number; y: number }): number => Math.hypot(a.x - b.x, a.y - b.y);
    await until("Bea sees Cid move", () => bea.sees("Cid"), (now) => far(now, before) > 1);
    await cid.standsStill();
    const apart = async (): Promise<number> => far(await bea.sees("Cid"), (await cid.figures()).position);
    await until("Bea sees Cid where he is", apart, (metres) => metres < 0.1);
  });

  it("picks a thing up and puts it down again", async () => {
    const dan = await stage.enter("Dan");
    const { position } = await dan.until("somebody is in sight", (f) => f.entities > 0);
    const far = (e: { x: number; y: number }): number => Math.hypot(e.x - position.x, e.y - position.y);
    const lying = async () => (await dan.entities()).filter((e) => e.kind === "thing" && e.level === 0).sort((a, b) => far(a) - far(b));
    await expect.poll(async () => (await lying()).length, { timeout: 30_000 }).toBeGreaterThan(0);
    const kept = (bag: (number | null)[]): number => bag.filter((kind) => kind !== null).length;
    const before = kept(await dan.bag());
    const operator = await Operator.sitsDown(stage.browser, stage.server, 1);
    let taken = false;
    // Some things lie behind a wall, or are taken by somebody else.
    for (const thing of (await lying()).slice(0, 6)) {
      await operator.move(await dan.body(), thing.x + 0.6, thing.y);
      const near = ({ position: at }: Figures): boolean => Math.hypot(at.x - thing.x, at.y - thing.y) < 1.2;
      if ((await comes(() => dan.figures(), near, 10_000)) === null) continue;
      await dan.page.keyboard.press("KeyE");
      taken = await expect.poll(async () => kept(await dan.bag()), { timeout: 5_000 }).toBe(before + 1).then(() => true, () => false);
      if (taken) break;
    }
    expect(taken).toBe(true);
    await dan.page.keyboard.press("KeyQ");
    await expect.poll(async () => kept(await dan.bag()), { timeout: 10_000 }).toBe(before);
    await operator.page.close();
  });

  it("says why something was refused", async () => {
    const eve = await stage.enter("Eve");
    await eve.page.evaluate(() => (window.wold as NonNullable<Window["wold"]>).session.wish({ kind: "drop", slot: 7 }));
    await eve.page.waitForFunction(() => document.getElementById("toasts")?.textContent?.includes("that slot is empty"), undefined, { polling: 200 });
  });

  it("turns a second person of the same name away with a reason", async () => {
    await stage.enter("Solo");
    const context = await stage.browser.newContext({ viewport: { width: 400, height: 240 } });
    const page = await context.newPage();
    await page.goto(stage.server.url);
    await page.locator("#login-name").fill("Solo");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => (document.getElementById("login-problem")?.textContent ?? "").length > 3, undefined, { timeout: 30_000, polling: 200 });
    await context.close();
  });

  it("comes back into the same body when the connection breaks", async () => {
    const fay = await stage.enter("Fay", { query: "?transport=ws" });
    const body = await fay.body();
    await fay.page.evaluate(() => {
      const handle = window.wold as NonNullable<Window["wold"]>;
      handle.session.breakOff("for the test");
    });
    await fay.page.waitForFunction(() => !document.getElementById("lost")?.hidden, undefined, { polling: 100 });
    await fay.page.waitForFunction(() => document.getElementById("lost")?.hidden, undefined, { timeout: 30_000, polling: 200 });
    await fay.until("the world is there again", (f) => f.chunks > 0 && f.tick > 0);
    expect(await fay.body()).toBe(body);
  });

  it("can be used from the keyboard alone, with keys of one's own", async () => {
    const gil = await stage.enter("Gil", { width: 700, height: 480 });
    const { keyboard } = gil.page;
    await keyboard.press("KeyH");
    await gil.page.locator("#help[open]").waitFor();
    await keyboard.press("Enter");
    await gil.page.locator("#help:not([open])").waitFor({ state: "attached" });
    await keyboard.press("KeyO");
    await gil.page.locator("#settings[open]").waitFor();
    await gil.page.locator(".key-row", { hasText: "Say something" }).locator("button").focus();
    await keyboard.press("Enter");
    await keyboard.press("KeyT");
    await keyboard.press("Escape");
    await keyboard.press("KeyT");
    await expect.poll(() => gil.page.evaluate(() => document.activeElement?.id)).toBe("chat-input");
    await keyboard.type("By keys alone.");
    await keyboard.press("Enter");
    await gil.hears("By keys alone.");
  });
});

describe("the inspector", () => {
  it("shows everybody, one's components and commands, and the time of ticks", async () => {
    const hal = await stage.enter("Hal");
    const page = await stage.inspector();
    await page.waitForFunction(() => (window.inspected?.state?.entities.length ?? 0) > 5, undefined, { timeout: 30_000, polling: 200 });
    await page.locator("#guest-rows button", { hasText: "Hal" }).click();
    await hal.say("Anybody watching?");
    await page.waitForFunction(() => document.querySelectorAll("#details .component").length > 2, undefined, { timeout: 30_000, polling: 200 });
    await expect.poll(() => page.evaluate(() => window.inspected?.state?.ticks.length ?? 0), { timeout: 20_000 }).toBeGreaterThan(0);
  });

  it("lets the world stand still and go step by step while one is alone, and only then", async () => {
    const ira = await stage.enter("Ira");
    const page = await stage.inspector();
    const tick = (): Promise<number> => page.evaluate(() => window.inspected?.state?.tick ?? 0);
    // Who left a moment ago may still be thought to be there: then it is refused, and asked again.
    const paused = async (): Promise<boolean> => {
      await page.locator("#pause:not(:disabled)").click({ timeout: 1_000 }).catch(() => undefined);
      return page.evaluate(() => window.inspected?.state?.paused ?? false);
    };
    await until("the world stands still", paused, Boolean, 60_000);
    const still = await tick();
    await nextPictures(page, 3);
    expect(await tick(), "the world stands still").toBe(still);
    await page.locator("#step").click();
    await expect.poll(tick, { timeout: 10_000 }).toBe(still + 1);
    await nextPictures(page, 3);
    expect(await tick(), "one step is one tick").toBe(still + 1);
    await page.locator("#resume").click();
    await expect.poll(tick, { timeout: 10_000 }).toBeGreaterThan(still + 10);
    const jim = await stage.enter("Jim");
    await jim.sees(ira.name);
    await page.locator("#pause").click();
    await page.waitForFunction(() => (document.getElementById("problem")?.textContent ?? "") !== "", undefined, { timeout: 10_000, polling: 200 });
    expect(await page.evaluate(() => window.inspected?.state?.paused)).toBe(false);
  });

  it("lets nobody in without the token", async () => {
    const page = await stage.browser.newPage();
    await page.goto(`${stage.server.url}/inspect#token=wrong`);
    // The host hangs up, and the page says so; nothing of the world was told before.
    await page.waitForFunction(() => document.getElementById("problem")?.textContent?.includes("is the token right"), undefined, { timeout: 30_000, polling: 100 });
    expect(await page.evaluate(() => ({ connected: window.inspected?.connected, state: window.inspected?.state }))).toEqual({ connected: false, state: null });
    await page.close();
  });
});
