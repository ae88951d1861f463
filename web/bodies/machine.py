"""Requests to the machine that the table runs on; each with the PIN."""

from typing import Annotated

from msgspec import Meta, Struct

from web.bodies.parts import Words


class Asks(Struct, frozen=True, forbid_unknown_fields=True):
    """The host's PIN, once more: what is asked for is done to the machine itself."""

    pin: Words


class AsksUpdate(Asks, frozen=True, forbid_unknown_fields=True):
    """``file``: a release on a stick; null: the newest of the list that the owner has named."""

    file: Annotated[str, Meta(min_length=1, max_length=1000)] | None = None


class AsksZone(Asks, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``zone``: a time zone by its name, ``Europe/Prague``."""

    zone: Words


class AsksNetwork(Asks, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``network``: a wireless network's name; ``password``: its password, "" if it has none."""

    network: Annotated[str, Meta(min_length=1, max_length=32)]
    password: Annotated[str, Meta(max_length=64)] = ""

    def __repr__(self) -> str:
        return "AsksNetwork(…)"
