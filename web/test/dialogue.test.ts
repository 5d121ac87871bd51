import { describe, expect, it } from "vitest";
import { DEEDS, plain, provenance, sentences } from "../src/dialogue/sentences";
import type { SpeechAct } from "../src/wire/spoken";

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

  it("tell through whom something came by what was meant, not by the words", () => {
    const matter = { kind: "deed", subject: "Asa", deed: { verb: 0, object: "Cy", day: 3 } } as const;
    const tale = (path: string[]): SpeechAct => ({ to: "You", meaning: { kind: "tale", matter, denied: false, path } });
    expect(provenance(tale(["Eli", "Dee"]), "Bo")).toEqual(["Eli", "Dee", "Bo"]);
    expect(provenance(tale([]), "Bo")).toEqual(["Bo"]);
    expect(provenance({ to: "You", meaning: { kind: "answer", path: ["Dee"] } }, "Bo")).toEqual(["Dee", "Bo"]);
    expect(provenance({ to: "You", meaning: { kind: "answer", path: null } }, "Bo")).toBeNull();
    expect(provenance({ to: "You", meaning: { kind: "greeting" } }, "Bo")).toBeNull();
    expect(provenance(null, "Bo")).toBeNull();
  });
});
