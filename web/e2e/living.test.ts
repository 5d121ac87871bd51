/** Living in the world: accounts, fingers, axes and planks, and the operator's decrees. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { THINGS, THING_AXE, THING_PLANK, LAST_TREE } from "../src/land/kinds";
import { showLayer } from "./support/operator";
import type { Player } from "./support/player";
import { startServer } from "./support/server";
import { Stage } from "./support/stage";
import { until } from "./support/until";

/** Ticks an arm rests after a blow or a cut, and one for the way to the host. */
const BLOW = 15;

const stage = Stage.forAll({ inhabitants: 4 });

/** The inspector with a guest selected. */
async function inspect(guest: string): Promise<Page> {
  const page = await stage.inspector();
  await page.locator("#guest-rows button", { hasText: guest }).click({ timeout: 30_000 });
  return page;
}

async function grant(page: Page, thing: number): Promise<void> {
  await page.locator("#grant-thing").selectOption(THINGS[thing]);
  await page.locator("#grant button").click();
}

async function send(page: Page, x: number, y: number): Promise<void> {
  await page.locator("#move-x").fill(`${x}`);
  await page.locator("#move-y").fill(`${y}`);
  await page.locator("#move button").click();
}

async function arrives(player: Player, x: number, y: number): Promise<void> {
  await player.until(`${player.name} is at ${x}, ${y}`, (f) => Math.hypot(f.position.x - x, f.position.y - y) < 3 && f.chunks > 8, 60_000);
}

/** A tree away from everything else, with its place in the chunk's list. */
function loneTree(player: Player): Promise<{ x: number; y: number; chunk: { x: number; y: number }; index: number } | null> {
  return player.page.evaluate((lastTree) => {
    const { world } = (window.wold as NonNullable<Window["wold"]>).game;
    const all = [...world.ground.chunks.values()].flatMap((chunk) =>
      chunk.growths.map((growth, index) => ({
        kind: growth.kind, index, chunk: chunk.pos, x: chunk.pos.x * 32 + growth.x / 128, y: chunk.pos.y * 32 + growth.y / 128,
      })),
    );
    const alone = all.find((tree) =>
      tree.kind <= lastTree && all.every((other) => other === tree || Math.hypot(other.x - tree.x, other.y - tree.y) > 3.2 || other.kind > lastTree),
    );
    return alone ? { x: alone.x, y: alone.y, chunk: { x: alone.chunk.x, y: alone.chunk.y }, index: alone.index } : null;
  }, LAST_TREE);
}

