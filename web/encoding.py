"""Writes everything that leaves the table as JSON."""

from collections.abc import Mapping

import msgspec


def encode(value: object) -> bytes:
    """Return JSON. Raises ``TypeError`` for a value that has no form in JSON."""
    return msgspec.json.encode(value, enc_hook=_plain)


class Once:
    """Writes a value that seldom changes only once: again only if it is another object."""

    def __init__(self) -> None:
        self._kept: tuple[object, bytes] = (self, b"")

    def encode(self, value: object) -> bytes:
        """Return JSON. Raises ``TypeError`` for a value that has no form in JSON."""
        kept = self._kept
        if kept[0] is not value:
            kept = self._kept = (value, encode(value))
        return kept[1]


def _plain(value: object) -> object:
    """Return a value that merely resembles a plain one as a plain one: NumPy's floats become floats."""
    for plain in (float, int, str):
        if isinstance(value, plain):
            return plain(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"no JSON for {value!r}")
