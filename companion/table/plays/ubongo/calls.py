"""Calls in the order in which they were made, whatever order they came in.

A key tells when it was pressed, by the edge that its pin saw. A phone's call counts when it arrives: how
long it was on its way nobody knows, so that two calls of which one came by phone are told apart only
where they lie farther apart than that may differ.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.games.history import UNDO
from companion.table.hooks.timing import Happened

KEY_ERROR_S: Final = 0.0005
"""A key's edge is known so well, in seconds: its contact closes in less."""
PHONE_ERROR_S: Final = 0.05
"""Ways through a house's Wi-Fi differ by about so much, in seconds. Not measured at a table."""


def in_order(call: Happened, recent: Sequence[Happened]) -> list[Happened]:
    """Return the moves that put a call in its place among the last ones.

    Calls, or an end of the time, that happened later are taken back and made again behind it. A call as
    near to the one before as can not be told apart is a dead heat with it.
    """
    calls = _since_other_moves(recent)
    first = next((at for at, one in enumerate(calls) if one.at > call.at), len(calls))
    earlier, later = calls[:first], calls[first:]
    undone = [Happened({"move": UNDO}, "rule", call.at) for _ in later]
    before = earlier[-1] if earlier else None
    made: list[Happened] = []
    for one in (call, *later):
        made.append(_after(before, one))
        before = one
    return undone + made


def _since_other_moves(recent: Sequence[Happened]) -> list[Happened]:
    """Return the calls and ends of time that nothing else has followed."""
    found: list[Happened] = []
    for one in reversed(recent):
        is_end = one.words == {"move": "time_up"}
        if one.words.get("move") != "call" and not is_end:
            break
        found.append(one)
    return found[::-1]


def _after(before: Happened | None, one: Happened) -> Happened:
    """Return a call as it stands behind the one before; anything else as it is."""
    if one.words.get("move") != "call":
        return one
    words = {key: value for key, value in one.words.items() if key != "dead_heat"}
    is_heat = before is not None and before.words.get("move") == "call" and are_alike(before, one)
    return replace(one, words={**words, "dead_heat": True} if is_heat else words)


def are_alike(one: Happened, other: Happened) -> bool:
    """Tell whether two calls lie so near that nobody can say which was first."""
    errors_s = [KEY_ERROR_S if call.by == "box" else PHONE_ERROR_S for call in (one, other)]
    return abs(one.at - other.at) <= sum(errors_s)
