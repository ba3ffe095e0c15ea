//! The first pass over an SGF: is it well formed, and where does each node begin?
//!
//! The parser that builds the trees knows no places, takes what has no `GM` for a game of Go, and
//! builds trees that are dropped recursively. So this pass finds the faults of structure, bounds
//! the trees, and copies each game without `GM`, spaces and properties that are not understood.
//! What is needed of those, and the places of all of them, is found by looking at a node again.

use super::{Fault, MOST_GAMES, MOST_NODES, MOST_NODES_DEEP, MOST_OTHER_VALUES};
use crate::record::property::{is_interpreted, value_length};
use crate::record::{Located, Property};
use crate::square::excerpt;

/// One game of a collection.
pub(super) struct Tree<'a> {
    /// Where its `(` is.
    pub start: usize,
    /// The game for the parser.
    pub text: String,
    /// What the root says of the kind of game.
    pub game_number: Option<&'a str>,
    /// Where each node begins, in the order of the text.
    pub nodes: Vec<usize>,
}

/// Splits a text into its games.
pub(super) fn scan(text: &str) -> Result<Vec<Tree<'_>>, Located<Fault>> {
    let mut scanner = Scanner { text, at: 0, other_values: 0 };
    let mut trees = Vec::new();
    let mut nodes = 0;
    while scanner.peek().is_some() {
        if trees.len() == MOST_GAMES {
            return Err(scanner.fault(Fault::TooManyGames));
        }
        let tree = scanner.tree(MOST_NODES - nodes)?;
        nodes += tree.nodes.len();
        trees.push(tree);
    }
    Ok(trees)
}

/// The properties of the node at this place that are not interpreted. The text is well formed.
pub(super) fn other_properties(text: &str, node: usize, is_root: bool) -> Vec<Property> {
    let mut properties = Vec::new();
    let mut scanner = Scanner { text, at: node + 1, other_values: 0 };
    while let Some((_, name)) = scanner.next_property() {
        let is_other = !is_interpreted(&name, is_root);
        let mut values = Vec::new();
        let take = |value| values.extend(is_other.then_some(value));
        if scanner.values(take).is_err() {
            break;
        }
        properties.extend(Property::new(&name, values));
    }
    properties
}

/// Where the node at this place has a property of this name. The text is well formed.
pub(super) fn find_property(text: &str, node: usize, wanted: &str) -> Option<usize> {
    let mut scanner = Scanner { text, at: node + 1, other_values: 0 };
    while let Some((start, name)) = scanner.next_property() {
        if name == wanted {
            return Some(start);
        }
        scanner.values(|_| ()).ok()?;
    }
    None
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// How many values of properties that are not interpreted there were.
    other_values: usize,
}

/// A `(` that is still open.
struct OpenTree {
    start: usize,
    /// Nodes on the line up to here.
    depth: usize,
    /// Whether a variation has ended, so that only further ones can follow.
    has_variations: bool,
    is_empty: bool,
}

