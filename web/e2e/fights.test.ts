/** A fight in the world, laid open in the inspector: guards surround who strikes others, and a click says why. `WOLD_IMAGES=1` keeps a picture. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Operator, showLayer } from "./support/operator";
import { Player, openBrowser } from "./support/player";
import { startServer, type Server } from "./support/server";
import { until } from "./support/until";

/** The limit of the test: a few hundred steps are taken one by one. */
const PATIENCE = 240_000;
/** A bright day, and fists so soft that a fight lasts as long as one looks at it. */
const SOFT = "name = \"Soft\"\nfirst_hour = 10.0\nday_minutes = 120.0\n\n[flesh]\nfist = 0.005\n";
/** Ticks an arm rests after a blow, and one for the way to the host. */
const BLOW = 15;
/** Blows after which somebody minds, and ticks after which they are there. */
const [BLOWS, THERE] = [8, 400];
/** Metres within which a fist is sure to hit. */
const FIST = 1.9;
const images = Boolean(process.env.WOLD_IMAGES);

describe("a fight", () => {
  let folder: string;
  let server: Server;
  let browser: Browser;
  let operator: Operator;
  let rowan: Player;

  const text = (id: string): Promise<string> => operator.page.evaluate((one) => document.getElementById(one)?.textContent ?? "", id);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "wold-soft-"));
    const world = join(folder, "soft.toml");
    writeFileSync(world, SOFT);
    server = await startServer({ seed: 42, inhabitants: 12, more: ["--world", world] });
    browser = await openBrowser();
    operator = await Operator.sitsDown(browser, server, 9, { width: 1280, height: 800 });
    rowan = await Player.enter(browser, server.url, "Rowan");
  }, PATIENCE);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** In a world that stands still: puts somebody before Rowan's fist and strikes, again and again until one of the guards about them minds. */
  const provoke = async (victim: string, guards: readonly string[]): Promise<void> => {
    const { position } = await rowan.figures();
    const withinReach = async (): Promise<boolean> =>
      (await rowan.entities()).some((one) => one.id === victim && Math.hypot(one.x - position.x, one.y - position.y) < FIST);
    const minds = async (): Promise<boolean> => (await operator.state()).fights?.fighters.some((one) => guards.includes(one.id)) ?? false;
    for (let blow = 0; blow < BLOWS && !(await minds()); blow++) {
      await operator.move(victim, position.x + 1.1, position.y);
      if (blow === 0) for (const [n, id] of guards.entries()) await operator.move(id, position.x - 5 + n, position.y + 6);
      await operator.steps("the victim is before Rowan's fist", withinReach, Boolean, 20, 1);
      await rowan.strikes(victim);
      await operator.step(BLOW);
    }
    await operator.steps("one of the guards minds", minds, Boolean, THERE);
  };

  /** Looks at somebody closely and clicks on it. */
  const click = async (id: string): Promise<void> => {
    await operator.page.evaluate((whom) => {
      const { state: now, view } = window.inspected ?? {};
      const one = now?.entities.find((entity) => entity.id === whom);
      if (view && one) Object.assign(view, { x: one.x, y: one.y, scale: 14 });
    }, id);
    const box = (await operator.page.locator("#map").boundingBox()) ?? { width: 0, height: 0 };
    await operator.page.locator("#map").click({ position: { x: box.width / 2, y: box.height / 2 } });
  };

  it("is drawn with its circle and influence, and a click on a fighter says why", async () => {
    const { entities } = await operator.state();
    const [victim, ...guards] = entities.filter((one) => one.kind === "inhabitant").slice(0, 5).map((one) => one.id);
    await operator.appoint(...guards);
    await operator.pause();
    await provoke(victim, guards);
    const held = async (): Promise<string | undefined> => {
      const { fights } = await operator.state();
      const slots = fights?.circles.flatMap((circle) => circle.slots.map((slot) => slot.by)) ?? [];
      return fights?.fighters.find((one) => one.foe !== null && slots.includes(one.id))?.id;
    };
    const fighter = await operator.steps("one of them has a place in the circle", held, (id) => id !== undefined, THERE) as string;
    await showLayer(operator.page, "Influence");
    await operator.page.locator("#influence").evaluate((details) => details.setAttribute("open", ""));
    await until("the influence is told by sides", () => text("influence-sides"), (said) => said.includes("against"));
    await operator.page.locator("#influence-layer").selectOption("territory");
    await click(fighter);
    await until("the panel says why", () => text("fight"), (said) => /Against \S.*: \d+ % to win, \d+ on its side, \d+ on the other/.test(said));
    if (images) await operator.page.screenshot({ path: resolve(import.meta.dirname, "../../docs/images/inspector-fight.jpg"), type: "jpeg", quality: 84 });
    await operator.resume();
    expect(rowan.problems).toEqual([]);
  }, PATIENCE);
});
