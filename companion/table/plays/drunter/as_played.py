"""Which tiles lie on the board as it was played, and whether they are seen there."""

from collections.abc import Iterable
from dataclasses import replace

from companion.games.drunter.moves import Lay
from companion.games.drunter.pieces import Gang, Square
from companion.games.drunter.state import Declaring, State, Voting
from companion.games.drunter.town import Town
from companion.games.drunter.turns import squares_of
from companion.table.hooks.misread_cells import MisreadCell
from companion.table.hooks.position import Position
from companion.table.hooks.verdict import JsonObject
from companion.table.plays.drunter.memory import Memory
from companion.table.plays.drunter.picture import BoardPicture
from companion.table.plays.drunter.placement import Parts, Placement, SquarePart, parts_of
from vision.readings.board import EMPTY, BoardReading


def lying_in(state: State) -> tuple[Placement, ...]:
    """Return the tiles that lie on the board, the one that is voted on with them."""
    laid = tuple(Placement.of(tile.kind, tile.squares) for tile in state.town.tiles)
    return (*laid, *proposed(state))


def proposed(state: State) -> tuple[Placement, ...]:
    """Return the tile that is voted on: it lies there, provisionally."""
    if not isinstance(state.phase, Voting | Declaring):
        return ()
    lay = state.phase.lay
    return (Placement.of(lay.kind, squares_of(state, lay)),)


def lies(position: Position[State], words: JsonObject, reading: BoardReading) -> bool:
    """Tell whether the tile of a lay may be what is seen on every one of its squares."""
    rest = {key: value for key, value in words.items() if key != "seat"}
    lay = position.game.parse(position.state, position.game.to_move(position.state), rest)
    if reading.corners_px is None or not isinstance(lay, Lay):
        return False
    picture = BoardPicture(reading)
    parts = parts_of(Placement.of(lay.kind, squares_of(position.state, lay)))
    return all(picture.may_show(square, part) for square, part in parts.items())


def misread(before: State, after: State, reading: BoardReading) -> list[MisreadCell]:
    """Return the cells of tiles entered by hand that were read as something else.

    A tile of which a square surely shows nothing does not lie there yet: nothing was misread.
    """
    then, now = lying_in(before), lying_in(after)
    cells = {Square(*cell.cell): cell for cell in reading.cells}
    found: list[MisreadCell] = []
    for tile in now:
        read = [cells.get(square) for square in tile.squares]
        if tile in then or any(cell is None or cell.label == EMPTY for cell in read):
            continue
        found += [
            MisreadCell(cell, part.label, part.turns)
            for cell, part in zip(read, tile.parts, strict=True)
            if cell is not None and SquarePart.of(cell.label, cell.turns) != part
        ]
    return found


def parts_seen(picture: BoardPicture, squares: Iterable[Square]) -> Parts:
    """Return the likeliest thing on each of these squares."""
    found: Parts = {}
    for square in squares:
        guesses = picture.looks[square].guesses
        parts = [(chance, part) for part, chance in guesses.items() if part is not None]
        if parts:
            found[square] = max(parts)[1]
    return found


def remember_refused(state: State, memory: Memory) -> Memory:
    """Return the memory with the tile that the last vote refused, if that is new."""
    vote, held = state.last_vote, sum(map(len, state.votes)) - state.spent
    if isinstance(state.phase, Voting | Declaring) or vote is None or vote.tally.passed:
        return memory
    if memory.counted == held:
        return memory
    squares = _squares_then(state.town, vote.lay)
    if not squares:
        return replace(memory, counted=held)
    refused = parts_of(Placement.of(vote.lay.kind, squares))
    memory = memory.with_not_laid(refused, "refused")
    return replace(memory, counted=held)


def _squares_then(town: Town, lay: Lay) -> tuple[Square, ...]:
    """Return the squares of a lay that a vote refused; none where its gang has moved since."""
    gang = Gang(lay.kind, lay.gang)
    if gang not in town.gangs:
        return ()
    free = town.way(gang, lay.towards).squares[: lay.length]
    return free if len(free) == lay.length else ()
