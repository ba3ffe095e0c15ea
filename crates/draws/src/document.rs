//! Proofs as files: one JSON document holds all that a checker needs.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::{Board, BoardError};
use crate::check::NamedBoard;
use crate::derivation::Inference;
use crate::squares::Squares;
use crate::strategy::{Attack, Defence, Stance, Step, Symmetry};
use crate::tiling::Tiling;

/// What a document begins with, with the version of the format.
const FORMAT: &str = "sixfold drawn games 1";

/// A proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Document {
    /// Who succeeds on a board.
    Board(BoardProof),
    /// That nobody forces a run, by a tiling.
    Tiling(TilingProof),
    /// That nobody forces a run, by a derivation.
    Derivation(DerivationProof),
}

/// Who succeeds on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardProof {
    /// The stones of a turn.
    pub stones: usize,
    /// The board.
    pub board: NamedBoard,
    /// How it is held or won.
    pub play: Play,
}

/// A strategy of either player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Play {
    /// Breaker's.
    Defence(Defence),
    /// Maker's.
    Attack(Attack),
}

/// That nobody forces `run` in a row with `stones` stones a turn: boards that Breaker holds tile the
/// plane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TilingProof {
    /// The length of the runs.
    pub run: usize,
    /// The stones of a turn.
    pub stones: usize,
    /// The boards with their defences.
    pub boards: Vec<DefendedBoard>,
    /// How they are laid.
    pub tiling: Tiling,
}

/// A board that Breaker holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DefendedBoard {
    /// The board.
    pub board: NamedBoard,
    /// How Breaker holds it.
    pub defence: Defence,
}

/// That nobody forces `run` in a row with `stones` stones a turn, by a derivation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DerivationProof {
    /// The length of the runs.
    pub run: usize,
    /// The stones of a turn.
    pub stones: usize,
    /// The steps.
    pub steps: Vec<Inference>,
}

/// Why a file is no document.
#[derive(Debug, Error)]
pub enum DocumentError {
    /// No JSON, or with other fields.
    #[error("{}", in_one_line(.0))]
    Json(#[from] serde_json::Error),
    /// Another format.
    #[error("the format is {:?}, not {FORMAT:?}", .0.chars().take(40).collect::<String>())]
    Format(String),
    /// Names that do not fit the board.
    #[error("{0}")]
    Board(#[from] BoardError),
    /// A symmetry that does not name every square.
    #[error("a symmetry names {named} of {squares} squares")]
    Symmetry {
        /// How many it names.
        named: usize,
        /// How many there are.
        squares: usize,
    },
}

/// What is wrong with JSON. It may quote the file, whatever stands there.
fn in_one_line(error: &serde_json::Error) -> String {
    let printable = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    error.to_string().chars().take(200).map(printable).collect()
}

impl Document {
    /// Reads a document.
    pub fn read(bytes: &[u8]) -> Result<Document, DocumentError> {
        let file: File = serde_json::from_slice(bytes)?;
        if file.format != FORMAT {
            return Err(DocumentError::Format(file.format));
        }
        Ok(match file.proof {
            ProofFile::Held { stones, board, defence } => {
                let play = Play::Defence(defence.read(&board.board)?);
                Document::Board(BoardProof { stones, board, play })
            }
            ProofFile::Lost { stones, board, attack } => {
                let play = Play::Attack(attack.read(&board.board)?);
                Document::Board(BoardProof { stones, board, play })
            }
            ProofFile::Tiling { run, stones, boards, tiling } => {
                let defended = boards.into_iter().map(|file| {
                    let defence = file.defence.read(&file.board.board)?;
                    Ok(DefendedBoard { board: file.board, defence })
                });
                let boards = defended.collect::<Result<_, DocumentError>>()?;
                Document::Tiling(TilingProof { run, stones, boards, tiling })
            }
            ProofFile::Derivation(proof) => Document::Derivation(proof),
        })
    }

    /// The document as a file.
    #[must_use]
    pub fn write(&self) -> String {
        let proof = match self {
            Document::Board(proof) => {
                let (stones, board) = (proof.stones, proof.board.clone());
                match &proof.play {
                    Play::Defence(defence) => {
                        let defence = DefenceFile::new(defence, &board.board);
                        ProofFile::Held { stones, board, defence }
                    }
                    Play::Attack(attack) => {
                        let attack = AttackFile::new(attack, &board.board);
                        ProofFile::Lost { stones, board, attack }
                    }
                }
            }
            Document::Tiling(TilingProof { run, stones, boards, tiling }) => {
                let boards = boards.iter().map(|defended| DefendedFile {
                    board: defended.board.clone(),
                    defence: DefenceFile::new(&defended.defence, &defended.board.board),
                });
                let (run, stones, tiling) = (*run, *stones, tiling.clone());
                ProofFile::Tiling { run, stones, boards: boards.collect(), tiling }
            }
            Document::Derivation(proof) => ProofFile::Derivation(proof.clone()),
        };
        let file = File { format: FORMAT.to_string(), proof };
        let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
        text.push('\n');
        text
    }
}

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    #[serde(flatten)]
    proof: ProofFile,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "proof", rename_all = "lowercase")]
