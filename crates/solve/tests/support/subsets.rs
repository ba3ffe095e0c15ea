//! Sets of squares, by trying everything.

use sixfold_game::Square;

/// All sets of so many of the squares.
pub fn subsets(squares: &[Square], size: usize) -> Vec<Vec<Square>> {
    let Some((&first, rest)) = squares.split_first() else {
        return if size == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut all = subsets(rest, size);
    if size > 0 {
        all.extend(subsets(rest, size - 1).into_iter().map(|set| [&[first], &set[..]].concat()));
    }
    all
}
