//! Hex in the plainest way: Black joins top and bottom, White left and right.

use sixfold_game::diagram::Layout;
use sixfold_game::{
    Diagram, Game, GameName, IllegalStone, Outcome, Player, Setup, Square, SquareSet, Turn,
};

#[derive(Clone)]
pub struct TinyHex {
    name: GameName,
    setup: Setup,
    history: Vec<Square>,
}

impl TinyHex {
    pub fn start(name: &str) -> TinyHex {
        let name = name.parse().expect("the name of a game");
        TinyHex { name, setup: Setup::start(name), history: Vec::new() }
    }

    /// Whether the player's stones join his sides.
    fn joins(&self, player: Player) -> bool {
        let grid = self.setup.grid();
        let own = self.setup.stones(player);
        let place = |square: Square| (i16::from(grid.column(square)), i16::from(grid.row(square)));
        let along = |square: Square| match player {
            Player::Black => grid.row(square),
            Player::White => grid.column(square),
        };
        let far = match player {
            Player::Black => grid.rows(),
            Player::White => grid.columns(),
        } - 1;
        let mut reached: SquareSet = own.iter().filter(|&square| along(square) == 0).collect();
        loop {
            let grown: SquareSet = own
                .iter()
                .filter(|&square| {
                    reached.contains(square)
                        || reached.iter().any(|other| {
                            let ((x, y), (u, v)) = (place(square), place(other));
                            matches!((x - u, y - v), (0, 1 | -1) | (1 | -1, 0) | (1, -1) | (-1, 1))
                        })
                })
                .collect();
            if grown == reached {
                return reached.iter().any(|square| along(square) == far);
            }
            reached = grown;
        }
    }
}

impl Game for TinyHex {
    fn name(&self) -> GameName {
        self.name
    }

    fn turn(&self) -> Turn {
        self.setup.turn
    }

    fn stone(&self, square: Square) -> Option<Player> {
        self.setup.stone(square)
    }

    fn legal_squares(&self) -> SquareSet {
        if self.outcome().is_some() {
            return SquareSet::EMPTY;
        }
        self.setup.grid().squares().filter(|&square| self.stone(square).is_none()).collect()
    }

    fn try_play(&mut self, square: Square) -> Result<(), IllegalStone> {
        if !self.legal_squares().contains(square) {
            return Err(IllegalStone::Occupied);
        }
        let turn = self.turn();
        self.setup.set(square, Some(turn.player));
        self.setup.turn = turn.after_stone(self.name.turn_order());
        self.history.push(square);
        Ok(())
    }

    fn undo(&mut self) -> Option<Square> {
        let square = self.history.pop()?;
        self.setup.set(square, None);
        self.setup.turn.player = self.setup.turn.player.opponent();
        Some(square)
    }

    fn outcome(&self) -> Option<Outcome> {
        Player::BOTH.into_iter().find(|&player| self.joins(player)).map(Outcome::Win)
    }

    fn setup(&self) -> Setup {
        self.setup
    }

    fn canonical_setup(&self) -> Setup {
        let last = self.setup.grid().len() - 1;
        let turned = self.setup.mapped(|square| Square::from_index(last - square.index()));
        let key = |setup: &Setup| Player::BOTH.map(|player| setup.stones(player));
        if key(&turned) < key(&self.setup) { turned } else { self.setup }
    }

    fn canonical_hash(&self) -> u64 {
        0
    }

    fn diagram(&self) -> Diagram {
        let cells = SquareSet::first(self.setup.grid().len());
        Diagram::new(&self.setup, Layout::Hexagons, cells)
    }
}
