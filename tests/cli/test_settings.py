"""Settings: from a file, from the command line, and where data are kept when nobody says it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.settings import JOURNAL, BadSettings, Settings

HOME_IS_SAID = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows tells a program its folders itself, whatever HOME says"
)
WHERE = "from companion.cli.settings import Settings; print(Settings().data)"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


def settings_of(file: Path, text: str) -> Settings:
    file.write_text(text, encoding="utf-8")
    return Settings(named_data=file.parent).with_file(file)


def default_folder(home: Path, **environment: str) -> Path:
    """Return the data folder of a person with that home, as a fresh program sees it."""
    done = subprocess.run(
        [sys.executable, "-c", WHERE],
        env={"HOME": str(home), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return Path(done.stdout.strip())


def earlier_folder(home: Path) -> Path:
    """Return where versions up to 0.1 kept their data."""
    below = "Library/Application Support" if sys.platform == "darwin" else ".config"
    return home / below / "table-companion"


def put_journal(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / JOURNAL).touch()


@HOME_IS_SAID
def test_data_are_kept_where_the_platform_keeps_them(tmp_path: Path) -> None:
    below = "Library/Application Support" if sys.platform == "darwin" else ".local/share"
    assert default_folder(tmp_path) == tmp_path / below / "table-companion"


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="XDG folders are those of Linux")
def test_a_data_folder_that_the_environment_names_is_taken(tmp_path: Path) -> None:
    given = default_folder(tmp_path, XDG_DATA_HOME=str(tmp_path / "mine"))
    assert given == tmp_path / "mine" / "table-companion"


@HOME_IS_SAID
def test_a_folder_of_an_earlier_version_is_found(tmp_path: Path) -> None:
    put_journal(earlier_folder(tmp_path))
    assert default_folder(tmp_path) == earlier_folder(tmp_path)


@HOME_IS_SAID
def test_an_earlier_folder_without_games_is_left_alone(tmp_path: Path) -> None:
    earlier_folder(tmp_path).mkdir(parents=True)
    new = default_folder(tmp_path / "another")
    assert default_folder(tmp_path) == tmp_path / new.relative_to(tmp_path / "another")


@HOME_IS_SAID
def test_where_both_hold_games_the_newer_folder_is_taken(tmp_path: Path) -> None:
    new = default_folder(tmp_path)
    put_journal(new)
    if new != earlier_folder(tmp_path):
        put_journal(earlier_folder(tmp_path))
    assert default_folder(tmp_path) == new


@pytest.mark.parametrize(
    ("text", "sets"),
    [
        ("", ()),
        ('set = "mine"', ("mine",)),
        ('set = ["mine", "board"]', ("mine", "board")),
        ("set = []", ()),
    ],
    ids=["none", "one", "several", "empty"],
)
def test_sets_are_one_or_several(file: Path, text: str, sets: tuple[str, ...]) -> None:
    assert settings_of(file, text).sets == sets


def test_the_command_line_goes_before_the_file(file: Path) -> None:
    settings = settings_of(file, 'set = ["mine"]\nport = 80\ncamera = "webcam:0"')
    given = settings.given(sets=("yours",), port=0, camera=None)
    assert (given.sets, given.port, given.camera) == (("yours",), 0, "webcam:0")
    assert settings.given(sets=()).sets == ("mine",)


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ("", "simulated"),
        ('camera = "webcam:0"', "none"),
        ('camera = "webcam:0"\npins = "simulated"', "simulated"),
        ('pins = "none"', "none"),
        ('camera = "picamera2"\npins = "lgpio"', "lgpio"),
    ],
)
def test_pins_are_simulated_with_the_camera_and_else_there_are_none(
    file: Path, text: str, used: str
) -> None:
    assert settings_of(file, text).pins_used == used


@pytest.mark.parametrize(
    ("text", "encrypts"),
    [
        ("", False),
        ("tls = true", True),
        ("tls = false", False),
        ('certificate = "~/mine.pem"', True),
        ('camera = "phone"', True),
        ('camera = "phone"\nbehind_proxy = true', False),
    ],
)
def test_who_names_a_certificate_wants_to_encrypt(file: Path, text: str, encrypts: bool) -> None:
    settings = settings_of(file, text)
    assert (settings.makes_certificate or settings.certificate is not None) is encrypts


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("", "127.0.0.1"),
        ('camera = "phone"', "0.0.0.0"),
        ('camera = "phone"\nhost = "127.0.0.1"', "127.0.0.1"),
    ],
)
def test_a_table_whose_camera_is_a_phone_lets_phones_in(file: Path, text: str, host: str) -> None:
    assert settings_of(file, text).host_used == host


def test_a_strip_of_lamps_is_named_with_how_many_and_how_bright(file: Path) -> None:
    assert settings_of(file, "").of_strip == {}
    text = 'strip = "wled.local"\nstrip_leds = 60\nstrip_brightness = 10'
    assert settings_of(file, text).of_strip == {"address": "wled.local", "leds": 60, "brightness": 10}
    assert settings_of(file, 'strip = ""').of_strip == {"address": ""}


def test_the_home_folder_is_understood(file: Path) -> None:
    assert settings_of(file, 'data = "~/games"').data == Path("~/games").expanduser()
    assert settings_of(file, 'key = "~/mine.key"').key == Path("~/mine.key").expanduser()


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ('camra = "simulated"', "unknown setting 'camra'", "Did you mean 'camera'?"),
        ('sets = "mine"', "unknown setting 'sets'", "Did you mean 'set'?"),
        (
            "nonsense = 1",
            "unknown setting 'nonsense'",
            "pins, game, rotate, mirror, size, mains, set, host, port",
        ),
        ("set = [1]", "set is [1], it must be a text or a list of texts", ""),
        ("set = 1", "set is 1, it must be a text or a list of texts", ""),
        ('pins = "gpio"', "pins is 'gpio', it must be one of none, simulated, lgpio, rpigpio", ""),
        ("host = 1", "host is 1, it must be a text", ""),
        ('port = "80"', "port is '80', it must be a number", ""),
        ("port = true", "port is True, it must be a number", ""),
        ("port = 65536", "port is 65536, it must be a number from 0 to 65535", ""),
        ('tls = "yes"', "tls is 'yes', it must be true or false", ""),
        ("certificate = 1", "certificate is 1, it must be a text", ""),
        ("port = 0x" + "F" * 5000, "port is too large, it must be a number", ""),
        ("port = ", "cannot be read as settings", ""),
        ("rotate = 45", "rotate is 45, it must be one of 0, 90, 180, 270", ""),
        ("rotate = false", "rotate is False, it must be one of 0, 90, 180, 270", ""),
        ('mirror = "yes"', "mirror is 'yes', it must be true or false", ""),
        ("mains = 55", "mains is 55, it must be one of 50, 60", ""),
        ('size = "large"', "size is 'large', it must be width and height, such as 1640x1232", ""),
        ('size = "40x30"', "size is '40x30', it must be width and height", ""),
        ("size = [1, 2]", "size is", ""),
        (
            'strip = "http://wled.local"',
            "strip is 'http://wled.local': no strip can be at",
            "/dev/ttyUSB0",
        ),
        ("strip_leds = 7", "strip_leds is 7: ", "leds 8 to 60"),
        ('strip_brightness = "10"', "strip_brightness is '10': ", "brightness 1 to 100"),
    ],
)
def test_what_cannot_be_is_refused(file: Path, text: str, message: str, hint: str) -> None:
    with pytest.raises(BadSettings, match=re.escape(f"{file}: {message}")) as caught:
        settings_of(file, text)
    assert hint in caught.value.hint


def test_a_camera_is_set_by_the_file_and_the_command_line(file: Path) -> None:
    settings = settings_of(file, 'rotate = 90\nmirror = true\nsize = "1640x1232"\nmains = 60')
    said = {"rotate": 90, "mirror": True, "size": (1640, 1232), "mains": 60}
    assert settings.of_camera == said
    given = settings.given(rotate=0, mirror=False, size=(800, 600), mains=None)
    assert given.of_camera == {"rotate": 0, "mirror": False, "size": (800, 600), "mains": 60}
    assert settings_of(file, "").of_camera == {}
