/** A murder before witnesses, as who did it meets it: the guard comes, the shop refuses, kin of the dead accuse. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { THING_AXE } from "../src/land/kinds";
import { Operator } from "./support/operator";
import { Player, openBrowser } from "./support/player";
import { startServer, type Server } from "./support/server";
import { until } from "./support/until";

/** The limit of each test here: a town must wake, and a murder be seen. */
const PATIENCE = 240_000;
/** A world in which one blow with an axe is enough: nobody gets away, and it is bright day. */
const DEADLY = "name = \"Deadly\"\nfirst_hour = 10.0\nday_minutes = 120.0\n\n[flesh]\naxe = 1.0\n";
/** Ticks of a minute of the world, within which the town answers. */
const MINUTE = 60 * 20;
const REACH = 1.9;

describe("a murder before witnesses", () => {
  let folder: string;
  let server: Server;
  let browser: Browser;
  let operator: Operator;
  let rowan: Player;

  const family = (name: string): string => name.split(" ").at(-1) ?? name;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "wold-deadly-"));
    const world = join(folder, "deadly.toml");
    writeFileSync(world, DEADLY);
    server = await startServer({ seed: 42, inhabitants: 20, more: ["--world", world] });
    browser = await openBrowser();
    operator = await Operator.sitsDown(browser, server, 17);
    rowan = await Player.enter(browser, server.url, "Rowan");
  }, PATIENCE);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("brings the guard, closes the shop and is said to one's face, within a minute", async () => {
    /** Who is to die, their kin, a merchant and who is to keep the law; null as long as one of them has not come in yet. */
    const cast = async () => {
      const people = (await operator.state()).entities.filter((one) => one.kind === "inhabitant");
      const trades = new Map<string, string>();
      for (const { id } of people) trades.set(id, await operator.trade(id));
      const grown = people.filter(({ id }) => !["", "child", "elder"].includes(trades.get(id) ?? ""));
      const merchant = grown.find(({ id }) => ["merchant", "chandler", "grocer"].includes(trades.get(id) ?? ""));
      // Whoever has two more of its name here is mourned.
      const kinOf = (name: string) => people.filter((one) => one.name !== name && family(one.name) === family(name) && one !== merchant);
      const victim = grown.find((one) => one !== merchant && kinOf(one.name).length >= 2);
      const kin = kinOf(victim?.name ?? "").slice(0, 3);
      const guard = grown.find((one) => one !== merchant && one !== victim && !kin.includes(one));
      return victim && merchant && guard ? { victim, kin, merchant, guard } : null;
    };
    const { victim, kin, merchant, guard } = (await until("families and a merchant are in", cast, (all) => all !== null, 60_000)) as NonNullable<Awaited<ReturnType<typeof cast>>>;
    await operator.appoint(guard.id);
    await operator.send({ to: "world", type: "grant", id: await rowan.body(), thing: "axe" });
    const slot = await until("Rowan has an axe", async () => (await rowan.bag()).indexOf(THING_AXE), (at) => at >= 0);
    await rowan.takeInHand(slot);
    const { position } = await rowan.figures();
    const put = ({ id }: { id: string }, east: number, north: number): Promise<void> => operator.move(id, position.x + east, position.y + north);
    const dead = async (): Promise<boolean> => {
      const one = (await operator.state()).entities.find(({ id }) => id === victim.id);
      return one === undefined || one.pose === "fallen" || one.health <= 0;
    };
    const withinReach = async (): Promise<boolean> =>
      (await rowan.entities()).some((one) => one.id === victim.id && Math.hypot(one.x - position.x, one.y - position.y) < REACH);
    // Everybody in their place while the world stands still, and one blow: nobody walks off meanwhile.
    await operator.pause();
    await put(guard, -9, 2);
    await put(merchant, 2, 5);
    for (const [n, one] of kin.entries()) await put(one, -3 + 2 * n, 4);
    await put(victim, 1.1, 0);
    await operator.steps("the victim is within reach", withinReach, Boolean, 20, 1);
    await rowan.strikes(victim.id);
    await operator.steps("the blow falls", dead, Boolean, 40, 1);
    await operator.resume();
    const { tick } = await rowan.figures();
    const chat = (): Promise<string> => rowan.page.evaluate(() => document.getElementById("chat-log")?.textContent ?? "");
    const shuns = async (): Promise<boolean> => {
      const answer = await operator.send({ to: "world", type: "select", id: merchant.id });
      return answer.type === "entity" && (answer.components.shuns ?? "").includes(await rowan.body());
    };
    // In whatever order they come: what is said first may have scrolled away before the last.
    const seen = new Set<string>();
    const consequences = async (): Promise<string[]> => {
      const said = await chat();
      if (/name of the law/i.test(said)) seen.add("the guard calls in the name of the law");
      if (said.includes(`Rowan, you killed ${victim.name}!`)) seen.add("kin of the dead accuse Rowan");
      if (await shuns()) seen.add("the merchant has no dealings with Rowan");
      return [...seen];
    };
    await until("the guard calls, kin accuse and the merchant shuns", consequences, (all) => all.length === 3, 180_000);
    expect((await rowan.figures()).tick - tick).toBeLessThan(MINUTE);
  }, PATIENCE);
});
