/** A minute's walk over a bad line: others are shown where they are, one's own steps are hardly ever put right, and nobody jumps. */
import { expect, it } from "vitest";
import type { Testimony } from "../src/net/witness";
import { Operator } from "./support/operator";
import type { Player } from "./support/player";
import { Stage } from "./support/stage";
import { until } from "./support/until";

/** 300 ms there and back, up to 40 ms more each way, 10 % lost, by seed 7. */
const BAD_LINE = "line=300,40,10,7";
const MINUTE = 60 * 20;
/** Ticks of one leg of the walk. */
const LEG = 80;
const PATIENCE = 300_000;
const stage = Stage.forAll({ seed: 42, inhabitants: 4 });

const testimony = (player: Player): Promise<Testimony> => player.page.evaluate(() => window.wold?.line?.testimony as Testimony);

/** Walks round a square, again and again; the legs are timed by the world. */
async function walks(player: Player, ticks: number, turn: number): Promise<void> {
  const begin = (await player.figures()).tick;
  for (let leg = 0; leg * LEG < ticks; leg++) {
    await player.look(turn + (leg * Math.PI) / 2);
    await player.until(`leg ${leg} of ${player.name}`, ({ tick }) => tick >= begin + (leg + 1) * LEG);
  }
}

it("walks for a minute over a bad line without a jump", async () => {
  const operator = await Operator.sitsDown(stage.browser, stage.server, 1);
  const ann = await stage.enter("Ann", { query: `?${BAD_LINE}`, width: 160, height: 100, settings: { frameLimit: 20, view: 1 } });
  const bob = await stage.enter("Bob", { width: 160, height: 100, settings: { frameLimit: 2, view: 1 } });
  // A field where nobody else is, and each has a square of its own.
  const { position } = await ann.figures();
  const field = { x: position.x + 160, y: position.y + 40 };
  await operator.move(await ann.body(), field.x, field.y);
  await operator.move(await bob.body(), field.x + 14, field.y);
  const there = ({ position: at }: { position: { x: number; y: number } }): boolean => Math.hypot(at.x - field.x, at.y - field.y) < 30;
  await ann.until("Ann is in the field", there, PATIENCE);
  await bob.until("Bob is in the field", there, PATIENCE);
  await ann.sees("Bob");
  await operator.page.close();
  for (const player of [ann, bob]) await player.page.keyboard.down("KeyW");
  const moves = (player: Player): Promise<number> => player.page.evaluate(() => Math.hypot(window.wold?.game.world.own?.vx ?? 0, window.wold?.game.world.own?.vy ?? 0));
  for (const player of [ann, bob]) await until(`${player.name} walks`, () => moves(player), (speed) => speed > 1);
  await ann.page.evaluate(() => window.wold?.line?.restart());
  await Promise.all([walks(ann, MINUTE, 0), walks(bob, MINUTE, Math.PI)]);
  const said = await testimony(ann);
  console.info("over a bad line:", JSON.stringify({ ...said, rtt: (await ann.figures()).rtt }));
  expect(said.others.count, "Bob was looked at").toBeGreaterThan(200);
  expect(said.own.count, "the host told where Ann is").toBeGreaterThan(MINUTE / 2);
  expect(said.others.p95, "where others are shown").toBeLessThan(0.5);
  expect(said.own.most, "by how much one's own place was put right").toBeLessThanOrEqual(0.3);
  expect(said.leaps, "jumps").toEqual([]);
}, PATIENCE);
