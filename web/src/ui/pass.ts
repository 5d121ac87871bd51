/** The token of this browser's visit to the world, so that its other pages know who asks. */

const STORE = "wold.pass";

export interface Pass {
  readonly name: string;
  /** 32 hexadecimal digits; good while the visit lasts. */
  readonly token: string;
}

export function writePass(name: string, token: Uint8Array): void {
  const hex = Array.from(token, (byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    localStorage.setItem(STORE, JSON.stringify({ name, token: hex } satisfies Pass));
  } catch {
    // Without a store the other pages ask for the world first.
  }
}

export function readPass(): Pass | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORE) ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const { name, token } = kept as Partial<Pass>;
    return typeof name === "string" && typeof token === "string" && /^[0-9a-f]{32}$/.test(token) ? { name, token } : null;
  } catch {
    return null;
  }
}
