"""Invented symbols: numerals, letters, signs, blobs, compositions. Every die gets symbols of its own."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.workshop.training.worlds.ink import TEXTURE_PX, InkMask, empty, filled, moved, placed, soften

SIGNS = (
    *range(0x2190, 0x21C0),  # arrows
    *range(0x2654, 0x2668),  # chess pieces, suits
    *"■□▣▤▥▦▧▨▩▲△▶▷▼▽◀◁◆◇◈◊○◎●◐◑★☆",
    *range(0x3042, 0x3095),  # hiragana
    *range(0x30A1, 0x30F0),  # katakana
    *range(0x0391, 0x03A2),  # Greek
    *range(0x03A3, 0x03C9),
    *range(0x0410, 0x0450),  # Cyrillic
    *range(0x4E00, 0x9FA0, 131),  # Chinese
)
BLANK_SHARE = 0.06


def symbols(rng: np.random.Generator) -> dict[str, InkMask]:
    """Return six symbols that no other die has; on some dice one or two faces are blank."""
    name = int(rng.integers(1 << 40))
    masks = KINDS[int(rng.integers(len(KINDS)))](rng)
    if rng.random() < 0.12:
        masks = [_frame(mask) for mask in masks]
    faces = {f"symbol.{name}.{number}": mask for number, mask in enumerate(masks)}
    if rng.random() < BLANK_SHARE:
        return dict(list(faces.items())[: int(rng.integers(4, 6))]) | {f"symbol.{name}.blank": empty()}
    return faces


def _drawn(rng: np.random.Generator) -> list[InkMask]:
    return [placed(rng, _shape(rng), 0.05) for _ in range(6)]


def _shape(rng: np.random.Generator) -> InkMask:
    if rng.random() < 0.45:
        return _blob(rng)
    mask = empty()
    for _ in range(int(rng.integers(1, 5))):
        _primitive(rng, mask)
    return mask


def _numerals(rng: np.random.Generator) -> list[InkMask]:
    """Return 1 to 6 in one handwriting; the 6 mostly has a dot or a line that distinguishes it from a
    9."""
    mark = rng.integers(3)
    masks = _written(rng, ["1", "2", "3", "4", "5", "6." if mark == 1 else "6"])
    return [*masks[:5], _underline(masks[5])] if mark == 2 else masks


def _letters(rng: np.random.Generator) -> list[InkMask]:
    return _written(
        rng, [str(one) for one in rng.choice(list("ABCDEFGHJKLMNPQRSTUVWXYZ?!&%+-"), 6, False)]
    )


def _signs(rng: np.random.Generator) -> list[InkMask]:
    chosen = [SIGNS[int(one)] for one in rng.choice(len(SIGNS), 6, False)]
    return _written(rng, [one if isinstance(one, str) else chr(one) for one in chosen])


def _written(rng: np.random.Generator, texts: list[str]) -> list[InkMask]:
    """Return texts in one handwriting and size, each a little askew."""
    pen = _printer(rng) if rng.random() < 0.7 or not "".join(texts).isascii() else _plotter(rng)
    size = float(rng.uniform(0.36, 0.82))
    return [moved(_fit(pen(text), size), rng.normal(0, 3), 1.0, rng.normal(0, 1.5, 2)) for text in texts]


def _printer(rng: np.random.Generator) -> Callable[[str], InkMask]:
    """Return a function that writes in one of OpenCV's fonts (available from 5.0 on), in one weight."""
    font = cv2.FontFace(str(rng.choice(["sans", "italic", "uni"])))
    weight = int(rng.integers(300, 900))

    def write(text: str) -> InkMask:
        drawn = np.zeros((3 * TEXTURE_PX, 3 * TEXTURE_PX), np.uint8)
        cv2.putText(drawn, text, (TEXTURE_PX // 2, 2 * TEXTURE_PX), 255, font, TEXTURE_PX, weight)
        return np.asarray(drawn / 255, np.float32)

    return write


def _plotter(rng: np.random.Generator) -> Callable[[str], InkMask]:
    """Return a function that writes in one of the plotter's fonts, with one pen."""
    font, thick = int(rng.choice([0, 1, 2, 3, 4, 6])), int(rng.integers(4, 13))

    def write(text: str) -> InkMask:
        drawn = np.zeros((3 * TEXTURE_PX, 3 * TEXTURE_PX), np.uint8)
        cv2.putText(
            drawn, text, (TEXTURE_PX // 2, 2 * TEXTURE_PX), font, 2.6, (255.0,), thick, cv2.LINE_AA
        )
        return np.asarray(drawn / 255, np.float32)

    return write


def _fit(drawn: InkMask, size: float) -> InkMask:
    """Return the drawing in the middle of a face, its longer extent ``size`` of the face's side."""
    x, y, width, height = cv2.boundingRect((drawn > 0.2).astype(np.uint8))
    scale = size * TEXTURE_PX / max(width, height, 1)
    turn = np.array([[scale, 0, 0], [0, scale, 0]])
    turn[:, 2] = TEXTURE_PX / 2 - scale * np.array([x + width / 2, y + height / 2])
    return np.asarray(
        cv2.warpAffine(drawn, turn, (TEXTURE_PX, TEXTURE_PX), flags=cv2.INTER_AREA), np.float32
    )


def _underline(mask: InkMask) -> InkMask:
    lined = mask.copy()
    x, y, width, height = cv2.boundingRect((mask > 0.2).astype(np.uint8))
    level = min(y + height + 6, TEXTURE_PX - 4)
    cv2.line(lined, (x, level), (x + width, level), (1.0,), 5, cv2.LINE_AA)
    return lined


def _frame(mask: InkMask) -> InkMask:
    """Return a symbol with a line around it, as many custom dice have."""
    framed = mask.copy()
    near = round(0.08 * TEXTURE_PX)
    cv2.rectangle(framed, (near, near), (TEXTURE_PX - near, TEXTURE_PX - near), (1.0,), 2, cv2.LINE_AA)
    return framed


def _blob(rng: np.random.Generator) -> InkMask:
    corners = int(rng.integers(3, 12))
    angles = (
        np.sort(rng.uniform(0, 2 * np.pi, corners))
        if rng.random() < 0.6
        else np.linspace(0, 2 * np.pi, corners, endpoint=False)
    )
    radii = rng.uniform(0.12, 0.48, corners)
    points = 0.5 + np.stack([np.cos(angles), np.sin(angles)], 1) * radii[:, None]
    mask = filled(points)
    return soften(mask, 2.0) if rng.random() < 0.3 else mask


def _primitive(rng: np.random.Generator, mask: InkMask) -> None:
    x, y = (int(v) for v in rng.integers(18, TEXTURE_PX - 18, 2))
    size, ink = int(rng.integers(8, 34)), 1.0 if rng.random() < 0.75 else 0.0
    width = -1 if rng.random() < 0.5 else int(rng.integers(3, 9))
    kind = rng.integers(4)
    if kind == 0:
        cv2.circle(mask, (x, y), size, ink, width, cv2.LINE_AA)
    elif kind == 1:
        cv2.rectangle(mask, (x - size, y - size // 2), (x + size, y + size // 2), ink, width)
    elif kind == 2:
        end = (int(rng.integers(8, TEXTURE_PX - 8)), int(rng.integers(8, TEXTURE_PX - 8)))
        cv2.line(mask, (x, y), end, ink, int(rng.integers(4, 14)), cv2.LINE_AA)
    else:
        cv2.ellipse(
            mask,
            (x, y),
            (size, max(3, size // 2)),
            float(rng.uniform(0, 180)),
            0,
            float(rng.uniform(150, 360)),
            ink,
            width,
            cv2.LINE_AA,
        )


KINDS: tuple[Callable[[np.random.Generator], list[InkMask]], ...] = (
    _numerals,
    _letters,
    _signs,
    _signs,
    _drawn,
    _drawn,
)
