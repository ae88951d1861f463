"""The pages, as players and the host have them."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from tests.rigs.found import Tree
from tests.rigs.found_hands.at_table import (
    DICE_GAME,
    NAMES,
    Claims,
    Evening,
)
from tests.rigs.found_hands.browser import LAPTOP, PHONE, Browser, Page, browser

NO_CAMERA = ("--camera", "webcam:99")
FACES = ["cap", "cap", "straight", "corner", "three", "three", "knight", "straight", "corner"]
THROW = {"move": "throw", "faces": FACES}
NOTHING = {"move": "stop", "take": "city"}
CITY = [
    {"face": "cap", "cell": [0, 0], "turns": 2},
    {"face": "straight", "cell": [0, 1], "turns": 0},
    {"face": "cap", "cell": [0, 2], "turns": 0},
]
WRONG = [{"face": "straight", "cell": [0, 0], "turns": 0}, {"face": "cap", "cell": [0, 1], "turns": 2}]
OTHER_GAMES = {"drunter": NAMES, "ubongo": NAMES, "gruftmeister": ["Ana"]}
MOVES = 58
MOVES_ADDRESS = "**/api/v1/moves*"
LONG_PX = 2000


def move(evening: Evening, number: int, words: Mapping[str, object]) -> dict[str, object]:
    """Play a move as the host; return the answer, a refusal too."""
    return dict(evening.ask("moves", {"id": f"m{number}", **words}))


def of_the_game(tree: Tree, folder: Path) -> Claims:
    """7, 9, 10: the dice game's pages, entered by tap."""
    with tree.table(folder, *NO_CAMERA) as table:
        evening = Evening(table)
        evening.ask("sittings", DICE_GAME)
        move(evening, 1, THROW)
        with browser(evening) as opened:
            page = opened.open("/", LAPTOP, wait=".turn h2")
            yield "9 rules", no_rules(page)
            host = opened.open_as_host("/host", LAPTOP)
            yield "10 a refusal's words", refusal(host, "en", r"seat \d|\[-?\d")
            czech = opened.open_as_host("/host", LAPTOP, "cs")
            yield "10 English lines in Czech", refusal(czech, "cs", r"[Tt]he |cannot|does not")
            yield "10 “set aside” of what is not allowed", offered_wrongly(host)
            if len(evening.moves()) > 1:
                move(evening, 3, {"move": "undo"})
            move(evening, 2, {"move": "set_aside", "city": CITY, "knights": 1})
            yield "7 a set-aside city is put right", no_city_to_correct(evening, host)


def no_rules(page: Page) -> str | None:
    """Return what is missing where no rules are one tap away."""
    ways = page.locator("button, a, summary").filter(has_text=re.compile("rules", re.IGNORECASE))
    if ways.count() == 0:
        return "no button, link or part of that name"
    ways.first.click()
    told = page.locator("body").filter(has_text=re.compile("worth.*closed|closed.*worth", re.DOTALL))
    page.wait_for_timeout(8000)
    return None if told.count() else "they do not tell what a city is worth"


def refusal(page: Page, language: str, bad: str) -> str | None:
    """Let an illegal city be sent by the page's own button; return what is wrong with what is said."""
    wrong = json.dumps({"id": f"wrong-{language}", "move": "set_aside", "city": WRONG})
    page.route(MOVES_ADDRESS, lambda route: route.continue_(post_data=wrong))
    page.click("[data-key=undo]")
    page.wait_for_selector("#toast.open")
    said = " / ".join(page.inner_text("#toast").split("\n"))
    page.unroute(MOVES_ADDRESS)
    return f"“{said}”" if re.search(bad, said) else None


def offered_wrongly(page: Page) -> str | None:
    """Build two dice by tap, the second turned once more, and send them; return how it is refused."""
    page.reload()
    page.click("#enter [data-key^=hold-cap]")
    page.click("#enter [data-key='cell-0,0']")
    page.click("#enter [data-key^=hold-straight]")
    for _ in range(2):
        page.click("#enter [data-key='cell-0,1']")
    send = page.locator("#enter [data-key=aside]")
    offered = send.inner_text()
    send.click()
    page.wait_for_timeout(3000)
    is_refused = page.locator("#toast.open").count() > 0
    return f"“{offered}” is offered, and refused" if is_refused else None


