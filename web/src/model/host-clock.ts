/**
 * The tick to show others at: about 100 ms behind the host. On a good line there is nearly always a state on either side of that; on a long
 * one it lies ahead of the newest, and others are shown where they should be by now. It runs at the host's rate and leans gently towards its aim, so
 * jitter is not seen.
 */
const TICKS_PER_SECOND = 20;
const BEHIND = 2;
/** Ticks off the aim at which leaning gives way to a jump. */
const LOST = 12;
/** Ticks a snapshot may have been under way, as far as it is made up for: what is foreseen farther ahead is seldom so. */
const MOST_UNDER_WAY = 5;

export class HostClock {
  tick = 0;
  private underWay = 0;
  private newest = -Infinity;
  private arrivedAt = 0;
  private started = false;

  /** A snapshot of `tick` came at `now` milliseconds. */
  heard(tick: number, now: number): void {
    if (tick <= this.newest) return;
    this.newest = tick;
    this.arrivedAt = now;
    if (!this.started) {
      this.started = true;
      this.tick = tick - BEHIND;
    }
  }

  /** A line on which `roundTrip` milliseconds go by before an answer comes. */
  over(roundTrip: number): void {
    this.underWay = Math.min(MOST_UNDER_WAY, (roundTrip / 2000) * TICKS_PER_SECOND);
  }

  /** Moves on by `seconds`; `now` is in milliseconds. */
  advance(seconds: number, now: number): void {
    if (!this.started) return;
    this.tick += seconds * TICKS_PER_SECOND;
    // A silent host is assumed to go on for a second, then time stands still with it.
    const aim = this.newest + Math.min(TICKS_PER_SECOND, ((now - this.arrivedAt) / 1000) * TICKS_PER_SECOND) + this.underWay - BEHIND;
    const off = aim - this.tick;
    if (Math.abs(off) > LOST) this.tick = aim;
    else this.tick += off * Math.min(1, seconds * 2);
  }

  /** The tick of the newest snapshot. */
  get heardTick(): number {
    return this.newest;
  }

  reset(): void {
    this.started = false;
    this.newest = -Infinity;
  }
}
