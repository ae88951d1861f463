"""Stones thrown on tables of all kinds: grain and veins are none, those on a marker card's edge are."""

from collections import Counter
from threading import Event

import pytest

from vision.cameras.simulated import SimulatedCamera
from vision.clock import SteppedClock
from vision.readings.places import PointMm
from vision.readings.tokens import TokenReading
from vision.tokens.reader import LiveTokenReader
from vision.tokens.sets import load_tokens
from vision.workshop.simulation.stage import house_dice
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.play import TokenKit

FACES = ("monster", "sword", "back")
LOOKS = 3
CARD_MM = (10.0, 40.0)
"""Where the first marker card's black square begins and ends, right and down, on the table."""


class Throwing:
    """One table on which stones are thrown, and the camera's live reader over it."""

    def __init__(self, seed: int, surface: str) -> None:
        self.clock = SteppedClock()
        table = SimulatedTable(self.clock, style=house_dice(""), seed=seed, surface=surface, mat=True)
        self.table, self.camera = table, SimulatedCamera(table, self.clock)
        self.stones = table.lay_tokens(TokenKit(stones=True))
        self.reader = LiveTokenReader(load_tokens("gruftmeister_stones"))

    def read(self) -> TokenReading:
        """Return what three looks together read once all lies still."""
        self.clock.wait(Event(), max(0.0, self.table.busy_until - self.clock.now()) + 0.5)
        looks = []
        for _ in range(LOOKS):
            self.clock.wait(Event(), 0.2)
            looks.append(self.reader.read(self.camera.capture().image_bgr))
        return self.reader.pool(looks)

    def thrown(self, around: tuple[float, float] = (0.5, 0.5)) -> TokenReading:
        """Throw stones on the bare table."""
        self.stones.throw(FACES, self.stones.at_mm(around))
        return self.read()


@pytest.mark.parametrize("surface", ["wood_pale", "wood_dark", "stone", "cloth"])
def test_nothing_but_the_stones_is_listed_on_a_patterned_table(surface: str) -> None:
    throwing = Throwing(7, surface)
    throwing.camera.start()
    try:
        assert throwing.read().tokens == ()
        reading = throwing.thrown()
    finally:
        throwing.camera.stop()
    assert Counter(token.label for token in reading.tokens) == Counter(FACES)
    assert all(token.sure for token in reading.tokens)
    assert "maybe_extra" not in reading.doubts


def test_a_stone_on_the_edge_of_a_marker_card_is_read() -> None:
    throwing = Throwing(7, "wood_pale")
    throwing.camera.start()
    try:
        throwing.read()
        throwing.thrown()
        stone = next(each for each in throwing.stones.truth() if each.label == "sword")
        throwing.stones.move(stone.id, PointMm(CARD_MM[1], CARD_MM[1]))
        reading = throwing.read()
    finally:
        throwing.camera.stop()
    assert Counter(token.label for token in reading.tokens) == Counter(FACES)
    assert all(token.sure for token in reading.tokens)
