"""An evening of five games with eight players, and what is known of it afterwards."""

import json
from pathlib import Path

import pytest

from companion.errors import BadPlayer, IllegalMove, NoSuchGame
from companion.games.game import HOST
from companion.games.record import read_record
from companion.table.evenings.shelf import ResultShelf
from companion.table.plays.carcassonne_dice.play import CarcassonneDicePlay
from tests.table.evenings.night import NAME, night, result

EIGHT = ("Ana", "Bob", "Cyril", "Dana", "Eva", "Filip", "Gabi", "Hugo")
GAMES = (
    ("carcassonne_dice", EIGHT[:3]),
    ("yacht", EIGHT),
    ("ubongo", EIGHT[4:8]),
    ("carcassonne_dice", ("Hugo", "Ana", "Eva")),
    ("drunter", EIGHT[1:5]),
)


def test_an_evening_of_five_games_is_right_to_the_point_after_a_power_cut(tmp_path: Path) -> None:
    with night(tmp_path / "data") as here:
        ends = []
        for number, (game, seats) in enumerate(GAMES, 1):
            here.later(minutes=3)
            here.start(game, seats)
            if number == 3:  # in the middle of a game, and before anything was told of those before
                here.play(most=25)
                here.cut()
            here.play()
            ends.append((here.table.history, here.state["scores"], here.state["outcome"]))
            if number != 4:
                here.tell()
        here.cut()
        here.tell()
        told = here.results
        assert [one.game for one in told] == [game for game, _ in GAMES]
        for one, (history, scores, outcome) in zip(told, ends, strict=True):
            assert scores is not None
            assert outcome is not None
            assert {placed.name: placed.score for placed in one.ranking} == scores
            assert sorted(one.winners) == sorted(outcome["winners"])
            assert one.moves == len(history.entries)
            assert [placed.rank for placed in one.ranking] == sorted(p.rank for p in one.ranking)
        (evening,) = here.table.evenings.told()["evenings"]
        assert len(evening["games"]) == 5
        wins = {name: sum(name in one.winners for one in told) for name in EIGHT}
        games = {name: sum(name in one.seats for one in told) for name in EIGHT}
        rows = here.standings()
        assert {row["name"]: row["wins"] for row in rows} == wins
        assert {row["name"]: row["games"] for row in rows} == games
        assert rows == [dict(row) for row in evening["standings"]]
        end = here.state["end"]
        assert end is not None
        assert end["evening"]["games"] == 5
        assert end["picture"] == "/api/v1/sittings/5/picture"
        assert here.table.evenings.drawing(5, str).startswith("<svg")


def test_the_end_is_told_with_the_game_and_gone_when_its_last_move_is_taken_back(tmp_path: Path) -> None:
    with night(tmp_path / "data") as here:
        here.start("carcassonne_dice", ("Ana", "Bob"), target=10)
        here.play()
        assert here.end() is None  # not yet: it is told by a worker
        here.tell()
        end = here.end()
        assert end is not None
        assert end["ranking"][0]["won"]
        assert here.standings()[0]["wins"] == 1
        here.table.submit(HOST, "back", {"move": "undo"})
        assert here.state["end"] is None
        assert here.standings() == []


def test_two_nights_are_two_evenings(tmp_path: Path) -> None:
    with night(tmp_path / "data") as here:
        for _ in range(2):
            here.start("yacht", ("Ana", "Bob"))
            here.play()
            here.later(minutes=10)
        here.later(hours=20)
        here.start("yacht", ("Bob", "Ana"))
        here.play()
        here.tell()
        told = here.table.evenings.told()
        assert [len(one["games"]) for one in told["evenings"]] == [1, 2]
        assert here.state["end"] is not None
        assert here.state["end"]["evening"]["games"] == 1


def test_a_game_put_away_is_not_gone_on_with_and_counts_for_nobody(tmp_path: Path) -> None:
    with night(tmp_path / "data") as here:
        here.start("carcassonne_dice", ("Ana", "Bob"))
        here.play(most=5)
        with pytest.raises(NoSuchGame):
            here.table.evenings.close(7)
        here.table.evenings.close(1)
        assert here.state["sitting"] is None
        here.cut()
        assert here.state["sitting"] is None
        here.tell()
        (one,) = here.results
        assert (one.has_ended, one.moves) == (False, 5)
        assert here.standings() == []
        here.start("yacht", ("Ana", "Bob"))
        assert here.state["sitting"] == "2"


