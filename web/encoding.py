"""Writes what leaves the table as JSON."""

from collections.abc import Mapping

import msgspec


def encode(value: object) -> bytes:
    """Return JSON. Raises ``TypeError`` for what has no form there."""
    return msgspec.json.encode(value, enc_hook=_plain)


class Once:
    """Writes a value that seldom changes once: again only when it is another object."""

    def __init__(self) -> None:
        self._kept: tuple[object, bytes] = (self, b"")

    def encode(self, value: object) -> bytes:
        """Return JSON. Raises ``TypeError`` for what has no form there."""
        kept = self._kept
        if kept[0] is not value:
            kept = self._kept = (value, encode(value))
        return kept[1]


def _plain(value: object) -> object:
    """Return what only looks like a plain value as one: a float of NumPy's is a float as well."""
    for plain in (float, int, str):
        if isinstance(value, plain):
            return plain(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"no JSON for {value!r}")
