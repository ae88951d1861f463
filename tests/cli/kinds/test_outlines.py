"""``companion read outlines``: a printed puzzle is read without a set, and nothing is taught for it."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from tests.cli.command import run


def photographed(page: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a page as a camera shows it: lit from one side, not washed out, with a sensor's noise."""
    height, width = page.shape[:2]
    light = np.linspace(0.7, 0.92, width)[None, :] * np.linspace(0.9, 1.0, height)[:, None]
    noise = np.random.default_rng(1).normal(0, 1.5, page.shape)
    soft = cv2.GaussianBlur(page, (0, 0), 0.7)
    return np.clip(soft * light[..., None] + noise, 0, 255).astype(np.uint8)


def test_a_printed_puzzle_is_read_with_every_square_free(tmp_path: Path) -> None:
    pdf, photo = tmp_path / "puzzle.pdf", tmp_path / "sheet.png"
    assert run("print", "puzzle", str(pdf))[0] == 0
    document: Any = pypdfium2.PdfDocument(pdf)
    cv2.imwrite(str(photo), photographed(document[0].render(scale=2).to_numpy()))
    document.close()
    status, out, _ = run("read", "outlines", str(photo))
    row = json.loads(out)
    assert (status, row["ok"], row["sure"], row["doubts"]) == (0, True, True, [])
    three, four = row["outlines"]
    assert 1 <= three["number"] <= 36
    assert four["number"] == three["number"] + 36
    assert three["cells"] == four["cells"] == {}


@pytest.mark.parametrize("verb", ["teach", "evaluate"])
def test_outlines_are_not_taught(verb: str, tmp_path: Path) -> None:
    assert run(verb, "outlines", "--set", str(tmp_path), str(tmp_path / "m.jsonl"))[0] == 2
