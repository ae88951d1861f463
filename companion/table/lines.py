"""The moves of a sitting as players read them: codes of the translation catalogue, never sentences."""

from companion.games.game import Role
from companion.games.history import CORRECT, UNDO
from companion.games.record import name_of
from companion.table.plays.verdict import Say
from companion.table.secrecy import as_known, is_known, lie_face_down
from companion.table.shapes import HistoryLine, Text
from companion.table.sitting import Sitting


def text(say: Say) -> Text:
    """Return a saying as it leaves the table."""
    said: Text = {"code": say.code, "params": dict(say.params)}
    return {**said, "places": list(say.places)} if say.places else said


def history_lines(sitting: Sitting, role: Role) -> list[HistoryLine]:
    """Return every move made so far, those taken back too, as this role may know them."""
    history = sitting.history
    steps = history.steps()
    standing = {step.number: step for step in steps}
    open_ = {step.number for step in steps[: len(steps) - lie_face_down(history)]}
    lines: list[HistoryLine] = []
    for number, (entry, event) in enumerate(zip(history.entries, sitting.events, strict=True), 1):
        if entry.words.get("move") in (UNDO, CORRECT):
            continue
        step = standing.get(number)
        shown = step.entry if step else entry
        words = as_known(history, shown, role)
        turned_up = number in open_ and shown.words.get("move") in history.game.turned_up
        told = step if turned_up or is_known(history, shown, role) else None
        lines.append(
            {
                "number": number,
                "seat": None if shown.seat is None else name_of(history.setup, shown.seat),
                "text": text(sitting.play.line(words, told)),
                "move": words,
                "at": event.happened_at or event.at,
                "by": event.by,
                "undone": step is None,
                "corrected": step is not None and step.corrected,
            }
        )
    return lines
