//! Which request gets which answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use serde_json::Value;
use tower_http::compression::predicate::{NotForContentType, Predicate};
use tower_http::compression::{CompressionLayer, CompressionLevel, DefaultPredicate};

use super::asking::{Answer, Shared, body, compute, drawing};
use super::class_routes::class_routes;
use super::job::{Job, Stage};
use super::middleware::{EMBEDDED, Server, guard};
use super::page::asset;
use super::questions::Question;
use super::responses::{ASK, Refusal, answer, events, kind_of, tagged};
use super::results::Results;
use crate::error::StudioError;
use piecework_app::design::design_schema;

/// Never changes.
const EVER: &str = "private, max-age=31536000, immutable";
/// All routes of a server.
pub(super) fn routes(server: &Arc<Server>) -> Router {
    Router::new()
        .route("/", get(index))
        .route("/embed", get(embed))
        .route("/page/{name}", get(page_file))
        .route("/device", get(|| async { (StatusCode::PERMANENT_REDIRECT, [(LOCATION, "device/")]) }))
        .route("/device/", get(device_index))
        .route("/device/{*name}", get(device_file))
        .route("/api/inputs", get(ask))
        .route("/api/schema", get(schema))
        .route("/api/gallery", get(ask))
        .route("/api/gallery/rest", get(ask))
        .route("/api/templates/{name}", get(ask))
        .route("/api/board", get(ask))
        .route("/api/board/line", get(ask))
        .route("/api/board/shape", get(ask))
        .route("/api/orientations", get(ask))
        .route("/api/look", post(ask))
        .route("/api/play", post(ask))
        .route("/api/play/judge", post(ask))
        .route("/api/qr", post(ask))
        .route("/api/open", post(ask))
        .route("/api/jobs", post(post_job))
        .route("/api/jobs/{id}", get(job_summary).delete(stop_job))
        .route("/api/jobs/{id}/events", get(job_events))
        .route("/api/jobs/{id}/plan", get(job_plan))
        .route("/api/jobs/{id}/words", get(job_words))
        .route("/api/jobs/{id}/all.zip", get(job_zip))
        .route("/api/jobs/{id}/files/{name}", get(job_file))
        .route("/api/jobs/{id}/pages/{name}", get(job_page))
        .merge(class_routes())
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/metrics", get(metrics))
        .fallback(|| async { Refusal::from(StudioError::NoSuchFile) })
        .method_not_allowed_fallback(|| async { Refusal::from(StudioError::WrongMethod) })
        .layer(CompressionLayer::new().quality(CompressionLevel::Default).compress_when(worth_compressing()))
        .layer(DefaultBodyLimit::max(server.queue.allowance.request_bytes))
        .layer(from_fn_with_state(Arc::clone(server), guard))
        .with_state(Arc::clone(server))
}

/// Answers that become smaller: neither small ones, nor events, nor what is compressed already.
fn worth_compressing() -> impl Predicate {
    DefaultPredicate::new()
        .and(NotForContentType::const_new("application/pdf"))
        .and(NotForContentType::const_new("application/zip"))
}

async fn index(headers: HeaderMap) -> Answer {
    page("index.html", &headers)
}

/// A design alone, or a puzzle to play, for a frame on another page.
async fn embed(headers: HeaderMap) -> Answer {
    let mut page = page("embed.html", &headers)?;
    page.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(EMBEDDED));
    page.headers_mut().insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    Ok(page)
}

async fn page_file(Path(name): Path<String>, headers: HeaderMap) -> Answer {
    page(&name, &headers)
}

async fn device_index(state: Shared, headers: HeaderMap) -> Answer {
    device_file(state, Path("index.html".to_owned()), headers).await
}

/// A file of the page that needs no server.
async fn device_file(State(server): Shared, Path(name): Path<String>, headers: HeaderMap) -> Answer {
    let page = server.device.as_ref().ok_or(StudioError::NoSuchFile)?;
    Ok(page.answer(&name, &headers)?)
}

fn page(name: &str, headers: &HeaderMap) -> Answer {
    let asset = asset(name).ok_or(StudioError::NoSuchFile)?;
    Ok(tagged(headers, &asset.tag(), ASK, kind_of(asset.name), asset.bytes()))
}