def test_a_finished_game_is_reopened_put_right_and_the_standings_follow(tmp_path: Path) -> None:
    with night(tmp_path / "data") as here:
        here.start("yacht", ("Ana", "Bob"))
        here.play()
        here.tell()
        (before,) = here.results
        winner = before.winners[0]
        here.start("yacht", ("Bob", "Ana"))
        here.play(most=3)
        with pytest.raises(IllegalMove):  # another game is on
            here.table.evenings.reopen(1)
        here.table.evenings.close(2)
        here.later(hours=14)  # the next day
        here.table.evenings.reopen(1)
        assert here.state["seats"] == ["Ana", "Bob"]
        assert len(here.table.history.entries) == before.moves
        for number, step in enumerate(here.table.history.steps()):
            words = step.entry.words
            if words["move"] == "throw" and before.seats[step.entry.seat - 1] == winner:  # type: ignore[operator]
                faces = ["1"] * len(words["faces"])  # type: ignore[arg-type]
                right = {**words, "faces": faces, "seat": winner}
                try:
                    here.table.submit(
                        HOST,
                        f"right {number}",
                        {"move": "correct", "number": step.number, "with": right},
                    )
                except IllegalMove:
                    continue
        here.cut()
        here.tell()
        told = here.results
        assert [one.sitting for one in told] == [3, 2]  # in the place where it was played
        scores = {placed.name: placed.score for placed in told[0].ranking}
        assert scores == here.state["scores"]
        assert scores != {placed.name: placed.score for placed in before.ranking}
        assert sum(row["games"] for row in here.standings()) == 2
        (evening,) = here.table.evenings.told()["evenings"]
        assert [one["sitting"] for one in evening["games"]] == [3, 2]


def test_whoever_plays_as_guest_has_no_entry(tmp_path: Path) -> None:
    with night(tmp_path / "data") as here:
        here.start("yacht", ("Ana", "Gast", "Bob"), nameless=["Gast"])
        here.play()
        here.tell()
        assert here.names() == ["Ana", "Bob"]
        assert {row["name"] for row in here.standings()} == {"Ana", "Bob"}
        here.cut()
        assert here.names() == ["Ana", "Bob"]
        assert here.results[0].nameless == ("Gast",)


def test_a_player_is_renamed_everywhere_also_in_the_game_under_way(tmp_path: Path) -> None:
    with night(tmp_path / "data") as here:
        here.start("yacht", ("Ana", "Bob"))
        here.play()
        here.tell()
        here.start("ubongo", ("Bob", "Ana"), extra_seconds={"Bob": 10})
        here.play(most=6)
        before, id_ = here.table.history, here.id_of("Bob")
        here.table.evenings.rename(id_, "Bořek")
        assert here.state["seats"] == ["Bořek", "Ana"]
        assert here.table.history.state.pawns == before.state.pawns
        with pytest.raises(BadPlayer):
            here.table.evenings.rename(id_, "Ana")
        here.cut()
        here.play()
        here.tell()
        assert here.id_of("Bořek") == id_
        assert {row["name"] for row in here.standings()} == {"Ana", "Bořek"}
        assert "Bob" not in here.table.record()
        read_record(here.table.record().splitlines())


def test_two_entries_of_one_player_are_made_one(tmp_path: Path) -> None:
    with night(tmp_path / "data") as here:
        here.start("yacht", ("Ana", "Bob"))
        here.play()
        here.start("yacht", ("Anna", "Bob"))
        here.play()
        here.tell()
        with pytest.raises(BadPlayer):  # they played against each other
            here.table.evenings.merge(here.id_of("Ana"), here.id_of("Bob"))
        ana = here.id_of("Ana")
        assert here.table.evenings.merge(here.id_of("Anna"), ana) == ("Anna", "Ana")
        here.cut()
        assert here.names() == ["Ana", "Bob"]
        assert here.id_of("Ana") == ana
        assert {row["name"]: row["games"] for row in here.standings()} == {"Ana": 2, "Bob": 2}