describe("living in the world", () => {
  it("keeps a name for whoever has its password", async () => {
    const password = "correct horse";
    const kim = await stage.enter("Kim", { account: { password, register: true } });
    const body = await kim.body();
    await stage.leaves(kim);
    const context = await stage.browser.newContext({ viewport: { width: 500, height: 400 } });
    const page = await context.newPage();
    await page.goto(stage.server.url);
    await page.locator("#login-name").fill("Kim");
    await page.locator("#login summary").click();
    await page.locator("#login-password").fill("wrong");
    await page.locator("#login-enter").click();
    await page.waitForFunction(() => (document.getElementById("login-problem")?.textContent ?? "").length > 3, undefined, { timeout: 30_000, polling: 200 });
    await context.close();
    const again = await stage.enter("Kim", { account: { password, register: false } });
    expect(await again.body()).toBe(body);
  });

  it("walks and looks with fingers", async () => {
    const lea = await stage.enter("Lea", { touch: true, width: 390, height: 700 });
    const box = await lea.page.locator("#joystick").boundingBox();
    if (!box) throw new Error("there is no joystick to touch");
    const from = (await lea.figures()).position;
    const session = await lea.page.context().newCDPSession(lea.page);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]): Promise<unknown> =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    let farthest = 0;
    for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]]) {
      await touch("touchStart", [{ x, y }]);
      await touch("touchMove", [{ x: x + dx * 40, y: y + dy * 40 }]);
      farthest = Math.max(farthest, await lea.getsFrom(from, 1.5));
      await touch("touchEnd", []);
      if (farthest > 1.5) break;
    }
    expect(farthest).toBeGreaterThan(1.5);
    await lea.page.locator("#touch-buttons button", { hasText: "Say" }).tap();
    await lea.page.keyboard.type("By hand.");
    await lea.page.keyboard.press("Enter");
    await lea.hears("By hand.");
    const yaw = (): Promise<number> => lea.page.evaluate(() => (window.wold as NonNullable<Window["wold"]>).game.stage.eye.yaw);
    const before = await yaw();
    await touch("touchStart", [{ x: 200, y: 300 }]);
    for (const step of [20, 60, 120]) await touch("touchMove", [{ x: 200 + step, y: 300 }]);
    await touch("touchEnd", []);
    expect(Math.abs((await yaw()) - before)).toBeGreaterThan(0.2);
  });

  it("fells a tree and builds a wall, and both stay", async () => {
    const max = await stage.enter("Max");
    const page = await inspect("Max");
    await grant(page, THING_AXE);
    await grant(page, THING_PLANK);
    await expect.poll(async () => (await max.bag()).filter((kind) => kind !== null).length, { timeout: 20_000 }).toBe(2);
    await expect.poll(async () => (await loneTree(max)) !== null, { timeout: 20_000 }).toBe(true);
    const tree = (await loneTree(max)) as NonNullable<Awaited<ReturnType<typeof loneTree>>>;
    await send(page, tree.x, tree.y - 1.4);
    await arrives(max, tree.x, tree.y);
    await max.takeInHand(0);
    const isGone = (): Promise<boolean> => max.page.evaluate(({ chunk, index }) =>
      (window.wold as NonNullable<Window["wold"]>).game.world.changesOf(chunk).gone.has(index), tree);
    for (let cut = 0; cut < 12 && !(await isGone()); cut++) {
      await max.page.keyboard.press("KeyR");
      await max.ticks(BLOW);
    }
    expect(await isGone()).toBe(true);
    await max.takeInHand(1);
    await max.page.keyboard.press("KeyR");
    const built = (): Promise<number> => max.page.evaluate(() => {
      const { world } = (window.wold as NonNullable<Window["wold"]>).game;
      return [...world.ground.chunks.values()].reduce((sum, chunk) => sum + world.changesOf(chunk.pos).built.length, 0);
    });
    await expect.poll(built, { timeout: 20_000 }).toBe(1);
    const nan = await stage.enter("Nan");
    await send(await inspect("Nan"), tree.x, tree.y - 3);
    await arrives(nan, tree.x, tree.y - 3);
    await expect.poll(() => nan.page.evaluate(({ chunk, index }) =>
      (window.wold as NonNullable<Window["wold"]>).game.world.changesOf(chunk).gone.has(index), tree), { timeout: 20_000 }).toBe(true);
  });

  it("sends somebody far away without a loading screen", async () => {
    const ole = await stage.enter("Ole");
    await send(await inspect("Ole"), 3000, -2000);
    await arrives(ole, 3000, -2000);
    await ole.until("the land there is drawn", (f) => f.built >= 9, 60_000);
    expect(await ole.page.evaluate(() => document.body.classList.contains("inside"))).toBe(true);
  });

  it("shows the land on the minimap as the world's own map draws it", async () => {
    const pia = await stage.enter("Pia");
    const colours = (): Promise<number> => pia.page.evaluate(() => {
      const canvas = document.getElementById("minimap-canvas") as HTMLCanvasElement;
      const { data } = (canvas.getContext("2d") as CanvasRenderingContext2D).getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set<number>();
      for (let n = 0; n < data.length; n += 4) seen.add((data[n] << 16) | (data[n + 1] << 8) | data[n + 2]);
      return seen.size;
    });
    await expect.poll(colours, { timeout: 30_000 }).toBeGreaterThan(200);
  });

  it("draws where one can walk, and the way to a place, over the inspector's map", async () => {
    await stage.enter("Rob");
    const page = await inspect("Rob");
    const pictures: string[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/inspect/ways.png") && response.ok()) pictures.push(response.url());
    });
    await showLayer(page, "Ways");
    await expect.poll(() => pictures.length, { timeout: 20_000 }).toBeGreaterThan(0);
    const box = await page.locator("#map").boundingBox();
    if (!box) throw new Error("there is no map");
    await page.keyboard.down("Alt");
    await page.mouse.click(box.x + box.width * 0.6, box.y + box.height * 0.6);
    await page.keyboard.up("Alt");
    await expect.poll(() => pictures.some((url) => url.includes("to_x")), { timeout: 20_000 }).toBe(true);
    if (process.env.WOLD_IMAGES) await page.screenshot({ path: "inspect-ways.png" });
  });

  it("draws the plan of an inhabitant that walks, with the search for it, and says that others keep theirs", async () => {
    await stage.enter("Sue");
    const page = await inspect("Sue");
    const words = page.locator("#plan");
    await expect.poll(() => words.textContent(), { timeout: 20_000 }).toContain("Keeps its plan to itself");
    const searches: string[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/inspect/ways.png") && response.url().includes("to_x") && response.ok()) searches.push(response.url());
    });
    await showLayer(page, "Ways");
    // Inhabitants rest between walks: whoever walks first is looked at.
    const walks = async (): Promise<boolean> => {
      const others = await page.evaluate(() => window.inspected?.state?.guests.filter(({ human }) => !human).map(({ name, entity }) => ({ name, entity })) ?? []);
      for (const { name, entity } of others) {
        await page.locator("#guest-rows").getByRole("button", { name, exact: true }).click();
        await page.waitForFunction((id) => window.inspected?.state?.plan?.id === id, entity, { timeout: 20_000, polling: 50 });
        if (/Means to walk \d{2,} m/.test((await words.textContent()) ?? "")) return true;
      }
      return false;
    };
    await until("one of the inhabitants means to walk", walks, Boolean, 60_000);
    await expect.poll(() => searches.length, { timeout: 20_000 }).toBeGreaterThan(0);
    const plan = await page.evaluate(() => window.inspected?.state?.plan);
    expect(plan?.corners?.length ?? 0).toBeGreaterThan(0);
    if (process.env.WOLD_IMAGES) await page.screenshot({ path: "inspect-plan.png" });
  });

  it("opens another world when the operator asks for one", async () => {
    const page = await stage.inspector();
    await page.waitForFunction(() => window.inspected?.connected, undefined, { timeout: 30_000, polling: 200 });
    await page.locator("#seed").fill("7");
    await page.locator("#new-world button").click();
    await expect.poll(() => fetch(`${stage.server.url}/api/hello`).then(async (answer) => ((await answer.json()) as { seed: number }).seed, () => 0), { timeout: 60_000 }).toBe(7);
    const quin = await stage.enter("Quin");
    expect(await quin.page.evaluate(() => `${(window.wold as NonNullable<Window["wold"]>).game.world.welcome?.seed}`)).toBe("7");
  });
});

describe("a world with a game in it", () => {
  it("hears words after a slash and answers them", async () => {
    const playground = await startServer({ inhabitants: 0, world: "tag.toml" });
    try {
      const player = await stage.enter("Sam", { world: playground });
      await player.say("/join");
      await player.page.waitForFunction(() => document.body.textContent?.includes("You play tag."), undefined, { timeout: 30_000, polling: 200 });
    } finally {
      await stage.everybodyLeaves();
      await playground.stop();
    }
  });
});
