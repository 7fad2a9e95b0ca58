//! Just enough wide integers to decide divisibility.

/// A non-negative integer, 32 bits a limb, least significant first, no zero limb on top.
pub(super) struct Wide(Vec<u32>);

#[expect(clippy::cast_possible_truncation, reason = "splitting into limbs is what this does")]
fn low(value: u64) -> u32 {
    value as u32
}

impl Wide {
    pub(super) fn from_u64(value: u64) -> Wide {
        let mut wide = Wide(vec![low(value), low(value >> 32)]);
        wide.trim();
        wide
    }

    /// From digits 0 to 9, most significant first.
    pub(super) fn from_digits(digits: &[u8]) -> Wide {
        let mut wide = Wide(Vec::with_capacity(digits.len() / 9 + 1));
        for chunk in digits.chunks(9) {
            let mut carry = chunk.iter().fold(0, |sum, digit| sum * 10 + u64::from(*digit));
            let scale = chunk.iter().fold(1, |scale, _| scale * 10);
            for limb in &mut wide.0 {
                let wide_limb = u64::from(*limb) * scale + carry;
                *limb = low(wide_limb);
                carry = wide_limb >> 32;
            }
            if carry > 0 {
                wide.0.push(low(carry));
            }
        }
        wide
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn rem_small(&self, divisor: u32) -> u64 {
        let step = |rest, limb: &u32| ((rest << 32) | u64::from(*limb)) % u64::from(divisor);
        self.0.iter().rev().fold(0, step)
    }

    /// Divides out `prime`, at most `times` times; the value is not zero.
    pub(super) fn strip(&mut self, prime: u32, times: u128) {
        let mut left = times;
        while left > 0 && self.rem_small(prime) == 0 {
            let mut rest = 0;
            for limb in self.0.iter_mut().rev() {
                let part = (rest << 32) | u64::from(*limb);
                *limb = low(part / u64::from(prime));
                rest = part % u64::from(prime);
            }
            self.trim();
            left -= 1;
        }
    }

    fn shifted(&self, bits: u32) -> Vec<u32> {
        let mut carry = 0;
        let mut limbs: Vec<u32> = Vec::with_capacity(self.0.len() + 1);
        for limb in &self.0 {
            let wide = (u64::from(*limb) << bits) | carry;
            limbs.push(low(wide));
            carry = wide >> 32;
        }
        limbs.push(low(carry));
        limbs
    }

    /// Whether `value` is a whole number of times this; this is not zero.
    pub(super) fn divides(&self, value: &Wide) -> bool {
        match self.0.as_slice() {
            [] => false,
            [only] => value.rem_small(*only) == 0,
            [.., top] => {
                let bits = top.leading_zeros();
                let mut divisor = self.shifted(bits);
                divisor.pop();
                let mut rest = value.shifted(bits);
                reduce(&mut rest, &divisor);
                rest.iter().all(|limb| *limb == 0)
            }
        }
    }
}

/// Leaves `rest` modulo `divisor` in `rest`: long division as Knuth has it (volume 2, 4.3.1, algorithm D). The
/// divisor has at least two limbs and its highest bit set.
fn reduce(rest: &mut [u32], divisor: &[u32]) {
    let len = divisor.len();
    let (top, next) = (u64::from(divisor[len - 1]), u64::from(divisor[len - 2]));
    for at in (0..rest.len().saturating_sub(len)).rev() {
        let high = (u64::from(rest[at + len]) << 32) | u64::from(rest[at + len - 1]);
        let (mut guess, mut left) = (high / top, high % top);
        while guess >> 32 != 0 || guess * next > ((left << 32) | u64::from(rest[at + len - 2])) {
            guess -= 1;
            left += top;
            if left >> 32 != 0 {
                break;
            }
        }
        let window = &mut rest[at..=at + len];
        if subtract(window, divisor, guess) {
            add_back(window, divisor);
        }
    }
}

/// Takes `times * divisor` away; whether that went below zero.
fn subtract(window: &mut [u32], divisor: &[u32], times: u64) -> bool {
    let (mut carry, mut borrow) = (0, false);
    for (limb, part) in window.iter_mut().zip(divisor.iter().chain([&0])) {
        let product = times * u64::from(*part) + carry;
        carry = product >> 32;
        let (once, under) = limb.overflowing_sub(low(product));
        let (twice, again) = once.overflowing_sub(u32::from(borrow));
        *limb = twice;
        borrow = under || again;
    }
    borrow
}

fn add_back(window: &mut [u32], divisor: &[u32]) {
    let mut carry = 0;
    for (limb, part) in window.iter_mut().zip(divisor.iter().chain([&0])) {
        let sum = u64::from(*limb) + u64::from(*part) + carry;
        *limb = low(sum);
        carry = sum >> 32;
    }
}
