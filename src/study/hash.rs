//! A small hash that stays the same for ever, for checksums and for keys of what was played.

/// FNV-1a over bytes, 64 bits, its result mixed so that near texts have far numbers.
pub fn hash(bytes: &[u8]) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn it_never_changes() {
        assert_eq!(
            [hash(b""), hash(b"a"), hash(b"b")].map(|hash| format!("{hash:016x}")),
            ["f52a15e9a9b5e89b", "02c0bdbf481420f8", "3e35b21bfb9b6405"]
        );
    }
}
