"""The simulator's hands in a real browser: by mouse, finger and keyboard; and a still picture."""

from copy import deepcopy

import pytest

from companion.games.game import HOST
from tests.web.browser.conftest import LAPTOP, OpenPage, Page, play, until
from tests.web.fake_table import Anything, FakeTable
from tests.web.scenes import Moment

pytestmark = pytest.mark.browser

Moments = dict[str, Moment]
PHONE = {"width": 390, "height": 844}
BUILT, FREE, OTHER = 1, 5, 6
"""Dice of the half-built city: one of the city, and two that lie by themselves."""
STEP = 0.008
QUICK_KEYS = 7


@pytest.fixture
def hands(host_page: OpenPage, stage: FakeTable, moments: Moments) -> Page:
    """The simulator's page while a city is half built and three more dice lie there."""
    play(stage, moments["half_built"])
    page = host_page("/simulator", LAPTOP)
    page.wait_for_selector("text=Throw 3 dice again")
    return page


def centre_of(moments: Moments, die: int) -> tuple[float, float]:
    x, y = moments["half_built"].hands[die]["centre"]
    return x, y


def box_of(page: Page, selector: str) -> dict[str, float]:
    box: dict[str, float] = page.locator(selector).bounding_box()
    return box


def take_hold(page: Page, die: int) -> tuple[float, float]:
    box = box_of(page, f"[data-key=die-{die}] polygon")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    return x, y


def is_within(inner: dict[str, float], outer: dict[str, float]) -> bool:
    return (
        inner["x"] >= outer["x"] - 1
        and inner["y"] >= outer["y"] - 1
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    )


# -- what the button and the banner say


def test_the_button_and_the_banner_never_disagree(
    hands: Page, stage: FakeTable, moments: Moments
) -> None:
    """The table takes one of the loose dice for set aside: the hands are about to throw it, too."""
    assert "throw the other 3 again" in hands.inner_text(".turn .wait")
    assert hands.inner_text(".turn .facts b") == "3"
    hands.click(f"[data-key=die-{FREE}] polygon")
    hands.click("[data-key=mark]")
    hands.wait_for_selector("text=Throw 2 dice again")
    until(hands, lambda: "throw the other 2 again" in hands.inner_text(".turn .wait"))


def test_the_sign_of_what_is_thrown_again_is_always_explained(
    hands: Page, stage: FakeTable, moments: Moments
) -> None:
    for moment in ("half_built", "asked"):
        play(stage, moments[moment])
        hands.wait_for_selector(".hands > .hint")
        assert hands.is_visible(".hands > .hint")
    play(stage, moments["half_built"])
    until(hands, lambda: "↻" in hands.inner_text(".hands > .hint"))


# -- choosing, marking, moving


def test_dice_are_moved_by_keyboard(hands: Page, stage: FakeTable, moments: Moments) -> None:
    hands.focus(f"[data-key=die-{FREE}]")
    at = centre_of(moments, FREE)
    for key, call in [
        ("r", ("drag", FREE, at, 15, False)),
        ("Enter", ("drag", FREE, at, 0, True)),
        ("Delete", ("remove", [FREE])),
    ]:
        stage.calls.expect(*call)
        hands.keyboard.press(key)
        until(hands, lambda: stage.calls.done)


def test_a_die_beside_another_turns_by_quarters_and_stays_there(
    hands: Page, stage: FakeTable, moments: Moments
) -> None:
    stage.calls.expect("drag", BUILT, centre_of(moments, BUILT), 90, False)
    hands.focus(f"[data-key=die-{BUILT}]")
    hands.keyboard.press("r")
    until(hands, lambda: stage.calls.done)


def test_every_quick_key_counts_and_the_handle_follows_at_once(
    hands: Page, stage: FakeTable, moments: Moments
) -> None:
    x, y = centre_of(moments, FREE)
    to = pytest.approx((x - QUICK_KEYS * STEP, y))
    stage.calls.expect("drag", FREE, to, -30, False)
    hands.focus(f"[data-key=die-{FREE}]")
    before = box_of(hands, f"[data-key=die-{FREE}] polygon")["x"]
    for _ in range(QUICK_KEYS):
        hands.keyboard.press("ArrowLeft")
    assert box_of(hands, f"[data-key=die-{FREE}] polygon")["x"] < before
    assert not stage.calls.done
    for _ in range(2):
        hands.keyboard.press("R")
        hands.keyboard.press("Shift+R")
        hands.keyboard.press("Shift+R")
    until(hands, lambda: stage.calls.done)
    assert hands.evaluate("document.activeElement.dataset.key") == f"die-{FREE}"


