"""Pieces that a person corrected: as long as they lie there unmoved, they show what the person said."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from math import dist

from companion.games.game import Words
from companion.games.history import CORRECT, Step, corrections
from companion.games.words import texts
from companion.table.hooks.misread_cells import MisreadCell, bare_cell
from companion.table.hooks.position import Readings, reading_of
from companion.table.sight.misread_dice import MisreadDie, add_missed_die, dice_right
from companion.table.sight.misread_tokens import (
    MisreadToken,
    add_missed_token,
    token_meant,
    tokens_right,
)
from companion.table.sight.tapped import Tapped
from vision.motion.mask import Mask
from vision.readings.board import EMPTY, BoardCell, BoardReading
from vision.readings.dice import DiceReading, Die
from vision.readings.places import PointPx
from vision.readings.tokens import Token, TokenReading

MisreadPiece = MisreadDie | MisreadCell | MisreadToken
"""A piece that a person corrected: a die, what lies on a cell of a board, a token."""


def piece_meant(tapped: Tapped, readings: Readings) -> MisreadPiece | None:
    """Return the corrected piece; None if the readings have none there."""
    dice, tokens = reading_of(DiceReading, readings), reading_of(TokenReading, readings)
    if isinstance(tapped.piece, int):
        if tapped.is_token:
            return token_meant(tokens, tapped.piece, tapped.face)
        seen = () if dice is None else dice.dice
        return MisreadDie(seen[tapped.piece], tapped.face) if tapped.piece < len(seen) else None
    if tapped.piece is not None:
        return _cell_meant(reading_of(BoardReading, readings), tapped.piece, tapped)
    if tapped.at is None:
        return None
    if tapped.is_token:
        return add_missed_token(tokens, tapped.at, tapped.face)
    return add_missed_die(dice, tapped.at, tapped.face)


def _cell_meant(
    board: BoardReading | None, place: tuple[int, int], tapped: Tapped
) -> MisreadCell | None:
    if board is None:
        return None
    listed = next((cell for cell in board.cells if cell.cell == place), None)
    cell = listed or bare_cell(board, place)
    if cell is None:
        return None
    return MisreadCell(cell, tapped.face, tapped.turns, tapped.on, was_missed=listed is None)


def in_order(dice: Sequence[Die], faces: Sequence[str]) -> list[str]:
    """Return these faces in the order of the dice that show them, as far as possible.

    A person who enters a throw by hand names its faces in any order. Faces read with certainty are kept
    if possible.
    """
    left = Counter(faces)
    found: dict[int, str] = {}
    for number in sorted(range(len(dice)), key=lambda number: -dice[number].confidence):
        if left[dice[number].face]:
            found[number] = dice[number].face
            left[dice[number].face] -= 1
    for number, die in enumerate(dice):
        if number not in found:
            likely = [*(guess.label for guess in die.likely), *left.elements()]
            found[number] = next(face for face in likely if left[face])
            left[found[number]] -= 1
    return [found[number] for number in range(len(dice))]


def other_faces(words: Words, read: Words) -> list[str] | None:
    """Return the faces that a move names if the move equals one that was read, except for some faces."""
    faces, as_read = words.get("faces"), read.get("faces")
    if not isinstance(faces, list) or not isinstance(as_read, list) or len(faces) != len(as_read):
        return None
    same = {**read, "faces": faces} == words and all(isinstance(face, str) for face in faces)
    return [str(face) for face in faces] if same else None


def meant_by(words: Words, steps: Sequence[Step], readings: Readings) -> list[MisreadDie]:
    """Return the dice that a correction of the last throw concerns: as they lie there, wrongly read."""
    last = next((step for step in reversed(steps) if "faces" in step.entry.words), None)
    right = corrections(words) if words.get("move") == CORRECT else {}
    if last is None or last.number not in right:
        return []
    read, faces = texts(last.entry.words, "faces"), texts(right[last.number], "faces")
    return _meant(readings, read, faces)


def _meant(readings: Readings, read: Sequence[str], faces: Sequence[str]) -> list[MisreadDie]:
    reading = reading_of(DiceReading, readings)
    wrong, right = Counter(read) - Counter(faces), Counter(faces) - Counter(read)
    if reading is None or wrong.total() != right.total():
        return []
    dice: list[Die] = []
    for die in sorted(reading.dice, key=lambda die: die.confidence):
        if wrong[die.face]:
            wrong[die.face] -= 1
            dice.append(die)
    if wrong.total():
        return []  # They do not lie there any more.
    return [
        MisreadDie(die, face)
        for die, face in zip(dice, in_order(dice, list(right.elements())), strict=True)
    ]


def put_right(readings: Readings, known: Sequence[MisreadPiece]) -> Readings:
    """Return the readings with every corrected piece as it really is."""
    dice = [one for one in known if isinstance(one, MisreadDie)]
    cells = [one for one in known if isinstance(one, MisreadCell)]
    tokens = [one for one in known if isinstance(one, MisreadToken)]
    right = dict(readings)
    for kind, reading in readings.items():
        if isinstance(reading, DiceReading) and dice:
            right[kind] = dice_right(reading, dice)
        elif isinstance(reading, BoardReading) and cells:
            right[kind] = _board_right(reading, cells)
        elif isinstance(reading, TokenReading) and tokens:
            right[kind] = tokens_right(reading, tokens)
    return right


def told_again(
    known: Iterable[MisreadPiece], pieces: Iterable[MisreadPiece]
) -> tuple[MisreadPiece, ...]:
    """Return all corrected pieces; the latest correction of each counts."""
    told = [*known]
    for piece in pieces:
        earlier = next((one for one in told if _is_of_same(one, piece)), None)
        if earlier is None:
            told.append(piece)
        else:
            place = told.index(earlier)
            told[place] = replace(piece, read=earlier.read, was_missed=earlier.was_missed)  # type: ignore[arg-type]
    return tuple(told)


def _is_of_same(one: MisreadPiece, piece: MisreadPiece) -> bool:
    """Tell whether a piece, as it was read, is one that was already corrected."""
    if isinstance(one, MisreadDie) and isinstance(piece, MisreadDie):
        was_none = one.face == EMPTY and piece.was_missed and piece.is_at(one.read)
        return was_none or piece.is_read_as(one.right(one.read))
    if isinstance(one, MisreadToken) and isinstance(piece, MisreadToken):
        was_none = one.label == EMPTY and piece.was_missed and piece.is_at(one.read)
        return was_none or piece.is_read_as(one.right(one.read))
    if isinstance(one, MisreadCell) and isinstance(piece, MisreadCell):
        return piece.is_read_as(one.right(one.read))
    return False


def still_there(known: Iterable[MisreadPiece], readings: Readings) -> tuple[MisreadPiece, ...]:
    """Return those that lie unmoved in new, uncorrected readings."""
    return tuple(one for one in known if _is_still_there(one, readings))


def _is_still_there(one: MisreadPiece, readings: Readings) -> bool:
    """Tell whether a piece is read as before; if its kind was not read, it stays."""
    if isinstance(one, MisreadDie):
        dice = reading_of(DiceReading, readings)
        if dice is None:
            return True
        return one.is_missed_in(dice) or any(map(one.is_read_as, dice.dice))
    if isinstance(one, MisreadToken):
        tokens = reading_of(TokenReading, readings)
        if tokens is None:
            return True
        return one.is_missed_in(tokens) or any(map(one.is_read_as, tokens.tokens))
    board = reading_of(BoardReading, readings)
    if board is None or board.corners_px is None or one.read.cell in board.hidden:
        return True
    return one.is_missed_in(board) or any(map(one.is_read_as, board.cells))


def drop_covered(
    known: Iterable[MisreadPiece], hand: Mask, size_px: tuple[int, int]
) -> tuple[MisreadPiece, ...]:
    """Return the corrections of pieces that certainly still lie there while a hand covers places.

    The removal of a missed piece cannot be seen: if the hand may have taken it away, it is no longer
    known. Where nothing lay, nothing can be taken away; a die that is laid there is read, or missed if
    it must lie there.
    """
    return tuple(one for one in known if not (_may_be_gone(one) and _is_covered(one, hand, size_px)))


def _may_be_gone(one: MisreadPiece) -> bool:
    """Tell whether a piece can be removed unseen."""
    return one.was_missed and not (isinstance(one, MisreadDie) and one.is_nothing)


def _is_covered(one: MisreadPiece, hand: Mask, size_px: tuple[int, int]) -> bool:
    (x, y), reach_px = _place_of(one)
    places = product((x - reach_px, x, x + reach_px), (y - reach_px, y, y + reach_px))
    return any(hand.covers(place, size_px) for place in places)


def _place_of(one: MisreadPiece) -> tuple[PointPx, float]:
    """Return a piece's place, and how far it extends from there, px."""
    read = one.read
    if isinstance(read, Die):
        return read.centre_px, read.side_px / 2
    if isinstance(read, Token):
        return read.centre_px, read.size_px / 2
    return read.centre_px, dist(read.corners_px[0], read.corners_px[2]) / 2


def _board_right(reading: BoardReading, known: Sequence[MisreadCell]) -> BoardReading:
    missed = [one.right(one.read) for one in known if one.is_missed_in(reading)]
    there = (cell for cell in missed if cell.label != EMPTY or cell.on is not None)
    cells = (*(_cell_right(cell, known) for cell in reading.cells), *there)
    is_named = all(cell.sure for cell in cells)
    doubts = tuple(doubt for doubt in reading.doubts if not (is_named and doubt == "cell"))
    return replace(reading, cells=cells, doubts=doubts, sure=reading.sure or not doubts)


def _cell_right(cell: BoardCell, known: Sequence[MisreadCell]) -> BoardCell:
    return next((one.right(cell) for one in known if one.is_read_as(cell)), cell)
