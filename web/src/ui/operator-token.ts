/**
 * The operator's token. It comes in the part of the address behind `#`, which browsers send to no host and to no next page, and
 * is taken out of the address at once; the tab remembers it until it is closed.
 */
const KEPT = "wold.operator";

/** The token, or nothing if this tab was never opened with one. */
export function operatorToken(): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given === null) return sessionStorage.getItem(KEPT);
  sessionStorage.setItem(KEPT, given);
  history.replaceState(null, "", location.pathname + location.search);
  return given;
}

/** A picture that only the operator may see; `null` if the host refuses. */
export async function operatorPicture(path: string, token: string): Promise<ImageBitmap | null> {
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
  return answer.ok ? createImageBitmap(await answer.blob()) : null;
}
