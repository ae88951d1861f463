"""Pads the news of a seat over TLS: listeners on the network can see their length, and it must not
betray a secret.

They are as long as the news for everyone at that moment, plus a fixed room for the seat's secrets. They
are not compressed either, since the compressed length depends on the content.
"""

from flask import request

from companion.games.game import EVERYONE, Role
from companion.table.service import Table
from web.encoding import encode

ROOM = 4096
"""Bytes by which a seat's news are longer than everyone's; its secrets and their lines take some
hundred."""


def tells_by_length(role: Role) -> bool:
    """Tell whether the length of this caller's news could betray something to others."""
    return request.is_secure and role.seat is not None


def filler(table: Table, size: int) -> bytes:
    """Return the spaces that must follow this many bytes of a seat's state."""
    open_to_all = len(encode(table.state(EVERYONE)))
    rooms = max(1, -(-(size - open_to_all) // ROOM))
    return b" " * (open_to_all + rooms * ROOM - size)
