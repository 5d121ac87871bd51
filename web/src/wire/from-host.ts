/** What the host says to its guests, reliably and in order. */
import { BitReader } from "./bit-reader";
import { readFromHost, type FromHost } from "./host-messages";
import * as own from "./own-forms";

export type { FromHost } from "./host-messages";
export type { BagSlot, Outcome } from "./own-forms";

/** The first message a guest gets if it is let in. */
export type Welcome = Extract<FromHost, { kind: "welcome" }>;

/** The message in those bytes; throws a ProtocolError. */
export function decodeFromHost(bytes: Uint8Array): FromHost {
  const r = new BitReader(bytes);
  const message = readFromHost(r, own);
  r.end();
  return message;
}
