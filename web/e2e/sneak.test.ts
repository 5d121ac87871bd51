/** A player who sneaks up behind a guard at night: in the dark nobody notices, a lantern gives them away, and the page shows the world's own number. */
import { expect, it } from "vitest";
import { THINGS } from "../src/land/kinds";
import { Operator } from "./support/operator";
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

it("sneaks up behind a guard at night, and is seen by the light of a lantern", async () => {
  const operator = await Operator.sitsDown(stage.browser, stage.server, 1);
  const people = async (): Promise<string[]> => (await operator.state()).entities.filter((one) => one.kind === "inhabitant").map(({ id }) => id);
  const [guard] = await until("the inhabitants are in", people, (ids) => ids.length > 0, PATIENCE);
  const robin = await stage.enter("Robin", { settings: { frameLimit: 2 } });
  const body = await robin.body();
  // Away from lamps and hearths, and from everybody else.
  const { position } = await robin.figures();
  const field = { x: position.x + 160, y: position.y + 40 };
  await operator.move(body, field.x, field.y);
  await robin.until("Robin is in the field", ({ position: at }) => Math.hypot(at.x - field.x, at.y - field.y) < 5, PATIENCE);
  expect(await shown(robin)).toBeNull();
  await robin.page.keyboard.down("KeyC");
  await until("Robin sneaks", () => shown(robin), (now) => now !== null);

  await operator.appoint(guard);
  const dot = async (id: string) => (await operator.state()).entities.find((one) => one.id === id);
  const noticed = async (): Promise<number | null | undefined> => (await dot(body))?.noticed;
  // Not where Robin is: who bumps into a guard is noticed in any light.
  const post = { x: field.x + 12, y: field.y };
  /** In a world that stands still, where nobody turns meanwhile: puts Robin so many metres ahead of where the guard looks; fewer than none is behind. */
  const put = async (ahead: number): Promise<void> => {
    await operator.move(guard, post.x, post.y);
    await operator.step(1);
    const turn = (((await dot(guard))?.heading ?? 0) / 256) * 2 * Math.PI;
    await operator.move(body, post.x + ahead * Math.cos(turn), post.y + ahead * Math.sin(turn));
    await operator.step(1);
  };
  await operator.pause();
  // In the dark, behind the guard's back, a step nearer: nobody is the wiser. What a guard glimpsed when it last turned about fades there.
  const sneaked = async (): Promise<readonly [number | undefined, number, string | null | undefined]> => {
    await put(-3);
    await robin.page.keyboard.down("KeyW");
    await operator.step(8);
    await robin.page.keyboard.up("KeyW");
    await operator.step(2);
    return [(await shown(robin))?.meter, Math.round(255 * ((await noticed()) ?? NaN)), (await dot(guard))?.aware];
  };
  await until("the page and the world say that Robin is hidden, and the guard suspects nothing", sneaked, ([page, world, aware]) => page === 0 && world === 0 && aware === null, 90_000);
  await operator.resume();

  await operator.send({ to: "world", type: "grant", id: body, thing: "lantern" });
  const lantern = THINGS.indexOf("lantern");
  const bag = await until("Robin has a lantern", () => robin.bag(), (slots) => slots.includes(lantern));
  await robin.takeInHand(bag.indexOf(lantern));
  await robin.page.keyboard.press("KeyR");
  await operator.pause();
  const looked = async (): Promise<{ meter: number; word: string } | null> => {
    await put(3);
    await operator.step(10);
    return shown(robin);
  };
  const seen = await until("the guard, who looks at the light, sees Robin", looked, (now) => now?.word === "Seen", 60_000);
  expect(seen?.meter).toBe(255);
  expect(await until("the world says so, too", noticed, (now) => now === 1)).toBe(1);
  await operator.resume();
  await robin.page.keyboard.up("KeyC");
  await until("who stands up has no meter", async () => (await shown(robin)) === null, Boolean);
  await operator.page.close();
}, PATIENCE);

it("puts on a hood, and has no name to others", async () => {
  const operator = await Operator.sitsDown(stage.browser, stage.server, 1);
  const marian = await stage.enter("Marian", { settings: { frameLimit: 2 } });
  const body = await marian.body();
  const called = async (): Promise<string | undefined> => (await operator.state()).entities.find((one) => one.id === body)?.name;
  await until("Marian is there", called, (name) => name === "Marian");
  await operator.send({ to: "world", type: "grant", id: body, thing: "hood" });
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
  await operator.page.close();
}, PATIENCE);
