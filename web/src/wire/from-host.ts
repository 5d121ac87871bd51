/** What the host says to its guests, reliably and in order. */
import { BitReader } from "./bit-reader";
import { readFromHost, type FromHost } from "./generated";
import * as own from "./own-forms";

export type { FromHost } from "./generated";
export type { BagSlot, Outcome, Welcome } from "./own-forms";

/** The message in those bytes; throws a ProtocolError. */
export function decodeFromHost(bytes: Uint8Array): FromHost {
  const r = new BitReader(bytes);
  const message = readFromHost(r, own);
  r.end();
  return message;
}
