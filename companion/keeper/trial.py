"""An update as a trial: another release runs, and is kept if it is healthy, else the one before is back.

All that decides which release runs are two links (``place.py``), so there is no moment at which neither
of the two could be started. The table's data are copied before the other release sees them, and on trial
no move is accepted: going back loses none. A trial lasts for one start of the machine. After a power cut
the release before is back, as with the one-shot boot flags of RAUC, Mender and the Pi's own firmware.
"""

import json
import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal, TypeVar, get_args

import msgspec

from companion.errors import CompanionError
from companion.keeper.disk import copy_whole, make_like, remove_file, remove_folder
from companion.keeper.machine import Systemd, TableHealth
from companion.keeper.place import ZONE, KeeperFolders, Release
from companion.table.storage.files import write_whole

T = TypeVar("T")
_log = logging.getLogger(__name__)

Tried = Literal["kept", "cut", "starts", "silent", "page", "journal", "camera", "failed"]
Why = Literal[Tried, "unsigned", "damaged", "older", "unreachable"]
"""How an update ended. ``kept``; else the release before runs: the power was ``cut``, three ``starts``
failed, it was ``silent``, or page, journal or camera did not work; ``failed``: it could not be built, or
the data not be copied. From ``unsigned`` on: nothing was tried."""

STARTS_MAY_FAIL = 3
"""Starts that may fail before the release before is back."""
START_S = 180.0
"""Seconds in which a release must answer: as long as systemd waits for it."""
TRIAL_S = 60.0
"""Seconds for which the table answers and accepts no move, at most."""
STEADY_S = 12.0
"""Seconds for which all must be well before a release is kept: longer than the table takes to replace
a worker that fails."""

TRIAL, ENDED, COPY = "trial.json", "ended.json", "data-before"


@dataclass(frozen=True)
class Trial:
    """An update under way. ``data``: the table's folder; ``camera``: pictures came before it; ``back``:
    why it is to be given up."""

    release: str
    boot: str
    began: float
    data: str
    camera: bool
    back: str = ""


@dataclass(frozen=True)
class TrialEnd:
    """How the last update ended."""

    release: str
    why: Why


class Trials:
    """Tries releases. Used by one thread; whenever it is killed, ``recover`` goes on from there."""

    def __init__(self, place: KeeperFolders, data: Callable[[], Path], machine: Systemd) -> None:
        """``data``: the table's data folder, as the owner has named it now."""
        self._place, self._data, self._machine = place, data, machine
        self._answers_since: float | None = None
        self._well_since: float | None = None
        self._restarts = 0

    @property
    def trial(self) -> Trial | None:
        """The update under way, as it is written down."""
        return _read(self._place.state / TRIAL, Trial)

    @property
    def ended(self) -> TrialEnd | None:
        """How the last update ended; None if there was none."""
        return _read(self._place.state / ENDED, TrialEnd)

    @property
    def on_trial(self) -> bool:
        """Whether the release that runs is on trial."""
        return self._place.current != self._place.kept

    def tell(self, release: str, why: Why) -> None:
        """Write down how an update ended."""
        write_whole(self._place.state / ENDED, json.dumps({"release": release, "why": why}).encode())

    def begin(self, release: Release) -> None:
        """Let a whole release run, on trial.

        Raises OSError, and what the machine raises; then the one before runs on.
        """
        health = self._machine.health()
        camera = health is not None and health.camera
        data = self._data().resolve()
        trial = Trial(release.name, self._machine.boot(), self._machine.now(), str(data), camera)
        try:
            self._write(trial)  # from here on the table is started again, whatever happens
            self._machine.stop()
            remove_folder(self._copy)
            copy_whole(data, self._copy)
            self._write(replace(trial, began=self._machine.now()))
            self._place.run(release)
        except (OSError, CompanionError):
            self.tell(release.name, "failed")
            self._clean_up()
            raise
        finally:
            self._machine.start()
        self._answers_since = self._well_since = None
        self._restarts = 0

    def recover(self) -> None:
        """Bring what was broken off to an end. Called at the keeper's every start."""
        trial = self.trial
        if self.on_trial:
            if trial is None or trial.back or trial.boot != self._machine.boot():
                self._go_back(trial, (trial and trial.back) or "cut")
            else:  # the keeper alone was killed
                self._machine.start()
            return
        if trial is not None:
            is_kept = self._place.kept is not None and self._place.kept.name == trial.release
            self.tell(trial.release, "kept" if is_kept else _why(trial.back or "cut"))
            self._clean_up()
            self._machine.start()

    def look(self) -> bool:
        """Look how the release on trial is; tell whether the trial goes on."""
        trial = self.trial
        if trial is None or not self.on_trial:
            return False
        now = self._machine.now()
        why = self._fault(trial, now)
        if why == "kept":
            assert self._place.current is not None
            self._place.keep(self._place.current)
            self.tell(trial.release, "kept")
            self._clean_up()
        elif why is not None:
            self._go_back(trial, why)
        return why is None

    def _fault(self, trial: Trial, now: float) -> Why | None:
        """Return why the trial is over; None: it is not."""
        restarts = self._machine.failed_starts()
        if restarts >= STARTS_MAY_FAIL:
            return "starts"
        health = self._machine.health()
        if health is not None and health.release == trial.release and self._answers_since is None:
            self._answers_since = now
        wrong = _wrong(trial, health)
        if wrong is not None or restarts != self._restarts:
            self._well_since, self._restarts = None, restarts
        elif self._well_since is None:
            self._well_since = now
        if self._well_since is not None and now - self._well_since >= STEADY_S:
            return "kept"
        if self._answers_since is None:
            return "silent" if now - trial.began >= START_S else None
        is_over = now - self._answers_since >= TRIAL_S or now - trial.began >= START_S + TRIAL_S
        return (wrong or "starts") if is_over else None

    def _go_back(self, trial: Trial | None, why: str) -> None:
        """Let the release before run, with its data. Stopped half-way, ``recover`` does it again."""
        self._machine.stop()
        kept = self._place.kept
        assert kept is not None, "the keeper runs from there"
        name = trial.release if trial else getattr(self._place.current, "name", "")
        _log.warning("the release %s is not kept (%s): %s runs again", name, why, kept.name)
        if trial is not None and not trial.back:
            self._write(replace(trial, back=why))
        if self._copy.exists():
            make_like(Path(trial.data) if trial else self._data().resolve(), self._copy)
        self._place.run(kept)
        self.tell(name, _why(why))
        self._clean_up()
        self._machine.start()

    def _clean_up(self) -> None:
        """Forget the trial, last of all that it was one."""
        for path in self._place.state.iterdir():
            if path.is_dir():
                remove_folder(path)
            elif path.name not in (TRIAL, ENDED, ZONE):
                path.unlink()
        remove_file(self._place.state / TRIAL)

    @property
    def _copy(self) -> Path:
        return self._place.state / COPY

    def _write(self, trial: Trial) -> None:
        write_whole(self._place.state / TRIAL, json.dumps(asdict(trial)).encode())


def _why(text: str) -> Why:
    return next((why for why in get_args(Why) if why == text), "failed")


def _wrong(trial: Trial, health: TableHealth | None) -> Why | None:
    """Return what does not work that did before; None: all is well."""
    if health is None or health.release != trial.release:
        return "page"
    if not health.journal:
        return "journal"
    return "camera" if trial.camera and not health.camera else None


def _read(path: Path, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError):
        return None
