"""What is remembered of the table between readings: the die as it lay, gems that are to be put back."""

from dataclasses import dataclass, field, replace

from companion.table.plays.lying import Lying
from companion.table.plays.ubongo.gem_picture import GemPicture, Hole
from companion.table.plays.ubongo.pawns import Pawns
from companion.table.plays.ubongo.suspects import Suspects


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
    die: Lying | None = None
    settled: int = 0
    not_taken: frozenset[Hole] = frozenset()
    doubted: bool = False
    suspects: Suspects = field(default_factory=Suspects)
    pawns: Pawns = field(default_factory=Pawns)

    def with_die(self, die: Lying | None) -> "Memory":
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
