"""Who may have taken gems that were seen to be gone while the sand ran.

Nothing is entered then, and nobody is asked, since gems may be put back. Only players who had called
before the gems were first seen to be gone can have taken them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.games.game import Seat
from companion.games.ubongo.components import ROWS, Row
from companion.games.ubongo.moves import Take
from companion.games.ubongo.rounds import GEMS_OF_A_TAKE


@dataclass(frozen=True)
class Suspects:
    """Of each row, take by take, the seats that had called when its gems were first seen to be gone.

    ``round``: the round in which that was seen.
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
