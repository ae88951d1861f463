"""Yacht under the contract."""

from companion.games.game import Setup
from tests.games.contract import Case, nothing_hidden

NAMES = ("Ana", "Bob", "Cyril", "Dana", "Eva", "Filip", "Gita", "Hugo")

CASE = Case(
    setups=(
        Setup("yacht", NAMES[:1]),
        Setup("yacht", NAMES[:2], {"sheet": "thirteen"}),
        Setup("yacht", NAMES[:3], {"sheet": "thirteen", "extra_bonus": True}),
        Setup("yacht", NAMES[:5], {"sheet": "yacht"}),
        Setup("yacht", NAMES[:1], {"sheet": "thirteen", "extra_bonus": True}),
    ),
    alter_hidden=nothing_hidden,
    most_moves=5 * 13 * 4,
)
