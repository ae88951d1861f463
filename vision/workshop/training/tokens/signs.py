"""A stock of signs and of soft noise, from which bodies and grounds take theirs."""

from dataclasses import dataclass

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.workshop.training.matching.paint import FAMILIES, SIGNS_KEPT_BACK, SIGNS_KNOWN, Sign
from vision.workshop.training.tokens.luck import Luck

SIGN_PX, DRAWN_PX, SIGNS = 40, 96, 900
NOISE_PX, NOISES = 64, 128


@dataclass(frozen=True, eq=False)
class Stock:
    """Signs (n, 40, 40), 0 to 1, those kept back at the end from ``kept_back`` on; noise (m, 64, 64)."""

    signs: Tensor
    kept_back: int
    noise: Tensor

    def numbers(self, luck: Luck, *shape: int, kept_back: bool) -> Tensor:
        """Return numbers of signs."""
        if kept_back:
            return luck.integers(self.kept_back, len(self.signs), *shape)
        return luck.integers(0, self.kept_back, *shape)


def signs() -> NDArray[np.uint8]:
    """Draw the signs: (n, 40, 40)."""
    rng = np.random.default_rng(7)
    known = [_drawn(rng, SIGNS_KNOWN) for _ in range(SIGNS)]
    return np.stack([*known, *(_drawn(rng, SIGNS_KEPT_BACK) for _ in range(SIGNS // 6))])


def stock_of(luck: Luck, drawn: NDArray[np.uint8]) -> Stock:
    """Return the stock with these signs."""
    soft = torch.tensor(drawn, device=luck.device).float() / 255
    return Stock(soft, SIGNS, noise(luck, NOISES, NOISE_PX, NOISE_PX)[:, 0])


def _drawn(rng: np.random.Generator, families: tuple[str, ...]) -> NDArray[np.uint8]:
    family = families[int(rng.integers(len(families)))]
    number, font = int(rng.integers(1 << 30)), int(rng.integers(1000))
    sign = Sign(family, number, font=font, large=float(rng.uniform(0.6, 0.95)))
    large = FAMILIES[family](sign, DRAWN_PX)
    small = cv2.resize(large, (SIGN_PX, SIGN_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def noise(luck: Luck, many: int, height: int, width: int, octaves: int = 5, first: int = 3) -> Tensor:
    """Return soft noise of deviation 1: (n, 1, h, w)."""
    out = torch.zeros(many, 1, height, width, device=luck.device)
    fall = luck.uniform(many, 1, 1, 1, low=0.4, high=1.0)
    for octave in range(octaves):
        side = first * 2**octave
        rough = luck.normal(many, 1, side, side)
        fine = torch.nn.functional.interpolate(rough, (height, width), mode="bicubic")
        out = out + fall**octave * fine
    return out / out.std(dim=(2, 3), keepdim=True).clamp(min=1e-4)
