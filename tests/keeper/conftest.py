"""A cut is simulated between two writes, so nothing need be waited for to be on a disk."""

import os

import pytest


@pytest.fixture(autouse=True)
def _no_disk_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sync", lambda: None)
    monkeypatch.setattr(os, "fsync", lambda _: None)
