/** WebTransport: datagrams for what may get lost, one bidirectional stream for the rest. */
import { FrameReader, frame } from "./frames";
import type { Link, LinkEvents } from "./link";

export interface WebTransportOffer {
  readonly port: number;
  readonly certificate_sha256: string | null;
}

function hexBytes(hex: string): Uint8Array<ArrayBuffer> {
  const digits = hex.replace(/[^0-9a-f]/gi, "");
  return Uint8Array.from({ length: digits.length / 2 }, (_, n) => parseInt(digits.slice(n * 2, n * 2 + 2), 16));
}

/** Connects, or rejects after `patience` milliseconds. */
export async function openWebTransport(host: string, offer: WebTransportOffer, events: LinkEvents, patience: number): Promise<Link> {
  if (typeof WebTransport === "undefined") throw new Error("this browser has no WebTransport");
  const options: WebTransportOptions = { congestionControl: "low-latency" };
  if (offer.certificate_sha256) {
    options.serverCertificateHashes = [{ algorithm: "sha-256", value: hexBytes(offer.certificate_sha256) }];
  }
  const transport = new WebTransport(`https://${host}:${offer.port}/`, options);
  let timer = 0;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error("WebTransport did not answer in time")), patience);
  });
  // Both promises may reject after the race is lost; nobody is waiting for them then.
  transport.closed.catch(() => undefined);
  try {
    await Promise.race([transport.ready, late]);
    const stream = await Promise.race([transport.createBidirectionalStream(), late]);
    return new WebTransportLink(transport, stream, events);
  } catch (error) {
    transport.close();
    throw error;
  } finally {
    window.clearTimeout(timer);
  }
}

class WebTransportLink implements Link {
  readonly transport = "WebTransport";
  private readonly stream: WritableStreamDefaultWriter<Uint8Array>;
  private readonly datagrams: WritableStreamDefaultWriter<Uint8Array>;
  private over = false;

  constructor(
    private readonly connection: WebTransport, stream: WebTransportBidirectionalStream, private readonly events: LinkEvents,
  ) {
    this.stream = (stream.writable as WritableStream<Uint8Array>).getWriter();
    this.datagrams = (connection.datagrams.writable as WritableStream<Uint8Array>).getWriter();
    const frames = new FrameReader();
    void this.pump(stream.readable, (piece) => {
      for (const bytes of frames.push(piece)) this.events.reliable(bytes);
    });
    void this.pump(connection.datagrams.readable, (bytes) => this.events.datagram(bytes));
    connection.closed.then(
      () => this.end("the host closed the connection"),
      (error: unknown) => this.end(error instanceof Error ? error.message : "the connection was lost"),
    );
  }

  private async pump(readable: ReadableStream<Uint8Array>, take: (bytes: Uint8Array) => void): Promise<void> {
    const reader = readable.getReader();
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        if (!this.over) take(value);
      }
      this.end("the host closed the stream");
    } catch (error) {
      this.end(error instanceof Error ? error.message : "the connection was lost");
    }
  }

  sendReliable(bytes: Uint8Array): void {
    if (!this.over) this.stream.write(frame(bytes)).catch(() => this.end("the connection was lost"));
  }

  sendDatagram(bytes: Uint8Array): void {
    if (!this.over) this.datagrams.write(bytes).catch(() => undefined);
  }

  close(): void {
    if (this.over) return;
    this.over = true;
    // Let the last frames leave before the connection goes.
    const finish = (): void => this.connection.close();
    this.stream.close().then(finish, finish);
  }

  private end(reason: string): void {
    if (this.over) return;
    this.over = true;
    this.connection.close();
    this.events.closed(reason);
  }
}
