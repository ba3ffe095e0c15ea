//! Properties of SGF files that are kept without being understood.

/// What every node may say and the reader understands.
const INTERPRETED: [&str; 13] =
    ["AB", "AE", "AW", "B", "C", "CR", "LB", "LEFT", "MA", "PL", "SQ", "TR", "W"];

/// What only the root says to the reader. Elsewhere it is kept as it is.
const INTERPRETED_AT_ROOT: [&str; 11] =
    ["CA", "DT", "EV", "FF", "GM", "PB", "PC", "PW", "RE", "RU", "SZ"];

/// Whether a record holds what this property says in some other way.
pub(super) fn is_interpreted(identifier: &str, is_root: bool) -> bool {
    INTERPRETED.contains(&identifier) || (is_root && INTERPRETED_AT_ROOT.contains(&identifier))
}

/// A property of an SGF node that is not interpreted, such as `GN[...]`, `SO[...]` or `BL[...]`.
///
/// Its values are kept as they stand between the brackets, escapes included, and written back so.
/// Squares in them therefore stay in the notation of the file they come from.
///
/// ```
/// use sixfold_game::record::{Property, sgf};
///
/// let record = sgf::read(r"(;FF[4]SO[a\]b];B[j10]XX[1][2])", None).unwrap();
/// let root = record.node(record.root());
/// assert_eq!(root.properties, [Property::new("SO", [r"a\]b"]).unwrap()]);
/// assert!(sgf::write(&record, sgf::Style::Standard).ends_with(r"SO[a\]b];B[jj]XX[1][2])"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    identifier: String,
    values: Vec<String>,
}

impl Property {
    /// A property, if SGF can hold it and a record does not say it in another way: capital
    /// letters and digits, and at least one value, in which each `]` and `\` is escaped.
    #[must_use]
    pub fn new<V: Into<String>>(
        identifier: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Option<Property> {
        let values: Vec<String> = values.into_iter().map(Into::into).collect();
        let is_identifier = identifier.starts_with(|letter: char| letter.is_ascii_uppercase())
            && identifier.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            && !is_interpreted(identifier, false);
        let has_values = !values.is_empty() && values.iter().all(|value| is_escaped(value));
        (is_identifier && has_values)
            .then(|| Property { identifier: identifier.to_owned(), values })
    }

    /// Its name.
    #[must_use]
    pub fn identifier(&self) -> &str {
        &self.identifier
    }

    /// Its values as they are written, at least one.
    #[must_use]
    pub fn values(&self) -> &[String] {
        &self.values
    }
}

/// Whether the text can stand between brackets as it is.
fn is_escaped(value: &str) -> bool {
    let bytes = value.as_bytes();
    value_length(bytes).is_none() && value_length(&[bytes, b"]"].concat()) == Some(bytes.len())
}

/// The length of the value that ends with the first `]` behind no backslash.
pub(super) fn value_length(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        match bytes.get(at)? {
            b']' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_an_sgf_can_hold_is_a_property() {
        for (identifier, value) in [
            ("", "x"),
            ("x", "x"),
            ("1X", "x"),
            ("X[", "x"),
            ("B", "j10"),
            ("XX", "]"),
            ("XX", r"a\"),
            ("XX", r"\\]"),
        ] {
            assert_eq!(Property::new(identifier, [value]), None, "{identifier}[{value}]");
        }
        assert_eq!(Property::new("XX", [""; 0]), None);
        let property = Property::new("X1", [r"a\]", "[b"]).unwrap();
        assert_eq!(property.identifier(), "X1");
        assert_eq!(property.values(), [r"a\]", "[b"]);
    }
}
