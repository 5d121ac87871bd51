import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser } from "./support/player";
import { startServer, type Server } from "./support/server";

// Nothing is drawn in three dimensions here: a minute is plenty.
vi.setConfig({ testTimeout: 60_000 });

let server: Server;
let browser: Browser;
let page: Page;
let problems: string[] = [];

beforeAll(async () => {
  server = await startServer({ inhabitants: 1 });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

beforeEach(async () => {
  problems = [];
  page = await browser.newPage({ viewport: { width: 1100, height: 720 } });
  page.on("pageerror", (error) => problems.push(error.message));
});

afterEach(async () => {
  await page.close();
  expect(problems).toEqual([]);
});

async function sitDown(game: string): Promise<void> {
  await page.goto(`${server.url}/arena?game=${game}`);
  await page.waitForFunction((name) => window.arena?.table?.game === name, game);
}

async function moves(atLeast: number): Promise<readonly string[]> {
  await page.waitForFunction((n) => (window.arena?.table?.history.length ?? 0) >= n, atLeast, { timeout: 30_000 });
  return page.evaluate(() => window.arena?.table?.history ?? []);
}

describe("the arena against the real server", () => {
  it("answers a person's move, and says what it thought", async () => {
    await sitDown("connect-four");
    await page.locator('[data-cell="3"]').click();
    expect((await moves(2))[0]).toBe("4");
    expect(await page.locator("#candidates tr").count()).toBe(7);
    expect(await page.locator("#line li").count()).toBeGreaterThan(0);
    expect(await page.locator("#why").textContent()).toContain("looks worth");
    await page.locator("#undo").click();
    await page.waitForFunction(() => window.arena?.table?.history.length === 0);
  });

  it("shows what an engine analyses on the board, and moves nothing", async () => {
    await sitDown("connect-four");
    await page.locator("#analyse").click();
    await page.waitForFunction(() => (window.arena?.thought?.iterations ?? 0) > 0);
    if (await page.locator("#stop").isEnabled()) await page.locator("#stop").click();
    await page.waitForFunction(() => window.arena?.thought?.done === true, undefined, { timeout: 20_000 });
    expect(await page.locator(".share").count()).toBeGreaterThan(0);
    expect(await moves(0)).toEqual([]);
  });

  it("sends thoughts that grow until the last", async () => {
    await sitDown("connect-four");
    const thoughts = await page.evaluate(() => new Promise<{ iterations: number; done: boolean }[]>((finish, fail) => {
      const socket = new WebSocket(`ws://${location.host}/arena/ws`);
      const heard: { iterations: number; done: boolean }[] = [];
      socket.onopen = () => socket.send(JSON.stringify({ type: "think", engine: "mcts:1000000", play: false }));
      socket.onmessage = (event) => {
        const message = JSON.parse(String(event.data));
        if (message.type === "error") fail(new Error(message.message));
        if (message.type === "thought") heard.push({ iterations: message.iterations, done: message.done });
        if (message.done) {
          socket.close();
          finish(heard);
        }
      };
    }));
    expect(thoughts.length).toBeGreaterThan(1);
    expect(thoughts.every(({ done }, index) => done === (index === thoughts.length - 1))).toBe(true);
    expect(thoughts.every(({ iterations }, index) => index === 0 || iterations > thoughts[index - 1].iterations)).toBe(true);
  });

  it("lets two engines play to the end", async () => {
    await sitDown("noughts");
    await page.selectOption("#second", "mcts:500");
    await page.selectOption("#first", "alphabeta:8");
    await page.waitForFunction(() => window.arena?.table?.result != null, undefined, { timeout: 60_000 });
    expect(await page.locator("#status").textContent()).toBe("The game is over: a draw");
  });

  it("plays games without squares by their names", async () => {
    await sitDown("nim");
    await page.locator("#names button").first().click();
    expect((await moves(2)).length).toBeGreaterThanOrEqual(2);
  });

  it("answers what cannot be with one clear error", async () => {
    await sitDown("noughts");
    const asked = [
      { type: "play", move: "z9" },
      { type: "open", game: "noughts", position: "xxx/xxx/xxx" },
      { type: "open", game: "chess" },
      { type: "think", engine: "minimax:60", play: true },
      { type: "dance" },
    ];
    const answers = await page.evaluate(async (wishes) => {
      const socket = new WebSocket(`ws://${location.host}/arena/ws`);
      const heard: { type: string; message?: string }[] = [];
      const next = (): Promise<void> => new Promise((done) => {
        socket.onmessage = (event) => {
          heard.push(JSON.parse(String(event.data)));
          done();
        };
      });
      await next();
      for (const wish of wishes) {
        const answer = next();
        socket.send(JSON.stringify(wish));
        await answer;
      }
      socket.close();
      return heard;
    }, asked);
    expect(answers.map((answer) => answer.type)).toEqual(["table", ...asked.map(() => "error")]);
    expect(answers[1].message).toContain('"z9" is no legal move');
    expect(answers[2].message).toContain("no such position");
  });
});
