//! One cell of a set by its place in it, without a loop: which pit is played is what a processor foresees least.

/// The cell of a set that has one, which `pick` chooses by its place among so many; some cell of it where it tells a place beyond.
#[inline(always)]
pub fn pick_of(cells: u32, pick: impl FnOnce(u32) -> u32) -> u8 {
    let first = cells.trailing_zeros();
    let row = cells >> (first & 31);
    if row < 256 {
        let index = pick(u32::from(COUNTS[row as usize]));
        return first as u8 + NTH[(index & 7) as usize][row as usize];
    }
    // How many there are up to the end of each eight, a byte each.
    let pairs = cells - (cells >> 1 & 0x5555_5555);
    let fours = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
    let counts = ((fours + (fours >> 4)) & 0x0f0f_0f0f).wrapping_mul(0x0101_0101);
    let index = pick(counts >> 24).min((counts >> 24) - 1);
    // Bit 7 of each byte at whose end there are not yet enough; how many there are is the byte to look into.
    let before = ((index.wrapping_mul(0x0101_0101) | 0x8080_8080) - (counts & 0x7f7f_7f7f)) & 0x8080_8080;
    let shift = ((before >> 7).wrapping_mul(0x0101_0101) >> 24 & 3) * 8;
    let passed = (counts << 8) >> shift & 0xff;
    let byte = cells >> shift & 0xff;
    shift as u8 + NTH[(index.wrapping_sub(passed) & 7) as usize][byte as usize]
}

/// How many bits each byte has.
static COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        counts[byte] = byte.count_ones() as u8;
        byte += 1;
    }
    counts
};

/// The place of the bit with each index in each byte.
static NTH: [[u8; 256]; 8] = {
    let mut places = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut index, mut place) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                places[index][byte] = place;
                index += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_has_its_cell() {
        // All sets of sixteen cells, where they are, further up, and joined to their own image.
        for set in 1..=0xffffu32 {
            for cells in [set, set << 7, set << 16, set | set.reverse_bits()] {
                let listed: Vec<u8> = (0..32).filter(|cell| cells >> cell & 1 == 1).collect();
                for (place, cell) in (0..).zip(&listed) {
                    let picked = pick_of(cells, |count| {
                        assert_eq!(count as usize, listed.len());
                        place
                    });
                    assert_eq!(picked, *cell, "{cells:#x} {place}");
                }
                for beyond in [listed.len() as u32, 7, 100, u32::MAX] {
                    assert!(listed.contains(&pick_of(cells, |_| beyond)), "{cells:#x} {beyond}");
                }
            }
        }
    }
}
