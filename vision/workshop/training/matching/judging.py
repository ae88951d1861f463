"""The quality of the matcher on worlds that it was not trained on."""

from collections.abc import Iterable
from dataclasses import dataclass

from torch import Tensor

from vision.matching.honest import Honesty
from vision.workshop.training.matching.calibrate import chances
from vision.workshop.training.matching.learning import Answered
from vision.workshop.training.matching.networks import Matcher


@dataclass
class Score:
    """Counts over cells: how many pieces and unknown pieces are right, sure and silently wrong; and, for
    all cells, whether being occupied was right."""

    pieces: int = 0
    right: int = 0
    sure: int = 0
    silent: int = 0
    strangers: int = 0
    strangers_named: int = 0
    cells: int = 0
    occupied_right: int = 0
    under: int = 0
    under_right: int = 0
    bare: int = 0
    bare_sure: int = 0

    def __str__(self) -> str:
        right, sure = (100 * n / max(1, self.pieces) for n in (self.right, self.sure))
        there = 100 * self.occupied_right / max(1, self.cells)
        return (
            f"{self.pieces} pieces: {right:.2f} % right, {sure:.1f} % sure, {self.silent} silent; "
            f"{self.strangers_named} of {self.strangers} strangers surely named; {self.cells} cells: "
            f"{there:.2f} % occupied or not, {self.bare_sure} of {self.bare} bare ones sure; "
            f"under figures {self.under_right} of {self.under}"
        )


SURE = 0.995
"""Probability from which an answer counts as sure."""


def judged(network: Matcher, honest: Honesty, answered_all: Iterable[Answered]) -> Score:
    """Return the matcher's quality on some photographs."""
    score = Score()
    for answered in answered_all:
        told = chances(network, honest, answered)
        _count(score, answered, told, told.shape[1] - 1)
    return score


def _count(score: Score, given: Answered, chances: Tensor, stranger: int) -> None:
    best, answer = chances.max(1)
    for n in range(len(answer)):
        truth, said, sure = int(given.truth[n]), int(answer[n]), bool(best[n] > SURE)
        if truth == 0 and not given.has_bare[n]:
            continue
        if given.weight[n] < 1:
            score.under += truth > 0
            score.under_right += truth > 0 and said == truth
            continue
        score.cells += 1
        score.occupied_right += (said == 0) == (truth == 0)
        if truth == 0:
            score.bare += 1
            score.bare_sure += sure and said == 0
        elif truth == stranger:
            score.strangers += 1
            score.strangers_named += sure and said != stranger
        else:
            score.pieces += 1
            score.right += said == truth
            score.sure += sure and said != stranger
            score.silent += sure and said not in (truth, stranger)
