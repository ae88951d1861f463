"""Past games for other programs."""

import csv
import json
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

from companion.table.evenings.sharing import file_of, link_of, table_of
from tests.table.evenings.night import night

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def told(link: str) -> dict[str, object]:
    words: dict[str, object] = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    return words


def test_a_play_for_board_game_stats_is_the_same_after_a_correction_and_a_new_name(
    tmp_path: Path,
) -> None:
    with night(tmp_path / "data") as here:
        here.start("yacht", ("Ana", "Gast", "Bob"), nameless=["Gast"])
        here.play()
        here.tell()
        before = told(link_of(here.table.evenings.play(1, str)))
        here.table.evenings.close(1)
        here.table.evenings.reopen(1)
        here.table.evenings.rename(here.id_of("Bob"), "Bořek")
        here.cut()
        here.tell()
        after = told(link_of(here.table.evenings.play(2, str)))
    assert after["sourcePlayId"] == before["sourcePlayId"]
    ids = {one["name"]: one["sourcePlayerId"] for one in before["players"]}  # type: ignore[attr-defined]
    again = {one["name"]: one["sourcePlayerId"] for one in after["players"]}  # type: ignore[attr-defined]
    assert (again["Bořek"], again["Ana"]) == (ids["Bob"], ids["Ana"])
    assert before["playDate"] == "2026-01-02 19:00:00"
    assert before["game"]["sourceGameId"] == "yacht"  # type: ignore[index]
    winner = here.results[0].winners[0]
    assert [one["name"] for one in after["players"] if one["winner"]] == [winner]  # type: ignore[attr-defined]


def test_a_file_for_board_game_stats_refers_to_what_is_in_it(tmp_path: Path) -> None:
    with night(tmp_path / "data") as here:
        here.start("ubongo", ("Ana", "Bob", "Cyril"))
        here.play()
        here.tell()
        words = json.loads(file_of(here.table.evenings.play(1, str), NOW))
    (play,) = words["plays"]
    players = {one["id"]: one for one in words["players"]}
    assert {one["playerRefId"] for one in play["playerScores"]} == set(players)
    assert play["gameRefId"] in [one["id"] for one in words["games"]]
    for one in (play, *words["players"], *words["games"]):
        assert str(UUID(one["uuid"])).upper() == one["uuid"]
    scores = {players[one["playerRefId"]]["name"]: one["score"] for one in play["playerScores"]}
    assert scores == {one.name: str(one.score) for one in here.results[0].ranking}


def test_a_name_is_no_formula_in_a_spreadsheet(tmp_path: Path) -> None:
    with night(tmp_path / "data") as here:
        here.start("yacht", ("=1+1", 'Ana "A", B'))
        here.play()
        here.tell()
        rows = list(csv.DictReader(StringIO(table_of(here.table.evenings.plays(str)))))
    assert {row["player"] for row in rows} == {"'=1+1", 'Ana "A", B'}
    assert [row["won"] for row in rows].count("1") == len(here.results[0].winners)
