"""What a seat is told over TLS, filled up: how long it is, whoever listens hears; it tells no secret.

It is as long as what everyone is told at that moment, and some more, in which a seat's secrets have
room. Nor is it compressed, since how far that goes depends on what it holds.
"""

from flask import request

from companion.games.game import EVERYONE, Role
from companion.table.service import TableService
from web.encoding import encode

ROOM = 4096
"""Bytes by which a seat is told more than everyone; its secrets and their lines are some hundred."""


def tells_by_length(role: Role) -> bool:
    """Tell whether the length of what this caller is told says something to others."""
    return request.is_secure and role.seat is not None


def filler(table: TableService, size: int) -> bytes:
    """Return the spaces that belong behind so many bytes of a seat's state."""
    open_to_all = len(encode(table.state(EVERYONE)))
    rooms = max(1, -(-(size - open_to_all) // ROOM))
    return b" " * (open_to_all + rooms * ROOM - size)
