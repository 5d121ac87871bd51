/** A real `wold relay` of a running host, on a free port. */
import { spawn } from "node:child_process";
import { binary, ended, freePort, type Server } from "./server";
import { comes } from "./until";

const PATIENCE = 60_000;

export interface Relay {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startRelay(host: Server, follow: readonly string[]): Promise<Relay> {
  const port = await freePort();
  const args = ["relay", host.url, "--port", `${port}`, ...follow.flatMap((name) => ["--follow", name])];
  const child = spawn(binary(), args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, NO_COLOR: "1" } });
  let said = "";
  child.stdout.on("data", (piece: Buffer) => (said += piece.toString()));
  child.stderr.on("data", (piece: Buffer) => (said += piece.toString()));
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended(child);
  };
  const open = await comes(async () => child.exitCode !== null || said.includes("The relay is open"), Boolean, PATIENCE);
  if (child.exitCode !== null || !open) {
    await stop();
    throw new Error(`wold relay does not open:\n${said}`);
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}
