"""Pictures of any size, content and layout in memory, put to every reader with every built-in set and
with sets that were taught in odd ways."""

from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import cv2
import numpy as np

from tests.rigs.fuzz.watched import Input, Wrong
from tests.rigs.other_art import Discs, Laid, OtherBoard
from vision.board_grid import BoardGrid
from vision.boards import sets as boards
from vision.boards.matched.reader import BoardReader
from vision.boards.teaching.teacher import BoardTeacher
from vision.clock import SteppedClock
from vision.dice import sets as dice
from vision.dice.live import LiveDiceReader
from vision.dice.reader import DiceReader
from vision.dice.teaching import Teacher
from vision.frame import ImageBgr
from vision.manifests.labelled import LabelledBoard, LabelledCell, LabelledPhoto, LabelledPiece
from vision.reader import Reader
from vision.readings.places import PointPx
from vision.sheets.reader import OutlineReader
from vision.tokens import sets as tokens
from vision.tokens.reader import LiveTokenReader, TokenReader
from vision.tokens.teaching.teacher import TokenTeacher
from vision.workshop.simulation.table import SimulatedTable

USUAL_PX, HUGE_PX = 480, 3000
"""The longest side of most pictures, and of one in a hundred."""


def pictures(rng: Random, _: Path) -> Generator[Input, None, None]:
    """Yield pictures, each put to every reader in turn; what is answered must be of that picture."""
    photos = list(_photos())
    readers = list(_readers())
    while True:
        image = picture(rng, photos)
        for reader in readers:
            yield partial(_read, reader, image)


def _read(reader: Reader[Any], image: ImageBgr) -> None:
    height, width = image.shape[:2]
    reading = reader.read(image)
    both = reader.pool([reading, reading])
    if reading.size_px != (width, height) or both.size_px != (width, height):
        raise Wrong(f"{reader.kind}: {reading.size_px} of {width} x {height}")


def picture(rng: Random, photos: list[ImageBgr]) -> ImageBgr:
    """Return a picture of any size and content, laid out in memory in any way."""
    most = HUGE_PX if rng.random() < 0.01 else USUAL_PX
    sides = [rng.choice((1, 2, 3, 7, 16, 33, rng.randint(1, 120), rng.randint(1, most))) for _ in "wh"]
    drawn = rng.choice((_flat, _noise, _gradient, _stripes, _blobs, _blobs, _blobs))
    if rng.random() < 0.45:
        image = _cropped(rng, rng.choice(photos), most)
    else:
        image = drawn(rng, (sides[0], sides[1]))
    return _laid_out(rng, _spoilt(rng, image))


def _flat(rng: Random, size_wh: tuple[int, int]) -> ImageBgr:
    level = rng.choice((0, 255, rng.randrange(256)))
    colour = (level,) * 3 if rng.random() < 0.7 else [rng.randrange(256) for _ in "bgr"]
    return np.full((size_wh[1], size_wh[0], 3), colour, np.uint8)


