"""Each candidate of a picture is examined once, however often it is asked what it is."""

from threading import Event

import numpy as np
import pytest

from vision.clock import SteppedClock
from vision.corners import Corners
from vision.dice.faces.examiner import Examined, FaceExaminer
from vision.dice.faces.first_looks import FirstLooks
from vision.dice.finding.top_faces import TopFace
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.pyramid import Picture, Pyramid
from vision.workshop.simulation.table import SimulatedTable

SQUARE = np.array([[40, 40], [80, 40], [80, 80], [40, 80]], np.float64)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return what the examiner is asked about once each, as it is asked."""
    quads: list[bytes] = []
    examine = FaceExaminer.examine

    def noted(self: FaceExaminer, picture: Picture, quads_px: list[Corners]) -> list[Examined]:
        quads.extend(quad.tobytes() for quad in quads_px)
        return examine(self, picture, quads_px)

    monkeypatch.setattr(FaceExaminer, "examine", noted)
    return quads


def test_what_was_examined_is_told_again(asked: list[bytes]) -> None:
    one, other = TopFace(SQUARE, 0.9), TopFace(SQUARE + 50, 0.9)
    looks = FirstLooks(FaceExaminer(), Pyramid(np.zeros((200, 200, 3), np.uint8)))
    first = looks.of([one])
    assert looks.of([other, one])[1] is first[0]
    assert len(asked) == 2


def test_without_markers_nothing_is_examined_twice(asked: list[bytes]) -> None:
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=4, size_wh=(1640, 1232), mat=False)
    table.throw(count=9)
    clock.wait(Event(), table.busy_until + 0.5)
    reader = DiceReader(load("carcassonne"))
    asked.clear()
    assert len(reader.read(table.render(clock.now())).dice) == 9
    assert len(asked) == len(set(asked)) > 9
