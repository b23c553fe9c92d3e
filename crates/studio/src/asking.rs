//! What routes share: the body of a request, work that runs beside others, and files that may be drawings.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use tokio::task::spawn_blocking;

use super::middleware::Server;
use super::responses::{Refusal, kind_of, tagged};
use crate::error::StudioError;
use piecework_tiling::error::Error;

pub(super) type Answer = Result<Response, Refusal>;
pub(super) type Shared = State<Arc<Server>>;

/// Drawings are opened as pages of their own, too; they load and run nothing.
const DRAWING: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/// Runs what computes beside the requests that do not, as many at a time as there are cores. A place is free
/// again when the work is done, also if nobody waits for it any more.
pub(super) async fn compute<T: Send + 'static>(
    server: Arc<Server>,
    work: impl FnOnce(&Server) -> Result<T, Error> + Send + 'static,
) -> Result<T, Refusal> {
    let place = Arc::clone(&server.computing).acquire_owned().await.map_err(|_| StudioError::Crashed)?;
    let made = spawn_blocking(move || {
        let made = work(&server);
        drop(place);
        made
    });
    Ok(made.await.map_err(|_| StudioError::Crashed)??)
}

/// The body of a request, or why there is none.
pub(super) fn body(server: &Server, sent: Result<Bytes, BytesRejection>) -> Result<Bytes, StudioError> {
    let allowed = server.queue.allowance.request_bytes;
    sent.map_err(|rejection| match rejection.into_response().status() {
        StatusCode::PAYLOAD_TOO_LARGE => StudioError::TooLarge { allowed },
        _ => StudioError::TooSlow,
    })
}

/// Answers with a file that may be a drawing, which a browser opens as a page.
pub(super) fn drawing(
    headers: &HeaderMap,
    (id, keep): (&str, &'static str),
    name: &str,
    bytes: Option<Bytes>,
) -> Answer {
    let bytes = bytes.ok_or(StudioError::NoSuchFile)?;
    let mut file = tagged(headers, id, keep, kind_of(name), bytes);
    file.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(DRAWING));
    Ok(file)
}
