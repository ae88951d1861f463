"""How a game ended, as one picture: to be photographed, sent on, and shown where no script runs."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Final

from babel.dates import format_date

from companion.table.evenings.result import Placed
from companion.table.evenings.sharing import Play
from companion.table.plays.drawing import PAPER, SEATS, Seated, at, line, seat_mark, tag, words
from companion.table.shapes import JsonObject
from web.wording import text

WIDTH, HEIGHT = 1080, 1350
"""As messengers show pictures without cutting them: four by five."""
MARGIN, ROW = 60, 84
MOST_ROWS: Final = 8
BOARD, GOLD, FAINT = "#173f35", "#f0b429", "#cfe0d6"
MOST_LETTERS: Final = 40
"""Of a line of small letters, so many have room; of a name half of them."""


def card(play: Play, marks: Mapping[str, tuple[int, int]], drawn: str, language: str) -> str:
    """Return the picture as SVG. ``drawn``: the winning board as SVG, "" for none."""
    say, one = partial(text, language), play.result
    lines = [
        tag("rect", width=WIDTH, height=HEIGHT, fill=BOARD),
        words(play.title, MARGIN, 100, 54, fill=PAPER, font_weight="bold"),
        words(_date(one.opened_at, language), WIDTH - MARGIN, 98, 32, fill=FAINT, text_anchor="end"),
        line(f"M{MARGIN} 130H{WIDTH - MARGIN}", GOLD, 4),
    ]
    y = 215
    seated = {
        name: Seated(name, *marks.get(name, (place % len(SEATS) + 1,) * 2))
        for place, name in enumerate(one.seats)
    }
    for placed in one.ranking[:MOST_ROWS]:
        lines.append(_place(placed, seated[placed.name], y, is_first=placed.won))
        y += ROW
    told = [say(one.why.code, one.why.params)] if one.why else []
    told += [
        f"{each.name}: {said}" if each.name else said
        for each in one.highlights
        for said in (say(each.say.code, each.say.params),)
    ]
    for each in (part for one_ in told for part in _broken(one_)):
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
