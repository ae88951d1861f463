"""A token's edge is sharp; that of the coloured light which a clear gem throws is soft."""

import cv2
import numpy as np

from vision.tokens.finding.outlines import RADIUS_PX, Work, looked_at

PLACES = np.array([[40.0, 40.0], [100.0, 40.0]])


def test_soft_light_is_told_from_a_token_by_its_edge() -> None:
    light = np.full((80, 140, 3), (160, 165, 170), np.uint8)
    cv2.circle(light, (100, 40), 12, (200, 120, 120), -1)
    picture = cv2.GaussianBlur(light, (0, 0), 5.0)
    cv2.circle(picture, (40, 40), 12, (200, 120, 120), -1, cv2.LINE_AA)
    found = looked_at(Work(np.asarray(picture, np.uint8), 1.0), PLACES, np.full(2, RADIUS_PX))
    token, soft = found.sharpness
    assert token > 0.6 > 0.5 > soft
