//! Writes into a PNG how it was made, as a compressed text that programs for pictures ignore.
//!
//! # Source
//! W3C, "Portable Network Graphics", third edition: 5.3, layout of chunks; 11.3.3.4, `iTXt`.

use std::io::Write as _;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

/// Where the first chunk, which has the size of the picture, ends in every file.
const AFTER_HEADER: usize = 33;

/// What a description begins with.
const CHUNK: &[u8] = b"iTXtpiecework\0";

/// Adds how a picture was made, behind its size; nothing if nothing is said, or if it says it already.
pub fn describe(png: &mut Vec<u8>, metadata: Option<&str>) {
    let is_described = png.get(AFTER_HEADER + 4..).is_some_and(|rest| rest.starts_with(CHUNK));
    let Some(metadata) = metadata.filter(|_| !is_described) else { return };
    // A name, compressed by method 0, in no language, without a translation of the name.
    let mut text = ZlibEncoder::new(b"iTXtpiecework\0\x01\0\0\0".to_vec(), Compression::best());
    // Behind the head, which is not compressed, memory takes every byte.
    let chunk =
        text.write_all(metadata.as_bytes()).and_then(|()| text.finish()).expect("memory takes every byte");
    let length = u32::try_from(chunk.len() - 4).expect("no design takes 4 GiB");
    let mut crc = Crc::new();
    crc.update(&chunk);
    let whole = [&length.to_be_bytes(), chunk.as_slice(), &crc.sum().to_be_bytes()].concat();
    png.splice(AFTER_HEADER..AFTER_HEADER, whole);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::recipe;
    use crate::color::Photo;
    use piecework_tiling::limits::Limits;

    #[test]
    fn a_picture_says_how_it_was_made_and_is_still_the_same() {
        let mut file = Vec::new();
        let mut writer = png::Encoder::new(&mut file, 2, 1);
        writer.set_color(png::ColorType::Rgb);
        writer
            .write_header()
            .and_then(|mut head| head.write_image_data(&[1, 2, 3, 4, 5, 6]))
            .expect("written");
        let plain = file.clone();
        describe(&mut file, None);
        assert_eq!(file, plain);
        let design = format!("{{\"piecework\": 1, \"name\": \"\u{416} {}\"}}", "long ".repeat(2000));
        describe(&mut file, Some(&design));
        assert!(file.len() < plain.len() + 500);
        let once = file.clone();
        describe(&mut file, Some("again"));
        assert_eq!(file, once, "a picture says it once");
        let read = |bytes: &[u8]| recipe("a.png", bytes, &Limits::default()).expect("read");
        assert_eq!((read(&plain), read(&file)), (None, Some(design.clone())));
        let pixels = |bytes: &[u8]| Photo::read(bytes).expect("a picture").rows();
        assert_eq!(pixels(&plain), pixels(&file));
        // A bomb, and a file that is cut off.
        let mut bomb = plain;
        describe(&mut bomb, Some(&format!("{{\"{}", " ".repeat(20 << 20))));
        assert_eq!((read(&bomb), read(&file[..60])), (None, None));
    }
}
