"""What pages show of a position: all of it, since nothing in this game is secret."""

from companion.games.game import Json
from companion.games.yacht.scoring import Row, empty_boxes, is_joker, upper_bonus, upper_sum
from companion.games.yacht.sheets import ScoreSheet
from companion.games.yacht.state import THROWS, State


def view(state: State) -> dict[str, Json]:
    """Return the position as JSON; lists by seat begin with seat 1, boxes are in the sheet's order.

    ``boxes`` are all boxes of the sheet, ``upper_boxes`` those that count for the bonus: ``bonus``
    points for a sum of at least ``bonus_from`` (0 and 0 on a sheet without one). ``rows``: a seat's
    points in each box, null if it is empty. ``upper_sums`` are the sums of the upper boxes, ``bonuses``
    and ``extra`` what bonus and extra bonus add to a seat's score in ``totals``.

    For the turn: ``throw`` counts the throws made, out of ``throws``; ``faces`` lie there now, and
    ``kept`` are those that the last throw left lying. ``options`` are the boxes that may be filled now,
    with their points; in any of them ``extra_now`` is added. ``joker``: the dice are five alike that may
    go to these boxes only. ``may`` names the moves allowed now.
    """
    return {**_agreed(state), **_sheets(state), **_turn(state)}


def _agreed(state: State) -> dict[str, Json]:
    sheet = state.sheet
    return {
        "sheet": sheet.name,
        "extra_bonus": state.terms.extra_bonus,
        "boxes": sheet.names,
        "upper_boxes": [box.name for box in sheet.upper],
        "bonus": sheet.bonus,
        "bonus_from": sheet.bonus_from,
    }


def _sheets(state: State) -> dict[str, Json]:
    sums = [upper_sum(state.sheet, row) for row in state.rows]
    return {
        "rows": [_name(state.sheet, row) for row in state.rows],
        "upper_sums": sums,
        "bonuses": [upper_bonus(state.sheet, each) for each in sums],
        "extra": state.extra,
        "totals": state.totals,
    }


def _name(sheet: ScoreSheet, row: Row) -> dict[str, Json]:
    return dict(zip(sheet.names, row, strict=True))


def _turn(state: State) -> dict[str, Json]:
    return {
        "seat": state.seat,
        "throw": state.throws,
        "throws": THROWS,
        "faces": state.lying,
        "kept": state.kept,
        "options": dict(state.options),
        "extra_now": state.extra_now,
        "joker": bool(state.options) and is_joker(state.terms, empty_boxes(state.row), state.counts),
        "may": [*(["throw"] if state.may_throw else []), *(["score"] if state.options else [])],
    }
