/** A game of Conquero by playing it: a person joins, runs to a centre, stands in its ring, and it is theirs. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Player, openBrowser } from "./support/player";
import { startServer, type Server } from "./support/server";

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

describe("Conquero on the page", () => {
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    server = await startServer({ inhabitants: 0, more: ["--game", "conquero", "--bots", "random:2,simple:2", "--skill", "easy"] });
    browser = await openBrowser();
  }, PATIENCE);

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
      await ann.page.waitForTimeout(300);
      state = await told(ann);
    }
    expect(state.captures).toBeGreaterThan(0);
    expect(await ann.page.locator(".cq-hint, .cq-fallen").count()).toBeGreaterThan(0);
    await ann.say("to the hill");
    await ann.page.waitForFunction(() => document.getElementById("chat-log")?.textContent?.includes("(team): to the hill"), undefined, { timeout: 30_000, polling: 200 });
    expect(ann.problems).toEqual([]);
    await ann.leave();
  }, PATIENCE * 2);

  it("is playable with fingers", async () => {
    const finn = await Player.enter(browser, server.url, "Finn", { touch: true, width: 390, height: 780 });
    await finn.page.locator("#cq-play").tap({ timeout: 60_000 });
    await finn.page.locator(".cq-swing").waitFor({ state: "visible", timeout: 60_000 });
    await finn.page.locator(".cq-swing").tap();
    const { x, width } = (await finn.page.locator(".cq-chart").boundingBox()) ?? { x: 0, width: 0 };
    expect(x + width).toBeLessThanOrEqual(390);
    expect(finn.problems).toEqual([]);
    await finn.leave();
  }, PATIENCE);
});
