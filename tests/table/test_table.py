"""The running table: what taps, readings and time make of a sitting."""

import errno
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.errors import IllegalMove, JournalError, NotAllowed
from companion.games import catalogue
from companion.games.game import EVERYONE, HOST, Json, Role, Seat, Setup, Words, seat_role
from companion.table.hooks.verdict import BRIEF_S
from tests.table.conftest import Bench, bench_on
from tests.table.paper_table import PaperDie, reading_of

ANA, BOB = seat_role(Seat(1)), seat_role(Seat(2))
NINE = ["cap", "cap", "straight", "corner", "corner", "three", "knight", "knight", "catapult"]


def lying(faces: list[str]) -> list[PaperDie]:
    return [PaperDie(face, (2.0 * n - 9, 3.0), n % 4) for n, face in enumerate(faces)]


@pytest.fixture
def city(bench: Bench) -> Bench:
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    return bench


def moves(bench: Bench) -> list[str]:
    return [line["move"]["move"] for line in bench.table.state(HOST)["history"] if not line["undone"]]


def test_a_sure_throw_is_accepted_after_a_visible_moment(city: Bench) -> None:
    city.show(reading_of(lying(NINE)))
    offer = city.table.state(EVERYONE)["proposal"]
    assert offer is not None
    assert (offer["kind"], offer["text"]["code"]) == ("move", "throw.seen")
    assert moves(city) == []
    city.wait(BRIEF_S / 2)
    assert moves(city) == []
    city.wait(BRIEF_S)
    assert moves(city) == ["throw"]
    assert city.view()["throw"] == 1


def test_a_throw_that_was_accepted_is_taken_back_with_the_same_tap(city: Bench) -> None:
    """The page shows it until the next move: the moment before may be brief."""
    city.show(reading_of(lying(NINE)))
    offer = city.table.state(HOST)["proposal"]
    assert offer is not None
    city.wait(30.0)
    assert city.table.state(HOST)["accepted"] == offer["id"]
    city.table.answer(HOST, offer["id"], "stop")
    city.wait(30.0)
    assert moves(city) == []


def test_dice_that_lay_there_before_the_game_began_are_asked_about(city: Bench) -> None:
    city.show(reading_of(lying(NINE)))
    city.wait()
    assert moves(city) == ["throw"]
    city.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    city.wait(30.0)
    offer = city.table.state(HOST)["proposal"]
    assert offer is not None
    assert (offer["kind"], offer["text"]["code"]) == ("question", "ask.lay_before")
    assert moves(city) == []
    city.table.answer(HOST, offer["id"], "stop")
    other = ["three", "three", *NINE[2:]]
    city.show(reading_of([replace(die, at=(die.at[0], -5.0)) for die in lying(other)]))
    city.wait()
    assert moves(city) == ["throw"]


def test_a_tap_stops_a_proposed_throw(city: Bench) -> None:
    city.show(reading_of(lying(NINE)))
    offer = city.table.state(HOST)["proposal"]
    assert offer is not None
    city.table.answer(HOST, offer["id"], "stop")
    city.wait(10.0)
    assert moves(city) == []


def test_an_unsure_throw_is_asked_likely_answers_first_and_never_scored(city: Bench) -> None:
    city.show(reading_of(lying(NINE), doubt=3, instead="three"))
    city.wait(60.0)
    assert moves(city) == []
    offer = city.table.state(HOST)["proposal"]
    assert offer is not None
    assert (offer["kind"], offer["text"]["code"]) == ("question", "ask.throw_unsure")
    assert [sorted(choice["moves"][-1]["faces"]).count("three") for choice in offer["choices"]] == [2, 1]
    city.table.answer(HOST, offer["id"], offer["choices"][1]["id"])
    last = city.table.state(HOST)["history"][-1]
    assert (sorted(last["move"]["faces"]), last["by"]) == (sorted(NINE), "tap")


