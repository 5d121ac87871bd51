/** A person in the real page: opens it, walks, looks, speaks. */
import { chromium, type Browser, type Page } from "playwright-core";
import type { Figures } from "../../src/ui/debug";
import { comes, until } from "./until";

/** Whoever is not this many metres on after so many ticks is stuck. */
const [STRIDE, STUCK_AFTER] = [0.1, 20];

/**
 * WebGL by software, but without `--disable-gpu`: with it the page's timers ran at less than half the pace (154 host ticks
 * shown against 388 in the same time), probably because each frame is read back before the page goes on. Maps, minimaps and
 * the pages themselves are drawn beside it by their own processes: without that, and with three pages open, a click on the inspector took half
 * a minute, probably because all drawing waits behind the WebGL of all pages.
 */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
      "--disable-accelerated-2d-canvas", "--disable-gpu-rasterization", ...more,
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
  /** Looks on instead of coming in by a name. */
  readonly watches?: boolean;
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
    if (options.watches) await page.locator("#login-watch").click();
    else {
      await page.locator("#login-name").fill(name);
      if (options.account) await player.giveAccount(options.account);
      await page.locator("#login-enter").click();
    }
    await page.waitForFunction(() => document.body.classList.contains("inside"), undefined, { timeout: 60_000, polling: 200 });
    await player.until(`${name} stands on land`, (f) => f.chunks > 0 && f.built > 0 && (f.position.x !== 0 || f.position.y !== 0), 60_000);
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
      const { game: _game, session: _session, line: _line, ...figures } = window.wold as NonNullable<Window["wold"]>;
      return figures;
    });
  }

  /** Looks at the page's figures until they hold. */
  until(what: string, holds: (figures: Figures) => boolean, patience?: number): Promise<Figures> {
    return until(what, () => this.figures(), holds, patience);
  }

  /** Lets so many ticks of the world pass. */
  async ticks(count: number): Promise<void> {
    const { tick } = await this.figures();
    await this.until(`${count} ticks pass after tick ${tick}`, (f) => f.tick >= tick + count);
  }

  /** Lets so many frames be drawn. */
  async frames(count: number): Promise<void> {
    const drawn = (): Promise<number> => this.page.evaluate(() => (window.wold as NonNullable<Window["wold"]>).game.stage.renderer.info.render.frame);
    const before = await drawn();
    await until(`${count} frames are drawn after frame ${before}`, drawn, (now) => now >= before + count, 120_000);
  }

  entities(): Promise<Entity[]> {
    return this.page.evaluate(() =>
      [...(window.wold as NonNullable<Window["wold"]>).game.world.entities.values()].map(({ card, x, y, level }) => ({
        id: `${card.id}`, kind: card.kind, thing: card.thing, name: card.name, x, y, level,
      })),
    );
  }

  async sees(name: string, patience = 60_000): Promise<Entity> {
    const find = async (): Promise<Entity | undefined> => (await this.entities()).find((entity) => entity.name === name);
    return (await until(`${this.name} sees ${name}`, find, (found) => found !== undefined, patience)) as Entity;
  }

  /** Looks along `yaw` (radians anticlockwise from east). */
  async look(yaw: number): Promise<void> {
    await this.page.evaluate((angle) => {
      (window.wold as NonNullable<Window["wold"]>).game.stage.eye.yaw = angle;
    }, yaw);
  }

  /** While keys or fingers push: waits until the body is so many metres from a place, or is stuck; answers how far it is then. */
  async getsFrom(from: { x: number; y: number }, metres: number): Promise<number> {
    let [last, since] = [{ x: Infinity, y: Infinity }, 0];
    const far = (a: { x: number; y: number }, b: { x: number; y: number }): number => Math.hypot(a.x - b.x, a.y - b.y);
    const look = async (): Promise<{ away: number; tick: number }> => {
      const { position, tick } = await this.figures();
      if (far(position, last) > STRIDE) [last, since] = [position, tick];
      return { away: far(position, from), tick };
    };
    const { away } = await until(`${this.name} gets ${metres} m away or stuck`, look, (now) => now.away > metres || now.tick > since + STUCK_AFTER);
    return away;
  }

  /** Holds a key until the body is so many metres from a place, or is stuck; answers how far it is then. */
  async holdAwayFrom(from: { x: number; y: number }, metres: number, key = "KeyW"): Promise<number> {
    await this.page.keyboard.down(key);
    try {
      return await this.getsFrom(from, metres);
    } finally {
      await this.page.keyboard.up(key);
    }
  }

  /** Walks off until it is so many metres from a place; somewhere there may be a wall, but one of four directions is free. Answers how far it came. */
  async walkAway(from: { x: number; y: number }, metres: number): Promise<number> {
    let away = 0;
    for (const yaw of [0, Math.PI / 2, Math.PI, -Math.PI / 2]) {
      await this.look(yaw);
      away = await this.holdAwayFrom(from, metres);
      if (away > metres) break;
    }
    return away;
  }

  /** Waits until the host says that it has carried out all that was steered so far, and that the body stands. */
  async standsStill(): Promise<void> {
    const newest = await this.page.evaluate(() => (window.wold as NonNullable<Window["wold"]>).game["predictor"].newest);
    const own = (): Promise<{ speed: number; behind: number }> => this.page.evaluate((steered) => {
      const { own: told } = (window.wold as NonNullable<Window["wold"]>).game.world;
      // Numbers of steerings wrap after sixteen bits.
      return { speed: Math.hypot(told?.vx ?? 1, told?.vy ?? 1), behind: ((steered - (told?.steering ?? steered - 1)) << 16) >> 16 };
    }, newest);
    await until(`${this.name} stands still`, own, ({ speed, behind }) => speed === 0 && behind < 0);
  }

  /** Walks towards a point until it is within `near` metres; false when it takes too long. */
  async walkTo(x: number, y: number, near: number, patience = 25_000): Promise<boolean> {
    const steer = async (): Promise<number> => {
      const { position } = await this.figures();
      await this.look(Math.atan2(y - position.y, x - position.x));
      return Math.hypot(x - position.x, y - position.y);
    };
    await this.page.keyboard.down("KeyW");
    try {
      return (await comes(steer, (left) => left < near, patience)) !== null;
    } finally {
      await this.page.keyboard.up("KeyW");
    }
  }

  /** Strikes at somebody and nobody else: the key takes whoever is nearest, and that may be somebody who passes by. */
  async strikes(id: string): Promise<void> {
    await this.page.evaluate((whom) => (window.wold as NonNullable<Window["wold"]>).session.wish({ kind: "strike", id: BigInt(whom) }), id);
  }

  async say(text: string): Promise<void> {
    await this.page.keyboard.press("Enter");
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Enter");
  }

  async hears(text: string): Promise<void> {
    await this.page.waitForFunction((words) => document.getElementById("chat-log")?.textContent?.includes(words), text, { timeout: 60_000, polling: 200 });
  }

  /** Takes the thing of a slot in hand. */
  async takeInHand(slot: number): Promise<void> {
    await this.page.keyboard.press(`Digit${slot + 1}`);
    const held = (): Promise<number | null> => this.page.evaluate(() => (window.wold as NonNullable<Window["wold"]>).game.world.held);
    await until(`${this.name} holds what is in slot ${slot + 1}`, held, (now) => now === slot);
  }

  bag(): Promise<(number | null)[]> {
    return this.page.evaluate(() => (window.wold as NonNullable<Window["wold"]>).game.world.bag.map((slot) => slot?.kind ?? null));
  }

  async leave(): Promise<void> {
    await this.page.context().close();
  }
}
