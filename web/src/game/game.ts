/** The player's page as a whole: takes what the host tells, lets time pass, and draws. */
import { isPerson } from "../wire/state";
import { CHUNK_METRES, chunkKey, chunkOf } from "../land/chunk";
import { Joystick } from "../input/joystick";
import { Keyboard, type Action } from "../input/keys";
import { Pointer } from "../input/pointer";
import { dressed, KnownWorld, ownSelf } from "../model/known-world";
import { Predictor } from "../model/predict";
import type { FieldChannel } from "../model/surroundings";
import { shortTurn } from "../model/track";
import type { Session } from "../net/session";
import { shared } from "../scene/materials";
import { lineOf } from "../wire/saw";
import { MOST_DROPPED, type Intent } from "../wire/from-guest";
import { GESTURES, SLASH_VERB, type Gesture, type Loudness } from "../wire/vocabulary";
import { Dialogue } from "../dialogue/dialogue";
import { wares } from "../dialogue/wares";
import { WorkMenu } from "../ui/work-menu";
import { THINGS } from "../land/kinds";
import { Chat } from "../ui/chat";
import { DebugPanel, type Figures } from "../ui/debug";
import { byId } from "../ui/element";
import { Help, byTouch } from "../ui/help";
import { Bars, Hotbar, Prompt, QualityBadge, Toasts } from "../ui/hud";
import { Captions, noiseWords } from "../ui/captions";
import { NoticedMeter } from "../ui/noticed";
import { thingIcons } from "../ui/icons";
import { Minimap } from "../ui/minimap";
import { SettingsDialog } from "../ui/settings-dialog";
import { GroundWeather } from "../scene/ground-weather";
import { WeatherLine } from "../ui/weather-line";
import type { Settings } from "../ui/settings-store";
import { Cast, type OwnBody, type Stranger } from "../view/cast";
import { Labels } from "../view/labels";
import { Stage } from "../view/stage";
import { Deeds, type Spot } from "./deeds";
import { OwnDeeds } from "./own-deeds";
import { Shots } from "./shots";
import { Steerer } from "./steerer";

/** How often a bell strikes, in words. */
const STROKES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"] as const;
/** Milliseconds a frame may spend on building land. */
const BUILD_BUDGET = 4;
const CUT_ABOVE = 1.15;
/** Metres from which one can begin to talk, and beyond which a talk ends. */
const [TALK_BEGINS, TALK_ENDS] = [4, 9];
/** Names remembered for the dialogue. */
const MOST_NAMES = 200;
/** Clouds before the host has told of any. */
const USUAL_COVER = 0.5;
const USUAL_WIND = 50;
/** Metres a second of the lowest clouds and of falling drops, per unit of wind. */
const CLOUD_PACE = 0.045;
const DROP_PACE = 0.03;
/** What falls in a downpour. */
const HEAVY = 1.2;
/** A game played in the world: it draws its own things and may take keys, taps and words for itself. */
export interface Play {
  /** Where the eye is if not at one's own body; then keys and stick move it. */
  gaze(seconds: number): { readonly x: number; readonly y: number } | null;
  frame(own: OwnBody, seconds: number, now: number): void;
  /** Each answers whether it took what it was given. */
  act(action: Action): boolean;
  tap(x: number, y: number): boolean;
  say(text: string, loudness: Loudness): boolean;
  owns(intent: Intent): boolean;
}

