"""What a role may know of a position, as JSON. A door's face is shown only to those who saw it."""

from collections.abc import Iterable, Mapping

from companion.games.game import HOST, Json, Role, Seat, seat_role
from companion.games.gruftmeister.bags import has_room_for
from companion.games.gruftmeister.board import CHEST, COFFIN, DOOR, Cell
from companion.games.gruftmeister.ending import (
    fights_are_possible,
    seems_at_a_stand,
    why_ended,
    why_not_play_on,
)
from companion.games.gruftmeister.fighting.fights import fight_odds, stones_thrown
from companion.games.gruftmeister.legal import legal_moves
from companion.games.gruftmeister.moves import OWN, Figure, PlayOn
from companion.games.gruftmeister.reach import goals
from companion.games.gruftmeister.state import Fighting, Peeking, Player, Showing, State, Turning
from companion.games.gruftmeister.stones import known_face, unseen
from companion.games.gruftmeister.wording import move_words


def view(state: State, role: Role) -> dict[str, Json]:
    """Return the position for that role.

    ``crypt`` with the ``board``'s drawing and ``legend`` (as in ``board``), the kinds of its ``things``,
    what its doors' faces ``needs`` (tool, key) · ``players``: colour, start, both figures' fields,
    hearts, bags, treasures at home · ``turn``: seat, walker, steps left, doors unlocked, coffins won ·
    ``closed``: stones by kind · ``lying``, ``buried``: things by field · ``doors``: faces this role
    knows · ``peeked``: who has looked where · ``left``: how many of each face nobody has seen yet ·
    ``can_fight``: whether a weapon can still be had · ``seems_at_a_stand``: the host may end the game ·
    ``waiting``, ``blow``: what happens now, what the last throw did · ``places`` · ``ended``: how, as
    ``ending.why_ended`` says · ``may_play_on``: whether the host may let the others play on for the next
    place. To the seat whose turn it is also ``may``: the kinds of moves it may make,
    and ``moves``: all of them, as in a record; to the host those that tell no secret; to both also
    ``goals``: by figure, the fields that it can get to, each with the moves that do it. If the stones
    were dealt (``dealt``), ``waiting`` includes what the turned one ``shows``, and whether the master
    ``may_take`` that, or, for the player who looks, the one looked at.
    """
    return {
        "fight_only": state.alone,
        "players": [_player(state, player) for player in state.players],
        "turn": _turn(state),
        "waiting": _waiting(state, role),
        "blow": blow_shape(state),
        "places": list(state.places),
        "ended": why_ended(state),
        "may_play_on": why_not_play_on(state, PlayOn(state.turn.seat)) is None,
        **({} if state.alone else _crypt(state, role)),
        **({"may": _may(state)} if role.seat == state.turn.seat else {}),
        **(_open_moves(state, role) if role in (HOST, seat_role(state.turn.seat)) else {}),
    }


def _player(state: State, player: Player) -> dict[str, Json]:
    return {
        "colour": player.colour,
        "start": list(state.board.starts[player.colour]),
        "master": list(player.master),
        "servant": list(player.servant),
        "hearts": player.hearts,
        "carries": {figure.value: list(player.bag(figure)) for figure in Figure},
        "home": player.home,
    }


def _turn(state: State) -> dict[str, Json]:
    turn = state.turn
    return {
        "seat": turn.seat,
        "walker": turn.begun[-1].value if turn.begun else None,
        "left": {figure.value: 0 if turn.why_over(figure) else turn.left(figure) for figure in Figure},
        "unlocked": _cells(turn.unlocked),
        "beaten": _cells(turn.beaten),
    }


def _waiting(state: State, role: Role) -> dict[str, Json] | None:
    match state.waiting:
        case Turning(cell):
            shown = {"may_take": has_room_for(state, state.under[cell])} if state.dealt else {}
            return {"for": "found", "at": list(cell), **_shows(state, cell, state.dealt), **shown}
        case Peeking(door):
            looks = state.dealt and role.seat == state.turn.seat
            return {"for": "see", "at": list(door), **_shows(state, door, looks)}
        case Showing(around, remove):
            faces = {str(door): state.under[door] for door in around} if state.dealt else {}
            all_shown: dict[str, Json] = {"shows": {**faces}} if faces else {}
            return {"for": "show", "doors": _cells(around), "remove": list(remove), **all_shown}
        case Fighting(coffin, throws):
            thrown: Json = list(stones_thrown(state))
            fight: dict[str, Json] = {"stones": thrown, "throws": throws, "odds": fight_odds(state)}
            return {"for": "throw", "at": list(coffin), **fight}
    return None


def _shows(state: State, cell: Cell, known: bool) -> dict[str, Json]:
    return {"shows": state.under[cell]} if known else {}


def blow_shape(state: State) -> dict[str, Json] | None:
    """Return what the last throw of a fight did; None before any."""
    if state.blow is None:
        return None
    blow = state.blow
    return {
        "seat": blow.seat,
        "at": list(blow.coffin),
        "faces": list(blow.faces),
        "wounds": blow.wounds,
        "blocked": blow.blocked,
        "hearts": blow.hearts,
        "killed": blow.killed,
        "dead": blow.dead,
    }


def _crypt(state: State, role: Role) -> dict[str, Json]:
    closed: dict[str, list[Cell]] = {}
    for cell in sorted(state.closed):
        closed.setdefault(state.board.kind(cell), []).append(cell)
    return {
        "crypt": state.crypt.name,
        "note": state.crypt.note,
        "dealt": state.dealt,
        "board": list(state.board.drawing),
        "legend": dict(state.crypt.legend),
        "things": dict(state.crypt.kinds),
        "needs": {face: list(needs) for face, needs in state.crypt.doors.items()},
        "closed": {kind: _cells(cells) for kind, cells in closed.items()},
        "lying": _things(state.lying),
        "buried": _things(state.buried),
        "doors": _doors(state, role),
        "peeked": [[seat, *door] for seat, door in sorted(state.peeked)],
        "can_fight": fights_are_possible(state),
        "seems_at_a_stand": seems_at_a_stand(state),
        "left": {kind: dict(sorted(unseen(state, kind).items())) for kind in (CHEST, COFFIN, DOOR)},
    }


def _doors(state: State, role: Role) -> dict[str, Json]:
    """Return the faces of closed doors that were shown to all, or that this seat has seen."""
    seat = role.seat if role.seat is not None else Seat(0)
    doors = sorted({door for _, door in state.peeked} | state.shown)
    known = {door: known_face(state, seat, door) for door in doors}
    return {str(door): face for door, face in known.items() if face is not None}


def _may(state: State) -> list[Json]:
    return [*sorted({move.kind for move in legal_moves(state)})]


def _open_moves(state: State, role: Role) -> dict[str, Json]:
    moves = (move_words(move) for move in legal_moves(state))
    told: list[Json] = [{**move} for move in moves if role != HOST or move["move"] not in OWN]
    return {"moves": told} if state.alone else {"moves": told, "goals": _goals(state)}


def _goals(state: State) -> dict[str, Json]:
    return {
        figure.value: [
            {"at": list(cell), "moves": [move_words(move) for move in moves]}
            for cell, moves in goals(state, figure)
        ]
        for figure in Figure
    }


def _cells(cells: Iterable[Cell]) -> list[Json]:
    return [list(cell) for cell in sorted(cells)]


def _things(things: Mapping[Cell, tuple[str, ...]]) -> dict[str, Json]:
    return {str(cell): list(lying) for cell, lying in sorted(things.items())}
