"""The hands of the simulated table, ``/api/v1/simulator``: for the host only, since they know the
truth."""

from typing import TYPE_CHECKING, cast

from flask import Blueprint

from companion.errors import BadHandling
from companion.games.game import HOST
from companion.table.service import SimulatedPanel, Table
from companion.table.shapes.values import JsonObject
from web.access.callers import Callers
from web.addresses import Addresses, AlikeAddresses, Answer, Asked
from web.answers import Done
from web.api.done import DONE
from web.bodies.parts import Nothing
from web.bodies.simulator import (
    Drag,
    Dress,
    Hand,
    Key,
    Lay,
    LayPuzzle,
    MovePart,
    MoveToken,
    Panel,
    Remove,
    Shift,
    Stand,
    TakeAway,
    TakeTokens,
    Throw,
)
from web.errors import NothingThere

if TYPE_CHECKING:
    from companion.simulation.simulator import Simulator


def simulator_blueprint(table: Table, callers: Callers) -> Blueprint:
    """Return the addresses that move the simulated table. Places are fractions of the picture."""
    blueprint = Blueprint("simulator", __name__, url_prefix="/api/v1/simulator")
    simulator = Addresses(blueprint, callers).alike("", DONE, NothingThere, BadHandling)
    _add_dice(simulator, table)
    _add_board(simulator, table)
    _add_tokens(simulator, table)
    _add_puzzle(simulator, table)
    _add_surroundings(simulator, table)
    _add_panel(simulator, table)
    return blueprint


def _add_dice(simulator: AlikeAddresses, table: Table) -> None:
    """Add the addresses that throw, move and take away dice."""

    @simulator.change("/throw", "Throw what must be thrown now, or so many dice", Throw)
    def throw(asked: Asked[Throw]) -> Done:
        _hands(table).throw(asked.body.count)
        return _done(table)

    @simulator.change("/drag", "Lift a die and set it down there", Drag)
    def drag(asked: Asked[Drag]) -> Done:
        to = asked.body
        _hands(table).drag(to.die, (to.x, to.y), to.turn_deg, to.snap)
        return _done(table)

    @simulator.change("/remove", "Take dice off the table", Remove)
    def remove(asked: Asked[Remove]) -> Done:
        _hands(table).remove(asked.body.dice)
        return _done(table)

    @simulator.change("/clear", "Take every die off the table", Nothing)
    def clear(_: Asked[Nothing]) -> Done:
        _hands(table).clear()
        return _done(table)


def _add_board(simulator: AlikeAddresses, table: Table) -> None:
    """Add the addresses that lay, move and take away a board's pieces."""

    @simulator.change("/lay", "Bring a piece and lay it on the board", Lay)
    def lay(asked: Asked[Lay]) -> Done:
        to = asked.body
        _hands(table).lay(to.labels, (to.x, to.y), to.turns, to.snap)
        return _done(table)

    @simulator.change("/shift", "Take a piece up and lay it elsewhere", Shift)
    def shift(asked: Asked[Shift]) -> Done:
        to = asked.body
        _hands(table).shift(to.piece, (to.x, to.y), to.turns, to.snap)
        return _done(table)

    @simulator.change("/stand", "Set a pawn down on another cell", Stand)
    def stand(asked: Asked[Stand]) -> Done:
        _hands(table).stand(asked.body.pawn, (asked.body.x, asked.body.y))
        return _done(table)

    @simulator.change("/take-away", "Take pieces and pawns off the board", TakeAway)
    def take_away(asked: Asked[TakeAway]) -> Done:
        _hands(table).take_away(asked.body.pieces, asked.body.pawns)
        return _done(table)


def _add_tokens(simulator: AlikeAddresses, table: Table) -> None:
    """Add the addresses that throw stones, and move gems and pawns."""

    @simulator.change("/throw-stones", "Throw the stones that must be thrown now", Nothing)
    def throw_stones(_: Asked[Nothing]) -> Done:
        _hands(table).throw_stones()
        return _done(table)

    @simulator.change("/move-token", "Set a gem, a stone or a pawn down elsewhere", MoveToken)
    def move_token(asked: Asked[MoveToken]) -> Done:
        to = asked.body
        _hands(table).move_token(to.token, (to.x, to.y))
        return _done(table)

    @simulator.change("/take-tokens", "Lay gems before a seat, or take tokens off the table", TakeTokens)
    def take_tokens(asked: Asked[TakeTokens]) -> Done:
        _hands(table).take_tokens(asked.body.tokens, asked.body.seat)
        return _done(table)


def _add_puzzle(simulator: AlikeAddresses, table: Table) -> None:
    """Add the addresses that lay and move a puzzle."""

    @simulator.change("/lay-puzzle", "Lay a puzzle's sheet and its pieces", LayPuzzle)
    def lay_puzzle(asked: Asked[LayPuzzle]) -> Done:
        _hands(table).lay_puzzle(asked.body.filled)
        return _done(table)

    @simulator.change("/move-part", "Set a puzzle's sheet or piece down elsewhere", MovePart)
    def move_part(asked: Asked[MovePart]) -> Done:
        to = asked.body
        _hands(table).move_part(to.part, (to.x, to.y), to.turns, to.flip)
        return _done(table)

    @simulator.change("/put-puzzle-away", "Take the puzzle off the table", Nothing)
    def put_puzzle_away(_: Asked[Nothing]) -> Done:
        _hands(table).put_puzzle_away()
        return _done(table)


def _add_surroundings(simulator: AlikeAddresses, table: Table) -> None:
    """Add the addresses of the table as it truly is, of the hand over it and of things that cover it."""

    @simulator.get(
        "/table",
        "What lies there in truth",
        who="host",
        answer=Answer("the table"),
        errors=(NothingThere,),
    )
    def look(_: Asked[None]) -> JsonObject:
        return _hands(table).table()

    @simulator.post(
        "/hand",
        "Hold a hand over the table, or take it away",
        who="host",
        body=Hand,
        answer=DONE,
        errors=(NothingThere,),
    )
    def hand(asked: Asked[Hand]) -> Done:
        _hands(table).hand(asked.body.over_table)
        return _done(table)

    @simulator.change("/dress", "Change what the table is covered with", Dress)
    def dress(asked: Asked[Dress]) -> Done:
        _hands(table).dress(asked.body.surface)
        return _done(table)


def _add_panel(simulator: AlikeAddresses, table: Table) -> None:
    """Add the front of the simulated box."""

    @simulator.get(
        "/panel",
        "What the box's lamps show, inside its door too: for whoever stands before it",
        who="host",
        answer=Answer("the box", Panel),
        errors=(NothingThere,),
    )
    def look_at_panel(_: Asked[None]) -> JsonObject:
        return _panel(table).look()

    @simulator.change("/press", "Press a key of the box and let it go", Key)
    def press(asked: Asked[Key]) -> Done:
        _panel(table).press(asked.body.key)
        return _done(table)


def _panel(table: Table) -> SimulatedPanel:
    if table.panel is None:
        raise NothingThere("there is no simulated box", hint="Start with --pins simulated.")
    return table.panel


def _hands(table: Table) -> "Simulator":
    if table.simulator is None:
        raise NothingThere("this table is a real one", hint="Start with --camera simulated.")
    return cast("Simulator", table.simulator)


def _done(table: Table) -> Done:
    return Done(table.state(HOST)["version"])
