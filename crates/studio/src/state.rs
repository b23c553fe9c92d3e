//! What the server knows while it runs.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::desk::Desk;

/// What every request may ask for.
#[derive(Debug)]
pub(super) struct Server {
    pub(super) desk: Desk,
    pub(super) hosts: Vec<String>,
    pub(super) public: bool,
    /// Lets as many requests compute at once as there are cores.
    pub(super) computing: Arc<Semaphore>,
}
