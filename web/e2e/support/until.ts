/**
 * Waiting for a state of the page or the host, never for time to pass: one looks again and again until what is seen holds. What must not happen is
 * waited for in the world's own ticks, or by something later that could not come before it.
 */
import type { Page } from "playwright-core";

/** Milliseconds between two looks. */
const LOOK_EVERY = 50;

/** Looks until what is seen holds and answers it; null if it does not come to that in `patience` milliseconds. */
export async function comes<T>(look: () => Promise<T> | T, holds: (seen: T) => boolean, patience: number): Promise<T | null> {
  const end = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > end) return null;
    await new Promise((done) => setTimeout(done, LOOK_EVERY));
  }
}

/** As `comes`, but what never comes is a failure: `what` says it, as in "the door opens". */
export async function until<T>(what: string, look: () => Promise<T> | T, holds: (seen: T) => boolean, patience = 30_000): Promise<T> {
  let last: T | undefined;
  const found = await comes(async () => (last = await look()), holds, patience);
  if (found !== null) return found;
  throw new Error(`it never came to that in ${patience / 1000} s: ${what}; last seen: ${inWords(last)}`);
}

function inWords(seen: unknown): string {
  const text = JSON.stringify(seen, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value)) ?? "nothing";
  return text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
}

/** Waits for so many more pictures of the world to come to the inspector; they come even while the world stands still. */
export async function nextPictures(inspector: Page, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const before = await inspector.evaluateHandle(() => window.inspected?.state);
    await inspector.waitForFunction((old) => window.inspected?.state !== old, before, { timeout: 30_000, polling: 50 });
    await before.dispose();
  }
}