impl<'a> Scanner<'a> {
    /// The next byte that is not a space.
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.text.as_bytes().get(self.at).copied()
    }

    fn fault(&self, fault: Fault) -> Located<Fault> {
        Located::new(self.text, self.at, fault)
    }

    fn expected(&self, expected: &'static str) -> Located<Fault> {
        let found = match &self.text[self.at..] {
            "" => "the end of the text".to_owned(),
            rest => format!("'{}'", excerpt(rest)),
        };
        self.fault(Fault::Expected { expected, found })
    }

    /// One whole game with all its variations.
    fn tree(&mut self, most_nodes: usize) -> Result<Tree<'a>, Located<Fault>> {
        let mut tree =
            Tree { start: self.at, text: String::new(), game_number: None, nodes: Vec::new() };
        if self.peek() != Some(b'(') {
            return Err(self.expected("'('"));
        }
        let mut open: Vec<OpenTree> = Vec::new();
        loop {
            let next = self.peek();
            let depth = open.last().map_or(0, |innermost| innermost.depth);
            match (next, open.last_mut()) {
                (Some(b'('), Some(innermost)) if innermost.is_empty => {
                    return Err(self.expected("';'"));
                }
                (Some(b'('), _) => {
                    let start = self.at;
                    open.push(OpenTree { start, depth, has_variations: false, is_empty: true });
                    tree.text.push('(');
                    self.at += 1;
                }
                (Some(b';'), Some(innermost)) if !innermost.has_variations => {
                    innermost.is_empty = false;
                    innermost.depth += 1;
                    if innermost.depth > MOST_NODES_DEEP {
                        return Err(self.fault(Fault::TooDeep));
                    }
                    if tree.nodes.len() == most_nodes {
                        return Err(self.fault(Fault::TooManyNodes));
                    }
                    self.node(&mut tree)?;
                }
                (Some(b')'), Some(innermost)) if !innermost.is_empty => {
                    open.pop();
                    tree.text.push(')');
                    self.at += 1;
                    match open.last_mut() {
                        Some(outer) => outer.has_variations = true,
                        None => return Ok(tree),
                    }
                }
                (Some(_), Some(innermost)) => {
                    return Err(self.expected(match innermost {
                        OpenTree { is_empty: true, .. } => "';'",
                        OpenTree { has_variations: true, .. } => "'(' or ')'",
                        _ => "a property, ';', '(' or ')'",
                    }));
                }
                (None, Some(&mut OpenTree { start, .. })) => {
                    return Err(Located::new(self.text, start, Fault::UnclosedTree));
                }
                (_, None) => return Err(self.expected("'('")),
            }
        }
    }

    /// A node with its properties.
    fn node(&mut self, tree: &mut Tree<'a>) -> Result<(), Located<Fault>> {
        let is_root = tree.nodes.is_empty();
        tree.nodes.push(self.at);
        tree.text.push(';');
        if is_root {
            // Any number but that of Go, so that the parser leaves the squares to us.
            tree.text.push_str("GM[0]");
        }
        self.at += 1;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            let name = self.property_name()?;
            if is_root && ["CA", "FF", "GM"].contains(&name.as_str()) {
                let mut first = None;
                self.values(|value| first = first.or(Some(value)))?;
                if name == "GM" {
                    tree.game_number = first.map(str::trim).filter(|value| !value.is_empty());
                }
            } else if is_interpreted(&name, is_root) {
                tree.text.push_str(&name);
                self.values(|value| copy_value(value, &mut tree.text))?;
            } else {
                let mut count = 0;
                self.values(|_| count += 1)?;
                self.other_values += count;
                if self.other_values > MOST_OTHER_VALUES {
                    return Err(self.fault(Fault::TooManyOtherValues));
                }
            }
        }
        Ok(())
    }

    /// Where the next property of a node begins, and its name.
    fn next_property(&mut self) -> Option<(usize, String)> {
        let _ = self.peek().filter(u8::is_ascii_alphabetic)?;
        let start = self.at;
        Some((start, self.property_name().ok()?))
    }

    /// The name of a property. Old files have lower-case letters in it, which do not count.
    fn property_name(&mut self) -> Result<String, Located<Fault>> {
        let rest = &self.text[self.at..];
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(rest.len());
        self.at += end;
        if self.peek() != Some(b'[') {
            return Err(self.expected("'['"));
        }
        let letters = rest[..end].chars().filter(|letter| !letter.is_ascii_lowercase());
        let name: String = letters.skip_while(char::is_ascii_digit).collect();
        if name.is_empty() {
            return Err(Located::at(self.text, rest, Fault::LowerCase));
        }
        Ok(name)
    }

    /// The values of a property, each as it is written between its brackets.
    fn values(&mut self, mut take: impl FnMut(&'a str)) -> Result<(), Located<Fault>> {
        while self.peek() == Some(b'[') {
            let rest = &self.text[self.at + 1..];
            let Some(length) = value_length(rest.as_bytes()) else {
                return Err(self.fault(Fault::UnclosedValue));
            };
            take(&rest[..length]);
            self.at += length + 2;
        }
        Ok(())
    }
}