def test_choosing_a_die_changes_nothing_and_marking_it_does(hands: Page) -> None:
    hands.click(f"[data-key=die-{FREE}]")
    hands.click(f"[data-key=die-{OTHER}]")
    assert hands.locator(".handle.selected").get_attribute("data-key") == f"die-{OTHER}"
    assert "Throw 3 dice again" in hands.inner_text("#hands")
    hands.click("[data-key=mark]")
    hands.wait_for_selector("text=Throw 2 dice again")
    hands.click("[data-key=mark]")
    hands.wait_for_selector("text=Throw 3 dice again")
    hands.keyboard.press("Shift+Tab")
    assert hands.evaluate("document.activeElement.dataset.key") == "remove"


def test_the_next_die_has_the_focus_when_one_is_taken_off(hands: Page, stage: FakeTable) -> None:
    assert stage.simulator is not None
    lying = stage.simulator.lying
    hands.focus(f"[data-key=die-{FREE}]")
    stage.simulator.lying = {**lying, "dice": [die for die in lying["dice"] if die["id"] != FREE]}
    stage.calls.expect("remove", [FREE])
    hands.keyboard.press("Delete")
    hands.wait_for_selector(f"[data-key=die-{FREE}]", state="detached")
    assert hands.evaluate("document.activeElement.classList.contains('handle')")


def test_dice_are_dragged_by_mouse(hands: Page, stage: FakeTable) -> None:
    x, y = take_hold(hands, FREE)
    stage.calls.expect("drag", FREE, Anything(), 0, True)
    hands.mouse.move(x - 90, y + 40, steps=4)
    hands.mouse.up()
    until(hands, lambda: stage.calls.done)


def test_dice_are_dragged_by_finger(host_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    play(stage, moments["half_built"])
    page = host_page("/simulator", PHONE)
    page.wait_for_selector("text=Throw 3 dice again")
    box = box_of(page, f"[data-key=die-{FREE}] polygon")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    stage.calls.expect("drag", FREE, Anything(), 0, True)
    touch = page.context.new_cdp_session(page)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    for kind, points in [
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x - 30, "y": y}]),
        ("touchMove", [{"x": x - 60, "y": y + 10}]),
        ("touchEnd", []),
    ]:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    until(page, lambda: stage.calls.done)


def test_a_die_is_not_dragged_out_of_the_picture_and_escape_puts_it_back(hands: Page) -> None:
    before = take_hold(hands, FREE)
    hands.mouse.move(1300, 760, steps=4)
    dragged = box_of(hands, f"[data-key=die-{FREE}] polygon")
    assert dragged["x"] > before[0]
    assert is_within(dragged, box_of(hands, ".frame"))
    hands.keyboard.press("Escape")
    hands.mouse.up()
    until(hands, lambda: hands.locator(f"[data-key=die-{FREE}] polygon").bounding_box() is not None)
    assert take_hold(hands, FREE) == pytest.approx(before)
    hands.mouse.up()


# -- throwing