def test_ten_dice_are_too_many_and_the_table_waits_for_nine(city: Bench) -> None:
    city.show(reading_of(lying([*NINE, "cap"])))
    city.wait(60.0)
    state = city.table.state(EVERYONE)
    assert state["proposal"] is None
    assert state["notice"] == {"code": "notice.too_many_dice", "params": {"seen": 10, "expected": 9}}
    city.show(reading_of(lying(NINE)))
    offer = city.table.state(HOST)["proposal"]
    assert offer is not None
    city.table.answer(HOST, offer["id"], "accept")
    assert moves(city) == ["throw"]


def test_a_tenth_die_that_may_be_none_is_none(city: Bench) -> None:
    city.show(reading_of(lying(["cap", *NINE]), doubt=0, instead="three"))
    city.wait(60.0)
    (throw,) = city.table.state(HOST)["history"]
    assert sorted(throw["move"]["faces"]) == sorted(NINE)


def test_a_question_that_another_look_asks_again_is_still_the_same_question(city: Bench) -> None:
    nine = lying(NINE)
    city.show(reading_of(nine, doubt=0, instead="three"))
    asked = city.table.state(HOST)["proposal"]
    assert asked is not None
    city.show(reading_of(nine, doubt=0, instead="three"))
    city.table.answer(HOST, asked["id"], asked["choices"][0]["id"])
    assert moves(city) == ["throw"]


def test_ten_sure_dice_are_too_many_whatever_else_is_doubtful(city: Bench) -> None:
    city.show(reading_of(lying([*NINE, "cap", "cap"]), doubt=0, instead="three"))
    city.wait(60.0)
    notice = city.table.state(HOST).get("notice")
    assert notice is not None
    assert notice["code"] == "notice.too_many_dice"
    assert moves(city) == []


def test_eight_of_nine_dice_are_waited_for(city: Bench) -> None:
    city.show(reading_of(lying(NINE[:8])))
    city.wait(30.0)
    state = city.table.state(EVERYONE)
    assert state["proposal"] is not None
    assert state["proposal"]["kind"] == "pending"
    assert moves(city) == []
    assert state["notice"] == {"code": "notice.dice_missing", "params": {"seen": 8, "expected": 9}}
    city.show(reading_of(lying(NINE)))
    city.wait()
    assert moves(city) == ["throw"]


def test_what_is_being_built_is_shown_before_it_counts(city: Bench) -> None:
    city.show(reading_of(lying(NINE)))
    city.wait()
    dice = lying(NINE)
    dice[0], dice[1] = PaperDie("cap", (0, -5), 2), PaperDie("cap", (0, -4), 0)
    dice[3:3] = []
    city.show(reading_of(dice))
    state = city.table.state(EVERYONE)
    assert city.view()["city"] == []
    assert state["building"] is not None
    assert state["building"]["largest_closed"] == 2
    assert state["proposal"] is not None
    assert state["proposal"]["kind"] == "pending"


def test_a_built_die_that_was_moved_is_wanted_back(city: Bench) -> None:
    dice = lying(NINE)
    city.show(reading_of(dice))
    city.wait()
    kept = [PaperDie("cap", (0, -5), 2), PaperDie("corner", (0, -4), 0)]
    city.show(reading_of(kept))
    thrown = lying(["three", "straight", "three", "corner", "corner", "three"])
    city.show(reading_of([*kept, *thrown]))
    city.wait()
    assert moves(city) == ["throw", "set_aside", "throw"]
    city.show(reading_of([kept[0], PaperDie("corner", (5, -9), 1), *thrown]))
    seen = city.table.state(HOST)
    assert seen["notice"] is not None
    assert seen["notice"]["code"] == "notice.put_back"
    assert seen["proposal"] is not None
    assert seen["proposal"]["kind"] == "pending"


def test_a_catapult_that_came_back_is_no_silent_throw(city: Bench) -> None:
    city.show(reading_of(lying(NINE)))
    city.wait()
    kept = [PaperDie("cap", (0, -5), 2), PaperDie("corner", (0, -4), 0)]
    city.show(reading_of(kept))
    city.show(
        reading_of(
            [*kept, *lying(["cap", "straight", "three", "corner", "knight", "knight", "catapult"])]
        )
    )
    city.wait()
    assert moves(city) == ["throw"]


