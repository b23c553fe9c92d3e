//! Reads texts, with the name of the file they come from.
//!
//! A [`Source`] is read from a path, the standard input, any reader, or bytes. It is UTF-8 without byte order
//! mark, not blank, and no larger than the limit, even after unpacking: gzip-compressed files, such as those
//! of BurrTools, are unpacked. Directories and devices are refused before anything is read.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::defect::{Defect, Place, ReadError};
use crate::fault::fault;
use crate::limits::{Limit, Limits};

/// A named text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
}

fault! {
    /// Why a file cannot be read as text.
    #[derive(Clone, PartialEq, Eq)]
    pub enum SourceError {
        Unreadable { kind: io::ErrorKind } = E0101 {
            message("cannot be read: {cause}", cause = cause(*kind))
        }
        Directory = E0102 {
            message("is a directory, not a file")
        }
        /// A device never ends.
        Device = E0103 {
            message("is a device, not a file")
            help("use `-` for the standard input")
        }
        /// Nobody may ever write to a pipe that has a name.
        Pipe = E0110 {
            message("is a named pipe, not a file")
            help("use `-` for the standard input")
        }
        TooLarge { allowed: u64 } = E0104 {
            message("the file has more than {allowed} bytes")
            allowed("{allowed} bytes")
            help("raise the limit `{limit}`", limit = Limit::InputBytes.name())
        }
        Empty = E0105 {
            message("the file is empty")
        }
        /// Text in two or four bytes a character.
        OtherEncoding { encoding: &'static str } = E0106 {
            message("the file looks like {encoding}; it must be UTF-8")
            found("{encoding}") allowed("UTF-8")
            help("save it as UTF-8")
        }
        /// The first byte that does not fit, counted from 0.
        NotUtf8 { offset: usize, found: u8 } = E0107 {
            message("byte {offset} is `0x{found:02x}`, which is not UTF-8 there")
            found("0x{found:02x}") allowed("UTF-8")
            help("save it as UTF-8")
        }
        OtherKind { kind: &'static str } = E0108 {
            message("the file looks like {kind}, not text")
            found("{kind}")
            if let true = kind.contains("archive") => help("unpack it first")
        }
        DamagedGzip = E0109 {
            message("the file begins as gzip but cannot be unpacked")
        }
    }
}

fn cause(kind: io::ErrorKind) -> String {
    match kind {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::PermissionDenied => "no permission".into(),
        other => other.to_string(),
    }
}

