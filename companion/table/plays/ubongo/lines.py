"""The game's moves as the history tells them."""

from companion.games.history import Step
from companion.games.ubongo.state import State
from companion.table.hooks.verdict import JsonObject, Say


def line(words: JsonObject, step: Step | None) -> Say | None:
    """Return what the history says of a move; None of one that is not this game's."""
    match words.get("move"):
        case "gems":
            return Say("ubongo.move.gems")
        case "gem":
            row, hole, term = words["row"] + 1, words["hole"] + 1, f"ubongo.colour.{words['gem']}"
            return Say("ubongo.move.gem", {"row": row, "hole": hole, "term": term})
        case "start" if words.get("seat") is None and step is not None:
            return _say_rolled(words, step.state)
        case "start" if words.get("symbol") is None:
            return Say("ubongo.move.start_alone")
        case "start":
            return Say("ubongo.move.start", {"term": f"ubongo.symbol.{words['symbol']}"})
        case "symbol":
            return Say("ubongo.move.symbol", {"term": f"ubongo.symbol.{words['symbol']}"})
        case "call":
            return Say("ubongo.move.call_heat" if words.get("dead_heat") else "ubongo.move.call")
        case "call_order":
            return Say("ubongo.move.call_order", {"seats": ", ".join(words["order"])})
        case "false_call":
            return Say("ubongo.move.false_call")
        case "take":
            return _take(words, step)
        case "move_pawn":
            return Say("ubongo.move.move_pawn", {"row": words["row"] + 1})
        case "time_up":
            return Say(
                "ubongo.move.time_up" if words.get("seat") is None else "ubongo.move.time_up_seat"
            )
        case "turn_glass":
            return Say("ubongo.move.turn_glass")
        case _:
            return None


def _say_rolled(words: JsonObject, state: State) -> Say:
    """Say who rolled where a key or the camera started the round."""
    seat = state.name(state.starter)
    if words.get("symbol") is None:
        return Say("ubongo.referee.start", {"seat": seat})
    return Say("ubongo.referee.rolled", {"seat": seat, "term": f"ubongo.symbol.{words['symbol']}"})


def _take(words: JsonObject, step: Step | None) -> Say:
    params = {"row": words["row"] + 1}
    if step is None or step.before is None:
        return Say("ubongo.move.take", params)
    before: State = step.before.state
    left: State = step.state
    count = len(before.gems[words["row"]]) - len(left.gems[words["row"]])
    return Say("ubongo.move.take_gems", {"row": words["row"] + 1, "count": count})
