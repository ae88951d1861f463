"""What leaves a table for the hub: no secret before it is turned up, and no name."""

import json
from contextlib import closing
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.games import catalogue
from companion.games.game import EVERYONE, HOST, seat_role
from companion.games.record import name_of
from companion.table.hub.chronicle import Chronicle
from companion.table.hub.health import health_told
from companion.table.shapes.values import JsonObject
from tests.games.bots import next_move
from tests.table.conftest import Bench, bench_on
from tests.table.plays.drunter.voting import (
    SAMPLE,
    SELECTIONS,
    bench_at_the_vote,
    role_of,
    vote,
    vote_at_the_box,
    voters,
    watch,
)

STRANGE = ("Xaver Querstrich", "Ömür SStraße", "Jana Žlutá")


def told(bench: Bench, chronicle: Chronicle) -> str:
    """Return all that leaves now, as it is sent: nothing new while cards are turning up."""
    chronicle.look()
    lines = chronicle.lines(0, chronicle.tellable)
    return json.dumps([lines, health_told(bench.table.state(EVERYONE))])


def told_while_voting(
    cards: list[str], *, at_the_box: bool = False, early: bool = False, taken_back: bool = False
) -> list[str]:
    """Return all that leaves while the first voter votes so, until only the last vote is missing."""
    bench = bench_at_the_vote()
    chronicle = Chronicle(bench.table)
    try:
        first, *others = voters(bench)
        found = [told(bench, chronicle)]
        if early:
            vote(bench, others[0], cards)
            found.append(told(bench, chronicle))
        if at_the_box:
            vote_at_the_box(bench, cards)
        else:
            vote(bench, first, ["JA"] if early else cards)
        found.append(told(bench, chronicle))
        if taken_back:
            bench.table.submit(HOST, "back", {"move": "undo"})
            found.append(told(bench, chronicle))
            vote(bench, first, ["NE"], "again")
        if not early:
            vote(bench, others[0], ["JA"])
        return [*found, told(bench, chronicle)]
    finally:
        bench.table.close()


@pytest.mark.parametrize("how", [{}, {"early": True}, {"taken_back": True}, {"at_the_box": True}])
def test_a_hidden_vote_changes_no_byte_of_what_leaves(how: dict[str, bool]) -> None:
    pairs = SAMPLE if not how else SAMPLE[:4]
    ways = [told_while_voting(cards, **how) for cards in pairs]
    for one, other in pairwise(ways):
        assert one == other
    assert '"vote"' not in "".join(ways[0]), "not even that somebody has voted"


def test_a_vote_is_told_once_it_is_turned_up_for_all() -> None:
    assert len(SELECTIONS) > len(SAMPLE)
    bench = bench_at_the_vote()
    chronicle = Chronicle(bench.table)
    before = told(bench, chronicle)
    for name, cards in zip(voters(bench), (["JA"], ["NE"], ["JAA"]), strict=True):
        vote(bench, name, cards)
    assert told(bench, chronicle).partition("]")[0] == before.partition("]")[0], "still turning up"
    watch(bench)
    chronicle.look()
    votes = [one for one in chronicle.lines(0, chronicle.tellable) if _kind(one) == "vote"]
    assert [one["words"]["cards"] for one in votes] == [["JA"], ["NE"], ["JAA"]]
    assert len({one["at"] for one in votes}) == 1, "when each of them chose is told nowhere"
    bench.table.close()


def test_what_lies_face_down_for_good_is_never_told() -> None:
    """In the expert game a card is chosen that stays hidden until the end."""
    ways = []
    for card in ("school", "town_hall"):
        bench = bench_at_the_vote(variant="expert")
        name = voters(bench)[0]
        words = {"move": "choose", "card": _one_of(bench, name, card)}
        bench.table.submit(role_of(name), "choose", words)
        ways.append(told(bench, Chronicle(bench.table)))
        bench.table.close()
    assert ways[0] == ways[1]


def _one_of(bench: Bench, name: str, card: str) -> str:
    """Return the first or the last card that this player may choose."""
    history = bench.table.history
    words = [history.game.words(history.state, move) for move in history.game.legal_moves(history.state)]
    cards = [str(one["card"]) for one in words if one["move"] == "choose"]
    assert len(cards) > 1, name
    return cards[0] if card == "school" else cards[-1]


def _kind(line: JsonObject) -> Any:
    return (line.get("words") or {}).get("move")


def play(bench: Bench, game: str, moves: int) -> None:
    """Let bots play so many moves, and correct one of them if the game is Yacht."""
    table, rng = bench.table, Random(3)
    table.start_sitting({"game": game, "seats": list(STRANGE)})
    for number in range(moves):
        history = table.history
        move = next_move(history.game, catalogue.bot(game), history.state, len(STRANGE), rng)
        if move is None:
            break
        words: JsonObject = dict(history.game.words(history.state, move))
        role = HOST
        if move.seat is not None:
            words["seat"] = name_of(history.setup, move.seat)
            is_own = words["move"] in history.game.own_moves | history.game.secret_moves
            role = seat_role(move.seat) if is_own else HOST
        table.submit(role, str(number), words)
        bench.wait(15.0 if number % 3 == 0 else 0.1)
    if game == "yacht":
        right = {"move": "score", "box": "choice", "seat": STRANGE[0]}
        entries = enumerate(table.history.entries, 1)
        number = next(n for n, one in entries if one.words["move"] == "score")
        table.submit(HOST, "correct", {"move": "correct", "number": number, "with": right})
    watch(bench)


@pytest.mark.parametrize("game", ["yacht", "drunter", "carcassonne_dice", "ubongo"])
def test_no_name_is_in_any_line(game: str) -> None:
    bench = bench_on(None, 1)
    with closing(bench.table):
        play(bench, game, 40)
        said = json.loads(told(bench, Chronicle(bench.table)))
    assert len(said[0]) > 5
    plain = json.dumps(said, ensure_ascii=False)
    assert not [part for name in STRANGE for part in name.split() if part in plain]
