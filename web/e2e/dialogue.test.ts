/** Talking with inhabitants on the page, and looking into their minds in the inspector. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { Operator } from "./support/operator";
import type { Entity, Player } from "./support/player";
import { Stage } from "./support/stage";
import { comes } from "./support/until";

/** Metres at which one can begin to talk, with a step to spare. */
const EARSHOT = 3.5;
/** The limit of the test: somebody may have to be met again between two tales. */
const LIMIT = 240_000;
/** Of whom it is told. */
const TALES = ["Dan", "Eli", "Fay", "Gil", "Hal", "Ira", "Jon", "Kit", "Lou", "Mab", "Ned", "Oda"].map((name) => `${name} Dyer`);

const stage = Stage.forAll({ inhabitants: 6 });

/** Presses a button without waiting for pictures to settle, which they hardly do where WebGL is drawn by software. */
async function press(page: Page, selector: string, words = ""): Promise<void> {
  await page.waitForFunction(([where, text]) => {
    const button = [...document.querySelectorAll<HTMLButtonElement>(where)].find((one) => (one.textContent ?? "").includes(text) && !one.disabled);
    button?.click();
    return button !== undefined;
  }, [selector, words] as const, { timeout: 60_000, polling: 100 });
}

/** Puts the player beside an inhabitant and begins to talk, while the world stands still and nobody walks on. */
async function meet(player: Player, operator: Operator): Promise<Entity> {
  const body = await player.body();
  await operator.pause();
  // Beside some of them there is a wall.
  for (const whom of (await operator.state()).entities.filter((one) => one.kind === "inhabitant" && one.level === 0)) {
    await operator.move(body, whom.x + 1, whom.y);
    await operator.step(2);
    const near = async (): Promise<boolean> => {
      const { position } = await player.figures();
      return (await player.entities()).some((one) => one.kind === "inhabitant" && Math.hypot(one.x - position.x, one.y - position.y) < EARSHOT);
    };
    if (!(await comes(near, Boolean, 5_000))) continue;
    await press(player.page, '[data-action="talk"]');
    if (await player.page.evaluate(() => document.getElementById("dialogue")?.hidden === false)) {
      const name = (await player.page.locator("#dialogue h2").textContent()) ?? "";
      await operator.resume();
      return player.sees(name);
    }
  }
  throw new Error("nobody could be talked to");
}

describe("a talk with an inhabitant", () => {
  it("is greeted, told a rumour, asked why, and the inspector shows how it came to believe it", async () => {
    const zoe = await stage.enter("Zoe", { width: 560, height: 400 });
    const operator = await Operator.sitsDown(stage.browser, stage.server, 7, { width: 900, height: 600 });
    const { page } = operator;
    let partner = await meet(zoe, operator);
    const log = zoe.page.locator(".dialogue-log");
    const choose = (words: string): Promise<void> => press(zoe.page, ".dialogue-choices button", words);
    // A word of the partner's puts the choices in the form's place, and one who walks away takes the talk along: written and sent at once, or asked for again.
    const tell = async (whom: string): Promise<void> => {
      await zoe.page.waitForFunction((names) => {
        if (document.getElementById("dialogue")?.hidden) return true;
        const form = document.querySelector(".dialogue-form");
        const fields = ["who", "whom"].map((name) => form?.querySelector<HTMLInputElement>(`input[name="${name}"]`));
        const send = form?.querySelector("button");
        if (!send || fields.some((field) => !field)) {
          [...document.querySelectorAll<HTMLButtonElement>(".dialogue-choices button")].find((one) => one.textContent?.includes("Tell of"))?.click();
          return false;
        }
        fields.forEach((field, index) => { if (field) field.value = names[index] ?? ""; });
        send.click();
        return true;
      }, ["Rob Rogue", whom], { timeout: 60_000, polling: 100 });
    };
    await choose("Greet");
    await expect.poll(() => log.textContent(), { timeout: 60_000 }).toContain(partner.name.split(" ")[0]);
    // One of several tales is believed: strangers are believed by half, so of so many tales one is.
    for (const whom of TALES) {
      await tell(whom);
      // An answer is the partner's word after one's own; who walks away gives none.
      const answered = (): Promise<boolean> => zoe.page.evaluate((name) => {
        const said = [...document.querySelectorAll(".dialogue-log p")];
        const told = said.findLastIndex((line) => line.className === "own" && line.textContent?.includes(name));
        return document.getElementById("dialogue")?.hidden === true || (told >= 0 && said.slice(told + 1).some((line) => line.className === ""));
      }, whom);
      await comes(answered, Boolean, 20_000);
      if ((await log.textContent())?.includes("I will remember it")) break;
      if (await zoe.page.evaluate(() => document.getElementById("dialogue")?.hidden)) partner = await meet(zoe, operator);
    }
    if (process.env.WOLD_IMAGES) await zoe.page.screenshot({ path: "dialogue.png" });
    await expect.poll(() => log.textContent(), { timeout: 60_000 }).toContain("I will remember it");
    await press(zoe.page, ".dialogue-close");
    expect(await zoe.page.evaluate(() => document.getElementById("dialogue")?.hidden)).toBe(true);
    await press(page, "#guest-rows button", partner.name);
    await expect.poll(() => page.locator("#mind h3").first().textContent(), { timeout: 60_000 }).toContain(partner.name);
    expect(await page.locator("#mind .need").count()).toBeGreaterThanOrEqual(7);
    await expect.poll(() => page.locator("#mind-state").textContent(), { timeout: 60_000 }).toMatch(/Chart (townsman|guard|thug|informer)/);
    await press(page, ".rumours button", "Rob Rogue");
    await expect.poll(() => page.locator(".path-graph text").allTextContents(), { timeout: 60_000 }).toContain("Zoe");
    await expect.poll(() => page.locator(".timeline").textContent(), { timeout: 60_000 }).toMatch(/\d of \d know/);
    if (process.env.WOLD_IMAGES) await page.screenshot({ path: "inspect-mind.png" });
    await page.close();
  }, LIMIT);
});
