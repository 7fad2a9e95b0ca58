//! A list of a few ids that rarely needs memory of its own: shapes are cloned, compared and hashed all the time.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// A list that holds up to two items in place.
#[derive(Clone, Default)]
pub enum Few<T> {
    /// Nothing.
    #[default]
    None,
    /// One item.
    One([T; 1]),
    /// Two items.
    Two([T; 2]),
    /// Any number of items.
    Many(Vec<T>),
}

impl<T> Few<T> {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        Few::None
    }

    /// A list of one item.
    #[must_use]
    pub const fn of(item: T) -> Self {
        Few::One([item])
    }

    /// Adds an item at the end.
    pub fn push(&mut self, item: T) {
        *self = match std::mem::take(self) {
            Few::None => Few::One([item]),
            Few::One([first]) => Few::Two([first, item]),
            Few::Two([first, second]) => Few::Many(vec![first, second, item]),
            Few::Many(mut list) => {
                list.push(item);
                Few::Many(list)
            }
        };
    }

    /// Empties the list.
    pub fn clear(&mut self) {
        *self = Few::None;
    }

    /// Keeps the items that pass.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        match self {
            Few::None => {}
            Few::One([item]) => {
                if !keep(item) {
                    *self = Few::None;
                }
            }
            Few::Two(_) => {
                if let Few::Two([first, second]) = std::mem::take(self) {
                    let (keeps_first, keeps_second) = (keep(&first), keep(&second));
                    self.extend(keeps_first.then_some(first).into_iter().chain(keeps_second.then_some(second)));
                }
            }
            Few::Many(list) => list.retain(keep),
        }
    }

    /// The items, to change.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        match self {
            Few::None => [].iter_mut(),
            Few::One(item) => item.iter_mut(),
            Few::Two(items) => items.iter_mut(),
            Few::Many(list) => list.iter_mut(),
        }
    }
}

impl<T: Copy + PartialEq> Few<T> {
    /// Adds the items that are not there yet.
    pub(crate) fn push_new(&mut self, from: &[T]) {
        for item in from {
            if !self.contains(item) {
                self.push(*item);
            }
        }
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Few::None => &[],
            Few::One(item) => item,
            Few::Two(items) => items,
            Few::Many(list) => list,
        }
    }
}

impl<'a, T> IntoIterator for &'a mut Few<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<'a, T> IntoIterator for &'a Few<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> Extend<T> for Few<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

impl<T> FromIterator<T> for Few<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Few::new();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}

impl<T> From<Vec<T>> for Few<T> {
    fn from(list: Vec<T>) -> Self {
        list.into_iter().collect()
    }
}

impl<T: PartialEq> PartialEq for Few<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Few<T> {}

impl<T: Hash> Hash for Few<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: fmt::Debug> fmt::Debug for Few<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