/// Answers what the page asks, as it would be answered inside the page.
async fn ask(
    State(server): Shared,
    uri: Uri,
    Query(options): Query<BTreeMap<String, String>>,
    sent: Result<Bytes, BytesRejection>,
) -> Answer {
    let sent = body(&server, sent)?;
    let work = move |server: &Server| {
        let path = uri.path().trim_start_matches("/api/");
        server.desk.answer(&Question { path, options: &options, sent: &sent })
    };
    Ok(answer(&compute(server, work).await?))
}

async fn schema() -> Response {
    ([(CONTENT_TYPE, "application/schema+json")], design_schema()).into_response()
}

async fn metrics(State(server): Shared) -> Response {
    let text = server.queue.metrics.text(server.queue.now());
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

async fn post_job(State(server): Shared, sent: Result<Bytes, BytesRejection>) -> Answer {
    let sent = body(&server, sent)?;
    let value = compute(server, move |server| {
        let design = server.desk.design(&sent)?;
        Ok(server.queue.post(design)?.status())
    });
    let value = value.await?;
    let place = format!("jobs/{}", value["id"].as_str().unwrap_or_default());
    Ok((StatusCode::ACCEPTED, [(LOCATION, place)], answer(&value)).into_response())
}

async fn stop_job(State(server): Shared, Path(id): Path<String>) -> Answer {
    let job = server.queue.job(&id)?;
    server.queue.stop(&job);
    Ok(answer(&job.status()))
}

async fn job_events(State(server): Shared, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let job = server.queue.job(&id)?;
    let last = headers.get("last-event-id").and_then(|last| last.to_str().ok()?.parse().ok());
    Ok(events(&job, last.unwrap_or(0)))
}

async fn job_summary(State(server): Shared, Path(id): Path<String>) -> Answer {
    let job = server.queue.job(&id)?;
    let mut value = job.status();
    if let Some(results) = job.results() {
        value["result"] = results.summary.clone();
    } else if job.is_over() {
        let failed = job.reports(0).0.into_iter().rfind(|report| report.kind == "failed");
        let failed = failed.and_then(|report| serde_json::from_str::<Value>(&report.data).ok());
        value["failed"] = failed.unwrap_or(Value::Null);
    }
    Ok(answer(&value))
}

/// The results of a job, and how long they may be kept.
fn finished(server: &Server, id: &str) -> Result<(Arc<Results>, &'static str), StudioError> {
    let job: Arc<Job> = server.queue.job(id)?;
    let keep = if job.stage() == (Stage::Over { lasting: true }) { EVER } else { "no-store" };
    Ok((job.results().ok_or(StudioError::NotReady)?, keep))
}

async fn job_plan(State(server): Shared, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let (results, keep) = finished(&server, &id)?;
    Ok(tagged(&headers, &id, keep, kind_of("plan.json"), results.plan.clone()))
}

async fn job_words(State(server): Shared, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let (results, keep) = finished(&server, &id)?;
    Ok(tagged(&headers, &id, keep, kind_of("words.json"), results.words.clone()))
}

async fn job_file(
    State(server): Shared,
    Path((id, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Answer {
    let (results, keep) = finished(&server, &id)?;
    drawing(&headers, (&id, keep), &name, results.file(&name))
}

async fn job_page(
    State(server): Shared,
    Path((id, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Answer {
    let (results, keep) = finished(&server, &id)?;
    let page = results.page(&name).ok_or(StudioError::NoSuchFile)?;
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok());
    let is_packed = accepted.is_some_and(|accepted| accepted.contains("gzip"));
    let bytes = if is_packed { page.packed() } else { page.unpacked() }.ok_or(StudioError::Crashed)?;
    let mut answer = drawing(&headers, (&id, keep), &name, Some(bytes))?;
    if is_packed {
        answer.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    answer.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    Ok(answer)
}

async fn job_zip(State(server): Shared, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let (results, keep) = finished(&server, &id)?;
    let packed = compute(server, move |_| Ok(results.zip())).await?;
    Ok(tagged(&headers, &id, keep, kind_of("all.zip"), packed.into()))
}