def test_clearing_the_table_bit_by_bit_scores_what_was_built(city: Bench) -> None:
    city.show(reading_of(lying(NINE)))
    city.wait()
    built = [
        PaperDie("corner", (0, -5), 1),
        PaperDie("corner", (1, -5), 2),
        PaperDie("cap", (0, -4), 0),
        PaperDie("cap", (1, -4), 0),
    ]
    city.show(reading_of(built))
    city.show(reading_of(built[:2]))
    city.show(reading_of([]))
    city.wait()
    state = city.table.state(HOST)
    assert (state["scores"], state["to_move"]) == ({"Ana": 3, "Bob": 0}, "Bob")


def test_everything_can_be_entered_by_tap(city: Bench) -> None:
    table = city.table
    table.submit(ANA, "1", {"move": "throw", "faces": NINE})
    corners: list[Words] = [
        {"face": "corner", "cell": [0, 0], "turns": 1},
        {"face": "corner", "cell": [1, 0], "turns": 2},
        {"face": "cap", "cell": [0, 1], "turns": 0},
        {"face": "cap", "cell": [1, 1], "turns": 0},
    ]
    table.submit(ANA, "2", {"move": "set_aside", "city": corners})
    table.submit(ANA, "3", {"move": "stop", "take": "city"})
    assert table.state(EVERYONE)["scores"] == {"Ana": 3, "Bob": 0}


def test_the_same_move_sent_again_changes_nothing(city: Bench) -> None:
    words = {"move": "throw", "faces": NINE}
    assert city.table.submit(ANA, "x", words) == city.table.submit(ANA, "x", words)
    assert moves(city) == ["throw"]


def test_a_player_corrects_own_moves_until_another_has_moved(city: Bench) -> None:
    table = city.table
    right = [*NINE[:8], "knight"]
    throw = {"move": "throw", "faces": right}
    correction: Words = {"move": "correct", "number": 1, "with": throw}
    table.submit(ANA, "1", {"move": "throw", "faces": NINE})
    with pytest.raises(NotAllowed, match="Bob cannot correct that"):
        table.submit(BOB, "2", correction)
    with pytest.raises(NotAllowed, match="Ana cannot correct that"):
        table.submit(ANA, "3", {**correction, "with": {"seat": "Bob", **throw}})
    table.submit(ANA, "4", {"move": "stop", "take": "city"})
    table.submit(ANA, "5", correction)
    assert sorted(table.state(HOST)["history"][0]["move"]["faces"]) == sorted(right)
    table.submit(BOB, "6", {"move": "throw", "faces": NINE})
    with pytest.raises(NotAllowed, match="Ana cannot correct that any more"):
        table.submit(ANA, "7", correction)


def test_undo_and_correction_are_the_hosts(city: Bench) -> None:
    table = city.table
    table.submit(ANA, "1", {"move": "throw", "faces": NINE})
    with pytest.raises(NotAllowed, match="Ana cannot take moves back"):
        table.submit(ANA, "2", {"move": "undo"})
    right = [*NINE[:8], "knight"]
    table.submit(HOST, "3", {"move": "correct", "number": 1, "with": {"move": "throw", "faces": right}})
    line = table.state(HOST)["history"][0]
    assert (line["corrected"], sorted(line["move"]["faces"])) == (True, sorted(right))
    table.submit(HOST, "4", {"move": "undo"})
    table.submit(HOST, "5", {"move": "undo"})
    assert city.view()["throw"] == 0


@pytest.mark.parametrize(
    ("role", "words", "why"),
    [
        (EVERYONE, {"move": "throw", "faces": NINE}, "only shows"),
        (BOB, {"seat": "Ana", "move": "throw", "faces": NINE}, "Bob cannot move for Ana"),
        (seat_role(Seat(5)), {"move": "throw", "faces": NINE}, "only shows"),
    ],
    ids=["everyone", "for another", "no such seat"],
)
def test_a_role_moves_for_itself_only(city: Bench, role: Role, words: Words, why: str) -> None:
    with pytest.raises(NotAllowed, match=why):
        city.table.submit(role, "1", words)


