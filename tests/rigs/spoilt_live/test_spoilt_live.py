"""The rig of spoilt live pictures notices what a table does wrong, and only that."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.games import catalogue
from companion.games.game import Setup
from companion.games.history import History
from companion.table.hooks.position import Readings
from companion.table.hooks.verdict import Verdict
from companion.table.plays.followed_dice import FollowedDice
from companion.table.tracking.beam import Beam
from tests.rigs.spoilt_live import live as rig
from tests.rigs.spoilt_live.__main__ import NOTHING
from tests.rigs.spoilt_live.account import false_move, forgot, silent, stopped, told
from tests.rigs.spoilt_live.live import LiveEvening, change_by
from tests.rigs.spoilt_live.said import why_of
from tests.rigs.spoilt_live.spells import NONE, PHASES, Phase, Spell, drawn
from tests.table.plays.seen_tokens import TrueDice
from tests.trusting import Trusting
from vision.frame import ImageBgr
from vision.readings.dice import DiceReading, Die
from vision.readings.places import PointPx
from vision.workshop.simulation.table import SimulatedTable

SIZE_WH = (320, 240)
LASTS_S = 6.0


InTheDark = Callable[[DiceReading], DiceReading]
"""What a reader makes in the dark of the dice that lie there."""


def sure_of_none(there: DiceReading) -> DiceReading:
    """See no dice, surely."""
    return replace(there, dice=(), grids=())


def doubts(there: DiceReading) -> DiceReading:
    """See no dice, with a doubt."""
    return replace(sure_of_none(there), sure=False, doubts=("maybe_missed",))


def sure_of_others(there: DiceReading) -> DiceReading:
    """See dice that show other faces and lie elsewhere, surely."""
    width, _ = there.size_px
    return replace(there, dice=tuple(_other(die, width) for die in there.dice))


def _other(die: Die, width: int) -> Die:
    centre, *corners = (PointPx(width - x, y) for x, y in (die.centre_px, *die.corners_px))
    a, b, c, d = corners
    return replace(die, face=str(7 - int(die.face)), centre_px=centre, corners_px=(b, a, d, c))


class Told(TrueDice):
    """Is told how the dice lie, and in the dark has its own way with them."""

    def __init__(self, simulated: SimulatedTable, in_the_dark: InTheDark) -> None:
        super().__init__(simulated, simulated._clock)
        self._in_the_dark = in_the_dark

    def read(self, image_bgr: ImageBgr) -> DiceReading:
        there = super().read(image_bgr)
        return there if image_bgr.mean() > 20 else self._in_the_dark(there)


@pytest.fixture
def evening(tmp_path: Path) -> Any:
    """Give what makes an evening of plain dice; it is closed at the end."""
    made: list[LiveEvening] = []

    def make(in_the_dark: InTheDark) -> LiveEvening:
        readers: dict[str, Told] = {}

        def eyes(simulated: SimulatedTable, sets: Mapping[str, str]) -> Mapping[str, Told]:
            readers.update({kind: Told(simulated, in_the_dark) for kind in sets})
            return readers

        made.append(
            LiveEvening(
                tmp_path, "plain_dice", 3, eyes, lambda kind, _: readers[kind], SIZE_WH, Trusting()
            )
        )
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let plain dice forget all that lay there at a look that shows none."""
    weigh = FollowedDice.weigh

    def weighed(play: Any, position: Any, memory: Beam, readings: Readings) -> Verdict[Beam]:
        is_bare = readings["dice"].is_empty
        return Verdict(Beam()) if is_bare else weigh(play, position, memory, readings)

    monkeypatch.setattr(FollowedDice, "weigh", weighed)


