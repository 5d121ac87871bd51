//! Reliable frames on a WebTransport stream: each is its length (u32, little endian) and its bytes.
//!
//! A length is checked before memory is taken for it. Small frames are written together.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::{BufMut, Bytes, BytesMut};
use wtransport::error::{StreamReadError, StreamReadExactError, StreamWriteError};
use wtransport::{RecvStream, SendStream};

use super::inlet::Inlet;
use super::line::{CloseReason, Line, Next};

/// Bytes of length in front of a frame.
const PREFIX: usize = 4;

/// Frames up to this many bytes are written in one piece with their neighbours.
const BATCH_BYTES: usize = 16 * 1024;

/// Takes frames from the guest until the line ends.
pub(super) async fn read(line: Arc<Line>, mut stream: RecvStream, inlet: Arc<Inlet>) {
    loop {
        match next_frame(&mut stream, &inlet).await {
            Ok(Some(bytes)) => {
                if inlet.reliable(bytes).await.is_break() {
                    return;
                }
            }
            Ok(None) => return,
            // Whoever ends its one stream has left, even if the connection stands.
            Err(
                StreamReadExactError::FinishedEarly(_)
                | StreamReadExactError::Read(StreamReadError::Reset(_)),
            ) => {
                line.end(CloseReason::Left);
                return;
            }
            // The reason is better known to the task that watches the connection itself.
            Err(StreamReadExactError::Read(_)) => return,
        }
    }
}

/// The next frame; none if it is too long.
async fn next_frame(stream: &mut RecvStream, inlet: &Inlet) -> Result<Option<Bytes>, StreamReadExactError> {
    let mut prefix = [0; PREFIX];
    stream.read_exact(&mut prefix).await?;
    let length = u32::from_le_bytes(prefix) as usize;
    if !inlet.allows(length) {
        return Ok(None);
    }
    let mut payload = vec![0; length];
    stream.read_exact(&mut payload).await?;
    Ok(Some(payload.into()))
}

/// Writes what waits for the guest until the line ends.
pub(super) async fn write(line: Arc<Line>, stream: SendStream) {
    let mut writer = Writer { line, stream };
    loop {
        let written = match writer.line.next_reliable().await {
            Next::Frames(frames) => writer.write(frames).await,
            Next::Farewell(words) => {
                // Completes when the guest has acknowledged everything.
                let _ = writer.stream.finish().await;
                writer.line.end(CloseReason::Dismissed(words));
                return;
            }
        };
        match written {
            Ok(()) => {}
            Err(StreamWriteError::Stopped(_)) => {
                writer.line.end(CloseReason::Left);
                return;
            }
            // The reason is better known to the task that watches the connection itself.
            Err(_) => return,
        }
    }
}

struct Writer {
    line: Arc<Line>,
    stream: SendStream,
}

/// Small frames that are written in one piece. It lives while a burst is written, not as long as the guest: land comes in bursts of many kilobytes, and then for
/// minutes nothing does.
#[derive(Default)]
struct Batch {
    bytes: BytesMut,
    /// Lengths of the frames in it.
    lengths: Vec<usize>,
}

impl Writer {
    async fn write(&mut self, frames: VecDeque<Bytes>) -> Result<(), StreamWriteError> {
        let mut batch = Batch::default();
        for frame in frames {
            batch.bytes.put_u32_le(frame.len() as u32);
            if frame.len() > BATCH_BYTES {
                self.flush(&mut batch).await?;
                self.stream.write_all(&frame).await?;
                self.line.note_written(frame.len());
                continue;
            }
            batch.bytes.put_slice(&frame);
            batch.lengths.push(frame.len());
            if batch.bytes.len() > BATCH_BYTES {
                self.flush(&mut batch).await?;
            }
        }
        self.flush(&mut batch).await
    }

    async fn flush(&mut self, batch: &mut Batch) -> Result<(), StreamWriteError> {
        self.stream.write_all(&batch.bytes).await?;
        batch.bytes.clear();
        batch.lengths.drain(..).for_each(|length| self.line.note_written(length));
        Ok(())
    }
}
