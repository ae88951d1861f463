"""A frame as JPEG, small enough for a phone's screen."""

import cv2

from vision.frame import ImageBgr

QUALITY = 82
"""JPEG quality, 0 to 100. Chosen by eye: no blocks are visible on a phone."""


def jpeg(image_bgr: ImageBgr, width_px: int = 1280) -> bytes:
    """Return the picture as JPEG, at most ``width_px`` wide, its shape kept."""
    height, width = image_bgr.shape[:2]
    if width > width_px:
        size = (width_px, round(height * width_px / width))
        image_bgr = cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    done, data = cv2.imencode(".jpg", image_bgr, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
    assert done
    return data.tobytes()
