"""What the table remembers of the stones between readings."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.table.plays.lying import MOVED_SIDES, DieLying, match_unmoved_among
from vision.readings.tokens import Token, TokenReading

UNSURE: Final = ""
"""The face of a stone that was not surely read: it may show anything."""


@dataclass(frozen=True)
class RememberedStones:
    """The stones as they lay when it was last understood what they mean.

    ``gone``: since then the table was surely seen without a stone. ``by_hand``: a throw was entered by
    hand, so that what lies there may be that throw, however it was read before.
    """

    stones: tuple[DieLying, ...] = ()
    gone: bool = False
    by_hand: bool = False

    @classmethod
    def of(cls, reading: TokenReading) -> "RememberedStones":
        """Return the stones of a reading."""
        return cls(_lying(reading.tokens))

    def lifted(self) -> "RememberedStones":
        """Return the same once the table was seen without them."""
        return replace(self, gone=True)

    def before_a_fight(self) -> "RememberedStones":
        """Return the same as leftovers of what was before: a fight begins."""
        return RememberedStones(self.stones)

    def stayed(self, reading: TokenReading) -> dict[int, int]:
        """Match stones that have not moved: index into the reading's tokens -> index into ``stones``.

        A stone that is not surely read and lies where one lay is taken for that one; so is any stone
        where one lay that was not surely read.
        """
        here = _lying(reading.tokens)
        found = match_unmoved_among(self.stones, here)
        for now, then in self.in_old_places(reading).items():
            unsure = UNSURE in (here[now].face, self.stones[then].face)
            if unsure and now not in found and then not in found.values():
                found[now] = then
        return found

    def in_old_places(self, reading: TokenReading) -> dict[int, int]:
        """Match stones that lie where one lay, whatever they show: indices as in ``stayed``."""
        found: dict[int, int] = {}
        for now, stone in enumerate(_lying(reading.tokens)):
            for then, old in enumerate(self.stones):
                if then not in found.values() and old.moved_sides(stone) < MOVED_SIDES:
                    found[now] = then
                    break
        return found

    def is_where_it_lay(self, reading: TokenReading) -> bool:
        """Tell whether all stones, and no others, lie there and show what they showed."""
        return 0 < len(self.stones) == len(reading.tokens) == len(self.stayed(reading))

    def was_thrown_since(self, reading: TokenReading, faces: Sequence[tuple[str, ...]]) -> bool:
        """Tell whether these stones surely were thrown since: ``faces`` are all that they may show.

        They were where the table was seen without them in between, at rest or a moment before. So they
        were where none lies where one lay and they show something else: who pushes stones aside turns
        none over.
        """
        if self.gone:
            return True
        if not self.stones or self.by_hand or self.stayed(reading) or self.in_old_places(reading):
            return False
        if reading.lifted:
            return True
        before = Counter(stone.face for stone in self.stones if stone.face != UNSURE)
        return all(before - Counter(shown) for shown in faces)


def _lying(tokens: Sequence[Token]) -> tuple[DieLying, ...]:
    """Return tokens as things that lie there. A stone is round: no angle tells it apart."""
    return tuple(
        DieLying(
            token.label if token.sure else UNSURE,
            token.centre_px,
            token.size_px,
            None,
            at_mm=token.centre_mm,
        )
        for token in tokens
    )
