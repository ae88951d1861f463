"""A gem board without pictures: gems lie in holes, and a reading tells how, as well as it may."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from companion.games.ubongo.components import HOLES, ROWS, Colour
from companion.table.sight.eyes import FrameSight
from tests.table.conftest import Bench
from tests.table.paper_table import PaperDie, reading_of
from vision.frame import Frame
from vision.readings.dice import DiceReading
from vision.readings.outlines import OutlineReading
from vision.readings.places import GridCell, PointPx
from vision.readings.reading import Guess, Reading
from vision.readings.tokens import Token, TokenReading

SIZE = (1280, 960)
LEFT, TOP, STEP = 100.0, 100.0, 80.0
CORNERS = (
    PointPx(LEFT, TOP),
    PointPx(LEFT + 11 * STEP, TOP),
    PointPx(LEFT + 11 * STEP, TOP + 5 * STEP),
    PointPx(LEFT, TOP + 5 * STEP),
)

Board = list[list[str | None]]
"""What lies in each hole of each row, the nearest to the red field first."""


def board_of(gems: Sequence[Sequence[str]]) -> Board:
    """Return the board of six rows; taken gems are bare holes."""
    return [[*[None] * (HOLES - len(row)), *row] for row in gems]


def tokens_of(
    board: Board,
    unsure: Mapping[tuple[int, int], str] | None = None,
    hidden: Collection[tuple[int, int]] = (),
    doubts: Sequence[str] = (),
    covered: bool = False,
    loose: Sequence[str] = (),
    missed: Sequence[tuple[float, float]] = (),
) -> TokenReading:
    """Return what an eye reads that is never sure of what is wrong.

    ``unsure``: by row and hole, as what a gem is read there; ``hidden``: holes that are not seen;
    ``loose``: gems beside the board; ``missed``: columns and rows where a gem may have been missed.
    """
    unsure = unsure or {}
    tokens = [
        _token(row, hole, label, unsure.get((row, hole)))
        for row in ROWS
        for hole, label in enumerate(board[row])
        if label is not None and (row, hole) not in hidden
    ]
    tokens += [
        Token(label, PointPx(40.0 * at, 800.0), 40.0, 0.999, sure=True) for at, label in enumerate(loose)
    ]
    told = [*(["token"] if unsure else []), *(["hidden"] if hidden else []), *doubts]
    told += ["maybe_missed"] if missed else []
    cells = tuple(GridCell(hole, row) for row, hole in hidden)
    holes = [
        GridCell(hole, row) for row in ROWS for hole, label in enumerate(board[row]) if label is None
    ]
    return TokenReading(
        not told,
        tuple(told),
        SIZE,
        has_markers=True,
        covered=covered,
        tokens=tuple(tokens),
        grid=(HOLES, len(ROWS)),
        hidden=cells,
        doubted=tuple(holes) if "maybe_missed" in doubts else (),
        missed_px=tuple(PointPx(LEFT + STEP * column, TOP + STEP * row) for column, row in missed),
        reached=tuple(GridCell(hole, row) for hole in range(HOLES) for row in ROWS) if covered else (),
        corners_px=CORNERS,
    )


def no_board() -> TokenReading:
    """Return a reading in which the board was not found."""
    return replace(tokens_of([[None] * HOLES for _ in ROWS]), corners_px=None, sure=False)


def _token(row: int, hole: int, label: str, read_as: str | None) -> Token:
    at = PointPx(LEFT + hole * STEP, TOP + row * STEP)
    cell = GridCell(hole, row)
    if read_as is None:
        return Token(label, at, 40.0, 0.999, sure=True, cell=cell, likely=(Guess(label, 0.999),))
    guesses = dict.fromkeys([read_as, label])
    likely = tuple(Guess(guess, 0.6 - 0.2 * at) for at, guess in enumerate(guesses))
    return Token(read_as, at, 40.0, 0.6, sure=False, cell=cell, likely=likely)


class PaperTable:
    """The real table: what lies on it, and the eyes of a bench that are told."""

    def __init__(self, bench: Bench, board: Board, rng: Random) -> None:
        self.bench, self.board, self.rng = bench, board, rng
        self.die: PaperDie | None = None

    def roll(self) -> str:
        """Roll the die somewhere else; return its symbol."""
        faces = ("shield", "hand", "antelope", "snake", "elephant", "mask")
        at = (self.rng.uniform(-9, 9), self.rng.uniform(5, 7))
        while self.die is not None and abs(self.die.at[0] - at[0]) < 2.0:
            at = (self.rng.uniform(-9, 9), at[1])
        self.die = PaperDie(self.rng.choice(faces), at, self.rng.randrange(4))
        return self.die.face

    def take(self, row: int, count: int = 2) -> list[tuple[int, str]]:
        """Take the nearest gems of a row; return them with their holes."""
        lying = [(hole, gem) for hole, gem in enumerate(self.board[row]) if gem is not None][:count]
        for hole, _ in lying:
            self.board[row][hole] = None
        return lying

    def put_back(self, row: int, gems: Sequence[tuple[int, str]]) -> None:
        """Put gems back into their holes."""
        for hole, gem in gems:
            self.board[row][hole] = gem

    def look(
        self,
        tokens: TokenReading | None = None,
        die: DiceReading | None = None,
        rested_s: float | None = None,
        outlines: OutlineReading | None = None,
    ) -> None:
        """Let the eyes finish a reading; all that is not said is read surely.

        ``rested_s``: nothing has moved for so long by then.
        """
        dice = [] if self.die is None else [self.die]
        readings: dict[str, Reading] = {
            "tokens": tokens or tokens_of(self.board),
            "dice": die or reading_of(dice),
        }
        if outlines is not None:
            readings["outlines"] = outlines
        self.bench.frames += 1
        now = self.bench.clock.now()
        frame = Frame(np.zeros((9, 12, 3), np.uint8), now, self.bench.frames)
        since = None if rested_s is None else now - rested_s
        self.bench.table.sight.saw(FrameSight(frame, "read", readings, finished=True, still_since=since))

    def settle(self, readings: Mapping[str, Reading], settled: frozenset[str]) -> None:
        """Let the eyes settle these kinds, and go on reading the others."""
        self.bench.frames += 1
        frame = Frame(np.zeros((9, 12, 3), np.uint8), self.bench.clock.now(), self.bench.frames)
        self.bench.table.sight.saw(FrameSight(frame, "still", readings, settled=settled))

    def rest(self) -> None:
        """Let the eyes see that all lies as it was read."""
        self.bench.frames += 1
        frame = Frame(np.zeros((9, 12, 3), np.uint8), self.bench.clock.now(), self.bench.frames)
        self.bench.table.sight.saw(FrameSight(frame, "read"))

    def doubtful(self, chance: float) -> TokenReading:
        """Return a reading of the board in which each gem is not sure with this chance."""
        colours = [str(colour) for colour in Colour]
        unsure = {
            (int(row), hole): self.rng.choice(colours)
            for row in ROWS
            for hole in range(HOLES)
            if self.rng.random() < chance
        }
        lying = {place: read for place, read in unsure.items() if self.board[place[0]][place[1]]}
        return tokens_of(self.board, lying)
