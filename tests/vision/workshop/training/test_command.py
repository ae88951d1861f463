"""The command that trains says at once what it cannot work with."""

import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("option", ["--real", "--traced", "--symbols"])
def test_a_misspelt_folder_is_named_before_anything_is_trained(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main = pytest.importorskip("vision.workshop.training.__main__", reason="torch trains").main
    weights = tmp_path / "weights"
    monkeypatch.setattr(
        sys, "argv", ["train", option, str(tmp_path / "nowhere"), "--weights", str(weights)]
    )
    with pytest.raises(SystemExit, match="2"):
        main()
    assert "nowhere holds no " in capsys.readouterr().err
    assert not weights.exists()
