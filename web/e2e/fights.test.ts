/** A fight in the world, laid open in the inspector: guards surround who strikes others, and a click says why. `WOLD_IMAGES=1` keeps a picture. */
import { resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { THING_AXE } from "../src/land/kinds";
import type { StateMessage } from "../src/inspect/protocol";
import type { Question, Report } from "../src/inspect/reports";
import { Player, openBrowser } from "./support/player";
import { startServer, type Server } from "./support/server";
import { comes, nextPictures, until } from "./support/until";

/** The limit of each test here: fights are provoked anew until one goes as wanted. */
const PATIENCE = 240_000;
/** Ticks an arm rests after a blow, and one for the way to the host. */
const BLOW = 15;
/** Metres within which a fist is sure to hit. */
const FIST = 1.9;
const images = Boolean(process.env.WOLD_IMAGES);

describe("a fight", () => {
  let server: Server;
  let browser: Browser;
  let page: Page;
  let rowan: Player;

  /** Decrees and asks, by the inspector's own kind of line; the host's answer. */
  const send = (question: Question): Promise<Report> =>
    page.evaluate(async (said) => {
      const line = new WebSocket(`ws://${location.host}/inspect/ws`);
      await new Promise((done) => line.addEventListener("open", done));
      line.send(JSON.stringify({ to: "host", type: "token", token: sessionStorage.getItem("wold.operator") }));
      line.send(said);
      // Pictures of the world come by themselves; the answer is what is no such picture.
      const answer = await new Promise<Report>((done) => {
        line.addEventListener("message", ({ data }) => {
          const heard = JSON.parse(String(data)) as Report;
          if (heard.type !== "state") done(heard);
        });
      });
      line.close();
      return answer;
    }, JSON.stringify(question));
  const state = (): Promise<StateMessage> => page.evaluate(() => window.inspected?.state as StateMessage);
  const text = (id: string): Promise<string> => page.evaluate((one) => document.getElementById(one)?.textContent ?? "", id);
  const picture = async (name: string): Promise<void> => {
    if (images) await page.screenshot({ path: resolve(import.meta.dirname, "../../docs/images", name), type: "jpeg", quality: 84 });
  };

  beforeAll(async () => {
    server = await startServer({ seed: 42, inhabitants: 12 });
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(server.inspector);
    await page.waitForFunction(() => (window.inspected?.state?.guests.length ?? 0) > 8, undefined, { timeout: 60_000, polling: 200 });
    rowan = await Player.enter(browser, server.url, "Rowan");
  }, PATIENCE);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** Puts guards, from the how-manieth inhabitant on, about Rowan and somebody before Rowan's fist, until one of them minds. */
  const provoke = async (first: number, count: number): Promise<void> => {
    const people = (await state()).entities.filter((one) => one.kind === "inhabitant").slice(first, first + count + 1);
    const [victim, ...guards] = people.map((one) => one.id);
    for (const id of guards) await send({ to: "world", type: "appoint", id, guard: true });
    const trade = async (id: string): Promise<string | undefined> => {
      const answer = await send({ to: "minds", type: "mind", id });
      return answer.type === "mind" ? answer.mind?.trade : undefined;
    };
    for (const id of guards) await until("an inhabitant hears that it is a guard", () => trade(id), (now) => now === "guard");
    const end = Date.now() + 90_000;
    while (Date.now() < end) {
      const { position } = await rowan.figures();
      await send({ to: "world", type: "move", id: victim, x: position.x + 1.1, y: position.y });
      for (const [n, id] of guards.entries()) await send({ to: "world", type: "move", id, x: position.x - 5 + n, y: position.y + 6 });
      const withinReach = async (): Promise<boolean> =>
        (await rowan.entities()).some((one) => one.id === victim && Math.hypot(one.x - position.x, one.y - position.y) < FIST);
      if (!(await comes(withinReach, Boolean, 5_000))) continue;
      await rowan.look(0);
      for (let blow = 0; blow < 3; blow += 1) {
        await rowan.page.keyboard.press("KeyF");
        await rowan.ticks(BLOW);
      }
      if ((await state()).fights?.fighters.some((one) => guards.includes(one.id))) return;
    }
    throw new Error("nobody minded the blows");
  };

  /** Looks at somebody closely and clicks on it. */
  const click = async (id: string): Promise<void> => {
    await page.evaluate((whom) => {
      const { state: now, view } = window.inspected ?? {};
      const one = now?.entities.find((entity) => entity.id === whom);
      if (view && one) Object.assign(view, { x: one.x, y: one.y, scale: 14 });
    }, id);
    const box = (await page.locator("#map").boundingBox()) ?? { width: 0, height: 0 };
    await page.locator("#map").click({ position: { x: box.width / 2, y: box.height / 2 } });
  };

  it("is drawn with its circle and influence, and a click on a fighter says why", async () => {
    await provoke(0, 4);
    await page.locator("#legend label", { hasText: "Influence" }).locator("input").check();
    await page.locator("#influence").evaluate((details) => details.setAttribute("open", ""));
    await expect.poll(() => text("influence-sides"), { timeout: 30_000 }).toContain("against");
    await page.locator("#influence-layer").selectOption("territory");
    const end = Date.now() + 60_000;
    let said = "";
    while (!/to win/.test(said) && Date.now() < end) {
      const { fights } = await state();
      const held = fights?.circles.flatMap((circle) => circle.slots.map((slot) => slot.by)) ?? [];
      const fighter = fights?.fighters.find((one) => one.foe !== null && held.includes(one.id));
      if (fighter) await click(fighter.id);
      else await provoke(0, 4);
      await nextPictures(page, 2);
      said = await text("fight");
    }
    expect(said).toMatch(/Against \S.*: \d+ % to win, \d+ on its side, \d+ on the other/);
    await picture("inspector-fight.jpg");
  }, PATIENCE);

  it("is not begun by who would lose: it looks for a place to hide, and every one it thought of is told", async () => {
    // Everybody else is sent away, kin stand up for kin: one guard alone is to face an axe.
    const { entities } = await state();
    const [x, y] = [entities[0].x + 300, entities[0].y + 300];
    const others = entities.filter((one) => one.kind === "inhabitant").filter((_, number) => number !== 6 && number !== 7);
    for (const { id } of others) await send({ to: "world", type: "move", id, x, y });
    // Whoever is beaten lets go of the axe and can do nothing until they rise; then there is another. Answers whether it is in hand.
    const arm = async (): Promise<boolean> => {
      const own = (): Promise<{ health: number; slot: number; held: number }> => rowan.page.evaluate((axe) => {
        const { own: body, bag, held } = (window.wold as NonNullable<Window["wold"]>).game.world;
        return { health: body?.health ?? 0, slot: bag.findIndex((one) => one?.kind === axe), held: held ?? -1 };
      }, THING_AXE);
      const risen = await until("Rowan is on their feet", own, ({ health }) => health > 0, 60_000);
      if (risen.slot < 0) await send({ to: "world", type: "grant", id: await rowan.body(), thing: "axe" });
      const armed = await comes(own, ({ slot }) => slot >= 0, 10_000);
      if (armed === null) return false;
      if (armed.held !== armed.slot) await rowan.page.keyboard.press(`Digit${armed.slot + 1}`);
      return (await comes(own, (now) => now.slot >= 0 && now.held === now.slot, 5_000)) !== null;
    };
    const end = Date.now() + 120_000;
    let said = "";
    while (!/^In a fightKeeps out.*thought of \d+ place/.test(said) && Date.now() < end) {
      const fighter = (await state()).fights?.fighters.find((one) => one.query?.name === "lie in wait" && one.why.startsWith("keeps out"));
      if (fighter) await click(fighter.id);
      else if (await arm()) await provoke(6, 1);
      await nextPictures(page, 2);
      said = await text("fight");
    }
    expect(said).toMatch(/Keeps out of it[,:] \d+ % to win, \d+ against \d+/);
    expect(said).toMatch(/Asked last where to lie in wait/);
    expect(said).toMatch(/\d+ × /);
    expect(rowan.problems).toEqual([]);
  }, PATIENCE);
});
