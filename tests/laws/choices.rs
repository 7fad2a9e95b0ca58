//! Random decisions as a list of numbers, so that whatever is built from them shrinks by shrinking the list: fewer and
//! smaller numbers are simpler cases, and a list that has run out answers with the simplest choice.

/// Decisions still to be made.
#[derive(Clone, Debug)]
pub struct Choices<'d> {
    data: &'d [u16],
    at: usize,
}

impl<'d> Choices<'d> {
    pub fn new(data: &'d [u16]) -> Self {
        Choices { data, at: 0 }
    }

    /// One of `n`; 0 is the simplest.
    pub fn pick(&mut self, n: usize) -> usize {
        let value = self.data.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(value) % n.max(1)
    }

    /// True once in `n`, never by default.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.pick(n) == n - 1
    }

    /// One of these; the first is the simplest.
    pub fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.pick(list.len())]
    }

    /// Whether decisions are left that are not the default ones.
    pub fn any_left(&self) -> bool {
        self.at < self.data.len()
    }
}
