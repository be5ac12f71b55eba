//! Moves by chance, made as they come: a start, then each decision, without a list of all that is legal.

/// After so many tries that came out illegal a move is drawn from the legal ones instead.
pub const MISSES: u32 = 16;

/// Numbers drawn one after the other, all of them settled by the first 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Draws(u64);

impl Draws {
    /// What these random bits settle.
    #[inline(always)]
    pub fn new(random: u64) -> Self {
        Draws(random)
    }

    /// A number below `count`, each with the same chance; 0 where `count` is 0.
    #[inline(always)]
    pub fn below(&mut self, count: u32) -> u32 {
        let drawn = ((self.0 >> 32) * u64::from(count)) >> 32;
        // Knuth's generator, of which only the upper half is used. Few numbers are drawn from the same bits.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        drawn as u32
    }
}

/// Makes the decisions of a move by chance: the answers, and how many there are; none where no move comes of it.
///
/// `attempt` makes the move with so many answers given, then always the first choice, and tells how many decisions it met
/// and whether it is legal. A move that is not is made otherwise from its latest decision on. `misses` counts these.
pub fn decide(
    draws: &mut Draws,
    misses: &mut u32,
    mut attempt: impl FnMut(u64, u8) -> (u8, bool),
) -> Option<(u64, u8)> {
    let (mut answers, mut turned, mut given) = (0u64, 0u64, 0u8);
    'attempts: loop {
        let (met, legal) = attempt(answers, given);
        while given < met {
            let bit = 1 << given;
            given += 1;
            turned &= !bit;
            if draws.below(2) == 1 {
                answers |= bit;
                continue 'attempts;
            }
        }
        if legal {
            return Some((answers, given));
        }
        *misses += 1;
        let latest = (0..given).rev().find(|at| turned >> at & 1 == 0).filter(|_| *misses < MISSES)?;
        let bit = 1 << latest;
        answers = (answers ^ bit) & (bit | (bit - 1));
        turned |= bit;
        given = latest + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree of moves: all answers to so many decisions, of which these make a legal move.
    fn legal_among(decisions: u8, legal: &[u64]) -> impl FnMut(u64, u8) -> (u8, bool) {
        move |answers, given| {
            assert!(given <= decisions && (given == decisions || answers >> given == 0), "{answers} {given}");
            (decisions, legal.contains(&answers))
        }
    }

    #[test]
    fn every_legal_way_is_found() {
        for legal in 1..256u32 {
            let ways: Vec<u64> = (0..8).filter(|way| legal >> way & 1 == 1).collect();
            let mut found = 0;
            for random in 0..400u64 {
                let mut draws = Draws::new(random.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let (answers, given) = decide(&mut draws, &mut 0, legal_among(3, &ways)).expect("one is legal");
                assert!(given == 3 && ways.contains(&answers));
                found |= 1 << answers;
            }
            assert_eq!(found, legal);
        }
    }

    #[test]
    fn each_answer_has_the_same_chance_where_both_lead_on() {
        // 0, 2 and 3 are legal (the first decision is the lowest bit): half of the moves begin with a second choice, which
        // is followed by no other.
        let mut times = [0; 4];
        for random in 0..40_000u64 {
            let mut draws = Draws::new(random.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let (answers, _) = decide(&mut draws, &mut 0, legal_among(2, &[0, 2, 3])).expect("three are legal");
            times[answers as usize] += 1;
        }
        assert_eq!(times[1], 0);
        for (answers, expected) in [(0, 10_000), (2, 10_000), (3, 20_000)] {
            let times: i32 = times[answers];
            assert!((times - expected).abs() < 400, "{answers}: {times}");
        }
    }

    #[test]
    fn it_ends_where_nothing_is_legal() {
        let mut misses = 0;
        assert_eq!(decide(&mut Draws::new(7), &mut misses, legal_among(2, &[])), None);
        assert_eq!(misses, 4);
        assert_eq!(decide(&mut Draws::new(7), &mut misses, legal_among(64, &[])), None);
        assert_eq!(misses, MISSES);
    }

    #[test]
    fn the_first_number_is_the_upper_half() {
        assert_eq!(Draws::new(u64::MAX).below(6), 5);
        assert_eq!(Draws::new(1 << 63).below(6), 3);
        assert_eq!(Draws::new(u64::from(u32::MAX)).below(6), 0);
        assert_eq!(Draws::new(u64::MAX).below(0), 0);
    }
}
