"""A PIN that is kept as its hash lets its host in, and nobody reads it there."""

from pathlib import Path

import pytest

from companion.errors import WrongPin
from companion.table.access.access import Access
from companion.table.access.hashed_pin import hash_pin, is_hashed, is_pin
from companion.table.access.host_pin import kept_pin

PIN = "271828182"


def test_only_the_pin_fits_its_hash() -> None:
    kept = hash_pin(PIN)
    assert is_hashed(kept)
    assert PIN not in kept
    assert is_pin(PIN, kept)
    assert not is_pin("271828183", kept)
    assert not is_pin(kept, kept), "the hash itself opens nothing"
    assert hash_pin(PIN) != kept, "each has a salt of its own"


def test_one_that_is_kept_as_it_is_is_compared_as_it_is() -> None:
    assert not is_hashed(PIN)
    assert is_pin(PIN, PIN)
    assert not is_pin("271828183", PIN)
    assert not is_pin("\ud800", PIN)


def test_a_card_brings_a_pin_that_the_table_cannot_tell(tmp_path: Path) -> None:
    (tmp_path / "host-pin").write_text(f"{hash_pin(PIN)}\n")
    kept = kept_pin(tmp_path / "host-pin")
    assert (kept.told, kept.replaced, kept.was_kept) == (None, False, True)
    access = Access(tmp_path / "logins.db", kept.pin, lambda: 0.0, lambda: 0.0)
    assert not access.pin_is_short
    assert access.login(PIN, "192.168.1.2")
    for wrong in ("271828183", kept.pin):
        with pytest.raises(WrongPin):
            access.login(wrong, "192.168.1.2")
