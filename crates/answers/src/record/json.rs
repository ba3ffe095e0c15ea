//! JSON that is as deep as a game is long.

use serde::de::DeserializeOwned;
use thiserror::Error;

/// The deepest nesting that is read: each of the at most 1000 nodes of a line is a list and an
/// object.
const MOST_NESTED: usize = 2100;

/// Nesting up to this needs no precautions.
const FEW_NESTED: usize = 100;

/// Room for the deepest nesting, with a wide margin; only what is used is taken.
const STACK: usize = 64 << 20;

/// Why a text is not the JSON that is expected.
#[derive(Debug, Error)]
pub enum JsonError {
    /// Lists in lists in lists.
    #[error("the JSON is nested more than {MOST_NESTED} deep")]
    TooDeep,
    /// It is no JSON, or of another shape.
    #[error("{0}")]
    Shape(#[from] serde_json::Error),
    /// No memory for the work.
    #[error("the JSON cannot be read: {0}")]
    NoThread(#[from] std::io::Error),
}

/// Reads JSON with game records in it. Their trees are deeper than readers of JSON usually allow.
pub fn read_json<T: DeserializeOwned + Send>(text: &[u8]) -> Result<T, JsonError> {
    let depth = nesting(text);
    if depth > MOST_NESTED {
        return Err(JsonError::TooDeep);
    }
    if depth <= FEW_NESTED {
        return Ok(serde_json::from_slice(text)?);
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let reading = thread.spawn_scoped(scope, || read_deep(text))?;
        match reading.join() {
            Ok(read) => Ok(read?),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

fn read_deep<T: DeserializeOwned>(text: &[u8]) -> serde_json::Result<T> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    reader.disable_recursion_limit();
    let value = T::deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// How deep lists and objects are nested, whether or not the text is JSON.
fn nesting(text: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = text.iter();
    let mut is_text = false;
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => is_text = !is_text,
            b'\\' if is_text => {
                bytes.next();
            }
            b'[' | b'{' if !is_text => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !is_text => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn brackets_inside_texts_do_not_nest() {
        assert_eq!(nesting(br#"{"a\"[": [[], "[[\\"], "b": {}}"#), 3);
    }

    #[test]
    fn what_is_nested_too_deep_is_refused_in_one_line() {
        let text = "[".repeat(1_000_000);
        let error = read_json::<Value>(text.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "the JSON is nested more than 2100 deep");
        let text = "[".repeat(2000);
        assert!(matches!(read_json::<Value>(text.as_bytes()), Err(JsonError::Shape(_))));
    }

    #[test]
    fn what_is_nested_deep_is_read() {
        let text = "[".repeat(2000) + &"]".repeat(2000);
        assert!(read_json::<Value>(text.as_bytes()).unwrap().is_array());
        assert!(read_json::<Value>((text + "]").as_bytes()).is_err());
    }
}
