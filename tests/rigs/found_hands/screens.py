"""The page for everyone: on a television, in the dark, and over the picture."""

import re
from pathlib import Path

from tests.rigs.found import Tree
from tests.rigs.found_hands.at_table import SETTLED_S, Claims, Lain, filmed, scene, strewn
from tests.rigs.found_hands.browser import LAPTOP, TV, Browser, Page, browser

FACES = ("cap", "cap", "straight", "corner", "three", "three", "knight", "straight", "corner")
NONE: dict[str, list[object]] = {"dice": []}
FAR_PX = 48
MOST_EMPTY = 0.15
SIZES = "all => all.map(part => parseFloat(getComputedStyle(part).fontSize))"
SMALL_PX = 28
"""At 1080 lines, about what is read at three metres from a screen of a metre and a half."""

TEXT_SIZES = """() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walk.nextNode()) {
        const part = walk.currentNode.parentElement;
        const range = document.createRange();
        range.selectNodeContents(walk.currentNode);
        const { width, top, bottom } = range.getBoundingClientRect();
        const seen = width > 1 && bottom > 0 && top < innerHeight;
        if (seen && walk.currentNode.textContent.trim() && !part.closest("svg, .unseen, .skip, .bar"))
            found.push(parseFloat(getComputedStyle(part).fontSize));
    }
    return found;
}"""
EMPTY_SHARE = """() => {
    const bottomOf = column => Math.max(column.getBoundingClientRect().top, ...[
        ...column.querySelectorAll("img, svg, p, li, td, span, h3, button")].map(
            part => part.getBoundingClientRect().bottom));
    const columns = [...document.querySelectorAll(".board > .column")];
    const empty = columns.map(column =>
        Math.max(0, innerHeight - bottomOf(column)) * column.getBoundingClientRect().width);
    return empty.reduce((one, other) => one + other) / (innerWidth * innerHeight);
}"""
"""How much of the screen lies below the last thing in each column."""
COVERED = """() => {
    const dice = [...document.querySelectorAll(".seen .rim")];
    const signs = [...document.querySelectorAll(".badge > :not(line, title)")].map(
        sign => sign.getBoundingClientRect());
    const inside = (sign, x, y) =>
        x > sign.left && x < sign.right && y > sign.top && y < sign.bottom;
    return dice.filter(die => {
        const box = die.getBoundingClientRect(), svg = die.ownerSVGElement;
        const whole = svg.getBoundingClientRect(), { width, height } = svg.viewBox.baseVal;
        const inDrawing = (x, y) => new DOMPoint(
            ((x - whole.left) / whole.width) * width, ((y - whole.top) / whole.height) * height);
        let all = 0, covered = 0;
        for (let i = 1; i < 20; i += 1)
            for (let j = 1; j < 20; j += 1) {
                const x = box.left + (box.width * i) / 20, y = box.top + (box.height * j) / 20;
                if (!die.isPointInFill(inDrawing(x, y))) continue;
                all += 1;
                covered += signs.some(sign => inside(sign, x, y));
            }
        return covered > 0.05 * all || all === 0;
    }).length;
}"""


def on_a_tv(tree: Tree, folder: Path) -> Claims:
    """10: the page for everyone on a television, and the way to it for phones."""
    with filmed(tree, folder) as (evening, film), browser(evening) as opened:
        page = opened.open("/", TV, wait=".turn h2")
        picture = scene(*strewn(*FACES))
        film.show_until(evening, picture, lambda now: bool((now["watch"]["seen"] or NONE)["dice"]))
        signs = badges(page)
        page.wait_for_timeout(2000 * SETTLED_S)
        sizes = page.evaluate(TEXT_SIZES)
        small = sorted({round(size) for size in sizes if size < SMALL_PX - 0.5})
        yield "10 small texts on a TV", f"{small[0]}–{small[-1]} px" if small else None
        score = max(page.eval_on_selector_all("#scores *", SIZES))
        yield "10 the score on a TV", f"{score:.0f} px" if score < FAR_PX else None
        empty = page.evaluate(EMPTY_SHARE)
        yield "10 the TV's space", f"{100 * empty:.0f} % empty" if empty > MOST_EMPTY else None
        yield "10 a QR code on the TV", None if page.locator(".qr").count() else "none"
        yield "10 a dark theme", not_dark(opened)
        host = opened.open_as_host("/host", LAPTOP)
        host.click("[data-key=code-1]")
        host.wait_for_selector(".invitation")
        there = host.locator(".invitation .qr").count()
        yield "10 a QR code on the host's page at 127.0.0.1", None if there else "none"
        yield "10 badges beside the dice", signs


def badges(page: Page) -> str | None:
    """Return how many dice are covered by a sign that tells of one."""
    there = 0
    for _ in range(100):
        covered, there = page.evaluate(COVERED), page.locator(".seen .rim").count()
        if there:
            break
        page.wait_for_timeout(200)
    if there == 0:
        return "could not be tried: no reading is drawn"
    return f"{covered} of {there} faces are covered in part" if covered else None


def not_dark(opened: Browser) -> str | None:
    """Return the ground of a page that is light where darkness is wished."""
    page = opened.open("/", LAPTOP, theme="dark")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    light = sum(map(int, re.findall(r"\d+", ground)[:3]))
    return f"the ground stays {ground}" if light > 300 else None


def over_the_picture(tree: Tree, folder: Path) -> Claims:
    """9: two dice that close a city together, which is worth nothing."""
    thrown = strewn(*FACES)
    closed = [Lain("cap", 100.0, 170.0, 90.0), Lain("cap", 116.2, 170.0, 270.0)]
    with filmed(tree, folder) as (evening, film):
        film.show(evening, scene(*thrown))
        film.show(evening, scene(*closed, *thrown[2:]))
        with browser(evening) as opened:
            page = opened.open("/", LAPTOP, wait="svg .tag")
            tags = page.locator("svg .tag").all_text_contents()
            green = [tag for tag in tags if "closed" in tag and "nothing" not in tag]
            yield "9 two closed", f"“{green[0]}”, and not that it is worth nothing" if green else None
