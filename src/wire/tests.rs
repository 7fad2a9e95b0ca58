//! Bodies written for what recorded ones do not show.
use super::*;
