"""What each role may know of a sitting, as JSON.

Open to all: ``variant``; ``phase`` (lay, vote, count, reveal, declare, choose, show, ended) and
``to_move``; the ``board``, as in its file; the ``town``: gangs, tiles, the ways on, the values still
standing of each type; the ``lines``, how each goes on, and what each card is ``worth`` (``telling``);
which way each tile ``runs`` from its gang; the ``tiles`` in the hands, or null
with ``supply``: what the box and all hands hold together; whether ``nobody_can_lay``; the
``ended_lines``, where and why (``turns.Ending``); the open ``vote``, its cards as far as they are turned
up; who has ``finished`` voting or choosing, whoever was first; the ``last_vote`` in full, ``revealed``
null if only the sums were told; from the end on everybody's ``cards``, the ``votes`` or how many are
``left``, if known, and what breaks a tie (``more``); who is ``tied`` and asked for them. A seat also
sees its ``own`` cards, which of them ``counts``, its votes, and what it has ``laid``. The host is no
seat.
"""

from collections.abc import Iterable

from companion.games.drunter.board import board_words
from companion.games.drunter.cards import standing
from companion.games.drunter.ending import scores, tie_break, tied
from companion.games.drunter.moves import Lay, Vote, write_lay
from companion.games.drunter.pieces import KINDS, Square, Tiles
from companion.games.drunter.state import (
    Choosing,
    CountedVote,
    Declaring,
    Ended,
    Laying,
    Phase,
    Revealing,
    State,
    Voting,
)
from companion.games.drunter.telling import lays, lines, open_cards, worth
from companion.games.drunter.turns import (
    awaits_sums,
    ended_lines,
    finished,
    nobody_can_lay,
    outhouses_under,
    squares_of,
    to_move,
)
from companion.games.game import Json, Role, Seat


def view(state: State, role: Role) -> dict[str, Json]:
    """Return all that this role may know."""
    if role.seat not in state.clockwise(Seat(1)):
        return _open(state)
    return {**_open(state), "own": _own(state, role.seat)}


def _open(state: State) -> dict[str, Json]:
    """Return what everyone may know."""
    return {
        "variant": state.variant,
        "phase": _phase_name(state),
        "to_move": _name(state, to_move(state)),
        "board": board_words(state.town.board),
        "town": _town(state),
        "lines": lines(state),
        "worth": worth(state),
        "runs": [*state.town.runs],
        **_tiles(state),
        "ended_lines": [
            {"kind": gang.kind, "square": [*gang.square], "why": why} for gang, why in ended_lines(state)
        ],
        "vote": _vote(state),
        "finished": [state.name(seat) for seat in finished(state)],
        "last_vote": None if state.last_vote is None else _counted(state, state.last_vote),
        "cards": _shown(state),
        **_votes_left(state),
    }


def _tiles(state: State) -> dict[str, Json]:
    if state.supply is not None:
        return {"tiles": None, "supply": _hand(state.supply), "nobody_can_lay": nobody_can_lay(state)}
    hands = {name: _hand(tiles) for name, tiles in zip(state.seats, state.tiles, strict=True)}
    return {"tiles": hands, "supply": None, "nobody_can_lay": nobody_can_lay(state)}


def _votes_left(state: State) -> dict[str, Json]:
    """Return the votes left once the game has ended, and whose hands a tie waits for."""
    is_known = isinstance(state.phase, Ended) and not (state.spent or state.own_votes)
    return {
        "votes": _by_name(state, state.votes) if is_known else None,
        "left": dict(zip(state.seats, state.left, strict=True)) if state.left else None,
        "more": _more(state, is_known=is_known or bool(state.left)),
        "tied": [state.name(seat) for seat in tied(state)],
    }


def _more(state: State, *, is_known: bool) -> dict[str, Json]:
    """Return by player what breaks a tie, as far as it can be told."""
    if not is_known or (state.variant == "expert" and scores(state) is None):
        return {}
    return {state.name(seat): tie_break(state, seat) for seat in state.clockwise(Seat(1))}


