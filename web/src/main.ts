/** Entry of the player's page. */
import "./style/page.css";
import { Game } from "./game/game";
import { watchForPlays } from "./game/plays";
import { readWeather } from "./net/bad-line";
import { askHost, openDoor, type DoorEvents } from "./net/door";
import { Session, type Opener } from "./net/session";
import { KeepName } from "./ui/keep-name";
import { LoginBox } from "./ui/login";
import { byId } from "./ui/element";
import { writePass } from "./ui/pass";
import { loadSettings } from "./ui/settings-store";
import { Witness } from "./net/witness";
import { Watcher } from "./watch/watcher";
import type { Figures } from "./ui/debug";

/** Milliseconds between looks at whether a step is due, when frames are slow in coming. */
const STEP_EVERY = 20;

declare global {
  interface Window {
    /** For tests and tinkerers: live figures, and a few levers. */
    wold?: Figures & { game: Game; session: Session; line: Witness | null };
  }
}

/** Opens the real door; development builds can pretend a world with `?mock`. */
async function opener(witness: Witness | null): Promise<Opener> {
  const query = new URLSearchParams(location.search);
  if (import.meta.env.DEV && query.has("mock")) {
    const { openMockDoor } = await import("./dev/mock-door");
    return openMockDoor;
  }
  return async (events: DoorEvents) =>
    openDoor(await askHost(), events, {
      forced: query.get("transport"),
      weather: readWeather(query.get("line")),
      early: (snapshot) => witness?.sees(snapshot, performance.now()),
    });
}

async function start(): Promise<void> {
  const settings = loadSettings();
  const witness = new URLSearchParams(location.search).has("line") ? new Witness() : null;
  const session = new Session(await opener(witness), () => settings.view);
  const game = new Game(session, settings);
  const lost = byId("lost");
  let entered = false;
  const keep = new KeepName((password) => {
    keep.offer(false);
    void session.keepName(password);
  });
  const login = new LoginBox(
    (who) => {
      keep.offer(who.kind === "guest");
      void session.come(who);
    },
    () => look(null),
  );
  const watcher = new Watcher(game, session, () => {
    session.leave();
    document.body.classList.remove("inside");
    login.open();
  });
  const look = (whom: string | null): void => {
    keep.offer(false);
    void session.watch(whom);
  };
  watchForPlays(session, game);
  session.onMessage.on((message) => {
    if (message.kind !== "welcome") return;
    document.body.classList.toggle("watching", session.watching);
    if (session.watching) watcher.begin();
    else {
      watcher.end();
      writePass(session.name, message.token);
    }
    login.close();
    document.body.classList.add("inside");
    byId("operator").hidden = !message.operator;
    game.focus();
    if (!entered && !game.play) game.help.greet();
    entered = true;
  });
  session.onLost.on((isLost) => (lost.hidden = !isLost));
  session.onOut.on(({ reason, stale }) => {
    document.body.classList.remove("inside");
    login.open(reason, stale);
  });
  // Leaving the page is leaving the world; the host need not wait for a time-out.
  window.addEventListener("pagehide", () => session.leave());
  if (witness) game.world.onOwn.on(() => witness.corrected(game.figures.error));
  window.wold = Object.assign(game.figures, { game, session, line: witness });
  login.open();
  const asked = new URLSearchParams(location.search).get("watch");
  if (asked !== null) look(asked || null);
  // Whatever is wrong with the host is said when one comes in.
  askHost().then(({ doors }) => login.show(doors), () => undefined);
  let drawn = -Infinity;
  const draw = (now: number): void => {
    // Half a display frame of tolerance, or every second one would be missed.
    if (now - drawn >= 1000 / settings.frameLimit - 8) {
      drawn = now;
      game.frame(now);
      witness?.looks(game, now);
    }
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
  window.setInterval(() => game.step(), STEP_EVERY);
}

void start();
