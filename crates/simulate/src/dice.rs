//! Chance that is always the same for the same question.

/// A stream of random numbers that belongs to these numbers and to nothing else.
pub fn dice(parts: &[u64]) -> fastrand::Rng {
    fastrand::Rng::with_seed(mixed(parts))
}

/// A number in which every bit depends on every bit of the parts (`SplitMix64`).
pub fn mixed(parts: &[u64]) -> u64 {
    parts.iter().fold(0x9e37_79b9_7f4a_7c15, |state, part| {
        let mut z = (state ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}

/// A normally distributed number with mean 0 and deviation 1 (Box and Muller). The functions are
/// those of `libm`, which are the same on every machine.
pub fn normal(dice: &mut fastrand::Rng) -> f64 {
    let radius = libm::sqrt(-2.0 * libm::log(1.0 - dice.f64()));
    radius * libm::cos(std::f64::consts::TAU * dice.f64())
}

/// An exponentially distributed number with mean 1.
pub fn exponential(dice: &mut fastrand::Rng) -> f64 {
    -libm::log(1.0 - dice.f64())
}
