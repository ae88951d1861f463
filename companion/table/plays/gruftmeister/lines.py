"""The game's moves as the history tells them. Of a locked door only who peeked is told its face."""

from companion.games.game import Json
from companion.games.gruftmeister.crypt import OPEN
from companion.games.gruftmeister.state import State
from companion.games.gruftmeister.wording import cell_of
from companion.games.history import Step
from companion.table.hooks.verdict import JsonObject, Say
from companion.table.plays.gruftmeister.words import face_of, faces_of, place_of, result_of


def line(words: JsonObject, step: Step | None) -> Say | None:
    """Return what the history says of a move; None of one that is not this game's."""
    match words.get("move"):
        case "step":
            return Say(f"gruftmeister.move.step_{words['figure']}", _place(words["to"]))
        case "found":
            return Say("gruftmeister.move.found", _face(words["thing"]))
        case "peek":
            return Say("gruftmeister.move.peek", _place(words["door"]))
        case "see":
            return _seen(words)
        case "use_tool":
            told = _face(words["face"]) | _place(words["door"])
            return Say("gruftmeister.move.use_tool", told)
        case "use_key":
            return Say("gruftmeister.move.use_key", _place(words["door"]))
        case "shut_in":
            return Say("gruftmeister.move.shut_in", _place(words["remove"]))
        case "show":
            return Say("gruftmeister.move.show", {"faces": faces_of(words["doors"].values())})
        case "fight":
            return Say("gruftmeister.move.fight", _place(words["coffin"]))
        case "throw":
            return _thrown(words, step)
        case "break_off" | "heal" | "end_turn" | "end_game" | "play_on" as kind:
            return Say(f"gruftmeister.move.{kind}")
        case "take":
            return Say("gruftmeister.move.take", _face(words["thing"]))
        case "drop":
            return _say_dropped(words, step)
        case "swap":
            return _say_swapped(words)
        case _:
            return None


def _place(cell: Json) -> dict[str, str | int | float]:
    found = cell_of(cell)
    assert found is not None
    return {"place": place_of(found)}


def _face(thing: str) -> dict[str, str | int | float]:
    return {"face": face_of(thing)}


def _seen(words: JsonObject) -> Say:
    """Tell of a peek what the reader may know of it."""
    if "seen" not in words:
        return Say("gruftmeister.move.see")
    if words["seen"] is None:
        return Say("gruftmeister.move.see_kept")
    if words["seen"] == OPEN:
        return Say("gruftmeister.move.see_open")
    return Say("gruftmeister.move.see_locked", _face(words["seen"]))


def _thrown(words: JsonObject, step: Step | None) -> Say:
    told: dict[str, str | int | float] = {"faces": faces_of(words["faces"])}
    state: State | None = None if step is None else step.state
    if state is None or state.blow is None:
        return Say("gruftmeister.move.throw", told)
    code = f"gruftmeister.move.throw_{result_of(state.blow)}"
    told["hearts"] = state.blow.hearts
    return Say(code, told)


def _say_dropped(words: JsonObject, step: Step | None) -> Say:
    told = _face(words["thing"])
    if step is not None and step.before is not None and step.entry.seat is not None:
        at = step.entry.seat - 1
        home = [each.players[at].home for each in (step.before.state, step.state)]
        if home[1] > home[0]:
            told["treasures"] = home[1]
            return Say("gruftmeister.move.home", told)
    return Say(f"gruftmeister.move.drop_{words['figure']}", told)


def _say_swapped(words: JsonObject) -> Say:
    down, up = faces_of(words.get("to_servant", ())), faces_of(words.get("to_master", ()))
    if down and up:
        return Say("gruftmeister.move.swap", {"faces": down, "back_faces": up})
    code = "gruftmeister.move.swap_to_servant" if down else "gruftmeister.move.swap_to_master"
    return Say(code, {"faces": down or up})
