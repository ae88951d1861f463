"""Stones that were taken up and thrown at once: a picture of the movement shows none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from companion.table.sight.eyes import Eyes
from tests.table.sight.test_eyes import Watch
from tests.trusting import Trusting
from vision.frame import ImageBgr
from vision.readings.places import PointPx
from vision.readings.tokens import Token, TokenReading

OLD, NEW = (20.0, 80.0), (100.0, 85.0)
SIDE_PX = 12.0


@dataclass
class ShownTokens:
    """Sees the tokens that lie there when a picture is taken: its knocks count the pictures apart."""

    lying: Mapping[int, Sequence[tuple[float, float]]]
    asked: int = 0
    kind: str = "tokens"
    grid: tuple[int, int] | None = None
    read_at: list[int] = field(default_factory=list)

    def pool(self, readings: Sequence[TokenReading]) -> TokenReading:
        return readings[-1]

    def read(self, image_bgr: ImageBgr) -> TokenReading:
        knocks = int(np.argmax(image_bgr[30, :, 0])) // 20
        self.read_at.append(knocks)
        tokens = tuple(
            Token("sword", PointPx(*at), SIDE_PX, 0.999, sure=True) for at in self.lying.get(knocks, ())
        )
        height, width = image_bgr.shape[:2]
        return TokenReading(True, (), (width, height), True, tokens=tokens, grid=self.grid)


def thrown(reader: ShownTokens) -> TokenReading:
    """Return what is read once stones lie still again, after one picture of their movement."""
    table = Watch(Eyes({"tokens": reader}, judge=Trusting()))
    table.finish()
    table.knock()
    table.look()
    table.knock()
    reading = table.finish().readings["tokens"]
    assert isinstance(reading, TokenReading)
    return reading


def test_stones_of_which_none_was_seen_in_between_were_lifted() -> None:
    assert thrown(ShownTokens({0: [OLD], 1: [], 2: [NEW]})).lifted


@pytest.mark.parametrize(
    "lying",
    [{0: [OLD], 1: [OLD], 2: [NEW]}, {0: [OLD], 1: [NEW], 2: [NEW]}, {0: [OLD], 1: [], 2: [OLD]}],
    ids=["lay there", "pushed", "lie there again"],
)
def test_stones_that_were_seen_in_between_or_lie_there_again_were_not(
    lying: dict[int, list[tuple[float, float]]],
) -> None:
    assert not thrown(ShownTokens(lying)).lifted


def test_stones_that_come_to_lie_where_the_table_was_bare_were_in_the_hand() -> None:
    reader = ShownTokens({0: [], 1: [], 2: [NEW]})
    assert thrown(reader).lifted
    assert 1 not in reader.read_at


def test_a_picture_is_looked_back_at_once_and_never_on_a_board() -> None:
    reader = ShownTokens({0: [OLD], 1: [], 2: [NEW]})
    thrown(reader)
    assert reader.read_at.count(1) == 1
    other = ShownTokens({0: [OLD], 2: [NEW]}, grid=(2, 2))
    assert not thrown(other).lifted
    assert 1 not in other.read_at
