"""Video over RTSP, the usual way of security cameras, through OpenCV's FFmpeg."""

import os
import socket
from collections.abc import Iterator

import cv2
import numpy as np

from vision.cameras.network.address import VideoAddress
from vision.cameras.network.http_video import READ_WITHIN_S, no_answer
from vision.cameras.network.line import VideoConnection
from vision.errors import CameraLost
from vision.frame import ImageBgr
from vision.picture_files import MOST_PIXELS

_PORTS = {"rtsp": 554, "rtsps": 322}
_WITHIN_MS = round(1000 * READ_WITHIN_S)
_TIMEOUTS = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _WITHIN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _WITHIN_MS]


def pictures_over_rtsp(address: VideoAddress, line: VideoConnection) -> Iterator[ImageBgr]:
    """Yield the pictures as they come. Raises ``CameraLost``, whose text shows no secret.

    FFmpeg itself ends everything that takes longer than ``READ_WITHIN_S``: the line is not needed.
    """
    del line
    _knock(address)
    # OpenCV 5 requests the pictures over TCP; version 4, which Bookworm's numpy needs, uses UDP unless
    # told.
    os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")
    capture = cv2.VideoCapture(address.whole, cv2.CAP_FFMPEG, _TIMEOUTS)
    try:
        if not capture.isOpened():
            raise CameraLost(
                f"{address.shown} gives no video",
                hint="Check user, password and path: url:rtsp://USER:PASSWORD@HOST/PATH.",
                why="no_video",
            )
        # Known before the first picture is decoded. A later, larger picture is decoded, but never read.
        width, height = (
            capture.get(what) for what in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        )
        while width * height <= MOST_PIXELS:
            seen, image_bgr = capture.read()
            if not seen or image_bgr is None or image_bgr.shape[0] * image_bgr.shape[1] > MOST_PIXELS:
                break
            yield np.asarray(image_bgr, np.uint8)
    finally:
        capture.release()
    raise CameraLost(
        f"{address.shown} sends no more pictures",
        hint="Is the camera on, and in the network? It is being opened again.",
    )


def _knock(address: VideoAddress) -> None:
    """Check that somebody answers there: FFmpeg does not say why it gets no video."""
    place = (address.host, address.port or _PORTS[address.scheme])
    try:
        socket.create_connection(place, READ_WITHIN_S).close()
    except (OSError, UnicodeError) as error:
        raise no_answer(address, error) from None
