/** What guests say to their host, reliably and in order. */
import { BitWriter } from "./bit-writer";
import { writeFromGuest, type FromGuest } from "./guest-messages";
import * as own from "./own-forms";

export { MOST_DROPPED } from "./generated";
export type { FromGuest, Intent, Login, Target } from "./guest-messages";

/** The message's bytes. */
export function encodeFromGuest(message: FromGuest): Uint8Array<ArrayBuffer> {
  const w = new BitWriter();
  writeFromGuest(w, message, own);
  return w.finish();
}
