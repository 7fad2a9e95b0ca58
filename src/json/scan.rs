//! How far a text can stand in a JSON string as it is.

/// How many bytes from the start need no escape: up to a quote, a backslash, a control character or the end.
pub(crate) fn plain(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let special = special_bytes(u64::from_le_bytes(*word));
        if special != 0 {
            return at + special.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while bytes.get(at).is_some_and(|b| *b >= 0x20 && *b != b'"' && *b != b'\\') {
        at += 1;
    }
    at
}

/// Eight bytes at once: the lowest bit set is the top bit of the first byte that a string cannot hold plainly.
///
/// A borrow can flag bytes after that one wrongly, never before it.
fn special_bytes(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    const TOPS: u64 = ONES << 7;
    let below = |word: u64, bound: u64| word.wrapping_sub(ONES * bound) & !word & TOPS;
    let equal = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    below(word, 0x20) | equal(b'"') | equal(b'\\')
}
