"""Fits the confidence of readings of tokens.

``python -m tests.rigs.token_calibration`` draws the folders and runs it. Each holds ``teach.jsonl`` and
``play.jsonl``. Every set is taught completely, and again without one of its labels, so that unknown
tokens occur. Gems that were taught loose are read on boards, too, whose holes were never taught.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.manifests.labelled import LabelledPhoto
from vision.manifests.manifest import TOKENS, read_manifest
from vision.picture_files import load_picture
from vision.pyramid import Pyramid
from vision.regression import Regression
from vision.stage_timer import StageTimer
from vision.tokens.confidence import (
    FITTED,
    KINDS,
    TokenRegressions,
    name_features,
    presence_features,
    rough_presence,
)
from vision.tokens.eye import TokenEye
from vision.tokens.reader import chances
from vision.tokens.seen import OTHER_SIZE, SeenTokens, apart
from vision.tokens.sets import TokenSet
from vision.tokens.teaching.teacher import teach_tokens
from vision.workshop.training.calibration.fits import Row, as_data, fitted_to, tell

SURE_FROM = 0.95
"""Probability from which a name on a bare table is sure; ``vision.tokens.reader`` gives the results."""
NEAR = 0.9
"""Distance between centres, in radii, within which an outline is that of a labelled token."""
STRANGERS = 4
"""Every nth photograph is read again with a set that lacks a label."""
HELD_OUT = 5
"""Every nth photograph is held out while a fit is measured; among them are some of those read without a
label."""


@dataclass(frozen=True, eq=False)
class ReadPhoto:
    """One picture: its outlines, the reader, the label of each outline (None if there is no token), and
    its number."""

    seen: SeenTokens
    labels: tuple[str | None, ...]
    names: tuple[str, ...]
    photo: int
    eye: TokenEye


def looked_at(lesson: Path, play: Path, first: int) -> Iterator[ReadPhoto]:
    """Yield the outlines in a folder's photographs of play, read with the complete set of a lesson and
    without a label."""
    taught = teach_tokens(lesson.name, read_manifest(lesson / "teach.jsonl", TOKENS).photos).taught
    rng = np.random.default_rng(first)
    eyes = [TokenEye(taught), TokenEye(_with_fewer_labels(taught, rng))]
    for number, photo in enumerate(read_manifest(play / "play.jsonl", TOKENS).photos):
        picture = Pyramid(load_picture(photo.image))
        for eye in eyes if number % STRANGERS == 0 else eyes[:1]:
            seen = eye.look(picture, StageTimer(), None)
            labels = tuple(_labels(photo, seen, eye))
            yield ReadPhoto(seen, labels, eye.namer.labels, first + number, eye)


def _with_fewer_labels(taught: TokenSet, rng: np.random.Generator) -> TokenSet:
    names = list(taught.labels)
    dropped = {str(rng.choice(names))}
    return replace(
        taught,
        labels=tuple(name for name in taught.labels if name not in dropped),
        samples=tuple(sample for sample in taught.samples if sample.label not in dropped),
    )


def _labels(photo: LabelledPhoto, seen: SeenTokens, eye: TokenEye) -> Iterator[str | None]:
    """Yield the label of the token at each outline; "?" if that is not judged. A facet within a token is
    none."""
    tokens = photo.pieces or ()
    centres = seen.work.to_px(seen.found.centres)
    places = np.array([token.centre_px for token in tokens]).reshape(-1, 2)
    board = eye.taught.board
    for one, centre in enumerate(centres):
        if seen.cells[one] >= 0 and board is not None:
            cell = board.grid.cells[int(seen.cells[one])]
            own = [token for token in tokens if token.cell == cell]
            yield "?" if cell in photo.hidden else own[0].label if own else None
            continue
        away = np.linalg.norm(places - centre, axis=1) / (seen.usual / seen.work.scale)
        has_size = abs(np.log(seen.found.radii[one] / seen.usual)) < OTHER_SIZE
        if not len(away) or away.min() > NEAR or not has_size:
            yield None
        else:
            yield tokens[int(away.argmin())].label


def rows_of(looked: Sequence[ReadPhoto]) -> Iterator[Row]:
    """Yield the data for fitting presence."""
    for one in looked:
        seen = one.seen
        features = presence_features(seen.found, seen.named, seen.usual, seen.work.least_edge)
        kept = apart(seen.found, rough_presence(seen.found, seen.named), 0.0)
        for n in {*kept.tolist(), *np.nonzero(seen.cells >= 0)[0].tolist()}:
            label = one.labels[n]
            if label == "?":
                continue
            # Unknown tokens are tokens, too: it is the name's task to show that they are none of the
            # taught ones.
            is_token = label is not None
            where = "hole" if seen.cells[n] >= 0 else "anywhere"
            yield Row(where, one.photo, features[n], is_token)
            if one.eye.taught.board is None:
                kind = "plain" if one.eye.namer.prints is None else "printed"
                yield Row(kind, one.photo, features[n], is_token)


def name_rows(looked: Sequence[ReadPhoto], fit: TokenRegressions) -> Iterator[Row]:
    """Yield the data for fitting names: every presumed token in no hole.

    In holes wrong names are far rarer; the evidence is the same, but learnt from more data.
    """
    for one in looked:
        presence = chances(one.seen, fit, one.eye)
        features = name_features(one.seen.found, one.seen.named, presence)
        for n, label in enumerate(one.labels):
            taken = presence[n] > 0.3 and one.seen.cells[n] < 0
            if label != "?" and label is not None and taken:
                named = one.names[int(one.seen.named.chances[n].argmax())]
                yield Row("named", one.photo, features[n], named == label)


def main(lessons: Sequence[tuple[Path, Path]]) -> None:
    """Fit to all photographs of play, each folder read with the set of a lesson, and say how good that
    is."""
    looked = [
        one
        for number, (lesson, play) in enumerate(lessons)
        for one in looked_at(lesson, play, 100 * number)
    ]
    rows = list(rows_of(looked))
    anywhere, plain, printed, hole = (_fit(kind, rows) for kind in KINDS[:-1])
    lying = TokenRegressions(anywhere, plain, printed, hole, anywhere, SURE_FROM)
    fits = [anywhere, plain, printed, hole, _fit(KINDS[-1], list(name_rows(looked, lying)))]
    data: dict[str, object] = {kind: as_data(fit) for kind, fit in zip(KINDS, fits, strict=True)}
    FITTED.write_text(json.dumps(data | {"sure_from": SURE_FROM}) + "\n", encoding="utf-8")


def _fit(kind: str, rows: Sequence[Row]) -> Regression:
    own = [row for row in rows if row.kind == kind]
    held = [row for row in own if row.photo % HELD_OUT == 0]
    print(tell(kind, fitted_to([row for row in own if row.photo % HELD_OUT]), held))
    return fitted_to(own)
