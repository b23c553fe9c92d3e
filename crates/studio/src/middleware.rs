//! Middleware for every request: access, timeouts and headers.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue, Method, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::class::Class;
use super::device::DevicePage;
use super::questions::Desk;
use super::queue::JobQueue;
use super::responses::Refusal;
use crate::error::StudioError;

/// What every request may ask for.
#[derive(Debug)]
pub(super) struct Server {
    pub(super) queue: JobQueue,
    pub(super) desk: Desk,
    pub(super) hosts: Vec<String>,
    /// The page without a server, if it is offered too.
    pub(super) device: Option<Arc<DevicePage>>,
    /// The wall of a class, if there is one.
    pub(super) class: Option<Class>,
    /// Lets as many requests compute at once as there are cores.
    pub(super) computing: Arc<Semaphore>,
}

/// How long a request may take to arrive and be answered; events go on afterwards.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the page may load: nothing from elsewhere. Pictures of one's own are read as `blob:`.
macro_rules! policy {
    (framed by $sites:literal) => {
        concat!(
            "default-src 'self'; img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors ",
            $sites,
            "; object-src 'none'"
        )
    };
}

/// The policy of everything that other sites must not show in a frame.
const POLICY: &str = policy!(framed by "'none'");
/// The policy of what they may: a picture and a link, or a puzzle to play; nothing that does harm if it is pressed by mistake.
pub(super) const EMBEDDED: &str = policy!(framed by "*");

/// Headers of every answer.
const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // The address holds the design.
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Checks a request, times it, counts it, and completes the answer.
pub(super) async fn guard(State(server): State<Arc<Server>>, request: Request<Body>, next: Next) -> Response {
    let answer = match check(&server.hosts, &request) {
        Err(error) => Refusal::from(error).into_response(),
        Ok(()) => match timeout(PATIENCE, next.run(request)).await {
            Ok(answer) => answer,
            Err(_) => Refusal::from(StudioError::TooSlow).into_response(),
        },
    };
    server.queue.metrics.answer(answer.status().as_u16());
    with_headers(answer)
}

fn with_headers(mut answer: Response) -> Response {
    for (name, value) in HEADERS {
        answer.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    answer
}

/// Refuses names that are not ours, as a name server of a stranger could give them, and forms of other sites.
fn check(hosts: &[String], request: &Request<Body>) -> Result<(), StudioError> {
    let header = |name| request.headers().get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = header(HOST).unwrap_or_default();
    let name = name_of(host);
    let is_ours =
        name == "localhost" || is_number(name) || hosts.iter().any(|ours| ours.eq_ignore_ascii_case(name));
    if !is_ours {
        return Err(StudioError::ForeignHost { found: name.to_owned() });
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let origin = header(ORIGIN).map(|origin| origin.split_once("://").map_or("", |(_, host)| host));
    match origin.filter(|_| changes) {
        Some(origin) if !name_of(origin).eq_ignore_ascii_case(name) => Err(StudioError::ForeignOrigin),
        _ => Ok(()),
    }
}

/// The name in `name:port`.
fn name_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Whether a host is an address in numbers, which no name server decides.
fn is_number(host: &str) -> bool {
    host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(method: Method, host: &str, origin: Option<&str>) -> Result<(), StudioError> {
        let mut request = Request::builder().method(method).header(HOST, host);
        if let Some(origin) = origin {
            request = request.header(ORIGIN, origin);
        }
        check(&["guild.example".into()], &request.body(Body::empty()).expect("a request"))
    }

    #[test]
    fn names_of_strangers_are_refused() {
        for good in
            ["localhost", "localhost:80", "127.0.0.1:8080", "[::1]:8080", "192.168.1.7", "Guild.Example:443"]
        {
            assert_eq!(checked(Method::GET, good, None), Ok(()), "{good}");
        }
        // A name that ends or begins like ours is another name.
        let alike =
            ["evilguild.example", "evil.guild.example:443", "guild.example.evil.example", "evillocalhost"];
        let others =
            ["", "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example"];
        for bad in alike.into_iter().chain(others) {
            assert!(matches!(checked(Method::GET, bad, None), Err(StudioError::ForeignHost { .. })), "{bad}");
        }
    }

    #[test]
    fn other_sites_may_not_post() {
        for good in [None, Some("http://localhost:8080"), Some("https://localhost")] {
            assert_eq!(checked(Method::POST, "localhost:8080", good), Ok(()), "{good:?}");
        }
        for bad in ["https://evil.example", "null", "http://localhost.evil.example", "http://evillocalhost"] {
            assert_eq!(
                checked(Method::POST, "localhost", Some(bad)),
                Err(StudioError::ForeignOrigin),
                "{bad}"
            );
        }
        assert_eq!(checked(Method::GET, "localhost", Some("https://evil.example")), Ok(()));
    }
}