export class Game {
  readonly world = new KnownWorld();
  readonly stage: Stage;
  readonly figures: Figures = {
    fps: 0, draws: 0, triangles: 0, entities: 0, chunks: 0, built: 0, waiting: 0,
    position: { x: 0, y: 0, z: 0, level: 0 }, heading: 0, tick: 0, day: 0, error: 0, rtt: 0, loss: 0, transport: "",
  };
  readonly toasts = new Toasts();
  readonly chat = new Chat({
    say: (text, loudness) => {
      if (!this.play?.say(text, loudness)) this.session.wish({ kind: "say", text, loudness, act: null });
    },
    command: (words) => this.session.wish({ kind: "game", verb: SLASH_VERB, payload: new TextEncoder().encode(words) }),
    done: () => this.focus(),
  });
  readonly dialogue = new Dialogue({
    // The world understands what people say.
    say: (text) => this.session.wish({ kind: "say", text, loudness: "talk", act: null }),
    give: () => this.hand(),
    names: () => [...this.namesHeard],
    day: () => this.world.dayNow(),
    near: (id) => this.deeds.nearest(this.spot, (known) => known.card.id === id, TALK_ENDS) !== null,
    wares: (id) => wares(this.world.stands.get(id), (kind) => this.owned(kind), THINGS.indexOf("coin")),
    deal: (id, bargain) => this.session.wish({ kind: "deal", with: id, thing: bargain.kind, count: 1, coins: bargain.coins, buys: bargain.buys }),
    closed: () => this.focus(),
  });
  readonly work = new WorkMenu({
    work: (craft) => this.session.wish({ kind: "work", craft }),
    crafts: () => this.world.crafts,
    closed: () => this.focus(),
  });
  readonly help = new Help(() => this.settings.keys);
  /** The game that is played, if one is. */
  play: Play | null = null;
  /** A fixed hour for pictures; null follows the host. */
  hour: number | null = null;

  private readonly labels = new Labels(byId("labels"));
  private readonly cast: Cast;
  private readonly predictor = new Predictor(this.world);
  private readonly keyboard = new Keyboard(() => this.settings.keys, (action) => this.act(action));
  private readonly steerer: Steerer;
  private readonly deeds = new Deeds(this.world);
  private readonly shots = new Shots(this.world, this.predictor, this.deeds);
  readonly ownDeeds = new OwnDeeds(this.world, (gesture) => this.gesture(gesture));
  private readonly bars = new Bars();
  private readonly noticed = new NoticedMeter();
  private readonly captions = new Captions();
  private readonly hotbar: Hotbar;
  private readonly prompt = new Prompt((action) => this.act(action));
  private readonly badge = new QualityBadge();
  private readonly weather = new WeatherLine();
  private readonly groundWeather = new GroundWeather();
  private readonly minimap = new Minimap(this.world);
  private readonly debug = new DebugPanel();
  private readonly dialog: SettingsDialog;
  private readonly namesHeard = new Set<string>();
  private readonly own: OwnBody = { self: ownSelf(0n, 0n, ""), x: 0, y: 0, level: 0, heading: Math.PI / 2, speed: 0, pose: 0 };
  private readonly shown = { x: 0, y: 0 };
  private last = 0;
  private frames = 0;
  private framesSince = 0;
  private seconds = 0;
  private stepped = 0;
  /** Rings of land a game wants seen. */
  private rings: number | null = null;

  constructor(private readonly session: Session, private readonly settings: Settings) {
    this.stage = new Stage(byId<HTMLCanvasElement>("view"), settings.quality);
    this.cast = new Cast(this.world, this.stage, this.labels);
    this.steerer = new Steerer(this.keyboard, new Joystick(byId("joystick")), this.stage.eye);
    this.hotbar = new Hotbar(thingIcons(this.stage.renderer), (slot) => this.choose(slot));
    this.dialog = new SettingsDialog(settings, () => this.applySettings());
    new Pointer(this.stage.renderer.domElement, {
      turn: (yaw, pitch) => this.stage.eye.turn(yaw, pitch),
      zoom: (factor) => this.stage.eye.zoom(factor),
      tap: (x, y) => {
        if (!this.play?.tap(x, y)) this.focus();
      },
    });
    for (const button of document.querySelectorAll<HTMLButtonElement>("[data-action]")) {
      button.addEventListener("click", () => this.act(button.dataset.action as Action));
    }
    window.addEventListener("resize", () => this.stage.resize());
    this.listen();
    this.applySettings();
  }

