/** An arrow is shown at once; what the host refuses is undone. What two screens show of one flight is `web/test/flights.test.ts`. */
import { resolve } from "node:path";
import { describe, it } from "vitest";
import { Operator } from "./support/operator";
import type { Player } from "./support/player";
import { Stage } from "./support/stage";
import { until } from "./support/until";

const LIMIT = 240_000;

// Without animals: one of them might be nearer than whom one means to hit.
const stage = Stage.forAll({ inhabitants: 0, more: ["--world", resolve(import.meta.dirname, "support/still.toml")] });

/** Takes a thing of the bag into the hand: one tap, for a second would put it away again. */
async function takesUp(player: Player, thing: string): Promise<void> {
  const slot = player.page.locator("#hotbar button", { has: player.page.locator(".what", { hasText: new RegExp(`^${thing}$`) }) }).first();
  await slot.click();
  await until(`${player.name} has the ${thing} in hand`, () => slot.getAttribute("aria-pressed"), (pressed) => pressed === "true");
}

describe("an arrow", () => {
  it("that cannot be shot is undone: it falls, and the host says why", async () => {
    const cid = await stage.enter("Cid");
    const operator = await Operator.sitsDown(stage.browser, stage.server, 1);
    for (const thing of ["bow", "arrow", "arrow"]) await operator.send({ to: "world", type: "grant", id: await cid.body(), thing });
    await takesUp(cid, "bow");
    const arrows = (): Promise<number> => cid.page.evaluate(() => {
      const { bag, shots } = (window.wold as NonNullable<Window["wold"]>).game.world;
      return bag.reduce((sum, slot) => sum + (shots.some(({ of }) => of === slot?.kind) ? slot?.count ?? 0 : 0), 0);
    });
    await until("Cid has two arrows", arrows, (count) => count === 2);
    // Two at once: the arm is not free for the second.
    await cid.page.keyboard.press("KeyF");
    await cid.page.keyboard.press("KeyF");
    await cid.page.waitForFunction(() => /not so fast/i.test(document.getElementById("toasts")?.textContent ?? ""), undefined, { polling: 100 });
    const undone = (): Promise<number> => cid.page.evaluate(() => (window.wold as NonNullable<Window["wold"]>).game.ownDeeds.undone.shoot ?? 0);
    await until("the second is undone", undone, (count) => count === 1);
    await operator.page.close();
  }, LIMIT);
});
