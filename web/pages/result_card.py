"""A game's end as one picture: to be photographed, sent on, and shown where no script runs."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any, Final

from babel.dates import format_date

from companion.table.evenings.result import Placed
from companion.table.evenings.sharing import SharedGame
from companion.table.hooks.drawing import PAPER, Seated, at, line, seat_mark, seated, tag, words
from companion.table.shapes.values import JsonObject
from web.pages.wording import text

WIDTH, HEIGHT = 1080, 1350
"""Four by five: messengers show such pictures without cutting them."""
MARGIN, ROW = 60, 84
MOST_ROWS: Final = 8
BOARD, GOLD, FAINT = "#173f35", "#f0b429", "#cfe0d6"
MOST_LETTERS: Final = 40
"""Most small letters on a line; a name has room for half of them."""


def card(play: SharedGame, drawn: str, language: str) -> str:
    """Return the picture as SVG. ``drawn``: the winning board as SVG, "" if there is none."""
    say, one = partial(text, language), play.result
    lines = [
        tag("rect", width=WIDTH, height=HEIGHT, fill=BOARD),
        words(play.title, MARGIN, 92, 54, fill=PAPER, font_weight="bold"),
        words(_date(one.opened_at, language), MARGIN, 142, 32, fill=FAINT),
        line(f"M{MARGIN} 166H{WIDTH - MARGIN}", GOLD, 4),
    ]
    y = 245
    sits = {who.name: who for who in seated(one.seats, play.marks)}
    for placed in one.ranking[:MOST_ROWS]:
        lines.append(_place(placed, sits[placed.name], y, is_first=placed.won))
        y += ROW
    told = [
        say("end.told", {"name": name, "told": said}) if name else said
        for name, said in told_of(one.to_json(), say)
    ]
    for each in (part for said in told for part in _broken(said)):
        lines.append(words(each, MARGIN, y, 34, fill=FAINT))
        y += 46
    if drawn and y < HEIGHT - 260:
        lines.append(_inside(drawn, MARGIN, y - 10, WIDTH - 2 * MARGIN, HEIGHT - y - 70))
    lines.append(words(say("app.name"), WIDTH - MARGIN, HEIGHT - 28, 26, fill=FAINT, text_anchor="end"))
    attributes: JsonObject = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {WIDTH} {HEIGHT}",
        "width": WIDTH,
        "height": HEIGHT,
        "font_family": "system-ui, sans-serif",
    }
    return tag("svg", *lines, **attributes)


def told_of(end: Mapping[str, Any], say: Callable[..., str]) -> list[tuple[str, str]]:
    """Return why a game ended, and its highlights: the seat of each ("" if it is nobody's), and its
    text.

    ``end``: with ``why`` and ``highlights``, as in a state.
    """
    why = [("", say(end["why"]["code"], end["why"]["params"]))] if end["why"] else []
    told = [(one["name"], say(one["text"]["code"], one["text"]["params"])) for one in end["highlights"]]
    return [*why, *((name or "", said) for name, said in told)]


def _place(placed: Placed, who: Seated, y: float, *, is_first: bool) -> str:
    size = 60 if is_first else 46
    colour = GOLD if is_first else PAPER
    rank = "★" if placed.won else f"{placed.rank}."
    name = who.name if len(who.name) <= MOST_LETTERS // 2 else f"{who.name[: MOST_LETTERS // 2 - 1]}…"
    score = "" if placed.score is None else str(placed.score)
    return "".join(
        (
            words(rank, MARGIN, y, size, fill=colour),
            at(MARGIN + 110, y - size / 3, seat_mark(who), scale=size / 24),
            words(name, MARGIN + 160, y, size, fill=colour, font_weight=700 if is_first else 400),
            words(score, WIDTH - MARGIN, y, size, fill=colour, text_anchor="end"),
        )
    )


def _broken(said: str) -> list[str]:
    """Return a text in lines that have room."""
    lines = [""]
    for each in said.split():
        longer = f"{lines[-1]} {each}".strip()
        if len(longer) > MOST_LETTERS + 14 and lines[-1]:
            lines.append(each)
        else:
            lines[-1] = longer
    return lines


def _inside(drawn: str, x: float, y: float, width: float, height: float) -> str:
    """Return a whole drawing as a part of another."""
    place = f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
    return drawn.replace("<svg ", place, 1)


def _date(told: str, language: str) -> str:
    try:
        return format_date(datetime.fromisoformat(told).date(), "long", language)
    except ValueError:
        return ""
