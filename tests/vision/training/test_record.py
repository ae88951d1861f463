"""A training keeps its log and checksums; a trial leaves the readers as they were."""

import hashlib
from contextlib import suppress
from pathlib import Path

import pytest

from vision.readers.confidence import FITTED, fitted
from vision.training import calibrate, record
from vision.training.record import Record, checksum, put_back


def test_what_is_said_is_kept(tmp_path: Path) -> None:
    kept = Record(tmp_path / "run")
    kept.say("finder, stage 0")
    kept.say("faces, stage 0")
    assert (tmp_path / "run" / "log.txt").read_text("utf-8") == "finder, stage 0\nfaces, stage 0\n"


def test_the_same_pictures_have_the_same_checksum_and_others_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "photos").mkdir()
    kept = Record(tmp_path / "run")
    said = []
    for content in (b"one", b"one", b"other"):
        (tmp_path / "photos" / "a.jpg").write_bytes(content)
        kept.say_learnt_from([tmp_path / "photos"])
        said.append(capsys.readouterr().out)
    assert said[0].startswith("learnt from photos: 1 files, sha256 ")
    assert said[0] == said[1] != said[2]


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
    with suppress(RuntimeError), put_back():
        calibrate.write_expected()
        assert made.read_bytes() != before
        raise RuntimeError("as if it were broken off")
    assert made.read_bytes() == before
    assert fitted().presence.tolist() == shipped.presence.tolist()
