"""How a phone gets to its seat: the whole address, and its QR code."""

from collections.abc import Callable, Sequence
from functools import lru_cache

import segno
from flask import request

from companion.games.game import EVERYONE, Seat
from companion.table.access.access import Access
from companion.table.service import Table
from web.access.guard import called_host, name_of
from web.access.phone_door import Way as PhoneDoorWay
from web.answers import Joining, JoiningSeat, OwnNetwork, Way
from web.network import is_loopback

Own = Callable[[], OwnNetwork | None]
"""Returns the table's own network; None while it is not open."""
Public = Callable[[], Sequence[str]]
"""Returns the addresses at which phones reach the table (``http://192.168.1.7:8000``), the best
first."""


def phone_link(path: str, public: Public) -> str | None:
    """Return an address that a phone can open, with the name by which this request called the table.

    A page on the table's own machine may call it localhost, which to a phone means the phone itself: one
    of the ``public`` addresses is used then, or None if there is none.
    """
    host = called_host()
    if host and not is_loopback(name_of(host)):
        # A proxy in front may speak https: the browser then gives this same host in Origin.
        return request.headers.get("Origin", f"{request.scheme}://{host}") + path
    return next((base + path for base in public()), None)


def way(path: str, public: Public, door: PhoneDoorWay | None = None) -> Way:
    """Return the address and QR code by which a phone reaches this page of the table.

    ``door``: is opened if phones cannot reach the table otherwise.
    """
    link = phone_link(path, public)
    if link is None and door is not None:
        link = next((base + path for base in door.open()), None)
    return Way(link, qr_code(link) if link else None)


def encrypted_way(path: str, public: Public, door: PhoneDoorWay) -> Way:
    """Return the encrypted way to a page that needs the phone's camera, as browsers demand."""
    link = phone_link(path, public)
    if link is None or not link.startswith("https:"):
        link = next((base + path for base in door.open()), None)
    return Way(link, qr_code(link) if link else None)


def seat_path(seat: int, code: str) -> str:
    """Return the address that takes a seat by itself: its code stands behind the #, which browsers never
    send."""
    return f"/seat/{seat}#code={code}"


def joining(table: Table, access: Access, public: Public, network: Own) -> Joining:
    """Return how phones come to the table, and to the seats whose codes everybody may see."""

    def seat_of(number: int, player: str) -> JoiningSeat:
        code = access.shown(Seat(number), player)
        phones = len(access.phones(player))
        return JoiningSeat(phones, code, way(seat_path(number, code), public) if code else None)

    seats = enumerate(table.state(EVERYONE)["seats"], 1)
    told = [seat_of(number, player) for number, player in seats]
    return Joining(way("/", public), told, network())


@lru_cache(maxsize=64)
def qr_code(text: str) -> str | None:
    """Return a QR code as the address of a picture (``data:``, an SVG of no fixed size).

    None if the text is too long for a QR code.
    """
    try:
        return segno.make_qr(text).svg_data_uri(border=4, light="#fff", omitsize=True)
    except segno.DataOverflowError:
        return None
