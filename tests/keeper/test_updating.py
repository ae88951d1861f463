"""An update from a file or from the owner's list, to its end; what is refused leaves nothing behind."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.errors import BadAct, BadRelease, Reason
from companion.keeper import updating as module
from companion.keeper.place import Release
from companion.keeper.updating import Updating
from tests.keeper.house import NEW, OLD, House
from tests.keeper.release import ANOTHER, FILES, keys_in, made, packed

NEWEST = Release("0.3.0", "20260301T000000")


class Bench:
    """A house whose clock runs by itself while an update is followed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.house = House(folder)
        self.trials = self.house.trials()
        self.fetch: Callable[[Path], None] | None = None
        self.updating = self.again()

    def again(self) -> Updating:
        """Start the keeper anew."""
        self.trials = self.house.trials()
        keys = keys_in(self.folder)
        self.updating = Updating(self.house.place, self.trials, self._fetched, keys=keys)
        return self.updating

    def _fetched(self, target: Path) -> None:
        assert self.fetch is not None
        self.fetch(target)

    def brings(self, release: Release) -> Callable[[Path], None]:
        """Return what fetches this release."""

        def fetch(target: Path) -> None:
            target.write_bytes(self.file(release).read_bytes())

        return fetch

    def follow(self) -> str | None:
        """Wait for the end of what is under way; return how it ended."""
        waits = threading.Event()
        while self.updating.doing is not None:
            self.house.machine.seconds += 1.0
            waits.wait(0.002)
        self.updating.close()
        return self.trials.ended.why if self.trials.ended else None

    def file(self, release: Release = NEWEST, **more: object) -> Path:
        return made(self.folder / "a.release", release, **more)  # type: ignore[arg-type]

    @property
    def releases(self) -> set[str]:
        return {folder.name for folder in (self.house.place.program / "releases").iterdir()}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(module, "LOOK_EVERY_S", 0.002)
    bench = Bench(tmp_path)
    yield bench
    bench.updating.close()


def test_a_file_is_unpacked_built_beside_the_one_that_runs_and_kept(bench: Bench) -> None:
    bench.updating.begin(bench.file())
    assert bench.follow() == "kept"
    place = bench.house.place
    assert place.current == place.kept == NEWEST
    folder = place.folder(NEWEST)
    assert {name: (folder / "source" / name).read_bytes() for name in FILES} == FILES
    assert (folder / "venv/earlier").read_text().strip() == str(place.folder(OLD))
    assert place.is_whole(NEWEST)
    assert bench.updating.over.is_set(), "the keeper is to be started from it"
    assert bench.releases == {OLD.name, NEWEST.name}, "the one before stays, older ones go"


def test_the_newest_of_a_list_is_fetched_and_its_file_removed(bench: Bench) -> None:
    bench.fetch = bench.brings(NEWEST)
    bench.updating.begin(None)
    assert bench.follow() == "kept"
    assert not list(bench.house.place.state.glob("*.release"))


@pytest.mark.parametrize("from_file", [True, False])
def test_a_table_without_a_key_says_so_and_takes_nothing(bench: Bench, *, from_file: bool) -> None:
    (bench.folder / "none.txt").write_text("# no key has been made yet\n")
    updating = Updating(
        bench.house.place, bench.trials, bench.brings(NEWEST), keys=bench.folder / "none.txt"
    )
    with pytest.raises(BadRelease, match="no key") as error:
        updating.begin(bench.file() if from_file else None)
    assert error.value.reason == Reason("error.no_release_key")
    assert updating.doing is None


@pytest.mark.parametrize(
    ("release", "key", "code"),
    [
        (NEWEST, ANOTHER, "error.release_unsigned"),
        (OLD, None, "error.release_older"),
    ],
)
def test_what_the_first_lines_tell_is_refused_at_once(
    bench: Bench, release: Release, key: object, code: str
) -> None:
    file = bench.file(release, **({"key": key} if key else {}))
    with pytest.raises(BadRelease) as error:
        bench.updating.begin(file)
    assert error.value.reason is not None
    assert error.value.reason.code == code
    assert bench.updating.doing is None
    assert bench.house.machine.started == [OLD.name], "nothing was stopped"


def test_a_damaged_one_leaves_nothing(bench: Bench) -> None:
    file = bench.file()
    file.write_bytes(file.read_bytes()[:-20])
    bench.updating.begin(file)
    assert bench.follow() == "damaged"
    assert bench.releases == {OLD.name}
    assert bench.house.machine.started == [OLD.name]


def test_one_that_cannot_be_built_leaves_nothing(bench: Bench) -> None:
    broken = {**FILES, "deploy/build-release.sh": b"echo no room >&2; exit 1\n"}
    bench.updating.begin(bench.file(tar=packed(broken)))
    assert bench.follow() == "failed"
    assert bench.releases == {OLD.name}
    assert bench.house.machine.started == [OLD.name]


def test_of_a_list_that_holds_nothing_newer_nothing_is_tried(bench: Bench) -> None:
    bench.fetch = bench.brings(OLD)
    bench.updating.begin(None)
    assert bench.follow() == "older"


def test_a_list_that_cannot_be_reached_is_told(bench: Bench) -> None:
    def unreachable(target: Path) -> None:
        raise BadRelease("no way", reason=Reason("error.release_unreachable"))

    bench.fetch = unreachable
    bench.updating.begin(None)
    assert bench.follow() == "unreachable"


def test_one_at_a_time(bench: Bench) -> None:
    waits = threading.Event()

    def slow(target: Path) -> None:
        waits.wait(10)
        raise BadRelease("too late")

    bench.fetch = slow
    bench.updating.begin(None)
    with pytest.raises(BadAct, match="under way"):
        bench.updating.begin(bench.file())
    waits.set()
    bench.follow()


def test_a_keeper_that_is_started_anew_goes_on_with_a_trial(bench: Bench) -> None:
    bench.trials.begin(NEW)
    bench.again()
    bench.updating.go_on()
    assert bench.follow() == "kept"
    assert bench.house.place.kept == NEW


def test_a_table_that_could_not_be_stopped_is_not_updated(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hangs() -> None:
        raise BadAct("systemctl stop: timed out")

    monkeypatch.setattr(bench.house.machine, "stop", hangs)
    bench.updating.begin(bench.file())
    assert bench.follow() == "failed"
    assert bench.releases == {OLD.name}
    assert bench.house.machine.runs == OLD.name
    assert not bench.trials.on_trial


def test_one_that_could_not_be_started_is_seen_to_by_a_new_start(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> None:
        raise BadAct("systemctl start: failed")

    monkeypatch.setattr(bench.house.machine, "start", fails)
    bench.updating.begin(bench.file())
    bench.follow()
    assert bench.updating.over.is_set()
    monkeypatch.undo()
    bench.again()
    bench.updating.go_on()
    assert bench.follow() == "kept", "the trial goes on"


def test_what_fails_in_a_trial_is_put_right_by_a_new_start(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench.house.machine, "failed_starts", lambda: int("nonsense"))
    bench.updating.begin(bench.file())
    bench.follow()
    assert bench.updating.over.is_set()
    assert bench.trials.on_trial
    monkeypatch.undo()
    bench.house.power_cut()
    bench.again()
    bench.updating.go_on()
    assert bench.house.machine.runs == OLD.name
