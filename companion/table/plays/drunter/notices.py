"""What is wrong with what lies on the board, in words and with its place."""

from collections.abc import Sequence
from itertools import chain, product
from typing import Final

from companion.games.drunter.board import Board
from companion.games.drunter.pieces import Square
from companion.games.drunter.state import State
from companion.games.drunter.town import Town
from companion.table.hooks.verdict import Say
from companion.table.plays.drunter.explaining import Difference
from companion.table.plays.drunter.judging import TileJudge
from companion.table.plays.drunter.memory import Memory
from companion.table.plays.drunter.picture import BoardPicture
from companion.table.plays.drunter.placement import TOWARDS, Placement
from companion.table.plays.drunter.words import names, of_tile, term

MANY: Final = 3
"""Number of missing tiles from which they are counted instead of named."""
MOST_MARKED: Final = 12
"""Most squares that are marked on the picture."""


def other_board(grid: tuple[int, int], board: Board) -> Say:
    """Say that the set was taught with another board than is played on."""
    params = {"columns": grid[0], "rows": grid[1], "of_columns": board.columns, "of_rows": board.rows}
    return Say("drunter.referee.other_board", params)


class LyingNotices:
    """Says what is wrong with what lies there."""

    def __init__(self, picture: BoardPicture, differs: Difference, town: Town) -> None:
        self._picture, self._differs, self._town = picture, differs, town

    def too_early(self, code: str) -> Say | None:
        """Say that nothing may be laid now, if something new lies there."""
        new = self._differs.new
        return Say(code, places=self._picture.places(sorted(new)[:MOST_MARKED])) if new else None

    def missing(self) -> Say | None:
        """Say which of the laid tiles does not lie there."""
        gone = self._differs.missing
        if not gone:
            return None
        if len(gone) < MANY:
            return of_tile("drunter.referee.missing", gone[0], self._picture)
        squares = [square for tile in gone for square in tile.squares]
        places = self._picture.places(squares[:MOST_MARKED])
        return Say("drunter.referee.missing_many", {"tiles": len(gone)}, places)

    def missing_at_the_end(self) -> Say | None:
        """Say which tile is missing as the points are counted; where many are, they are put away."""
        return self.missing() if len(self._differs.missing) < MANY else None

    def displaced(self) -> Say | None:
        """Say which laid tile is not where it belongs."""
        return self.pushed() or self.missing()

    def pushed(self) -> Say | None:
        """Say which laid tile lies elsewhere now: marked are its place, then where it lies."""
        explained = [tile for way in self._differs.explanations for tile in way]
        for gone, tile in product(self._differs.missing, explained):
            if tile.tile == gone.tile:
                places = self._picture.places((*gone.squares, *tile.squares))
                return Say("drunter.referee.pushed", {"term": term(tile.tile)}, places)
        return None

    def wrong(self, judge: TileJudge, state: State, tile: Placement) -> Say:
        """Say why a tile is no legal lay."""
        why = judge.wrong(tile)
        if (gang := self._left_behind(tile)) is not None and why != "over_tile":
            places = self._picture.places((*tile.squares, gang))
            return Say("drunter.referee.wrong.gang_behind", {"term": term(tile.tile)}, places)
        params = {}
        if why == "not_own":
            params = {"seat": state.name(judge.seat), "others": names(judge.owners(tile))}
        return of_tile(f"drunter.referee.wrong.{why}", tile, self._picture, **params)

    def _left_behind(self, tile: Placement) -> Square | None:
        """Return where a tile's gang belongs, if it stands beside the tile but was not moved there."""
        away = [
            gang.square
            for gang in self._town.gangs
            if gang.kind == tile.kind and self._picture.has_gang(gang.square) is False
        ]
        wanted = {gang.square for gang in self._town.gangs}
        beside = {square.next(towards) for square in tile.squares for towards in TOWARDS}
        astray = [square for square in self._picture.gangs if square in beside - wanted]
        return away[0] if away and astray else None

    def several(self, tiles: Sequence[Placement]) -> Say:
        """Say that more than one tile lies there that is no lay."""
        squares = list(chain.from_iterable(tile.squares for tile in tiles))
        places = self._picture.places(squares[:MOST_MARKED])
        return Say("drunter.referee.several", {"tiles": len(tiles)}, places)

    def covered(self, tiles: Sequence[Placement]) -> Say | None:
        """Say that a part of a new tile is hidden."""
        hidden = [tile for tile in tiles if not self._differs.is_seen(tile)]
        squares = sorted(self._picture.hidden.intersection(*[hidden[0].squares])) if hidden else []
        return Say("drunter.referee.covered", places=self._picture.places(squares)) if squares else None

    def unexplained(self) -> Say:
        """Say that what is new is no tile, or cannot be read as one."""
        new = sorted(self._differs.new)
        places = self._picture.places(new[:MOST_MARKED])
        many = len(new) > MOST_MARKED
        return Say(
            "drunter.referee.many" if many else "drunter.referee.unclear", {"squares": len(new)}, places
        )

    def not_laid(self, memory: Memory) -> Say | None:
        """Say that something lies there that was not laid."""
        if not memory.lying:
            return None
        why = memory.lying[0].why
        squares = [one.square for one in memory.lying if one.why == why]
        return Say(f"drunter.referee.left.{why}", places=self._picture.places(squares[:MOST_MARKED]))

    def gangs(self, either: Sequence[Square] = ()) -> Say | None:
        """Remind of a gang that does not stand where it should; one may stand on ``either`` square."""
        picture = self._picture
        if not picture.shows_gangs:
            return None
        wanted = [gang.square for gang in self._town.gangs]
        away = [square for square in wanted if picture.has_gang(square) is False]
        if any(picture.has_gang(square) is not False for square in either):
            away = [square for square in away if square not in either]
        astray = [square for square in picture.gangs if square not in (*wanted, *either)]
        if away:
            return self._gang("drunter.referee.gang.move", away[:1])
        return self._gang("drunter.referee.gang.off", astray[:1]) if astray else None

    def _gang(self, code: str, squares: Sequence[Square]) -> Say:
        return Say(code, places=self._picture.places(squares))
