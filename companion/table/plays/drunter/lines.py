"""The game's moves as the history tells them. Of a vote nothing is told before it is over."""

from collections.abc import Mapping, Sequence

from companion.games.drunter.pieces import Tile
from companion.games.drunter.state import State, Voting
from companion.games.drunter.turns import to_move
from companion.games.game import Seat
from companion.games.history import Step
from companion.table.hooks.verdict import JsonObject, Say
from companion.table.plays.drunter.words import names, term


def line(words: JsonObject, step: Step | None) -> Say | None:
    """Return what the history says of a move; None of one that is not this game's."""
    match words.get("move"):
        case "lay":
            return _lay(words, step)
        case "vote":
            return _say_count(step) or Say("drunter.move.vote")
        case "declare":
            return _say_count(step) or Say(f"drunter.move.declare_{words.get('as')}")
        case "choose":
            return Say("drunter.move.choose")
        case "pass":
            return Say("drunter.move.pass")
        case "counted":
            yes, no = int(words["yes"]), int(words["no"])
            code = "drunter.move.counted_passed" if no <= yes else "drunter.move.counted_refused"
            return Say(code, {"yes": yes, "no": no})
        case "left":
            votes = words.get("votes", {}).items()
            return Say("drunter.move.left", {"votes": names(f"{name}: {n}" for name, n in votes)})
        case "show":
            return _shown(words.get("cards", ()))
        case _:
            return None


def _shown(cards: Sequence[str] | Mapping[str, object]) -> Say:
    """Return who shows which cards; a list is of one seat."""
    if not isinstance(cards, Mapping):
        return Say("drunter.move.show", {"cards": names(cards)})
    hands = ((name, [hand] if isinstance(hand, str) else hand) for name, hand in cards.items())
    told = (
        f"{name}: {' + '.join(map(str, hand))}" for name, hand in hands if isinstance(hand, Sequence)
    )
    return Say("drunter.move.show_all", {"cards": names(told)})


def _lay(words: JsonObject, step: Step | None) -> Say:
    params = {"term": term(Tile(words["kind"], words["length"]))}
    if step is None:
        return Say("drunter.move.lay", params)
    if isinstance(step.state.phase, Voting):
        return Say("drunter.move.propose", params)
    skipped = _name_skipped(step.state, step.move.seat)
    if skipped:
        return Say("drunter.move.lay_skips", {"term": params["term"], "seats": names(skipped)})
    return Say("drunter.move.lay", params)


def _say_count(step: Step | None) -> Say | None:
    """Return the outcome of the vote that ended with this move."""
    if step is None or step.before is None:
        return None
    vote = step.state.last_vote
    if vote is None or vote == step.before.state.last_vote:
        return None
    code = "drunter.move.vote_passed" if vote.tally.passed else "drunter.move.vote_refused"
    return Say(code, {"yes": vote.tally.yes, "no": vote.tally.no})


def _name_skipped(state: State, seat: Seat) -> list[str]:
    """Return who cannot lay and was passed over after this seat."""
    following = to_move(state)
    if following is None:
        return []
    after = state.clockwise(state.after(seat))
    return [state.name(each) for each in after[: after.index(following)]]
