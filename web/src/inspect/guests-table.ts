/** Who is connected, by which transport, and what it costs. */
import { make } from "../ui/element";
import type { GuestRow, WatcherRow } from "./reports";

export function rate(bytesPerSecond: number): string {
  if (!Number.isFinite(bytesPerSecond)) return "–";
  if (bytesPerSecond < 1000) return `${bytesPerSecond.toFixed(0)} B/s`;
  return bytesPerSecond < 1e6 ? `${(bytesPerSecond / 1000).toFixed(1)} kB/s` : `${(bytesPerSecond / 1e6).toFixed(2)} MB/s`;
}

export interface Flow {
  readonly in: number;
  readonly out: number;
}

/** Bytes per second of each guest, smoothed, from the totals the host tells. */
export class Bandwidth {
  private readonly last = new Map<string, { bytesIn: number; bytesOut: number; at: number; flow: Flow }>();

  /** Takes new totals at `now` milliseconds. */
  update(guests: readonly GuestRow[], now: number): void {
    const present = new Set(guests.map((guest) => guest.id));
    for (const id of this.last.keys()) if (!present.has(id)) this.last.delete(id);
    for (const guest of guests) {
      const old = this.last.get(guest.id);
      let flow: Flow = { in: 0, out: 0 };
      if (old && now > old.at) {
        const seconds = (now - old.at) / 1000;
        // A smaller total means the guest has come back by a new connection.
        const per = (total: number, before: number): number => Math.max(0, total - before) / seconds;
        const lean = Math.min(1, seconds);
        flow = {
          in: old.flow.in + (per(guest.bytes_in, old.bytesIn) - old.flow.in) * lean,
          out: old.flow.out + (per(guest.bytes_out, old.bytesOut) - old.flow.out) * lean,
        };
      }
      this.last.set(guest.id, { bytesIn: guest.bytes_in, bytesOut: guest.bytes_out, at: now, flow });
    }
  }

  of(id: string): Flow {
    return this.last.get(id)?.flow ?? { in: 0, out: 0 };
  }

  total(): Flow {
    let [sumIn, sumOut] = [0, 0];
    for (const { flow } of this.last.values()) {
      sumIn += flow.in;
      sumOut += flow.out;
    }
    return { in: sumIn, out: sumOut };
  }
}

/** Who only looks on, as the table shows it: a name, and nobody to select. */
export function asRow(watcher: WatcherRow): GuestRow {
  const { follows, x, y, ...row } = watcher;
  const name = follows === null ? `looks on at ${x.toFixed(0)}, ${y.toFixed(0)}` : `looks on, follows ${follows}`;
  return { ...row, name, human: false, entity: null };
}

const MOST_ROWS = 60;

interface Row {
  readonly element: HTMLTableRowElement;
  readonly name: HTMLButtonElement;
  readonly cells: readonly HTMLTableCellElement[];
  entity: string | null;
}

/** The table itself. Rows stay where they are while their guest does, so that focus and clicks are not lost. */
export class GuestsTable {
  private readonly rows = new Map<string, Row>();

  constructor(private readonly body: HTMLElement, private readonly select: (entity: string) => void) {}

  /** Lists humans first, then those who cost most. */
  show(guests: readonly GuestRow[], bandwidth: Bandwidth): void {
    const listed = [...guests]
      .sort((a, b) => Number(b.human) - Number(a.human) || bandwidth.of(b.id).out - bandwidth.of(a.id).out)
      .slice(0, MOST_ROWS);
    const present = new Set(listed.map((guest) => guest.id));
    for (const [id, row] of this.rows) {
      if (present.has(id)) continue;
      row.element.remove();
      this.rows.delete(id);
    }
    for (const guest of listed) {
      const row = this.rows.get(guest.id) ?? this.add(guest);
      const flow = bandwidth.of(guest.id);
      row.entity = guest.entity;
      if (row.name.textContent !== guest.name) row.name.textContent = guest.name;
      const texts = [guest.transport, guest.address, `${guest.perceives}`, rate(flow.in), rate(flow.out)];
      texts.forEach((text, n) => {
        if (row.cells[n].textContent !== text) row.cells[n].textContent = text;
      });
    }
  }

  private add(guest: GuestRow): Row {
    const element = make("tr");
    const name = make("button", "link", guest.name);
    name.type = "button";
    const first = make("td");
    first.append(name);
    const cells = Array.from({ length: 5 }, () => make("td"));
    element.append(first, ...cells);
    const row: Row = { element, name, cells, entity: guest.entity };
    name.addEventListener("click", () => {
      if (row.entity !== null) this.select(row.entity);
    });
    this.rows.set(guest.id, row);
    if (guest.human) this.body.prepend(element);
    else this.body.append(element);
    return row;
  }
}
