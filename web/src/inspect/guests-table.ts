/** Who is connected, by which transport, and what it costs. */
import { make } from "../ui/element";
import type { GuestRow } from "./protocol";

export function rate(bytesPerSecond: number): string {
  if (!Number.isFinite(bytesPerSecond)) return "–";
  if (bytesPerSecond < 1000) return `${bytesPerSecond.toFixed(0)} B/s`;
  return bytesPerSecond < 1e6 ? `${(bytesPerSecond / 1000).toFixed(1)} kB/s` : `${(bytesPerSecond / 1e6).toFixed(2)} MB/s`;
}

const MOST_ROWS = 60;

export function fillGuests(body: HTMLElement, guests: readonly GuestRow[], select: (entity: string) => void): void {
  const loudest = [...guests].sort((a, b) => b.bytes_out_per_s - a.bytes_out_per_s).slice(0, MOST_ROWS);
  body.replaceChildren(
    ...loudest.map((guest) => {
      const row = make("tr");
      const name = make("td");
      if (guest.entity === null) {
        name.textContent = guest.name;
      } else {
        const button = make("button", "link", guest.name);
        button.type = "button";
        button.addEventListener("click", () => select(String(guest.entity)));
        name.append(button);
      }
      const rtt = guest.rtt_ms === null ? "–" : `${guest.rtt_ms.toFixed(0)} ms`;
      row.append(name);
      for (const text of [guest.transport, guest.address, rtt, rate(guest.bytes_in_per_s), rate(guest.bytes_out_per_s)]) {
        row.append(make("td", "", text));
      }
      return row;
    }),
  );
}
