//! Ctrl-C and its kin: the first asks the search to stop and be kept, the second ends at once.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use piecework::output::{self, OutputError, Overwrite};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

struct Signals {
    /// Raised by any signal; the search polls it.
    stop: Arc<AtomicBool>,
    /// The number of the last signal, 0 for none.
    number: Arc<AtomicUsize>,
    /// Whether there is nothing to keep: a signal then ends the program at once.
    idle: Arc<AtomicBool>,
}

static SIGNALS: OnceLock<Signals> = OnceLock::new();

#[cfg(unix)]
const WATCHED: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const WATCHED: [i32; 2] = [SIGINT, SIGTERM];

/// The flag that a signal raises; watching begins with the first call.
pub(crate) fn stop_flag() -> Arc<AtomicBool> {
    let signals = SIGNALS.get_or_init(watch);
    signals.idle.store(false, Ordering::Relaxed);
    Arc::clone(&signals.stop)
}

/// Lets signals have their usual effect again, as before the first call of [`stop_flag`]: nothing is kept or
/// written from now on.
pub(crate) fn let_them_end() {
    if let Some(signals) = SIGNALS.get() {
        signals.idle.store(true, Ordering::Relaxed);
    }
}

/// Checks whether files can be written into a folder. Signals are watched from here on: an end between two steps
/// of the check would leave something behind.
pub(crate) fn writable(folder: &Path) -> Result<(), OutputError> {
    let _ = stop_flag();
    output::writable(folder)
}

/// The same for a file.
pub(crate) fn writable_file(path: &Path, overwrite: Overwrite) -> Result<(), OutputError> {
    let _ = stop_flag();
    output::writable_file(path, overwrite)
}

fn watch() -> Signals {
    let signals = Signals { stop: Arc::default(), number: Arc::default(), idle: Arc::default() };
    for signal in WATCHED {
        // Order matters: the second signal finds the flag raised by the first and ends the program. A signal
        // that cannot be watched keeps its usual effect.
        let _ = flag::register_conditional_default(signal, Arc::clone(&signals.idle));
        let _ = flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&signals.stop));
        let _ = flag::register(signal, Arc::clone(&signals.stop));
        let _ = flag::register_usize(signal, Arc::clone(&signals.number), signal.unsigned_abs() as usize);
    }
    signals
}

/// A file larger than the system allows is an error of writing like any other, not a signal that ends the
/// program.
pub(crate) fn let_large_files_fail() {
    /// `SIGXFSZ` of Linux and of the BSDs, macOS among them.
    #[cfg(all(unix, not(any(target_arch = "mips", target_arch = "mips64"))))]
    const TOO_LARGE: i32 = 25;
    #[cfg(all(unix, not(any(target_arch = "mips", target_arch = "mips64"))))]
    let _ = flag::register(TOO_LARGE, Arc::default());
}

/// The signal that stopped the program, if one did.
pub(crate) fn received() -> Option<u8> {
    let number = SIGNALS.get()?.number.load(Ordering::Relaxed);
    u8::try_from(number).ok().filter(|&number| number != 0)
}
