"""A game's place at the table: all of it that is not rules.

A game that uses the camera, the clock or the box has a folder here, ``plays/<game>/``, whose module
``play`` holds a ``Play`` as ``PLAY``. A game without a folder is played by tap alone, by the defaults of
``Play``. A play changes nothing and keeps nothing: it is asked about a position. Simulated hands are in
``companion/simulation/games/<game>/``, loaded only by simulator and demo.
"""

from companion.table.hooks.box_use import UsesBox
from companion.table.hooks.position import StateT
from companion.table.hooks.seeing import Sees
from companion.table.hooks.speaking import Speaks
from companion.table.hooks.timing import Times
from companion.table.hooks.verdict import MemoryT
from companion.table.hooks.weighing import Weighs


class Play(Sees[StateT], Weighs[StateT, MemoryT], Times[StateT], UsesBox[StateT], Speaks[StateT]):
    """The questions that the table asks about one game. Stateless: one instance serves every sitting."""
