"""``python -m tests.rigs.film FILE.webp``: a throw of the dice being scored, filmed for the README.

A table runs as a person starts it, simulated. Two turns of Yacht are played before everyone's page, and
what the page shows becomes a short moving picture.
"""

import sys
import tempfile
import time
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from tests.rigs.program import Program, start
from tests.web.browser.conftest import browser_path

GAME = {"game": "yacht", "seats": ["Ana", "Ben"]}
SCREEN = {"width": 1280, "height": 720}
SIZE = (800, 450)
QUALITY = 55
"""Of WebP, 0 to 100: letters are still sharp, and the film is a few hundred kilobytes."""
LAST_MS = 2500
"""How long the last picture stays before the film begins anew."""
MOST_MS = 1500
"""Nothing changes for so long at most: a reader need not wait where the table did."""
SETTLES_S = 4.0
WITHIN_S = 20.0

Shot = tuple[float, Image.Image]


def main(file: Path) -> None:
    """Film two turns."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        table = start(Path(folder) / "data", "--game", "yacht")
        path = browser_path("chromium-headless-shell", "chromium")
        chromium: Any = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            page = chromium.new_page(viewport=SCREEN)
            page.goto(f"http://{table.address}/")
            page.wait_for_timeout(1000 * SETTLES_S)
            page.reload()  # with the pages' own font, which comes after the first look
            shots = _film(table, page)
        finally:
            chromium.close()
            table.kill()
    _save(shots, file)


def _film(table: Program, page: Any) -> list[Shot]:
    host = table.log_in()
    table.ask("/api/v1/sittings", GAME, host)
    time.sleep(SETTLES_S)
    shots = [_shot(page)]
    for seat, box in (("Ana", "choice"), ("Ben", "choice")):
        before = len(_history(table, host))
        table.ask("/api/v1/simulator/throw", {}, host)
        shots += _until(table, host, page, before + 1)
        shots += [_shot(page) for _ in range(4)]
        move = {"seat": seat, "move": "score", "box": box, "id": f"film-{seat}"}
        table.ask("/api/v1/moves", move, host)
        table.ask("/api/v1/simulator/clear", {}, host)
        shots += _until(table, host, page, before + 2)
        shots += [_shot(page) for _ in range(12)]
    return shots


def _history(table: Program, host: str) -> list[Any]:
    return list(table.ask("/api/v1/state", None, host)["history"])


def _until(table: Program, host: str, page: Any, moves: int) -> list[Shot]:
    """Film until so many moves were made. Raises TimeoutError."""
    shots, end = [], time.monotonic() + WITHIN_S
    while len(_history(table, host)) < moves:
        if time.monotonic() > end:
            raise TimeoutError(f"{moves} moves were not made within {WITHIN_S:.0f} s")
        shots.append(_shot(page))
    return shots


def _shot(page: Any) -> Shot:
    taken = time.monotonic()
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    return taken, picture.resize(SIZE, Image.Resampling.LANCZOS)


def _save(shots: list[Shot], file: Path) -> None:
    """Write the pictures as long as each was seen; what shows the same is one."""
    kept: list[Shot] = []
    for taken, picture in shots:
        if not kept or picture.tobytes() != kept[-1][1].tobytes():
            kept.append((taken, picture))
    ends = [taken for taken, _ in kept[1:]]
    times = [
        min(MOST_MS, round(1000 * (end - begin))) for (begin, _), end in zip(kept, ends, strict=False)
    ]
    kept[0][1].save(
        file,
        save_all=True,
        append_images=[picture for _, picture in kept[1:]],
        duration=[*times, LAST_MS],
        loop=0,
        quality=QUALITY,
        method=6,
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
