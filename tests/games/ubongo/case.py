"""What the contract of all games needs to know of Ubongo."""

from random import Random

from companion.games.game import Json, Setup
from companion.games.ubongo.setup import deal
from tests.games.contract import Case, nothing_hidden

NAMES = ("Ana", "Bob", "Cyril", "Dana")


def setup(seats: int, seed: int = 1, **options: Json) -> Setup:
    """A first line with gems dealt at random and pawns standing anywhere."""
    return deal(Setup("ubongo", NAMES[:seats], options), Random(seed))


CASE = Case(
    setups=(
        setup(2),
        setup(3, seed=2),
        setup(4, seed=3),
        setup(4, seed=4, late_takes=True),
        setup(3, seed=5, late_takes=True, rounds=2, extra_seconds={"Cyril": 20}),
        setup(4, seed=6, extra_seconds={"Dana": 15, "Ana": 5}, seconds=30),
    ),
    alter_hidden=nothing_hidden,
    most_moves=120,
)