  private listen(): void {
    const { world, session, stage } = this;
    world.onChunk.on((pos) => {
      const chunk = world.ground.chunks.get(chunkKey(pos.x, pos.y));
      if (chunk) stage.landscape.add(chunk, world.changesOf(pos));
    });
    this.deeds.skips = (id) => this.ownDeeds.hides(id);
    this.cast.hides = (id) => this.ownDeeds.hides(id);
    this.cast.lift = (id, at) => this.ownDeeds.lift(id, at);
    stage.landscape.openDoors = (pos) => world.openDoors(pos);
    world.onDoors.on((pos) => stage.landscape.swing(pos.x, pos.y));
    world.onForget.on((pos) => stage.landscape.remove(pos.x, pos.y));
    world.onReset.on(() => {
      stage.landscape.clear();
      this.labels.clear();
      this.predictor.reset();
      stage.eye.snap();
    });
    world.onOwn.on((own) => {
      // Who only looks on has no body to foresee: the host says where it looks from.
      if (session.watching) Object.assign(this.own, { x: own.x, y: own.y, level: 0, speed: 0, pose: 0 });
      else this.predictor.reconcile(own);
      this.figures.error = this.predictor.lastError;
      this.bars.show(own);
      this.noticed.pose(own.pose);
    });
    world.onBag.on(() => {
      this.hotbar.show(world.bag, world.held, world.worn);
      this.own.self = { ...this.own.self, card: dressed(this.own.self.card, world.worn === null ? null : (world.bag[world.worn]?.kind ?? null)) };
    });
    session.onOpen.on(() => world.reset());
    session.onSnapshot.on((snapshot) => world.see(snapshot, performance.now()));
    session.onMessage.on((message) => {
      world.hear(message);
      if (message.kind === "welcome") {
        byId("world-name").textContent = message.world;
        this.own.self = ownSelf(message.body, message.guest, session.name);
        world.cache.rings = this.rings ?? Math.min(this.settings.view, message.view);
        // Who comes back asks again for what a game wants seen.
        if (this.rings !== null) session.send({ kind: "view", rings: this.rings });
      }
      if (message.kind === "notice") this.chat.notice(message.text);
      if (message.kind === "bell") this.chat.notice(`The bell strikes ${STROKES[message.strokes - 1] ?? "the hour"}.`);
      if (message.kind === "noise") this.captions.tell(noiseWords(message.sound, message.turn, message.metres, message.muffled));
      if (message.kind === "noticed") this.noticed.tell(message.meter, message.perceived);
      if (message.kind === "saw") {
        const self = world.welcome?.body;
        const line = lineOf(message, (id) => (id === self ? "you" : world.entities.get(id)?.card.name));
        // What one does oneself one knows.
        if (line !== null && message.doer !== self) this.chat.notice(line);
      }
      if (message.kind === "heard") {
        this.chat.heard(message.name, message.text, message.loudness);
        this.hearOf(message.name);
        this.dialogue.heard(message.speaker, message.name, message.text, message.act, message.speaker === world.welcome?.body);
        this.labels.speak(message.speaker, message.text, message.loudness === "shout", performance.now());
      }
    });
    session.onAnswer.on(({ intent, outcome }) => {
      if (this.play?.owns(intent)) return;
      if (outcome.kind === "refused") {
        this.ownDeeds.undo(intent, performance.now());
        if (intent.kind === "shoot") this.shots.refused();
        this.toasts.show(outcome.text, "no");
      } else this.ownDeeds.done(intent);
      if (outcome.kind === "refused" && intent.kind === "work") this.work.stop();
      if (outcome.kind === "told" || outcome.kind === "seen") this.toasts.show(outcome.text, "yes");
    });
  }

  /** Wishes for something, and shows it at once. */
  private wish(intent: Intent): void {
    this.ownDeeds.show(intent);
    this.session.wish(intent);
  }

  /** Shows one's own body doing something. */
  gesture(gesture: Gesture): void {
    this.own.self.gesture = GESTURES.indexOf(gesture);
    this.own.self.gestureAt = performance.now();
  }

  /** Turns one's own body. */
  face(heading: number): void {
    this.steerer.heading = heading;
  }

