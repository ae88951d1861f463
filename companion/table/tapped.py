"""What a person says of a piece in the picture, by tap."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tapped:
    """What a piece of the last reading, that of ``frame``, really shows.

    ``piece``: the die's place in it, or a board's column and row; ``turns``: quarter turns clockwise.
    ``is_token``: it is a token's place, not a die's.
    """

    frame: int
    piece: int | tuple[int, int]
    face: str
    turns: int = 0
    is_token: bool = False

    @property
    def kind(self) -> str:
        """Which kind of piece it is: "dice", "board" or "tokens"."""
        if self.is_token:
            return "tokens"
        return "dice" if isinstance(self.piece, int) else "board"
