"""What must work in every browser: a page is drawn, logs in, is told of news, and plays a move."""

import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.games import catalogue
from companion.games.game import EVERYONE
from companion.table.access.access import Access
from companion.table.table import Table
from tests.rigs.browsers.engines import Browser
from tests.web.played import play_on, table_at_play
from web.app import create_app
from web.server import Server

PIN = "246813579"
SIZES = ((1280, 720), (1920, 1080))
SHOWN_WITHIN_S = 3.0
"""A screen without a script shows what is new so soon."""
MOST_UNSEEN = 20
"""Some of so many moves change what is drawn, unless the game is over."""
PATIENCE_S = 20.0
REFUSED = ("Failed to load resource", "establish a connection")
"""So browsers themselves tell of an address that refuses, as it does before somebody has logged in."""
DRAWN = "!document.getElementById('game').hidden && document.querySelector('.turn h2') !== null"
APART = """(function () {
  var box = document.createElement('div');
  box.className = 'buttons';
  box.style.minWidth = '20em';
  box.appendChild(document.createElement('button'));
  box.appendChild(document.createElement('button'));
  document.body.appendChild(box);
  window.apart = box;
  return true;
})()"""
FETCHED = """performance.getEntriesByType("resource").some(function (fetched) {
  return /GAME.en.js$/.test(fetched.name) && fetched.responseEnd > 0;
})"""
SPACE = """(
  apart.children[1].getBoundingClientRect().left -
  apart.children[0].getBoundingClientRect().right
)"""
PLACES = "document.querySelectorAll('.drawing svg *').length"


class Failed(AssertionError):
    """Something did not come about in a browser."""


@dataclass(frozen=True)
class Played:
    """A table at which a game is played, and where its pages are."""

    game: str
    table: Table
    address: str

    def page(self) -> bytes:
        """Return the page without a script, as it is sent now."""
        with urllib.request.urlopen(f"{self.address}/plain?lang=en") as reply:
            sent: bytes = reply.read()
            return sent


@contextmanager
def tables() -> Iterator[list[Played]]:
    """Run a table for each game, well under way, with its pages."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        yield [_at_play(stack, folder, game) for game in catalogue.names()]


def _at_play(stack: ExitStack, folder: Path, game: str) -> Played:
    table = stack.enter_context(table_at_play(game))
    access = Access(folder / f"{game}.db", PIN, time.time, time.monotonic)
    app = create_app(table, access, public=lambda: ["http://192.168.1.7:8000"])
    server = Server(app, "127.0.0.1", 0)
    server.start()
    stack.callback(server.stop)
    return Played(game, table, f"http://127.0.0.1:{server.port}")


def shows_without_script(browser: Browser, played: Played, folder: Path, name: str) -> None:
    """Look at the page that an old browser is led to, and at what it shows after another move."""
    browser.open(f"{played.address}/?lang=en")
    _until(browser, "location.pathname === '/plain'")
    _until(browser, f"{PLACES} > 0")
    for width, height in SIZES:
        browser.picture(folder / f"{name}-{played.game}-{width}x{height}.png", (width, height))
    shown = browser.run("document.body.innerHTML")
    if _brings_news(played):
        _changes(browser, shown)


def _brings_news(played: Played) -> bool:
    """Make moves until all may see one; not every move shows. Tell whether there was one."""
    before = played.page()
    for _ in range(MOST_UNSEEN):
        play_on(played.table, 1)
        if played.page() != before:
            return True
    return False


def _changes(browser: Browser, shown: str) -> None:
    """Wait until the page shows something else, no longer than it may take, and as long again."""
    began = time.monotonic()
    while browser.run("document.body ? document.body.innerHTML : ''") in (shown, ""):
        if time.monotonic() - began > 2 * SHOWN_WITHIN_S:
            raise Failed("the page without a script shows nothing new")
        time.sleep(0.1)
    print(f"  shown after {time.monotonic() - began:.1f} s")


def works(browser: Browser, played: Played) -> None:
    """Look at every page of a table, and play on it as host."""
    browser.open(f"{played.address}/?lang=en")
    _until(browser, DRAWN)
    if (led := browser.run("location.pathname")) != "/":
        raise Failed(f"a browser that can read the scripts was led away from them, to {led}")
    browser.run(APART)
    _until(browser, f"{SPACE} >= 1")
    version = played.table.state(EVERYONE)["version"]
    play_on(played.table, 1)
    if played.table.state(EVERYONE)["version"] != version:
        _until(browser, f"!document.getElementById('game').contains(apart) || {DRAWN}")
    for page in ("simulator", "teach", "teach/phone", "camera/phone", "seat/1"):
        browser.open(f"{played.address}/{page}?lang=en")
        _until(browser, "!document.getElementById('login').hidden")
    for page in ("camera", "history"):
        browser.open(f"{played.address}/{page}?lang=en")
        _until(browser, FETCHED.replace("GAME", played.game))
    browser.open(f"{played.address}/host?lang=en#pin={PIN}")
    _until(browser, "!document.getElementById('inside').hidden")
    _until(browser, DRAWN)
    _rules_open_and_close(browser)
    _takes_back(browser, played.table)
    complaints = [words for words in browser.complaints() if not any(map(words.count, REFUSED))]
    if complaints:
        raise Failed(f"{played.game}: {complaints}")


def _rules_open_and_close(browser: Browser) -> None:
    if browser.run("document.getElementById('open-rules').hidden"):
        return
    browser.run("document.getElementById('open-rules').click()")
    _until(browser, "document.getElementById('rules').hasAttribute('open')")
    browser.run("document.querySelector('#rules header button').click()")
    _until(browser, "!document.getElementById('rules').hasAttribute('open')")


def _takes_back(browser: Browser, table: Table) -> None:
    """Take the last move back, by tap in the dialog that its line opens."""
    before = len(table.history.entries)
    line = "document.querySelector('#history li:not(.undone) button[aria-haspopup]')"
    if not browser.run(f"{line} !== null"):
        line = "document.querySelector('#history li:not(.undone) button')"
    _until(browser, f"{line} !== null")
    browser.run(f"{line}.click()")
    _until(browser, "document.getElementById('correct').hasAttribute('open')")
    if browser.run("document.querySelector('#correct [data-key=take-back]') === null"):
        browser.run("document.querySelector('#correct .buttons .quiet').click()")
        _until(browser, "document.getElementById('correct') === null")
        return
    browser.run("document.querySelector('#correct [data-key=take-back]').click()")
    _until(browser, "document.getElementById('correct') === null")
    if len(table.history.entries) == before:
        raise Failed("no move was taken back")


def _until(browser: Browser, happened: str) -> None:
    """Wait until an expression is true on the page."""
    until = time.monotonic() + PATIENCE_S
    while not _tried(browser, happened):
        if time.monotonic() > until:
            raise Failed(f"never: {happened}; {browser.complaints()}")
        time.sleep(0.1)


def _tried(browser: Browser, expression: str) -> bool:
    """Return what an expression is; where the page is not there yet, it is not so."""
    safe = f"(function () {{ try {{ return Boolean({expression}); }} catch (_) {{ return false; }} }})()"
    return browser.run(safe) is True
