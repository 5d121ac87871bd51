/** A game of Conquero by playing it: a person joins, runs to a centre, stands in its ring, and it is theirs. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Operator } from "./support/operator";
import { Player, openBrowser } from "./support/player";
import { startServer, type Server } from "./support/server";
import { until as comesToHold } from "./support/until";

/** How long it may take to run to a centre and win it, past bots that are in the way. */
const PATIENCE = 180_000;

interface Told {
  readonly role: number | null;
  readonly team: number | null;
  readonly goal: { readonly centre: number; readonly metres: number; readonly at: { readonly x: number; readonly y: number } } | null;
  readonly owners: readonly (number | null)[];
  readonly captures: number;
  readonly members: number;
}

function told(player: Player): Promise<Told> {
  return player.page.evaluate(() => {
    const { game } = window.wold as NonNullable<Window["wold"]>;
    const battle = game.play as unknown as { war: import("../src/conquero/war").War };
    const { war } = battle;
    return {
      role: war.role, team: war.team, goal: war.nextGoal(game.figures.position), owners: war.state?.centres.map(({ owner }) => owner) ?? [],
      captures: war.self?.captures ?? 0, members: war.roster.filter(({ body }) => body !== 0n).length,
    };
  });
}

interface Watched {
  readonly followed: number | null;
  /** Where the eye looks, in metres of the world. */
  readonly x: number;
  readonly y: number;
  readonly body: { readonly x: number; readonly y: number };
  /** Who is shown, where in the world and where on the screen. */
  readonly people: readonly { readonly agent: number; readonly x: number; readonly y: number; readonly px: number; readonly py: number }[];
}

function watched(player: Player): Promise<Watched> {
  return player.page.evaluate(() => {
    const { game } = window.wold as NonNullable<Window["wold"]>;
    const { spectator, scouts } = game.play as unknown as {
      spectator: import("../src/conquero/spectator").Spectator; scouts: import("../src/conquero/scouts").Scouts;
    };
    const { eye, anchor, renderer } = game.stage;
    const { clientWidth, clientHeight } = renderer.domElement;
    const people = [...scouts.all()].map(({ agent, where }) => {
      const spot = eye.focus.clone().set(where.x - anchor.x, game.world.ground.footing(where.x, where.y, 0) + 1, anchor.y - where.y).project(eye.camera);
      return { agent, x: where.x, y: where.y, px: ((spot.x + 1) / 2) * clientWidth, py: ((1 - spot.y) / 2) * clientHeight };
    });
    const { x, y } = game.figures.position;
    return { followed: spectator.followed, x: eye.focus.x + anchor.x, y: anchor.y - eye.focus.z, body: { x, y }, people };
  });
}

/** Looks through a watcher's eye until something holds. */
function until(player: Player, what: string, holds: (seen: Watched) => boolean): Promise<Watched> {
  return comesToHold(what, () => watched(player), holds);
}

const far = (a: { x: number; y: number }, b: { x: number; y: number }): number => Math.hypot(a.x - b.x, a.y - b.y);

