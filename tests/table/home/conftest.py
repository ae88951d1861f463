"""A real Mosquitto."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.home.house import Mosquitto


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    if shutil.which("mosquitto") is None:
        pytest.skip("mosquitto is not installed")
    broker = Mosquitto(tmp_path)
    broker.start()
    yield broker
    broker.kill()
