/** WebSocket, where WebTransport cannot be had: the first byte tells datagrams (0) from reliable messages (1). */
import type { Link, LinkEvents } from "./link";

const DATAGRAM = 0;
const RELIABLE = 1;
/** Bytes waiting to leave above which datagrams are dropped, as a lossy channel would. */
const CLOGGED = 16 * 1024;

export function openWebSocket(url: string, events: LinkEvents): Promise<Link> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    let opened = false;
    const send = (tag: number, bytes: Uint8Array): void => {
      if (socket.readyState !== WebSocket.OPEN) return;
      const out = new Uint8Array(1 + bytes.length);
      out[0] = tag;
      out.set(bytes, 1);
      socket.send(out);
    };
    const link: Link = {
      transport: "WebSocket",
      sendReliable: (bytes) => send(RELIABLE, bytes),
      sendDatagram: (bytes) => {
        if (socket.bufferedAmount < CLOGGED) send(DATAGRAM, bytes);
      },
      close: () => {
        socket.onclose = null;
        socket.close();
      },
    };
    socket.onopen = () => {
      opened = true;
      resolve(link);
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!(data instanceof ArrayBuffer) || data.byteLength === 0) return;
      const bytes = new Uint8Array(data);
      if (bytes[0] === DATAGRAM) events.datagram(bytes.subarray(1));
      else if (bytes[0] === RELIABLE) events.reliable(bytes.subarray(1));
    };
    socket.onclose = ({ reason }) => {
      if (opened) events.closed(reason || "the connection was lost");
      else reject(new Error("the host does not answer"));
    };
  });
}
