/** A real `wold serve` on free ports with a data folder of its own. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { comes } from "./until";

const PATIENCE = 60_000;

export interface Server {
  readonly url: string;
  /** Address of the inspector with its token. */
  readonly inspector: string;
  stop(): Promise<void>;
}

/** The program: `$WOLD_BIN`, or the newest one built. */
export function binary(): string {
  const given = process.env.WOLD_BIN;
  if (given) return resolve(given);
  const target = process.env.CARGO_TARGET_DIR ?? resolve(import.meta.dirname, "../../../target");
  const built = ["release", "debug"].map((profile) => join(target, profile, "wold")).filter(existsSync);
  built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (built.length === 0) throw new Error("no wold binary: run `cargo build -p wold` or set WOLD_BIN");
  return built[0];
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => done(port));
    });
  });
}

export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => child.once("exit", () => done()));
}

export interface ServerOptions {
  readonly seed?: number;
  readonly inhabitants?: number;
  /** A file of `worlds/`. */
  readonly world?: string;
  /** More flags of `wold serve`. */
  readonly more?: readonly string[];
}

export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const port = await freePort();
  // A world that an operator opens later gets a folder beside this one.
  const folder = mkdtempSync(join(tmpdir(), "wold-e2e-"));
  const data = join(folder, "world");
  const args = [
    "serve", "--port", `${port}`, "--data", data, "--seed", `${options.seed ?? 42}`, "--inhabitants", `${options.inhabitants ?? 12}`,
  ];
  args.push(...(options.more ?? []));
  if (options.world) args.push("--world", resolve(import.meta.dirname, "../../../worlds", options.world));
  const child = spawn(binary(), args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, NO_COLOR: "1" } });
  let said = "";
  child.stdout.on("data", (piece: Buffer) => (said += piece.toString()));
  child.stderr.on("data", (piece: Buffer) => (said += piece.toString()));
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), 15_000);
    await ended(child);
    clearTimeout(late);
    rmSync(folder, { recursive: true, force: true });
  };
  const healthy = (): Promise<boolean> => fetch(`${url}/healthz`).then((answer) => answer.ok, () => false);
  // The address of the inspector is printed once all is open.
  const token = (): string | undefined => /inspect#token=([^\s"']+)/.exec(said)?.[1];
  const open = await comes(async () => child.exitCode !== null || ((await healthy()) && token() !== undefined), Boolean, PATIENCE);
  if (child.exitCode !== null) throw new Error(`wold serve ended at once:\n${said}`);
  if (open) return { url, inspector: `${url}/inspect#token=${token()}`, stop };
  await stop();
  throw new Error(`wold serve does not answer:\n${said}`);
}
