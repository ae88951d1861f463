"""Carcassonne – The Dice Game under the contract."""

from companion.games.game import Setup
from tests.games.contract import Case, nothing_hidden

TWO_CAPS = {
    "cap": [["top"]],
    "straight": [["top"], ["bottom"]],
    "corner": [["top", "right"]],
    "three": [["top", "right", "bottom"]],
}
"""The rival reading of the straight: two caps."""

CASE = Case(
    setups=(
        Setup("carcassonne_dice", ("Ana", "Bob")),
        Setup("carcassonne_dice", ("Ana", "Bob", "Cyril"), {"finish_round": True}),
        Setup("carcassonne_dice", ("Ana", "Bob", "Cyril", "Dana", "Eva"), {"target": 30}),
        Setup("carcassonne_dice", ("Ana", "Bob"), {"faces": TWO_CAPS}),
    ),
    alter_hidden=nothing_hidden,
    most_moves=1500,
)
