"""The moves of a sitting as players read them: codes of the translation catalogue, never sentences."""

from companion.games.game import Role
from companion.games.history import CORRECT, UNDO
from companion.games.record import Entry, entry_words, name_of
from companion.table.plays.verdict import Say
from companion.table.shapes import HistoryLine, JsonObject, Text
from companion.table.sitting import Sitting


def text(say: Say) -> Text:
    """Return a saying as it leaves the table."""
    said: Text = {"code": say.code, "params": dict(say.params)}
    return {**said, "places": list(say.places)} if say.places else said


def history_lines(sitting: Sitting, role: Role) -> list[HistoryLine]:
    """Return every move made so far, those taken back too, as this role may know them."""
    history = sitting.history
    standing = {step.number: step for step in history.steps()}
    lines: list[HistoryLine] = []
    for number, (entry, event) in enumerate(zip(history.entries, sitting.events, strict=True), 1):
        if entry.words.get("move") in (UNDO, CORRECT):
            continue
        step = standing.get(number)
        shown = step.entry if step else entry
        words = _as_known(sitting, shown, role)
        lines.append(
            {
                "number": number,
                "seat": None if shown.seat is None else name_of(history.setup, shown.seat),
                "text": text(sitting.play.line(words, step)),
                "move": words,
                "at": event.happened_at or event.at,
                "by": event.by,
                "undone": step is None,
                "corrected": step is not None and step.corrected,
            }
        )
    return lines


def _as_known(sitting: Sitting, entry: Entry, role: Role) -> JsonObject:
    """Return a move's words, less what this role may not know yet."""
    history = sitting.history
    whole = entry_words(history.setup, entry)
    secret = entry.words.get("move") in history.game.secret_moves
    if (
        not secret
        or (role.seat is not None and role.seat == entry.seat)
        or history.game.outcome(history.state) is not None
    ):
        return whole
    return {key: value for key, value in whole.items() if key in ("seat", "move")}
