/** The operator looks at what telling a guest costs: five numbers before and after, as its session counts them. */
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { Stage } from "./support/stage";

const PATIENCE = 120_000;
const stage = Stage.forAll({ seed: 42, inhabitants: 12 });

it("draws the five numbers of a guest, live, and of each remedy", async () => {
  const nan = await stage.enter("Nan", { width: 160, height: 100, settings: { frameLimit: 2 } });
  const page = await stage.inspector(1280, 900);
  await page.locator("#guest-rows button", { hasText: "Nan" }).click();
  const meter = page.locator("#meter");
  await meter.locator("svg.radar").waitFor({ timeout: PATIENCE });
  const names = await meter.locator("option").allTextContents();
  expect(names).toEqual(["all together", "perception", "dead reckoning", "deltas", "one parcel"]);
  // Once it has been counted for a while, and something was heard of Nan.
  await page.waitForFunction(() => /Counted over (9|10) s for Nan, \d+ ms/.test(document.getElementById("meter")?.textContent ?? ""), undefined, { timeout: PATIENCE, polling: 200 });
  const numbers = async (): Promise<string[]> => meter.locator("tbody tr").allTextContents();
  const all = await numbers();
  expect(all.map((line) => /^[a-z]+/.exec(line)?.[0])).toEqual(["messages", "destinations", "bytes", "timeliness", "work"]);
  expect(all[0], "fewer messages than there are entities").toContain("1/");
  await page.selectOption("#meter select", "dead reckoning");
  await expect.poll(async () => (await numbers()).join(), { timeout: 10_000 }).not.toBe(all.join());
  await page.selectOption("#meter select", "all together");
  if (process.env.WOLD_IMAGES) {
    const folder = resolve(import.meta.dirname, "../../docs/images");
    mkdirSync(folder, { recursive: true });
    await page.locator("#side").evaluate((side) => side.querySelector("#meter")?.scrollIntoView());
    await page.locator("#side").screenshot({ path: resolve(folder, "inspector-meter.jpg"), type: "jpeg", quality: 86 });
  }
  expect(nan.problems).toEqual([]);
}, PATIENCE);
