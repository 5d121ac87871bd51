/** Talking with inhabitants on the page, and looking into their minds in the inspector. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Entity, Player } from "./support/player";
import { Stage } from "./support/stage";
import { comes } from "./support/until";

/** Metres at which one can begin to talk, with a step to spare. */
const EARSHOT = 3.5;
/** The limit of the test: a dozen tries to meet somebody, and six tales. */
const LIMIT = 240_000;

const stage = Stage.forAll({ inhabitants: 6 });

async function inspector(): Promise<Page> {
  const page = await stage.inspector(900, 600);
  await page.waitForFunction(() => (window.inspected?.state?.guests.length ?? 0) > 6, undefined, { timeout: 30_000, polling: 200 });
  return page;
}

/** Presses a button without waiting for pictures to settle, which they hardly do where WebGL is drawn by software. */
async function press(page: Page, selector: string, words = ""): Promise<void> {
  await page.waitForFunction(([where, text]) => {
    const button = [...document.querySelectorAll<HTMLButtonElement>(where)].find((one) => (one.textContent ?? "").includes(text) && !one.disabled);
    button?.click();
    return button !== undefined;
  }, [selector, words] as const, { timeout: 60_000, polling: 100 });
}

async function write(page: Page, selector: string, text: string): Promise<void> {
  await page.evaluate(([where, value]) => {
    (document.querySelector(where) as HTMLInputElement).value = value;
  }, [selector, text] as const);
}

/** Puts the player beside an inhabitant and begins to talk. */
async function meet(player: Player, page: Page): Promise<Entity> {
  for (let attempt = 0; attempt < 12; attempt++) {
    const whom = await page.evaluate(() => window.inspected?.state?.entities.find((one) => one.kind === "inhabitant" && one.level === 0));
    if (!whom) throw new Error("nobody lives here");
    await press(page, "#guest-rows button", player.name);
    await write(page, "#move-x", `${whom.x + 1}`);
    await write(page, "#move-y", `${whom.y}`);
    await press(page, "#move button");
    // Who walks on meanwhile is not there any more: then another is tried.
    const near = async (): Promise<boolean> => {
      const { position } = await player.figures();
      return (await player.entities()).some((one) => one.kind === "inhabitant" && Math.hypot(one.x - position.x, one.y - position.y) < EARSHOT);
    };
    if (!(await comes(near, Boolean, 5_000))) continue;
    await press(player.page, '[data-action="talk"]');
    if (await player.page.evaluate(() => document.getElementById("dialogue")?.hidden === false)) {
      const name = (await player.page.locator("#dialogue h2").textContent()) ?? "";
      return player.sees(name);
    }
  }
  throw new Error("nobody stood still to be talked to");
}

describe("a talk with an inhabitant", () => {
  it("is greeted, told a rumour, asked why, and the inspector shows how it came to believe it", async () => {
    const zoe = await stage.enter("Zoe", { width: 560, height: 400 });
    const page = await inspector();
    let partner = await meet(zoe, page);
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
    // One of several tales is believed: strangers are believed by half.
    for (const whom of ["Dan Dyer", "Eli Dyer", "Fay Dyer", "Gil Dyer", "Hal Dyer", "Ira Dyer"]) {
      await tell(whom);
      // An answer is the partner's word after one's own; who walks away gives none.
      const answered = (): Promise<boolean> => zoe.page.evaluate((name) => {
        const said = [...document.querySelectorAll(".dialogue-log p")];
        const told = said.findLastIndex((line) => line.className === "own" && line.textContent?.includes(name));
        return document.getElementById("dialogue")?.hidden === true || (told >= 0 && said.slice(told + 1).some((line) => line.className === ""));
      }, whom);
      await comes(answered, Boolean, 20_000);
      if ((await log.textContent())?.includes("I will remember it")) break;
      if (await zoe.page.evaluate(() => document.getElementById("dialogue")?.hidden)) partner = await meet(zoe, page);
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
  }, LIMIT);
});