def test_an_illegal_tap_is_refused_and_nothing_changes(city: Bench) -> None:
    before = city.table.state(HOST)
    with pytest.raises(IllegalMove, match="it is the turn of seat 1"):
        city.table.submit(BOB, "1", {"move": "throw", "faces": NINE})
    assert city.table.state(HOST) == before


def test_stopping_by_tap_scores_what_lies_on_the_table(city: Bench) -> None:
    city.show(reading_of(lying(NINE)))
    city.wait()
    built = [
        PaperDie("corner", (0, -5), 1),
        PaperDie("corner", (1, -5), 2),
        PaperDie("cap", (0, -4), 0),
        PaperDie("cap", (1, -4), 0),
    ]
    city.show(reading_of(built))
    city.table.submit(ANA, "stop", {"move": "stop", "take": "city"})
    assert city.table.state(EVERYONE)["scores"] == {"Ana": 3, "Bob": 0}
    city.show(reading_of(built))
    assert city.table.state(EVERYONE)["notice"] == {"code": "notice.clear_table", "params": {}}


def test_a_table_started_again_is_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "journal.lines"
    first = bench_on(path, 3)
    first.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    first.show(reading_of(lying(NINE)))
    first.wait()
    shown = first.table.state(HOST)
    first.table.close()
    second = bench_on(path, 3)
    again = second.table.state(HOST)
    same = ("sitting", "game", "seats", "to_move", "scores", "outcome", "view", "history")
    assert {key: again[key] for key in same} == {key: shown[key] for key in same}  # type: ignore[literal-required]
    kept = [PaperDie("cap", (0, -5), 2), PaperDie("corner", (0, -4), 0)]
    second.show(reading_of(kept))
    second.show(reading_of([*kept, *lying(["three", "straight", "three", "corner", "corner", "three"])]))
    second.wait()
    assert moves(second) == ["throw", "set_aside", "throw"]
    second.table.close()


def test_what_cannot_be_written_down_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = bench_on(tmp_path / "journal.lines", 1)
    bench.table.start_sitting({"game": "plain_dice", "seats": ["Ana"]})

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("companion.table.storage.journal_file.write_all", full)
        with pytest.raises(JournalError, match="No space left"):
            bench.table.submit(HOST, "1", {"move": "throw", "faces": ["1"]})
    assert bench.table.state(HOST)["history"] == []
    bench.table.submit(HOST, "1", {"move": "throw", "faces": ["1"]})
    assert moves(bench) == ["throw"]
    bench.table.close()


def test_plain_dice_take_every_new_throw_and_none_twice(bench: Bench) -> None:
    bench.table.start_sitting({"game": "plain_dice", "seats": ["Ana"]})
    rng = Random(5)
    for _ in range(4):
        dice = [
            PaperDie(str(rng.randint(1, 6)), (2.0 * n + rng.random(), rng.random()), 0) for n in range(5)
        ]
        bench.show(reading_of(dice))
        bench.show(reading_of(dice))
        bench.wait()
        assert bench.view()["faces"] == tuple(sorted(die.face for die in dice))
    assert moves(bench) == ["throw"] * 4


def test_news_reach_each_role_numbered_without_gaps(city: Bench) -> None:
    city.table.changes(EVERYONE, None, 0)
    city.table.submit(ANA, "1", {"move": "throw", "faces": NINE})
    city.table.submit(HOST, "2", {"move": "undo"})
    numbers = [change.number for change in city.table.changes(EVERYONE, 1, 0)]
    assert numbers == list(range(2, 2 + len(numbers)))
    assert len(numbers) == 2


@pytest.mark.parametrize("game", ["drunter", "ubongo", "gruftmeister"])
def test_a_game_is_dealt_where_the_first_line_leaves_it_to_luck(bench: Bench, game: str) -> None:
    bench.table.start_sitting({"game": game, "seats": ["Ana", "Bob"]})
    assert bench.table.state(EVERYONE)["game"] == game


