//! Answers: JSON, bytes that never change, and errors with their reason.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::Stream;

use super::job::{Job, Listening};
use super::questions::findings;
use crate::error::StudioError;
use piecework_tiling::error::Error;
use piecework_tiling::fault::ErrorKind;

/// Why a request is refused.
#[derive(Debug)]
pub(super) struct Refusal(pub(super) Error);

impl<E: Into<Error>> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = self.0.downcast_ref::<StudioError>().map_or_else(|| status(self.0.kind()), own_status);
        let mut response = (status, json_body(&findings(&self.0))).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}

const fn status(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::NoAnswer | ErrorKind::Input => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorKind::Limit => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::Output | ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

const fn own_status(error: &StudioError) -> StatusCode {
    match error {
        StudioError::TooLarge { .. }
        | StudioError::ResultTooLarge { .. }
        | StudioError::MakingTooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
        StudioError::TooSlow => StatusCode::REQUEST_TIMEOUT,
        StudioError::ForeignHost { .. } => StatusCode::MISDIRECTED_REQUEST,
        StudioError::ForeignOrigin | StudioError::NotTheTeacher => StatusCode::FORBIDDEN,
        StudioError::Busy { .. } | StudioError::Packing | StudioError::TooSoon => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        StudioError::NoSuchJob | StudioError::NoSuchFile | StudioError::NoSuchClass => StatusCode::NOT_FOUND,
        StudioError::NotReady | StudioError::WallFull { .. } | StudioError::ClassFull { .. } => {
            StatusCode::CONFLICT
        }
        StudioError::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
        StudioError::BoardTooLarge { .. }
        | StudioError::NotText
        | StudioError::QrTooLong { .. }
        | StudioError::NotSolved
        | StudioError::NoTiling => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// JSON with its type.
fn json_body(value: &Value) -> impl IntoResponse + use<> {
    ([(CONTENT_TYPE, "application/json")], value.to_string())
}

/// Answers with JSON that may change.
pub(super) fn answer(value: &Value) -> Response {
    ([(CACHE_CONTROL, "no-store")], json_body(value)).into_response()
}

/// Ask again each time whether it is still the same.
pub(super) const ASK: &str = "no-cache";

/// Answers with bytes that a tag stands for: `304` for whoever has them already.
///
/// `keep` says how long they may be kept without asking again.
pub(super) fn tagged(
    headers: &HeaderMap,
    tag: &str,
    keep: &'static str,
    kind: &'static str,
    bytes: Bytes,
) -> Response {
    let tag = format!("\"{tag}\"");
    let has = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let has = has.is_some_and(|known| known.split(',').any(|known| known.trim() == tag));
    let (status, body) =
        if has { (StatusCode::NOT_MODIFIED, Body::empty()) } else { (StatusCode::OK, bytes.into()) };
    let headers = [(ETAG, tag.as_str()), (CACHE_CONTROL, keep), (CONTENT_TYPE, kind)];
    (status, headers.map(|(name, value)| (name, value.to_owned())), body).into_response()
}

/// The type of a file by the end of its name.
pub(super) fn kind_of(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "svg" => "image/svg+xml",
        "pdf" => "application/pdf",
        "png" => "image/png",
        "json" => "application/json",
        "jsonl" | "csv" | "txt" | "md" => "text/plain; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "ttf" => "font/ttf",
        "zip" => "application/zip",
        _ => "application/octet-stream",
    }
}

/// How often a silent job sends a comment, so that a client that is gone is noticed.
const ALIVE: Duration = Duration::from_secs(5);
/// The shortest time between two reports of progress.
const PAUSE: Duration = Duration::from_millis(100);

/// Events that end when the job is over, and count as a listener until then.
struct Events {
    events: mpsc::Receiver<Bytes>,
    _listening: Listening,
}

impl Stream for Events {
    type Item = Result<Bytes, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// Answers with everything that a job has reported after the event `last`, and with what it reports from now
/// on.
pub(super) fn events(job: &Arc<Job>, last: usize) -> Response {
    let (send, events) = mpsc::channel(8);
    let stream = Events { events, _listening: Listening::to(job) };
    tokio::spawn(tell(Arc::clone(job), last, send));
    let headers = [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")];
    // Proxies that collect answers would hold progress back.
    (headers, [("x-accel-buffering", "no")], Body::from_stream(stream)).into_response()
}

async fn tell(job: Arc<Job>, mut next: usize, send: mpsc::Sender<Bytes>) {
    let mut changed = job.subscribe();
    loop {
        changed.mark_unchanged();
        let (reports, progress, more) = job.reports(next);
        let mut text = String::new();
        for report in reports {
            next += 1;
            text += &format!("id: {next}\nevent: {}\ndata: {}\n\n", report.kind, report.data);
        }
        if let Some(progress) = progress.filter(|_| more) {
            text += &format!("event: progress\ndata: {progress}\n\n");
        }
        if !text.is_empty() && send.send(text.into()).await.is_err() || !more {
            return;
        }
        while timeout(ALIVE, changed.changed()).await.is_err() {
            if send.send(Bytes::from_static(b": waiting\n\n")).await.is_err() {
                return;
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}
