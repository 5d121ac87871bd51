/** A murder before witnesses, as who did it meets it: the guard comes, the shop refuses, kin of the dead accuse. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { THING_AXE } from "../src/land/kinds";
import type { StateMessage } from "../src/inspect/protocol";
import type { Question, Report } from "../src/inspect/reports";
import { Player, openBrowser } from "./support/player";
import { startServer, type Server } from "./support/server";
import { comes, until } from "./support/until";

/** The limit of each test here: a town must wake, and a murder be seen. */
const PATIENCE = 240_000;
/** A world in which one blow with an axe is enough: nobody gets away, and it is bright day. */
const DEADLY = "name = \"Deadly\"\nfirst_hour = 10.0\nday_minutes = 120.0\n\n[flesh]\naxe = 1.0\n";
/** Ticks an arm rests after a blow, and one for the way to the host. */
const BLOW = 15;
/** Ticks of a minute of the world, within which the town answers. */
const MINUTE = 60 * 20;
const REACH = 1.9;

describe("a murder before witnesses", () => {
  let folder: string;
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
  const trade = async (id: string): Promise<string> => {
    const answer = await send({ to: "minds", type: "mind", id });
    return answer.type === "mind" ? (answer.mind?.trade ?? "") : "";
  };
  const family = (name: string): string => name.split(" ").at(-1) ?? name;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "wold-deadly-"));
    const world = join(folder, "deadly.toml");
    writeFileSync(world, DEADLY);
    server = await startServer({ seed: 42, inhabitants: 20, more: ["--world", world] });
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1000, height: 640 } });
    await page.goto(server.inspector);
    await page.waitForFunction(() => (window.inspected?.state?.guests.length ?? 0) > 16, undefined, { timeout: 60_000, polling: 200 });
    rowan = await Player.enter(browser, server.url, "Rowan");
  }, PATIENCE);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("brings the guard, closes the shop and is said to one's face, within a minute", async () => {
    const people = (await state()).entities.filter((one) => one.kind === "inhabitant");
    const trades = new Map<string, string>();
    for (const { id } of people) trades.set(id, await trade(id));
    const grown = people.filter(({ id }) => !["child", "elder"].includes(trades.get(id) ?? "child"));
    const merchant = grown.find(({ id }) => ["merchant", "chandler", "grocer"].includes(trades.get(id) ?? ""));
    // Whoever has two more of its name here is mourned.
    const kinOf = (name: string) => people.filter((one) => one.name !== name && family(one.name) === family(name) && one !== merchant);
    const victim = grown.find((one) => one !== merchant && kinOf(one.name).length >= 2);
    if (!victim || !merchant) throw new Error("a town has families and a merchant");
    const kin = kinOf(victim.name).slice(0, 3);
    const guard = grown.find((one) => one !== merchant && one !== victim && !kin.includes(one));
    if (!guard) throw new Error("somebody must keep the law");
    await send({ to: "world", type: "appoint", id: guard.id, guard: true });
    await until("an inhabitant hears that it is a guard", () => trade(guard.id), (now) => now === "guard");
    await send({ to: "world", type: "grant", id: await rowan.body(), thing: "axe" });
    const slot = await until("Rowan has an axe", async () => (await rowan.bag()).indexOf(THING_AXE), (at) => at >= 0);
    await rowan.takeInHand(slot);
    const { position } = await rowan.figures();
    const put = (id: string, east: number, north: number): Promise<Report> =>
      send({ to: "world", type: "move", id, x: position.x + east, y: position.y + north });
    const dead = async (): Promise<boolean> => {
      const one = (await state()).entities.find(({ id }) => id === victim.id);
      return one === undefined || one.pose === "fallen" || one.health <= 0;
    };
    const withinReach = async (): Promise<boolean> =>
      (await rowan.entities()).some((one) => one.id === victim.id && Math.hypot(one.x - position.x, one.y - position.y) < REACH);
    /** Everybody in their place, and a blow; whoever walked off in the meantime is brought back. */
    const blow = async (): Promise<boolean> => {
      await put(guard.id, -9, 2);
      await put(merchant.id, 2, 5);
      for (const [n, { id }] of kin.entries()) await put(id, -3 + 2 * n, 4);
      await put(victim.id, 1.1, 0);
      if (!(await comes(withinReach, Boolean, 5_000))) return false;
      await rowan.look(0);
      await rowan.page.keyboard.press("KeyF");
      await rowan.ticks(BLOW);
      return dead();
    };
    await until("the blow falls", blow, Boolean, 90_000);
    const { tick } = await rowan.figures();
    const chat = (): Promise<string> => rowan.page.evaluate(() => document.getElementById("chat-log")?.textContent ?? "");
    const shuns = async (): Promise<boolean> => {
      const answer = await send({ to: "world", type: "select", id: merchant.id });
      return answer.type === "entity" && (answer.components.shuns ?? "").includes(await rowan.body());
    };
    await until("the guard calls in the name of the law", chat, (said) => /name of the law/i.test(said), 120_000);
    await until("kin of the dead accuse Rowan", chat, (said) => said.includes(`Rowan, you killed ${victim.name}!`), 120_000);
    await until("the merchant has no dealings with Rowan", shuns, Boolean, 120_000);
    expect((await rowan.figures()).tick - tick).toBeLessThan(MINUTE);
  }, PATIENCE);
});
