//! Any bytes in any chunks give the same answer; the first byte sets the size of the chunks, the second the protocol.
#![no_main]

use libfuzzer_sys::fuzz_target;
use schema_compat::wire::{Hints, Protocol, Reader, read};

fuzz_target!(|bytes: &[u8]| {
    let [size, protocol, body @ ..] = bytes else { return };
    let hints = Hints { protocol: Protocol::ALL.get(usize::from(*protocol)).copied(), ..Hints::default() };
    let mut reader = Reader::new(&hints);
    for chunk in body.chunks(usize::from(*size) + 1) {
        reader.push(chunk);
    }
    assert!(reader.finish().1 == read(body, &hints), "the chunks matter");
});
