/** What the page says to the league's office, and what it hears. */

export interface Summary {
  readonly id: string;
  readonly name: string;
  readonly format: string;
  readonly players: number;
  readonly state: "open" | "running" | "over";
}

export interface Entrant {
  readonly name: string;
  readonly engine?: string | null;
}

/** How a match ended, or who did not come to it. */
export type Outcome = "home" | "away" | "tie" | "home-absent" | "away-absent" | "both-absent";

export interface OpenMatch {
  readonly id: number;
  readonly round: number;
  readonly home: string;
  readonly away: string;
  readonly won: readonly [number, number];
  readonly claim: { readonly by: string; readonly outcome: Outcome } | null;
}

export interface Standing {
  readonly rank: number;
  readonly name: string;
  readonly engine: string | null;
  readonly points: number | null;
  readonly tally: { readonly wins: number; readonly losses: number; readonly ties: number; readonly byes: number };
  readonly withdrawn: boolean;
  readonly rating: { readonly rating: number; readonly uncertainty: number | null };
}

export interface League extends Omit<Summary, "players"> {
  readonly best_of: number;
  readonly game: string | null;
  readonly entrants: readonly Entrant[];
  readonly standings: readonly Standing[];
  readonly open: readonly OpenMatch[];
  /** Pictures drawn by the host, with every name escaped. */
  readonly sheet: string | null;
  readonly ratings: string | null;
}

/** Words of a refusal; the page shows them as they are. */
export class Refusal extends Error {}

async function read<T>(response: Response): Promise<T> {
  const value: unknown = await response.json().catch(() => null);
  if (response.ok) return value as T;
  const words = (value as { error?: unknown } | null)?.error;
  throw new Refusal(typeof words === "string" ? words : `the host answered ${response.status}`);
}

/** All leagues, and the games engines can play in one. */
export interface Hall {
  readonly leagues: readonly Summary[];
  readonly games: readonly { readonly name: string; readonly engines: readonly string[] }[];
}

export async function leagues(): Promise<Hall> {
  return read<Hall>(await fetch("/api/leagues"));
}

export async function league(id: string): Promise<League> {
  return read<League>(await fetch(`/api/leagues/${encodeURIComponent(id)}`));
}

export async function say<T = object>(path: string, body: object): Promise<T> {
  return read<T>(await fetch(`/api/leagues${path}`, { method: "POST", body: JSON.stringify(body) }));
}

/** Calls back whenever something changed, and once at the start. */
export function listen(changed: () => void): void {
  const source = new EventSource("/api/leagues/events");
  source.addEventListener("message", changed);
}

/** The outcome as one player of the match would say it. */
export function outcomeFor(game: OpenMatch, player: string, result: "won" | "lost" | "tied" | "waited"): Outcome {
  if (result === "tied") return "tie";
  if (result === "waited") return game.home === player ? "away-absent" : "home-absent";
  return (game.home === player) === (result === "won") ? "home" : "away";
}

/** What an unsettled match waits for, seen by one of its players. */
export function claimWords(game: OpenMatch, player: string): string {
  if (!game.claim) return "";
  const { by, outcome } = game.claim;
  if (outcome.endsWith("absent")) {
    const missing = outcome === "both-absent" ? "neither side" : outcome === "home-absent" ? game.home : game.away;
    const said = missing === "neither side" ? "neither side came" : `${missing} did not come`;
    return by === player ? "You have reported; the other side has not." : `${by} says that ${said}.`;
  }
  const winner = outcome === "tie" ? null : outcome === "home" ? game.home : game.away;
  const said = winner === null ? "it was a tie" : winner === by ? "they won" : `${winner} won`;
  return by === player ? "You have reported; the other side has not." : `${by} says that ${said}.`;
}
