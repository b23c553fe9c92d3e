//! The page without a server, which a server offers so that each device computes for itself.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use axum::response::Response;
use sha2::{Digest as _, Sha256};

use super::export::{Module, export};
use super::responses::{ASK, kind_of, tagged};
use crate::error::StudioError;

/// What it may load: as its own policy, and it is shown in no frame of another site.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob: data:; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/// The files of the page, with their tags, once they are packed: that takes some seconds.
#[derive(Debug, Default)]
pub(super) struct DevicePage {
    files: OnceLock<BTreeMap<String, (String, Bytes)>>,
}

impl DevicePage {
    /// Packs the page beside the server, which answers meanwhile that it is busy.
    pub(super) fn packing(module: Module) -> Result<Arc<Self>, std::io::Error> {
        let (page, made) = (Arc::new(Self::default()), std::thread::Builder::new().name("page".into()));
        let own = Arc::clone(&page);
        made.spawn(move || {
            let files = export(&module).unwrap_or_default().into_iter().map(|(name, bytes)| {
                let tag = Sha256::digest(&bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
                (name, (tag, Bytes::from(bytes)))
            });
            own.files.get_or_init(|| files.collect());
        })?;
        Ok(page)
    }

    /// Answers with a file; [`StudioError::Packing`] and [`StudioError::NoSuchFile`] if there is none.
    pub(super) fn answer(&self, name: &str, headers: &HeaderMap) -> Result<Response, StudioError> {
        let files = self.files.get().ok_or(StudioError::Packing)?;
        let (tag, bytes) = files.get(name).ok_or(StudioError::NoSuchFile)?;
        let mut answer = tagged(headers, tag, ASK, kind_of(name), bytes.clone());
        answer.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        Ok(answer)
    }
}
