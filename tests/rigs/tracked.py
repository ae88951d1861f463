"""``python -m tests.rigs.tracked RIG WORDS…``: a rig of the dice game, dice followed by hypotheses.

RIG is ``random_play``, ``other_hands`` or ``sketched``, with its own words. So the rival of the referee
in use is judged on the same seeds; players cannot choose it.
"""

import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from companion.table.plays.carcassonne_dice import play
from companion.table.plays.carcassonne_dice.tracked.play import PLAY
from companion.table.plays.catalogue import play_of


@contextmanager
def tracked() -> Iterator[None]:
    """Let tables that begin meanwhile follow the dice by hypotheses."""
    kept = play.PLAY
    setattr(play, "PLAY", PLAY)  # noqa: B010 - the two follow the dice by memories of different types
    play_of.cache_clear()
    try:
        yield
    finally:
        setattr(play, "PLAY", kept)  # noqa: B010
        play_of.cache_clear()


if __name__ == "__main__":
    sys.argv = sys.argv[1:]
    with tracked():
        runpy.run_module(f"tests.rigs.{sys.argv[0]}", run_name="__main__")
