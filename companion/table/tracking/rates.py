"""The one table of rates: how hands and eyes err, whatever is played. Chances, and measures in sizes of
a piece.

Begun with what ``tests/rigs/random_play`` has hands do, varied by three both ways: none of the chances
decides a throw that was seen.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Rates:
    """Chances of what happens between two looks, and how far off pieces are read."""

    area: float = 280.0
    """Where pieces come to lie, in squares of a size: a piece seldom falls just where one lay."""
    still: float = 0.035
    """A piece that nobody touched is read so far from where it was (standard deviation, sizes)."""
    brushed: float = 0.13
    """One that was brushed by another is."""
    is_brushed: float = 0.05
    """So often a piece that stays is brushed."""
    still_deg: float = 3.0
    brushed_deg: float = 12.0
    pushed: float = 0.55
    """One that a sleeve pushed is (standard deviation, sizes)."""
    pushed_deg: float = 25.0
    near: float = 0.8
    """So often a piece that was taken up is put back where it lay; else anywhere."""
    put_near: float = 0.8
    """One that is put back where it lay lies so far from there (standard deviation, sizes)."""
    missed: float = 0.0005
    """A piece in plain sight is not seen."""
    covered: float = 0.4
    """One is not seen while something reaches in."""
    doubted: float = 0.5
    """One is not seen within two sizes of a place where one may have been missed."""
    blind: float = 0.2
    """One is not seen in a picture in which some may have been missed anywhere."""
    false: float = 1e-7
    """So many pieces are surely read that are none."""
    unsure_false: float = 0.01
    """The same where it is not sure."""
    bumped: float = 0.03
    """The camera, or all that lies together, is moved as one."""
    slid: float = 0.002
    """All of it is: the cloth on which it lies is pulled."""
    late: float = 0.03
    """Some of the pieces that are thrown fall before the others."""
    rolled: float = 0.5
    """Pieces that are thrown are seen to roll."""
    idle: float = 0.0005
    """Something is taken for it where none is thrown."""
    something_else: float = 0.001
    """Something happens that no telling has."""


RATES = Rates()
