"""What the keeper tells of the table's networks, for the host alone."""

from typing import Literal, TypedDict

NetworkDoing = Literal["joining", "looking", "opening"]
NetworkWhy = Literal["joined", "key", "away", "address", "failed"]
"""How joining ended. ``key``: it was wrong; ``away``: the network is not in the air; ``address``: it
gave none."""


class OwnNetworkShape(TypedDict):
    """The table's own network."""

    name: str
    key: str


class AirShape(TypedDict):
    """A network in the air. ``strength``: per cent; ``is_open``: it needs no key; ``can``: whether it is
    one that a table can join (not one that asks for a user's name)."""

    name: str
    strength: int
    is_open: bool
    can: bool


class NetworkShape(TypedDict):
    """How the table is in a network.

    ``own``: its own network; ``is_open``: whether that is open; ``linked``: whether it is in another, by
    cable or air; ``joined``: that one's name, where it is in the air; ``air``: what was last seen there;
    ``doing``: what is under way; ``ended``: how joining ended last.
    """

    own: OwnNetworkShape
    is_open: bool
    linked: bool
    joined: str | None
    air: list[AirShape]
    doing: NetworkDoing | None
    ended: NetworkWhy | None
