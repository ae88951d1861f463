"""What the game waits for, as each role is told it: at every position a sentence."""

import re

import pytest

from companion.games import catalogue as games
from companion.games.game import EVERYONE, HOST, Seat, seat_role
from tests.web.conftest import Phone
from tests.web.fake_table import FakeTable
from tests.web.played import play_on, table_at_play
from web.pages.language import LANGUAGES
from web.pages.wording import text

POSITIONS = 40


@pytest.mark.parametrize("game", games.names())
def test_every_role_is_told_in_every_language_what_the_game_waits_for(game: str) -> None:
    with table_at_play(game, moves=0) as table:
        for _ in range(POSITIONS):
            names = table.state(EVERYONE)["seats"]
            roles = [EVERYONE, HOST, *(seat_role(Seat(number)) for number in range(1, len(names) + 1))]
            for state in map(table.state, roles):
                task = state["task"]
                assert task
                for language in LANGUAGES:
                    said = text(language, task["code"], task["params"])
                    assert " " in said, f"a sentence, not {said}"
                    assert not re.search(r"[{}]|None", said)
            for name, role in zip(names, roles[2:], strict=True):
                state = table.state(role)
                if state["to_move"]:  # what is chosen in secret, all choose at once
                    is_early = bool(games.game(game).secret_moves.intersection(state["may"]))
                    assert state["mine"] is (state["to_move"] == name or is_early)
            assert not table.state(HOST)["mine"]
            play_on(table, 1)


def test_who_waits_is_told_of_the_other_and_who_is_waited_for_what_to_do() -> None:
    with table_at_play("drunter", moves=0) as table:
        mover, other = (table.state(seat_role(Seat(number))) for number in (1, 2))
        assert (mover["to_move"], mover["mine"], other["mine"]) == ("Ana", True, False)
        assert mover["task"] == {"code": "drunter.task.lay", "params": {"seat": "Ana"}}
        assert other["task"] == {"code": "drunter.wait.lay", "params": {"seat": "Ana"}}


def test_whoever_may_call_is_waited_for_though_nobody_is_to_move() -> None:
    with table_at_play("ubongo", moves=0) as table:
        for _ in range(POSITIONS):
            state = table.state(seat_role(Seat(2)))
            if "call" in state["may"]:
                assert state["mine"]
                return
            play_on(table, 1)
    raise AssertionError("nobody could ever call")


def test_a_seats_page_is_drawn_for_its_own_phone_alone(sitting: FakeTable, phone: Phone) -> None:
    own, other = phone(1), phone(2)
    assert '<p class="wait">' in own.get("/seat/1").text
    page = other.get("/seat/1").text
    assert '<p class="wait">' not in page
    assert '<div id="inside" class="panes" tabindex="-1" hidden>' in page
