/** What to do here: shown on the first visit and whenever asked for. */
import { keysLabel, type Action, type Bindings } from "../input/keys";
import { byId, make } from "./element";

const SEEN = "wold.help-seen";
const ROWS: readonly (readonly [string, readonly Action[]])[] = [
  ["Walk", ["forward", "left", "back", "right"]],
  ["Run, sneak, sit", ["run", "sneak", "sit"]],
  ["Look around", ["turnLeft", "turnRight"]],
  ["Take what is near, fell a tree", ["take"]],
  ["Use, put down, give what you hold", ["use", "drop", "give"]],
  ["Strike, or let fly what you hold", ["strike"]],
  ["Prop a door open, shut it", ["door"]],
  ["Talk to and deal with who is near, say something", ["talk", "chat"]],
  ["Work, or stop working", ["work"]],
  ["Map, settings, this help", ["map", "settings", "help"]],
];

/** The same for fingers. */
const TOUCHES: readonly (readonly [string, string])[] = [
  ["Walk; all the way out, run", "the stick"],
  ["Run without holding the stick out", "Run"],
  ["Take what is near, fell a tree", "Take"],
  ["Use, put down, give what you hold", "Use, Drop, Give"],
  ["Talk to who is near, say something", "Talk, Say"],
];

/** Whether this is played with fingers. */
export const byTouch = (): boolean => matchMedia("(pointer: coarse)").matches;

export class Help {
  private readonly dialog = byId<HTMLDialogElement>("help");

  constructor(private readonly bindings: () => Bindings) {}

  open(): void {
    const touch = byTouch();
    byId("help-look").textContent = touch
      ? "Drag a finger to look around, pinch to come closer. People near you hear what you say."
      : "Drag with the mouse to look around, turn the wheel to come closer. People near you hear what you say.";
    byId("help-bag").textContent = touch
      ? "Tap a thing in your bag to take it in hand; tapped again, it is used: bread is eaten, a lantern lit."
      : "Number keys take a thing in hand; pressed again, they use it: bread is eaten, a lantern lit.";
    byId("help-keys").replaceChildren(...(touch ? touches() : this.keys()));
    this.dialog.showModal();
  }

  private keys(): HTMLElement[] {
    return ROWS.flatMap(([words, actions]) => {
      const keys = make("dd");
      for (const action of actions) keys.append(make("kbd", "", keysLabel(this.bindings(), action)), " ");
      return [keys, make("dt", "", words)];
    });
  }

  /** Opens once per browser. */
  greet(): void {
    try {
      if (localStorage.getItem(SEEN)) return;
      localStorage.setItem(SEEN, "yes");
    } catch {
      // Without storage the help greets every time.
    }
    this.open();
  }
}

function touches(): HTMLElement[] {
  return TOUCHES.flatMap(([words, button]) => {
    const how = make("dd");
    how.append(make("kbd", "", button));
    return [how, make("dt", "", words)];
  });
}
