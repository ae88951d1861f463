"""``python -m tests.rigs.found_hands TREE [NAME]…``: what a newcomer at the dice game found, tried on a
tree of the project, each as its user would: by commands, HTTP, pictures, and a browser on its pages.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.rigs.found import Tree
from tests.rigs.found_hands import hands, pages, screens, throws
from tests.rigs.found_hands.at_table import Claims

TRIED: list[Callable[[Tree, Path], Claims]] = [
    *(throws.knights_thrown_again, throws.half_on_the_paper, throws.hand_over_four_dice),
    *(hands.cleared, hands.first_throws, throws.half_apart),
    *(hands.by_keyboard, hands.the_picture, throws.turned_wrongly, throws.fallen_side_by_side),
    *(throws.left_loose, throws.no_wait, pages.of_the_game, pages.of_other_games, screens.on_a_tv),
    *(pages.of_a_seat, pages.of_a_long_game, screens.over_the_picture),
]


def main() -> None:
    """Try all of them, or those named, and print what came of each."""
    tree, wanted = Tree(Path(sys.argv[1])), sys.argv[2:]
    for tried in TRIED:
        if wanted and tried.__name__ not in wanted:
            continue
        with TemporaryDirectory() as folder:
            try:
                for claim, found in tried(tree, Path(folder)):
                    print(f"{claim}: {'held' if found is None else found}", flush=True)
            except (OSError, RuntimeError, LookupError, TypeError, subprocess.TimeoutExpired) as error:
                print(f"{tried.__name__}: could not be tried: {error!r}", flush=True)


if __name__ == "__main__":
    main()
