/** A player who sneaks up behind a guard at night: in the dark nobody notices, a lantern gives them away, and the page shows the world's own number. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { THINGS } from "../src/land/kinds";
import type { StateMessage } from "../src/inspect/protocol";
import type { Question } from "../src/inspect/reports";
import type { Player } from "./support/player";
import { Stage } from "./support/stage";
import { until } from "./support/until";

const PATIENCE = 180_000;
const stage = Stage.forAll({ seed: 42, inhabitants: 8, world: "midnight.toml" });

/** The page's meter, 0 to 255, and its word; null while it is not shown. */
const shown = (player: Player): Promise<{ meter: number; word: string } | null> =>
  player.page.evaluate(() => {
    const meter = document.getElementById("noticed");
    if (!meter || meter.hidden) return null;
    return { meter: Number(meter.getAttribute("aria-valuenow")), word: meter.textContent ?? "" };
  });

/** Asks as the operator, and tells the first answer. */
const ask = (page: Page, question: Question): Promise<unknown> =>
  page.evaluate(async (said) => {
    const line = new WebSocket(`ws://${location.host}/inspect/ws`);
    await new Promise((done) => line.addEventListener("open", done));
    line.send(JSON.stringify({ to: "host", type: "token", token: sessionStorage.getItem("wold.operator") }));
    line.send(said);
    const answer = await new Promise<unknown>((done) => {
      line.addEventListener("message", ({ data }) => {
        const told = JSON.parse(String(data)) as { type: string };
        if (told.type !== "state") done(told);
      });
    });
    line.close();
    return answer;
  }, JSON.stringify(question));

const decree = async (page: Page, question: Question): Promise<void> => void (await ask(page, question));

it("sneaks up behind a guard at night, and is seen by the light of a lantern", async () => {
  const inspector = await stage.inspector();
  const state = (): Promise<StateMessage | undefined> => inspector.evaluate(() => window.inspected?.state as StateMessage | undefined);
  await until("the inhabitants are in", state, (now) => now?.entities.some((one) => one.kind === "inhabitant") ?? false, PATIENCE);
  const robin = await stage.enter("Robin", { settings: { frameLimit: 2 } });
  const body = await robin.body();
  // Away from lamps and hearths, and from everybody else.
  const { position } = await robin.figures();
  const field = { x: position.x + 160, y: position.y + 40 };
  await decree(inspector, { to: "world", type: "move", id: body, ...field });
  await robin.until("Robin is in the field", ({ position: at }) => Math.hypot(at.x - field.x, at.y - field.y) < 5, PATIENCE);
  expect(await shown(robin)).toBeNull();
  await robin.page.keyboard.down("KeyC");
  await until("Robin sneaks", () => shown(robin), (now) => now !== null);

  const guard = (await state())?.entities.find((one) => one.kind === "inhabitant")?.id as string;
  await decree(inspector, { to: "world", type: "appoint", id: guard, guard: true });
  const trade = async (): Promise<string | undefined> => ((await ask(inspector, { to: "minds", type: "mind", id: guard })) as { mind?: { trade: string } | null }).mind?.trade;
  await until("they keep the law", trade, (now) => now === "guard", 60_000);
  const dot = async (id: string) => (await state())?.entities.find((one) => one.id === id);
  const noticed = async (): Promise<number | null | undefined> => (await dot(body))?.noticed;
  // Not where Robin is: who bumps into a guard is noticed in any light.
  const post = { x: field.x + 12, y: field.y };
  /** Puts Robin so many metres ahead of where the guard looks; fewer than none is behind. The guard may turn meanwhile: tells how far ahead Robin came to be. */
  const put = async (ahead: number): Promise<number> => {
    await decree(inspector, { to: "world", type: "move", id: guard, ...post });
    await robin.ticks(4);
    const turn = (((await dot(guard))?.heading ?? 0) / 256) * 2 * Math.PI;
    const spot = { x: post.x + ahead * Math.cos(turn), y: post.y + ahead * Math.sin(turn) };
    await decree(inspector, { to: "world", type: "move", id: body, ...spot });
    await robin.ticks(4);
    const [watcher, watched] = [await dot(guard), await dot(body)];
    if (!watcher || !watched) return 0;
    const gaze = (watcher.heading / 256) * 2 * Math.PI;
    return (watched.x - watcher.x) * Math.cos(gaze) + (watched.y - watcher.y) * Math.sin(gaze);
  };
  const both = async (): Promise<readonly [number | undefined, number]> => [(await shown(robin))?.meter, Math.round(255 * ((await noticed()) ?? NaN))];
  // In the dark, behind the guard's back, a step nearer: nobody is the wiser. A guard may turn and glimpse something; that is no detection, and fades when Robin is behind it again.
  const words = new Set<string | undefined>();
  const sneaked = async (): Promise<readonly [number | undefined, number]> => {
    await until("Robin is behind the guard", () => put(-3), (ahead) => ahead < -1, 60_000);
    await robin.page.keyboard.down("KeyW");
    await robin.ticks(10);
    await robin.page.keyboard.up("KeyW");
    await robin.ticks(20);
    words.add((await shown(robin))?.word);
    return both();
  };
  expect(await until("the page and the world say that Robin is hidden", sneaked, ([page, world]) => page === 0 && world === 0, 90_000)).toEqual([0, 0]);
  expect(words).not.toContain("Seen");
  expect((await dot(guard))?.aware).toBeNull();

  await decree(inspector, { to: "world", type: "grant", id: body, thing: "lantern" });
  const lantern = THINGS.indexOf("lantern");
  const bag = await until("Robin has a lantern", () => robin.bag(), (slots) => slots.includes(lantern));
  await robin.takeInHand(bag.indexOf(lantern));
  await robin.page.keyboard.press("KeyR");
  // The guard turns about now and then: sooner or later it looks at the light.
  const looked = async (): Promise<{ meter: number; word: string } | null> => {
    await put(3);
    await robin.ticks(10);
    return shown(robin);
  };
  const seen = await until("the guard sees Robin", looked, (now) => now?.word === "Seen", 60_000);
  expect(seen?.meter).toBe(255);
  expect(await until("the world says so, too", noticed, (now) => now === 1)).toBe(1);
  await robin.page.keyboard.up("KeyC");
  await until("who stands up has no meter", async () => (await shown(robin)) === null, Boolean);
}, PATIENCE);

it("puts on a hood, and has no name to others", async () => {
  const inspector = await stage.inspector();
  const marian = await stage.enter("Marian", { settings: { frameLimit: 2 } });
  const body = await marian.body();
  const called = (): Promise<string | undefined> =>
    inspector.evaluate((id) => (window.inspected?.state as StateMessage | undefined)?.entities.find((one) => one.id === id)?.name, body);
  await until("Marian is there", called, (name) => name === "Marian");
  await decree(inspector, { to: "world", type: "grant", id: body, thing: "hood" });
  const hood = THINGS.indexOf("hood");
  const bag = await until("Marian has a hood", () => marian.bag(), (slots) => slots.includes(hood));
  const slot = bag.indexOf(hood);
  await marian.takeInHand(slot);
  await marian.page.keyboard.press("KeyR");
  await until("nobody knows her", called, (name) => name === "somebody in a hood");
  const label = (): Promise<string | null> => marian.page.locator("#hotbar .slot").nth(slot).getAttribute("aria-label");
  await until("the bag shows it", label, (text) => text?.includes("worn") ?? false);
  await marian.page.keyboard.press("KeyR");
  await until("it is off", called, (name) => name === "Marian");
}, PATIENCE);
