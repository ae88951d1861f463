"""Pieces that a person put right: as long as they lie there unmoved, they show what the person said."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.games.game import Words
from companion.games.history import CORRECT, Step, corrections
from companion.games.words import texts
from companion.table.plays.lying import Lying
from companion.table.plays.misread import MisreadCell
from companion.table.plays.play import Readings
from companion.table.right_tokens import RightToken, token_meant, tokens_right
from companion.table.tapped import Tapped
from vision.reading import BoardCell, BoardReading, DiceReading, Die, Guess, Reading, TokenReading


@dataclass(frozen=True)
class PutRight:
    """A die as it was ``read``, and the ``face`` that it really shows."""

    read: Die
    face: str
    is_of_board = False

    def is_read_as(self, die: Die) -> bool:
        """Tell whether this is the same die, read as wrongly as before."""
        return Lying.of(self.read).is_unmoved(Lying.of(die), alike_deg=360.0)

    def right(self, die: Die) -> Die:
        """Return the die with the face that it shows, surely."""
        guesses = (guess for guess in die.likely if guess.face != self.face)
        likely = (Guess(self.face, 1.0), *guesses)
        return replace(die, face=self.face, confidence=1.0, sure=not die.cut_off, likely=likely)


Known = PutRight | MisreadCell | RightToken
"""A piece that a person put right: a die, what lies on a cell of a board, a token."""


def piece_meant(tapped: Tapped, readings: Readings) -> Known | None:
    """Return the piece put right; None where the readings have none there."""
    if tapped.is_token and isinstance(tapped.piece, int):
        return token_meant(readings.get("tokens"), tapped.piece, tapped.face)
    dice, board = readings.get("dice"), readings.get("board")
    if isinstance(tapped.piece, int):
        seen = dice.dice if isinstance(dice, DiceReading) else ()
        return PutRight(seen[tapped.piece], tapped.face) if tapped.piece < len(seen) else None
    cells = board.cells if isinstance(board, BoardReading) else ()
    there = (cell for cell in cells if cell.cell == tapped.piece)
    return next((MisreadCell(cell, tapped.face, tapped.turns) for cell in there), None)


def in_order(dice: Sequence[Die], faces: Sequence[str]) -> list[str]:
    """Return as many faces in the order of the dice that show them, as far as that can be told.

    Who enters a throw by hand names its faces in any order. What was read surely is kept where it can.
    """
    left = Counter(faces)
    found: dict[int, str] = {}
    for number in sorted(range(len(dice)), key=lambda number: -dice[number].confidence):
        if left[dice[number].face]:
            found[number] = dice[number].face
            left[dice[number].face] -= 1
    for number, die in enumerate(dice):
        if number not in found:
            likely = [*(guess.face for guess in die.likely), *left.elements()]
            found[number] = next(face for face in likely if left[face])
            left[found[number]] -= 1
    return [found[number] for number in range(len(dice))]


def other_faces(words: Words, read: Words) -> list[str] | None:
    """Return the faces that a move names where it is one that was read, but for some of its faces."""
    faces, as_read = words.get("faces"), read.get("faces")
    if not isinstance(faces, list) or not isinstance(as_read, list) or len(faces) != len(as_read):
        return None
    same = {**read, "faces": faces} == words and all(isinstance(face, str) for face in faces)
    return [str(face) for face in faces] if same else None


def meant_by(words: Words, steps: Sequence[Step], readings: Readings) -> list[PutRight]:
    """Return the dice that a correction of the last throw means: as they lie there, wrongly read."""
    last = next((step for step in reversed(steps) if "faces" in step.entry.words), None)
    right = corrections(words) if words.get("move") == CORRECT else {}
    if last is None or last.number not in right:
        return []
    read, faces = texts(last.entry.words, "faces"), texts(right[last.number], "faces")
    return _meant(readings, read, faces)


def _meant(readings: Readings, read: Sequence[str], faces: Sequence[str]) -> list[PutRight]:
    reading = readings.get("dice")
    wrong, right = Counter(read) - Counter(faces), Counter(faces) - Counter(read)
    if not isinstance(reading, DiceReading) or wrong.total() != right.total():
        return []
    dice: list[Die] = []
    for die in sorted(reading.dice, key=lambda die: die.confidence):
        if wrong[die.face]:
            wrong[die.face] -= 1
            dice.append(die)
    if wrong.total():
        return []  # They do not lie there any more.
    return [
        PutRight(die, face)
        for die, face in zip(dice, in_order(dice, list(right.elements())), strict=True)
    ]


def put_right(readings: Readings, known: Sequence[Known]) -> Readings:
    """Return the readings, wherever a piece was put right with what it shows."""
    dice = [one for one in known if isinstance(one, PutRight)]
    cells = [one for one in known if isinstance(one, MisreadCell)]
    tokens = [one for one in known if isinstance(one, RightToken)]
    right = dict(readings)
    for kind, reading in readings.items():
        if isinstance(reading, DiceReading) and dice:
            right[kind] = _dice_right(reading, dice)
        elif isinstance(reading, BoardReading) and cells:
            right[kind] = _board_right(reading, cells)
        elif isinstance(reading, TokenReading) and tokens:
            right[kind] = tokens_right(reading, tokens)
    return right


def still_there(known: Iterable[Known], readings: Readings) -> tuple[Known, ...]:
    """Return those that lie there unmoved in readings as they were made."""
    return tuple(one for one in known if _is_still_there(one, readings))


def _is_still_there(one: Known, readings: Readings) -> bool:
    """Tell whether a piece is read as it was; it stays where its kind was not read."""
    if isinstance(one, PutRight):
        dice = readings.get("dice")
        return not isinstance(dice, DiceReading) or any(map(one.is_read_as, dice.dice))
    if isinstance(one, RightToken):
        tokens = readings.get("tokens")
        return not isinstance(tokens, TokenReading) or any(map(one.is_read_as, tokens.tokens))
    board = readings.get("board")
    if not isinstance(board, BoardReading) or board.corners_px is None:
        return True
    return one.read.cell in board.hidden or any(map(one.is_read_as, board.cells))


def _dice_right(reading: DiceReading, known: Sequence[PutRight]) -> DiceReading:
    dice = tuple(_die_right(die, known) for die in reading.dice)
    doubts = _doubts_left(reading, "die") if all(die.sure for die in dice) else reading.doubts
    return replace(reading, dice=dice, doubts=doubts, sure=reading.sure or not doubts)


def _board_right(reading: BoardReading, known: Sequence[MisreadCell]) -> BoardReading:
    cells = tuple(_cell_right(cell, known) for cell in reading.cells)
    doubts = _doubts_left(reading, "cell") if all(cell.sure for cell in cells) else reading.doubts
    return replace(reading, cells=cells, doubts=doubts, sure=reading.sure or not doubts)


def _doubts_left(reading: Reading, gone: str) -> tuple[str, ...]:
    return tuple(doubt for doubt in reading.doubts if doubt != gone)


def _die_right(die: Die, known: Sequence[PutRight]) -> Die:
    return next((one.right(die) for one in known if one.is_read_as(die)), die)


def _cell_right(cell: BoardCell, known: Sequence[MisreadCell]) -> BoardCell:
    return next((one.right(cell) for one in known if one.is_read_as(cell)), cell)
