"""Something that reaches in and stays, as a cup does, may hide what lies below it, and nothing else."""

from collections.abc import Sequence

from companion.table.sight.eyes import Eyes, FrameSight
from tests.table.sight.test_eyes import Watch
from tests.trusting import Trusting
from vision.frame import ImageBgr
from vision.readings.places import GridCell, PointPx
from vision.readings.tokens import TokenReading

CORNERS = (PointPx(8, 8), PointPx(120, 8), PointPx(120, 88), PointPx(8, 88))
BARE = TokenReading(True, (), (128, 96), True, tokens=(), grid=(8, 5), corners_px=CORNERS)


class BareHoles:
    """Reads a board in whose holes nothing lies."""

    kind = "tokens"

    def read(self, image_bgr: ImageBgr) -> TokenReading:  # noqa: ARG002 - whatever is shown
        return BARE

    def pool(self, readings: Sequence[TokenReading]) -> TokenReading:
        return readings[-1]


def finished(table: Watch) -> FrameSight:
    """Return what is read at last, however long what reaches in is waited for."""
    seen = (table.look() for _ in range(250))
    return next(sight for sight in seen if sight.finished)


def test_holes_below_what_reaches_in_are_told_and_those_beside_it_are_not() -> None:
    table = Watch(Eyes({"tokens": BareHoles()}, judge=Trusting()))
    first = finished(table).readings["tokens"]
    table.knock()
    table.look()  # it comes in
    table.knocks, table.hand = 0, True
    reading = finished(table).readings["tokens"]
    assert isinstance(first, TokenReading)
    assert isinstance(reading, TokenReading)
    assert (first.covered, first.reached) == (False, ())
    assert reading.covered
    assert {GridCell(2, 3), GridCell(3, 4), GridCell(4, 3)} <= set(reading.reached)
    assert not {GridCell(0, 0), GridCell(7, 0), GridCell(7, 4), GridCell(0, 4)} & set(reading.reached)
