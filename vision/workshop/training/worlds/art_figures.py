"""Knights and catapults by many artists."""

import cv2
import numpy as np

from vision.workshop.training.worlds.ink import (
    TEXTURE_PX,
    InkMask,
    disc,
    empty,
    filled,
    line,
    placed,
    soften,
)


def knight(rng: np.random.Generator, inset: float) -> InkMask:
    """Return a knight: a meeple, a soldier, a horse's head, a pawn with a flag, a helmet, a shield."""
    drawing = (_meeple, _meeple, _meeple, _soldier, _horse, _pawn, _helmet, _shield)[rng.integers(8)]
    return placed(rng, drawing(rng), inset)


def _meeple(rng: np.random.Generator) -> InkMask:
    arms, hip, foot = rng.uniform(0.34, 0.47), rng.uniform(0.16, 0.24), rng.uniform(0.26, 0.4)
    shoulder, hand = rng.uniform(0.3, 0.38), rng.uniform(0.42, 0.52)
    right = [
        (0.12, shoulder),
        (arms, hand - 0.04),
        (arms - 0.02, hand + 0.08),
        (hip, 0.62),
        (foot, 0.92),
        (0.12, 0.94),
    ]
    crotch = (0.0, rng.uniform(0.7, 0.86))
    points = (
        [(0.5 + x, y) for x, y in right]
        + [(0.5, crotch[1])]
        + [(0.5 - x, y) for x, y in reversed(right)]
    )
    body = filled(np.array(points) + rng.normal(0, 0.01, (len(points), 2)))
    disc(body, (0.5, 0.24), rng.uniform(0.13, 0.19))
    return soften(body, 1.2) if rng.random() < 0.5 else body


def _soldier(rng: np.random.Generator) -> InkMask:
    body = filled(
        np.array(
            [
                [0.4, 0.35],
                [0.6, 0.35],
                [0.66, 0.92],
                [0.52, 0.92],
                [0.5, 0.7],
                [0.47, 0.92],
                [0.32, 0.92],
            ]
        )
    )
    line(body, (0.72, 0.1), (0.66, 0.75), rng.uniform(0.03, 0.07))
    line(body, (0.58, 0.42), (0.74, 0.5), 0.09)
    shield = filled(np.array([[0.2, 0.42], [0.44, 0.42], [0.43, 0.6], [0.32, 0.74], [0.21, 0.6]]))
    head = filled(np.array([[0.4, 0.32], [0.4, 0.18], [0.5, 0.08], [0.6, 0.18], [0.6, 0.32]]))
    whole = np.maximum(np.maximum(body, head), shield)
    if rng.random() < 0.5:
        line(whole, (0.32, 0.46), (0.32, 0.68), 0.03, 0.0)
        line(whole, (0.42, 0.22), (0.58, 0.22), 0.03, 0.0)
    return whole


def _horse(rng: np.random.Generator) -> InkMask:
    outline = [
        (0.3, 0.92),
        (0.34, 0.66),
        (0.44, 0.52),
        (0.3, 0.56),
        (0.16, 0.52),
        (0.2, 0.4),
        (0.36, 0.24),
        (0.42, 0.08),
    ]
    outline += [(0.5, 0.16), (0.66, 0.24), (0.76, 0.44), (0.78, 0.7), (0.82, 0.92)]
    mask = filled(np.array(outline) + rng.normal(0, 0.015, (len(outline), 2)))
    cv2.circle(mask, (round(0.4 * TEXTURE_PX), round(0.32 * TEXTURE_PX)), 3, 0.0, -1, cv2.LINE_AA)
    return mask


