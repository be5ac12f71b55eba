//! Text to tree: the grammar (`grammar/variant.pest`), the tree it is built into, and what is said where a text does
//! not parse. Knows no meaning.

pub mod tree;
