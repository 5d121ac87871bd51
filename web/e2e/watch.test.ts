/** Looking on: at the host itself, and at a relay of it. */
import { resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Player } from "./support/player";
import { startRelay, type Relay } from "./support/relay";
import { Stage } from "./support/stage";
import { until } from "./support/until";

const stage = Stage.forAll({ inhabitants: 0, more: ["--world", resolve(import.meta.dirname, "support/still.toml")] });
let relay: Relay | null = null;
afterAll(() => relay?.stop());

/** Waits until one page shows somebody walk who walks on another. */
async function seesWalk(looker: Player, walker: Player): Promise<void> {
  const before = await looker.sees(walker.name);
  const from = (await walker.figures()).position;
  expect(await walker.walkAway(from, 2)).toBeGreaterThan(2);
  const moved = async (): Promise<number> => {
    const now = await looker.sees(walker.name);
    return Math.hypot(now.x - before.x, now.y - before.y);
  };
  await until(`${looker.name} sees ${walker.name} walk`, moved, (metres) => metres > 1.5);
}

/** What a host counts. */
async function counted(name: string): Promise<number> {
  const page = await (await fetch(`${stage.server.url}/metrics`)).text();
  return Number(page.split("\n").find((line) => line.startsWith(`${name} `))?.split(" ")[1]);
}

const follows = (looker: Player): Promise<string> => looker.page.evaluate(() => document.querySelector(".watch-words")?.textContent ?? "");

describe("who looks on", () => {
  it("sees somebody walk, follows them, hears them, and can do nothing", async () => {
    const ann = await stage.enter("Ann");
    const looker = await stage.enter("a looker-on", { watches: true, width: 900, height: 600, settings: { quality: "medium", view: 3, frameLimit: 5 } });
    await seesWalk(looker, ann);
    await looker.page.locator(".watch input").fill("Ann");
    await looker.page.locator(".watch input").press("Enter");
    await until("Ann is followed", () => follows(looker), (words) => words === "You follow Ann");
    await ann.say("!Does anybody see me?");
    await looker.hears("Does anybody see me?");
    // Nobody is there to be seen, and what is wished for is not even said.
    expect((await ann.entities()).filter((one) => one.kind === "human")).toEqual([]);
    expect(await looker.page.locator("#bottom").isVisible()).toBe(false);
    await looker.page.keyboard.press("KeyF");
    await looker.page.evaluate(() => (window.wold as NonNullable<Window["wold"]>).session.wish({ kind: "say", text: "Boo!", loudness: "shout", act: null }));
    expect([await counted("wold_guests"), await counted("wold_watchers")]).toEqual([1, 1]);
    const { position } = await looker.figures();
    await looker.holdAwayFrom(position, 10);
    await until("the eye is free", () => follows(looker), (words) => words === "You look on");
    expect(await ann.page.locator("#chat-log").textContent()).not.toContain("Boo!");
    if (process.env.WOLD_LOOK) await looker.page.screenshot({ path: process.env.WOLD_LOOK });
  });

  it("sees the same at a relay, which the host takes for one", async () => {
    const bea = await stage.enter("Bea");
    relay = await startRelay(stage.server, ["Bea"]);
    const world = { ...stage.server, url: relay.url };
    const lookers = [await stage.enter("one", { watches: true, world }), await stage.enter("another", { watches: true, world, query: "?transport=ws" })];
    for (const looker of lookers) {
      await seesWalk(looker, bea);
      await until("Bea is followed", () => follows(looker), (words) => words === "You follow Bea");
    }
    expect([await counted("wold_guests"), await counted("wold_watchers")]).toEqual([1, 1]);
    expect(await lookers[0].page.locator("#login-name").isVisible()).toBe(false);
  });
});
