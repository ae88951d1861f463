"""What pages may ask of the simulated things at the table: its hands, and the front of its box."""

from collections.abc import Sequence
from typing import Protocol

from companion.table.shapes.values import JsonObject


class SimulatorService(Protocol):
    """The hands that move the simulated table. Places are fractions 0…1 of the picture.

    Anything impossible at the table raises BadHandling.
    """

    def table(self) -> JsonObject:
        """Return what lies there: ``{"dice": [{"id", "face", "centre", "corners", "angle", "at_rest",
        "laid", "stayed"}], "board", "tokens", "surface", "surfaces", "lamps", "can_throw", "busy"}``;
        laid: by a hand since it was thrown; stayed: when others were thrown; busy while hands are at
        work; ``board`` (``companion.simulation.board_shape``) and ``tokens``
        (``companion.simulation.token_shape``) are None if there are none."""

    def begin(self) -> None:
        """Put away the things that another game left lying, since a new game has begun."""

    def throw(self, count: int | None = None) -> None:
        """Throw the dice that the game asks for, or this many; do nothing while dice roll."""

    def drag(self, die: int, to: tuple[float, float], turn_deg: float, snap: bool) -> None:
        """Lift a die and set it down there, turned by this angle; ``snap`` aligns it with a
        neighbour."""

    def remove(self, dice: list[int]) -> None:
        """Take dice off the table (passed on, or back into the hand)."""

    def clear(self) -> None:
        """Take every die off the table; lay out a board as the game now stands."""

    def lay(self, labels: Sequence[str], to: tuple[float, float], turns: int, snap: bool) -> None:
        """Bring a board's piece, by the labels of its parts, and lay it with its middle there.

        ``turns``: quarter turns clockwise against the board; ``snap``: squarely on the nearest cells.
        """

    def shift(self, piece: int, to: tuple[float, float], turns: int, snap: bool) -> None:
        """Take a piece up and lay it there, as ``lay`` does."""

    def stand(self, pawn: int, to: tuple[float, float]) -> None:
        """Set a pawn down on the cell there."""

    def take_away(self, pieces: Sequence[int], pawns: Sequence[int]) -> None:
        """Take pieces and pawns off the board."""

    def throw_stones(self) -> None:
        """Pick up the stones lying there, and throw those that the game wants thrown."""

    def move_token(self, token: int, to: tuple[float, float]) -> None:
        """Take a token or pawn up and set it down there: in the nearby hole, or on the nearby field."""

    def take_tokens(self, tokens: Sequence[int], seat: int | None) -> None:
        """Take tokens, and lay them before that seat's player; None: take them off the table."""

    def lay_puzzle(self, filled: bool) -> None:
        """Lay another puzzle's sheet, with its pieces beside it or filling it."""

    def move_part(self, part: int, to: tuple[float, float], turns: int, flip: bool) -> None:
        """Take up a puzzle's sheet or piece, turn it by this many quarters or flip it, and set it down
        there, aligned with nearby squares."""

    def put_puzzle_away(self) -> None:
        """Take the puzzle off the table."""

    def hand(self, over_table: bool) -> None:
        """Hold a hand over the table, or take it away."""

    def dress(self, surface: str) -> None:
        """Change what covers the table."""


class PanelService(Protocol):
    """The front of a simulated box: what a player in front of it sees and presses."""

    def look(self) -> JsonObject:
        """Return ``{"keys": [names], "lamps": {name: lit now}, "levels": {name: 0 to 1}, "beeps": how
        often it has sounded}``; ``levels``: the brightness."""

    def press(self, key: str) -> None:
        """Press a key and let it go. Raises BadHandling if there is no such key."""
