"""``python -m tests.rigs.spoilt``: spoil labelled pictures, read them, count what is surely wrong.

Results go as JSON lines into build/spoilt, one file for the originals and one for the cases of this
state of the readers: a run that was stopped goes on where it was. The exit status is 1 where a spoilt
picture is surely wrong that was not before.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from tests.rigs.spoilt.cases import cases_of
from tests.rigs.spoilt.kinds import KINDS
from tests.rigs.spoilt.sources import WRONG_LABELS, collected, fingerprint, pictures
from tests.rigs.spoilt.summary import newly_wrong, told
from tests.rigs.spoilt.work import jobs, known, run

OUT = Path(__file__).parents[3] / "build" / "spoilt"
_NOT_READING = tuple(f"vision/{name}" for name in ("workshop", "cameras"))


@click.command()
@click.option("--share", default=1.0, show_default=True, help="Of all cases, some 50,000.")
@click.option("--lot", default="1/1", show_default=True, help="Which of how many parts: 2/3.")
@click.option("--processes", default=2, show_default=True)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(KINDS)), help="These alone.")
@click.option("--mildest", is_flag=True, help="Only the mildest steps, which must still be read.")
@click.option("--only", multiple=True, help="Collections whose names hold this alone: real/, board.")
@click.option("--baseline", type=click.Path(exists=True, path_type=Path), help="Originals of before.")
@click.option("--originals", is_flag=True, help="Read every original, too, not only those spoilt.")
@click.option("--out", default=OUT, type=click.Path(path_type=Path), help="Folder of the results.")
def main(
    share: float,
    lot: str,
    processes: int,
    kinds: Sequence[str],
    mildest: bool,
    only: Sequence[str],
    baseline: Path | None,
    originals: bool,
    out: Path,
) -> None:
    """Spoil, read, count, and tell."""
    found = collected(only)
    for why in found.missing:
        click.echo(f"left out: {why}")
    for name, why in WRONG_LABELS.items():
        click.echo(f"left out, its label is wrong: {name}: {why}")
    groups = [pictures(collection) for collection in found.collections]
    part, parts = (int(number) for number in lot.split("/"))
    every = cases_of(groups, kinds, mildest=mildest)
    chosen = every[: round(share * len(every))][part - 1 :: parts]
    out.mkdir(parents=True, exist_ok=True)
    code = fingerprint("vision", without=_NOT_READING)
    files = {name: out / f"{name}-{code}.jsonl" for name in ("originals", "cases")}
    run(jobs(groups, chosen, files, originals=originals), files, processes)
    keys = {case.key for case in chosen}
    rows = [row for key, row in known(files["cases"], "key").items() if key in keys]
    before = known(files["originals"], "image")
    click.echo(f"results: {files['cases']}\noriginals: {files['originals']}\n")
    for line in told(rows, before, known(baseline, "image") if baseline else {}):
        click.echo(line)
    sys.exit(1 if any(newly_wrong(row, before) for row in rows) else 0)


if __name__ == "__main__":
    main()
