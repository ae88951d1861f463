"""The table's marker cards are black and white and about as large as stones: they are none."""

import pytest

from vision.cameras.simulated import SimulatedCamera
from vision.clock import SteppedClock
from vision.readers.tokens import TokenReader
from vision.sets.tokens import load_tokens
from vision.simulation.stage import house_dice
from vision.simulation.table import SimulatedTable


@pytest.mark.parametrize("seed", [1, 2])
def test_a_bare_table_with_markers_is_surely_bare(seed: int) -> None:
    clock = SteppedClock()
    camera = SimulatedCamera(SimulatedTable(clock, style=house_dice(""), seed=seed), clock)
    camera.start()
    try:
        reading = TokenReader(load_tokens("gruftmeister_stones")).read(camera.capture().image_bgr)
    finally:
        camera.stop()
    assert reading.has_markers
    assert (reading.tokens, reading.sure) == ((), True)
