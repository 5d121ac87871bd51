//! The page's files: embedded in a release, read from disk in a debug build. They were compressed when the page was built; no request
//! costs more than copying.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

/// The built page. When it was not built, nothing is in it and the build works all the same.
#[derive(RustEmbed)]
#[folder = "../../../web/dist"]
#[allow_missing = true]
struct Dist;

/// One file of the page.
#[derive(Clone, Debug)]
pub struct PageFile {
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
    /// The same as gzip, if that was worth it.
    pub gzip: Option<Cow<'static, [u8]>>,
    /// A hash of it.
    pub tag: [u8; 32],
    /// Its media type.
    pub media_type: String,
}

/// A file of the page by its path.
#[must_use]
pub fn embedded(path: &str) -> Option<PageFile> {
    let file = Dist::get(path)?;
    Some(PageFile {
        tag: file.metadata.sha256_hash(),
        media_type: file.metadata.mimetype().to_owned(),
        bytes: file.data,
        gzip: Dist::get(&format!("{path}.gz")).map(|file| file.data),
    })
}

impl PageFile {
    /// Answers a request for it. Files under `assets/` carry a hash in their name and never change; others are asked for each time.
    pub(super) fn respond(self, path: &str, request: &HeaderMap) -> Response {
        let tag: String = self.tag[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        // Weak, since the same file may go out compressed or not.
        let tag = format!("W/\"{tag}\"");
        let caching =
            if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        let known = request.get_all(header::IF_NONE_MATCH).iter();
        let known = known.filter_map(|value| value.to_str().ok()).any(|tags| tags.contains(&tag));
        let headers = [(header::ETAG, tag), (header::CACHE_CONTROL, caching.to_owned())];
        if known {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        let text = self.media_type.starts_with("text/") || self.media_type.ends_with("javascript");
        let charset = if text { "; charset=utf-8" } else { "" };
        let media_type = [(header::CONTENT_TYPE, format!("{}{charset}", self.media_type))];
        let varies = [(header::VARY, "accept-encoding")];
        match self.gzip.filter(|_| takes_gzip(request)) {
            Some(gzip) => {
                let encoding = [(header::CONTENT_ENCODING, "gzip")];
                (headers, media_type, varies, encoding, body(gzip)).into_response()
            }
            None => (headers, media_type, varies, body(self.bytes)).into_response(),
        }
    }
}

fn body(bytes: Cow<'static, [u8]>) -> Body {
    match bytes {
        Cow::Borrowed(bytes) => Body::from(bytes),
        Cow::Owned(bytes) => Body::from(bytes),
    }
}

/// Whether whoever asks can read gzip, and has not said otherwise by `q=0`.
fn takes_gzip(request: &HeaderMap) -> bool {
    let offers = request.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    offers.flat_map(|value| value.split(',')).any(|offer| {
        let (coding, quality) = offer.split_once(';').unwrap_or((offer, ""));
        coding.trim().eq_ignore_ascii_case("gzip")
            && !matches!(quality.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

/// What is shown where the page was not built.
pub(super) fn no_page(status: StatusCode) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], Html(include_str!("no_page.html"))).into_response()
}
