/** A player who sneaks at night: nobody notices them in the dark, a lantern gives them away, and the page shows the world's own number. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { THINGS } from "../src/land/kinds";
import type { StateMessage } from "../src/inspect/protocol";
import type { Question } from "../src/inspect/reports";
import type { Player } from "./support/player";
import { Stage } from "./support/stage";
import { until } from "./support/until";

const PATIENCE = 180_000;
/** How many stand around the player: one of them looks. */
const WATCHERS = 5;
const stage = Stage.forAll({ seed: 42, inhabitants: 8, world: "midnight.toml" });

/** The page's meter, 0 to 255, and its word; null while it is not shown. */
const shown = (player: Player): Promise<{ meter: number; word: string } | null> =>
  player.page.evaluate(() => {
    const meter = document.getElementById("noticed");
    if (!meter || meter.hidden) return null;
    return { meter: Number(meter.getAttribute("aria-valuenow")), word: meter.textContent ?? "" };
  });

const decree = (page: Page, question: Question): Promise<void> =>
  page.evaluate(async (said) => {
    const line = new WebSocket(`ws://${location.host}/inspect/ws`);
    await new Promise((done) => line.addEventListener("open", done));
    line.send(JSON.stringify({ to: "host", type: "token", token: sessionStorage.getItem("wold.operator") }));
    line.send(said);
    await new Promise<void>((done) => {
      line.addEventListener("message", ({ data }) => {
        if ((JSON.parse(String(data)) as { type: string }).type !== "state") done();
      });
    });
    line.close();
  }, JSON.stringify(question));

it("is hidden in the dark and seen by the light of a lantern", async () => {
  const inspector = await stage.inspector();
  const state = (): Promise<StateMessage | undefined> => inspector.evaluate(() => window.inspected?.state as StateMessage | undefined);
  await until("the inhabitants are in", state, (now) => (now?.entities.filter((one) => one.kind === "inhabitant").length ?? 0) >= WATCHERS, PATIENCE);
  const robin = await stage.enter("Robin", { settings: { frameLimit: 2 } });
  const body = await robin.body();
  // Away from lamps and hearths.
  const { position } = await robin.figures();
  const field = { x: position.x + 160, y: position.y + 40 };
  await decree(inspector, { to: "world", type: "move", id: body, ...field });
  await robin.until("Robin is in the field", ({ position: at }) => Math.hypot(at.x - field.x, at.y - field.y) < 5, PATIENCE);
  expect(await shown(robin)).toBeNull();
  await robin.page.keyboard.down("KeyC");
  await until("Robin sneaks", () => shown(robin), (now) => now !== null);
  const people = (await state())?.entities.filter((one) => one.kind === "inhabitant").slice(0, WATCHERS) ?? [];
  const gather = async (): Promise<void> => {
    for (const [n, { id }] of people.entries()) {
      const turn = (n / people.length) * 2 * Math.PI;
      await decree(inspector, { to: "world", type: "move", id, x: field.x + 4 * Math.cos(turn), y: field.y + 4 * Math.sin(turn) });
    }
  };
  const noticed = async (): Promise<number | null | undefined> => (await state())?.entities.find((one) => one.id === body)?.noticed;
  await gather();
  await robin.ticks(60);
  expect(await shown(robin)).toEqual({ meter: 0, word: "Hidden" });
  expect(await noticed()).toBe(0);

  await decree(inspector, { to: "world", type: "grant", id: body, thing: "lantern" });
  const lantern = THINGS.indexOf("lantern");
  const bag = await until("Robin has a lantern", () => robin.bag(), (slots) => slots.includes(lantern));
  await robin.takeInHand(bag.indexOf(lantern));
  await robin.page.keyboard.press("KeyR");
  // They walk off; sooner or later one of them looks.
  const looked = async (): Promise<{ meter: number; word: string } | null> => {
    await gather();
    await robin.ticks(15);
    return shown(robin);
  };
  const seen = await until("somebody sees Robin", looked, (now) => now?.word === "Seen", 60_000);
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
