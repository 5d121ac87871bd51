/**
 * The operator at the inspector's page: asks, decrees, and lets the world stand still. In a world that stands still nobody walks off between two
 * looks, so whatever is arranged there happens on any machine, however slow: a scene is set, steps are taken until something is so, and then it goes on.
 */
import type { Browser, Page } from "playwright-core";
import type { StateMessage } from "../../src/inspect/protocol";
import type { Question, Report } from "../../src/inspect/reports";
import type { Server } from "./server";
import { until } from "./until";

/** Draws an overlay over an inspector's map: opens the legend if it is folded, and switches it on. */
export async function showLayer(page: Page, name: string): Promise<void> {
  const fold = page.locator("#layers");
  if (!(await fold.evaluate((it) => (it as HTMLDetailsElement).open))) await fold.locator("summary").click();
  await page.locator("#legend label", { hasText: name }).locator("input").check();
}

export class Operator {
  private constructor(readonly page: Page) {}

  /** Sits down before the inspector and waits until so many guests are in the world. */
  static async sitsDown(browser: Browser, server: Server, guests: number, viewport = { width: 1000, height: 640 }): Promise<Operator> {
    const page = await browser.newPage({ viewport });
    await page.goto(server.inspector);
    await page.waitForFunction((count) => (window.inspected?.state?.guests.length ?? 0) >= count, guests, { timeout: 60_000, polling: 200 });
    return new Operator(page);
  }

  /** Decrees or asks, by the inspector's own kind of line; the host's answer. */
  send(question: Question): Promise<Report> {
    return this.page.evaluate(async (said) => {
      const line = new WebSocket(`ws://${location.host}/inspect/ws`);
      await new Promise((done) => line.addEventListener("open", done));
      line.send(JSON.stringify({ to: "host", type: "token", token: sessionStorage.getItem("wold.operator") }));
      line.send(said);
      // Pictures of the world come by themselves; the answer is what is no such picture.
      const answer = await new Promise<Report>((done) => {
        line.addEventListener("message", ({ data }) => {
          const heard = JSON.parse(String(data)) as Report;
          if (heard.type !== "state") done(heard);
        });
      });
      line.close();
      return answer;
    }, JSON.stringify(question));
  }

  /** The last picture of the world. */
  state(): Promise<StateMessage> {
    return this.page.evaluate(() => window.inspected?.state as StateMessage);
  }

  /** Puts somebody somewhere; in a world that stands still, with the next step. */
  async move(id: string, x: number, y: number): Promise<void> {
    await this.send({ to: "world", type: "move", id, x, y });
  }

  /** An inhabitant's trade; empty if it keeps its mind to itself. */
  async trade(id: string): Promise<string> {
    const answer = await this.send({ to: "minds", type: "mind", id });
    return answer.type === "mind" ? (answer.mind?.trade ?? "") : "";
  }

  /** Makes guards of inhabitants, and waits until they know. */
  async appoint(...ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.send({ to: "world", type: "appoint", id, guard: true });
    for (const id of ids) await until("an inhabitant hears that it is a guard", () => this.trade(id), (now) => now === "guard", 60_000);
  }

  /** Lets the world stand still; as long as others are there, who may be about to leave, it asks again. */
  async pause(): Promise<void> {
    const pause = async (): Promise<boolean> => (await this.send({ to: "world", type: "pause" })).type === "done";
    await until("the world may stand still", pause, Boolean, 60_000);
    await until("the world stands still", () => this.state(), ({ paused }) => paused);
  }

  /** Lets it go on. */
  async resume(): Promise<void> {
    await this.send({ to: "world", type: "resume" });
    await until("the world goes on", () => this.state(), ({ paused }) => !paused);
  }

  /** Takes so many ticks of a world that stands still, and waits for a picture of it after them. */
  async step(ticks: number): Promise<void> {
    const { tick } = await this.state();
    for (let n = 0; n < ticks; n++) await this.send({ to: "world", type: "step" });
    await until(`the world takes ${ticks} steps from ${tick}`, () => this.state(), (now) => now.tick >= tick + ticks);
  }

  /** Takes steps of a world that stands still, a few at a time, until something is so; what is not so after `most` of them is a failure. */
  async steps<T>(what: string, look: () => Promise<T>, holds: (seen: T) => boolean, most: number, each = 5): Promise<T> {
    for (let taken = 0; ; taken += each) {
      const seen = await look();
      if (holds(seen)) return seen;
      if (taken >= most) throw new Error(`it never came to that in ${most} ticks: ${what}; last seen: ${JSON.stringify(seen)}`);
      await this.step(each);
    }
  }
}
