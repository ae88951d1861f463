"""An update from a file, or from the owner's list, to its end; one at a time, on a thread of its own."""

import logging
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.errors import BadAct, BadRelease, CompanionError, Reason
from companion.keeper.place import KeeperFolders, Release
from companion.keeper.release_file import check_newer, known_keys, opened, unpack
from companion.keeper.shapes import UpdateDoing
from companion.keeper.trial import Trials, Why

_log = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
BUILT_WITHIN_S = 3600.0
"""Seconds for a release's packages: a slow Pi at a slow network fetches some 150 MB."""
BUILD = Path("source/deploy/build-release.sh")
WHY: dict[str, Why] = {
    "error.release_unsigned": "unsigned",
    "error.release_damaged": "damaged",
    "error.no_release_file": "damaged",
    "error.release_older": "older",
    "error.release_unreachable": "unreachable",
}

Build = Callable[[Path, Path | None], None]
"""Prepares a release's folder to run. The second is an earlier one's, whose packages may be reused."""


def built(folder: Path, earlier: Path | None) -> None:
    """Let a release build itself, as ``deploy/install.sh`` does. Raises ``BadRelease``."""
    words = ["bash", str(folder / BUILD), str(folder), *([str(earlier)] if earlier else [])]
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=BUILT_WITHIN_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise BadRelease(f"the release cannot be built: {error}") from error
    if done.returncode:
        raise BadRelease(f"the release cannot be built: {done.stderr.strip()[-500:]}")


class Updating:
    """Takes updates on, and goes on with the one that it finds under way."""

    def __init__(
        self,
        place: KeeperFolders,
        trials: Trials,
        fetch: Callable[[Path], None] | None = None,
        build: Build = built,
        keys: Path | None = None,
    ) -> None:
        """``fetch``: gets the newest release into a file. ``keys``: whose releases are taken."""
        self._place, self._trials, self._fetch, self._build = place, trials, fetch, build
        self._keys = known_keys(keys) if keys else known_keys()
        self._doing: UpdateDoing | None = None
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._worker: threading.Thread | None = None
        self.over = threading.Event()
        """Set when the keeper is to be started again: from another release that was kept, or since
        something failed that ``recover`` puts right."""

    @property
    def doing(self) -> UpdateDoing | None:
        """What is under way."""
        return self._doing

    def begin(self, file: Path | None) -> None:
        """Try the release of a file, or the newest of the list, from now on.

        What the file's first lines tell is judged at once. Raises ``BadRelease``, ``BadAct``, OSError.
        """
        if not self._keys:
            raise BadRelease(
                "this table has no key by which it knows whose releases to trust, so it takes none",
                hint="Update it from a newer folder, or make a key: docs/updates.md",
                reason=Reason("error.no_release_key"),
            )
        if file is not None:
            with opened(file, self._keys) as (about, _):
                check_newer(about.release, self._place.kept)
        with self._lock:
            if self._doing is not None or self._trials.on_trial:
                raise BadAct(
                    "an update is under way", hint="Wait for its end.", reason=Reason("error.update_on")
                )
            self._doing = "unpacking" if file else "fetching"
            self._start(lambda: self._update(file))

    def go_on(self) -> None:
        """End what was broken off before, or go on with it."""
        self._trials.recover()
        if self._trials.on_trial:
            with self._lock:
                self._doing = "trying"
                self._start(self._watch)

    def close(self) -> None:
        """Leave off. A trial goes on when the keeper is started again."""
        self._stop.set()
        if self._worker is not None:
            self._worker.join()

    def _start(self, work: Callable[[], None]) -> None:
        def run() -> None:
            try:
                work()
            except Exception:  # noqa: BLE001 - whatever it is, ``recover`` puts it right
                _log.exception("the update was broken off")
                self.over.set()
            finally:
                self._doing = None

        self._worker = threading.Thread(target=run, name="update")
        self._worker.start()

    def _update(self, file: Path | None) -> None:
        release: Release | None = None
        fetched = self._place.state / "fetched.release"
        try:
            if file is None:
                assert self._fetch is not None
                self._fetch(fetched)
            self._doing = "unpacking"
            with opened(file or fetched, self._keys) as (about, packed):
                release = about.release
                check_newer(release, self._place.kept)
                self._place.remove_others()
                folder = self._place.folder(release)
                folder.mkdir(parents=True)
                unpack(about, packed, folder / "source")
            kept = self._place.kept
            self._build(folder, self._place.folder(kept) if kept else None)
            self._place.make_whole(release)
            self._doing = "trying"
            self._trials.begin(release)
        except (CompanionError, OSError) as error:
            self._refuse(release, error)
        else:
            self._watch()
        finally:
            fetched.unlink(missing_ok=True)

    def _refuse(self, release: Release | None, error: Exception) -> None:
        """Say why nothing was tried, and leave nothing of it."""
        _log.warning("no update: %s", error)
        if self._trials.on_trial:  # what failed is its start: a new start of the keeper sees to it
            self.over.set()
            return
        reason = getattr(error, "reason", None)
        self._trials.tell(
            release.name if release else "", WHY.get(reason.code if reason else "", "failed")
        )
        with suppress(OSError):
            self._place.remove_others()

    def _watch(self) -> None:
        while self._trials.look():
            if self._stop.wait(LOOK_EVERY_S):
                return
        ended = self._trials.ended
        if ended is not None and ended.why == "kept":
            self.over.set()
