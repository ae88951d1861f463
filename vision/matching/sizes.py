"""How large everything is that the matcher's networks look at: the networks were trained with these."""

from vision.boards.grid import PX_PER_CELL
from vision.boards.sets import SAMPLE_PX

CROP_PX = 64
"""Side of a crop: a cell of ``PX_PER_CELL`` and a sixth of it on each side, which a piece that lies
askew or has some height reaches into."""
STRIDE_PX = 4
"""A crop becomes a map with a place every so many px."""
PLACES = CROP_PX // STRIDE_PX
"""Places along a crop's side."""
VECTOR = 24
"""How many numbers say what one place looks like; together they have length 1."""
REACH = 3
"""A piece is looked for shifted by so many places each way: a quarter of a cell."""
COARSE = 2
"""What is bare is told from the whole board made so many times smaller."""
FIGURE_PX = SAMPLE_PX // COARSE
"""Side of a cell with a figure and what is round it, so made smaller: figures lean far over."""
RIVALS = 5
"""So many of the most likely names are compared with each other a second time, besides the bare place."""
MARGIN_PX = (CROP_PX - PX_PER_CELL) // 2
"""What a crop shows beyond its cell."""
SPECTRUM = 20
"""Maps are correlated in so many places each way: enough that no shift of ``REACH`` meets the other
edge."""
