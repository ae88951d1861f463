"""The three networks, in torch: one finds top faces, one examines a face, one tells at which angle it is
seen."""

from typing import Any

import torch
from torch import Tensor, nn

from vision.dice.finding.shape import CHANNELS

EMBEDDING = 48
CROP_PX = 48


def conv(inward: int, outward: int, stride: int = 1, reach: int = 1) -> nn.Sequential:
    """Return a convolution of 3 x 3 places, normalised over the batch; ``reach``: how far apart they
    are."""
    return nn.Sequential(
        nn.Conv2d(inward, outward, 3, stride, padding=reach, dilation=reach, bias=False),
        nn.BatchNorm2d(outward),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions whose result is added to what comes in."""

    def __init__(self, width: int, reach: int = 1) -> None:
        super().__init__()
        self.first = conv(width, width, 1, reach)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Return what came in with the result added."""
        return torch.relu(x + self.second(self.first(x)))


class FinderNetwork(nn.Module):
    """Picture (n, 3, h, w), sides multiples of 16 -> (n, 8, h/4, w/4); the logit of a centre comes
    first."""

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(conv(3, 16, 2), conv(16, 24, 2), Residual(24))
        self.eighth = nn.Sequential(conv(24, 36, 2), Residual(36), Residual(36, 2))
        self.sixteenth = nn.Sequential(conv(36, 48, 2), Residual(48, 2))
        self.from_sixteenth = nn.Conv2d(48, 36, 1)
        self.from_eighth = nn.Conv2d(36, 24, 1)
        self.last = nn.Sequential(Residual(24), conv(24, 24))
        self.head = nn.Conv2d(24, CHANNELS, 1)
        nn.init.constant_(self.head.bias[:1], -3.0)  # type: ignore[index]

    def forward(self, x: Tensor) -> Tensor:
        """Return the outputs of every cell."""
        near = self.quarter(x)
        middle = self.eighth(near)
        far = self.from_sixteenth(self.sixteenth(middle))
        middle = torch.relu(middle + nn.functional.interpolate(far, scale_factor=2.0, mode="nearest"))
        near = torch.relu(
            near + nn.functional.interpolate(self.from_eighth(middle), scale_factor=2.0, mode="nearest")
        )
        return self.head(self.last(near))  # type: ignore[no-any-return]


class _CropNetwork(nn.Module):
    """Pictures (n, inward, 48, 48) -> (n, outputs)."""

    def __init__(self, inward: int, wide: tuple[int, int, int], narrow: int, outputs: int) -> None:
        super().__init__()
        steps = zip((inward, *wide), wide, strict=False)
        self.body = nn.Sequential(*(one for a, b in steps for one in (conv(a, b, 2), Residual(b))))
        self.narrow = nn.Sequential(
            nn.Conv2d(wide[-1], narrow, 1, bias=False), nn.BatchNorm2d(narrow), nn.ReLU(inplace=True)
        )
        self.out = nn.Linear(narrow * 36, outputs)

    def forward(self, x: Tensor) -> Tensor:
        """Return the outputs of every picture."""
        return self.out(self.narrow(self.body(x)).flatten(1))  # type: ignore[no-any-return]


class FaceNetwork(_CropNetwork):
    """Crop (n, 3, 48, 48) -> (n, 57): embedding (48, any length), corner shifts (8), logit of a face."""

    def __init__(self) -> None:
        super().__init__(3, (16, 32, 56), 20, EMBEDDING + 9)


class SlantNetwork(_CropNetwork):
    """Views (n, 4, 48, 48) -> (n, 1): logit of a side, or of a top seen far off the vertical."""

    def __init__(self) -> None:
        super().__init__(4, (16, 24, 40), 12, 1)


def mean_of(network: nn.Module) -> Any:
    """Return the running mean of a network's weights: half of it is from the last 350 steps."""
    average = torch.optim.swa_utils.get_ema_multi_avg_fn(0.998)  # type: ignore[no-untyped-call]
    return torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=average, use_buffers=True)
