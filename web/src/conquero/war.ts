/** What the page knows of the war, from the news, and what follows from it. */
import { Signal } from "../model/signal";
import type { AgentState, Happening, Member, News, Setting, State } from "./news";

export interface Place {
  readonly x: number;
  readonly y: number;
}

export class War {
  setting: Setting | null = null;
  roster: readonly Member[] = [];
  state: State | null = null;
  role: number | null = null;
  readonly onHappening = new Signal<Happening>();
  readonly onTalk = new Signal<{ name: string; text: string }>();
  readonly onPing = new Signal<{ name: string; at: Place }>();
  readonly onRole = new Signal<number | null>();
  readonly onSetting = new Signal<Setting>();
  readonly onState = new Signal<State>();

  take(news: News): void {
    switch (news.kind) {
      case "setting":
        this.setting = news.setting;
        this.onSetting.emit(news.setting);
        return;
      case "roster":
        this.roster = news.roster;
        return;
      case "state":
        this.state = news.state;
        this.onState.emit(news.state);
        return;
      case "happened":
        for (const one of news.all) this.onHappening.emit(one);
        return;
      case "talk":
        this.onTalk.emit(news);
        return;
      case "ping":
        this.onPing.emit({ name: news.name, at: { x: news.at[0], y: news.at[1] } });
        return;
      case "role":
        this.role = news.agent;
        this.onRole.emit(news.agent);
    }
  }

  /** One's own team; none of those who watch. */
  get team(): number | null {
    return this.role === null ? null : (this.roster[this.role]?.team ?? null);
  }

  get self(): AgentState | null {
    return this.role === null ? null : (this.state?.agents[this.role] ?? null);
  }

  inWorld(at: readonly [number, number]): Place {
    const { corner, metres } = this.setting ?? { corner: [0, 0], metres: 1 };
    return { x: corner[0] + at[0] * metres, y: corner[1] + at[1] * metres };
  }

  centre(number: number): Place {
    return this.inWorld(this.setting?.centres[number].at ?? [0, 0]);
  }

  /** Metres within which one is near a centre. */
  get near(): number {
    return (this.setting?.near ?? 0) * (this.setting?.metres ?? 0);
  }

  owner(centre: number): number | null {
    return this.state?.centres[centre]?.owner ?? null;
  }

  /** The rule of the game: what a team that holds nothing takes is free; else it must be a neighbour of what it holds. */
  mayTake(team: number, centre: number): boolean {
    const { setting, state } = this;
    if (!setting || !state || this.owner(centre) === team) return false;
    const holdsNone = state.centres.every(({ owner }) => owner !== team);
    return holdsNone || setting.roads.some(([a, b]) => (a === centre && this.owner(b) === team) || (b === centre && this.owner(a) === team));
  }

  /** The centre one is near, if any. */
  centreNear(place: Place): number | null {
    const { setting } = this;
    if (!setting) return null;
    const found = setting.centres.findIndex((_, n) => {
      const at = this.centre(n);
      return Math.hypot(at.x - place.x, at.y - place.y) <= this.near;
    });
    return found < 0 ? null : found;
  }

  /** The nearest centre one's team may take, and how far it is. */
  nextGoal(place: Place): { centre: number; metres: number; at: Place } | null {
    const { team, setting } = this;
    if (team === null || !setting) return null;
    let best: { centre: number; metres: number; at: Place } | null = null;
    for (let centre = 0; centre < setting.centres.length; centre++) {
      if (!this.mayTake(team, centre)) continue;
      const at = this.centre(centre);
      const metres = Math.hypot(at.x - place.x, at.y - place.y);
      if (!best || metres < best.metres) best = { centre, metres, at };
    }
    return best;
  }

  /** Centres each team holds and the share of all sizes they are. */
  shares(): { centres: number; share: number }[] {
    const { setting, state } = this;
    const all = Array.from({ length: setting?.teams ?? 0 }, () => ({ centres: 0, share: 0 }));
    if (!setting || !state) return all;
    const whole = setting.centres.reduce((sum, { size }) => sum + size, 0);
    state.centres.forEach(({ owner }, n) => {
      if (owner === null || !all[owner]) return;
      all[owner].centres++;
      all[owner].share += setting.centres[n].size / whole;
    });
    return all;
  }

  memberOf(body: bigint): Member | null {
    return this.roster.find((member) => member.body === body) ?? null;
  }

  nameOf(agent: number): string {
    return agent === this.role ? "You" : (this.roster[agent]?.name || "Somebody");
  }

  centreName(centre: number): string {
    return this.setting?.names[centre] ?? `Centre ${centre + 1}`;
  }
}
