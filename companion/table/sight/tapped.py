"""What a person says of a piece in the picture, by tap."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tapped:
    """What a piece of the last reading, that of ``frame``, really shows.

    ``piece``: the die's place in it, or a board's column and row, whether or not anything was read;
    None: a die or token that was not read, ``at`` a place in parts of the picture's width and height.
    ``face``: EMPTY where there is nothing. ``turns``: quarter turns clockwise. ``is_token``: it is a
    token, no die. ``on``: what stands on a cell; EMPTY: nothing does; None: what was read there.
    """

    frame: int
    piece: int | tuple[int, int] | None
    face: str
    turns: int = 0
    is_token: bool = False
    on: str | None = None
    at: tuple[float, float] | None = None

    @property
    def kind(self) -> str:
        """Which kind of piece it is: "dice", "board" or "tokens"."""
        if self.is_token:
            return "tokens"
        return "board" if isinstance(self.piece, tuple) else "dice"
