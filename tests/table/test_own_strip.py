"""How the strip of lamps is set outlasts the program, and does not trust its file."""

from pathlib import Path

import pytest

from companion.errors import BadStrip, JournalError
from companion.table.owner.strip import OwnStrip, StripSettings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "strip.json"


def test_there_is_none_at_first(file: Path) -> None:
    assert OwnStrip(file).settings.address == ""
    assert not file.exists()


def test_what_is_set_is_kept_and_what_is_given_goes_before_it(file: Path) -> None:
    OwnStrip(file).set({"address": "wled.local", "leds": 60})
    OwnStrip(file).set({"brightness": 10})
    assert OwnStrip(file).settings == StripSettings("wled.local", 60, 10)
    given = OwnStrip(file, {"address": "/dev/ttyUSB0"})
    assert given.shape() == {"address": "/dev/ttyUSB0", "leds": 60, "brightness": 10}


@pytest.mark.parametrize(
    "said",
    [
        {"leds": 7},
        {"leds": 61},
        {"leds": True},
        {"leds": 30.0},
        {"brightness": 0},
        {"brightness": 101},
        {"address": "http://wled.local/"},
        {"address": 5},
        {"colour": "red"},
    ],
)
def test_what_cannot_be_is_refused_and_all_stays(file: Path, said: dict[str, object]) -> None:
    own = OwnStrip(file)
    own.set({"address": "wled.local"})
    with pytest.raises(BadStrip):
        own.set(said)
    assert own.settings == OwnStrip(file).settings == StripSettings("wled.local")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", '{"address": "wled.local"}', '{"address": "a b", "leds": 30, "brightness": 30}'],
)
def test_a_damaged_file_lights_nothing(file: Path, text: str) -> None:
    file.write_text(text)
    assert OwnStrip(file).settings == StripSettings()


def test_where_nothing_can_be_written_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file")
    with pytest.raises(JournalError, match=r"strip\.json"):
        OwnStrip(tmp_path / "folder" / "strip.json").set({"leds": 20})
