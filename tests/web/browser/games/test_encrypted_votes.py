"""Phones that vote over TLS with the table's own certificate: warned once, and never overheard."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from companion.games.drunter.moves import Lay, Vote
from companion.games.drunter.pieces import Square
from companion.games.drunter.state import Voting
from companion.games.game import Seat
from companion.table.access.access import Access
from tests.table.plays.drunter.voting import SELECTIONS
from tests.web.access.certificates import a_certificate
from tests.web.browser.conftest import INSIDE, PATIENCE_MS, PHONE, Page, until
from tests.web.browser.games.drunter_evening import CARDS, PLAYERS, SHORT, Evening, evening_on, tap_vote
from tests.web.browser.real_table import moves_at, until_moved
from web.access.phone_door import NoWay
from web.app import create_app
from web.server import Server

pytestmark = pytest.mark.browser

LAYS = (
    Lay(Seat(1), "street", 3, Square(14, 0), "south"),
    Lay(Seat(2), "street", 2, Square(14, 3), "west"),
)
VOTES = (Vote(Seat(2), ("JAA",)), Vote(Seat(3), ("NEEE",)), Vote(Seat(1), ("NE",)))


class Wire:
    """What everybody in the network can hear: it hands on every byte, and keeps it."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.heard = bytearray()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._let_in)]
        self._threads[0].start()

    def close(self) -> None:
        """Let nobody in any more, and hang up."""
        for one in (self._listener, *self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        for thread in self._threads:
            thread.join()

    def _let_in(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listener.accept()
                table = socket.create_connection(("127.0.0.1", self._to))
                self._open += [phone, table]
                for ends in ((phone, table), (table, phone)):
                    thread = threading.Thread(target=self._hand_on, args=ends)
                    self._threads.append(thread)
                    thread.start()

    def _hand_on(self, come_from: socket.socket, go_to: socket.socket) -> None:
        with suppress(OSError):
            while data := come_from.recv(1 << 16):
                self.heard += data
                go_to.sendall(data)
        with suppress(OSError):
            go_to.shutdown(socket.SHUT_WR)


@pytest.fixture
def evening() -> Iterator[Evening]:
    with evening_on(tiles=SHORT, cards=CARDS) as evening:
        yield evening


@pytest.fixture(params=["encrypted", "plain"])
def wire(request: pytest.FixtureRequest, evening: Evening, access: Access) -> Iterator[Wire]:
    """The way from the phones to the pages of a table that encrypts, and of one that does not."""
    certificate = a_certificate() if request.param == "encrypted" else None
    tls = certificate.context() if certificate else None
    server = Server(create_app(evening.table, access, door=NoWay(certificate)), "127.0.0.1", 0, tls)
    server.start()
    wire = Wire(server.port)
    yield wire
    wire.close()
    server.stop()


@pytest.fixture
def open_phone(whole_chromium: Any) -> Iterator[Callable[[], Page]]:
    """Open a phone that trusts nobody but whom its browser knows, and warns where it does not."""
    contexts = []

    def open_one() -> Page:
        contexts.append(whole_chromium.new_context(viewport=PHONE, locale="en", reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE_MS)
        return page

    yield open_one
    for context in contexts:
        context.close()


def go_past_the_warning(page: Page, address: str) -> None:
    """Open a page at which the browser warns, and go on to it."""
    with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto(address)
    page.click("#details-button")
    page.click("#proceed-link")


def seat_address(access: Access, scheme: str, port: int, seat: Seat) -> str:
    code = access.invite(seat, PLAYERS[seat - 1]).code
    return f"{scheme}://127.0.0.1:{port}/seat/{seat}#code={code}"


@pytest.mark.parametrize("wire", ["encrypted"], indirect=True)
def test_phones_are_warned_once_and_vote_through_reloads_and_a_lost_network(
    wire: Wire, open_phone: Callable[[], Page], evening: Evening, access: Access
) -> None:
    evening.play(*LAYS)
    assert isinstance(evening.state.phase, Voting)
    phones = {seat: open_phone() for seat in (Seat(1), Seat(2), Seat(3))}
    for seat, phone in phones.items():
        go_past_the_warning(phone, seat_address(access, "https", wire.port, seat))
        phone.wait_for_selector(INSIDE)
        phone.reload()  # neither a warning nor a code again
        phone.wait_for_selector(INSIDE)
    for made, vote in enumerate(VOTES, len(LAYS)):
        phone = phones[vote.seat]
        phone.wait_for_selector(".my-turn .voters ~ .veil [data-key=show-cards]")
        phone.context.set_offline(vote.seat == Seat(3))
        tap_vote(phone, vote.cards, twice=True)
        if vote.seat == Seat(3):
            phone.wait_for_selector("text=it is being sent again")
            assert moves_at(evening.table) == made
            phone.context.set_offline(False)
        until_moved(phone, evening.table, made + 1)
        evening.follow(vote)
    for phone in phones.values():
        phone.wait_for_selector(".reveal .vote-card")


def test_a_vote_is_heard_in_the_network_only_where_nothing_is_encrypted(
    wire: Wire,
    open_phone: Callable[[], Page],
    evening: Evening,
    access: Access,
    request: pytest.FixtureRequest,
) -> None:
    encrypted = request.node.callspec.params["wire"] == "encrypted"
    evening.play(*LAYS)
    phone = open_phone()
    if encrypted:
        go_past_the_warning(phone, seat_address(access, "https", wire.port, Seat(2)))
    else:
        phone.goto(seat_address(access, "http", wire.port, Seat(2)))
    phone.wait_for_selector(INSIDE)
    tap_vote(phone, VOTES[0].cards)
    until(phone, lambda: moves_at(evening.table) == len(LAYS) + 1)
    assert (b'"cards":["JAA"]' in bytes(wire.heard)) is not encrypted
    assert (b"/seat/2" in bytes(wire.heard)) is not encrypted


LENGTHS = """async (selections) => {
  const { sendMove } = await import("/static/js/base/sending.js");
  const lengths = new Set();
  window.fetch = async (_, { body }) => {
    lengths.add(new TextEncoder().encode(body).length);
    JSON.parse(body);
    return new Response("{}");
  };
  for (const cards of selections) await sendMove({ move: "vote", cards, seat: "Ž".repeat(40) });
  return [...lengths];
}"""


@pytest.mark.parametrize("wire", ["plain"], indirect=True)
def test_every_vote_is_sent_as_one_length(
    wire: Wire, open_phone: Callable[[], Page], access: Access
) -> None:
    phone = open_phone()
    phone.goto(seat_address(access, "http", wire.port, Seat(2)))
    phone.wait_for_selector(INSIDE)
    assert phone.evaluate(LENGTHS, SELECTIONS) == [1024]


@pytest.mark.parametrize("wire", ["encrypted"], indirect=True)
def test_a_phone_that_comes_unencrypted_is_told_where_to_go(
    wire: Wire, open_phone: Callable[[], Page]
) -> None:
    phone = open_phone()
    phone.goto(f"http://127.0.0.1:{wire.port}/seat/2")
    link = phone.locator("a[href^='https://']").first
    assert link.get_attribute("href") == f"https://127.0.0.1:{wire.port}/seat/2"
    link.click()
    phone.click("#details-button")
    phone.click("#proceed-link")
    phone.wait_for_selector("#login, #join, #main")
    assert phone.url.startswith("https://")
