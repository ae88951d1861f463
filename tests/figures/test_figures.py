"""The command that prints the figures: their places in the document, what it says of what is missing."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.figures.__main__ import SEEDS, figures, show
from tests.figures.benches import ROOT, bench
from tests.figures.document import END, FIGURES, mark, places, written
from tests.figures.photographs import path_traced, real
from tests.figures.tables import Missing, table

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_figure_has_one_place_in_the_document_in_the_same_order() -> None:
    assert places(FIGURES.read_text(encoding="utf-8")) == list(figures(SEEDS))


def test_every_benchmark_that_is_a_figure_is_there() -> None:
    parts = [part for part in figures(SEEDS).values() if isinstance(part, partial)]
    files = [part.args[0] for part in parts if part.func is bench]
    assert files
    assert all((ROOT / "tests/benchmarks" / file).is_file() for file in files)


@pytest.mark.parametrize("count", re.findall(r"\d+ of \d+", README))
def test_the_document_has_every_count_that_the_readme_tells(count: str) -> None:
    assert count in FIGURES.read_text(encoding="utf-8")


def test_a_figure_is_written_into_its_place_and_nowhere_else() -> None:
    text = f"a\n{mark('one')}\nold\n{END}\nb\n{mark('two')}\nold\n{END}\nc\n"
    assert written(text, "one", ["new"]) == text.replace("old", "new", 1)


def test_a_figure_without_a_place_is_refused() -> None:
    with pytest.raises(LookupError, match="no place for three"):
        written("", "three", ["new"])


@pytest.mark.parametrize("figure", [real, path_traced], ids=["photographs", "path-traced"])
def test_pictures_that_are_not_here_are_missed_aloud(
    figure: Callable[[Path], Iterator[str]], tmp_path: Path
) -> None:
    with pytest.raises(Missing, match=r"belong beside|draws the path-traced"):
        list(figure(tmp_path / "nothing"))


def test_what_is_missing_is_printed_and_leaves_the_document_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("tests.figures.__main__.FIGURES", tmp_path / "untouched.md")
    show("photographs", lambda: real(tmp_path), write=True)
    assert "Not measured: the photographs of webcam" in capsys.readouterr().out
    assert not (tmp_path / "untouched.md").exists()


def test_what_was_measured_is_written_with_its_conditions(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "figures.md"
    page.write_text(f"{mark('times')}\nold\n{END}\n", encoding="utf-8")
    monkeypatch.setattr("tests.figures.__main__.FIGURES", page)
    show("times", lambda: table(("a", "b"), [("1", "2")]), write=True)
    lines = page.read_text(encoding="utf-8").splitlines()
    assert lines[1:5] == ["| a | b |", "|---|---|", "| 1 | 2 |", ""]
    assert lines[5].startswith("*Printed by `make figures` on ")


@pytest.mark.parametrize("page", sorted(FIGURES.parent.glob("figures*.md")), ids=lambda at: at.name)
def test_no_page_of_figures_names_a_machine_of_ours(page: Path) -> None:
    assert not re.search(r"/(home|root|work|tmp)/", page.read_text(encoding="utf-8"))
