import { describe, expect, it } from "vitest";
import { DEEDS, plain, provenance, sentences } from "../src/dialogue/sentences";

describe("sentences of the dialogue", () => {
  it("are the ones inhabitants understand", () => {
    const [steal, , , , , , , fell] = DEEDS;
    expect(sentences.ask("Bo Reed", "Asa.")).toBe("Bo Reed, tell me about Asa.");
    expect(sentences.tell("Bo", { who: "Asa", deed: steal, whom: "Cy", source: "" })).toBe("Listen, Bo: Asa stole from Cy. I saw it.");
    expect(sentences.tell("Bo", { who: "Asa", deed: fell, whom: "", source: "Dee" })).toBe("Listen, Bo: Asa felled a tree. I heard it from Dee, who saw it.");
    expect(sentences.accuse("Bo", steal, "Cy")).toBe("Bo, you stole from Cy!");
    expect(sentences.sorry("Bo")).toBe("Bo, I am sorry.");
    expect(sentences.why("Bo")).toBe("Bo, why do you believe that?");
    expect(sentences.greet("Bo", 0.3)).toBe("Good morning, Bo!");
  });

  it("cannot be broken out of by a name", () => {
    expect(plain(" A. hit B,\nyou: ")).toBe("A hit B you");
  });

  it("tell through whom something came", () => {
    expect(provenance("Listen, You: Asa hit Cy on day 3. I heard it from Dee, who heard it from Eli, who saw it.", "Bo")).toEqual(["Eli", "Dee", "Bo"]);
    expect(provenance("Listen, You: Asa hit Cy on day 3. I saw it.", "Bo")).toEqual(["Bo"]);
    expect(provenance("Dee told me, and I think well of Dee; Dee had it from Eli, who saw it.", "Bo")).toEqual(["Eli", "Dee", "Bo"]);
    expect(provenance("Dee saw it and told me, and I trust Dee.", "Bo")).toEqual(["Dee", "Bo"]);
    expect(provenance("I saw it with my own eyes.", "Bo")).toEqual(["Bo"]);
    expect(provenance("Good day, You!", "Bo")).toBeNull();
  });
});
