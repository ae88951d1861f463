"""Plain dice under the contract."""

from companion.games.game import Setup
from tests.games.contract import Case, nothing_hidden

CASE = Case(
    setups=(
        Setup("plain_dice", ("Ana",)),
        Setup("plain_dice", ("Ana", "Bob")),
        Setup("plain_dice", ("Ana", "Bob", "Cyril", "Dana", "Eva")),
    ),
    alter_hidden=nothing_hidden,
    most_moves=None,
)