enum ProofFile {
    Held { stones: usize, board: NamedBoard, defence: DefenceFile },
    Lost { stones: usize, board: NamedBoard, attack: AttackFile },
    Tiling { run: usize, stones: usize, boards: Vec<DefendedFile>, tiling: Tiling },
    Derivation(DerivationProof),
}

#[derive(Serialize, Deserialize)]
struct DefendedFile {
    #[serde(flatten)]
    board: NamedBoard,
    defence: DefenceFile,
}

/// Squares are named; a comma stands between sets.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DefenceFile {
    symmetries: Vec<String>,
    stances: Vec<StanceFile>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StanceFile {
    open: String,
    replies: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AttackFile {
    symmetries: Vec<String>,
    steps: Vec<StepFile>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepFile {
    open: String,
    stones: String,
}

impl DefenceFile {
    fn new(defence: &Defence, board: &Board) -> DefenceFile {
        let stance = |stance: &Stance| StanceFile {
            open: sets(board, &stance.open),
            replies: sets(board, &stance.replies),
        };
        let symmetries = symmetries(board, &defence.symmetries);
        DefenceFile { symmetries, stances: defence.stances.iter().map(stance).collect() }
    }

    fn read(&self, board: &Board) -> Result<Defence, DocumentError> {
        let stance = |file: &StanceFile| {
            let (open, replies) = (parse(board, &file.open)?, parse(board, &file.replies)?);
            Ok(Stance { open, replies })
        };
        let stances = self.stances.iter().map(stance).collect::<Result<_, DocumentError>>()?;
        Ok(Defence { symmetries: parse_symmetries(board, &self.symmetries)?, stances })
    }
}

impl AttackFile {
    fn new(attack: &Attack, board: &Board) -> AttackFile {
        let step = |step: &Step| StepFile {
            open: sets(board, &step.open),
            stones: board.names(step.stones),
        };
        let symmetries = symmetries(board, &attack.symmetries);
        AttackFile { symmetries, steps: attack.steps.iter().map(step).collect() }
    }

    fn read(&self, board: &Board) -> Result<Attack, DocumentError> {
        let step = |file: &StepFile| {
            let (open, stones) = (parse(board, &file.open)?, board.parse(&file.stones)?);
            Ok(Step { open, stones })
        };
        let steps = self.steps.iter().map(step).collect::<Result<_, DocumentError>>()?;
        Ok(Attack { symmetries: parse_symmetries(board, &self.symmetries)?, steps })
    }
}

fn sets(board: &Board, sets: &[Squares]) -> String {
    sets.iter().map(|&set| board.names(set)).collect::<Vec<_>>().join(", ")
}

fn parse(board: &Board, text: &str) -> Result<Vec<Squares>, BoardError> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    text.split(',').map(|names| board.parse(names)).collect()
}

fn symmetries(board: &Board, symmetries: &[Symmetry]) -> Vec<String> {
    let names = |symmetry: &Symmetry| {
        symmetry.iter().map(|&square| board.name(square)).collect::<Vec<_>>().join(" ")
    };
    symmetries.iter().map(names).collect()
}

/// The images of the squares in their order.
fn parse_symmetries(board: &Board, texts: &[String]) -> Result<Vec<Symmetry>, DocumentError> {
    let squares = board.places().len();
    let image = |name: &str| Ok(board.parse(name)?.iter().next().unwrap_or(squares));
    let symmetry = |text: &String| {
        let images: Symmetry =
            text.split_whitespace().map(image).collect::<Result<_, BoardError>>()?;
        let named = images.len();
        if named == squares { Ok(images) } else { Err(DocumentError::Symmetry { named, squares }) }
    };
    texts.iter().map(symmetry).collect()
}
