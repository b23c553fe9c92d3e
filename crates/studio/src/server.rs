//! Listens, accepts connections and ends them in time.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::runtime;
use tokio::sync::Semaphore;
use tokio::time::sleep;

use super::allowance::Allowance;
use super::class::Class;
use super::device::DevicePage;
use super::export::Module;
use super::inputs::Offers;
use super::middleware::Server;
use super::questions::Desk;
use super::queue::JobQueue;
use super::routes::routes;
use crate::error::StudioError;

/// How long the head of a request may take, also of the next one on an open connection.
const HEAD: Duration = Duration::from_secs(15);
/// The size of the head of a request, in bytes.
const HEAD_BYTES: usize = 16 << 10;
/// How often the server looks whether it should stop.
const LOOK: Duration = Duration::from_millis(50);
/// How often it evicts unused results.
const TIDY: Duration = Duration::from_millis(250);

/// How the studio is run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudioOptions {
    /// The address to listen on; port 0 takes a free one.
    pub listen: String,
    /// Whether strangers may use it: smaller limits for each design.
    pub public: bool,
    /// The module of the page without a server, which is offered at `device/` so that each device computes for itself.
    pub device: Option<Module>,
    /// Whether a class has a wall here.
    pub class: bool,
    /// Names that it is reached by besides `localhost` and addresses in numbers.
    pub hosts: Vec<String>,
}

impl Default for StudioOptions {
    fn default() -> Self {
        Self { listen: "127.0.0.1:8765".into(), public: false, device: None, class: false, hosts: Vec::new() }
    }
}

/// A studio that listens but does not answer yet.
#[derive(Debug)]
pub struct Studio {
    listener: TcpListener,
    address: SocketAddr,
    server: Arc<Server>,
    cores: usize,
}

impl Studio {
    /// Begins to listen.
    ///
    /// # Errors
    /// [`StudioError::BadAddress`] and [`StudioError::CannotListen`].
    pub fn open(options: &StudioOptions) -> Result<Self, StudioError> {
        let wanted: SocketAddr = options
            .listen
            .replace("localhost:", "127.0.0.1:")
            .parse()
            .map_err(|_| StudioError::BadAddress { found: options.listen.clone() })?;
        let failed = |cause: std::io::Error| StudioError::CannotListen {
            address: wanted.to_string(),
            cause: cause.kind().to_string(),
        };
        let listener = TcpListener::bind(wanted).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let allowance = if options.public { Allowance::public(cores) } else { Allowance::own(cores) };
        let device = options.device.clone().map(DevicePage::packing).transpose();
        let device = device.map_err(|cause| StudioError::CannotRun { cause: cause.to_string() })?;
        let server = Server {
            desk: Desk::new(
                Offers { public: options.public, device: device.is_some(), class: options.class },
                allowance.clone(),
            ),
            class: options.class.then(Class::begin),
            device,
            queue: JobQueue::new(allowance),
            hosts: options.hosts.clone(),
            computing: Arc::new(Semaphore::new(cores)),
        };
        Ok(Self { listener, address, server: Arc::new(server), cores })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The address of the teacher's page of the class, if there is one. It holds the key, so it is for the teacher alone. Where
    /// the studio listens on all addresses of this computer, it is the one that others in its network reach.
    pub fn class_url(&self) -> Option<String> {
        let (code, key) = self.server.class.as_ref()?.for_teacher();
        let address = SocketAddr::new(reached(self.address.ip()), self.address.port());
        Some(format!("http://{address}/#class/{code}/{key}"))
    }

    /// Answers requests until `stop` is raised; then it stops all jobs.
    ///
    /// # Errors
    /// [`StudioError::CannotRun`] if the system gives it no threads.
    pub fn serve(self, stop: &AtomicBool) -> Result<(), StudioError> {
        let failed = |cause: std::io::Error| StudioError::CannotRun { cause: cause.to_string() };
        let mut builder = runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(self.cores.max(2)).enable_io().enable_time().build();
        let runtime = runtime.map_err(failed)?;
        let allowance = &self.server.queue.allowance;
        for number in 0..allowance.workers + allowance.small_workers {
            let only_small = number >= allowance.workers;
            let server = Arc::clone(&self.server);
            // Not joined: a job that lays out pages ends with the program.
            let thread = std::thread::Builder::new().name(format!("maker {number}"));
            thread.spawn(move || server.queue.work(only_small)).map_err(failed)?;
        }
        let (listener, server) = (self.listener, Arc::clone(&self.server));
        let listening = runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::spawn(accept(listener, Arc::clone(&server)));
            tokio::spawn(tidy(server));
            while !stop.load(Ordering::Relaxed) {
                sleep(LOOK).await;
            }
            Ok(())
        });
        self.server.queue.close();
        runtime.shutdown_timeout(Duration::from_millis(300));
        listening.map_err(failed)
    }
}

/// The address by which others reach this computer where it listens on all of them, as its way to the network says; nothing is
/// sent for it.
fn reached(listening: IpAddr) -> IpAddr {
    /// Addresses that are for documents only (RFC 5737, RFC 3849), as far away as any.
    const FAR: [&str; 2] = ["192.0.2.1:9", "[2001:db8::1]:9"];
    if !listening.is_unspecified() {
        return listening;
    }
    let own = |far: &&str| {
        let socket = UdpSocket::bind((listening, 0)).ok()?;
        socket.connect(far).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    let here = if listening.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
    FAR.iter().find_map(own).unwrap_or(here)
}

async fn tidy(server: Arc<Server>) {
    loop {
        sleep(TIDY).await;
        server.queue.tidy();
    }
}

/// Serves every connection, as many at a time as allowed.
async fn accept(listener: tokio::net::TcpListener, server: Arc<Server>) {
    let places = Arc::new(Semaphore::new(server.queue.allowance.connections));
    let app: Router = routes(&server);
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // Out of files: wait until some connection ends.
            sleep(LOOK).await;
            continue;
        };
        let service = TowerToHyperService::new(app.clone());
        tokio::spawn(async move {
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(HEAD_BYTES);
            // A connection that breaks off is the end of it, and nobody's fault.
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}
