"""A taught set of tokens with a board of holes: a broken description is named."""

import json
import shutil
from pathlib import Path

import cv2
import pytest

from vision.errors import BadSet
from vision.sets.kind import BUILT_IN
from vision.tokens.sets import KIND, load_tokens


def with_a_board() -> Path:
    return next(BUILT_IN / name for name in KIND.built_in() if load_tokens(name).board is not None)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("corners", {}),
        ("corners", 4),
        ("corners", [[0, 0], [1, 0], [1, 1], [float("nan"), 1]]),
        ("radius", float("nan")),
        ("hole", 0),
        ("aspect", "wide"),
        ("columns", 10**9),
    ],
)
def test_a_broken_board_is_named(tmp_path: Path, part: str, value: object) -> None:
    folder = tmp_path / "set"
    shutil.copytree(with_a_board(), folder)
    path = folder / KIND.file
    said = json.loads(path.read_text())
    said["board"][part] = value
    path.write_text(json.dumps(said))
    with pytest.raises(BadSet, match=KIND.file):
        load_tokens(folder)


def test_a_board_of_which_nothing_is_known_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    shutil.copytree(with_a_board(), folder)
    picture = folder / "board.png"
    image = cv2.imread(str(picture), cv2.IMREAD_UNCHANGED)
    assert image is not None
    image[..., 3] = 0
    cv2.imwrite(str(picture), image)
    with pytest.raises(BadSet, match="shows no board"):
        load_tokens(folder)
