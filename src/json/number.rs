//! Exact decimal arithmetic on number tokens.

/// A number token taken apart.
#[derive(Clone, Debug)]
pub struct Decimal {}