describe("Conquero on the page", () => {
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    server = await startServer({ inhabitants: 0, more: ["--game", "conquero", "--bots", "random:2,simple:2", "--skill", "easy"] });
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it("is understood, joined and played: a centre is taken by standing in its ring", async () => {
    const ann = await Player.enter(browser, server.url, "Ann");
    await ann.page.locator("#cq-play").waitFor({ state: "visible", timeout: 60_000 });
    expect(await ann.page.locator(".cq-step").count()).toBe(3);
    await ann.page.locator("#cq-play").click();
    await ann.page.waitForFunction(() => document.body.classList.contains("cq-plays"), undefined, { timeout: 60_000, polling: 200 });
    const before = await told(ann);
    expect(before.team).not.toBeNull();
    expect(before.members, "a bot made room: people and bots fill the same seats").toBe(4);
    const end = Date.now() + PATIENCE;
    let state = before;
    while (state.captures === 0 && Date.now() < end) {
      const { goal } = state;
      if (goal && goal.metres > 2) await ann.walkTo(goal.at.x, goal.at.y, 2, 8000);
      else await ann.page.keyboard.press("Space");
      await ann.ticks(6);
      state = await told(ann);
    }
    expect(state.captures).toBeGreaterThan(0);
    expect(await ann.page.locator(".cq-hint, .cq-fallen").count()).toBeGreaterThan(0);
    await ann.say("to the hill");
    await ann.page.waitForFunction(() => document.getElementById("chat-log")?.textContent?.includes("(team): to the hill"), undefined, { timeout: 30_000, polling: 200 });
    expect(ann.problems).toEqual([]);
    await ann.leave();
  }, PATIENCE + 60_000);

  it("can be watched: the eye flies over the field and follows whom one likes", async () => {
    const wanda = await Player.enter(browser, server.url, "Wanda", { width: 900, height: 600 });
    await wanda.page.locator("#cq-watch").click({ timeout: 60_000 });
    await wanda.page.locator(".cq-watch").waitFor({ state: "visible", timeout: 30_000 });
    const begins = (seen: Watched): boolean => seen.people.length >= 4 && far(seen, { x: 0, y: 0 }) < 5;
    const first = await until(wanda, "it begins over the middle of the field, and all players are shown", begins);
    await wanda.look(Math.PI / 2);
    await wanda.page.keyboard.down("KeyW");
    const flown = await until(wanda, "walking keys fly the eye north", (seen) => seen.y - first.y > 15);
    await wanda.page.keyboard.up("KeyW");
    expect(far(flown.body, first.body), "and the body stays").toBeLessThan(0.5);
    await wanda.page.keyboard.press("KeyN");
    const follows = (seen: Watched): boolean => seen.people.some(({ agent, ...at }) => agent === seen.followed && far(at, seen) < 4);
    await until(wanda, "the key N follows somebody", follows);
    expect(await wanda.page.locator(".cq-watched").textContent()).toContain("level");
    // Whoever is followed is in the middle of the screen, and while the world stands still nobody walks on before the mouse is there.
    const operator = await Operator.sitsDown(browser, server, 1);
    await operator.pause();
    await wanda.page.locator(".cq-watch button", { hasText: "Fly free" }).click();
    expect((await watched(wanda)).followed).toBeNull();
    const click = async (): Promise<number | null> => {
      const { people, ...eye } = await watched(wanda);
      const [nearest] = [...people].sort((a, b) => far(a, eye) - far(b, eye));
      if (nearest) await wanda.page.mouse.click(nearest.px, nearest.py);
      await wanda.frames(1);
      return (await watched(wanda)).followed;
    };
    await comesToHold("a click hits somebody", click, (followed) => followed !== null);
    await operator.resume();
    await operator.page.close();
    await until(wanda, "a click follows somebody", follows);
    const chart = await wanda.page.locator(".cq-chart canvas").boundingBox();
    await wanda.page.mouse.click((chart?.x ?? 0) + 30, (chart?.y ?? 0) + 30);
    await until(wanda, "a tap on the map flies there: to the north-west", (seen) => seen.followed === null && seen.x < -60 && seen.y > 40);
    await wanda.page.locator(".cq-watch button", { hasText: "On foot" }).click();
    const stood = (await until(wanda, "the eye comes down to the body", (seen) => far(seen, seen.body) < 2)).body;
    expect(await wanda.holdAwayFrom(stood, 1, "KeyS"), "on foot the keys walk").toBeGreaterThan(1);
    await wanda.page.locator(".cq-watch button", { hasText: /^Fly$/ }).click();
    await until(wanda, "the eye flies again", (seen) => far(seen, seen.body) > 10);
    await wanda.page.locator(".cq-rejoin").click();
    await wanda.page.waitForFunction(() => document.body.classList.contains("cq-plays"), undefined, { timeout: 30_000, polling: 200 });
    expect(await wanda.page.locator(".cq-watch").isVisible()).toBe(false);
    await until(wanda, "the eye is with the player's body", (seen) => far(seen, seen.body) < 2);
    await wanda.page.locator(".cq-scores").click();
    await wanda.page.locator(".cq-leave").click();
    await wanda.page.locator(".cq-watch").waitFor({ state: "visible", timeout: 30_000 });
    expect(wanda.problems).toEqual([]);
    await wanda.leave();
  });

  it("is watched with fingers, too: the stick flies, a tap follows", async () => {
    const tim = await Player.enter(browser, server.url, "Tim", { touch: true, width: 390, height: 780 });
    await tim.page.locator("#cq-watch").tap({ timeout: 60_000 });
    const before = await until(tim, "all players are shown", ({ people }) => people.length >= 4);
    const stick = await tim.page.locator("#joystick").boundingBox();
    const [x, y] = [(stick?.x ?? 0) + (stick?.width ?? 0) / 2, (stick?.y ?? 0) + (stick?.height ?? 0) / 2];
    await tim.look(Math.PI / 2);
    await tim.page.mouse.move(x, y);
    await tim.page.mouse.down();
    await tim.page.mouse.move(x, y - 45, { steps: 4 });
    await until(tim, "the stick flies the eye north", (seen) => seen.y - before.y > 8);
    await tim.page.mouse.up();
    await tim.page.locator('.cq-watch button[aria-label^="Follow the next"]').tap();
    await until(tim, "the bar follows somebody", (seen) => seen.followed !== null);
    const bar = await tim.page.locator(".cq-watch").boundingBox();
    expect((bar?.x ?? -1) >= 0 && (bar?.x ?? 0) + (bar?.width ?? 999) <= 390, "the bar fits the screen").toBe(true);
    expect(tim.problems).toEqual([]);
    await tim.leave();
  });

  it("is playable with fingers", async () => {
    const finn = await Player.enter(browser, server.url, "Finn", { touch: true, width: 390, height: 780 });
    await finn.page.locator("#cq-play").tap({ timeout: 60_000 });
    await finn.page.locator(".cq-swing").waitFor({ state: "visible", timeout: 60_000 });
    await finn.page.locator(".cq-swing").tap();
    const { x, width } = (await finn.page.locator(".cq-chart").boundingBox()) ?? { x: 0, width: 0 };
    expect(x + width).toBeLessThanOrEqual(390);
    expect(finn.problems).toEqual([]);
    await finn.leave();
  });
});
