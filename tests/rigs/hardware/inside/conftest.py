"""A box on the guest's chip."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.devices.pin_box import PinBox
from tests.devices.rigs import PIN_MAP
from tests.rigs.hardware.chip import ChipRig, on_a_chip

PINS = os.environ["RIG_PINS"]
OUT = Path(os.environ.get("RIG_OUT", "/run/out"))

Note = Callable[[str, str], None]
"""Keeps a figure of a test, told when the rig has ended: what it is of, and what was found."""


@pytest.fixture
def rig(request: pytest.FixtureRequest) -> Iterator[ChipRig]:
    with on_a_chip(PINS, PIN_MAP, counts=request.module.__name__.endswith("outputs")) as made:
        yield made


@pytest.fixture
def box(rig: ChipRig) -> Iterator[PinBox]:
    made = PinBox(PIN_MAP, rig.factory, rig.now)
    made.open(lambda: None)
    yield made
    made.close()


@pytest.fixture
def note() -> Note:
    def keep(what: str, found: str) -> None:
        with (OUT / "figures.jsonl").open("a") as file:
            file.write(json.dumps({"pins": PINS, "what": what, "found": found}) + "\n")

    return keep
