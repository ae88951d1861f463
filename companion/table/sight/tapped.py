"""A person's tap on a piece in the picture."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tapped:
    """The correction of a piece of the last reading, that of ``frame``.

    ``piece``: the die's index in it, or a board's column and row, whether or not anything was read;
    None: a missed die or token, ``at`` a place as fractions of the picture's width and height. ``face``:
    EMPTY if there is nothing. ``turns``: quarter turns clockwise. ``is_token``: it is a token, not a
    die. ``on``: what stands on a cell; EMPTY: nothing does; None: as it was read.
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
        """The kind of piece: "dice", "board" or "tokens"."""
        if self.is_token:
            return "tokens"
        return "board" if isinstance(self.piece, tuple) else "dice"
