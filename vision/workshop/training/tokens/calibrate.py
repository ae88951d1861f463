"""Fits how far the networks of tokens can be believed, on worlds of art and light kept back."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.tokens.learnt.honest import MOST_FOUND, Honesty, chances, evidence
from vision.tokens.learnt.matching import Numbers
from vision.workshop.training.tokens.networks import Compare
from vision.workshop.training.tokens.readings import Asked

MOST_SILENT = 0.001
"""Share of the named tokens of worlds kept back that may be sure and wrong."""
SURE_STEPS = (0.9, 0.93, 0.95, 0.96, 0.97, 0.98, 0.985, 0.99, 0.993, 0.995, 0.997, 0.998, 0.999)
STEPS = 20
NEVER_TAUGHT = 1 / 40
"""Share of solid things on a table that were never taught, as for boards. In the synthetic worlds there
are far more, and as like the tokens as can be."""


@dataclass(frozen=True, eq=False)
class Told:
    """What the networks said of one picture: the matcher's logits (n, names + 1), the finder's (n,), how
    many of the names are tokens' labels, and the truth (n,): a name's number, the last one for anything
    else; ``is_strange`` (n,): a solid thing that was never taught."""

    logits: NDArray[np.float64]
    found: NDArray[np.float64]
    labels: int
    truth: NDArray[np.intp]
    is_strange: NDArray[np.bool_]


def told(network: Compare, asked: Sequence[Asked]) -> list[Told]:
    """Return what the network answers."""
    answers = []
    with torch.no_grad():
        for one in asked:
            parts = (torch.from_numpy(part) for part in one.question.parts)
            logits = network(*parts)[-1][0].double().numpy()
            answers.append(Told(logits, one.found, one.labels, one.truth, one.is_strange))
    return answers


def fitted(told: Sequence[Told]) -> Numbers:
    """Return the numbers fitted to what the networks said of pictures."""
    by = honesty(told)
    sure_from = SURE_STEPS[-1]
    for limit in reversed(SURE_STEPS):
        if curve(told, by, limit)[1] > MOST_SILENT:
            break
        sure_from = limit
    return Numbers(by, sure_from)


def honesty(told: Sequence[Told]) -> Honesty:
    """Return the honesty under which the truth is most likely."""
    names = [one.name for one in fields(Honesty)]
    start = Honesty()
    numbers = torch.tensor(
        [getattr(start, name) for name in names], dtype=torch.float64, requires_grad=True
    )
    rare = rarity(told)
    rows = [_as_tensors(one, rare) for one in told if len(one.truth)]
    optimiser = torch.optim.LBFGS([numbers], max_iter=STEPS, line_search_fn="strong_wolfe")

    def cost() -> Tensor:
        optimiser.zero_grad()
        steep, by_lead, by_margin, by_things, by_found, token = numbers
        total, many = torch.zeros((), dtype=torch.float64), 0.0
        for logits, found, is_label, about, truth, weight in rows:
            steepness = torch.exp(steep + about @ torch.stack([by_lead, by_margin, by_things]))
            made = logits * steepness + (by_found * found[:, None] + token) * is_label
            each = torch.nn.functional.cross_entropy(made, truth, reduction="none")
            total, many = total + (each * weight).sum(), many + float(weight.sum())
        loss: Tensor = total / many + 1e-3 * (numbers**2).sum()
        loss.backward()
        return loss

    optimiser.step(cost)
    found = numbers.detach().tolist()
    return Honesty(**{name: round(one, 4) for name, one in zip(names, found, strict=True)})


def rarity(told: Sequence[Told]) -> float:
    """Return the weight of a strange thing with which they are as rare as on a table."""
    tokens = sum(int((one.truth < one.labels).sum()) for one in told)
    strange = sum(int(one.is_strange.sum()) for one in told)
    return min(1.0, NEVER_TAUGHT * tokens / max(1, strange))


def _as_tensors(told: Told, rare: float) -> tuple[Tensor, ...]:
    is_label = np.zeros(told.logits.shape[1])
    is_label[: told.labels] = 1
    found = np.clip(told.found, -MOST_FOUND, MOST_FOUND)
    about = evidence(told.logits, told.labels)
    weight = np.where(told.is_strange, rare, 1.0)
    parts = (told.logits, found, is_label, about, told.truth, weight)
    return tuple(torch.tensor(one) for one in parts)


def curve(told: Sequence[Told], by: Honesty, limit: float) -> tuple[float, float, float, float]:
    """Return of the taught tokens that were found the share that is right, and that is right and sure
    from a limit on; before it, second, the number of sure and wrong things by that of these tokens;
    last, the share of what was never taught that is surely named."""
    rare = rarity(told)
    right = sure = taught = strange = strangers = 0
    wrong = 0.0
    for one in told:
        chance = chances(one.logits, one.found, one.labels, by)
        said, best = chance.argmax(1), chance.max(1, initial=0.0)
        is_sure = (best >= limit) & (said < one.labels)
        is_taught = one.truth < one.labels
        taught += int(is_taught.sum())
        right += int(((said == one.truth) & is_taught).sum())
        sure += int(((said == one.truth) & is_taught & is_sure).sum())
        wrong += float(np.where(one.is_strange, rare, 1.0)[is_sure & (said != one.truth)].sum())
        strange += int(one.is_strange.sum())
        strangers += int((is_sure & one.is_strange).sum())
    return (
        sure / max(1, taught),
        wrong / max(1, taught),
        strangers / max(1, strange),
        right / max(1, taught),
    )
