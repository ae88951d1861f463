"""The simulated table's hands: over HTTP, and by mouse and keyboard on its page."""

import time
from collections.abc import Callable
from math import dist
from pathlib import Path
from typing import Any

from tests.rigs.found import Tree
from tests.rigs.found_hands.at_table import DICE_GAME, Claims, Evening, is_asked, short
from tests.rigs.found_hands.browser import LAPTOP, Page, box_of, browser

SIMULATED = ("--camera", "simulated", "--game", "carcassonne_dice")
STARTS = 2
TRIES = 30
QUICK_KEYS = 7
STEP = 0.008
NEAR = 0.3

Die = dict[str, Any]


def first_throws(tree: Tree, folder: Path) -> Claims:
    """4: the first throw after each of some starts."""
    thrown, asked = [], []
    for start in range(STARTS):
        with tree.table(folder / str(start), *SIMULATED) as table:
            evening = Evening(table)
            state = evening.until(lambda now: now["watch"]["phase"] == "empty", 30.0)
            state = evening.throw()
            thrown.append([die["face"] for die in lying(evening)])
            if state is not None and is_asked(state):
                asked.append(state["proposal"]["text"]["code"])
    is_same = all(throw == thrown[0] for throw in thrown)
    yield "4 the first throw after a start", f"the same {STARTS} times" if is_same else None
    yield "4 it asks", f"{len(asked)} of {STARTS}: {asked[0]}" if len(asked) == STARTS else None


def cleared(tree: Tree, folder: Path) -> Claims:
    """3: the table cleared with nothing built; and a restart in the middle of a turn."""
    with tree.table(folder / "data", *SIMULATED) as table:
        evening = Evening(table)
        thrown_without_an_end(evening)
        evening.ask("simulator/clear", {})
        time.sleep(12.0)
        yield "3 cleared, nothing built", _way_on(evening, evening.state())
        thrown_without_an_end(evening)
    with tree.table(folder / "data", "--camera", "simulated") as table:
        evening = Evening(table)
        time.sleep(12.0)
        yield "3 started again in mid-turn", _way_on(evening, evening.state())


def _way_on(evening: Evening, state: dict[str, Any]) -> str | None:
    """Return what is wrong where the page has no way on; the throw's button may be the one."""
    with browser(evening) as opened:
        page = opened.open_as_host("/simulator", LAPTOP)
        button = page.locator("#hands [data-key=throw]")
        button.wait_for()
        page.wait_for_timeout(2000)
        says, is_dead = button.inner_text(), button.is_disabled()
    silent = state["proposal"] is None and state.get("notice") is None
    return f"“{says}”, disabled; {short(state)}" if is_dead and silent else None


def by_keyboard(tree: Tree, folder: Path) -> Claims:
    """5: turning beside a neighbour, selecting, arrow keys."""
    with tree.table(folder / "data", *SIMULATED) as table:
        evening = Evening(table)
        thrown_without_an_end(evening)
        one, free = set_side_by_side(evening)
        with browser(evening) as opened:
            page = opened.open_as_host("/simulator", LAPTOP)
            page.wait_for_selector(f"[data-key=die-{one}]")
            page.wait_for_timeout(3000)
            again = page.inner_text("#hands [data-key=throw]")
            page.click(f"[data-key=die-{free}]")
            page.wait_for_timeout(500)
            after = page.inner_text("#hands [data-key=throw]")
            yield "5 selecting a die", None if again == after else f"“{again}” becomes “{after}”"
            before = die_of(evening, one)
            page.focus(f"[data-key=die-{one}]")
            page.keyboard.press("r")
            yield "5 a turn beside a neighbour", turned_badly(before, at_rest(evening, one))
            yield "5 quick arrow keys", keys_lost(evening, page, free)


def turned_badly(before: Die, after: Die) -> str | None:
    """Return how a turn beside a neighbour was wrong; a quarter, where the die lies, is right."""
    turn = round((after["angle"] - before["angle"]) % 360)
    moved = dist(before["centre"], after["centre"]) / side_of(before)
    return None if abs(turn - 90) < 8 and moved < NEAR else f"turned by {turn}°, {moved:.1f} sides away"


def keys_lost(evening: Evening, page: Page, die: int) -> str | None:
    """Return how many of some quick keys moved nothing."""
    before = die_of(evening, die)
    page.focus(f"[data-key=die-{die}]")
    for _ in range(QUICK_KEYS):
        page.keyboard.press("ArrowUp")
    page.wait_for_timeout(4000)
    gone = before["centre"][1] - at_rest(evening, die)["centre"][1]
    steps = round(gone / STEP)
    return None if steps >= QUICK_KEYS else f"{QUICK_KEYS} keys, {steps} steps"