  /** Lets one run without a key held, or not. */
  hurry(hurries: boolean): void {
    this.steerer.hurries = hurries;
  }

  /** Dresses people by their id; null leaves them as they are. */
  dress(colourOf: (id: bigint) => number | null): void {
    this.cast.colourOf = colourOf;
  }

  /** Shows people the game knows of who are not in sight. */
  introduce(strangers: () => Iterable<Stranger>): void {
    this.cast.strangers = strangers;
  }

  /** How keys and stick are pushed. */
  get push(): ReturnType<Steerer["push"]> {
    return this.steerer.push();
  }

  /** Sees so many rings of land, or as many as the settings say. */
  see(rings: number | null): void {
    this.rings = rings;
    this.applySettings();
  }

  private applySettings(): void {
    const { settings, stage, world } = this;
    world.cache.rings = this.rings ?? Math.min(settings.view, world.welcome?.view ?? settings.view);
    stage.eye.camera.fov = settings.fieldOfView;
    stage.grade(settings.quality);
    this.labels.showNames = settings.nameTags;
    this.captions.shown = settings.captions;
    shared.uSway.value = settings.reducedMotion ? 0 : 0.12;
    document.documentElement.classList.toggle("still", settings.reducedMotion);
    this.session.send({ kind: "view", rings: this.rings ?? settings.view });
  }

  focus(): void {
    this.stage.renderer.domElement.focus({ preventScroll: true });
  }

  private get spot(): Spot {
    return this.own;
  }

  private act(action: Action): void {
    if (this.play?.act(action)) return;
    const wish = (intent: ReturnType<Deeds["drop"]>, otherwise: string): void => {
      if (intent) this.wish(intent);
      else this.toasts.show(otherwise, "no");
    };
    switch (action) {
      case "take":
        wish(this.deeds.handy(this.spot)?.intent ?? this.deeds.use(this.spot), "There is nothing near to take.");
        break;
      case "use":
        wish(this.deeds.use(this.spot), "Your hand is empty.");
        break;
      case "drop":
        wish(this.deeds.drop(), "Your bag is empty.");
        break;
      case "give":
        wish(this.deeds.give(this.spot), "There is nobody near, or nothing in your hand.");
        break;
      case "strike":
        if (this.letFly()) break;
        wish(this.deeds.strike(this.spot), "There is nobody near.");
        break;
      case "door":
        wish(this.deeds.door(this.spot)?.intent ?? null, "There is no door near.");
        break;
      case "talk":
        this.turnTo();
        break;
      case "run":
        this.hurry(!this.steerer.hurries);
        for (const button of document.querySelectorAll('[data-action="run"]')) button.ariaPressed = `${this.steerer.hurries}`;
        break;
      case "sit":
        this.steerer.toggleSit();
        break;
      case "chat":
        this.chat.open();
        break;
      case "map":
        this.minimap.nextSize();
        break;
      case "help":
        this.help.open();
        break;
      case "work":
        if (this.work.working === null) this.work.toggle();
        else this.work.stop();
        break;
      case "settings":
        this.dialog.open();
        break;
      case "debug":
        this.debug.toggle();
        break;
      default:
        if (action.startsWith("slot")) this.choose(Number(action.slice(4)) - 1);
    }
  }

  /** Lets fly what is in the hand, if that can be. */
  private letFly(): boolean {
    const shot = this.shots.inHand;
    if (!shot) return false;
    // One aims where one looks; the body may face where it walked last.
    const spot = { ...this.spot, heading: this.stage.eye.yaw };
    const mark = this.shots.target(spot, shot);
    this.face(mark ? Math.atan2(mark.y - this.own.y, mark.x - this.own.x) : spot.heading);
    const problem = this.shots.shoot(spot, shot, (intent) => this.wish(intent));
    if (problem) this.toasts.show(problem, "no");
    return true;
  }