def no_city_to_correct(evening: Evening, page: Page) -> str | None:
    """Return what the dialog of a set-aside city lacks."""
    standing = [line for line in evening.state()["history"] if not line["undone"]]
    line = next(line for line in standing if line["move"]["move"] == "set_aside")
    page.reload()
    page.click(f"[data-key=line-{line['number']}]")
    page.wait_for_selector("dialog[open]")
    page.wait_for_timeout(500)
    drawn = page.locator("dialog[open] .die, dialog[open] .square, dialog[open] .city-drawing").count()
    said = " / ".join(page.inner_text("dialog[open]").split("\n"))
    return None if drawn else f"no die in it: “{said[:120]}”"


def of_other_games(tree: Tree, folder: Path) -> Claims:
    """8: games that had no page when they could already be started."""
    with tree.table(folder, *NO_CAMERA) as table:
        evening = Evening(table)
        evening.ask("sittings", DICE_GAME)
        for game, seats in OTHER_GAMES.items():
            with browser(evening) as opened:
                evening.ask("sittings", {"game": game, "seats": seats})
                page = opened.open("/", LAPTOP, wait=".turn h2")
                page.wait_for_timeout(2000)
                raw = page.locator("#game table.view").count()
                told = page.inner_text("#game")[:60].replace("\n", " ") if raw else ""
            yield f"8 {game}", f"a raw dump: “{told}”" if raw else None


def of_a_seat(tree: Tree, folder: Path) -> Claims:
    """10: a player's phone, and what the host learns of it."""
    with tree.table(folder, *NO_CAMERA) as table:
        evening = Evening(table)
        evening.ask("sittings", DICE_GAME)
        move(evening, 1, THROW)
        move(evening, 2, NOTHING)  # now it is the other's turn
        with browser(evening) as opened:
            host = opened.open_as_host("/host", LAPTOP)
            host.wait_for_selector(".phones")
            phones = []
            for seat in (1, 2):
                code = evening.ask(f"seats/{seat}/codes", {})["code"]
                path = f"/seat/{seat}#code={code}"
                phones.append(opened.open(path, PHONE, wait="#inside:not([hidden]) .turn h2"))
            phone = phones[0]
            phone.wait_for_timeout(1500)
            said = phone.inner_text("body")
            for part in ("#scores", "#history", "#game", "#proposal"):
                said = said.replace(phone.locator(part).inner_text() or "\0", "")
            yield "10 who you are", None if NAMES[0] in said else f"no {NAMES[0]} in “{said[:80]!r}”"
            phone.goto(evening.address + "/")
            phone.wait_for_selector(".turn h2")
            back = phone.locator("a[href^='/seat/1']").count()
            yield "10 the way back to one's seat", None if back else "no link"
            host.wait_for_timeout(6000)
            known = [row.inner_text() for row in host.locator(".phones li").all()]
            lost = [row.replace("\n", " ") for row in known if "no phone" in row]
            yield "10 both have joined", f"“{lost[0]}”" if lost else None
            yield "10 names of the last game", typed_anew(opened)


def typed_anew(opened: Browser) -> str | None:
    """Return what the form of a new game says of who plays, on the host's other device."""
    page = opened.open_as_host("/host", PHONE)
    page.wait_for_selector("#start [name=player]", state="attached")
    names = "[...document.querySelectorAll('#start [name=player]')].map(field => field.value)"
    filled = page.evaluate(names)
    return None if filled == NAMES else f"{filled}"


def of_a_long_game(tree: Tree, folder: Path) -> Claims:
    """10: the host's page after many moves."""
    with tree.table(folder, *NO_CAMERA) as table:
        evening = Evening(table)
        evening.ask("sittings", DICE_GAME)
        for number in range(MOVES):
            move(evening, number, NOTHING if number % 2 else THROW)
        with browser(evening) as opened:
            page = opened.open_as_host("/host", LAPTOP)
            page.wait_for_timeout(2000)
            high = page.evaluate("document.documentElement.scrollHeight")
    yield f"10 the host's page after {MOVES} moves", f"{high} px long" if high > LONG_PX else None