def the_picture(tree: Tree, folder: Path) -> Claims:
    """5: where the picture lies at 1366 × 768, and whether it stays there."""
    with tree.table(folder / "data", *SIMULATED) as table:
        evening = Evening(table)
        with browser(evening) as opened:
            page = opened.open_as_host("/simulator", LAPTOP)
            page.wait_for_selector("#picture img")
            page.wait_for_timeout(2000)
            box = box_of(page, "#picture .frame")
            hidden = (box["y"] + box["height"] - LAPTOP["height"]) / box["height"]
            yield "5 the picture's place", f"{100 * hidden:.0f} % of it below" if hidden > 0.01 else None
            page.click("#hands [data-key=throw]")
            places = {round(box["y"])}
            for _ in range(60):
                places.add(round(box_of(page, "#picture .frame")["y"]))
                page.wait_for_timeout(200)
            moved = max(places) - min(places)
            yield "5 a notice comes", f"pushed by {moved} px" if moved > 1 else None
            evening.answer_first(evening.state())
            page.wait_for_timeout(3000)
            yield "5 a die is dragged", zoomed_anew(evening, page)


def zoomed_anew(evening: Evening, page: Page) -> str | None:
    """Move two dice far to the left and to the right; return how often the picture came closer."""
    near = "document.querySelector('#picture .lens').style.transform"
    seen = {page.evaluate(near)}
    for to in (0.12, 0.85):
        die = max(lying(evening), key=lambda die: abs(die["centre"][0] - to))
        evening.ask(
            "simulator/drag", {"die": die["id"], "x": to, "y": 0.5, "turn_deg": 0, "snap": False}
        )
        page.wait_for_timeout(6000)
        seen.add(page.evaluate(near))
    return f"{len(seen)} different zooms in 2 drags" if len(seen) > 2 else None


# -- at the simulated table


def lying(evening: Evening) -> list[Die]:
    """Return the dice as they truly lie."""
    return list(evening.ask("simulator/table")["dice"])


def die_of(evening: Evening, die: int) -> Die:
    """Return one die as it truly lies."""
    return next(one for one in lying(evening) if one["id"] == die)


def at_rest(evening: Evening, die: int) -> Die:
    """Return one die as it lies once no hand moves it."""
    last: list[Die] = []
    for _ in range(40):
        time.sleep(0.5)
        now = lying(evening)
        if now == last and any(one["id"] == die for one in now):
            break
        last = now
    return die_of(evening, die)


def side_of(die: Die) -> float:
    """Return a die's side, in fractions of the picture's width, about."""
    return dist(die["corners"][0], die["corners"][1])


def begin_anew(evening: Evening) -> None:
    """Clear the table, wait until that has been read, and begin a new game."""
    evening.ask("simulator/clear", {})
    evening.until(lambda now: now["watch"]["phase"] == "empty", 20.0)
    evening.ask("sittings", DICE_GAME)
    time.sleep(1.5)


def thrown_until(evening: Evening, fits: Callable[[list[str]], bool]) -> None:
    """Throw, in new games, until such faces lie there and are accepted. Raises RuntimeError."""
    for _ in range(TRIES):
        begin_anew(evening)
        state = evening.throw()
        if state is not None:
            evening.answer_first(state)
        time.sleep(3.0)
        if fits([die["face"] for die in lying(evening)]) and len(evening.moves()) == 1:
            return
    raise RuntimeError("no such throw came")


def thrown_without_an_end(evening: Evening) -> None:
    """Throw until fewer than three knights lie there, and no catapults that could win."""
    thrown_until(evening, lambda faces: faces.count("knight") < 3 and faces.count("catapult") < 3)


def set_side_by_side(evening: Evening) -> tuple[int, int]:
    """Set one die straight against another; return it, and a third that lies free."""
    dice = [die for die in lying(evening) if die["face"] != "catapult"]
    one, other, free = dice[:3]
    places = ((other, 0.30, 0.40), (free, 0.30, 0.75), (one, 0.30 + 1.1 * side_of(other), 0.40))
    for die, x, y in places:
        drag = {"die": die["id"], "x": x, "y": y, "turn_deg": 0, "snap": die is one}
        evening.ask("simulator/drag", drag)
    at_rest(evening, one["id"])
    return one["id"], free["id"]
