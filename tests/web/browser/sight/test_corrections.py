"""What was read wrongly is put right on the pages: die by die, and from the history."""

from typing import Literal

import pytest

from companion.errors import IllegalMove, Reason
from companion.games.game import HOST, Seat, seat_role
from companion.table.access.access import Access
from companion.table.hooks.verdict import BRIEF_S
from companion.table.shapes.seen import SeenDie
from companion.table.shapes.values import Text
from tests.web.browser.conftest import DOUBLE_TAP_MS, LAPTOP, PHONE, OpenPage, Page, play, until
from tests.web.fake_table import Anything, FakeTable
from tests.web.scenes import MOMENTS, Moment

pytestmark = pytest.mark.browser

Moments = dict[str, Moment]


def being_corrected() -> tuple[Moment, list[SeenDie]]:
    """A throw that was stopped; two of its dice are not sure."""
    moment = MOMENTS["asked"]()
    seen, proposal = moment.state["watch"]["seen"], moment.state["proposal"]
    assert seen is not None
    assert proposal is not None
    asks: Text = {"code": "correct.reading", "params": {}}
    proposal |= {"kind": "correction", "text": asks}
    proposal["choices"][0]["dice"] = seen["dice"]
    return moment, seen["dice"]


def corrected(dice: list[SeenDie], wrong: str, right: str) -> list[str]:
    """Return the faces with the leftmost sure die of the wrong face put right."""
    die = min((d for d in dice if d["face"] == wrong and d["sure"]), key=lambda d: d["centre"][0])
    return [right if each is die else each["face"] for each in dice]


def die_that_shows(page: Page, face: str) -> Page:
    """Return the button of the first sure die of that face."""
    return page.locator(f".read-die[aria-label*='{face}']:not([aria-label*='not sure'])").first


@pytest.mark.parametrize(("path", "size"), [("/host", PHONE), ("/simulator", LAPTOP)])
@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_stopped_throw_is_put_right_die_by_die(
    host_page: OpenPage, stage: FakeTable, path: str, size: dict[str, int], by: str
) -> None:
    moment, dice = being_corrected()
    page = host_page(path, size)
    play(stage, moment)
    page.wait_for_selector(".read-die")
    stage.calls.expect("answer", HOST, "p1", "throw-0", corrected(dice, "knight", "cap"))

    def press(what: Page) -> None:
        if by == "mouse":
            page.wait_for_timeout(DOUBLE_TAP_MS)
            what.click()
        else:
            what.focus()
            page.keyboard.press("Enter")

    press(die_that_shows(page, "knight"))
    page.wait_for_selector("text=/What does die \\d show/")
    press(page.locator(".which-face [data-key=face-cap]"))
    page.wait_for_selector(".read-die.changed")
    if by == "keyboard":
        assert "changed" in page.evaluate("document.activeElement.className")
    press(page.locator("[data-key=correct-send]"))
    until(page, lambda: stage.calls.done)


def test_dice_to_be_put_right_are_numbered_on_the_picture_doubtful_ones_first(
    host_page: OpenPage, stage: FakeTable
) -> None:
    moment, dice = being_corrected()
    page = host_page(size=LAPTOP)
    play(stage, moment)
    page.wait_for_selector(".read-die")
    page.wait_for_selector(".number-sign")
    assert page.locator(".number-sign").count() == len(dice)
    labels = [each.get_attribute("aria-label") for each in page.locator(".read-die").all()]
    assert ["not sure" in label for label in labels] == [True, True, *[False] * 6]
    page.focus(".read-die >> nth=4")
    page.wait_for_selector(".meant circle", state="attached")


def test_what_was_read_rightly_is_confirmed_and_what_nobody_threw_is_dismissed(
    host_page: OpenPage, stage: FakeTable
) -> None:
    moment, dice = being_corrected()
    page = host_page()
    play(stage, moment)
    stage.calls.expect("answer", HOST, "p1", "throw-0", [die["face"] for die in dice])
    page.click("[data-key=correct-send]")
    until(page, lambda: stage.calls.done)
    stage.calls.expect("answer", HOST, "p1", "stop")
    page.click("text=Nothing was thrown")
    until(page, lambda: stage.calls.done)


def test_a_player_puts_the_throw_right_on_the_own_phone(
    invited_phone: OpenPage, stage: FakeTable
) -> None:
    moment, dice = being_corrected()
    play(stage, moment)
    phone = invited_phone(3, language="cs")
    stage.calls.expect(
        "answer", seat_role(Seat(3)), "p1", "throw-0", corrected(dice, "knight", "straight")
    )
    phone.locator(".read-die[aria-label*='rytíř']").first.click()
    phone.click(".which-face [data-key=face-straight]")
    phone.click("text=Zapsat opravený hod")
    until(phone, lambda: stage.calls.done)


