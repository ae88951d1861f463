"""The table's computer on the host's page: updates, restart, power off, time zone, each with the PIN."""

import pytest

from companion.errors import NoKeeper
from companion.keeper.acts import Act, PowerOff, Restart, TimeZone, Update
from tests.web.browser.conftest import PHONE, OpenPage, until
from tests.web.conftest import PIN
from tests.web.fake_keeper import FakeKeeper
from web.pages.language import LANGUAGES

pytestmark = pytest.mark.browser

STICK = "table-companion-0.2.0.release"
ORDER = ("turn", "encryption", "machine")
ACTS: list[tuple[str, Act]] = [
    ("newest", Update()),
    (f"from-{STICK}", Update(f"/media/stick/{STICK}")),
    ("restart", Restart()),
    ("power-off", PowerOff()),
    ("time-zone", TimeZone("Europe/Berlin")),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_host_has_it_done_with_the_pin(
    host_page: OpenPage, keeper: FakeKeeper, language: str
) -> None:
    page = host_page(size=PHONE, language=language)
    page.wait_for_selector("[data-key=machine]")
    tops = [page.evaluate(f"{part}.getBoundingClientRect().top") for part in ORDER]
    assert tops == sorted(tops), "what is set once stands below what is needed each minute"
    page.click("[data-key=machine]")
    told = page.inner_text("#machine")
    assert "machine." not in told
    assert "0.1.0-20260101T000000" in told
    page.click("[data-key=machine-restart]")
    assert keeper.asked == [], "not without the PIN"
    page.select_option("[data-key=machine-zone]", "Europe/Berlin")
    done: list[Act] = []
    for key, act in ACTS:
        page.fill("[data-key=machine-pin]", PIN)
        page.click(f"[data-key='machine-{key}']")
        done.append(act)
        until(page, lambda: len(keeper.asked) == len(done))
        until(page, lambda: page.input_value("[data-key=machine-pin]") == "")
    assert keeper.asked == done


def test_an_update_is_told_to_its_end(host_page: OpenPage, keeper: FakeKeeper) -> None:
    keeper.machine["doing"] = "trying"
    page = host_page(size=PHONE)
    page.click("[data-key=machine]")
    page.wait_for_selector("text=being tried")
    assert page.is_hidden("[data-key=machine-pin]")
    keeper.refuses = NoKeeper("it is started from the release that was kept")
    page.wait_for_timeout(2500)
    keeper.refuses = None
    keeper.machine["doing"] = None
    keeper.machine["ended"] = {"version": "0.2.0-20260201T000000", "why": "camera"}
    page.wait_for_selector("text=the camera gave no pictures")
    assert page.is_visible("[data-key=machine-pin]")


def test_a_table_whose_computer_nobody_looks_after_shows_nothing(
    host_page: OpenPage, keeper: FakeKeeper
) -> None:
    keeper.refuses = NoKeeper("none")
    page = host_page(size=PHONE)
    page.wait_for_selector("[data-key=manage]")
    assert page.is_hidden("#machine")
