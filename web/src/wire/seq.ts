/** Sequence numbers that wrap after 65,535, and acknowledgements of them. */
export function nextSeq(seq: number): number {
  return (seq + 1) & 0xffff;
}

/** Steps from `earlier` to `later`; negative when `earlier` is in truth later. */
export function seqSince(later: number, earlier: number): number {
  return ((later - earlier) << 16) >> 16;
}

/** What a receiver says it has got: the newest packet and which of the 32 before it. */
export class Acks {
  newest: number | null = null;
  /** Bit i is set if packet `newest - 1 - i` was got too. */
  before = 0;

  /** Notes a packet newer than all before it; older ones change nothing. */
  got(seq: number): void {
    if (this.newest === null) {
      this.newest = seq;
      return;
    }
    const steps = seqSince(seq, this.newest);
    if (steps <= 0) return;
    const shifted = steps >= 32 ? 0 : this.before << steps;
    this.before = steps <= 32 ? (shifted | (1 << (steps - 1))) >>> 0 : 0;
    this.newest = seq;
  }

  has(seq: number): boolean {
    if (this.newest === null) return false;
    const back = seqSince(this.newest, seq);
    if (back === 0) return true;
    return back >= 1 && back <= 32 && (this.before & (1 << (back - 1))) !== 0;
  }
}
