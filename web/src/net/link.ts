/** A connection that carries bytes: reliable frames in order, and datagrams that may get lost. */
export interface LinkEvents {
  reliable(bytes: Uint8Array): void;
  datagram(bytes: Uint8Array): void;
  closed(reason: string): void;
}

export interface Link {
  readonly transport: "WebTransport" | "WebSocket";
  sendReliable(bytes: Uint8Array<ArrayBuffer>): void;
  sendDatagram(bytes: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

/** Longest reliable frame taken; a chunk is about a kilobyte. */
export const LONGEST_FRAME = 1 << 20;
