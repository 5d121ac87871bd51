/** Which key does what. Keys are named by their place on the keyboard (`KeyboardEvent.code`). */
export const ACTIONS = {
  forward: { label: "Walk forward", keys: ["KeyW", "ArrowUp"] },
  back: { label: "Walk back", keys: ["KeyS", "ArrowDown"] },
  left: { label: "Walk left", keys: ["KeyA", "ArrowLeft"] },
  right: { label: "Walk right", keys: ["KeyD", "ArrowRight"] },
  run: { label: "Run", keys: ["ShiftLeft", "ShiftRight"] },
  sneak: { label: "Sneak", keys: ["KeyC"] },
  sit: { label: "Sit down", keys: ["KeyX"] },
  turnLeft: { label: "Look left", keys: ["Comma"] },
  turnRight: { label: "Look right", keys: ["Period"] },
  lookUp: { label: "Look up", keys: ["PageUp"] },
  lookDown: { label: "Look down", keys: ["PageDown"] },
  zoomIn: { label: "Come closer", keys: ["Equal"] },
  zoomOut: { label: "Go farther", keys: ["Minus"] },
  take: { label: "Take or use what is near", keys: ["KeyE"] },
  use: { label: "Use what you hold", keys: ["KeyR"] },
  drop: { label: "Put down what you hold", keys: ["KeyQ"] },
  give: { label: "Give what you hold", keys: ["KeyG"] },
  strike: { label: "Strike, or let fly what you hold", keys: ["KeyF"] },
  slot1: { label: "Hold thing 1", keys: ["Digit1"] },
  slot2: { label: "Hold thing 2", keys: ["Digit2"] },
  slot3: { label: "Hold thing 3", keys: ["Digit3"] },
  slot4: { label: "Hold thing 4", keys: ["Digit4"] },
  slot5: { label: "Hold thing 5", keys: ["Digit5"] },
  slot6: { label: "Hold thing 6", keys: ["Digit6"] },
  slot7: { label: "Hold thing 7", keys: ["Digit7"] },
  slot8: { label: "Hold thing 8", keys: ["Digit8"] },
  door: { label: "Open a door for good, or shut it", keys: ["KeyV"] },
  talk: { label: "Talk to who is near", keys: ["KeyT"] },
  work: { label: "Work, or stop working", keys: ["KeyB"] },
  chat: { label: "Say something", keys: ["Enter"] },
  map: { label: "Size of the map", keys: ["KeyM"] },
  help: { label: "Help", keys: ["KeyH"] },
  settings: { label: "Settings", keys: ["KeyO"] },
  debug: { label: "Figures for the curious", keys: ["F3"] },
} as const;

export type Action = keyof typeof ACTIONS;
export const ACTION_NAMES = Object.keys(ACTIONS) as Action[];

export type Bindings = Record<Action, string[]>;

export function defaultBindings(): Bindings {
  return Object.fromEntries(ACTION_NAMES.map((action) => [action, [...ACTIONS[action].keys]])) as Bindings;
}

/** Bindings from storage: unknown actions and malformed entries are left out, missing ones take their default. */
export function readBindings(stored: unknown): Bindings {
  const bindings = defaultBindings();
  if (typeof stored !== "object" || stored === null) return bindings;
  for (const action of ACTION_NAMES) {
    const keys = (stored as Record<string, unknown>)[action];
    if (Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key === "string")) {
      bindings[action] = keys as string[];
    }
  }
  return bindings;
}

/** Gives `key` to `action` alone; whoever had it loses it. Answers who that was. */
export function bind(bindings: Bindings, action: Action, key: string): Action[] {
  const robbed: Action[] = [];
  for (const other of ACTION_NAMES) {
    if (other === action || !bindings[other].includes(key)) continue;
    bindings[other] = bindings[other].filter((k) => k !== key);
    robbed.push(other);
  }
  bindings[action] = [key];
  return robbed;
}

/** What people call a key. */
export function keyLabel(code: string): string {
  const named: Record<string, string> = {
    ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", ShiftLeft: "Shift", ShiftRight: "Right Shift",
    Comma: ",", Period: ".", Equal: "+", Minus: "−", PageUp: "Page up", PageDown: "Page down", Space: "Space",
  };
  return named[code] ?? code.replace(/^(Key|Digit)/, "");
}

/** The keys of an action in words, "W or ↑". */
export function keysLabel(bindings: Bindings, action: Action): string {
  return bindings[action].map(keyLabel).join(" or ") || "no key";
}

/** Follows the keyboard while the player is not writing. */
export class Keyboard {
  private readonly down = new Set<string>();

  constructor(private readonly bindings: () => Bindings, private readonly pressed: (action: Action) => void) {
    window.addEventListener("keydown", (event) => this.onDown(event));
    window.addEventListener("keyup", (event) => this.down.delete(event.code));
    window.addEventListener("blur", () => this.down.clear());
  }

  holds(action: Action): boolean {
    return this.bindings()[action].some((key) => this.down.has(key));
  }

  private onDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
    const action = ACTION_NAMES.find((name) => this.bindings()[name].includes(event.code));
    if (!action) return;
    // Buttons keep Enter for themselves.
    if (event.code === "Enter" && event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    this.down.add(event.code);
    if (!event.repeat) this.pressed(action);
  }
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches("input, textarea, select") || target.closest("dialog[open]") !== null;
}
