/** A person in the real page: opens it, walks, looks, speaks. */
import { chromium, type Browser, type Page } from "playwright-core";
import type { Figures } from "../../src/ui/debug";

/**
 * WebGL by software, but without `--disable-gpu`: with it the page's timers ran at less than half the pace (154 host ticks
 * shown against 388 in the same time), probably because each frame is read back before the page goes on.
 */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ],
  });
}

export interface Entity {
  readonly id: string;
  readonly kind: string;
  readonly thing: number;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly level: number;
}

export interface PlayerOptions {
  readonly width?: number;
  readonly height?: number;
  readonly settings?: Record<string, unknown>;
  readonly query?: string;
  /** A phone: fingers instead of a mouse. */
  readonly touch?: boolean;
  /** An account instead of a guest's name: made now, or one there is. */
  readonly account?: { readonly password: string; readonly register: boolean };
}

export class Player {
  readonly problems: string[] = [];

  private constructor(readonly page: Page, readonly name: string) {}

  static async enter(browser: Browser, url: string, name: string, options: PlayerOptions = {}): Promise<Player> {
    const context = await browser.newContext({ viewport: { width: options.width ?? 400, height: options.height ?? 240 }, hasTouch: options.touch ?? false });
    const settings = { quality: "low", view: 2, frameLimit: 5, ...options.settings };
    await context.addInitScript((stored) => {
      localStorage.setItem("wold.settings", stored);
      localStorage.setItem("wold.help-seen", "yes");
    }, JSON.stringify(settings));
    const page = await context.newPage();
    const player = new Player(page, name);
    page.on("pageerror", (error) => player.problems.push(error.message));
    await page.goto(`${url}/${options.query ?? ""}`);
    await page.locator("#login-name").fill(name);
    if (options.account) await player.giveAccount(options.account);
    await page.locator("#login-enter").click();
    await page.waitForFunction(() => document.body.classList.contains("inside"), undefined, { timeout: 60_000, polling: 200 });
    await player.until((f) => f.chunks > 0 && f.built > 0 && (f.position.x !== 0 || f.position.y !== 0));
    return player;
  }

  private async giveAccount(account: { password: string; register: boolean }): Promise<void> {
    await this.page.locator("#login summary").click();
    await this.page.locator("#login-password").fill(account.password);
    if (account.register) await this.page.locator("#login-register").check();
  }

  /** The id of one's own body. */
  body(): Promise<string> {
    return this.page.evaluate(() => `${(window.wold as NonNullable<Window["wold"]>).game.world.welcome?.body}`);
  }

  figures(): Promise<Figures> {
    return this.page.evaluate(() => {
      const { game: _game, session: _session, ...figures } = window.wold as NonNullable<Window["wold"]>;
      return figures;
    });
  }

  async until(holds: (figures: Figures) => boolean, patience = 60_000): Promise<Figures> {
    const end = Date.now() + patience;
    for (;;) {
      const figures = await this.figures();
      if (holds(figures)) return figures;
      if (Date.now() > end) throw new Error(`it never came to that: ${JSON.stringify(figures)}`);
      await this.page.waitForTimeout(100);
    }
  }

  entities(): Promise<Entity[]> {
    return this.page.evaluate(() =>
      [...(window.wold as NonNullable<Window["wold"]>).game.world.entities.values()].map(({ card, x, y, level }) => ({
        id: `${card.id}`, kind: card.kind, thing: card.thing, name: card.name, x, y, level,
      })),
    );
  }

  async sees(name: string, patience = 60_000): Promise<Entity> {
    const end = Date.now() + patience;
    for (;;) {
      const found = (await this.entities()).find((entity) => entity.name === name);
      if (found) return found;
      if (Date.now() > end) throw new Error(`${this.name} never saw ${name}`);
      await this.page.waitForTimeout(100);
    }
  }

  /** Looks along `yaw` (radians anticlockwise from east). */
  async look(yaw: number): Promise<void> {
    await this.page.evaluate((angle) => {
      (window.wold as NonNullable<Window["wold"]>).game.stage.eye.yaw = angle;
    }, yaw);
  }

  async hold(key: string, ms: number): Promise<void> {
    await this.page.keyboard.down(key);
    await this.page.waitForTimeout(ms);
    await this.page.keyboard.up(key);
  }

  /** Walks towards a point until it is within `near` metres; false when it takes too long. */
  async walkTo(x: number, y: number, near: number, patience = 25_000): Promise<boolean> {
    const end = Date.now() + patience;
    await this.page.keyboard.down("KeyW");
    try {
      while (Date.now() < end) {
        const { position } = await this.figures();
        if (Math.hypot(x - position.x, y - position.y) < near) return true;
        await this.look(Math.atan2(y - position.y, x - position.x));
        await this.page.waitForTimeout(60);
      }
      return false;
    } finally {
      await this.page.keyboard.up("KeyW");
    }
  }

  async say(text: string): Promise<void> {
    await this.page.keyboard.press("Enter");
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Enter");
  }

  async hears(text: string): Promise<void> {
    await this.page.waitForFunction((words) => document.getElementById("chat-log")?.textContent?.includes(words), text, { timeout: 60_000, polling: 200 });
  }

  bag(): Promise<(number | null)[]> {
    return this.page.evaluate(() => (window.wold as NonNullable<Window["wold"]>).game.world.bag.map((slot) => slot?.kind ?? null));
  }

  async leave(): Promise<void> {
    await this.page.context().close();
  }
}
