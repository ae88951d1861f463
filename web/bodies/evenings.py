"""Requests about the players who are kept."""

from typing import Annotated

from msgspec import Meta, Struct

from web.bodies.parts import Name


class PlayerName(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's new name."""

    name: Name


class MarkedPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """The colour and sign by which a player is known from now on."""

    colour: Annotated[int, Meta(ge=1, le=6)]
    sign: Annotated[int, Meta(ge=1, le=6)]


class MergedPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """The id of the player who stays, and is both from now on."""

    into: Name
