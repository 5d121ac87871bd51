/** Names of people: letter by letter, by how often each comes, if they are spelled as most names are, UTF-8 otherwise. */
import { ProtocolError, outOfRange } from "./error";
import type { ModelReader } from "./model-reader";
import { CAPITAL, LETTER, LETTER_COUNT, PLAIN } from "./models";

/** What follows the 26 letters in the alphabet; a capital follows each of them. */
const BETWEEN = " -'";
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function readName(r: ModelReader, longest: number): string {
  if (!r.bit(PLAIN)) {
    const bytes = Uint8Array.from({ length: r.numberBelow(7, "name", longest + 1) }, () => r.even(8));
    try {
      return UTF8.decode(bytes);
    } catch {
      throw new ProtocolError("name is not UTF-8");
    }
  }
  const length = r.length(LETTER_COUNT);
  if (length > longest) throw outOfRange("name", length);
  let name = "";
  let begins = true;
  for (let n = 0; n < length; n++) {
    const number = r.tree(begins ? CAPITAL : LETTER, 5);
    if (number >= 26 + BETWEEN.length) throw outOfRange("letter", number);
    if (number >= 26) name += BETWEEN[number - 26];
    else name += String.fromCharCode((begins ? 65 : 97) + number);
    begins = number >= 26;
  }
  return name;
}
