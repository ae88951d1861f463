"""Writes what leaves the table as JSON."""

from collections.abc import Mapping

import msgspec


def encode(value: object) -> bytes:
    """Return JSON. Raises ``TypeError`` for what has no form there."""
    return msgspec.json.encode(value, enc_hook=_plain)


def _plain(value: object) -> object:
    """Return what only looks like a plain value as one: a float of NumPy's is a float as well."""
    for plain in (float, int, str):
        if isinstance(value, plain):
            return plain(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"no JSON for {value!r}")
