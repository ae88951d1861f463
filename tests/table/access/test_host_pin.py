"""The host's PIN is kept whole, and made anew where it cannot be read."""

from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.table.access.guessing import PIN_DIGITS
from companion.table.access.host_pin import kept_pin, new_pin


def test_a_pin_is_made_once_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "host-pin"
    made = kept_pin(path)
    assert (made.replaced, kept_pin(path).pin) == (False, made.pin)
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("left", [b"", b"\n", b"\xff\xfe\x00binary", b"12", b"1234\x00\x00\x00"])
def test_one_that_cannot_be_a_pin_is_made_anew(left: bytes, tmp_path: Path) -> None:
    path = tmp_path / "host-pin"
    path.write_bytes(left)
    made = kept_pin(path)
    assert made.replaced
    assert (kept_pin(path).pin, kept_pin(path).replaced) == (made.pin, False)


def test_a_pin_of_the_owners_own_is_taken_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "host-pin").write_text("Grüße am Tisch\n", encoding="utf-8")
    assert kept_pin(tmp_path / "host-pin").pin == "Grüße am Tisch"


def test_a_full_disk_leaves_no_half_pin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "host-pin"

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("companion.table.storage.files.os.fsync", full)
        with pytest.raises(JournalError, match="No space left"):
            kept_pin(path)
    assert list(tmp_path.iterdir()) == []
    assert not kept_pin(path).replaced


def test_new_pins_are_digits_and_differ() -> None:
    pins = {new_pin() for _ in range(20)}
    assert len(pins) > 15
    assert all(pin.isdigit() and len(pin) == PIN_DIGITS for pin in pins)
