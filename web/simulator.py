"""The simulated table's hands, ``/api/v1/simulator``: the host's only, since they know the truth."""

from flask import Blueprint

from companion.errors import BadHandling
from companion.games.game import HOST
from companion.table.service import PanelService, SimulatorService, TableService
from companion.table.shapes import JsonObject
from web.addresses import Addresses, Answer, Asked
from web.bodies import (
    Done,
    Drag,
    Dress,
    Hand,
    Key,
    Lay,
    LayPuzzle,
    MovePart,
    MoveToken,
    Nothing,
    Panel,
    Remove,
    Shift,
    Stand,
    TakeAway,
    TakeTokens,
    Throw,
)
from web.callers import Callers
from web.errors import NothingThere

DONE = Answer("done", Done)


def simulator_blueprint(table: TableService, callers: Callers) -> Blueprint:
    """Return the addresses that move the simulated table. Places are fractions of the picture."""
    blueprint = Blueprint("simulator", __name__, url_prefix="/api/v1/simulator")
    simulator = Addresses(blueprint, callers)
    _add_dice(simulator, table)
    _add_board(simulator, table)
    _add_tokens(simulator, table)
    _add_puzzle(simulator, table)
    _add_surroundings(simulator, table)
    _add_panel(simulator, table)
    return blueprint


def _add_dice(simulator: Addresses, table: TableService) -> None:
    """Add what throws, moves and takes away dice."""

    @simulator.post(
        "/throw",
        "Throw what must be thrown now, or so many dice",
        who="host",
        body=Throw,
        answer=DONE,
        errors=(NothingThere, BadHandling),
    )
    def throw(asked: Asked[Throw]) -> Done:
        _hands(table).throw(asked.body.count)
        return _done(table)

    @simulator.post(
        "/drag",
        "Lift a die and set it down there",
        who="host",
        body=Drag,
        answer=DONE,
        errors=(NothingThere, BadHandling),
    )
    def drag(asked: Asked[Drag]) -> Done:
        to = asked.body
        _hands(table).drag(to.die, (to.x, to.y), to.turn_deg, to.snap)
        return _done(table)

    @simulator.post(
        "/remove",
        "Take dice off the table",
        who="host",
        body=Remove,
        answer=DONE,
        errors=(NothingThere, BadHandling),
    )
    def remove(asked: Asked[Remove]) -> Done:
        _hands(table).remove(asked.body.dice)
        return _done(table)

    @simulator.post(
        "/clear",
        "Take every die off the table",
        who="host",
        body=Nothing,
        answer=DONE,
        errors=(BadHandling, NothingThere),
    )
    def clear(_: Asked[Nothing]) -> Done:
        _hands(table).clear()
        return _done(table)


def _add_board(simulator: Addresses, table: TableService) -> None:
    """Add what lays, moves and takes away a board's pieces."""

    @simulator.post(
        "/lay",
        "Bring a piece and lay it on the board",
        who="host",
        body=Lay,
        answer=DONE,
        errors=(NothingThere, BadHandling),
    )
    def lay(asked: Asked[Lay]) -> Done:
        to = asked.body
        _hands(table).lay(to.labels, (to.x, to.y), to.turns, to.snap)
        return _done(table)

    @simulator.post(
        "/shift",
        "Take a piece up and lay it elsewhere",
        who="host",
        body=Shift,
        answer=DONE,
        errors=(NothingThere, BadHandling),
    )
    def shift(asked: Asked[Shift]) -> Done:
        to = asked.body
        _hands(table).shift(to.piece, (to.x, to.y), to.turns, to.snap)
        return _done(table)

    @simulator.post(
        "/stand",
        "Set a pawn down on another cell",
        who="host",
        body=Stand,
        answer=DONE,
        errors=(NothingThere, BadHandling),
    )
    def stand(asked: Asked[Stand]) -> Done:
        _hands(table).stand(asked.body.pawn, (asked.body.x, asked.body.y))
        return _done(table)

    @simulator.post(
        "/take-away",
        "Take pieces and pawns off the board",
        who="host",
        body=TakeAway,
        answer=DONE,
        errors=(NothingThere, BadHandling),
    )
    def take_away(asked: Asked[TakeAway]) -> Done:
        _hands(table).take_away(asked.body.pieces, asked.body.pawns)
        return _done(table)


