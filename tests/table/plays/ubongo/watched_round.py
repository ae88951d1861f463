"""What the tests of Ubongo's referee share: a game begun, calls, and what the table made of them."""

from random import Random

from companion.devices.device import Press
from companion.games.game import EVERYONE, HOST
from companion.games.ubongo.gems import deal_gems
from companion.table.shapes.moves import ProposalShape
from companion.table.shapes.values import JsonObject
from tests.table.conftest import Bench
from tests.table.plays.ubongo.paper_gems import PaperTable, board_of

NAMES = ("Ana", "Bob", "Cyril", "Dana")
LONG_S = 20.0
"""Nothing has moved for so long: since well before the sand was through."""
PAWNS = {"Ana": 0, "Bob": 2, "Cyril": 5, "Dana": 5}


def begin(bench: Bench, **options: object) -> PaperTable:
    """Begin with a board that was told, nothing seen yet; each take is followed unless that is said."""
    options = {"follow_takes": True, **options}
    rng = Random(4)
    gems = deal_gems(rng)
    first = {"game": "ubongo", "seats": NAMES, "options": options, "gems": gems, "pawns": PAWNS}
    bench.table.start_sitting(first)  # type: ignore[arg-type]
    return PaperTable(bench, board_of(gems), rng)


def begin_round(bench: Bench, **options: object) -> PaperTable:
    """Begin a round that runs: the board seen as it was told, the die beside it."""
    table = begin(bench, **options)
    table.look()
    table.roll()
    table.look()
    bench.wait()
    assert bench.view()["phase"] == "running"
    return table


def call(bench: Bench, *seats: int) -> None:
    for seat in seats:
        bench.table.devices.press(Press(f"call-{seat}", bench.clock.now()))
        bench.wait(1.0)


def proposal(bench: Bench) -> ProposalShape | None:
    return bench.table.state(EVERYONE)["proposal"]


def asked(bench: Bench) -> ProposalShape:
    found = proposal(bench)
    assert found is not None
    return found


def notice(bench: Bench) -> str | None:
    said = bench.table.state(EVERYONE).get("notice")
    return None if said is None else said["code"]


def moves(bench: Bench) -> list[JsonObject]:
    return [line["move"] for line in bench.table.state(HOST)["history"] if not line["undone"]]


def answer(bench: Bench, choice: str) -> None:
    bench.table.answer(HOST, asked(bench)["id"], choice)
    bench.table.sight.weigh()
