/** Bytes that are no message of ours. Everything the readers throw is one of these. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}

export function outOfRange(field: string, value: number | bigint): ProtocolError {
  return new ProtocolError(`${field} cannot be ${value}`);
}