def test_what_was_accepted_can_still_be_stopped_until_something_is_played(
    host_page: OpenPage, stage: FakeTable
) -> None:
    moment = MOMENTS["half_built"]()
    moment.state["accepted"] = "p0"
    page = host_page(size=PHONE)
    play(stage, moment)
    stage.calls.expect("answer", HOST, "p0", "stop")
    page.click("text=The last move was read wrongly")
    until(page, lambda: stage.calls.done)


def test_what_counts_in_a_blink_is_shown_as_what_has_counted(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    """No button comes and goes within the blink, and the one that is there stays the same."""
    moment = MOMENTS["half_built"]()
    moment.state["proposal"] = moments["proposed"].state["proposal"]
    assert moment.state["proposal"] is not None
    moment.state["proposal"] = {**moment.state["proposal"], "closes_in_s": BRIEF_S}
    page = host_page(size=PHONE)
    play(stage, moment)
    button = page.locator("[data-key=was-wrong]")
    button.evaluate("one => (one.same = true)")
    assert page.locator("[data-key=choice-stop]").count() == 0
    moment = MOMENTS["closed"]()
    moment.state["accepted"] = "p1"
    play(stage, moment)
    until(page, lambda: "Stopping scores" in page.inner_text("main"))
    assert button.evaluate("one => one.same") is True
    stage.calls.expect("answer", HOST, "p1", "stop")
    button.click()
    until(page, lambda: stage.calls.done)


def test_where_no_dice_were_read_none_of_these_leads_to_entering_by_tap(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    page = host_page(size=PHONE)
    play(stage, moments["asked"])
    stage.calls.expect("answer", HOST, "p1", "stop")
    page.click("text=None of these")
    until(page, lambda: stage.calls.done)
    page.wait_for_selector("#enter details[open]")
    page.wait_for_selector("[data-key=add-cap]")


def test_the_die_that_a_notice_means_is_ringed_where_it_lies_or_lay(
    host_page: OpenPage, stage: FakeTable
) -> None:
    moment = MOMENTS["half_built"]()
    seen = moment.state["watch"]["seen"]
    assert seen is not None
    there = seen["dice"][0]["centre"]
    moment.state["notice"] = {
        "code": "notice.turn_die",
        "params": {"faces": "cap"},
        "places": [there, (0.93, 0.93)],
    }
    page = host_page()
    play(stage, moment)
    page.wait_for_selector(".meant")
    assert page.locator(".meant").count() == 2
    assert page.locator(".meant.missed").count() == 1


@pytest.mark.parametrize("kind", ["question", "pending", "move"])
def test_a_phone_offers_no_answer_that_is_anothers(
    open_page: OpenPage, stage: FakeTable, access: Access, kind: Literal["question", "pending", "move"]
) -> None:
    moment = MOMENTS["asked"]()
    proposal, seats = moment.state["proposal"], moment.state["seats"]
    assert proposal is not None
    proposal["kind"] = kind
    for choice in proposal["choices"]:
        choice["moves"] = [{"seat": seats[0], "move": "stop"}]
    phones = {}
    play(stage, moment)
    for number, player in enumerate(seats, start=1):
        code = access.invite(Seat(number), player).code
        phones[player] = open_page(
            f"/seat/{number}?lang=en#code={code}", PHONE, wait="#inside:not([hidden])"
        )
    for player, phone in phones.items():
        phone.wait_for_selector("#turn h2")
        buttons = phone.locator("#proposal [data-key^=choice-]")
        if player == seats[0]:
            buttons.first.wait_for()
        else:
            assert buttons.count() == 0


WHERE = """() => {
    const [ring, frame] = [".meant circle.mark", "#picture .frame"].map(
        place => document.querySelector(place).getBoundingClientRect());
    const third = (at, from, size) => Math.floor(3 * (at - from) / size);
    return [third(ring.left + ring.width / 2, frame.left, frame.width),
            third(ring.top + ring.height / 2, frame.top, frame.height)];
}"""


def test_words_say_where_a_die_lies_in_the_part_of_the_picture_that_is_shown(
    host_page: OpenPage, stage: FakeTable
) -> None:
    page = host_page(size=LAPTOP)
    across, down = ("on the left", "in the middle", "on the right"), ("top", "halfway", "bottom")
    found = set()
    moment = MOMENTS["half_built"]()
    seen = moment.state["watch"]["seen"]
    assert seen is not None
    for die in seen["dice"]:
        moment.state["notice"] = {
            "code": "notice.turn_die",
            "params": {"faces": "cap"},
            "places": [die["centre"]],
        }
        play(stage, moment)
        page.wait_for_function(
            "x => Math.abs(document.querySelector('.meant circle')?.cx.baseVal.value - x) < 2",
            arg=1000 * die["centre"][0],
        )
        page.wait_for_function("!document.querySelector('#picture .lens').getAnimations().length")
        column, row = page.evaluate(WHERE)
        said = page.inner_text(".turn .notice")
        assert across[column] in said, (column, said)
        assert down[row] in said, (row, said)
        found.add((column, row))
    assert len(found) > 2


def test_no_badge_covers_a_die(host_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    page = host_page(size=LAPTOP)
    play(stage, moments["asked"])
    page.wait_for_selector(".badge")
    covered = """() => {
        const dice = [...document.querySelectorAll(".seen .rim")].map(d => d.getBoundingClientRect());
        const signs = [...document.querySelectorAll(".badge rect:first-child")];
        const middle = r => [(r.left + r.right) / 2, (r.top + r.bottom) / 2];
        return signs.filter(sign => {
            const [x, y] = middle(sign.getBoundingClientRect());
            return dice.some(d => Math.hypot(middle(d)[0] - x, middle(d)[1] - y) < d.width / 2);
        }).length;
    }"""
    assert page.locator(".badge").count() >= 6
    assert page.evaluate(covered) == 0


def test_a_throw_of_which_a_die_is_missing_is_entered_with_one_tap_more(
    host_page: OpenPage, stage: FakeTable
) -> None:
    moment = MOMENTS["asked"]()
    moment.state["proposal"] = None
    seen = moment.state["watch"]["seen"]
    assert seen is not None
    del seen["dice"][-1]
    page = host_page(size=PHONE)
    play(stage, moment)
    page.click("#enter summary")
    page.click("[data-key=as-read]")
    page.click("[data-key=add-cap]")
    faces = [*(die["face"] for die in seen["dice"]), "cap"]
    stage.calls.expect("submit", HOST, Anything(), {"move": "throw", "faces": faces}, answer=9)
    page.click("#enter [data-key=throw]")
    until(page, lambda: stage.calls.done)


# From the history.


def test_a_city_is_put_right_from_the_history(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    """One die less was set aside, and a knight less."""
    play(stage, moments["closed"])
    page = host_page(size=PHONE)
    line = next(
        line
        for line in reversed(moments["closed"].state["history"])
        if len(line["move"].get("city", ())) > 2
    )
    right = {key: value for key, value in line["move"].items() if key != "seat"}
    right |= {"knights": right["knights"] - 1, "city": right["city"][:-1]}
    wanted = {"move": "correct", "number": line["number"], "with": right}
    page.click(f"[data-key=line-{line['number']}]")
    page.wait_for_selector("dialog[open] .square.current")
    page.click("dialog [data-key=back]")
    page.click("dialog [data-key=fewer]")
    stage.calls.expect("submit", HOST, Anything(), wanted, answer=9)
    page.click("dialog [data-key=correct-aside]")
    until(page, lambda: stage.calls.done)
    page.wait_for_selector("dialog#correct", state="detached")


def test_a_player_may_tap_only_own_moves_after_which_nobody_moved(
    invited_phone: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    phone = invited_phone(3)
    phone.wait_for_selector("#history .line")
    own = [line["number"] for line in moments["half_built"].state["history"] if line["seat"] == "Cécile"]
    tappable = phone.locator("#history button.line")
    assert tappable.count() == 1
    assert tappable.first.get_attribute("data-key") == f"line-{own[-1]}"


def test_a_refusal_is_told_in_the_players_language_without_an_english_line(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    page = host_page(language="cs")
    error = IllegalMove(
        "seat 1 cannot set aside: the straight on [-1, -3] does not match",
        reason=Reason("error.carcassonne_dice.mismatch", {"face": "straight"}),
    )
    stage.calls.expect("submit", HOST, Anything(), {"move": "undo"}, answer=error)
    page.click("[data-key=undo]")
    page.wait_for_selector("#toast.open >> text=nesedí")
    assert page.locator("#toast .die").count() == 1
    assert "seat" not in page.inner_text("#toast")
