"""A photograph of the simulated table, labelled."""

import json
from pathlib import Path
from threading import Event

import cv2
import pytest

from vision.clock import SteppedClock
from vision.workshop.simulation.table import SimulatedTable


@pytest.fixture(scope="session")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A throw of six on the simulated table, as a file with its manifest beside it."""
    folder = tmp_path_factory.mktemp("photos")
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=12)
    table.throw(count=6)
    clock.wait(Event(), table.busy_until + 0.5)
    path = folder / "throw.png"
    path.write_bytes(cv2.imencode(".png", table.render(clock.now()))[1].tobytes())
    width, height = table.size_wh
    dice = [
        {
            "face": die.face,
            "x": die.centre[0] * width,
            "y": die.centre[1] * height,
            "angle": die.picture_angle_deg,
        }
        for die in table.truth()
    ]
    row = {"image": "throw.png", "dice": dice, "conditions": ["mat"]}
    (folder / "manifest.jsonl").write_text(json.dumps(row) + "\n")
    return path
