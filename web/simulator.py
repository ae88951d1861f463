"""The simulated table's hands, ``/api/v1/simulator``: the host's only, since they know the truth."""

from dataclasses import dataclass

from flask import Blueprint, Response, jsonify

from companion.games.game import HOST
from companion.table.service import SimulatorService, TableService
from web.bodies import Schema, body_of, read_body, text
from web.callers import Callers
from web.describe import Answer, Description, describe
from web.errors import NothingThere

PLACE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
DIE: Schema = {"type": "integer", "minimum": 0}
THROW = body_of({"count": {"type": "integer", "minimum": 1, "maximum": 30}}, optional=("count",))
DRAG = body_of(
    {
        "die": DIE,
        "x": PLACE,
        "y": PLACE,
        "turn_deg": {"type": "number", "minimum": -360, "maximum": 360},
        "snap": {"type": "boolean"},
    }
)
REMOVE = body_of({"dice": {"type": "array", "items": DIE, "maxItems": 100}})
HAND = body_of({"over_table": {"type": "boolean"}})
DRESS = body_of({"surface": text(most=40)})
EMPTY = body_of({})
DONE = Answer("done", body_of({"version": {"type": "integer"}}))


@dataclass(frozen=True)
class _Hands:
    """The hands over the simulated table, for the host alone."""

    table: TableService
    callers: Callers

    def hands(self) -> SimulatorService:
        """Return them. Raises ``NothingThere`` at a real table."""
        self.callers.host()
        if self.table.simulator is None:
            raise NothingThere("this table is a real one", hint="Start with --camera simulated.")
        return self.table.simulator

    def done(self) -> Response:
        """Return the answer to what was done."""
        return jsonify({"version": self.table.state(HOST)["version"]})


def simulator_blueprint(table: TableService, callers: Callers) -> Blueprint:
    """Return the addresses that move the simulated table. Places are fractions of the picture."""
    simulator = Blueprint("simulator", __name__, url_prefix="/api/v1/simulator")
    hands = _Hands(table, callers)
    _add_dice(simulator, hands)
    _add_surroundings(simulator, hands)
    return simulator


def _add_dice(simulator: Blueprint, hands: _Hands) -> None:
    """Add what throws, moves and takes away dice."""

    @simulator.post("/throw")
    @describe(
        Description(
            "Throw what must be thrown now, or so many dice", "host", DONE, THROW, wrong=(404, 422)
        )
    )
    def throw() -> Response:
        hands.hands().throw(read_body(THROW).get("count"))
        return hands.done()

    @simulator.post("/drag")
    @describe(Description("Lift a die and set it down there", "host", DONE, DRAG, wrong=(404, 422)))
    def drag() -> Response:
        over, body = hands.hands(), read_body(DRAG)
        over.drag(body["die"], (body["x"], body["y"]), body["turn_deg"], body["snap"])
        return hands.done()

    @simulator.post("/remove")
    @describe(Description("Take dice off the table", "host", DONE, REMOVE, wrong=(404, 422)))
    def remove() -> Response:
        hands.hands().remove(read_body(REMOVE)["dice"])
        return hands.done()

    @simulator.post("/clear")
    @describe(Description("Take every die off the table", "host", DONE, EMPTY, wrong=(404,)))
    def clear() -> Response:
        read_body(EMPTY)
        hands.hands().clear()
        return hands.done()


def _add_surroundings(simulator: Blueprint, hands: _Hands) -> None:
    """Add the table as it truly is, the hand over it and what covers it."""

    @simulator.get("/table")
    @describe(
        Description(
            "What lies there in truth", "host", Answer("the table", {"type": "object"}), wrong=(404,)
        )
    )
    def look() -> Response:
        return jsonify(hands.hands().table())

    @simulator.post("/hand")
    @describe(
        Description("Hold a hand over the table, or take it away", "host", DONE, HAND, wrong=(404,))
    )
    def hand() -> Response:
        hands.hands().hand(read_body(HAND)["over_table"])
        return hands.done()

    @simulator.post("/dress")
    @describe(
        Description("Change what the table is covered with", "host", DONE, DRESS, wrong=(404, 422))
    )
    def dress() -> Response:
        hands.hands().dress(read_body(DRESS)["surface"])
        return hands.done()
