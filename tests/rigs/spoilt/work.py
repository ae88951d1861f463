"""Works through the cases in several processes; what is done already is not done again."""

import json
import multiprocessing
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import cv2

from tests.rigs.spoilt.cases import Case, original_of, row_of
from tests.rigs.spoilt.sources import Picture

Job = tuple[Picture, bool, tuple[Case, ...]]
"""A picture, whether it is read as it is, and how it is spoilt."""


def jobs(
    groups: Sequence[Sequence[Picture]],
    chosen: Sequence[Case],
    files: Mapping[str, Path],
    *,
    originals: bool,
) -> list[Job]:
    """Return what is still to be done, a job a picture."""
    done, seen = known(files["cases"], "key"), known(files["originals"], "image")
    left: dict[str, list[Case]] = {}
    wanted = {case.picture.name for case in chosen}
    for case in chosen:
        if case.key not in done:
            left.setdefault(case.picture.name, []).append(case)
    jobs = [
        (picture, picture.name not in seen, tuple(left.get(picture.name, ())))
        for group in groups
        for picture in group
        if originals or picture.name in wanted
    ]
    return [job for job in jobs if job[1] or job[2]]


def run(jobs: Sequence[Job], files: Mapping[str, Path], processes: int) -> None:
    """Do the jobs in so many processes; every row is written as it comes."""
    context = multiprocessing.get_context("spawn")
    os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    with files["originals"].open("a") as whole, files["cases"].open("a") as spoilt:
        to = {"originals": whole, "cases": spoilt}
        with context.Pool(processes, cv2.setNumThreads, (1,)) as pool:
            for number, rows in enumerate(pool.imap_unordered(done, jobs), 1):
                for name, row in rows:
                    to[name].write(json.dumps(row) + "\n")
                    to[name].flush()
                if number % 50 == 0:
                    click.echo(f"{number} of {len(jobs)} pictures", err=True)


def done(job: Job) -> list[tuple[str, dict[str, Any]]]:
    """Do one job; return the rows, each with its file's name."""
    return list(_rows(*job))


def _rows(
    picture: Picture, original: bool, cases: Sequence[Case]
) -> Iterator[tuple[str, dict[str, Any]]]:
    if original:
        yield "originals", original_of(picture)
    yield from (("cases", row_of(case)) for case in cases)


def known(path: Path, by: str) -> dict[str, dict[str, Any]]:
    """Return the rows of a file by what names them; a line that was cut short is none."""
    if not path.is_file():
        return {}
    rows = (json.loads(line) for line in path.read_text("utf-8").splitlines() if line.endswith("}"))
    return {row[by]: row for row in rows}
