"""Yacht at the table: which dice were kept, what is asked, and boxes that are chosen by tap."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.simulation.evening import Evening
from companion.simulation.games.yacht import Player
from companion.table.shapes.moves import ProposalShape
from companion.table.shapes.values import JsonObject
from tests.table.conftest import Bench, bench_on
from tests.table.paper_table import PaperDie, reading_of
from tests.table.plays.yacht.paper_dice import PaperHands, lying, seen

ANA = seat_role(Seat(1))


@pytest.fixture
def yacht() -> Iterator[Bench]:
    bench = bench_on(None, 1)
    bench.table.start_sitting({"game": "yacht", "seats": ["Ana", "Bob"]})
    yield bench
    bench.table.close()


def moves(bench: Bench) -> list[JsonObject]:
    history = bench.table.state(HOST)["history"]
    return [
        {key: sorted(value) if isinstance(value, list) else value for key, value in line["move"].items()}
        for line in history
    ]


def asked(bench: Bench) -> ProposalShape:
    offer = bench.table.state(HOST)["proposal"]
    assert offer is not None
    return offer


def throw(faces: str, kept: str = "", seat: str = "Ana") -> JsonObject:
    move: JsonObject = {"seat": seat, "move": "throw", "faces": sorted(faces)}
    return {**move, "kept": sorted(kept)} if kept else move


def test_the_first_throw_is_five_dice(yacht: Bench) -> None:
    yacht.show(seen(lying("1145")))
    notice = yacht.table.state(HOST).get("notice")
    assert notice is not None
    assert notice["code"] == "notice.dice_missing"
    yacht.show(seen(lying("11456")))
    yacht.wait()
    assert moves(yacht) == [throw("11456")]


def test_a_hand_over_what_lay_there_before_the_game_makes_no_throw_of_it(yacht: Bench) -> None:
    yacht.show(seen(lying("11456")))
    yacht.wait()
    yacht.table.start_sitting({"game": "yacht", "seats": ["Ana", "Bob"]})
    yacht.wait(30.0)
    assert asked(yacht)["text"]["code"] == "ask.lay_before"
    yacht.show(seen(lying("11456")), "moving")
    yacht.show(seen(lying("11456")))
    yacht.wait(30.0)
    assert moves(yacht) == []
    yacht.show(seen(lying("22345", row=5)))
    yacht.wait()
    assert moves(yacht) == [throw("22345")]


def test_six_dice_are_too_many_and_the_table_waits_for_five(yacht: Bench) -> None:
    yacht.show(seen(lying("114566")))
    yacht.wait(60.0)
    notice = yacht.table.state(HOST).get("notice")
    assert notice is not None
    assert notice["code"] == "notice.too_many_dice"
    assert moves(yacht) == []


def test_dice_that_stay_where_they_lay_were_kept(yacht: Bench) -> None:
    first = lying("11456")
    yacht.show(seen(first))
    yacht.wait()
    yacht.show(seen(first[:2], lying("236", row=9)))
    yacht.wait()
    assert moves(yacht) == [throw("11456"), throw("236", "11")]


def test_dice_put_aside_were_kept_where_that_was_seen(yacht: Bench) -> None:
    yacht.show(seen(lying("11456")))
    yacht.wait()
    aside = [PaperDie("1", (-9, 1)), PaperDie("1", (-9, 3))]
    yacht.show(seen(aside))
    yacht.show(seen(aside, lying("116", row=9)))
    yacht.wait()
    assert moves(yacht)[1:] == [throw("116", "11")]


def test_all_five_may_be_thrown_again(yacht: Bench) -> None:
    yacht.show(seen(lying("11456")))
    yacht.wait()
    yacht.show(seen())
    yacht.show(seen(lying("22333", row=9)))
    yacht.wait()
    assert moves(yacht)[1:] == [throw("22333")]


def test_which_dice_were_kept_makes_no_difference_and_is_never_asked(yacht: Bench) -> None:
    """Nobody saw the dice in the hand: the six lies apart, and a six lay there before."""
    yacht.show(seen(lying("11456")))
    yacht.wait()
    yacht.show(seen([PaperDie("6", (-14, -6))], lying("2345", row=9)))
    yacht.wait()
    assert [sorted([*move["faces"], *move.get("kept", [])]) for move in moves(yacht)[1:]] == [
        sorted("23456")
    ]


def test_pushing_dice_about_is_no_throw(yacht: Bench) -> None:
    """All five lie there all the time: one is put aside before the others are lifted."""
    first = lying("11456")
    yacht.show(seen(first))
    yacht.wait()
    pushed = [PaperDie("6", (-9.0, 2.0)), *first[:4]]
    yacht.show(seen(pushed))
    yacht.wait(60.0)
    assert len(moves(yacht)) == 1
    offer = asked(yacht)
    assert offer["kind"] == "pending"
    assert [choice["moves"][-1]["move"] for choice in offer["choices"]] == ["score"] * 4 + ["throw"]
    yacht.show(seen(pushed[:1], lying("1123", row=9)))
    yacht.wait()
    assert moves(yacht)[1:] == [throw("1123", "6")]


def test_a_die_that_rolled_far_from_the_others_is_thrown_where_the_kept_ones_stayed(
    yacht: Bench,
) -> None:
    first = lying("11456")
    yacht.show(seen(first))
    yacht.wait()
    yacht.show(seen(first[:2], [PaperDie("6", (14, 14))], lying("23", row=9)))
    yacht.wait()
    assert moves(yacht)[1:] == [throw("236", "11")]


def test_a_kept_die_that_was_nudged_by_the_throw_was_kept(yacht: Bench) -> None:
    first = lying("11456")
    yacht.show(seen(first))
    yacht.wait()
    yacht.show(seen(first[:2]))
    nudged = [first[0], PaperDie("1", (2.9, 0.8))]
    yacht.show(seen(nudged, lying("236", row=9)))
    yacht.wait()
    assert moves(yacht)[1:] == [throw("236", "11")]


def test_a_throw_of_the_same_five_faces_may_be_no_throw_and_is_one_tap(yacht: Bench) -> None:
    """All five lie elsewhere, and nobody saw them lifted: moved about, or thrown again and alike."""
    yacht.show(seen(lying("11456")))
    yacht.wait()
    yacht.show(seen(lying("65411", row=9)))
    yacht.wait(60.0)
    assert len(moves(yacht)) == 1
    throws = [choice for choice in asked(yacht)["choices"] if choice["moves"]]
    assert any(choice["moves"][-1]["move"] == "throw" for choice in throws)


def test_an_unsure_die_is_asked_about_and_never_scored(yacht: Bench) -> None:
    yacht.show(seen(lying("11456"), doubt=4, instead="5"))
    yacht.wait(60.0)
    assert moves(yacht) == []
    assert asked(yacht)["kind"] == "question"
    yacht.table.answer(HOST, asked(yacht)["id"], asked(yacht)["choices"][1]["id"])
    assert moves(yacht) == [throw("11456")]


def test_a_doubtful_die_that_has_not_moved_was_kept(yacht: Bench) -> None:
    first = lying("11456")
    yacht.show(seen(first))
    yacht.wait()
    yacht.show(reading_of(first, doubt=2, instead="5"))
    yacht.wait(60.0)
    assert asked(yacht)["kind"] == "pending"
    assert len(moves(yacht)) == 1


def test_a_die_that_leant_counts_as_it_is_laid_flat(yacht: Bench) -> None:
    yacht.show(seen(lying("11456"), doubt=4, instead="5"))
    yacht.wait(60.0)
    assert asked(yacht)["kind"] == "question"
    yacht.show(seen(lying("11453")))
    yacht.wait()
    assert moves(yacht) == [throw("11453")]


def test_a_die_that_turns_over_while_others_fall_counts_as_it_lies_then(yacht: Bench) -> None:
    yacht.show(seen(lying("1145")))
    yacht.wait(60.0)
    yacht.show(seen(lying("11436")))
    yacht.wait(60.0)
    if not moves(yacht):
        yacht.table.answer(HOST, asked(yacht)["id"], asked(yacht)["choices"][0]["id"])
    assert moves(yacht) == [throw("11436")]


def test_a_die_taken_away_and_brought_back_is_no_throw_by_itself(yacht: Bench) -> None:
    yacht.show(seen(lying("11456")))
    yacht.wait()
    yacht.show(seen(lying("1145")))
    yacht.wait(60.0)
    yacht.show(seen(lying("1145"), lying("6", row=5)))
    yacht.wait(60.0)
    assert moves(yacht) == [throw("11456")]


def test_boxes_are_offered_by_their_worth_and_taken_by_tap(yacht: Bench) -> None:
    yacht.show(seen(lying("66666")))
    yacht.wait()
    offer = asked(yacht)
    assert offer["kind"] == "pending"
    first = offer["choices"][0]
    assert first["moves"] == [{"seat": "Ana", "move": "score", "box": "yacht"}]
    assert first["text"]["params"] == {"term": "yacht.box.yacht", "points": 50}
    yacht.table.answer(ANA, offer["id"], first["id"])
    state = yacht.table.state(EVERYONE)
    assert (state["scores"], state["to_move"]) == ({"Ana": 50, "Bob": 0}, "Bob")


def test_what_is_left_of_the_turn_before_is_no_throw(yacht: Bench) -> None:
    dice = lying("66666")
    yacht.show(seen(dice))
    yacht.wait()
    yacht.table.submit(ANA, "box", {"move": "score", "box": "yacht"})
    for left in (dice, dice[:3], []):
        yacht.show(seen(left))
        yacht.wait(60.0)
        assert len(moves(yacht)) == 2
    yacht.show(seen(lying("12345", row=9)))
    yacht.wait()
    assert moves(yacht)[-1] == throw("12345", seat="Bob")


def test_after_three_throws_only_a_box_is_left(yacht: Bench) -> None:
    for row, faces in enumerate(("11456", "22333", "12345")):
        yacht.show(seen())
        yacht.show(seen(lying(faces, row=9.0 * row)))
        yacht.wait()
    assert len(moves(yacht)) == 3
    yacht.show(seen(lying("66666", row=40)))
    yacht.wait(60.0)
    assert len(moves(yacht)) == 3
    assert {choice["moves"][0]["move"] for choice in asked(yacht)["choices"]} == {"score"}


def test_a_table_switched_off_goes_on_with_the_same_dice(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("yacht") / "journal.lines"
    first = bench_on(path, 1)
    first.table.start_sitting({"game": "yacht", "seats": ["Ana"]})
    dice = lying("11456")
    first.show(seen(dice))
    first.wait()
    first.table.close()
    second = bench_on(path, 1)
    second.show(seen(dice))
    second.wait(60.0)
    assert len(moves(second)) == 1
    second.show(seen(dice[:2], lying("236", row=9)))
    second.wait()
    assert moves(second)[1:] == [throw("236", "11")]
    second.table.close()


def test_a_player_is_renamed_in_the_middle_of_a_turn_and_no_file_holds_the_name(
    tmp_path: Path,
) -> None:
    """What is remembered of the looks holds moves, and moves name who made them."""
    bench = bench_on(tmp_path / "journal.lines", 1)
    bench.table.start_sitting({"game": "yacht", "seats": ["Zbyhon", "Bob"]})
    first = lying("11456")
    bench.show(seen(first))
    bench.wait()
    evenings = bench.table.evenings
    id_ = next(player.id for player in evenings.players() if player.name == "Zbyhon")
    evenings.rename(id_, "Ota")
    bench.show(seen(first[:2], lying("236", row=9)))
    bench.wait()
    assert moves(bench) == [throw("11456", seat="Ota"), throw("236", "11", seat="Ota")]
    bench.table.close()
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or b"Zbyhon" not in path.read_bytes(), path


@pytest.mark.parametrize(("seed", "sheet"), [(0, "yacht"), (1, "thirteen"), (3, "yacht")])
def test_a_table_that_sees_well_comes_to_the_true_scores(seed: int, sheet: str) -> None:
    bench = bench_on(None, seed)
    seats = ["Ana", "Bob"][: 1 + seed % 2]
    bench.table.start_sitting({"game": "yacht", "seats": seats, "options": {"sheet": sheet}})
    hands = PaperHands(Random(seed))

    thrown = 0

    def settle() -> None:
        nonlocal thrown
        if hands.dice != bench.looked_at:
            bench.looked_at = list(hands.dice)
            bench.show(replace(reading_of(hands.dice), rolled=hands.throws > thrown))
            thrown = hands.throws
        bench.wait()

    report = Evening(bench.table, Player(hands), settle, bench.table.history, Random(seed)).run()
    bench.table.close()
    assert report.sure_wrong == []
    assert report.scores == report.truth
    assert len(report.asked) <= 2
