"""Standings and rankings, held to properties over made-up games."""

from collections.abc import Sequence
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from companion.games.game import Outcome, Seat
from companion.table.evenings.result import Result, ranked
from companion.table.evenings.standings import evenings_of, standings
from companion.table.storage.codec import from_json
from tests.table.evenings.night import EVENING, result

NAMES = ("Ana", "Bob", "Cyril", "Dana", "Eva")
PLAYERS = frozenset(NAMES)


@st.composite
def endings(draw: st.DrawFn) -> tuple[list[str], Outcome, list[int] | None]:
    seats = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=5, unique=True))
    winners = draw(st.sets(st.sampled_from(range(1, len(seats) + 1))))
    scores = draw(st.none() | st.lists(st.integers(-5, 60), min_size=len(seats), max_size=len(seats)))
    return seats, Outcome(tuple(Seat(one) for one in sorted(winners)), "why"), scores


@st.composite
def games(draw: st.DrawFn) -> list[Result]:
    found = []
    for number in range(1, draw(st.integers(0, 8)) + 1):
        seats, outcome, scores = draw(endings())
        ranking = ranked(seats, outcome, scores)
        placed = [(one.name, one.rank) for one in ranking]
        nameless = draw(st.sets(st.sampled_from(seats)))
        made = result(number, *placed, nameless=tuple(sorted(nameless)))
        found.append(from_json(Result, {**made.to_json(), "ranking": [vars(one) for one in ranking]}))
    return found


@given(endings())
def test_a_ranking_holds_everybody_once_winners_first(
    ending: tuple[list[str], Outcome, list[int] | None],
) -> None:
    seats, outcome, scores = ending
    ranking = ranked(seats, outcome, scores)
    assert sorted(one.name for one in ranking) == sorted(seats)
    assert {one.name for one in ranking if one.won} == {seats[seat - 1] for seat in outcome.winners}
    for place, one in enumerate(ranking):
        before = [other for other in ranking if other.rank < one.rank]
        assert one.rank == len(before) + 1
        assert ranking[: len(before)] == tuple(before)
        assert all(other.won or not one.won for other in ranking[:place])
        for other in before:
            assert other.won or (other.score or 0) > (one.score or 0)


@given(games())
def test_wins_and_games_add_up_and_ranks_follow_them(results: list[Result]) -> None:
    rows = standings(results, PLAYERS)
    for row in rows:
        own = [
            placed
            for one in results
            for placed in one.ranking
            if placed.name == row.name and row.name not in one.nameless
        ]
        assert row.games == len(own) > 0
        assert row.wins == sum(placed.won for placed in own)
    merits = [(row.wins, row.beaten, -row.games) for row in rows]
    assert merits == sorted(merits, reverse=True)
    assert [row.rank for row in rows] == [merits.index(merit) + 1 for merit in merits]


@given(games(), st.randoms(use_true_random=False))
def test_the_order_of_games_does_not_matter(results: list[Result], rng: object) -> None:
    before = standings(results, PLAYERS)
    rng.shuffle(results)  # type: ignore[attr-defined]
    assert standings(results, PLAYERS) == before


@given(games())
def test_standings_of_all_are_the_sum_of_the_evenings(results: list[Result]) -> None:
    nights = [standings(evening.results, PLAYERS) for evening in evenings_of(results)]
    for row in standings(results, PLAYERS):
        own = [one for night in nights for one in night if one.name == row.name]
        assert (row.wins, row.games, row.beaten) == (
            sum(one.wins for one in own),
            sum(one.games for one in own),
            sum(one.beaten for one in own),
        )


@given(games(), st.sampled_from(NAMES))
def test_a_new_name_changes_nothing_else(results: list[Result], name: str) -> None:
    renamed = [
        one.renamed(
            {name: "Zoe"}, ["Zoe" if nameless == name else nameless for nameless in one.nameless]
        )
        for one in results
    ]
    before = {
        ("Zoe" if row.name == name else row.name): (row.rank, row.wins, row.games, row.beaten)
        for row in standings(results, PLAYERS)
    }
    after = standings(renamed, (PLAYERS - {name}) | {"Zoe"})
    assert {row.name: (row.rank, row.wins, row.games, row.beaten) for row in after} == before
    assert not any(name in str(one.to_json()) for one in renamed)


@given(st.lists(st.integers(-3 * 24 * 60, 3 * 24 * 60), min_size=1, max_size=12))
def test_every_game_is_of_one_evening_in_its_order(minutes: Sequence[int]) -> None:
    """Clocks are set back, too: a Raspberry Pi has none of its own."""
    at, results = EVENING, []
    for number, step in enumerate(minutes, 1):
        at += timedelta(minutes=step)
        results.append(result(number, ("Ana", 1), ("Bob", 2), opened_at=at.isoformat()))
    nights = evenings_of(results)
    assert [one for night in nights for one in night.results] == results
    assert len({night.number for night in nights}) == len(nights)


@given(games())
def test_what_is_kept_of_a_game_comes_back(results: list[Result]) -> None:
    assert [from_json(Result, one.to_json()) for one in results] == results
