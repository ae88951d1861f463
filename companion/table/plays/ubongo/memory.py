"""What is remembered of the table between readings: the die as it lay, gems that are to be put back."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.games.game import Seat
from companion.games.ubongo.components import ROWS, Row
from companion.games.ubongo.moves import Take
from companion.games.ubongo.rounds import GEMS_OF_A_TAKE
from companion.table.plays.lying import DieLying
from companion.table.plays.ubongo.gem_picture import GemPicture, Hole
from companion.table.plays.ubongo.pawns import Pawns


@dataclass(frozen=True)
class Suspects:
    """Of each row, take by take, the seats that had called when its gems were first seen to be gone.

    Nothing is entered then, and nobody is asked, since gems may be put back. Only players who had called
    before can have taken them. ``round``: the round in which that was seen.
    """

    round: int = 0
    rows: tuple[tuple[tuple[Seat, ...], ...], ...] = ((),) * len(ROWS)

    def __post_init__(self) -> None:
        """Raises ``ValueError`` for another number of rows than a board has."""
        if len(self.rows) != len(ROWS):
            raise ValueError(f"a gem board has no {len(self.rows)} rows")

    def seen(self, number: int, gone: Mapping[Row, int], called: tuple[Seat, ...]) -> "Suspects":
        """Return them after a look in a round. ``gone``: how many gems of each row."""
        before = self.rows if self.round == number else ((),) * len(ROWS)
        takes = [-(-gone[row] // GEMS_OF_A_TAKE) for row in ROWS]
        rows = (
            old[:count] + (called,) * (count - len(old))
            for old, count in zip(before, takes, strict=True)
        )
        return Suspects(number, tuple(rows))

    def allow(self, takes: Iterable[Take]) -> bool:
        """Tell whether these takes may be those that were seen."""
        made = Counter[Row]()
        for take in takes:
            known = self.rows[take.row][made[take.row] :][:1]
            made[take.row] += 1
            if known and take.seat not in known[0]:
                return False
        return True


@dataclass(frozen=True)
class Memory:
    """What is remembered.

    ``looked``: the die was looked for since it may last have been rolled; ``die``: as it lay then, None
    where none did. ``settled``: so many rounds had ended when the board was last seen as it was played.
    ``not_taken``: bare holes whose gems, a person said, nobody took: they are to be put back.
    ``doubted``: a person took a move back, or corrected one, since then: takes are asked, not proposed.
    ``pawns``: where they stood, and what they look like. ``suspects``: who may have taken what was seen
    to be gone while the sand ran.
    """

    looked: bool = False
    die: DieLying | None = None
    settled: int = 0
    not_taken: frozenset[Hole] = frozenset()
    doubted: bool = False
    suspects: Suspects = field(default_factory=Suspects)
    pawns: Pawns = field(default_factory=Pawns)

    def with_die(self, die: DieLying | None) -> "Memory":
        """Return the memory with the die as it lies now."""
        return replace(self, looked=True, die=die)

    def without_die(self) -> "Memory":
        """Return the memory where nobody knows how the die lies: it may just be rolling."""
        return replace(self, looked=False, die=None)

    def in_doubt(self) -> "Memory":
        """Return the memory once a move was taken back, or corrected, by hand.

        Pawns may have been taken for each other's: they are learnt anew.
        """
        return replace(self, doubted=True, pawns=Pawns())

    def still_missing(self, picture: GemPicture) -> "Memory":
        """Return the memory without gems that are seen to lie there again."""
        left = frozenset(hole for hole in self.not_taken if picture.looks[hole].may_be_bare)
        return replace(self, not_taken=left)
