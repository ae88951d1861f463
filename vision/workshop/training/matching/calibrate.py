"""Calibrates probabilities (``vision.matching.honest``), with worlds of signs and textures that were
never trained on."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.matching.honest import CONTEXT, MOST, SIGNS, context_of, made_honest, signs_of
from vision.workshop.training.matching.learning import Answered, answers
from vision.workshop.training.matching.networks import LEAST, Matcher

ROUNDS, RATE, CALM, WIDE = 400, 0.01, 1e-2, 12
"""Number of rounds, rate, stiffness of the weights, and hidden units: with more of each, it was worse on
worlds that it was not fitted on."""
NEVER_TAUGHT = 1 / 40
"""Share of the pieces on a taught game's board that were never taught: an assumption. Synthetic worlds
have several times as many, many of them twins, so that recognising them is learnt."""


@dataclass(frozen=True, eq=False)
class Judged:
    """Cells: their last logits, the unknown piece's first (n, most), the features of them and their
    boards (n, SIGNS + CONTEXT), and the right answer."""

    logits: Tensor
    told: Tensor
    truth: Tensor


class Honest(nn.Module):
    """Features of cells and boards (n, SIGNS + CONTEXT) -> (n, 3): steepness, and probabilities of the
    bare place and an unknown piece."""

    def __init__(self) -> None:
        super().__init__()
        self.inner, self.out = nn.Linear(SIGNS + CONTEXT, WIDE), nn.Linear(WIDE, 3)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, told: Tensor) -> Tensor:
        """Return the three."""
        return self.out(torch.tanh(self.inner(told)))


def told_of(network: Matcher, answered: Answered) -> Tensor:
    """Return the features of a photograph's cells, and of all of it (n, SIGNS + CONTEXT)."""
    given, scale = answered.given, float(network.scale.detach())
    first = answered.first.numpy()
    signs = signs_of(
        answered.last.numpy().astype(np.float64),
        first[:, 1:-1] / scale,
        (first[:, 0] - float(network.bare.detach())) / scale,
        answered.sighted.numpy().astype(np.float64),
        given.has_bare.numpy(),
    )
    context = context_of(signs, first.shape[1] - 2)
    return torch.from_numpy(np.concatenate([signs, np.tile(context, (len(signs), 1))], 1))


def chances(network: Matcher, honest: nn.Module, answered: Answered) -> Tensor:
    """Return calibrated probabilities of the cells of a photograph (n, 1 + names + 1)."""
    with torch.no_grad():
        told = honest(told_of(network, answered)).numpy()
    return torch.from_numpy(made_honest(answered.last.numpy().astype(np.float64), told)).softmax(1)


def judged_cells(network: Matcher, folder: Path, blocks: range) -> tuple[Judged, Tensor, Tensor]:
    """Return the matcher's answers on some blocks of held-out worlds; and the logits of figures (n,
    most), with the right answers."""
    rows, told, truth, stands, standing = list[Tensor](), list[Tensor](), [], list[Tensor](), []
    for answered in answers(network, folder, blocks, kept_back=True):
        given = answered.given
        # Under figures, and if the bare place is unknown, bareness cannot be judged.
        sound = (given.has_bare | (given.truth > 0)) & (given.weight == 1)
        rows += list(answered.last[sound].roll(1, 1))
        told.append(told_of(network, answered)[sound])
        truth.append((given.truth[sound] + 1) % answered.last.shape[1])
        if len(answered.stands):
            stands += list(answered.stands)
            standing.append(given.standing)
    return Judged(_filled(rows), torch.cat(told), torch.cat(truth)), _filled(stands), torch.cat(standing)


def _filled(rows: list[Tensor]) -> Tensor:
    widest = max(len(row) for row in rows)
    return torch.stack([functional.pad(row, (0, widest - len(row)), value=-1e4) for row in rows])


def fitted(cells: Judged) -> Honest:
    """Return the fit with the greatest likelihood."""
    torch.manual_seed(0)
    honest = Honest()
    optimiser = torch.optim.AdamW(honest.parameters(), RATE, weight_decay=CALM)
    there = cells.logits > -2 * MOST
    weights = as_in_life(cells.truth)
    # A stranger, the first, is not steep.
    names = there & (torch.arange(cells.logits.shape[1]) > 0)
    for _ in range(ROUNDS):
        steep, bare, stranger = honest(cells.told).unbind(1)
        moved = torch.where(names, cells.logits * steep.exp()[:, None], cells.logits)
        first = moved[:, :1] + stranger[:, None]
        second = torch.where(there[:, 1:2], moved[:, 1:2] + bare[:, None], moved[:, 1:2])
        made = torch.cat([first, second, moved[:, 2:]], 1)
        loss = (functional.cross_entropy(made, cells.truth, reduction="none") * weights).mean()
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()
    honest.eval()
    return honest


def as_in_life(truth: Tensor) -> Tensor:
    """Return each cell's weight so that unknown pieces (0) are as rare among pieces (2 and more) as in
    real games."""
    strangers, taught = int((truth == 0).sum()), int((truth > 1).sum())
    rarer = NEVER_TAUGHT / (1 - NEVER_TAUGHT) * taught / max(1, strangers)
    return torch.where(truth == 0, min(1.0, rarer), 1.0)


def steep_of(logits: Tensor, truth: Tensor) -> float:
    """Return the factor on the logits' steepness."""
    steep = torch.zeros((), requires_grad=True)
    optimiser = torch.optim.Adam([steep], 0.03)
    for _ in range(300):
        moved = torch.where(logits > LEAST, logits * steep.exp(), logits)
        optimiser.zero_grad()
        torch.autograd.backward(functional.cross_entropy(moved, truth))
        optimiser.step()
    return float(steep.detach().exp())