def _phase_name(state: State) -> str:
    if isinstance(state.phase, Ended) and to_move(state) is not None:
        return "show"
    if awaits_sums(state):
        return "count"
    names: dict[type[Phase], str] = {
        Laying: "lay",
        Voting: "vote",
        Revealing: "reveal",
        Declaring: "declare",
        Choosing: "choose",
        Ended: "ended",
    }
    return names[type(state.phase)]


def _town(state: State) -> dict[str, Json]:
    town, uncovered = state.town, standing(state.town)
    return {
        "gangs": [{"kind": gang.kind, "square": [*gang.square]} for gang in town.gangs],
        "tiles": [{"kind": tile.kind, "squares": _squares(tile.squares)} for tile in town.tiles],
        "ways": [
            {
                "kind": way.gang.kind,
                "gang": [*way.gang.square],
                "towards": way.towards,
                "squares": _squares(way.squares),
                **lays(state, way),
            }
            for way in town.ways
        ],
        "standing": {
            type_: sorted(each.value for each in uncovered if each.type == type_)
            for type_ in town.board.types
        },
    }


def _vote(state: State) -> dict[str, Json] | None:
    """Return the open vote: the proposed lay; cards and jokers only once they are revealed."""
    match state.phase:
        case Voting(lay=lay):
            return {"lay": _proposed(state, lay), "revealed": None, "declared": {}, "sums": {}}
        case (
            Revealing(lay=lay, laid=laid, declared=declared)
            | Declaring(lay=lay, laid=laid, declared=declared)
        ):
            laid = (*laid, *((),) * (len(state.seats) - len(laid)))
            return {"lay": _proposed(state, lay), **open_cards(state, Declaring(lay, laid, declared))}
        case _:
            return None


def _proposed(state: State, lay: Lay) -> dict[str, Json]:
    return {
        **_lay(state, lay),
        "squares": _squares(squares_of(state, lay)),
        "outhouses": _squares(outhouses_under(state, lay)),
    }


def _counted(state: State, vote: CountedVote) -> dict[str, Json]:
    cards: dict[str, Json] = {"revealed": None, "declared": {}, "sums": {}}
    if vote.laid:
        cards = open_cards(state, Declaring(vote.lay, vote.laid, vote.declared))
    return {
        "lay": _lay(state, vote.lay),
        **cards,
        "yes": vote.tally.yes,
        "no": vote.tally.no,
        "passed": vote.tally.passed,
    }


def _lay(state: State, lay: Lay) -> dict[str, Json]:
    return {"seat": state.name(lay.seat), **write_lay(lay)}


def _own(state: State, seat: Seat) -> dict[str, Json]:
    cards = state.cards_of(seat)
    return {
        "cards": [*cards],
        "counts": cards[0] if cards and _has_chosen(state, seat) else None,
        "votes": [] if state.own_votes else [*state.votes_of(seat)],
        "laid": _own_laid(state, seat),
    }


def _has_chosen(state: State, seat: Seat) -> bool:
    if isinstance(state.phase, Choosing):
        return seat in finished(state)
    return state.variant == "basic" or state.chosen


def _own_laid(state: State, seat: Seat) -> list[Json] | None:
    """Return the cards that lie face down before this seat, and are still counted in its hand."""
    for move in state.early:
        if move.seat == seat and isinstance(move, Vote):
            return [*move.cards]
    if isinstance(state.phase, Voting | Declaring):
        voters = state.clockwise(state.phase.lay.seat)
        at = voters.index(seat)
        return [*state.phase.laid[at]] if at < len(state.phase.laid) else None
    return None


def _shown(state: State) -> dict[str, Json] | None:
    """Return the building cards, after the end of the game; none for a seat that has not shown them
    yet."""
    return _by_name(state, state.cards) if isinstance(state.phase, Ended) else None


def _by_name(state: State, cards: Iterable[tuple[str, ...]]) -> dict[str, Json]:
    return {name: [*hand] for name, hand in zip(state.seats, cards, strict=True)}


def _hand(tiles: Tiles) -> dict[str, Json]:
    return {kind: [tile.length for tile in tiles if tile.kind == kind] for kind in KINDS}


def _name(state: State, seat: Seat | None) -> str | None:
    return None if seat is None else state.name(seat)


def _squares(squares: Iterable[Square]) -> list[Json]:
    return [[*square] for square in squares]
