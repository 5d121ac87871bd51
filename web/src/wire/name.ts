/** Names of people: five bits a letter if they are spelled as most names are, UTF-8 otherwise. */
import type { BitReader } from "./bit-reader";
import { outOfRange } from "./error";

/** What follows the 26 letters in the alphabet; a capital follows each of them. */
const BETWEEN = " -'";

export function readName(r: BitReader, longest: number): string {
  if (!r.bit()) return r.text("name", longest);
  const length = r.numberBelow(4, "name", longest + 1);
  let name = "";
  let begins = true;
  for (let n = 0; n < length; n++) {
    const number = r.bits(5);
    if (number >= 26 + BETWEEN.length) throw outOfRange("letter", number);
    if (number >= 26) name += BETWEEN[number - 26];
    else name += String.fromCharCode((begins ? 65 : 97) + number);
    begins = number >= 26;
  }
  return name;
}
