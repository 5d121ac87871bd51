//! How people see a game: names of moves, positions as text, boards to draw and click on.

use crate::{Rules, Side};

/// What stands on a square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Whose it is.
    pub owner: Option<Side>,
    /// What to write on it, short.
    pub text: String,
}

impl Cell {
    /// An empty square.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// Somebody's piece.
    #[must_use]
    pub fn of(owner: Side, text: impl Into<String>) -> Self {
        Self { owner: Some(owner), text: text.into() }
    }

    /// Nobody's, with something written on it.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self { owner: None, text: text.into() }
    }
}

/// A position as a picture: rows from the top, and lines of text beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// Squares in a row.
    pub width: usize,
    /// The squares, row by row from the top.
    pub cells: Vec<Cell>,
    /// What the squares do not show.
    pub notes: Vec<String>,
}

impl Board {
    /// The board in characters.
    #[must_use]
    pub fn draw(&self) -> String {
        let column = self.cells.iter().map(|cell| cell.text.chars().count()).max().unwrap_or(1).max(1);
        let mut text = String::new();
        for row in self.cells.chunks(self.width.max(1)) {
            let shown: Vec<String> = row
                .iter()
                .map(|cell| {
                    let mark = match (cell.text.as_str(), cell.owner) {
                        ("", None) => "·",
                        ("", Some(Side::First)) => "x",
                        ("", Some(Side::Second)) => "o",
                        (written, _) => written,
                    };
                    format!("{mark:>column$}")
                })
                .collect();
            text += &format!("  {}\n", shown.join(" ").trim_end());
        }
        for note in &self.notes {
            text += &format!("  {note}\n");
        }
        text
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(pub String);

/// A game people can read and write.
pub trait Notation: Rules {
    /// The position as a picture.
    fn board(&self, state: &Self::State) -> Board;

    /// A move's name in this position, without spaces.
    fn name_move(&self, state: &Self::State, chosen: &Self::Move) -> String;

    /// The squares to click for a move, in order; empty if it is chosen by name.
    fn squares(&self, _state: &Self::State, _chosen: &Self::Move) -> Vec<usize> {
        Vec::new()
    }

    /// The move of this name, if it is legal here.
    fn find_move(&self, state: &Self::State, name: &str) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.into_iter().find(|chosen| self.name_move(state, chosen).eq_ignore_ascii_case(name))
    }

    /// Reads a position; one that no game can reach by its counts and shapes is refused.
    fn read_position(&self, _text: &str) -> Result<Self::State, PositionError> {
        Err(PositionError("this game takes no positions, only moves from the start".into()))
    }
}

/// Squares are named by a letter for the column and a number for the row from the bottom.
#[must_use]
pub fn square_name(column: usize, row: usize) -> String {
    let letter = char::from(b'a' + (column % 26) as u8);
    format!("{letter}{}", row + 1)
}

/// Reads rows of `x`, `o` and `.` from the top, joined by `/`, then optionally a space and who moves (`x` or `o`).
/// Returns the marks of both sides by `index(column, row from the bottom)`, and who moves if it was said.
pub(crate) fn read_rows(
    text: &str,
    width: usize,
    height: usize,
    index: impl Fn(usize, usize) -> usize,
) -> Result<([u64; 2], Option<Side>), PositionError> {
    let wrong = |why: String| PositionError(why);
    let (rows, mover) = text.trim().split_once(' ').map_or((text.trim(), None), |(r, m)| (r, Some(m.trim())));
    let mover = match mover {
        None => None,
        Some("x" | "X") => Some(Side::First),
        Some("o" | "O") => Some(Side::Second),
        Some(other) => return Err(wrong(format!("{other:?} to move: write x or o"))),
    };
    let rows: Vec<&str> = rows.split('/').collect();
    if rows.len() != height {
        return Err(wrong(format!("{} rows, the board has {height}", rows.len())));
    }
    let mut marks = [0, 0];
    for (from_top, row) in rows.iter().enumerate() {
        if row.chars().count() != width {
            return Err(wrong(format!(
                "row {} has {} squares, the board has {width}",
                from_top + 1,
                row.chars().count()
            )));
        }
        for (column, mark) in row.chars().enumerate() {
            let bit = 1 << index(column, height - 1 - from_top);
            match mark {
                'x' | 'X' => marks[0] |= bit,
                'o' | 'O' => marks[1] |= bit,
                '.' | '-' | '_' => {}
                other => return Err(wrong(format!("row {}: {other:?} is not x, o or .", from_top + 1))),
            }
        }
    }
    Ok((marks, mover))
}
