"""What stands in the way of real pins is said, with what to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.devices.factories import LIBRARIES, BadPins, open_factory


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_that_is_missing_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library = LIBRARIES[name]
    monkeypatch.setitem(sys.modules, library.needs, None)
    monkeypatch.delitem(sys.modules, library.module, raising=False)
    with pytest.raises(BadPins, match=f"--pins {name}: {library.needs} is not installed") as error:
        open_factory(name)
    assert "nstall" in error.value.hint


def test_a_chip_that_does_not_open_is_told_with_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    class Chipless:
        def __init__(self) -> None:
            raise RuntimeError("can not open gpiochip")

    class Module:
        LGPIOFactory = Chipless

    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", Module())
    with pytest.raises(BadPins, match="cannot be opened: can not open gpiochip") as error:
        open_factory("lgpio")
    assert "--pins none" in error.value.hint


LIKE_LGPIO = """
import os
folder = os.environ.get("LG_WD", ".")
os.mkfifo(folder + "/.lgd-nfy0")
os.chdir(folder)
open_pipe = os.open(".lgd-nfy0", os.O_RDONLY | os.O_NONBLOCK)
"""
"""As lgpio 0.2.2 is loaded: its C part makes a pipe and goes to its folder, its Python part opens it."""


@pytest.mark.skipif(sys.platform == "win32", reason="lgpio is for Linux")
def test_lgpio_changes_nothing_where_the_program_was_started(tmp_path: Path) -> None:
    (tmp_path / "lgpio.py").write_text(LIKE_LGPIO)
    code = "from companion.devices.factories import open_factory as o; import os\ntry: o('lgpio')\n"
    code += "except OSError: print(os.environ['LG_WD'], os.getcwd(), os.listdir(os.environ['LG_WD']))"
    started = tmp_path / "started"
    started.mkdir()
    paths = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[2])])
    environment = {"PYTHONPATH": paths, "PATH": os.environ["PATH"]}
    words = [sys.executable, "-c", code]
    done = subprocess.run(
        words, cwd=started, env=environment, capture_output=True, text=True, check=True
    )
    folder, where, files = done.stdout.split(maxsplit=2)
    assert files.strip() == "['.lgd-nfy0']"
    assert where == str(started), "a data folder may be named from here"
    assert not Path(folder).exists(), "nothing is left"
    assert list(started.iterdir()) == []


RPI_PACKAGES = ("RPi.GPIO", "rpi-lgpio")


def pretend_installed(package: str, folder: Path) -> None:
    about = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")


def test_two_packages_that_are_both_called_rpi_are_refused_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in RPI_PACKAGES:
        pretend_installed(package, tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(BadPins, match=r"RPi\.GPIO and rpi-lgpio are both installed") as error:
        open_factory("rpigpio")
    assert "pip uninstall RPi.GPIO rpi-lgpio" in error.value.hint


def test_one_of_the_system_beside_one_of_the_own_environment_is_no_mixture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in RPI_PACKAGES:
        pretend_installed(package, tmp_path / package)
        monkeypatch.syspath_prepend(str(tmp_path / package))
    monkeypatch.setitem(sys.modules, "RPi", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    with pytest.raises(BadPins, match="RPi is not installed"):
        open_factory("rpigpio")


class PlainFactory:
    """Stands in for gpiozero's factory, whose library is not here."""


def pretend_rpi(folder: Path, monkeypatch: pytest.MonkeyPatch, *, real: bool) -> None:
    """Let a package called RPi be there: the real one has a part in C."""
    (folder / "RPi" / "GPIO").mkdir(parents=True)
    for file in ("RPi/__init__.py", "RPi/GPIO/__init__.py", *(["RPi/_GPIO.py"] if real else [])):
        (folder / file).touch()
    for name in [name for name in sys.modules if name.partition(".")[0] == "RPi"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(str(folder))

    class Module:
        RPiGPIOFactory = PlainFactory

    monkeypatch.setitem(sys.modules, "gpiozero.pins.rpigpio", Module())


@pytest.mark.parametrize("release", ["6.6.20+rpt-rpi-v8", "6.12.25+rpt-rpi-2712", "7.0.1"])
def test_the_real_rpi_gpio_is_refused_where_it_hears_no_presses(
    release: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.release", lambda: release)
    pretend_rpi(tmp_path, monkeypatch, real=True)
    with pytest.raises(BadPins, match=f"hears no presses.*{release.partition('+')[0]}") as error:
        open_factory("rpigpio")
    assert "--pins lgpio" in error.value.hint


@pytest.mark.parametrize(("release", "real"), [("6.1.0-rpi8-rpi-v8", True), ("6.12.25+rpt", False)])
def test_where_it_hears_them_and_what_stands_in_for_it_are_taken(
    release: str, real: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.release", lambda: release)
    pretend_rpi(tmp_path, monkeypatch, real=real)
    assert isinstance(open_factory("rpigpio"), PlainFactory)