def _noise(rng: Random, size_wh: tuple[int, int]) -> ImageBgr:
    luck = np.random.default_rng(rng.randrange(2**32))
    grain = rng.choice((1, 1, 3, 20))
    small = (size_wh[1] // grain + 1, size_wh[0] // grain + 1, 3)
    return _resized(luck.integers(0, 256, small).astype(np.uint8), size_wh, cv2.INTER_NEAREST)


def _gradient(rng: Random, size_wh: tuple[int, int]) -> ImageBgr:
    corners = np.array([[[rng.randrange(256) for _ in "bgr"] for _ in "ab"] for _ in "cd"], np.uint8)
    return _resized(corners, size_wh, cv2.INTER_LINEAR)


def _stripes(rng: Random, size_wh: tuple[int, int]) -> ImageBgr:
    image, step = _flat(rng, size_wh), rng.randint(1, 40)
    image[:, ::step] = rng.randrange(256)
    if rng.random() < 0.5:
        image[::step] = rng.randrange(256)
    return image


def _blobs(rng: Random, size_wh: tuple[int, int]) -> ImageBgr:
    """Return discs and squares on an even ground: what tokens and dice are made of."""
    image, longer = _flat(rng, size_wh), max(size_wh)
    for _ in range(rng.randint(1, 30)):
        x, y = rng.randint(0, size_wh[0]), rng.randint(0, size_wh[1])
        radius, colour = rng.randint(1, longer // 6 + 2), [rng.randrange(256) for _ in "bgr"]
        if rng.random() < 0.5:
            cv2.circle(image, (x, y), radius, colour, rng.choice((-1, 1, 3)))
        else:
            box = cv2.boxPoints(((x, y), (radius, radius), rng.uniform(0, 90)))
            cv2.fillPoly(image, [np.rint(box).astype(np.int32)], colour)
    return image


def _cropped(rng: Random, photo: ImageBgr, most_px: int) -> ImageBgr:
    """Return a part of a photograph, larger, smaller, or pulled out of shape."""
    height, width = photo.shape[:2]
    left, top = rng.randrange(width - 1), rng.randrange(height - 1)
    if rng.random() < 0.4:
        left = top = 0
    right = rng.choice((width, rng.randint(left + 1, width)))
    part = photo[top : rng.choice((height, rng.randint(top + 1, height))), left:right]
    across = rng.choice((1.0, rng.uniform(0.05, 3)))
    down = across if rng.random() < 0.7 else rng.uniform(0.05, 3)
    size = [
        max(1, min(most_px, round(of * by)))
        for of, by in zip(part.shape[1::-1], (across, down), strict=True)
    ]
    turned = np.ascontiguousarray(
        np.rot90(_resized(part, (size[0], size[1]), cv2.INTER_AREA), rng.randrange(4))
    )
    return turned[:, ::-1] if rng.random() < 0.1 else turned


def _spoilt(rng: Random, image: ImageBgr) -> ImageBgr:
    """Return a picture as it is, or grey, dark, bright, of two levels, blurred, half black."""
    spoilt = image.copy()
    match rng.randrange(14):
        case 0:
            spoilt = np.asarray(
                cv2.cvtColor(cv2.cvtColor(spoilt, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8
            )
        case 1:
            times = rng.choice((0.03, 0.3, 3.0, 6.0))
            spoilt = np.asarray(cv2.convertScaleAbs(spoilt, None, times), np.uint8)
        case 2:
            spoilt = np.asarray(cv2.threshold(spoilt, 127, 255, cv2.THRESH_BINARY)[1], np.uint8)
        case 3:
            spoilt = np.asarray(cv2.GaussianBlur(spoilt, (0, 0), rng.uniform(1, 12)), np.uint8)
        case 4:
            spoilt[:, : spoilt.shape[1] // 2] = rng.choice((0, 255))
        case 5:
            spoilt = 255 - spoilt
        case _:
            pass
    return spoilt


def _laid_out(rng: Random, image: ImageBgr) -> ImageBgr:
    """Return the same picture as a view, column by column, or one that may not be written to."""
    match rng.randrange(8):
        case 0:
            return np.ascontiguousarray(image[::-1])[::-1]
        case 1:
            return np.repeat(image, 2, axis=1)[:, ::2]
        case 2:
            return np.asfortranarray(image)
        case 3:
            image.flags.writeable = False
            return image
        case _:
            return image


def _resized(image: ImageBgr, size_wh: tuple[int, int], how: int) -> ImageBgr:
    return np.asarray(cv2.resize(image, size_wh, interpolation=how), np.uint8)


def _thrown() -> tuple[ImageBgr, list[LabelledPiece]]:
    """Return a throw of dice and what they show."""
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=4, size_wh=(640, 480))
    table.throw(count=6)
    clock.wait(Event(), table.busy_until + 0.5)
    labels = [
        LabelledPiece(die.face, PointPx(die.centre[0] * 640, die.centre[1] * 480))
        for die in table.truth()
    ]
    return table.render(clock.now()), labels


BOARD = OtherBoard(2, BoardGrid(6, 4), (44, 44))
WIDE = OtherBoard(3, BoardGrid(2, 3), (60, 30))
LAID = {BOARD.grid.cells[n]: Laid(label) for n, label in enumerate(("a.start", "a.end", "b", None))}
LAID |= {BOARD.grid.cells[9]: Laid("b", 1, True), BOARD.grid.cells[15]: Laid(None, 0, True)}
HOLES = Discs(5, ("red", "blue"), BoardGrid(4, 3), (320, 240))
LOOSE = Discs(6, ("red", "blue", "green"))


def _photos() -> Iterator[ImageBgr]:
    """Yield pictures of pieces that the readers know."""
    yield _thrown()[0]
    for discs in (HOLES, LOOSE):
        yield from (discs.photograph(number, 0.7)[0] for number in range(2))
    for board in (BOARD, WIDE):
        yield board.photograph({})[0]
    turned = {cell: Laid(laid.label, 1, laid.pawn) for cell, laid in LAID.items()}
    yield from (BOARD.photograph(cells, 1)[0] for cells in (LAID, turned))
    yield boards.load_board("drunter").board_bgr


def _readers() -> Iterator[Reader[Any]]:
    """Yield every reader with every built-in set and with sets that were taught in odd ways."""
    for name in dice.KIND.built_in():
        taught = dice.load(name)
        yield from (DiceReader(taught), LiveDiceReader(taught))
    for name in boards.KIND.built_in():
        yield BoardReader(boards.load_board(name))
    for name in tokens.KIND.built_in():
        of_tokens = tokens.load_tokens(name)
        yield from (TokenReader(of_tokens), LiveTokenReader(of_tokens))
    yield OutlineReader()
    yield from (
        BoardReader(_board(board, cells)) for board, cells in ((BOARD, LAID), (BOARD, {}), (WIDE, {}))
    )
    for discs, labels in ((HOLES, 2), (LOOSE, 3), (LOOSE, 1)):
        yield LiveTokenReader(_tokens(discs, labels))
    for faces in (1, 6):
        yield LiveDiceReader(_dice(faces))


def _board(board: OtherBoard, cells: dict[Any, Laid]) -> boards.BoardSet:
    teacher = BoardTeacher("odd", board.grid)
    for number, shown in enumerate(({}, cells)):
        image, corners = board.photograph(shown, number)
        said = {
            cell: LabelledCell(laid.label or "empty", 0, "gang" if laid.pawn else None)
            for cell, laid in shown.items()
        }
        where = f"{number}.jpg"
        teacher.show(image, LabelledBoard(Path(where), where, board.grid, said, corners, frozenset()))
    return teacher.lesson().taught


def _tokens(discs: Discs, labels: int) -> tokens.TokenSet:
    teacher = TokenTeacher("odd")
    image, lie, corners = discs.photograph(3, 0.8)
    said = tuple(
        LabelledPiece(disc.label, disc.centre_px, cell=disc.cell)
        for disc in lie
        if disc.label in discs.labels[:labels]
    )
    counts = {token.label: 1 for token in said}
    teacher.show(image, LabelledPhoto(Path("a"), "a", said, counts, grid=discs.grid, corners_px=corners))
    return teacher.lesson().taught


def _dice(faces: int) -> dice.DiceSet:
    image, labels = _thrown()
    teacher = Teacher("odd")
    teacher.show(
        image, [LabelledPiece(f"f{n}", one.centre_px) for n, one in enumerate(labels[:faces])], "a"
    )
    return teacher.lesson().taught
