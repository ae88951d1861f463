"""``python -m tests.rigs.browsers ENGINE...``: the pages in browsers of many kinds and ages.

Those of before 2020 are shown the page without a script, of which pictures are left in
``build/browsers``; in the others the pages are drawn, listen and play. Without a name: all of them.
"""

import sys
import time
import traceback

from companion.errors import CompanionError
from tests.rigs.browsers.engines import ENGINES, FOLDER, OLD, screen
from tests.rigs.browsers.smoke import Failed, Played, shows_without_script, tables, works


def main(names: list[str]) -> int:
    """Try these browsers; say what does not work."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wrong = 0
    with screen(), tables() as played:
        for name in names or ENGINES:
            began = time.monotonic()
            try:
                tried(name, played)
            except (Failed, CompanionError, OSError):
                wrong += 1
                traceback.print_exc()
            print(f"{name}: {time.monotonic() - began:.0f} s", flush=True)
    return 1 if wrong else 0


def tried(name: str, played: list[Played]) -> None:
    """Try one browser with each game."""
    with ENGINES[name]() as browser:
        print(f"{name}: {browser.run('navigator.userAgent')}", flush=True)
        for one in played:
            if name in OLD:
                shows_without_script(browser, one, FOLDER, name)
            else:
                works(browser, one)


sys.exit(main(sys.argv[1:]))
