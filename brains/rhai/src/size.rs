//! Guards of the functions that can grow a value by any amount in one step, between two looks of `budget.rs` at the memory.

use rhai::{Array, Blob, Dynamic, Engine, EvalAltResult, INT, ImmutableString, Position};

use crate::handle::Outcome;

/// The longest string or blob that padding makes, in bytes, and the longest array, in bytes of its slots: a quarter of the memory.
pub const MAX_BYTES: usize = crate::budget::MAX_MEMORY / 4;

/// Replaces `pad` and `blob` of the standard packages by guarded ones.
pub fn guard(engine: &mut Engine) {
    engine
        .register_fn("pad", |array: &mut Array, len: INT, item: Dynamic| {
            let len = length(len, size_of::<Dynamic>(), "Size of array")?;
            if len > array.len() {
                array.resize(len, item);
            }
            Outcome::Ok(())
        })
        .register_fn("pad", |blob: &mut Blob, len: INT, value: INT| {
            let len = length(len, 1, "Size of BLOB")?;
            if len > blob.len() {
                blob.resize(len, low_byte(value));
            }
            Outcome::Ok(())
        })
        .register_fn("pad", |string: &mut ImmutableString, len: INT, character: char| {
            pad(string, len, character.encode_utf8(&mut [0; 4]))
        })
        .register_fn("pad", |string: &mut ImmutableString, len: INT, padding: ImmutableString| pad(string, len, &padding))
        .register_fn("blob", |len: INT| Outcome::Ok(vec![0_u8; length(len, 1, "Size of BLOB")?]))
        .register_fn("blob", |len: INT, value: INT| Outcome::Ok(vec![low_byte(value); length(len, 1, "Size of BLOB")?]));
}

/// Appends `padding` again and again, the last time as much of it as is wanted, until the string has `len` characters.
fn pad(string: &mut ImmutableString, len: INT, padding: &str) -> Outcome<()> {
    // No character takes more than four bytes.
    let len = length(len, 4, "Length of string")?;
    let missing = len.saturating_sub(string.chars().count());
    if missing > 0 && !padding.is_empty() {
        string.make_mut().extend(padding.chars().cycle().take(missing));
    }
    Ok(())
}

/// A length in units of `unit` bytes; a negative one counts as none.
fn length(len: INT, unit: usize, what: &str) -> Outcome<usize> {
    let len = usize::try_from(len.max(0)).unwrap_or(usize::MAX);
    if len > MAX_BYTES / unit {
        return Err(EvalAltResult::ErrorDataTooLarge(what.into(), Position::NONE).into());
    }
    Ok(len)
}

fn low_byte(value: INT) -> u8 {
    value.to_le_bytes()[0]
}
