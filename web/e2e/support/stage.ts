/** A running world, a browser, and whoever is in it: what every browser test needs. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { Player, openBrowser, type PlayerOptions } from "./player";
import { startServer, type Server } from "./server";

export class Stage {
  private running: { server: Server; browser: Browser } | null = null;
  private readonly inside: Player[] = [];
  private readonly opened: Page[] = [];

  /** A stage for all tests of a file: set before the first, cleared after each, taken down after the last. */
  static forAll(options?: Parameters<typeof startServer>[0]): Stage {
    const stage = new Stage();
    beforeAll(async () => {
      stage.running = { server: await startServer(options), browser: await openBrowser() };
    });
    afterAll(async () => {
      await stage.running?.browser.close();
      await stage.running?.server.stop();
    });
    afterEach(() => stage.everybodyLeaves());
    return stage;
  }

  get server(): Server {
    if (!this.running) throw new Error("the world is not running yet");
    return this.running.server;
  }

  get browser(): Browser {
    if (!this.running) throw new Error("the browser is not open yet");
    return this.running.browser;
  }

  /** Somebody comes in, into this world or another. */
  async enter(name: string, options: PlayerOptions & { world?: Server } = {}): Promise<Player> {
    const player = await Player.enter(this.browser, (options.world ?? this.server).url, name, options);
    this.inside.push(player);
    return player;
  }

  /** The inspector. */
  async inspector(width = 1000, height = 640): Promise<Page> {
    const page = await this.browser.newPage({ viewport: { width, height } });
    this.opened.push(page);
    await page.goto(this.server.inspector);
    return page;
  }

  async leaves(player: Player): Promise<void> {
    this.inside.splice(this.inside.indexOf(player), 1);
    await player.leave();
  }

  async everybodyLeaves(): Promise<void> {
    const problems = this.inside.flatMap((player) => player.problems);
    for (const player of this.inside.splice(0)) await player.leave();
    for (const page of this.opened.splice(0)) await page.close();
    expect(problems).toEqual([]);
  }
}
