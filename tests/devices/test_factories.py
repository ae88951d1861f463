"""What stands in the way of real pins is said, with what to do."""

import sys

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
