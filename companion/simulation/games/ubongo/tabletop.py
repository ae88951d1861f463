"""The gem board on the simulated table: which pawn is whose, moved by hands."""

from dataclasses import dataclass, field
from random import Random

from companion.games.game import Seat
from companion.games.ubongo.components import HOLES, ROWS, Row
from companion.games.ubongo.gems import Gems
from companion.games.ubongo.state import State
from companion.simulation.games.ubongo.puzzles import any_puzzle
from vision.readings.places import PointMm
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.play import SimulatedTokens, TableToken
from vision.workshop.simulation.tokens.scenery import PAWN_PAINTS

_ASIDE = 0.2
"""Distance of a piece that is laid beside its place, in widths of the picture."""

_GREEN, _RED, _BLUE, _YELLOW = PAWN_PAINTS
_PAINTS = (_RED, _BLUE, _YELLOW, _GREEN)
"""The pawns of seats 1 to 4, in the colours of the marks that pages show beside their names."""

Taken = tuple[tuple[int, PointMm], ...]
"""Gems by their ids, with the places they lay at."""


@dataclass
class Tabletop:
    """What hands have laid on the board; ``pawns`` by seat."""

    simulated: SimulatedTable
    rng: Random
    pawns: dict[Seat, int] = field(default_factory=dict)

    @property
    def tokens(self) -> SimulatedTokens:
        """The gems and pawns. Raises ``LookupError`` if no gem board lies."""
        return self.simulated.need_tokens()

    def lay_out(self, state: State, gems: Gems) -> None:
        """Lay gems, pawns and won gems, without a hand; a row's gems lie at its far end."""
        self.tokens.clear()
        self.simulated.clear()
        self.tokens.fill([[None] * (HOLES - len(row)) + [str(gem) for gem in row] for row in gems])
        for seat in state.all_seats:
            self.pawns[seat] = self.tokens.put_pawn(_PAINTS[seat - 1], state.pawn(seat))
            self.tokens.give([str(gem) for gem in state.won[seat - 1]], seat - 1)

    def rows(self) -> list[list[str]]:
        """Return the gems on the board, the nearest of each row first."""
        labels = {each.id: each.label for each in self.tokens.truth(self.simulated.busy_until)}
        return [[labels[gem] for gem in self.tokens.in_row(row)] for row in ROWS]

    def roll(self, around: tuple[float, float] | None = None) -> str:
        """Roll the die towards this place in the picture (fractions 0…1); return its symbol."""
        lying = [die.id for die in self.simulated.truth(self.simulated.busy_until)]
        thrown = self.simulated.throw(lying or None, count=1, around=around)
        faces = {die.id: die.face for die in self.simulated.truth(self.simulated.busy_until)}
        return faces[thrown[0]]

    def set_pawn(self, seat: Seat, row: Row) -> None:
        """Move a pawn to another red field."""
        self.tokens.set_pawn(self.pawns[seat], row)

    def take(self, seat: Seat, row: Row, most: int, beyond: int = 0) -> Taken:
        """Take up to this many of a row's nearest gems, and lay them before the player.

        ``beyond``: how many nearer ones are skipped. Returns the gems with the places they lay at.
        """
        gems = self.tokens.in_row(row)[beyond : beyond + most]
        places = {each.id: each.centre_mm for each in self._lying()}
        if gems:
            self.tokens.take(gems, seat - 1)
        return tuple((gem, places[gem]) for gem in gems)

    def put_back(self, taken: Taken) -> None:
        """Put gems back into the holes they lay in."""
        if taken:
            self.tokens.carry(taken)

    def show_puzzle(self, state: State, *, filled: bool) -> None:
        """Lay a puzzle under the camera, filled, or with a piece beside its place."""
        pieces = self.tokens.lay_puzzle(any_puzzle(state, self.rng), filled=True)
        if not filled:
            x, y = self._handles()[wrong := self.rng.choice(pieces)]
            to = self.tokens.puzzle.at_mm((x + self.rng.choice((-1, 1)) * _ASIDE, y))
            self.tokens.puzzle.move(wrong, to)

    def take_puzzle(self) -> None:
        """Take the puzzle away again."""
        self.tokens.puzzle.take_away()

    def _handles(self) -> dict[int, tuple[float, float]]:
        parts = self.tokens.puzzle.truth(self.simulated.busy_until)
        return {part.id: part.centre for part in parts}

    def won(self) -> tuple[TableToken, ...]:
        """Return the gems that lie before players."""
        return tuple(each for each in self._lying() if each.owner is not None)

    def places_mm(self) -> list[PointMm]:
        """Return where gems lie, on the board and beside it, and where the die lies."""
        dice = self.simulated.truth(self.simulated.busy_until)
        gems = [each.centre_mm for each in self._lying() if each.kind == "gem"]
        return [*gems, *(die.centre_mm for die in dice)]

    def _lying(self) -> tuple[TableToken, ...]:
        return self.tokens.truth(self.simulated.busy_until)
