"""Bodies of the API's answers: types that are described. Bodies of requests are in ``bodies``."""

from msgspec import Struct

from companion.table.shapes.evenings import LastGameShape
from companion.table.shapes.moves import HistoryLine


class Done(Struct, frozen=True):
    """The version of the caller's state after the request has been carried out."""

    version: int


class Token(Struct, frozen=True):
    """Identifies the caller: ``Authorization: Bearer`` and the token."""

    token: str


class Code(Struct, frozen=True):
    """A code that lets one phone join a seat, once, within ``life_s`` seconds; ``path`` is its page.

    ``link`` is the whole address and ``qr`` its QR code, as the address of a picture. Both are null if
    no address is known that a phone could open.
    """

    code: str
    path: str
    life_s: int
    link: str | None
    qr: str | None


class Way(Struct, frozen=True):
    """How a phone reaches a page: the whole address, and its QR code as the address of a picture.

    Both are null if no address is known that a phone could open.
    """

    link: str | None
    qr: str | None


class JoiningSeat(Struct, frozen=True):
    """The number of phones that have joined a seat, and the code that the host lets everybody see just
    now."""

    phones: int
    code: str | None
    way: Way | None


class OwnNetwork(Struct, frozen=True):
    """The table's own network, which phones join first. ``qr``: its QR code, as the address of a
    picture."""

    name: str
    key: str
    qr: str | None


class Joining(Struct, frozen=True, omit_defaults=True):
    """How phones come to the table, for everybody to see: to its page, and to the seats in their
    order. ``network``: its own, left out while that is not open; who reads this is in it, or in another
    that leads here."""

    table: Way
    seats: list[JoiningSeat]
    network: OwnNetwork | None = None


class Encryption(Struct, frozen=True):
    """Whether the table encrypts. ``made_here``: the certificate is self-signed, so that browsers warn.

    ``fingerprint``: its SHA-256, ``AB:CD:…``, as browsers show it; ``until``: the last day it is valid.
    """

    encrypted: bool
    made_here: bool
    fingerprint: str | None
    until: str | None


class Players(Struct, frozen=True):
    """Everybody who has played at this table, the players of the last sitting first, in their order;
    ``last``: how each game was last begun, the newest first; ``set_up``: games set up before."""

    players: list[str]
    last: list[LastGameShape]
    set_up: list[str]


class Shared(Struct, frozen=True):
    """A link to another site, and the names that go there with it."""

    link: str
    site: str
    names: list[str]


class Lines(Struct, frozen=True):
    """Moves as players read them, oldest first."""

    lines: list[HistoryLine]


class Phones(Struct, frozen=True):
    """The names of the phones that have joined a seat."""

    phones: list[str]


class Said(Struct, frozen=True):
    """A message to a player: a code of the translation catalogue and the values for its placeholders."""

    code: str
    params: dict[str, str | int]


class ErrorWords(Struct, frozen=True, omit_defaults=True):
    """``code`` is for programs; ``message`` says what was wrong, ``hint`` what to do next.

    ``reason`` tells the player why, if the table knows more than the error's kind.
    """

    code: str
    message: str
    hint: str
    reason: Said | None = None


class Error(Struct, frozen=True):
    """The one shape of everything that was refused."""

    error: ErrorWords
