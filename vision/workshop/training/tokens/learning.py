"""The losses of the networks of tokens, and how good they are."""

import torch
from torch import Tensor
from torch.nn import functional

from vision.workshop.training.tokens.episodes import TAUGHT, UNKNOWN, Episodes
from vision.workshop.training.tokens.networks import Tokens


def losses(network: Tokens, given: Episodes) -> dict[str, Tensor]:
    """Return the losses to be minimised."""
    answers = network.match(given.asked, given.samples, given.kinds, given.truth, TAUGHT)
    truth = given.truth.flatten()
    each = [functional.cross_entropy(one.flatten(0, 1), truth, label_smoothing=0.0) for one in answers]
    found = network.finder(given.pictures)
    chance, heat = torch.sigmoid(found[:, :2]).clamp(1e-4, 1 - 1e-4), given.heat
    hit = -((1 - chance) ** 2) * torch.log(chance) * (heat == 1)
    miss = -((1 - heat) ** 4) * chance**2 * torch.log(1 - chance) * (heat < 1) * given.counts[:, None]
    at = ~torch.isnan(given.middles)
    off = ((found[:, 2:] - given.middles.nan_to_num()).abs() * at).sum() / at.sum().clamp(min=1)
    total = (heat == 1).sum().clamp(min=1)
    return {
        "names": each[-1] + 0.2 * sum(each[:-1]),
        "heat": (hit.sum() + miss.sum()) / total,
        "off": off,
    }


def quality(network: Tokens, given: Episodes) -> dict[str, tuple[float, float]]:
    """Return counts: right and asked, of tokens and of what was never taught; found and there; found
    wrongly."""
    with torch.no_grad():
        logits = network.match(given.asked, given.samples, given.kinds, given.truth, TAUGHT)[-1]
        heat, places = torch.sigmoid(network.finder(given.pictures)[:, :2]).unbind(1)
    said, truth = logits.argmax(-1), given.truth
    known, strange = (truth >= 0) & (truth != UNKNOWN), truth == UNKNOWN
    peak = (heat == functional.max_pool2d(heat[:, None], 3, 1, 1)[:, 0]) & (heat > 0.4)
    there, bare = (given.heat == 1).unbind(1)
    wide = functional.max_pool2d(peak[:, None].float(), 3, 1, 1)[:, 0] > 0
    stray = peak & (given.heat[:, 0] < 0.05) & given.counts
    pairs = {
        "right": ((said == truth) & known, known),
        "unknown": ((said == truth) & strange, strange),
        "found": (there & wide, there),
        "stray": (stray, peak),
        "places": (bare & (places > 0.4), bare),
    }
    return {name: (float(one.sum()), float(of.sum())) for name, (one, of) in pairs.items()}