/// Returns what the first bytes of a file say that it is, such as `a PNG picture`; none for text and for what is not known.
///
/// # Source
/// Gary Kessler, "File Signatures Table"; brands of ISO/IEC 14496-12 for what begins with `ftyp`.
pub fn kind_of(bytes: &[u8]) -> Option<&'static str> {
    Some(match bytes {
        [0x89, b'P', b'N', b'G', ..] => "a PNG picture",
        [0xff, 0xd8, 0xff, ..] => "a JPEG picture",
        [b'G', b'I', b'F', b'8', ..] => "a GIF picture",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "a WebP picture",
        [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => "a BMP picture",
        [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => "a TIFF picture",
        [b'8', b'B', b'P', b'S', ..] => "a Photoshop picture",
        [0xff, 0x0a, ..] | [0, 0, 0, 12, b'J', b'X', b'L', b' ', ..] => "a JPEG XL picture",
        [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] => match brand {
            [b'a', b'v', b'i', b'f' | b's', ..] => "an AVIF picture",
            [b'h', b'e', ..] | [b'm' | b'h', _, b'f' | b'v', b'1' | b'c', ..] => "a HEIC picture",
            _ => "a video",
        },
        [b'P', b'K', 3, 4, ..] => "a ZIP archive",
        [b'%', b'P', b'D', b'F', b'-', ..] => "a PDF document",
        [b'B', b'Z', b'h', ..] => "a bzip2 archive",
        [0x28, 0xb5, 0x2f, 0xfd, ..] => "a zstd archive",
        [0xfd, b'7', b'z', b'X', b'Z', ..] => "an xz archive",
        [0x7f, b'E', b'L', b'F', ..] => "a program",
        _ => return None,
    })
}

/// The first bytes of gzip, RFC 1952, section 2.3.1.
const GZIP: &[u8] = b"\x1f\x8b";

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl Source {
    /// A text that is known to be one, for tests and for text made by a program.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`ReadError`] with one [`SourceError`].
    pub fn open(path: &Path, limits: &Limits) -> Result<Self, ReadError> {
        Self::read(&path.display().to_string(), opened(path)?, limits)
    }

    /// Reads a file that may be no text, but no more than the limit.
    ///
    /// # Errors
    /// As [`Source::open`], but for what is said of text.
    pub fn bytes(path: &Path, limits: &Limits) -> Result<Vec<u8>, ReadError> {
        let refuse = |error| ReadError::new(path.display().to_string(), Defect::new(error));
        let (mut bytes, allowed) = (Vec::new(), limits.get(Limit::InputBytes));
        let read = opened(path)?.take(allowed + 1).read_to_end(&mut bytes);
        read.map_err(|error| refuse(SourceError::Unreadable { kind: error.kind() }))?;
        if bytes.len() as u64 > allowed { Err(refuse(SourceError::TooLarge { allowed })) } else { Ok(bytes) }
    }

    /// Reads the standard input; its name is `-`.
    ///
    /// # Errors
    /// As [`Source::open`].
    pub fn standard_input(limits: &Limits) -> Result<Self, ReadError> {
        Self::read("-", io::stdin().lock(), limits)
    }

    /// Reads to the end, but never more than the limit and one byte.
    ///
    /// # Errors
    /// As [`Source::open`].
    pub fn read(name: &str, reader: impl Read, limits: &Limits) -> Result<Self, ReadError> {
        let mut bytes = Vec::new();
        let read = reader.take(limits.get(Limit::InputBytes) + 1).read_to_end(&mut bytes);
        read.map_err(|error| {
            ReadError::new(name, Defect::new(SourceError::Unreadable { kind: error.kind() }))
        })?;
        Self::from_bytes(name, bytes, limits)
    }

    /// Takes bytes as text.
    ///
    /// # Errors
    /// As [`Source::open`].
    pub fn from_bytes(name: &str, mut bytes: Vec<u8>, limits: &Limits) -> Result<Self, ReadError> {
        let first = Place { line: 1, column: 1 };
        let refuse = |error, place| Err(ReadError::new(name, Defect::new(error).at(place)));
        let allowed = limits.get(Limit::InputBytes);
        if bytes.len() as u64 > allowed {
            return refuse(SourceError::TooLarge { allowed }, first);
        }
        if bytes.starts_with(GZIP) {
            match unpacked(&bytes, allowed) {
                Ok(text) => bytes = text,
                Err(error) => return refuse(error, first),
            }
        }
        if let Some(error) = other_kind(&bytes) {
            return refuse(error, first);
        }
        if bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        match String::from_utf8(bytes) {
            Ok(text) if text.trim().is_empty() => refuse(SourceError::Empty, first),
            Ok(text) => Ok(Self { name: name.to_owned(), text }),
            Err(error) => {
                let offset = error.utf8_error().valid_up_to();
                let bytes = error.as_bytes();
                refuse(
                    SourceError::NotUtf8 { offset, found: bytes[offset] },
                    Place::at_byte_of(bytes, offset),
                )
            }
        }
    }

    /// The name of the file, as it stands in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The bytes that were packed; never more than one over `allowed` are held.
fn unpacked(bytes: &[u8], allowed: u64) -> Result<Vec<u8>, SourceError> {
    let mut text = Vec::new();
    let packed = flate2::read::MultiGzDecoder::new(bytes);
    packed.take(allowed + 1).read_to_end(&mut text).map_err(|_| SourceError::DamagedGzip)?;
    if text.len() as u64 > allowed { Err(SourceError::TooLarge { allowed }) } else { Ok(text) }
}

/// What the first bytes say, if they are no UTF-8 text.
fn other_kind(bytes: &[u8]) -> Option<SourceError> {
    if let Some(kind) = kind_of(bytes) {
        return Some(SourceError::OtherKind { kind });
    }
    let encoding = match bytes {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => Some("UTF-32"),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => Some("UTF-16"),
        // Without a mark: an ASCII character and zeros.
        [first, 0, 0, 0, ..] | [0, 0, 0, first, ..] if first.is_ascii_graphic() => Some("UTF-32"),
        [first, 0, ..] | [0, first, ..] if first.is_ascii_graphic() => Some("UTF-16"),
        _ => None,
    };
    encoding.map(|encoding| SourceError::OtherEncoding { encoding })
}

/// A file that is one; directories and devices are refused before anything is read.
fn opened(path: &Path) -> Result<fs::File, ReadError> {
    let refuse = |error| ReadError::new(path.display().to_string(), Defect::new(error));
    let unreadable = |error: io::Error| refuse(SourceError::Unreadable { kind: error.kind() });
    let kind = fs::metadata(path).map_err(unreadable)?.file_type();
    if kind.is_dir() {
        return Err(refuse(SourceError::Directory));
    }
    if is_device(kind) {
        return Err(refuse(SourceError::Device));
    }
    // A shell's `<(command)` is in one of these folders, and has a writer.
    if is_pipe(kind) && !["/dev", "/proc"].iter().any(|folder| path.starts_with(folder)) {
        return Err(refuse(SourceError::Pipe));
    }
    fs::File::open(path).map_err(unreadable)
}

#[cfg(unix)]
fn is_device(kind: fs::FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(unix)]
fn is_pipe(kind: fs::FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&kind)
}

#[cfg(not(unix))]
fn is_device(_kind: fs::FileType) -> bool {
    false
}

#[cfg(not(unix))]
fn is_pipe(_kind: fs::FileType) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refuses(bytes: &[u8], message: &str) {
        let error = Source::from_bytes("a.json", bytes.to_vec(), &Limits::default()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn bytes_that_are_no_text_are_named() {
        for empty in [&b""[..], b" \r\n\t ", b"\xef\xbb\xbf", b"\xef\xbb\xbf \n"] {
            refuses(empty, "a.json:1:1: the file is empty [E0105]");
        }
        for utf16 in [&b"\xff\xfe{\0"[..], b"\xfe\xff\0{", b"{\0}\0", b"\0{\0}"] {
            refuses(utf16, "a.json:1:1: the file looks like UTF-16; it must be UTF-8 [E0106]");
        }
        for utf32 in [&b"\xff\xfe\0\0{\0\0\0"[..], b"{\0\0\0}\0\0\0", b"\0\0\0{\0\0\0}"] {
            refuses(utf32, "a.json:1:1: the file looks like UTF-32; it must be UTF-8 [E0106]");
        }
        refuses(b"{\n\"n\": \"\xe9\"}", "a.json:2:7: byte 8 is `0xe9`, which is not UTF-8 there [E0107]");
        refuses(b"{\"\xed\xa0\x80\"", "a.json:1:3: byte 2 is `0xed`, which is not UTF-8 there [E0107]");
        refuses(b"\x1f\x8b\x08", "a.json:1:1: the file begins as gzip but cannot be unpacked [E0109]");
        refuses(b"\x89PNG\r\n", "a.json:1:1: the file looks like a PNG picture, not text [E0108]");
    }

    #[test]
    fn a_byte_order_mark_is_taken_off_and_nothing_else_changed() {
        let source = Source::from_bytes("a", b"\xef\xbb\xbf{}\r\n".to_vec(), &Limits::default());
        assert_eq!(source.expect("good text").text(), "{}\r\n");
    }

    fn packed(text: &[u8]) -> Vec<u8> {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        io::Write::write_all(&mut packer, text).expect("memory");
        packer.finish().expect("memory")
    }

    #[test]
    fn packed_text_is_unpacked_up_to_the_limit() {
        let mut limits = Limits::default();
        limits.set("input-bytes", 1000).expect("in range");
        let read = |bytes: Vec<u8>| Source::from_bytes("a.xmpuzzle", bytes, &limits);
        assert_eq!(read(packed(b"<puzzle/>")).expect("good text").text(), "<puzzle/>");
        for (size, good) in [(999, true), (1000, true), (1001, false), (1 << 24, false)] {
            let source = read(packed(&vec![b'x'; size]).into_iter().take(1000).collect());
            if good {
                assert_eq!(source.expect("in the limit").text().len(), size);
            } else {
                let error = source.unwrap_err().to_string();
                assert_eq!(error, "a.xmpuzzle:1:1: the file has more than 1000 bytes [E0104]", "{size}");
            }
        }
        let whole = packed(b"<puzzle/>");
        for end in 2..whole.len() {
            let error = read(whole[..end].to_vec()).unwrap_err();
            assert_eq!(error.defects()[0].fault().code(), "E0109", "cut at {end}");
        }
        let twice = read(packed(&packed(b"<puzzle/>"))).unwrap_err();
        assert_eq!(twice.defects()[0].fault().code(), "E0107", "only once");
        assert_eq!(read(packed(b" \n")).unwrap_err().defects()[0].fault().code(), "E0105");
    }

    #[test]
    fn sizes_at_and_over_the_limit() {
        let mut limits = Limits::default();
        limits.set("input-bytes", 10).expect("in range");
        for (size, good) in [(9, true), (10, true), (11, false)] {
            let bytes = vec![b'x'; size];
            assert_eq!(Source::read("a", bytes.as_slice(), &limits).is_ok(), good, "{size} bytes");
            assert_eq!(Source::from_bytes("a", bytes, &limits).is_ok(), good, "{size} bytes");
        }
        let endless = Source::read("a", io::repeat(b' '), &limits).unwrap_err();
        assert_eq!(endless.to_string(), "a:1:1: the file has more than 10 bytes [E0104]");
    }

    #[test]
    fn paths_that_are_no_files() {
        let limits = Limits::default();
        let dir = tempfile::tempdir().expect("a temporary directory");
        let code = |path: &Path| Source::open(path, &limits).unwrap_err().defects()[0].fault().code();
        assert_eq!(code(dir.path()), "E0102");
        assert_eq!(code(&dir.path().join("missing.json")), "E0101");
        let missing = Source::open(Path::new("no/such.json"), &limits).unwrap_err();
        assert_eq!(missing.to_string(), "no/such.json: cannot be read: there is no such file [E0101]");
        #[cfg(unix)]
        {
            assert_eq!(code(Path::new("/dev/zero")), "E0103");
            let link = dir.path().join("loop");
            std::os::unix::fs::symlink(&link, &link).expect("a link");
            assert_eq!(code(&link), "E0101");
        }
        let file = dir.path().join("good.json");
        fs::write(&file, "{}").expect("written");
        assert_eq!(Source::open(&file, &limits).expect("a good file").text(), "{}");
    }
}