def test_hands_throw_and_clear(host_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    play(stage, moments["before_throw"])
    page = host_page("/simulator")
    page.click("#hands summary")
    for key, call in [("hand", ("hand", True)), ("throw", ("throw", None)), ("clear", ("clear",))]:
        stage.calls.expect(*call)
        page.click(f"#hands [data-key={key}]")
        until(page, lambda: stage.calls.done)


def test_a_throw_picks_up_what_was_neither_built_nor_kept(hands: Page, stage: FakeTable) -> None:
    hands.focus(f"[data-key=die-{OTHER}]")
    hands.keyboard.press(" ")
    hands.wait_for_selector("text=Throw 2 dice again")
    stage.calls.expect("remove", [5, 7])
    stage.calls.expect("throw", 2)
    hands.click("#hands [data-key=throw]")
    until(hands, lambda: stage.calls.done)


def test_dice_that_merely_fell_side_by_side_are_thrown_again(hands: Page, stage: FakeTable) -> None:
    assert stage.simulator is not None
    fallen = [{**die, "laid": False} for die in stage.simulator.lying["dice"]]
    stage.simulator.lying["dice"] = fallen
    hands.reload()
    hands.wait_for_selector("text=Throw 8 dice again")
    stage.simulator.lying["dice"] = [{**die, "laid": die["id"] == BUILT} for die in fallen]
    hands.reload()
    hands.wait_for_selector("text=Throw 4 dice again")


def test_dice_that_stayed_when_others_were_thrown_stay_after_a_reload(
    hands: Page, stage: FakeTable
) -> None:
    assert stage.simulator is not None
    lying = stage.simulator.lying["dice"]
    stage.simulator.lying["dice"] = [{**die, "stayed": die["id"] in (FREE, OTHER)} for die in lying]
    hands.reload()
    hands.wait_for_selector("text=Throw 1 die again")


def test_only_where_a_cleared_table_ends_the_turn_the_button_says_so(
    hands: Page, stage: FakeTable, moments: Moments
) -> None:
    assert hands.inner_text("[data-key=clear]") == "Clear the table"
    closed = deepcopy(moments["closed"])
    closed.state["version"] = 99
    play(stage, closed)
    hands.wait_for_selector("[data-key=clear] >> text=Clear the table: end the turn")


def test_throw_pressed_again_and_again_throws_once(hands: Page, stage: FakeTable) -> None:
    stage.calls.expect("remove", [5, 6, 7])
    stage.calls.expect("throw", 3)
    hands.focus("[data-key=throw]")
    for _ in range(5):
        hands.keyboard.press("Enter")
    until(hands, lambda: stage.calls.done)
    hands.wait_for_selector("[data-key=throw] >> text=The dice are being read")
    hands.keyboard.press("Enter")
    assert hands.evaluate("document.activeElement.dataset.key") == "throw"


def test_throw_while_a_die_is_dragged_does_nothing(hands: Page) -> None:
    take_hold(hands, FREE)
    hands.evaluate("document.querySelector('[data-key=throw]').click()")
    hands.mouse.up()
    assert "Throw 3 dice again" in hands.inner_text("#hands")


def test_a_throw_waits_for_the_answer_to_the_last_one(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    before, asked = moments["before_throw"], deepcopy(moments["asked"])
    asked.state["history"] = before.state["history"]
    play(stage, before)
    assert stage.simulator is not None
    stage.simulator.lying["dice"] = moments["half_built"].hands
    page = host_page("/simulator")
    page.wait_for_selector(".handle")
    stage.calls.expect("throw", None)
    page.click("[data-key=throw]")
    until(page, lambda: stage.calls.done)
    play(stage, asked)
    page.wait_for_selector("[data-key=throw] >> text=First answer the question")
    answered = deepcopy(moments["half_built"])
    answered.state["version"] = asked.state["version"] + 1
    play(stage, answered)
    page.wait_for_selector("text=Throw 3 dice again")


def test_nothing_is_thrown_onto_an_empty_table_before_the_answer(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["asked"])
    assert stage.simulator is not None
    stage.simulator.lying["dice"] = []
    page = host_page("/simulator", LAPTOP)
    page.wait_for_selector("[data-key=throw] >> text=First answer the question")
    page.evaluate("document.querySelector('[data-key=throw]').click()")


def test_the_second_click_of_a_double_click_answers_nothing(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["asked"])
    page = host_page("/simulator", LAPTOP)
    stage.calls.expect("answer", HOST, "p1", "throw-1")
    page.dblclick("[data-key=choice-throw-1]")
    until(page, lambda: stage.calls.done)


def test_the_keyboard_goes_on_at_the_throw_when_an_answer_is_gone(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["asked"])
    page = host_page("/simulator", LAPTOP)
    page.focus("[data-key=choice-throw-1]")
    after = deepcopy(moments["half_built"])
    after.state["version"] = 99
    play(stage, after)
    until(page, lambda: page.evaluate("document.activeElement.dataset.key") == "throw")


def test_nothing_that_ends_a_turn_lies_where_a_finger_turns_dice(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    building = deepcopy(moments["half_built"])
    asked = moments["asked"].state["proposal"]
    assert asked is not None
    building.state["proposal"] = {**asked, "kind": "pending"}
    play(stage, building)
    page = host_page("/simulator", PHONE)
    page.wait_for_selector(".proposal[data-kind=pending]")
    hands, choices = box_of(page, "#hands"), box_of(page, "#proposal")
    assert choices["y"] >= hands["y"] + hands["height"]
    assert is_within(
        box_of(page, "[data-key=right]"),
        {"x": 0.0, "y": 0.0, **{key: float(value) for key, value in PHONE.items()}},
    )


@pytest.mark.parametrize("moment", ["plain", "generic"])
def test_only_a_game_that_builds_speaks_of_it(
    host_page: OpenPage, stage: FakeTable, moments: Moments, moment: str
) -> None:
    play(stage, moments[moment])
    page = host_page("/simulator")
    page.click("#hands summary")
    said = page.inner_text("#hands").lower()
    assert not [word for word in ("build", "built", "city", "side by side") if word in said]


# -- a picture that stands still


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_picture_and_buttons_are_seen_without_scrolling_and_nothing_said_moves_them(
    host_page: OpenPage, stage: FakeTable, moments: Moments, size: dict[str, int]
) -> None:
    play(stage, moments["half_built"])
    page = host_page("/simulator", size)
    page.wait_for_selector("text=Throw 3 dice again")
    parts = [".frame", "#hands [data-key=throw]", "#hands [data-key=mark]"]
    screen = {"x": 0.0, "y": 0.0, **{key: float(value) for key, value in size.items()}}
    before = [box_of(page, part) for part in parts]
    assert all(is_within(box, screen) for box in before)
    for moment, said in [
        ("asked", ".proposal[data-kind=question]"),
        ("proposed", ".proposal[data-kind=move]"),
        ("covered", ".cover"),
    ]:
        play(stage, moments[moment])
        page.wait_for_selector(said)
        assert [box_of(page, part) for part in parts[:2]] == before[:2]


def test_what_is_asked_is_seen_however_far_down_somebody_reads(
    hands: Page, stage: FakeTable, moments: Moments
) -> None:
    column = "document.querySelector('#turn').parentElement"
    hands.evaluate(f"{column}.scrollTop = 10_000")
    assert hands.evaluate(f"{column}.scrollTop") > 0
    asked = deepcopy(moments["asked"])
    asked.state["version"] = 99
    asked.state["notice"] = {"code": "notice.by_tap", "params": {}}
    play(stage, asked)
    hands.wait_for_selector(".proposal[data-kind=question]")
    screen = {"x": 0.0, "y": 0.0, **{key: float(value) for key, value in LAPTOP.items()}}
    until(hands, lambda: is_within(box_of(hands, "#proposal"), screen))
    assert "enter below" not in hands.inner_text("#turn")


def test_what_is_said_of_a_city_covers_no_other_die(
    hands: Page, stage: FakeTable, moments: Moments
) -> None:
    beside = deepcopy(moments["half_built"])
    beside.state["version"] = 99
    seen = beside.state["watch"]["seen"]
    assert seen is not None
    tag, die = box_of(hands, ".tag rect"), box_of(hands, ".handle[data-key=die-5] polygon")
    whole = box_of(hands, "#picture img")
    across = (tag["x"] + tag["width"] / 2 - die["x"] - die["width"] / 2) / whole["width"]
    down = (tag["y"] + tag["height"] / 2 - die["y"] - die["height"] / 2) / whole["height"]
    moved = seen["dice"][FREE]
    moved["centre"] = (moved["centre"][0] + across, moved["centre"][1] + down)
    moved["corners"] = [(x + across, y + down) for x, y in moved["corners"]]
    play(stage, beside)

    def is_apart() -> bool:
        label, covered = box_of(hands, ".tag rect"), box_of(hands, ".seen >> nth=5 >> .rim")
        if not (label and covered):  # it is being drawn anew
            return False
        return (
            label["y"] + label["height"] <= covered["y"]
            or label["y"] >= covered["y"] + covered["height"]
            or label["x"] + label["width"] <= covered["x"]
            or label["x"] >= covered["x"] + covered["width"]
        )

    until(hands, is_apart)


def test_the_picture_comes_closer_once_and_stays_while_dice_are_moved(
    hands: Page, stage: FakeTable, moments: Moments
) -> None:
    near = "document.querySelector('.lens').style.transform"
    until(hands, lambda: hands.evaluate(near) != "")
    before = hands.evaluate(near)
    x, y = take_hold(hands, FREE)
    stage.calls.expect("drag", FREE, Anything(), 0, True)
    hands.mouse.move(x - 60, y + 20, steps=4)
    hands.mouse.up()
    until(hands, lambda: stage.calls.done)
    play(stage, moments["closed"])
    play(stage, moments["half_built"])
    hands.wait_for_selector(".seen")
    assert hands.evaluate(near) == before
    hands.click("text=Whole table")
    assert hands.evaluate(near) == "scale(1) translate(0%, 0%)"
