"""What is remembered of the table between readings: the die as it lay, gems that are to be put back."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.ubongo.components import Row
from companion.table.hooks.verdict import JsonObject
from companion.table.plays.lying import Lying
from companion.table.plays.ubongo.gem_picture import GemPicture, Hole
from companion.table.plays.ubongo.suspects import Suspects


@dataclass(frozen=True)
class Memory:
    """What is remembered.

    ``looked``: the die was looked for since it may last have been rolled; ``die``: as it lay then, None
    where none did. ``settled``: so many rounds had ended when the board was last seen as it was played.
    ``not_taken``: bare holes whose gems, a person said, nobody took: they are to be put back.
    ``doubted``: a person took a move back, or corrected one, since then: takes are asked, not proposed.
    ``suspects``: who may have taken what was seen to be gone while the sand ran.
    """

    looked: bool = False
    die: Lying | None = None
    settled: int = 0
    not_taken: frozenset[Hole] = frozenset()
    doubted: bool = False
    suspects: Suspects = field(default_factory=Suspects)

    def with_die(self, die: Lying | None) -> "Memory":
        """Return the memory with the die as it lies now."""
        return replace(self, looked=True, die=die)

    def without_die(self) -> "Memory":
        """Return the memory where nobody knows how the die lies: it may just be rolling."""
        return replace(self, looked=False, die=None)

    def in_doubt(self) -> "Memory":
        """Return the memory once a move was taken back, or corrected, by hand."""
        return replace(self, doubted=True)

    def still_missing(self, picture: GemPicture) -> "Memory":
        """Return the memory without gems that are seen to lie there again."""
        left = frozenset(hole for hole in self.not_taken if picture.looks[hole].may_be_bare)
        return replace(self, not_taken=left)

    def to_json(self) -> JsonObject:
        """Return what the journal keeps."""
        return {
            "looked": self.looked,
            "die": None if self.die is None else self.die.to_json(),
            "settled": self.settled,
            "not_taken": sorted([hole.row, hole.hole] for hole in self.not_taken),
            "doubted": self.doubted,
            "suspects": self.suspects.to_json(),
        }

    @classmethod
    def from_json(cls, words: Mapping[str, Any]) -> "Memory":
        """Read what the journal kept. Raises ``TypeError``, ``ValueError``, ``LookupError``."""
        die, settled = words["die"], words["settled"]
        if not isinstance(settled, int):
            raise TypeError("the memory of a gem board is kept otherwise")
        holes = frozenset(Hole(Row(row), hole) for row, hole in words["not_taken"])
        lies = None if die is None else Lying.from_json(die)
        suspects = Suspects.from_json(words["suspects"]) if "suspects" in words else Suspects()
        return cls(bool(words["looked"]), lies, settled, holes, bool(words["doubted"]), suspects)
