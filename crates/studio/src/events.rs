//! What a job reports, as server-sent events.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::Stream;

use super::job::{Job, Listening};

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