def told_that_chosen(bench: Bench) -> list[bool]:
    roles = (HOST, EVERYONE, ANA, BOB)
    return ["deal" in [fault["part"] for fault in bench.table.state(role)["faults"]] for role in roles]


def test_all_are_told_until_the_end_that_the_host_chose_what_luck_deals(bench: Bench) -> None:
    table, game = bench.table, catalogue.game("ubongo")
    gems = game.deal(Setup("ubongo", ("Ana", "Bob")), Random(1)).dealt["gems"]
    table.start_sitting(
        {"game": "ubongo", "seats": ["Ana", "Bob"], "options": {"rounds": 1}, "gems": gems}
    )
    assert told_that_chosen(bench) == [True] * 4
    assert json.loads(table.record().splitlines()[0])["chosen"] == ["gems"]
    table.submit(HOST, "start", {"move": "start", "symbol": "snake"})
    table.submit(HOST, "up", {"move": "time_up"})
    assert told_that_chosen(bench) == [True] * 4
    table.submit(HOST, "turn", {"move": "turn_glass"})
    table.submit(HOST, "up again", {"move": "time_up"})
    assert bench.table.state(EVERYONE)["outcome"] is not None
    assert told_that_chosen(bench) == [False] * 4


def test_a_deal_by_luck_is_told_as_such_whatever_the_first_line_says_of_it(bench: Bench) -> None:
    table = bench.table
    said: list[dict[str, Json]] = [{}, {"cards": None}, {"chosen": ["cards"]}]
    for words in said:
        table.start_sitting({"game": "drunter", "seats": ["Ana", "Bob"], **words})
        assert told_that_chosen(bench) == [False] * 4
    own = catalogue.game("drunter").deal(Setup("drunter", ("Ana", "Bob")), Random(1)).dealt["cards"]
    table.start_sitting({"game": "drunter", "seats": ["Ana", "Bob"], "cards": own, "chosen": []})
    assert told_that_chosen(bench) == [True] * 4


def test_secrets_of_a_sitting_reach_nobody_else(bench: Bench) -> None:
    """Neither another seat, nor the host, nor the record may tell a card before the end."""
    table = bench.table
    table.start_sitting({"game": "drunter", "seats": ["Ana", "Bob"]})
    views = {role: table.state(role)["view"] or {} for role in (ANA, BOB, HOST, EVERYONE)}
    assert len(views[ANA]["own"]["cards"]) == 1
    assert views[BOB]["own"]["cards"] != views[ANA]["own"]["cards"]
    assert all("own" not in views[role] and views[role]["cards"] is None for role in (HOST, EVERYONE))
    with pytest.raises(NotAllowed, match="secrets"):
        table.record()


def test_another_camera_begins_anew_and_pages_are_told_which_looks_on(city: Bench) -> None:
    city.show(reading_of(lying(NINE)))
    assert city.table.looking.picture() is not None
    city.table.looking.phone_is_called("Ana's phone")
    state = city.table.state(EVERYONE)
    assert used(city) == ("phone:Ana's phone", "phone")
    assert (state["watch"]["seen"], city.table.looking.picture()) == (None, None)
    city.table.looking.phone_is_called(None)
    city.table.looking.set_camera({"off": True, "rotate": 90})
    assert used(city) == ("off", "none")
    assert city.table.state(EVERYONE)["camera"]["view"]["rotate"] == 90
    city.table.looking.phone_is_called("Ana's phone")  # who lets a phone look on wants it to
    assert used(city)[1] == "phone"
    city.table.looking.set_camera({"off": False})
    assert used(city)[1] == "phone"
    city.table.looking.phone_is_called(None)
    assert used(city) == ("paper", "own")


def used(bench: Bench) -> tuple[str, str]:
    return bench.table.state(EVERYONE)["camera"]["backend"], bench.table.looking.camera_used
