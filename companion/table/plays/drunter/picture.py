"""A board's reading, asked square by square."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.games.drunter.pieces import Square
from companion.table.hooks.verdict import Place, places_of
from companion.table.plays.drunter.placement import ALL_PARTS, SquarePart
from vision.readings.board import EMPTY, BoardCell, BoardReading

GANG = "gang"
"""The label of a pawn."""

UNTOLD = 0.02
"""Probability below which a guess of an unsure cell is not worth telling."""
ALL_TOLD = 0.98
"""Guesses that together are as likely as this are all that an unsure cell may show."""
MISREAD = 1e-4
"""How likely a square shows what contradicts a sure reading."""
REPLACED = 0.01
"""How likely a piece that was seen just before a gang was set on it was replaced by another first."""


@dataclass(frozen=True)
class SquareLook:
    """What one square that is not hidden may show; None in ``guesses``: nothing lies there.

    ``is_open``: it may be anything, the guesses are only the likeliest. So it is where something stands
    on it, and where the guesses leave out too much; it contradicts no tile that is known to lie there.
    """

    guesses: Mapping[SquarePart | None, float]
    is_open: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether there is only one thing that it can show."""
        return len(self.guesses) == 1 and not self.is_open

    @property
    def is_bare(self) -> bool:
        """Whether it looks bare and no guess worth telling says otherwise: nothing is asked of it."""
        tiles = [chance for part, chance in self.guesses.items() if part is not None]
        return self.guesses.get(None, 0.0) > 0.5 and max(tiles, default=0.0) < UNTOLD

    @property
    def may_be_bare(self) -> bool:
        """Whether nothing may lie there."""
        return None in self.guesses or self.is_open

    def may_show(self, part: SquarePart | None) -> bool:
        """Tell whether the square may show this."""
        return self.is_open or self.guesses.get(part, 0.0) > 0.0

    @property
    def untold(self) -> float:
        """Return how likely it shows none of the things that are guessed."""
        return max(1.0 - sum(self.guesses.values()), MISREAD)

    def likelihood(self, part: SquarePart | None) -> float:
        """Return how likely it shows just this; all that is not guessed is equally likely."""
        return max(self.guesses.get(part, 0.0), self.untold / len(ALL_PARTS))

    def after(self, before: SquarePart) -> "SquareLook":
        """Return the look given what was seen there before a gang was set on it."""
        chances = {part: REPLACED * chance for part, chance in self.guesses.items()}
        chances[before] = (1 - REPLACED) * self.likelihood(before)
        total = sum(chances.values()) + REPLACED * self.untold
        return replace(self, guesses={part: chance / total for part, chance in chances.items()})

    @property
    def looks_bare(self) -> bool:
        """Whether it may well be bare: what no guess names is less likely than every guess."""
        untold = min(self.guesses.values()) if self.is_open else 0.0
        return self.guesses.get(None, untold) >= UNTOLD


BARE = SquareLook({None: 1.0})


class BoardPicture:
    """A reading of the board. A square that is neither hidden nor listed is surely bare."""

    def __init__(self, reading: BoardReading) -> None:
        self._reading = reading
        self.hidden = frozenset(Square(*cell) for cell in reading.hidden)
        self._cells = {Square(*cell.cell): cell for cell in reading.cells}
        self._looks = {square: _look(cell) for square, cell in self._cells.items()}

    @property
    def looks(self) -> Mapping[Square, SquareLook]:
        """The squares that are not surely bare, less the hidden ones."""
        return self._looks

    def at(self, square: Square) -> SquareLook | None:
        """Return what a square of the grid may show; None if it is hidden."""
        return None if square in self.hidden else self._looks.get(square, BARE)

    def may_show(self, square: Square, part: SquarePart | None) -> bool | None:
        """Tell whether a square may show this; None if it is hidden."""
        look = self.at(square)
        return None if look is None else look.may_show(part)

    def likelihood(self, square: Square, part: SquarePart | None) -> float:
        """Return how likely a square shows this; a hidden one may show anything."""
        look = self.at(square)
        return 1.0 if look is None else look.likelihood(part)

    @property
    def shows_gangs(self) -> bool:
        """Whether any pawn is seen at all: a set may have been taught without them."""
        return any(cell.on == GANG for cell in self._cells.values())

    def has_gang(self, square: Square) -> bool | None:
        """Tell whether a pawn stands on a square; None if that is not sure."""
        cell = self._cells.get(square)
        if square in self.hidden or (cell is not None and not cell.sure):
            return None
        return cell is not None and cell.on == GANG

    def stands(self, square: Square) -> bool:
        """Tell whether a pawn seems to stand on a square, surely or not."""
        cell = self._cells.get(square)
        return cell is not None and square not in self.hidden and cell.on == GANG

    def seen_before(self, square: Square) -> SquarePart | None:
        """Return what was surely seen on a square a moment before a pawn was set on it, if anything."""
        cell = self._cells.get(square)
        before = None if cell is None or square in self.hidden else cell.before
        return None if before is None else _part(before.label, before.turns)

    @property
    def standing(self) -> tuple[Square, ...]:
        """The squares on which a pawn seems to stand."""
        return tuple(filter(self.stands, self._cells))

    @property
    def gangs(self) -> tuple[Square, ...]:
        """The squares on which a pawn surely stands."""
        return tuple(square for square in self._cells if self.has_gang(square))

    def places(self, squares: Iterable[Square]) -> tuple[Place, ...]:
        """Return where squares lie in the picture."""
        points = (self._reading.at_px(*square) for square in squares)
        return places_of(points, self._reading.size_px)


def _look(cell: BoardCell) -> SquareLook:
    if cell.sure:
        return SquareLook({_part(cell.label, cell.turns): 1.0})
    guesses: dict[SquarePart | None, float] = {}
    for guess in cell.likely:
        part = _part(guess.label, guess.turns)
        guesses[part] = guesses.get(part, 0.0) + guess.confidence
    guesses.setdefault(_part(cell.label, cell.turns), cell.confidence)
    look = SquareLook(guesses, is_open=cell.on is not None or sum(guesses.values()) < ALL_TOLD)
    before = None if cell.before is None else _part(cell.before.label, cell.before.turns)
    return look if before is None or cell.on is None else look.after(before)


def _part(label: str, turns: int) -> SquarePart | None:
    return None if label == EMPTY else SquarePart.of(label, turns)
