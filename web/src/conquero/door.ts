/** Before the war: what it is about in three pictures, and whether to play or to watch. */
import { make } from "../ui/element";

const STEPS: readonly (readonly [string, string, string])[] = [
  ["ring", "Stand alone in a ring", "Go where a beam of light stands. Stay alone in the ring for four seconds: it is your team's."],
  ["roads", "Roads lead on", "You can only take what a road joins to your land. Cut the others off, guard your own crossroads."],
  ["swing", "Land is strength", "What your team holds raises the level of all: more life, armour and reach. Swing at foes: F, click or the button."],
];

const PICTURES: Record<string, string> = {
  ring: `<svg viewBox="0 0 64 48"><ellipse cx="32" cy="36" rx="24" ry="9" fill="none" stroke="#fff" stroke-width="3" stroke-dasharray="3 3"/><path d="M32 27a24 9 0 0 1 24 9" transform="translate(0 0)" fill="none" stroke="#3d8bfd" stroke-width="5"/><path d="M32 36V8l14 5-14 6" fill="#3d8bfd" stroke="#fff" stroke-width="2"/><circle cx="22" cy="26" r="4" fill="#ffd166"/><path d="M22 30v9" stroke="#ffd166" stroke-width="5" stroke-linecap="round"/></svg>`,
  roads: `<svg viewBox="0 0 64 48"><path d="M10 36 30 14" stroke="#3d8bfd" stroke-width="4"/><path d="M30 14 54 20" stroke="#3d8bfd" stroke-width="4"/><path d="M42 17 54 20 48 40" fill="none" stroke="#f59f00" stroke-width="4"/><circle cx="10" cy="36" r="7" fill="#3d8bfd" stroke="#fff"/><circle cx="30" cy="14" r="7" fill="#3d8bfd" stroke="#fff"/><circle cx="54" cy="20" r="7" fill="#f59f00" stroke="#fff"/><circle cx="48" cy="40" r="7" fill="#d9dde2" stroke="#fff"/></svg>`,
  swing: `<svg viewBox="0 0 64 48"><circle cx="16" cy="18" r="5" fill="#3d8bfd"/><path d="M16 23v14" stroke="#3d8bfd" stroke-width="7" stroke-linecap="round"/><path d="M22 12a18 18 0 0 1 0 26" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="48" cy="18" r="5" fill="#f59f00"/><path d="M48 23v14" stroke="#f59f00" stroke-width="7" stroke-linecap="round"/><text x="40" y="11" font-size="12" font-weight="700" fill="#ff8a7a">-6</text></svg>`,
};

export class WarDoor {
  readonly root = make("div", "cq-door");
  readonly rejoin = make("button", "cq-rejoin primary", "Play");

  constructor(join: () => void, watch: () => void) {
    const card = make("div", "cq-card");
    const steps = make("div", "cq-steps");
    for (const [picture, head, words] of STEPS) {
      const step = make("div", "cq-step");
      const drawing = make("div", "cq-picture");
      drawing.innerHTML = PICTURES[picture];
      step.append(drawing, make("b", "", head), make("p", "", words));
      steps.append(step);
    }
    const play = make("button", "primary", "Play");
    const look = make("button", "", "Only watch");
    play.id = "cq-play";
    look.id = "cq-watch";
    play.addEventListener("click", join);
    look.addEventListener("click", () => {
      this.close();
      watch();
    });
    this.rejoin.type = "button";
    this.rejoin.addEventListener("click", join);
    const row = make("div", "cq-row");
    row.append(play, look);
    card.append(make("h2", "", "Conquero"), make("p", "cq-lead", "Teams struggle for the land, centre by centre."), steps, row);
    this.root.append(card);
    this.root.setAttribute("role", "dialog");
    this.root.setAttribute("aria-label", "Conquero: how it is played");
  }

  get isOpen(): boolean {
    return this.root.hidden === false;
  }

  close(): void {
    this.root.hidden = true;
  }
}