/// Copies a value with its escapes. A backslash before a line break takes the break away.
fn copy_value(value: &str, copy: &mut String) {
    copy.push('[');
    let mut rest = value;
    while let Some(backslash) = rest.find('\\') {
        let (before, escape) = rest.split_at(backslash);
        copy.push_str(before);
        let breaks = ["\\\r\n", "\\\n\r", "\\\n", "\\\r"];
        if let Some(line_break) = breaks.into_iter().find(|&known| escape.starts_with(known)) {
            rest = &escape[line_break.len()..];
        } else {
            let length = escape.chars().take(2).map(char::len_utf8).sum();
            copy.push_str(&escape[..length]);
            rest = &escape[length..];
        }
    }
    copy.push_str(rest);
    copy.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        scan(text).err().unwrap().to_string()
    }

    #[test]
    fn games_are_copied_without_what_is_not_read() {
        let trees =
            scan(" (;FF[4] GM[511]\nSZ[19]KM[6.5][x]; B [JJ] (;W[KK]) (;W[KL]))\n(;)").unwrap();
        assert_eq!(trees.len(), 2);
        assert_eq!(trees[0].text, "(;GM[0]SZ[19];B[JJ](;W[KK])(;W[KL]))");
        assert_eq!(trees[0].game_number, Some("511"));
        assert_eq!(trees[0].nodes.len(), 4);
        assert_eq!(trees[1].text, "(;GM[0])");
    }

    #[test]
    fn brackets_and_backslashes_in_a_value_are_part_of_it() {
        let trees = scan(r"(;C[(;\]\\])").unwrap();
        assert_eq!(trees[0].text, r"(;GM[0]C[(;\]\\])");
        assert_eq!(scan("(;C[a\\\nb\\\r\nc])").unwrap()[0].text, "(;GM[0]C[abc])");
    }

    #[test]
    fn old_names_lose_their_lower_case_letters() {
        assert_eq!(scan("(;BlacK[aa]Black[aa])").unwrap()[0].text, "(;GM[0]B[aa])");
    }

    #[test]
    fn a_fault_of_structure_names_its_place() {
        for (text, reason) in [
            ("(;B[aa]", "line 1, column 1: the '(' here has no ')'"),
            ("(;B[aa\n;", "line 1, column 4: the '[' here has no ']'"),
            ("(;C[\\]", "line 1, column 4: the '[' here has no ']'"),
            ("(;B)", "line 1, column 4: expected '[', found ')'"),
            ("()", "line 1, column 2: expected ';', found ')'"),
            ("((;))", "line 1, column 2: expected ';', found '(;))'"),
            ("(B[aa])", "line 1, column 2: expected ';', found 'B[aa])'"),
            ("(;[aa])", "line 1, column 3: expected a property, ';', '(' or ')', found '[aa])'"),
            ("(;(;);)", "line 1, column 6: expected '(' or ')', found ';)'"),
            ("(;)\n)", "line 2, column 1: expected '(', found ')'"),
            ("(;b[aa])", "line 1, column 3: the name of a property needs capital letters"),
            ("(;)\nx", "line 2, column 1: expected '(', found 'x'"),
        ] {
            assert_eq!(fault(text), reason, "{text}");
        }
    }

    #[test]
    fn a_line_has_at_most_a_thousand_nodes() {
        let line = |nodes: usize| format!("({})", ";".repeat(nodes));
        assert!(scan(&line(1000)).is_ok());
        assert_eq!(
            fault(&line(1001)),
            "line 1, column 1002: more than 1000 nodes in one line of play"
        );
        assert_eq!(
            fault(&"(;".repeat(1001)),
            "line 1, column 2002: more than 1000 nodes in one line of play"
        );
        let variations = format!("(;{})", "(;)".repeat(2000));
        assert!(scan(&variations).is_ok());
    }
}
