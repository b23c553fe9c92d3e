//! Requests about the wall of a class.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::routing::{get, post};
use serde_json::Value;
use tokio::time::sleep;

use super::asking::{Answer, Shared, body, compute, drawing};
use super::class::Class;
use super::middleware::Server;
use super::responses::{Refusal, answer};
use crate::error::StudioError;

/// How long whoever has a wrong code or key waits: too long to try all of them.
const WRONG: Duration = Duration::from_millis(400);
/// The header with the teacher's key or a pupil's token: it is in no address, so in no list of addresses either.
const TOKEN: &str = "x-class";

/// What is on a wall is kept nowhere: at the end it is gone.
const GONE: &str = "no-store";

/// The routes of a class.
pub(super) fn class_routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/api/class", get(code).post(again).delete(end))
        .route("/api/class/{code}", get(wall))
        .route("/api/class/{code}/pupils", post(join))
        .route("/api/class/{code}/works", post(put_up))
        .route("/api/class/{code}/works/{id}", get(work).delete(take_down))
        .route("/api/class/{code}/works/{id}/picture", get(picture))
}

/// Asks the class; whoever is not let in waits.
async fn asked<T>(
    server: &Server,
    ask: impl FnOnce(&Class) -> Result<T, StudioError>,
) -> Result<T, StudioError> {
    let answer = server.class.as_ref().ok_or(StudioError::NoSuchClass).and_then(ask);
    if let Err(StudioError::NoSuchClass | StudioError::NotTheTeacher) = answer {
        sleep(WRONG).await;
    }
    answer
}

async fn told(server: &Server, ask: impl FnOnce(&Class) -> Result<Value, StudioError>) -> Answer {
    Ok(answer(&asked(server, ask).await?))
}

fn token(headers: &HeaderMap) -> &str {
    headers.get(TOKEN).and_then(|token| token.to_str().ok()).unwrap_or_default()
}

async fn code(State(server): Shared, headers: HeaderMap) -> Answer {
    told(&server, |class| class.code(token(&headers))).await
}

async fn again(State(server): Shared, headers: HeaderMap) -> Answer {
    told(&server, |class| class.again(token(&headers))).await
}

async fn end(State(server): Shared, headers: HeaderMap) -> Answer {
    told(&server, |class| class.end(token(&headers))).await
}

async fn join(State(server): Shared, Path(code): Path<String>) -> Answer {
    told(&server, |class| class.join(&code)).await
}

async fn wall(
    State(server): Shared,
    Path(code): Path<String>,
    Query(options): Query<BTreeMap<String, String>>,
) -> Answer {
    let known = options.get("version").and_then(|version| version.parse().ok());
    told(&server, |class| class.wall(&code, known)).await
}

async fn put_up(
    State(server): Shared,
    Path(code): Path<String>,
    Query(options): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
    sent: Result<Bytes, BytesRejection>,
) -> Answer {
    let sent = body(&server, sent)?;
    let is_solved = options.get("kind").is_some_and(|kind| kind == "solved");
    asked(&server, |class| class.allow(&code, token(&headers))).await?;
    let work = compute(Arc::clone(&server), move |server| server.desk.put_up(is_solved, &sent)).await?;
    told(&server, |class| class.put_up(&code, token(&headers), work)).await
}

async fn work(State(server): Shared, Path((code, id)): Path<(String, String)>) -> Answer {
    let on_wall = asked(&server, |class| class.work(&code, &id)).await?;
    let design: Result<Value, _> = serde_json::from_str(&on_wall.work.design);
    Ok(answer(&design.map_err(|_| Refusal::from(StudioError::Crashed))?))
}

async fn picture(
    State(server): Shared,
    Path((code, id)): Path<(String, String)>,
    headers: HeaderMap,
) -> Answer {
    let on_wall = asked(&server, |class| class.work(&code, &id)).await?;
    drawing(&headers, (&id, GONE), "picture.svg", Some(on_wall.work.picture.clone().into()))
}

async fn take_down(
    State(server): Shared,
    Path((code, id)): Path<(String, String)>,
    headers: HeaderMap,
) -> Answer {
    told(&server, |class| class.take_down(&code, &id, token(&headers))).await
}
