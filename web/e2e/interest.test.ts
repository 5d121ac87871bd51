/** The operator looks at what a guest's character takes note of: who keeps small is not told of, though they see as far as ever, and the inspector says why. */
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import type { ReportOf } from "../src/inspect/protocol";
import { Operator } from "./support/operator";
import type { Player } from "./support/player";
import { Stage } from "./support/stage";
import { until } from "./support/until";

const PATIENCE = 180_000;
/** Metres at which somebody upright is in the cells that are looked through, and somebody who sneaks is beyond focus and nimbus. */
const APART = 56;
const stage = Stage.forAll({ seed: 42, inhabitants: 0, more: ["--world", resolve(import.meta.dirname, "support/still.toml")] });

it("tells of who stands, not of who sneaks, and says why", async () => {
  const [ann, bob] = [await stage.enter("Ann", { settings: { frameLimit: 2 } }), await stage.enter("Bob", { settings: { frameLimit: 2 } })];
  const operator = await Operator.sitsDown(stage.browser, stage.server, 2, { width: 1280, height: 900 });
  const [annId, bobId] = [await ann.body(), await bob.body()];
  const { position } = await ann.figures();
  await operator.move(bobId, position.x + APART, position.y);
  const interest = async (whose: string): Promise<ReportOf<"interest">> => {
    const answer = await operator.send({ to: "world", type: "interest", id: whose });
    if (answer.type !== "interest") throw new Error(JSON.stringify(answer));
    return answer;
  };
  const why = async (whose: string, of: string) => (await interest(whose)).others.find(({ id }) => id === of);
  const knows = async (player: Player, id: string): Promise<boolean> => (await player.entities()).some((one) => one.id === id);
  const upright = await until("Bob is far, and upright", () => why(annId, bobId), (line) => /5\d m/.test(line?.why ?? ""), PATIENCE);
  expect(upright?.why).toMatch(/perceived|in the way/);
  const rings = (await interest(annId)).rings.map(({ medium }) => medium);
  for (const medium of ["sight", "hearing", "speech", "smell"]) expect(rings).toContain(medium);

  await bob.page.keyboard.down("KeyC");
  const small = await until("Bob keeps small", () => why(annId, bobId), (line) => /keeps small/.test(line?.why ?? "") && line?.told === false, PATIENCE);
  expect(small?.why).toMatch(/a focus of 28 m and a nimbus of 26 m do not meet at 5\d m/);
  await until("Ann's page has nobody there", () => knows(ann, bobId), (known) => !known);
  // What Bob takes note of is as before.
  expect((await why(bobId, annId))?.why).not.toMatch(/keeps small/);
  await operator.page.locator("#legend label", { hasText: "Interest of a guest" }).click();
  await operator.page.locator("#guest-rows button", { hasText: "Ann" }).click();
  if (process.env.WOLD_IMAGES) {
    await operator.page.evaluate(([x, y]) => Object.assign(window.inspected?.view ?? {}, { x, y, scale: 6 }), [position.x + 30, position.y]);
    await until("it is drawn", () => operator.page.evaluate(() => window.inspected?.interest ?? null), (id) => id !== null);
    const folder = resolve(import.meta.dirname, "../../docs/images");
    mkdirSync(folder, { recursive: true });
    await operator.page.screenshot({ path: resolve(folder, "inspector-interest.jpg"), type: "jpeg", quality: 85 });
  }

  await bob.page.keyboard.up("KeyC");
  await operator.move(bobId, position.x + 20, position.y);
  await until("Bob is near, and no longer small", () => why(annId, bobId), (line) => line !== undefined && !/keeps small/.test(line.why), PATIENCE);
  await operator.page.close();
}, PATIENCE);