def _pawn(rng: np.random.Generator) -> InkMask:
    foot, neck, head = rng.uniform(0.18, 0.34), rng.uniform(0.05, 0.12), rng.uniform(0.1, 0.17)
    x = rng.uniform(0.36, 0.5)
    body = filled(np.array([[x - neck, 0.35], [x + neck, 0.35], [x + foot, 0.92], [x - foot, 0.92]]))
    disc(body, (x, 0.28), head)
    if rng.random() < 0.7:
        pole = x + rng.uniform(0.22, 0.34)
        line(body, (pole, 0.06), (pole, 0.9), rng.uniform(0.025, 0.06))
        end = pole + rng.uniform(0.1, 0.2) * float(rng.choice([-1, 1]))
        banner = np.array([[pole, 0.06], [end, 0.14], [pole, rng.uniform(0.2, 0.32)]])
        body = np.maximum(body, filled(banner))
        line(body, (x, 0.5), (pole, rng.uniform(0.42, 0.55)), 0.06)
    return body


def _helmet(rng: np.random.Generator) -> InkMask:
    half, brow = rng.uniform(0.22, 0.34), rng.uniform(0.16, 0.3)
    bowl = [[0.5 - half, 0.88], [0.5 - half, 0.4], [0.5, brow], [0.5 + half, 0.4], [0.5 + half, 0.88]]
    mask = filled(np.array(bowl))
    slit = rng.uniform(0.44, 0.56)
    line(mask, (0.5 - 0.8 * half, slit), (0.5 + 0.8 * half, slit), rng.uniform(0.04, 0.09), 0.0)
    if rng.random() < 0.6:
        line(mask, (0.5, slit), (0.5, 0.84), rng.uniform(0.03, 0.07), 0.0)
    if rng.random() < 0.5:
        line(mask, (0.5, brow + 0.04), (0.5 + rng.uniform(-0.3, 0.3), 0.06), 0.08)
    return mask


def _shield(rng: np.random.Generator) -> InkMask:
    half, shoulder = rng.uniform(0.2, 0.34), rng.uniform(0.45, 0.62)
    outline = [[0.5 - half, 0.14], [0.5 + half, 0.14], [0.5 + half, shoulder], [0.5, 0.92]]
    mask = filled(np.array([*outline, [0.5 - half, shoulder]]))
    if rng.random() < 0.6:
        line(mask, (0.5, 0.2), (0.5, 0.8), rng.uniform(0.05, 0.1), 0.0)
        line(mask, (0.5 - half, 0.38), (0.5 + half, 0.38), rng.uniform(0.05, 0.1), 0.0)
    if rng.random() < 0.5:
        line(mask, (0.12, 0.08), (0.88, 0.9), rng.uniform(0.03, 0.06))
    return mask


def catapult(rng: np.random.Generator, inset: float) -> InkMask:
    """Return a catapult: wheels, a frame, an arm with a cup."""
    shape = empty()
    wheel, thick = rng.uniform(0.07, 0.14), rng.uniform(0.05, 0.11)
    floor = 0.92 - wheel
    for x in (rng.uniform(0.18, 0.28), rng.uniform(0.68, 0.8)):
        disc(shape, (x, floor), wheel)
        if rng.random() < 0.4:
            disc(shape, (x, floor), wheel * 0.4, 0.0)
    beam = floor - rng.uniform(0.02, 0.1)
    line(shape, (0.12, beam), (0.88, beam), thick)
    pivot = (rng.uniform(0.4, 0.66), rng.uniform(0.42, 0.6))
    line(shape, (pivot[0] - 0.16, beam), pivot, thick)
    line(shape, (pivot[0] + 0.16, beam), pivot, thick)
    tip = (rng.uniform(0.08, 0.26), rng.uniform(0.08, 0.42))
    away = np.array(pivot) - np.array(tip)
    butt = np.array(pivot) + away * rng.uniform(0.1, 0.7)
    line(shape, tip, (float(butt[0]), float(butt[1])), thick * rng.uniform(0.7, 1.1))
    disc(shape, tip, rng.uniform(0.06, 0.12))
    return placed(rng, shape if rng.random() < 0.5 else np.ascontiguousarray(shape[:, ::-1]), inset)
