"""The sizes that the matcher's networks were trained with."""

from vision.board_grid import PX_PER_CELL

CROP_PX = 64
"""Side of a crop: a cell of ``PX_PER_CELL`` with a margin of a sixth on each side, for pieces that lie
askew or have some height."""
STRIDE_PX = 4
"""Distance in px between a map's places in its crop."""
PLACES = CROP_PX // STRIDE_PX
"""Places along a crop's side."""
VECTOR = 24
"""Numbers that describe one place; together they have length 1."""
REACH = 3
"""Greatest shift, in places each way, at which a piece is looked for: a quarter of a cell."""
COARSE = 2
"""Factor by which the whole board is reduced to find bare cells."""
RIVALS = 5
"""Number of the most likely names that are compared with each other again, besides the bare place."""
MARGIN_PX = (CROP_PX - PX_PER_CELL) // 2
"""Margin of a crop beyond its cell."""
SPECTRUM = 20
"""Places in each direction in which maps are correlated: enough that no shift of ``REACH`` wraps
around."""
