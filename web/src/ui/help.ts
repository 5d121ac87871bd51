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
  ["Strike", ["strike"]],
  ["Talk to who is near, say something", ["talk", "chat"]],
  ["Map, settings, this help", ["map", "settings", "help"]],
];

export class Help {
  private readonly dialog = byId<HTMLDialogElement>("help");

  constructor(private readonly bindings: () => Bindings) {}

  open(): void {
    byId("help-keys").replaceChildren(
      ...ROWS.flatMap(([words, actions]) => {
        const keys = make("dd");
        for (const action of actions) keys.append(make("kbd", "", keysLabel(this.bindings(), action)), " ");
        return [make("dt", "", words), keys];
      }),
    );
    this.dialog.showModal();
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
