"""The contract that every game of the catalogue keeps."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.errors import BadMove, BadSetup, IllegalMove
from companion.games import catalogue
from companion.games.game import EVERYONE, HOST, Game, Seat, Setup
from companion.games.history import History
from companion.games.record import Entry, read_record, write_record
from tests.games.contract import Case, Moment, case_of, is_refused, played, roles_of

GAMES = catalogue.names()
WILD = (0.0, 0.3, 1.0)


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def case(name: str) -> Case:
    return case_of(name)


@pytest.fixture
def game(name: str) -> Game[Any, Any]:
    return catalogue.game(name)


@cache
def parts_of_games(name: str) -> list[tuple[Setup, list[Moment]]]:
    """Parts of games from every setup, played well, half well, and any old how; played once for all."""
    game, found = catalogue.game(name), []
    for number, setup in enumerate(case_of(name).setups):
        for wild in WILD:
            rng = Random(f"{number} {wild}")
            found.append((setup, list(played(game, setup, rng, wild=wild, most=150))))
    return found


def some_games(
    game: Game[Any, Any], case: Case, most: int = 150
) -> Iterator[tuple[Setup, Random, list[Moment]]]:
    """The first moves of those games, each with luck of its own for what is done with them."""
    for number, (setup, moments) in enumerate(parts_of_games(game.name)):
        yield setup, Random(number), moments[:most]


def some_moves(game: Game[Any, Any], state: Any, rng: Random, count: int) -> list[Any]:
    """A few of the legal moves."""
    moves = list(islice(game.legal_moves(state), 300))
    return rng.sample(moves, min(count, len(moves)))


def entry(game: Game[Any, Any], moment: Moment) -> Entry:
    words = json.loads(json.dumps(game.words(moment.before, moment.move)))
    return Entry(moment.move.seat, words)


def test_a_game_is_known_by_the_name_of_its_folder(name: str, game: Game[Any, Any]) -> None:
    assert game.name == name


def test_every_number_of_seats_allowed_is_tried(game: Game[Any, Any], case: Case) -> None:
    tried = {len(setup.seats) for setup in case.setups}
    assert {game.seat_counts[0], min(game.seat_counts[-1], 5)} <= tried


def test_too_few_and_too_many_seats_are_refused(game: Game[Any, Any], case: Case) -> None:
    for count in (game.seat_counts[0] - 1, game.seat_counts[-1] + 1):
        setup = Setup(game.name, tuple(f"P{number}" for number in range(count)))
        with pytest.raises(BadSetup, match=f"{count} seats"):
            game.start(setup)


def test_every_fault_of_a_first_line_is_named(game: Game[Any, Any]) -> None:
    setup = Setup(game.name, ("Ana", "Ana"), {"tarjet": 3}, {"tylez": []})
    with pytest.raises(BadSetup, match=r"'Ana'.*'tarjet'.*'tylez'"):
        game.start(setup)


def test_the_same_first_line_gives_the_same_state(game: Game[Any, Any], case: Case) -> None:
    for setup in case.setups:
        assert game.start(setup) == game.start(setup)
        assert hash(game.start(setup)) == hash(game.start(setup))


def test_a_move_changes_nothing_in_place(game: Game[Any, Any], case: Case) -> None:
    for _, _, moments in some_games(game, case, most=60):
        for moment in moments[::3]:
            before = repr(moment.before)
            assert game.play(moment.before, moment.move) == moment.after
            assert repr(moment.before) == before


def test_every_legal_move_is_legal_and_yielded_once(game: Game[Any, Any], case: Case) -> None:
    for _, rng, moments in some_games(game, case, most=40):
        for moment in moments[::3]:
            moves = list(game.legal_moves(moment.before))
            assert len(set(moves)) == len(moves)
            for move in rng.sample(moves, min(8, len(moves))):
                assert is_refused(game, moment.before, move) is None


def test_moves_survive_being_written_and_read(game: Game[Any, Any], case: Case) -> None:
    for _, rng, moments in some_games(game, case, most=60):
        for moment in moments:
            for move in [moment.move, *some_moves(game, moment.before, rng, 5)]:
                words = json.loads(json.dumps(game.words(moment.before, move)))
                assert "seat" not in words
                assert game.parse(moment.before, move.seat, words) == move


def test_a_view_is_json_for_every_role(game: Game[Any, Any], case: Case) -> None:
    for setup, _, moments in some_games(game, case, most=60):
        for moment in moments:
            for role in [HOST, *roles_of(setup)]:
                json.dumps(game.view(moment.after, role), allow_nan=False)


def test_a_view_tells_nothing_that_a_role_may_not_know(game: Game[Any, Any], case: Case) -> None:
    for setup, rng, moments in some_games(game, case):
        for state in [game.start(setup), *(moment.after for moment in moments)]:
            for role in roles_of(setup):
                other = case.alter_hidden(state, role, rng)
                if other is None:
                    continue
                assert other != state, "alter_hidden must return another state, or None"
                assert game.view(other, role) == game.view(state, role)


def test_what_all_may_know_is_the_same_for_everyone(game: Game[Any, Any], case: Case) -> None:
    """Whose move it is, scores and odds are shown on the common screen: they may hang on no secret."""
    for setup, rng, moments in some_games(game, case):
        for state in [game.start(setup), *(moment.after for moment in moments)]:
            other = case.alter_hidden(state, EVERYONE, rng)
            if other is not None:
                assert game.to_move(other) == game.to_move(state)
                assert game.scores(other) == game.scores(state)
                assert game.odds(other) == game.odds(state)


def test_scores_are_one_a_seat_or_secret(game: Game[Any, Any], case: Case) -> None:
    for setup, _, moments in some_games(game, case):
        for moment in moments:
            scores = game.scores(moment.after)
            assert scores is None or len(scores) == len(setup.seats)


def test_the_right_seat_moves(game: Game[Any, Any], case: Case) -> None:
    for setup, _, moments in some_games(game, case):
        for moment in moments:
            awaited = game.to_move(moment.before)
            assert awaited is None or 1 <= awaited <= len(setup.seats)


def test_an_ended_game_stays_ended(game: Game[Any, Any], case: Case) -> None:
    if case.most_moves is None:
        moments = [moment for _, _, part in some_games(game, case) for moment in part]
        assert all(game.outcome(moment.after) is None for moment in moments)
        return
    for setup in case.setups:
        rng = Random(1)
        moments = list(played(game, setup, rng, wild=0, most=case.most_moves))
        end, outcome = moments[-1].after, game.outcome(moments[-1].after)
        assert outcome is not None
        assert outcome.why
        assert outcome.winners
        assert list(outcome.winners) == sorted(set(outcome.winners))
        assert game.scores(end) is not None
        assert game.to_move(end) is None
        assert list(game.legal_moves(end)) == []
        assert game.chance(end, rng) is None
        for moment in rng.sample(moments, min(10, len(moments))):
            assert is_refused(game, end, moment.move)


def test_a_move_of_another_seat_is_refused_by_seat_and_move(game: Game[Any, Any], case: Case) -> None:
    for setup, _, moments in some_games(game, case, most=40):
        for moment in moments:
            awaited = game.to_move(moment.before)
            if awaited is None or moment.move.seat != awaited or len(setup.seats) == 1:
                continue
            wrong = Seat(awaited % len(setup.seats) + 1)
            kind = str(game.words(moment.before, moment.move)["move"])
            with pytest.raises(IllegalMove, match=rf"(?i)seat {wrong}\b") as refused:
                game.play(
                    moment.before,
                    game.parse(moment.before, wrong, game.words(moment.before, moment.move)),
                )
            assert kind.replace("_", " ") in str(refused.value).replace("_", " ")


def test_words_that_are_no_move_are_refused(game: Game[Any, Any], case: Case) -> None:
    state = game.start(case.setups[0])
    for words in ({}, {"move": 3}, {"move": "jump"}, {"move": None}, {"move": ["stop"]}):
        with pytest.raises(BadMove, match="move"):
            game.parse(state, Seat(1), words)


def test_a_key_that_no_move_has_is_refused(game: Game[Any, Any], case: Case) -> None:
    for _, _, moments in some_games(game, case, most=20):
        for moment in moments:
            words = {**game.words(moment.before, moment.move), "colour": "red"}
            with pytest.raises(BadMove, match="colour"):
                game.parse(moment.before, moment.move.seat, words)


def test_a_record_replays_to_the_same_end(game: Game[Any, Any], case: Case) -> None:
    for setup, _, moments in some_games(game, case):
        text = write_record(setup, (entry(game, moment) for moment in moments))
        again, lines = read_record(text.split("\n"))
        assert again == setup
        history = History.begin(game, again)
        for _, line in lines:
            history = history.add(line.seat, line.words)
        assert history.state == (moments[-1].after if moments else game.start(setup))


def test_undoing_every_move_restores_the_state_before_it(game: Game[Any, Any], case: Case) -> None:
    for setup, _, moments in some_games(game, case):
        history = History.begin(game, setup)
        for moment in moments:
            line = entry(game, moment)
            history = history.add(line.seat, line.words)
        for moment in reversed(moments):
            history = history.undo()
            assert history.state == moment.before


def test_a_move_corrected_to_itself_changes_nothing(game: Game[Any, Any], case: Case) -> None:
    for setup, rng, moments in some_games(game, case, most=40):
        history = History.begin(game, setup)
        for moment in moments:
            line = entry(game, moment)
            history = history.add(line.seat, line.words)
        number = rng.randint(1, len(moments))
        again = history.correct(None, number, entry(game, moments[number - 1]).words)
        assert again.state == history.state
        assert again.dropped == ()


def test_bots_play_the_same_with_the_same_luck(game: Game[Any, Any], case: Case) -> None:
    for setup in case.setups[:2]:
        games = [list(played(game, setup, Random(5), wild=0, most=60)) for _ in range(2)]
        assert games[0] == games[1]


def games_to_the_end(game: Game[Any, Any], case: Case, count: int) -> None:
    """Play so many games, replay each record, take every move back.

    Every first line is played well before the first is played half well, and then wildly.
    """
    for number in range(count):
        setup = case.setups[number % len(case.setups)]
        wild = (0.0, 0.2, 0.5)[number // len(case.setups) % 3]
        moments = list(played(game, setup, Random(number), wild=wild, most=case.most_moves or 200))
        history = History.begin(game, setup)
        for moment in moments:
            line = entry(game, moment)
            history = history.add(line.seat, line.words)
        assert history.state == moments[-1].after
        if case.most_moves is not None and not wild:
            assert game.outcome(history.state) is not None
        for moment in reversed(moments):
            history = history.undo()
            assert history.state == moment.before


def test_games_from_every_first_line_to_the_end(game: Game[Any, Any], case: Case) -> None:
    """Each once with each kind of luck; thousands are the slow test's."""
    games_to_the_end(game, case, 3 * len(case.setups))


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_2000_games_to_the_end(game: Game[Any, Any], case: Case) -> None:
    games_to_the_end(game, case, 2000)
