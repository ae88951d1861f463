"""An update is a trial: kept if it is healthy, else the release before is back, wherever it was cut."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.keeper.place import ZONE
from companion.keeper.trial import START_S, STARTS_MAY_FAIL, STEADY_S, TRIAL_S, Trials
from tests.keeper.cut import DISK, Cut
from tests.keeper.house import GAMES, NEW, OLD, House


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def begun(house: House) -> Trials:
    trials = house.trials()
    trials.begin(NEW)
    assert trials.on_trial
    assert house.machine.runs == NEW.name
    return trials


def why(trials: Trials) -> str | None:
    return trials.ended.why if trials.ended else None


def check_back(house: House, trials: Trials, reason: str) -> None:
    assert house.machine.runs == OLD.name
    assert house.place.current == house.place.kept == OLD
    assert house.held() == house.before, "the data are those of before"
    assert why(trials) == reason
    assert {path.name for path in house.place.state.iterdir()} == {"ended.json"}


def test_a_healthy_release_is_kept(house: House) -> None:
    (house.place.state / ZONE).write_text("Europe/Prague")
    trials = begun(house)
    began = house.machine.seconds
    house.try_until_over(trials)
    assert STEADY_S <= house.machine.seconds - began < TRIAL_S
    assert house.place.current == house.place.kept == NEW
    assert house.machine.runs == NEW.name
    assert why(trials) == "kept"
    assert house.held()[GAMES].startswith("0.2.0\n"), "its data went forwards"
    assert not trials.on_trial
    assert {path.name for path in house.place.state.iterdir()} == {"ended.json", ZONE}


def test_its_data_go_forwards_only_after_a_copy(house: House) -> None:
    begun(house)
    assert house.held()[GAMES].startswith("0.2.0\n")
    assert (house.place.state / "data-before" / GAMES).read_text().startswith("0.1.0\n")


@pytest.mark.parametrize("fault", ["journal", "camera"])
def test_one_whose_journal_or_camera_fails_is_not(house: House, fault: str) -> None:
    trials = begun(house)
    setattr(house.machine, fault, False)
    began = house.machine.seconds
    house.try_until_over(trials)
    assert house.machine.seconds - began == TRIAL_S, "a minute at most"
    check_back(house, trials, fault)


def test_a_camera_that_failed_before_is_no_reason(house: House) -> None:
    house.machine.camera = False
    trials = begun(house)
    house.try_until_over(trials)
    assert why(trials) == "kept"


def test_one_that_never_answers_is_not_kept(house: House) -> None:
    trials = begun(house)
    house.machine.answers = False
    began = house.machine.seconds
    house.try_until_over(trials)
    assert house.machine.seconds - began == START_S
    check_back(house, trials, "silent")


def test_another_release_that_answers_is_not_this_one(house: House) -> None:
    trials = begun(house)
    house.machine.runs = OLD.name
    house.try_until_over(trials)
    check_back(house, trials, "silent")


def test_after_three_starts_that_failed_the_one_before_is_back(house: House) -> None:
    trials = begun(house)
    house.machine.answers = False
    for starts in range(STARTS_MAY_FAIL):
        house.machine.restarts = starts
        assert trials.look()
    house.machine.restarts = STARTS_MAY_FAIL
    assert not trials.look()
    check_back(house, trials, "starts")


def test_one_that_falls_over_now_and_then_is_not_steady(house: House) -> None:
    trials = begun(house)
    for starts in range(STARTS_MAY_FAIL):
        house.machine.restarts = starts
        house.machine.seconds += STEADY_S - 1
        assert trials.look()
    house.machine.restarts = STARTS_MAY_FAIL
    assert not trials.look()
    check_back(house, trials, "starts")


def test_after_a_power_cut_on_trial_the_one_before_is_back(house: House) -> None:
    trials = begun(house)
    assert trials.look()
    house.power_cut()
    again = house.trials()
    again.recover()
    check_back(house, again, "cut")


def test_a_keeper_that_is_killed_goes_on_with_the_trial(house: House) -> None:
    begun(house)
    again = house.trials()
    again.recover()
    house.try_until_over(again)
    assert why(again) == "kept"


def test_where_the_data_cannot_be_copied_nothing_is_tried(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.keeper.disk.LEAST_LEFT_BYTES", 1 << 60)
    trials = house.trials()
    with pytest.raises(OSError, match="No space"):
        trials.begin(NEW)
    check_back(house, trials, "failed")


def updated(house: House) -> None:
    trials = house.trials()
    trials.begin(NEW)
    house.try_until_over(trials)


def went_back(house: House) -> None:
    trials = house.trials()
    trials.begin(NEW)
    house.machine.journal = False
    house.try_until_over(trials)


def power_is_cut(house: House) -> None:
    house.power_cut()


def keeper_is_killed(house: House) -> None:
    del house


@pytest.mark.parametrize("then", [power_is_cut, keeper_is_killed])
@pytest.mark.parametrize("doing", [updated, went_back])
def test_cut_at_any_write_one_of_the_two_runs_with_every_move(
    doing: Callable[[House], None], then: Callable[[House], None], tmp_path: Path
) -> None:
    """Every write of an update in turn is the last; and every write of what puts it right, too."""
    whole = House(tmp_path / "whole")
    with DISK.cut(None):
        doing(whole)
    writes = DISK.written
    assert writes > 30, "writes are counted"
    ends = set()
    for at in range(1, writes + 1):
        house = House(tmp_path / str(at))
        with DISK.cut(at), pytest.raises(Cut):
            doing(house)
        then(house)
        again = at % 7 + 1  # and what puts it right is cut, too, early or late
        try:
            with DISK.cut(again):
                house.trials().recover()
        except Cut:
            then(house)
        trials = house.trials()
        trials.recover()
        house.try_until_over(trials)
        house.machine.start()  # as systemd does when the machine starts
        assert not trials.on_trial
        assert house.machine.runs == house.place.kept.name  # type: ignore[union-attr]
        assert house.moves == "move 1\nmove 2\n"
        if house.place.kept == OLD:
            assert house.held() == house.before
        left = {path.name for path in house.place.state.iterdir() if path.suffix != ".new"}
        assert left <= {"ended.json"}, "no copy is left, and no trial"
        ends.add(house.place.kept)
    assert ends == ({OLD, NEW} if doing is updated or then is keeper_is_killed else {OLD})
