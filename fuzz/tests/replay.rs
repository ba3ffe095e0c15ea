//! Replays the corpus of every fuzz target, and many small changes of each file of it.

use std::fs;
use std::path::Path;

use sixfold_fuzz::{TARGETS, Target};

/// How many changed copies of each file are tried.
const CHANGES: u64 = 3000;

/// Pieces of text that mean something to some parser.
const PIECES: [&str; 32] = [
    "(", ")", "(;", ";B[", ";W[", "]", "[", "\\", ":", "/", "{", "}", ";B(J,10)", "[C6]", "j10",
    "resign", "AB", "PL[W]", "LEFT[1]", "19", "0", " ", "\n", "先", "CA[gbk]", "XX[\\]]",
    "RE[B+R]", "SZ[15]", "和局", "\nj10 ", "swap", "GM[11]",
];

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let entries = fs::read_dir(folder).expect("every target has a corpus");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a readable file")).collect()
}

/// The generator of pseudo-random numbers `SplitMix64`.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

fn change(bytes: &mut Vec<u8>, random: &mut SplitMix) {
    let at = random.below(bytes.len() + 1);
    let end = bytes.len().min(at + 1 + random.below(12));
    match random.below(5) {
        0 => drop(bytes.drain(at..end)),
        1 => bytes.insert(at, random.next() as u8),
        2 => drop(bytes.splice(at..at, PIECES[random.below(PIECES.len())].bytes())),
        3 => {
            let piece = bytes[at..end].to_vec();
            let to = random.below(bytes.len() + 1);
            bytes.splice(to..to, piece);
        }
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
    }
}

fn replay(target: Target, files: &[Vec<u8>]) {
    for (number, file) in files.iter().enumerate() {
        target(file);
        let mut random = SplitMix(number as u64);
        for _ in 0..CHANGES {
            let mut bytes = file.clone();
            for _ in 0..=random.below(4) {
                change(&mut bytes, &mut random);
            }
            target(&bytes);
        }
    }
}

#[test]
fn no_target_finds_a_fault_in_or_near_its_corpus() {
    for (name, target) in TARGETS {
        let files = corpus(name);
        assert!(!files.is_empty(), "{name}");
        replay(target, &files);
    }
}

#[test]
fn every_target_survives_the_files_of_the_others() {
    for (name, _) in TARGETS {
        for file in corpus(name) {
            for (_, target) in TARGETS {
                target(&file);
            }
        }
    }
}