def _add_tokens(simulator: Addresses, table: TableService) -> None:
    """Add what throws stones, and moves gems and pawns."""

    @simulator.post(
        "/throw-stones",
        "Throw the stones that must be thrown now",
        who="host",
        body=Nothing,
        answer=DONE,
        errors=(NothingThere, BadHandling),
    )
    def throw_stones(_: Asked[Nothing]) -> Done:
        _hands(table).throw_stones()
        return _done(table)

    @simulator.post(
        "/move-token",
        "Set a gem, a stone or a pawn down elsewhere",
        who="host",
        body=MoveToken,
        answer=DONE,
        errors=(NothingThere, BadHandling),
    )
    def move_token(asked: Asked[MoveToken]) -> Done:
        to = asked.body
        _hands(table).move_token(to.token, (to.x, to.y))
        return _done(table)

    @simulator.post(
        "/take-tokens",
        "Lay gems before a seat, or take tokens off the table",
        who="host",
        body=TakeTokens,
        answer=DONE,
        errors=(NothingThere, BadHandling),
    )
    def take_tokens(asked: Asked[TakeTokens]) -> Done:
        _hands(table).take_tokens(asked.body.tokens, asked.body.seat)
        return _done(table)


def _add_puzzle(simulator: Addresses, table: TableService) -> None:
    """Add what lays and moves a puzzle."""

    @simulator.post(
        "/lay-puzzle",
        "Lay a puzzle's sheet and its pieces",
        who="host",
        body=LayPuzzle,
        answer=DONE,
        errors=(NothingThere, BadHandling),
    )
    def lay_puzzle(asked: Asked[LayPuzzle]) -> Done:
        _hands(table).lay_puzzle(asked.body.filled)
        return _done(table)

    @simulator.post(
        "/move-part",
        "Set a puzzle's sheet or piece down elsewhere",
        who="host",
        body=MovePart,
        answer=DONE,
        errors=(NothingThere, BadHandling),
    )
    def move_part(asked: Asked[MovePart]) -> Done:
        to = asked.body
        _hands(table).move_part(to.part, (to.x, to.y), to.turns, to.flip)
        return _done(table)

    @simulator.post(
        "/put-puzzle-away",
        "Take the puzzle off the table",
        who="host",
        body=Nothing,
        answer=DONE,
        errors=(NothingThere, BadHandling),
    )
    def put_puzzle_away(_: Asked[Nothing]) -> Done:
        _hands(table).put_puzzle_away()
        return _done(table)


def _add_surroundings(simulator: Addresses, table: TableService) -> None:
    """Add the table as it truly is, the hand over it and what covers it."""

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

    @simulator.post(
        "/dress",
        "Change what the table is covered with",
        who="host",
        body=Dress,
        answer=DONE,
        errors=(NothingThere, BadHandling),
    )
    def dress(asked: Asked[Dress]) -> Done:
        _hands(table).dress(asked.body.surface)
        return _done(table)


def _add_panel(simulator: Addresses, table: TableService) -> None:
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

    @simulator.post(
        "/press",
        "Press a key of the box and let it go",
        who="host",
        body=Key,
        answer=DONE,
        errors=(NothingThere, BadHandling),
    )
    def press(asked: Asked[Key]) -> Done:
        _panel(table).press(asked.body.key)
        return _done(table)


def _panel(table: TableService) -> PanelService:
    if table.panel is None:
        raise NothingThere("there is no simulated box", hint="Start with --pins simulated.")
    return table.panel


def _hands(table: TableService) -> SimulatorService:
    if table.simulator is None:
        raise NothingThere("this table is a real one", hint="Start with --camera simulated.")
    return table.simulator


def _done(table: TableService) -> Done:
    return Done(table.state(HOST)["version"])
