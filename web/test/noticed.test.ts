import { expect, it } from "vitest";
import { noticedWord } from "../src/ui/noticed";

it("has a word for every state of the meter", () => {
  const words = [noticedWord(0, false), noticedWord(20, false), noticedWord(180, false), noticedWord(255, true)];
  expect(words).toEqual(["Hidden", "Hardly noticed", "They saw something", "Seen"]);
});
