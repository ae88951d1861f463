"""Draws pages here, without a script, so that any television can show them.

They renew themselves. What is drawn is kept for a moment, so that a hundred watchers cost as much as
one.
"""

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Generic, TypeVar

from babel.dates import format_date, format_time
from flask import Response, make_response, render_template, request

from companion.hub.database import Database
from companion.hub.messages import Health
from companion.hub.organisers import Organisers
from companion.hub.pool import Pool
from web.pages.language import LANGUAGES, chosen_language
from web.pages.wording import name_of, text

RENEWED_S: Final = 2
"""Seconds after which a page asks again: with the drawing, a move is seen three seconds after it was
stored at the latest."""
KEPT_S: Final = 0.1
"""Seconds for which what was made for one is shown to others, too."""
MOST_KEPT: Final = 2000

Made = TypeVar("Made")
Reading = Callable[[Database], dict[str, Any]]
"""Reads from the database what a page's template shows."""


class RecentlyMade(Generic[Made]):
    """Keeps what was made a moment ago. If several ask for the same thing, only one of them makes it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._things: dict[tuple[str, ...], tuple[threading.Lock, float, Made | None]] = {}

    def of(self, key: tuple[str, ...], make: Callable[[], Made]) -> Made:
        """Return the thing of this key, made again if it is older than a moment."""
        with self._lock:
            if len(self._things) > MOST_KEPT:
                self._things.clear()
            own, _, _ = self._things.setdefault(key, (threading.Lock(), -KEPT_S, None))
        with own:
            _, at, thing = self._things.get(key, (own, -KEPT_S, None))
            if thing is None or time.monotonic() - at > KEPT_S:
                thing = make()
                with self._lock:
                    self._things[key] = (own, time.monotonic(), thing)
            return thing


class PageDrawing:
    """Draws each page, in the language of who looks."""

    def __init__(self, pool: Pool, organisers: Organisers, trouble: Callable[[], str]) -> None:
        self._pool, self._organisers, self._trouble = pool, organisers, trouble
        self._drawn = RecentlyMade[str]()

    def public(self, page: str, read: Reading, of: str = "") -> Response:
        """Draw a page that is the same for all visitors who read its language. ``of``: which of several
        such pages; as many as there are, whatever is asked for."""
        by = self._organisers.is_here
        key = page, chosen_language(), of, "organiser" if by else ""
        draw = partial(self._draw, page, read, RENEWED_S, is_organiser=by)
        response = make_response(self._drawn.of(key, draw))
        response.add_etag()
        response.make_conditional(request)
        return response

    def page(self, page: str, read: Reading) -> Response:
        """Draw a page for who asks."""
        return make_response(self._draw(page, read, None, is_organiser=self._organisers.is_here))

    def _draw(self, page: str, read: Reading, renewed_s: int | None, *, is_organiser: bool) -> str:
        language = chosen_language()
        with self._pool.lent() as database:
            shown = read(database)
        return render_template(
            f"{page}.html",
            **shown,
            page=page,
            is_organiser=is_organiser,
            trouble=self._trouble(),
            renewed_s=renewed_s,
            language=language,
            languages=LANGUAGES,
            t=partial(text, language),
            called=partial(called, language),
            day=lambda day: format_date(day, "d MMMM y", locale=language),
            clock=lambda at: format_time(at.astimezone(), "short", locale=language),
            game=lambda name: name_of(language, f"game.{name}", name or ""),
            what=partial(_what, language),
        )


def called(language: str, seat: int, name: str | None) -> str:
    """Return how a seat is called: by its player's name, if that may be known."""
    return name or text(language, "hub.seat", {"seat": seat})


def _what(language: str, health: Health) -> str:
    """Return why a table needs help."""
    names = (name_of(language, f"part.{part}", part) for part in health.parts)
    return ", ".join([*([text(language, "hub.asks")] if health.asks else []), *names])
