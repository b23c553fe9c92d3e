//! Chooses threads from the lists that PES and JEF refer to by number.
//!
//! # Source
//! The lists of Brother (64 threads) and Janome (78), as in pyembroidery, `EmbThreadPec.py` and
//! `EmbThreadJef.py`. The distance of colors is theirs too: compuphase.com, "Color metric".

use crate::color::Color;

/// Brother's threads, from number 1.
#[rustfmt::skip]
pub(super) const BROTHER: [u32; 64] = [
    0x0e1f7c, 0x0a55a3, 0x008777, 0x4b6baf, 0xed171f, 0xd15c00, 0x913697, 0xe49acb, 0x915fac, 0x9ed67d,
    0xe8a900, 0xfeba35, 0xffff00, 0x70bc1f, 0xba9800, 0xa8a8a8, 0x7d6f00, 0xffffb3, 0x4f5556, 0x000000,
    0x0b3d91, 0x770176, 0x293133, 0x2a1301, 0xf64a8a, 0xb27624, 0xfcbbc5, 0xfe370f, 0xf0f0f0, 0x6a1c8a,
    0xa8ddc4, 0x2584bb, 0xfeb343, 0xfff36b, 0xd0a660, 0xd15400, 0x66ba49, 0x134a46, 0x878787, 0xd8ccc6,
    0x435607, 0xfdd9de, 0xf993bc, 0x003822, 0xb2afd4, 0x686ab0, 0xefe3b9, 0xf73866, 0xb54b64, 0x132b1a,
    0xc70156, 0xfe9e32, 0xa8deeb, 0x00673e, 0x4e2990, 0x2f7e20, 0xffcccc, 0xffd911, 0x095ba6, 0xf0f970,
    0xe3f35b, 0xff9900, 0xfff08d, 0xffc8c8,
];

/// Janome's threads, from number 1.
#[rustfmt::skip]
pub(super) const JANOME: [u32; 78] = [
    0x000000, 0xffffff, 0xffff17, 0xff6600, 0x2f5933, 0x237336, 0x65c2c8, 0xab5a96, 0xf669a0, 0xff0000,
    0xb1704e, 0x0b2f84, 0xe4c35d, 0x481a05, 0xac9cc7, 0xfcf294, 0xf999b7, 0xfab381, 0xc9a480, 0x970533,
    0xa0b8cc, 0x7fc21c, 0xe5e5e5, 0x889b9b, 0x98d6bd, 0xb2e1e3, 0x368ba0, 0x4f83ab, 0x386a91, 0x071650,
    0xf999a2, 0xf9676b, 0xe3311f, 0xe2a188, 0xb59474, 0xe4cf99, 0xffcb00, 0xe1add4, 0xc3007e, 0x80004b,
    0x540571, 0xb10525, 0xcae0c0, 0x899856, 0x5c941a, 0x003114, 0x5dae94, 0x4cbf8f, 0x007772, 0x595b61,
    0xfffff2, 0xb15818, 0xcb8a07, 0x986c80, 0x98692d, 0x4d3419, 0x4c330b, 0x33200a, 0x523a97, 0x0d217e,
    0x1e77ac, 0xb2dd53, 0xf33689, 0xde649e, 0x984161, 0x4c5612, 0x4c881f, 0xe4de79, 0xcb8a1a, 0xcba21c,
    0xff9805, 0xfcb257, 0xffe505, 0xf0331f, 0x1a842d, 0x386cae, 0xe3c4b4, 0xe3ac81,
];

/// Returns the number, from 1, of the thread for each block: the nearest that differs from the one before,
/// because some machines do not stop between two blocks of one thread.
pub(super) fn numbers(list: &[u32], colors: impl IntoIterator<Item = Color>) -> Vec<u8> {
    let mut numbers: Vec<u8> = Vec::new();
    for color in colors {
        let before = numbers.last().copied();
        let known = (1..).zip(list).filter(|&(number, _)| Some(number) != before);
        let nearest = known.min_by_key(|&(_, &thread)| distance(color, thread));
        numbers.push(nearest.map_or(1, |(number, _)| number));
    }
    numbers
}

fn distance(color: Color, thread: u32) -> i64 {
    let [_, r, g, b] = thread.to_be_bytes().map(i64::from);
    let (red, green, blue) = (i64::from(color.red), i64::from(color.green), i64::from(color.blue));
    let mean = (red + r) / 2;
    let square = |one: i64, other: i64| (one - other) * (one - other);
    (((512 + mean) * square(red, r)) >> 8) + 4 * square(green, g) + (((767 - mean) * square(blue, b)) >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_one_color_get_threads_that_alternate() {
        let red = Color::new(0xed, 0x17, 0x1f);
        let found = numbers(&BROTHER, [red, red, red, Color::BLACK]);
        assert_eq!((found[0], found[2], found[3]), (5, 5, 20), "Red and Black");
        assert_ne!(found[1], 5, "not the same twice");
        assert_eq!(numbers(&JANOME, [Color::WHITE]), [2]);
    }
}