def test_of_a_deleted_player_no_file_holds_the_name(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with night(data) as here:
        here.start("ubongo", ("Zbyhoň", "Bob"))
        here.play()
        here.tell()
        here.start("drunter", ("Ana", "Zbyhoň", "Bob"))
        here.play()
        here.tell()
        aside = data / "journal-damaged-1"
        aside.mkdir()
        (aside / NAME).write_bytes((data / NAME).read_bytes())
        scores = [[p.score for p in one.ranking] for one in here.results]
        here.table.evenings.delete(here.id_of("Zbyhoň"), "Gast")
        assert here.state["seats"] == ["Ana", "Gast", "Bob"]
        here.cut()
        here.tell()
        assert here.names() == ["Bob", "Ana"]
        assert [[p.score for p in one.ranking] for one in here.results] == scores
        assert all(here.table.evenings.drawing(number, str) for number in (1, 2))  # made anew
        assert all("Gast" in one.nameless for one in here.results)
        here.table.close()
        for path in data.rglob("*"):
            if path.is_file():
                for form in ("Zbyhoň".encode(), b"Zbyho\\u0148"):
                    assert form not in path.read_bytes(), path


def test_a_player_leaves_and_another_comes_in_where_each_plays_alone(tmp_path: Path) -> None:
    with night(tmp_path / "data") as here:
        here.start("yacht", ("Ana", "Bob", "Cyril"))
        here.play(most=20)
        rows = dict(zip(here.table.history.setup.seats, here.table.history.state.rows, strict=True))
        here.table.evenings.leave(1, "Bob")
        assert here.state["seats"] == ["Ana", "Cyril"]
        assert dict(zip(("Ana", "Cyril"), here.table.history.state.rows, strict=True)) == {
            name: rows[name] for name in ("Ana", "Cyril")
        }
        with pytest.raises(IllegalMove):  # who comes now has missed a round
            here.table.evenings.come_in(2, "Dana")
        assert here.state["seats"] == ["Ana", "Cyril"]
        here.play()
        here.tell()
        assert [one.sitting for one in here.results] == [2]
        here.start("drunter", ("Ana", "Bob", "Cyril"))
        with pytest.raises(IllegalMove):
            here.table.evenings.leave(3, "Bob")
        here.start("yacht", ("Ana", "Bob"))
        here.play(most=1)
        here.table.evenings.come_in(4, "Dana")
        assert here.state["seats"] == ["Ana", "Bob", "Dana"]
        assert len(here.table.history.entries) == 1


def test_the_longest_turn_is_told_without_the_breaks(tmp_path: Path) -> None:
    with night(tmp_path / "data") as here:
        here.start("yacht", ("Ana", "Bob"))
        here.play(most=9)
        here.later(minutes=5)
        slow = here.state["to_move"]
        here.play(most=1)
        here.later(hours=2)  # dinner
        here.play()
        here.tell()
        told = [one for one in here.results[0].highlights if one.text.code == "end.longest"]
        assert [one.name for one in told] == [slow]
        assert 5 <= int(str(told[0].text.params["time"]).partition(":")[0]) < 10
        assert here.results[0].minutes < 60


def test_who_sat_at_the_table_keeps_colour_and_sign(tmp_path: Path) -> None:
    with night(tmp_path / "data") as here:
        here.start("yacht", ("Ana", "Bob"))
        marks = here.state["marks"]
        assert marks == {"Ana": {"colour": 1, "sign": 1}, "Bob": {"colour": 2, "sign": 2}}
        here.table.evenings.mark(here.id_of("Bob"), 5, 3)
        here.cut()
        here.start("yacht", ("Bob", "Cyril", "Ana"))
        assert here.state["marks"] == {
            "Bob": {"colour": 5, "sign": 3},
            "Cyril": {"colour": 3, "sign": 4},  # as he came: but Bob has that sign
            "Ana": marks["Ana"],
        }


@pytest.mark.parametrize("lost", ["players.json", "results.json", "evenings"])
def test_what_is_lost_of_the_evenings_is_told_again_from_the_journal(tmp_path: Path, lost: str) -> None:
    with night(tmp_path / "data") as here:
        here.start("yacht", ("Ana", "Bob"))
        here.play()
        here.tell()
        before, ids = here.results, [here.id_of(name) for name in ("Ana", "Bob")]
        here.table.close()
        folder = here.folder / "evenings"
        for path in folder.iterdir():
            if lost in (path.name, "evenings"):
                path.write_text("{")
        here.cut()
        here.tell()
        assert here.results == before
        assert [here.id_of(name) for name in ("Ana", "Bob")] == ids


def test_old_pictures_make_room(tmp_path: Path) -> None:
    shelf = ResultShelf(tmp_path / "evenings", most_bytes=1000)
    for number in range(1, 6):
        shelf.put(result(number, ("Ana", 1), ("Bob", 2)), {"drawn": "x" * 400})
    assert [number for number in range(1, 6) if shelf.picture(number)] == [4, 5]
    shelf.keep()
    kept = ResultShelf(tmp_path / "evenings")
    assert [one.picture for one in kept.results.values()] == [False, False, False, True, True]
    assert not any(map(kept.lacks_picture, kept.results.values()))  # none is made only to go again


def test_a_story_that_a_game_cannot_tell_takes_nobodys_win(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise AttributeError("a fault in the game's own code")

    for name in ("ending", "highlights", "pictured"):
        monkeypatch.setattr(CarcassonneDicePlay, name, broken)
    with night(tmp_path / "data") as here:
        here.start("carcassonne_dice", ("Ana", "Bob"), target=10)
        here.play()
        here.tell()
        (one,) = here.results
        assert one.winners
        assert (one.why, one.highlights) == (None, ())
        assert here.state["end"] is not None
        assert here.state["end"]["picture"] is None
    assert "cannot be told whole" in caplog.text


def test_a_game_that_was_put_away_tells_none_of_its_secrets(tmp_path: Path) -> None:
    with night(tmp_path / "data") as here:
        here.start("drunter", ("Ana", "Bob", "Cyril"))
        here.play(most=12)
        cards = [card for hand in here.table.history.state.cards for card in hand]
        here.table.evenings.close(1)
        here.tell()
        told = json.dumps([here.table.evenings.told(), here.table.evenings.last_games()])
        assert "drunter" in told
        assert cards
        assert not [card for card in cards if card in told]
        assert here.table.evenings.drawing(1, str) == ""
