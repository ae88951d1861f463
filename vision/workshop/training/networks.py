"""The three networks, in torch: one finds top faces, one examines a face, one tells at which angle it is
seen."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from vision.dice.finding.shape import CHANNELS

EMBEDDING = 48
CROP_PX = 48


def _conv(inward: int, outward: int, stride: int = 1, reach: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inward, outward, 3, stride, padding=reach, dilation=reach, bias=False),
        nn.BatchNorm2d(outward),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    def __init__(self, width: int, reach: int = 1) -> None:
        super().__init__()
        self.first = _conv(width, width, 1, reach)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class FinderNetwork(nn.Module):
    """Picture (n, 3, h, w), sides multiples of 16 -> (n, 8, h/4, w/4); the logit of a centre comes
    first."""

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(_conv(3, 16, 2), _conv(16, 24, 2), _Residual(24))
        self.eighth = nn.Sequential(_conv(24, 36, 2), _Residual(36), _Residual(36, 2))
        self.sixteenth = nn.Sequential(_conv(36, 48, 2), _Residual(48, 2))
        self.from_sixteenth = nn.Conv2d(48, 36, 1)
        self.from_eighth = nn.Conv2d(36, 24, 1)
        self.last = nn.Sequential(_Residual(24), _conv(24, 24))
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


class FaceNetwork(nn.Module):
    """Crop (n, 3, 48, 48) -> (n, 57): embedding (48, any length), corner shifts (8), logit of a face."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 16, 2),
            _Residual(16),
            _conv(16, 32, 2),
            _Residual(32),
            _conv(32, 56, 2),
            _Residual(56),
        )
        self.narrow = nn.Sequential(
            nn.Conv2d(56, 20, 1, bias=False), nn.BatchNorm2d(20), nn.ReLU(inplace=True)
        )
        self.out = nn.Linear(20 * 36, EMBEDDING + 9)

    def forward(self, x: Tensor) -> Tensor:
        """Return the outputs of every crop."""
        return self.out(self.narrow(self.body(x)).flatten(1))  # type: ignore[no-any-return]


class SlantNetwork(nn.Module):
    """Views (n, 4, 48, 48) -> (n, 1): logit of a side, or of a top seen far off the vertical."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(4, 16, 2),
            _Residual(16),
            _conv(16, 24, 2),
            _Residual(24),
            _conv(24, 40, 2),
            _Residual(40),
        )
        self.narrow = nn.Sequential(
            nn.Conv2d(40, 12, 1, bias=False), nn.BatchNorm2d(12), nn.ReLU(inplace=True)
        )
        self.out = nn.Linear(12 * 36, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Return the outputs of every view."""
        return self.out(self.narrow(self.body(x)).flatten(1))  # type: ignore[no-any-return]


def running_mean() -> Callable[..., None]:
    """Return the next running mean of the weights: half of it is from the last 350 steps."""
    return torch.optim.swa_utils.get_ema_multi_avg_fn(0.998)  # type: ignore[no-untyped-call,no-any-return]