@pytest.fixture
def dazed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let plain dice forget what lay there at a look that shows none, and learn nothing from then on."""
    weigh = FollowedDice.weigh
    dazed_by: list[Readings] = []

    def weighed(play: Any, position: Any, memory: Beam, readings: Readings) -> Verdict[Beam]:
        if memory.best.pieces and readings["dice"].is_empty:
            dazed_by.append(readings)
        return Verdict(Beam()) if dazed_by else weigh(play, position, memory, readings)

    monkeypatch.setattr(FollowedDice, "weigh", weighed)


def spell(phase: Phase, kind: str = "black") -> Spell:
    return Spell("plain_dice", phase, kind, 0.0, LASTS_S, 7)


@pytest.mark.parametrize("phase", ["at rest", "between turns"])
def test_a_reader_that_is_sure_of_other_dice_in_the_dark_is_caught(
    evening: Callable[..., LiveEvening], phase: Phase
) -> None:
    row = evening(sure_of_others).take(spell(phase))
    assert row is not None
    assert false_move(row), "dice that nobody threw were counted"
    assert silent(row)


@pytest.mark.parametrize("phase", ["at rest", "between turns"])
def test_a_reader_that_is_sure_of_none_in_the_dark_makes_no_move_and_is_caught(
    evening: Callable[..., LiveEvening], phase: Phase
) -> None:
    row = evening(sure_of_none).take(spell(phase))
    assert row is not None
    assert not false_move(row), "the dice that lay there all the time were counted as thrown again"
    assert silent(row)


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize("phase", ["at rest", "between turns"])
def test_a_table_that_forgets_what_it_does_not_see_is_caught(
    evening: Callable[..., LiveEvening], phase: Phase
) -> None:
    row = evening(sure_of_none).take(spell(phase))
    assert row is not None
    assert false_move(row), "the dice that lay there all the time were counted as thrown again"


@pytest.mark.parametrize("phase", PHASES)
def test_a_reader_that_doubts_in_the_dark_makes_no_move(
    evening: Callable[..., LiveEvening], phase: Phase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rig, "why_of", lambda _: "dark")
    row = evening(doubts).take(spell(phase))
    assert row is not None
    assert not false_move(row), row
    assert not forgot(row), row
    assert not stopped(row), row
    assert not silent(row), row


def test_where_nothing_is_spoilt_nothing_is_found(evening: Callable[..., LiveEvening]) -> None:
    row = evening(sure_of_others).take(spell("at rest", NONE))
    assert row is not None
    assert row["unreadable"] is False
    assert not any(what(row) for what in (false_move, forgot, stopped, silent))
    assert "that spoilt nothing" in next(told([{"key": "a", **row}]))


@pytest.mark.usefixtures("dazed")
def test_what_is_known_and_then_no_longer_is_forgotten(evening: Callable[..., LiveEvening]) -> None:
    row = evening(sure_of_none).take(spell("at rest"))
    assert row is not None
    assert forgot(row)


def test_why_a_page_says_it_cannot_read_is_found() -> None:
    state: dict[str, Any] = {"watch": {}, "camera": {"message": None}, "notice": None, "faults": []}
    assert why_of(state) is None
    assert why_of(state | {"notice": {"code": "ask.throw_unsure"}}) is None
    assert why_of(state | {"camera": {"message": {"code": "camera.lost"}}}) == "camera.lost"
    assert why_of(state | {"watch": {"unjudged": [{"why": "dark", "box": [0, 0, 1, 1]}]}}) == "dark"


def test_what_a_spell_did_not_do_is_not_counted_as_its() -> None:
    asked = NOTHING | {"asked": ["drunter.referee.ask.unsure {}"]}
    assert stopped(asked)
    assert not stopped(asked | {"anyway": True}), "asked where nothing is spoilt, too"
    unread = NOTHING | {"lasts_s": 5.0, "unreadable": True}
    assert silent(unread)
    assert not silent(unread | {"read": True}), "the table knew what lay there, and read it"


@pytest.mark.parametrize(("kind", "step"), [("frozen half", 0.5), ("gaussian", 2.0), ("jpeg", 30.0)])
def test_the_sensors_noise_is_new_in_every_frame_except_where_an_earlier_one_is_shown(
    kind: str, step: float
) -> None:
    rng = np.random.default_rng(1)
    earlier, *frames = (rng.normal(128, 20, (96, 128, 3)).round().astype(np.uint8) for _ in range(3))
    spell = Spell("yacht", "at rest", kind, step, 5.0, 1)
    one, then = (spell.spoil(frame, 1.0, earlier) for frame in frames)
    repeats = [bool((a == b).all()) for a, b in zip(one, then, strict=True)]
    assert repeats == [kind == "frozen half" and row >= 48 for row in range(96)]


def test_a_full_sensor_has_no_noise() -> None:
    spell = Spell("yacht", "at rest", "clipped", 1.0, 5.0, 1)
    frame = np.full((96, 128, 3), 128, np.uint8)
    assert (spell.spoil(frame, 1.0, frame) == 255).all()


def test_cases_are_drawn_in_every_phase_and_kind() -> None:
    spells = [drawn(np.random.default_rng(n), "yacht", n, 10) for n in range(300)]
    assert {one.phase for one in spells} == set(PHASES)
    assert sum(one.kind == NONE for one in spells) == 30
    assert all(0.5 <= one.lasts_s <= 20 for one in spells)
    assert len({one.kind for one in spells}) == 19


def test_a_move_put_before_another_one_takes_none_back() -> None:
    setup = Setup("plain_dice", ("Ana", "Bob"))
    first, second = {"move": "throw", "faces": ["1"]}, {"move": "throw", "faces": ["2"]}
    before = History.begin(catalogue.game("plain_dice"), setup).play(None, first)
    assert change_by(before, before.undo().play(None, second).play(None, first)) == ([second], [])
    assert change_by(before, before.play(None, first)) == ([first], []), "counted again"
    assert change_by(before, before.undo()) == ([], [first])