  /** Begins to talk with the nearest, if anybody is near. */
  private turnTo(): void {
    const person = this.deeds.nearestPerson(this.spot, TALK_BEGINS);
    if (!person) return this.toasts.show("There is nobody near to talk to.", "no");
    for (const { card } of this.world.entities.values()) if (isPerson(card.kind)) this.hearOf(card.name);
    this.dialogue.open({ id: person.card.id, name: person.card.name });
  }

  /** How many of a kind are in the bag. */
  private owned(kind: number): number {
    return this.world.bag.reduce((sum, slot) => sum + (slot?.kind === kind ? slot.count : 0), 0);
  }

  private hearOf(name: string): void {
    if (this.namesHeard.size < MOST_NAMES) this.namesHeard.add(name);
  }

  /** Gives what is in the hand to who is near; what stands in the way, or nothing. */
  private hand(): string {
    const intent = this.deeds.give(this.spot);
    if (!intent) return this.deeds.inHand === null ? "Take something in hand first." : "Come closer to give it.";
    this.wish(intent);
    return "";
  }

  /** Takes a slot's thing in hand; chosen again, it is used. */
  private choose(slot: number): void {
    if (!this.world.bag[slot]) {
      this.toasts.show("That slot is empty.", "no");
    } else if (this.world.held === slot) {
      const intent = this.deeds.use(this.spot);
      if (intent) this.wish(intent);
    } else {
      this.session.wish({ kind: "hold", slot });
    }
  }

  /** One frame at `now` milliseconds. */
  frame(now: number): void {
    const seconds = Math.min(0.25, (now - this.last) / 1000);
    this.last = now;
    this.seconds += this.settings.reducedMotion ? 0 : seconds;
    shared.uTime.value = this.seconds % 1000;
    this.steerer.look(seconds);
    this.step();
    this.world.clock.over(this.session.quality?.quickest ?? 0);
    this.world.clock.advance(seconds, now);
    this.moveStage(seconds, now);
    this.stage.render();
    this.count(now);
  }

  /**
   * Prediction of one's own body, and the datagram that goes with each step. Called by every frame and by a timer, so that
   * slow drawing does not slow walking.
   */
  step(): void {
    const { predictor, session, world, own } = this;
    const now = performance.now();
    const seconds = Math.min(0.25, (now - this.stepped) / 1000);
    this.stepped = now;
    const steps = predictor.advance(seconds, () => this.steerer.steer());
    if (steps > 0) session.steer(predictor.newest, session.watching ? [] : predictor.recent());
    if (!predictor.ready || !world.welcome) return;
    predictor.shown(this.shown);
    own.x = this.shown.x;
    own.y = this.shown.y;
    own.level = predictor.body.level;
    own.pose = predictor.body.pose;
    own.speed = Math.hypot(predictor.body.vx, predictor.body.vy);
    own.heading += shortTurn(own.heading, this.steerer.heading) * (1 - 0.00001 ** seconds);
  }

