//! A stream whose reader is held back: bytes beyond a rate wait, so that whatever is in them (empty fragments, endless headers) can cost
//! only so much work a second.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

use crate::bucket::{Rate, TokenBucket};

/// A stream with an allowance of bytes to read.
pub(super) struct Metered<S> {
    stream: S,
    /// What was read beyond it is a debt that time pays.
    allowance: TokenBucket,
    rate: Rate,
    birth: Instant,
    pause: Option<Pin<Box<Sleep>>>,
}

impl<S> Metered<S> {
    /// `rate` is in bytes.
    pub fn new(stream: S, rate: Rate) -> Self {
        Self {
            stream,
            allowance: TokenBucket::full(rate, Duration::ZERO),
            rate,
            birth: Instant::now(),
            pause: None,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        loop {
            if let Some(pause) = &mut this.pause {
                ready!(pause.as_mut().poll(cx));
                this.pause = None;
            }
            let Some(wait) = this.allowance.debt(this.rate, this.birth.elapsed()) else { break };
            this.pause = Some(Box::pin(tokio::time::sleep(wait)));
        }
        let before = buf.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(cx, buf))?;
        this.allowance.spend((buf.filled().len() - before) as f64);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;

    #[test]
    fn reading_faster_than_the_rate_waits() {
        let rate = Rate { per_second: 1000.0, burst: 2000.0 };
        let mut allowance = TokenBucket::full(rate, Duration::ZERO);
        let mut now = Duration::ZERO;
        for _ in 0..100 {
            while let Some(wait) = allowance.debt(rate, now) {
                now += wait.max(Duration::from_millis(1));
            }
            allowance.spend(100.0);
        }
        let seconds = now.as_secs_f64();
        assert!((7.5..8.5).contains(&seconds), "2,000 bytes at once, 8,000 at 1,000 a second: {seconds}");
    }

    #[tokio::test]
    async fn no_byte_is_lost_by_waiting() {
        let flood: Vec<u8> = (0..10_000_u32).map(|n| n as u8).collect();
        let mut metered = Metered::new(&flood[..], Rate { per_second: 1e6, burst: 100.0 });
        let mut read = Vec::new();
        metered.read_to_end(&mut read).await.expect("a slice does not fail");
        assert_eq!(read, flood);
    }
}
