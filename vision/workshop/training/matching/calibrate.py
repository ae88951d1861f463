"""Calibrates probabilities (``vision.matching.honest``), with worlds of signs and textures that were
never trained on."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from math import log

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.matching.honest import (
    MOST,
    NEVER,
    NEVER_TAUGHT,
    Floats,
    Honesty,
    Values,
    context_of,
    less_like,
    made_honest,
)
from vision.workshop.training.matching.learning import Answered
from vision.workshop.training.matching.networks import MatcherNetworks

ROUNDS, RATE = 400, 0.03
"""Number of rounds, and rate."""
SETTLED = 0.999
"""Probability from which a cell that looks bare in the whole board is bare."""
PLAINLY = log(SETTLED / (1 - SETTLED))


@dataclass(frozen=True, eq=False)
class Judged:
    """Cells: their last logits, the unknown piece's first (n, most); how much less like they are (n);
    the evidence of their boards (n, CONTEXT); the right answer."""

    logits: Tensor
    less: Tensor
    context: Tensor
    truth: Tensor


def evidence_of(network: MatcherNetworks, answered: Answered) -> tuple[Values, Floats]:
    """Return how much less each cell of a photograph resembles its sample, and its board's evidence."""
    first, scale = answered.first.numpy(), float(network.scale.detach())
    likes = first[:, 1:-1] / scale
    looked = looked_at(answered).numpy()
    context = context_of(answered.last.numpy().astype(np.float64)[looked], likes[looked])
    return less_like(likes, context), context


def looked_at(answered: Answered) -> Tensor:
    """Return which cells do not look plainly bare in the whole board: only those are matched."""
    return ~answered.has_bare | (answered.sighted < PLAINLY)


def chances(network: MatcherNetworks, by: Honesty, answered: Answered) -> Tensor:
    """Return calibrated probabilities of the cells of a photograph (n, 1 + names + 1)."""
    less, context = evidence_of(network, answered)
    logits = answered.last.numpy().astype(np.float64)
    return torch.from_numpy(made_honest(logits, less, context, by)).softmax(1)


def judge_cells(network: MatcherNetworks, answered_all: Iterable[Answered]) -> Judged:
    """Return the matcher's answers for some photographs of held-out worlds."""
    rows, less, contexts, truth = list[Tensor](), list[Tensor](), list[Tensor](), list[Tensor]()
    for answered in answered_all:
        looked = looked_at(answered)
        # Under figures, and if the bare place is unknown, bareness cannot be judged.
        sound = (answered.has_bare | (answered.truth > 0)) & (answered.weight == 1) & looked
        rows += list(answered.last[sound].roll(1, 1))
        own, context = evidence_of(network, answered)
        less.append(torch.from_numpy(own)[sound].float())
        contexts.append(torch.from_numpy(context).expand(int(sound.sum()), -1))
        truth.append((answered.truth[sound] + 1) % answered.last.shape[1])
    return Judged(
        _fill(rows),
        torch.cat(less),
        torch.cat(contexts),
        torch.cat(truth),
    )


def _fill(rows: list[Tensor]) -> Tensor:
    widest = max(len(row) for row in rows)
    return torch.stack([functional.pad(row, (0, widest - len(row)), value=NEVER) for row in rows])


def fitted(cells: Judged) -> Honesty:
    """Return the fit with the greatest likelihood."""
    numbers = {one.name: torch.zeros((), requires_grad=True) for one in fields(Honesty)}
    optimiser = torch.optim.Adam(numbers.values(), RATE)
    there = cells.logits > -2 * MOST
    # A right name that is not among those compared is an unknown one: no steepness makes it likely.
    compared = there.gather(1, cells.truth[:, None])[:, 0]
    truth = torch.where(compared, cells.truth, 0)
    weights = as_in_life(truth)
    lead, margin, _, part = cells.context.unbind(1)
    # An unknown piece, the first, is not steep.
    names = there & (torch.arange(cells.logits.shape[1]) > 0)
    for _ in range(ROUNDS):
        by = numbers
        steep = by["steep"] + by["by_lead"] * lead + by["by_margin"] * margin + by["by_pieces"] * part
        moved = torch.where(names, cells.logits * steep.exp()[:, None], cells.logits)
        first = moved[:, 0] + by["stranger"] + by["less_like"] * cells.less
        second = torch.where(there[:, 1], moved[:, 1] + by["bare"], moved[:, 1])
        made = torch.cat([first[:, None], second[:, None], moved[:, 2:]], 1)
        loss = (functional.cross_entropy(made, truth, reduction="none") * weights).mean()
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()
    return Honesty(**{name: float(one.detach()) for name, one in numbers.items()})


def as_in_life(truth: Tensor) -> Tensor:
    """Return each cell's weight so that unknown pieces (0) are as rare among pieces (2 and more) as in
    real games. Synthetic worlds have several times as many, many of them twins, so that recognising them
    is learnt."""
    strangers, taught = int((truth == 0).sum()), int((truth > 1).sum())
    rarer = NEVER_TAUGHT / (1 - NEVER_TAUGHT) * taught / max(1, strangers)
    return torch.where(truth == 0, min(1.0, rarer), 1.0)


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


def judged(network: MatcherNetworks, honest: Honesty, answered_all: Iterable[Answered]) -> Score:
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