  private moveStage(seconds: number, now: number): void {
    const { stage, world, own } = this;
    const { eye, landscape, anchor, sky } = stage;
    if (anchor.follow(own.x, own.y)) {
      landscape.reanchor();
      eye.snap();
    }
    const gaze = this.play?.gaze(seconds) ?? null;
    this.steerer.stands = gaze !== null;
    const [at, level] = [gaze ?? own, gaze ? 0 : own.level];
    const z = world.ground.footing(at.x, at.y, level);
    const house = gaze ? null : world.ground.houseAt(own.x, own.y, own.level);
    eye.update(at.x, at.y, z, house !== null, world.ground, anchor, seconds);
    shared.uCutHouse.value = house ? landscape.markOf(house) : -1;
    shared.uCutLevel.value = own.level;
    shared.uCutHeight.value = z + CUT_ABOVE;
    shared.uCutCentre.value.set(at.x - anchor.x, z, -(at.y - anchor.y));
    shared.uCutToward.value.set(-Math.cos(eye.yaw), Math.sin(eye.yaw));
    landscape.build(chunkOf(at.x), chunkOf(at.y), performance.now() + BUILD_BUDGET);
    const dropped = world.evict(chunkOf(own.x), chunkOf(own.y));
    for (let n = 0; n < dropped.length; n += MOST_DROPPED) {
      this.session.send({ kind: "dropped", chunks: dropped.slice(n, n + MOST_DROPPED) });
    }
    const seen = (world.cache.rings + 0.5) * CHUNK_METRES;
    const around = world.surroundings;
    const cover = around.told ? around.at("cloud", own.x, own.y) : USUAL_COVER;
    const wind = { angle: around.windAngle, speed: (around.told ? around.windSpeed : USUAL_WIND) * CLOUD_PACE };
    sky.update(this.hour ?? world.dayNow(), seen, eye.camera.position, eye.focus, this.seconds, wind, cover);
    this.showWeather(seconds, house !== null);
    landscape.cull(eye.camera);
    const { clientWidth, clientHeight } = stage.renderer.domElement;
    this.shots.advance(seconds, own.x, own.y, own.level);
    this.ownDeeds.forget();
    this.cast.play(this.predictor.ready ? own : null, seconds, now, clientWidth, clientHeight, house ? own.level : Infinity);
    stage.lamplight.update(sky.night, landscape.lamps(), this.cast.carried, eye.focus.x, eye.focus.z);
    this.play?.frame(own, seconds, now);
    this.minimap.draw(own.x, own.y, own.heading, now);
    this.figures.position.z = z;
  }

  /** Rain or snow, and what they do to the ground. */
  private showWeather(seconds: number, underRoof: boolean): void {
    const { stage, own, world: { surroundings } } = this;
    const at = (channel: FieldChannel): number => surroundings.at(channel, own.x, own.y);
    const [falling, cold] = [at("falling"), surroundings.celsius < 0];
    const [east, north] = [Math.cos(surroundings.windAngle), Math.sin(surroundings.windAngle)].map((part) => part * surroundings.windSpeed * DROP_PACE);
    const { renderer, eye, downpour } = stage;
    const pixels = renderer.domElement.clientHeight;
    downpour.update(underRoof ? 0 : falling / HEAVY, cold, east, north, eye.camera.position, this.seconds, pixels, this.settings.reducedMotion);
    this.groundWeather.update(surroundings, seconds, stage.anchor);
  }

  private count(now: number): void {
    const { figures, world, own, stage, session } = this;
    this.frames++;
    if (now - this.framesSince >= 500) {
      figures.fps = (this.frames * 1000) / (now - this.framesSince);
      this.framesSince = now;
      this.frames = 0;
      this.badge.show(session.quality, session.transport);
      this.weather.show(world.surroundings, own.x, own.y);
      const handy = session.inside && !session.watching ? this.deeds.handy(this.spot) : null;
      const near = session.inside && !session.watching && !handy && this.dialogue.with === null ? this.deeds.nearestPerson(this.spot, TALK_BEGINS) : null;
      const door = session.inside && !session.watching ? this.deeds.door(this.spot) : null;
      this.prompt.offer(
        [
          ...(handy ? [{ action: "take" as const, words: handy.words }] : []),
          ...(near ? [{ action: "talk" as const, words: `talk to ${near.card.name}` }] : []),
          ...(door ? [{ action: "door" as const, words: door.words }] : []),
        ],
        byTouch() ? null : this.settings.keys,
      );
    }
    figures.draws = stage.renderer.info.render.calls;
    figures.triangles = stage.renderer.info.render.triangles;
    figures.entities = world.entities.size;
    figures.chunks = world.ground.chunks.size;
    figures.built = stage.landscape.built.size;
    figures.waiting = stage.landscape.backlog;
    figures.position.x = own.x;
    figures.position.y = own.y;
    figures.position.level = own.level;
    figures.heading = own.heading;
    figures.tick = world.clock.tick;
    figures.day = this.hour ?? world.dayNow();
    figures.rtt = session.quality?.rtt ?? 0;
    figures.loss = session.quality?.loss ?? 0;
    figures.transport = session.transport;
    this.debug.show(figures, now);
  }
}
