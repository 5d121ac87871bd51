import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openBrowser, Player } from "./support/player";
import { startServer, type Server } from "./support/server";

// Matches are short: a minute is plenty.
vi.setConfig({ testTimeout: 60_000 });

let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = await startServer({ inhabitants: 1 });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function operatorsPage(): Promise<Page> {
  const token = new URLSearchParams(new URL(server.inspector).hash.slice(1)).get("token") ?? "";
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  await page.goto(`${server.url}/league#token=${token}`);
  return page;
}

async function announce(page: Page, name: string, format: string, game = ""): Promise<void> {
  await page.locator("#new-name").fill(name);
  await page.locator("#new-format").selectOption(format);
  if (game) await page.locator("#new-game").selectOption(game);
  await page.getByRole("button", { name: "Announce" }).click();
  await page.waitForFunction((title) => document.getElementById("title")?.textContent === title, name);
}

describe("the league against the real server", () => {
  it("lets two people in the world enter a cup, calls them there, and takes their word", async () => {
    const operator = await operatorsPage();
    await announce(operator, "Village cup", "single-elimination");
    const people = [await Player.enter(browser, server.url, "Ada"), await Player.enter(browser, server.url, "Bob")];
    const pages: Page[] = [];
    for (const person of people) {
      // A second page of the same browser knows who asks.
      const page = await person.page.context().newPage();
      await page.goto(`${server.url}/league?league=village-cup`);
      await page.locator("#enter").click();
      await page.locator("#withdraw").waitFor();
      pages.push(page);
    }
    await operator.locator("#standings td", { hasText: "Bob" }).waitFor();
    await operator.locator("#begin").click();
    for (const [index, person] of people.entries()) {
      await pages[index].locator("#own").getByText("Ada – Bob").waitFor();
      await person.page.getByText("Village cup: your match against").first().waitFor({ timeout: 30_000 });
    }
    await pages[0].getByRole("button", { name: "I won" }).click();
    await pages[1].getByText("Ada says that they won.").waitFor();
    await pages[1].getByRole("button", { name: "I lost" }).click();
    await operator.locator("#state", { hasText: "over" }).waitFor();
    expect(await operator.locator("#standings tr").first().textContent()).toContain("Ada");
    expect(await operator.locator("#sheet svg rect").count()).toBe(1);
    for (const person of people) expect(person.problems).toEqual([]);
  });

  it("lets engines play a round robin to its end while one looks on", async () => {
    const operator = await operatorsPage();
    await announce(operator, "Noughts", "round-robin", "noughts");
    for (const name of ["first engine", "second engine", "third engine"]) {
      await operator.locator("#add-name").fill(name);
      await operator.locator("#add-engine").selectOption({ index: 1 });
      await operator.getByRole("button", { name: "Add" }).click();
      await operator.locator("#standings td", { hasText: name }).waitFor();
    }
    await operator.locator("#begin").click();
    await operator.locator("#state", { hasText: "over" }).waitFor({ timeout: 60_000 });
    expect(await operator.locator("#ratings svg path.curve").count()).toBe(3);
    await operator.emulateMedia({ media: "print" });
    expect(await operator.locator("nav:visible").count()).toBe(0);
    expect(await operator.locator("#sheet svg").isVisible()).toBe(true);
  });

  it("turns strangers away in words", async () => {
    const stranger = await browser.newPage();
    await stranger.goto(`${server.url}/league`);
    expect(await stranger.locator("#who").textContent()).toContain("Enter the world");
    expect(await stranger.locator("#enter").isVisible()).toBe(false);
    const refused = await stranger.evaluate(async () => {
      const answer = await fetch("/api/leagues/village-cup/enter", { method: "POST", body: JSON.stringify({ token: "0".repeat(32) }) });
      return { status: answer.status, body: await answer.text() };
    });
    expect(refused.status).toBe(403);
    expect(refused.body).toContain("enter the world first");
  });
});
