//! Laws on random graphs.

use super::oracle::{Tape, World, any};
use super::*;
use proptest::prelude::*;

const ROOT: CodecId = CodecId(0);

fn tape() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any_u16(), 0..300)
}

fn any_u16() -> impl Strategy<Value = u16> {
    prop::num::u16::ANY
}

/// Decodes and wants no issue.
fn decoded<'a>(world: &World, codec: &Codec, wire: &Json<'a>) -> Result<Decoded<'a>, TestCaseError> {
    let decoded = codec.decode(wire, &mut world.members());
    prop_assert!(decoded.issues.is_empty(), "{wire:?}\n{:?}\n{world:#?}", decoded.issues);
    Ok(decoded)
}

/// One member or entry somewhere in `value` twice; whether there is one.
fn repeat(value: &mut Json<'_>, at: &mut usize) -> bool {
    match value {
        Json::Array(items) => items.iter_mut().any(|item| repeat(item, at)),
        Json::Object(members) => {
            if let Some(member) = members.first().cloned() {
                if *at == 0 {
                    members.push(member);
                    return true;
                }
                *at -= 1;
            }
            members.iter_mut().any(|(_, member)| repeat(member, at))
        }
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// What is said is read back, wherever it can be said.
    #[test]
    fn said_and_read_back(numbers in tape()) {
        let tape = &mut Tape::new(&numbers);
        let world = World::new(tape, true);
        let value = world.value(ROOT, 5, tape);
        prop_assert!(world.fits(ROOT, &value), "{value:?}\n{world:#?}");
        let codec = Codec::new(world.nodes.clone(), ROOT);
        let wire = codec.encode(&value, &mut world.members());
        prop_assert!(wire.is_ok(), "{value:?}\n{wire:?}\n{world:#?}");
        let wire = wire.unwrap();
        let back = decoded(&world, &codec, &wire)?;
        prop_assert!(back.value.same(&value), "{value:?}\n{wire:?}\n{:?}\n{world:#?}", back.value);
        if codec.is_identity() {
            prop_assert_eq!(&wire, &back.value);
        }
    }

    /// A value in the user's own shape is itself, whole or in parts, and opens nothing.
    #[test]
    fn own_shape_and_mixed(numbers in tape()) {
        let tape = &mut Tape::new(&numbers);
        let world = World::new(tape, false);
        let value = world.value(ROOT, 5, tape);
        let codec = Codec::new(world.nodes.clone(), ROOT);
        let own = decoded(&world, &codec, &value)?;
        prop_assert!(own.value.same(&value), "{value:?}\n{:?}\n{world:#?}", own.value);
        prop_assert_eq!(own.opened, 0);
        let mixed = world.mix(ROOT, &value, tape);
        let back = decoded(&world, &codec, &mixed)?;
        prop_assert!(back.value.same(&value), "{value:?}\n{mixed:?}\n{:?}\n{world:#?}", back.value);
        prop_assert!(back.ties.is_empty());
    }

    /// Names that come twice are never passed over.
    #[test]
    fn names_that_come_twice(numbers in tape(), mut at in 0usize..6) {
        let tape = &mut Tape::new(&numbers);
        let world = World::new(tape, true);
        let value = world.value(ROOT, 5, tape);
        let codec = Codec::new(world.nodes.clone(), ROOT);
        let Ok(wire) = codec.encode(&value, &mut world.members()) else { return Ok(()) };
        let mut wire = wire.into_owned();
        if !repeat(&mut wire, &mut at) {
            return Ok(());
        }
        let decoded = codec.decode(&wire, &mut world.members());
        prop_assert!(!decoded.issues.is_empty(), "{wire:?}\n{:?}\n{world:#?}", decoded.value);
    }

    /// Any reply is read or refused, and what can be said of it is read back.
    #[test]
    fn any_reply(numbers in tape()) {
        let tape = &mut Tape::new(&numbers);
        let world = World::new(tape, true);
        let codec = Codec::new(world.nodes.clone(), ROOT);
        let reply = any(tape, 6, true);
        let decoded = codec.decode(&reply, &mut world.members());
        if decoded.issues.is_empty() && world.fits(ROOT, &decoded.value) {
            let wire = codec.encode(&decoded.value, &mut world.members());
            prop_assert!(wire.is_ok(), "{:?}\n{wire:?}\n{world:#?}", decoded.value);
        }
        let _ = codec.encode(&reply, &mut all());
    }
}
