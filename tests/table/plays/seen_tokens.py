"""Readers that are told what lies on the simulated table: for tests of hands, not of eyes."""

from collections.abc import Sequence

from vision.clock import Clock
from vision.frame import ImageBgr
from vision.readings.dice import DiceReading, Die, Grid, GridDie
from vision.readings.places import GridCell, PointPx
from vision.readings.tokens import Token, TokenReading
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.play import TableToken


class TrueTokens:
    """Reads the tokens as they truly lie, whatever hands hide."""

    kind = "tokens"

    def __init__(self, simulated: SimulatedTable, clock: Clock) -> None:
        self._simulated, self._clock = simulated, clock

    def read(self, image_bgr: ImageBgr) -> TokenReading:
        """Return what lies there now."""
        tokens = self._simulated.tokens
        assert tokens is not None
        height, width = image_bgr.shape[:2]

        def token(each: TableToken) -> Token:
            x, y = each.centre
            at = PointPx(x * width, y * height)
            size = each.size * width
            return Token(each.label, at, size, 0.9999, True, cell=each.cell, centre_mm=each.centre_mm)

        truth = tokens.truth(self._clock.now())
        corners = None
        if tokens.board is not None:
            project = self._simulated.in_picture
            ends = ((0, 0), (11, 0), (11, 5), (0, 5))
            px = [
                PointPx(x * width, y * height)
                for x, y in (project(tokens.board.place_mm(*end), tokens.board.thick_mm) for end in ends)
            ]
            corners = px[0], px[1], px[2], px[3]
        return TokenReading(
            True,
            (),
            (width, height),
            True,
            tokens=tuple(token(each) for each in truth if each.kind != "pawn"),
            grid=None if tokens.board is None else tokens.board.make.grid,
            corners_px=corners,
        )

    def pool(self, readings: Sequence[TokenReading]) -> TokenReading:
        """Return the last reading: all tell the truth."""
        return readings[-1]


class TrueDice:
    """Reads the dice as they truly lie."""

    kind = "dice"

    def __init__(self, simulated: SimulatedTable, clock: Clock) -> None:
        self._simulated, self._clock = simulated, clock

    def read(self, image_bgr: ImageBgr) -> DiceReading:
        """Return what lies there now."""
        height, width = image_bgr.shape[:2]
        dice = []
        for each in self._simulated.truth(self._clock.now()):
            a, b, c, d = (PointPx(x * width, y * height) for x, y in each.corners)
            centre = PointPx(each.centre[0] * width, each.centre[1] * height)
            dice.append(Die(each.face, centre, (a, b, c, d), each.picture_angle_deg, 0.9999, True))
        grids = tuple(Grid((GridDie(n, GridCell(0, 0), 0),)) for n in range(len(dice)))
        return DiceReading(tuple(dice), grids, True, (), (width, height), True)

    def pool(self, readings: Sequence[DiceReading]) -> DiceReading:
        """Return the last reading: all tell the truth."""
        return readings[-1]
