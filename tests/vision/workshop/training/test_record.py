"""A training keeps its log and checksums; a trial leaves the readers as they were."""

import hashlib
import os
import shutil
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from vision.dice.faces.confidence import FITTED, fitted
from vision.workshop.training import record
from vision.workshop.training.calibration import dice as calibrate
from vision.workshop.training.record import OtherTraining, Record, checksum, put_back, whole_file


@pytest.fixture
def _any_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let torch's version be known where torch is not installed."""
    monkeypatch.setattr(record, "version", lambda _: "2.5")


@pytest.mark.usefixtures("_any_torch")
def test_only_a_training_of_the_same_part_goes_on(tmp_path: Path) -> None:
    Record(tmp_path).say_made_by(0.5)
    Record(tmp_path).say_made_by(1.0)
    (tmp_path / "finder.0.begun.pt").write_bytes(b"weights")
    Record(tmp_path).say_made_by(1.0)
    with pytest.raises(OtherTraining, match=r"share 0\.5; share 1\.0"):
        Record(tmp_path).say_made_by(0.5)


@pytest.mark.usefixtures("_any_torch")
def test_weights_of_which_nothing_is_known_are_not_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "finder.0.pt").write_bytes(b"weights")
    with pytest.raises(OtherTraining, match="nothing known"):
        Record(tmp_path).say_made_by(1.0)


@pytest.mark.usefixtures("_any_torch")
def test_scenes_that_other_code_painted_are_not_learnt_from(tmp_path: Path) -> None:
    Record(tmp_path).say_made_by(1.0)
    (tmp_path / "painted").mkdir()
    (tmp_path / "painted" / "finder.0.npy").write_bytes(b"scenes")
    Record(tmp_path).say_made_by(1.0)
    (tmp_path / "made_by.txt").write_text("other code\n", encoding="utf-8")
    with pytest.raises(OtherTraining, match="other code"):
        Record(tmp_path).say_made_by(1.0)


def test_only_what_has_learnt_from_the_same_pictures_goes_on(tmp_path: Path) -> None:
    photos, run = tmp_path / "photos", tmp_path / "run"
    photos.mkdir()
    (photos / "a.jpg").write_bytes(b"one")
    kept = Record(run)
    (run / "finder.0.pt").write_bytes(b"learnt from no photographs")
    kept.say_learnt_from([])
    kept.say_learnt_from([photos])
    (run / "finder.1.begun.pt").write_bytes(b"learnt from them")
    kept.say_learnt_from([photos])
    (photos / "a.jpg").write_bytes(b"other")
    with pytest.raises(OtherTraining, match="learnt from photos: 1 files"):
        kept.say_learnt_from([photos])


def test_pictures_that_were_kept_are_of_the_same_folders(tmp_path: Path) -> None:
    kept = Record(tmp_path / "run")
    kept.say_learnt_from([])
    (tmp_path / "run" / "pictures.1.kept").write_bytes(b"photographs")
    (tmp_path / "photos").mkdir()
    with pytest.raises(OtherTraining, match="learnt from photos: 0 files"):
        kept.say_learnt_from([tmp_path / "photos"])


def test_a_log_is_gone_on_with(tmp_path: Path) -> None:
    Record(tmp_path).say("finder, stage 0")
    Record(tmp_path).say("faces, stage 0")
    assert (tmp_path / "log.txt").read_text("utf-8") == "finder, stage 0\nfaces, stage 0\n"


def test_a_file_is_whole_or_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "a.pt"
    path.write_bytes(b"before")
    with suppress(RuntimeError), whole_file(path) as file:
        file.write(b"half of what")
        raise RuntimeError("as if it were broken off")
    assert path.read_bytes() == b"before"
    with whole_file(path) as file:
        file.write(b"after")
    assert path.read_bytes() == b"after"


def test_what_was_kept_is_put_where_the_readers_find_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tmp_path / "confidence.json"
    made.write_bytes(b"new")
    monkeypatch.setattr(record, "MADE", (made,))
    kept = Record(tmp_path / "run")
    kept.keep([])
    made.write_bytes(b"old")
    kept.publish()
    assert made.read_bytes() == b"new"


def test_what_was_made_is_kept_with_its_checksums(tmp_path: Path) -> None:
    weights = tmp_path / "finder.0.pt"
    weights.write_bytes(b"weights")
    Record(tmp_path / "run").keep([weights])
    lines = (tmp_path / "run" / "checksums.txt").read_text("utf-8").splitlines()
    assert f"{hashlib.sha256(b'weights').hexdigest()}  finder.0.pt" in lines
    for path in record.MADE:
        assert f"{checksum(path)}  {path.name}" in lines
        assert checksum(tmp_path / "run" / path.name) == checksum(path)


def test_a_trial_leaves_the_readers_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tmp_path / "confidence.json"
    made.write_bytes(FITTED.read_bytes())
    monkeypatch.setattr(record, "MADE", (made,))
    monkeypatch.setattr(calibrate, "FITTED", made)
    before, shipped = made.read_bytes(), fitted()
    with suppress(RuntimeError), put_back(tmp_path):
        calibrate.write_expected()
        assert made.read_bytes() != before
        raise RuntimeError("as if it were broken off")
    assert made.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["confidence.json"]
    assert fitted().presence.tolist() == shipped.presence.tolist()


@pytest.mark.skipif(sys.platform == "win32", reason="no process is asked to end there")
def test_readers_are_put_back_when_a_training_is_asked_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, handler = tmp_path / "confidence.json", signal.getsignal(signal.SIGTERM)
    made.write_bytes(b"the readers'")
    monkeypatch.setattr(record, "MADE", (made,))

    def be_asked_to_end() -> None:
        with put_back(tmp_path):
            made.write_bytes(b"half a training's")
            os.kill(os.getpid(), signal.SIGTERM)

    with pytest.raises(SystemExit, match="the same command goes on"):
        be_asked_to_end()
    assert made.read_bytes() == b"the readers'"
    assert signal.getsignal(signal.SIGTERM) is handler


def test_readers_are_put_back_after_a_training_that_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, run = tmp_path / "centres.json", tmp_path / "run"
    made.write_bytes(b"shipped")
    run.mkdir()
    monkeypatch.setattr(record, "MADE", (made,))
    with put_back(run):
        kept = sorted(path.name for path in (run / "before").iterdir())
        shutil.copytree(run / "before", tmp_path / "as_killed")
    assert kept == ["centres.json"]
    shutil.copytree(tmp_path / "as_killed", run / "before")
    made.write_bytes(b"half trained")
    with put_back(run):
        pass
    assert made.read_bytes() == b"shipped"
