"""Fights at the table: which stones are a throw, what is asked, and that nothing is guessed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.games.gruftmeister.moves import BACK, LOGO, MONSTER
from companion.table.plays.catalogue import play_of
from companion.table.plays.gruftmeister.memory import RememberedStones
from companion.table.shapes.moves import ProposalShape
from companion.table.shapes.values import JsonObject
from companion.table.storage.codec import as_json, from_json
from tests.table.conftest import Bench, bench_on
from tests.table.plays.gruftmeister.paper_stones import (
    PaperStone,
    reading_of,
    seen,
    token_of,
    unsure,
)

ANA = seat_role(Seat(1))
ARMED = ("sword", "shield")


def one_fight(carries: Sequence[str], hearts: int) -> JsonObject:
    """The first line of a fight alone."""
    return {
        "game": "gruftmeister",
        "seats": ["Ana"],
        "options": {"fight_only": True},
        "fighter": {"carries": list(carries), "hearts": hearts},
    }


def fight(carries: Sequence[str] = ARMED, hearts: int = 3, path: Any = None) -> Bench:
    bench = bench_on(path, 1)
    bench.table.start_sitting(one_fight(carries, hearts))
    return bench


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = fight()
    yield made
    made.table.close()


def lying(*faces: str, row: float = 2.0) -> list[PaperStone]:
    """Stones in a row, three diameters apart; a back is the sword's or the shield's."""
    left = [thing for thing in ("sword", "shield", "axe", "helmet") if thing not in faces]
    stones = []
    for number, face in enumerate(faces):
        at = (3.0 + 3.0 * number, row)
        if face in (MONSTER, LOGO):
            stones.append(PaperStone(MONSTER, face == MONSTER, at))
        else:
            thing = left.pop(0) if face == BACK else face
            stones.append(PaperStone(thing, face != BACK, at))
    return stones


def look(bench: Bench, stones: Sequence[PaperStone], *doubts: str, wait: float = 2.0) -> None:
    bench.show(seen(stones, doubts))
    bench.wait(wait)


def thrown(bench: Bench) -> list[list[str]]:
    """Return the faces of every throw that stands."""
    history = bench.table.state(HOST)["history"]
    moves = [line["move"] for line in history if not line["undone"]]
    return [sorted(move["faces"]) for move in moves if move["move"] == "throw"]


def offer(bench: Bench) -> ProposalShape:
    found = bench.table.state(HOST)["proposal"]
    assert found is not None
    return found


def notice(bench: Bench) -> str:
    found = bench.table.state(EVERYONE).get("notice")
    assert found is not None
    return found["code"]


def test_stones_that_come_to_rest_where_none_lay_are_the_throw(bench: Bench) -> None:
    look(bench, [])
    look(bench, lying(MONSTER, "shield", BACK))
    assert thrown(bench) == [[BACK, MONSTER, "shield"]]
    blow = bench.view()["blow"]
    assert (blow["wounds"], blow["blocked"], blow["killed"]) == (0, 1, False)


def test_what_the_throw_does_is_said_before_it_counts(bench: Bench) -> None:
    look(bench, [])
    look(bench, lying(MONSTER, "sword", BACK), wait=0.0)
    said = offer(bench)
    assert (said["kind"], said["text"]["code"]) == ("move", "gruftmeister.seen.killed_wounded")
    assert said["text"]["params"]["hearts"] == 2
    assert thrown(bench) == []


def test_wounds_count_before_the_kill() -> None:
    bench = fight(hearts=1)
    look(bench, [])
    look(bench, lying(MONSTER, "sword", BACK))
    outcome = bench.table.state(EVERYONE)["outcome"]
    bench.table.close()
    assert outcome is not None
    assert (outcome["winners"], outcome["why"]) == ([], "the monster has killed the master")


def test_the_same_stones_are_not_thrown_again(bench: Bench) -> None:
    stones = lying(LOGO, BACK, BACK)
    look(bench, [])
    for _ in range(3):
        look(bench, stones, wait=30.0)
    bumped = [replace(stone, at=(stone.at[0] + 0.7, stone.at[1] - 0.4)) for stone in stones]
    look(bench, bumped, wait=30.0)
    assert len(thrown(bench)) == 1
    assert offer(bench)["kind"] == "pending"


def test_after_a_throw_what_may_follow_is_offered_with_its_odds(bench: Bench) -> None:
    look(bench, [])
    look(bench, lying(LOGO, BACK, BACK))
    asked = offer(bench)
    assert (asked["kind"], asked["text"]["code"]) == ("pending", "gruftmeister.offer.again")
    assert asked["text"]["params"] == {"kill": 50, "wound": 25, "win": 98}
    assert [choice["moves"][0]["move"] for choice in asked["choices"]] == ["break_off"]
    bench.table.answer(ANA, asked["id"], asked["choices"][0]["id"])
    assert bench.table.state(EVERYONE)["outcome"] is not None


def test_stones_seen_to_be_lifted_and_then_at_rest_are_thrown_again(bench: Bench) -> None:
    look(bench, [])
    look(bench, lying(LOGO, BACK, BACK))
    look(bench, [])
    look(bench, lying(LOGO, BACK, BACK, row=7.0))
    assert len(thrown(bench)) == 2


def test_stones_are_lifted_too_where_the_dark_table_might_hide_one(bench: Bench) -> None:
    look(bench, [])
    look(bench, lying(LOGO, BACK, BACK))
    look(bench, [], "maybe_missed")
    look(bench, lying(LOGO, BACK, BACK, row=7.0))
    assert len(thrown(bench)) == 2


def test_stones_seen_to_be_taken_up_a_moment_before_are_thrown_and_others_are_asked_about(
    bench: Bench,
) -> None:
    look(bench, [])
    look(bench, lying(LOGO, BACK, BACK))
    again = lying(LOGO, BACK, BACK, row=7.0)
    look(bench, again)
    assert len(thrown(bench)) == 1
    bench.show(replace(seen(again), lifted=True))
    bench.wait(2.0)
    assert len(thrown(bench)) == 2


def test_a_throw_with_a_stone_on_another_and_the_one_that_is_made_for_it_are_one_throw(
    bench: Bench,
) -> None:
    bench.show(replace(seen(lying(LOGO, BACK)), lifted=True))
    look(bench, lying(LOGO, BACK, "sword", row=7.0))
    assert thrown(bench) == [sorted([LOGO, BACK, "sword"])]


def test_stones_that_were_not_seen_to_be_lifted_are_asked_about_though_one_was_missing_before(
    bench: Bench,
) -> None:
    bench.show(seen(lying(LOGO, BACK)))
    look(bench, lying(LOGO, BACK, "sword", row=7.0))
    assert thrown(bench) == []
    assert offer(bench)["text"]["code"] == "gruftmeister.ask.first"


def test_under_a_hand_no_stone_is_lifted(bench: Bench) -> None:
    look(bench, [])
    look(bench, lying(LOGO, BACK, BACK))
    bench.show(replace(seen([], ["maybe_missed"]), covered=True))
    look(bench, lying(LOGO, BACK, BACK, row=7.0))
    assert len(thrown(bench)) == 1
    assert offer(bench)["kind"] == "question"


def test_all_stones_elsewhere_and_otherwise_were_thrown_again_though_nobody_saw_them_lifted(
    bench: Bench,
) -> None:
    look(bench, [])
    look(bench, lying(LOGO, BACK, BACK))
    look(bench, lying(MONSTER, "shield", BACK, row=7.0))
    assert len(thrown(bench)) == 2


@pytest.mark.parametrize("row", [2.0, 7.0], ids=["one stayed", "pushed as they lay"])
def test_stones_that_may_have_been_pushed_are_asked_about(bench: Bench, row: float) -> None:
    look(bench, [])
    first = lying(LOGO, BACK, BACK)
    look(bench, first)
    moved = [first[0] if row == 2.0 else replace(first[0], at=(14.0, row))]
    moved += [replace(stone, at=(stone.at[0] * 1.3, row + 4)) for stone in first[1:]]
    look(bench, moved, wait=60.0)
    asked = offer(bench)
    assert (asked["kind"], asked["text"]["code"]) == ("question", "gruftmeister.ask.again")
    assert len(thrown(bench)) == 1
    assert asked["choices"][-1]["text"]["code"] == "gruftmeister.choice.not_thrown"
    bench.table.answer(HOST, asked["id"], asked["choices"][-1]["id"])
    look(bench, moved, wait=60.0)
    assert len(thrown(bench)) == 1
    assert offer(bench)["kind"] == "pending"


def test_stones_that_lay_there_before_anybody_looked_are_asked_about(bench: Bench) -> None:
    """They may have been laid out only to be thrown."""
    look(bench, lying(MONSTER, "sword", "shield"), wait=60.0)
    asked = offer(bench)
    assert (asked["kind"], asked["text"]["code"]) == ("question", "gruftmeister.ask.first")
    bench.table.answer(ANA, asked["id"], "not-thrown")
    look(bench, [])
    look(bench, lying(LOGO, BACK, "shield", row=7.0))
    assert thrown(bench) == [[BACK, LOGO, "shield"]]


def test_a_stone_that_is_missing_is_waited_for(bench: Bench) -> None:
    look(bench, [])
    stones = lying(MONSTER, BACK, BACK)
    look(bench, stones[:2], "maybe_missed", wait=60.0)
    assert (thrown(bench), notice(bench)) == ([], "gruftmeister.notice.missing")
    look(bench, stones)
    assert len(thrown(bench)) == 1


@pytest.mark.parametrize(("doubt", "accepted"), [("maybe_missed", 1), ("maybe_extra", 0)])
def test_what_else_may_lie_there_matters_not_where_all_stones_are_surely_read(
    bench: Bench, doubt: str, accepted: int
) -> None:
    look(bench, [])
    look(bench, lying(MONSTER, BACK, BACK), doubt)
    assert len(thrown(bench)) == accepted


def test_a_spot_is_no_stone_where_all_that_were_thrown_surely_show_prints(bench: Bench) -> None:
    """A vein of a stone table may be listed as a back in some looks, or in most."""
    stones = lying(MONSTER, "sword", "shield")
    spot = unsure(token_of(PaperStone("axe", False, (15.0, 12.0))), "axe", wrong=False)
    read = [token_of(stone) for stone in stones]
    look(bench, [])
    bench.show(reading_of([*read, spot], ["maybe_extra"]))
    bench.wait()
    assert thrown(bench) == [[MONSTER, "shield", "sword"]]


def test_what_was_a_spot_in_some_looks_matters_not_where_all_surely_show_prints(bench: Bench) -> None:
    look(bench, [])
    look(bench, lying(MONSTER, "sword", "shield"), "maybe_extra")
    assert thrown(bench) == [[MONSTER, "shield", "sword"]]


def test_a_back_that_is_not_sure_may_be_a_stone_where_another_shows_its_back(bench: Bench) -> None:
    look(bench, [])
    read = [token_of(stone) for stone in lying(MONSTER, "sword", BACK)]
    spot = unsure(token_of(PaperStone("axe", False, (15.0, 12.0))), "axe", wrong=False)
    bench.show(reading_of([*read, spot], ["maybe_extra"]))
    bench.wait(60.0)
    assert (thrown(bench), notice(bench)) == ([], "gruftmeister.notice.too_many")


def test_stones_that_lay_there_before_are_no_throw_beside_a_spot(bench: Bench) -> None:
    stones = lying(MONSTER, "sword", "shield")
    spot = unsure(token_of(PaperStone("axe", False, (15.0, 12.0))), "axe", wrong=False)
    bench.show(reading_of([*map(token_of, stones), spot], ["maybe_extra"]))
    bench.wait(60.0)
    assert thrown(bench) == []


def test_a_stone_cut_off_by_the_pictures_edge_is_named(bench: Bench) -> None:
    look(bench, [])
    tokens = [token_of(stone) for stone in lying(MONSTER, BACK)]
    cut = replace(unsure(tokens[1], "sword", wrong=False), cut_off=True)
    bench.show(reading_of([tokens[0], cut], ["cut_off"]))
    bench.wait(60.0)
    assert (thrown(bench), notice(bench)) == ([], "gruftmeister.notice.cut_off")


def test_too_many_stones_are_no_throw(bench: Bench) -> None:
    look(bench, [])
    look(bench, lying(MONSTER, "sword", BACK, "helmet"), wait=60.0)
    assert (thrown(bench), notice(bench)) == ([], "gruftmeister.notice.too_many")


@pytest.mark.parametrize(
    ("faces", "code"),
    [
        ((MONSTER, MONSTER, BACK), "two_monsters"),
        (("sword", "shield", BACK), "no_monster"),
        ((LOGO, "axe", BACK), "not_carried"),
    ],
)
def test_stones_that_were_not_thrown_are_named(bench: Bench, faces: tuple[str, ...], code: str) -> None:
    look(bench, [])
    look(bench, lying(*faces), wait=60.0)
    assert (thrown(bench), notice(bench)) == ([], f"gruftmeister.notice.{code}")


def test_an_unsure_stone_that_matters_is_asked_about(bench: Bench) -> None:
    look(bench, [])
    tokens = [token_of(stone) for stone in lying(LOGO, BACK, BACK)]
    bench.show(reading_of([*tokens[:2], unsure(tokens[2], "sword", wrong=True)]))
    bench.wait(60.0)
    asked = offer(bench)
    assert (asked["kind"], asked["text"]["code"]) == ("question", "gruftmeister.ask.which")
    assert len(asked["text"].get("places", [])) == 1
    said = [sorted(choice["moves"][0]["faces"]) for choice in asked["choices"]]
    assert said[:2] == [[BACK, LOGO, "sword"], [BACK, BACK, LOGO]]
    assert thrown(bench) == []
    bench.table.answer(ANA, asked["id"], asked["choices"][1]["id"])
    assert thrown(bench) == [[BACK, BACK, LOGO]]


def test_an_unsure_stone_that_makes_no_difference_is_no_question(bench: Bench) -> None:
    """The logo lies up: whether the shield does is all the same."""
    look(bench, [])
    tokens = [token_of(stone) for stone in lying(LOGO, BACK, BACK)]
    bench.show(reading_of([*tokens[:2], unsure(tokens[2], "shield", wrong=True)]))
    bench.wait()
    assert thrown(bench) == [[BACK, LOGO, "shield"]]


def test_the_rules_make_no_unsure_stone_sure(bench: Bench) -> None:
    """The master has no axe; that it looks a little like one is asked about all the same."""
    look(bench, [])
    tokens = [token_of(stone) for stone in lying(LOGO, "sword", BACK)]
    bench.show(reading_of([tokens[0], unsure(tokens[1], "axe", wrong=False), tokens[2]]))
    bench.wait(60.0)
    assert offer(bench)["kind"] == "question"
    assert thrown(bench) == []


def test_doubts_about_how_many_stones_lie_there_are_asked_about(bench: Bench) -> None:
    look(bench, [])
    look(bench, lying(LOGO, BACK, BACK), "maybe_extra", wait=60.0)
    assert offer(bench)["kind"] == "question"
    assert thrown(bench) == []


def test_after_no_the_likeliest_other_throws_are_offered(bench: Bench) -> None:
    look(bench, [])
    look(bench, lying(LOGO, BACK, "shield"), wait=0.0)
    bench.table.answer(ANA, offer(bench)["id"], "stop")
    asked = offer(bench)
    assert asked["kind"] == "question"
    said = [sorted(choice["moves"][0]["faces"]) for choice in asked["choices"]]
    assert len(said) == 4
    assert said[0] == [BACK, LOGO, "shield"]
    bench.wait(60.0)
    assert thrown(bench) == []


def test_a_throw_entered_by_hand_is_not_read_once_more(bench: Bench) -> None:
    stones = lying(LOGO, BACK, "shield")
    look(bench, [])
    look(bench, stones[:2], "maybe_missed")
    bench.table.submit(ANA, "by hand", {"move": "throw", "faces": [LOGO, BACK, "shield"]})
    look(bench, stones, wait=60.0)
    assert len(thrown(bench)) == 1
    assert offer(bench)["kind"] == "question"
    bench.table.answer(ANA, offer(bench)["id"], "not-thrown")
    look(bench, [])
    look(bench, lying(MONSTER, BACK, BACK, row=8.0))
    assert len(thrown(bench)) == 2


def test_a_throw_taken_back_is_not_read_once_more(bench: Bench) -> None:
    stones = lying(LOGO, BACK, "shield")
    look(bench, [])
    look(bench, stones)
    bench.table.submit(HOST, "undo", {"move": "undo"})
    look(bench, stones, wait=60.0)
    assert thrown(bench) == []


def test_what_was_read_is_drawn_over_the_picture(bench: Bench) -> None:
    look(bench, lying(MONSTER, "sword"), "maybe_missed")
    phase_and_seen = bench.table.state(EVERYONE)["watch"]
    assert phase_and_seen["seen"] is not None
    drawn = phase_and_seen["seen"]["drawn"]
    assert drawn["text"] == {"code": "gruftmeister.reading", "params": {"count": 2}}
    assert [(stone["face"], stone["sure"]) for stone in drawn["stones"]] == [
        (MONSTER, True),
        ("sword", True),
    ]


def test_stones_are_looked_for_in_a_fight_only(bench: Bench) -> None:
    play = play_of("gruftmeister")
    assert bench.table.sets.in_use == {"tokens": "gruftmeister_stones"}
    look(bench, [])
    look(bench, lying(LOGO, "sword", BACK))
    assert play.wanted(bench.table.history.state) == ()
    assert bench.table.sets.in_use == {}


def test_a_table_switched_off_goes_on_with_the_same_stones(tmp_path: Any) -> None:
    path = tmp_path / "journal.lines"
    first = fight(path=path)
    stones = lying(LOGO, BACK, BACK)
    look(first, [])
    look(first, stones)
    first.table.close()
    second = bench_on(path, 1)
    look(second, stones, wait=60.0)
    assert len(thrown(second)) == 1
    look(second, lying(MONSTER, BACK, "shield", row=9.0))
    assert len(thrown(second)) == 2
    second.table.close()


def test_what_lay_there_comes_back_from_the_journal() -> None:
    remembered = replace(RememberedStones.of(seen(lying(LOGO, BACK, "sword"))), gone=True, by_hand=True)
    assert from_json(RememberedStones, as_json(remembered)) == remembered
