"""The moves of a sitting as players read them: codes of the translation catalogue, never sentences."""

from dataclasses import dataclass

from companion.games.game import Role
from companion.games.history import CORRECT, UNDO, Step
from companion.games.record import Entry, name_of
from companion.table.hooks.verdict import text
from companion.table.shapes.moves import HistoryLine
from companion.table.sitting.secrecy import (
    as_known,
    find_turned_up_with,
    is_known,
    is_public,
    lie_face_down,
)
from companion.table.sitting.sitting import Sitting

MOST_LINES = 60
"""Most lines sent at once: a state must not grow with the game."""


@dataclass(frozen=True)
class LastLines:
    """The last moves before some number, oldest first, and the number of moves before them.

    ``edition`` changes whenever the text of an earlier line may have changed.
    """

    lines: list[HistoryLine]
    earlier: int
    edition: int


def history_lines(sitting: Sitting, role: Role, before: int | None = None) -> LastLines:
    """Return the last moves before that number, including those taken back, as this role may know
    them."""
    entries = sitting.history.entries
    moves = [
        number
        for number, entry in enumerate(entries, 1)
        if entry.words.get("move") not in (UNDO, CORRECT)
    ]
    revised = len(entries) - len(moves)
    wanted = [number for number in moves if before is None or number < before]
    told = wanted[-MOST_LINES:]
    return LastLines(
        _lines(sitting, role, told), len(wanted) - len(told), revised + sitting.position.has_ended
    )


def _lines(sitting: Sitting, role: Role, numbers: list[int]) -> list[HistoryLine]:
    history = sitting.history
    steps = history.steps()
    open_ = len(steps) - lie_face_down(history)
    standing = {step.number: (step, place < open_) for place, step in enumerate(steps)}
    return [_line(sitting, role, number, *standing.get(number, (None, False))) for number in numbers]


def _line(sitting: Sitting, role: Role, number: int, step: Step | None, is_open: bool) -> HistoryLine:
    """Return one line; ``is_open``: the move stands, and is not face down any more."""
    history, event = sitting.history, sitting.events[number - 1]
    shown: Entry = step.entry if step else history.entries[number - 1]
    at = sitting.events[find_turned_up_with(history, number) - 1]
    words = as_known(history, shown, role)
    is_told = is_public(history.game, shown.words, is_open=is_open) or is_known(history, shown, role)
    return {
        "number": number,
        "seat": None if shown.seat is None else name_of(history.setup, shown.seat),
        "text": text(sitting.play.line(words, step if is_told else None)),
        "move": words,
        "at": at.happened_at or at.at,
        "by": event.by,
        "undone": step is None,
        "corrected": step is not None and step.corrected,
    }
