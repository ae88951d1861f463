"""The table's plane from the marker cards: where millimetres lie in the picture, at any height.

Method: a homography from the markers' corners (on the A4 mat their places are known; loose cards are
squares of known size, fitted together); the camera's focal length from the homography (Zhang 2000,
section 3.1), with usual focal lengths as prior; then the plane at any height is a homography, too.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.markers.cards import MAT_LAYOUT
from vision.markers.loose_cards import nearest_squares, places_of_cards
from vision.readings.reading import MarkersSeen

Matrix = NDArray[np.float64]
Fit = tuple[float, Matrix]
"""The worst corner's distance from its expected place, in sides of a marker, and the homography."""

LIKELY_FOCAL = 0.85
"""Focal length in picture widths of the usual Pi, web and phone cameras."""
FOCAL_SPREAD = 0.25
"""Spread of usual focal lengths, as a standard deviation of the logarithm: most have 0.66 to 1.1."""
FOCALS = np.geomspace(0.5, 1.7, 60)
"""Focal lengths in picture widths that are compared: those of any camera, in steps of 2 %."""
CORNER_NOISE = 0.006
"""Ratio by which slightly misread corners of markers make the table's axes seem oblique or unequal: it
weighs the markers against the prior focal length. Chosen by hand."""
ENOUGH = 3
"""Number of markers that determine the plane."""
MOST_MISFIT = 0.06
"""Greatest distance between markers' corners seen and expected, in sides of a marker (1.8 mm). Chosen by
hand."""
PERHAPS_ASTRAY, ASTRAY = 0.02, 1 / 3
"""Distance of the worst corner (in sides of a marker, 0.6 mm) from which one of four markers may be
astray, and ratio by which the other three must fit better for it to be. Chosen by hand on 24 drawn
mats."""


@dataclass(frozen=True, eq=False)
class TablePlane:
    """A camera over the table: ``camera`` (3 x 4) maps table mm (x, y, height) to pixels.

    ``left_out``: the number of the marker, if any, that was seen but does not lie flat with the others.
    """

    camera: Matrix
    left_out: tuple[int, ...] = ()
    _backs: dict[float, Matrix] = field(default_factory=dict, init=False, repr=False)
    """Maps from pixels to table mm, one for each requested height: all dice of a picture share one."""

    def homography(self, height_mm: float) -> Matrix:
        """Return the homography (3 x 3) from table mm at this height to pixels."""
        matrix = self.camera[:, [0, 1, 3]]
        matrix[:, 2] += height_mm * self.camera[:, 2]
        return matrix

    def to_mm(self, points_px: NDArray[np.float64], height_mm: float) -> NDArray[np.float64]:
        """Return table mm (n, 2) of pixels (n, 2) seen at this height."""
        if height_mm not in self._backs:
            self._backs[height_mm] = np.asarray(np.linalg.inv(self.homography(height_mm)), np.float64)
        back = self._backs[height_mm]
        return np.asarray(cv2.perspectiveTransform(points_px[None].astype(np.float64), back)[0])

    def to_px(self, points_mm: NDArray[np.float64], height_mm: float) -> NDArray[np.float64]:
        """Return pixels (n, 2) of table mm (n, 2) at this height."""
        return np.asarray(
            cv2.perspectiveTransform(points_mm[None].astype(np.float64), self.homography(height_mm))[0]
        )


def table_plane(image_bgr: ImageBgr, markers: dict[int, Matrix]) -> TablePlane | None:
    """Return the camera over the table, or None if fewer than three markers are seen or do not fit."""
    if len(markers) < ENOUGH:
        return None
    seen = np.stack([markers[number] for number in sorted(markers)])
    found = _on_mat(seen, sorted(markers)) or _loose_cards(seen, 0 in markers)
    if found is None:
        return None
    homography, left_out = found
    height, width = image_bgr.shape[:2]
    return TablePlane(_camera(homography, width, height), left_out)


def markers_seen(markers: Iterable[int], plane: TablePlane | None) -> MarkersSeen:
    """Return which markers are seen, and which of them do not lie flat with the others.

    ``plane``: the table's plane from them. If three or more give no plane, any of them may be at fault.
    """
    seen = tuple(sorted(markers))
    if plane is not None:
        return MarkersSeen(seen, plane.left_out)
    return MarkersSeen(seen, seen if len(seen) >= ENOUGH else ())


def _fitted(places_mm: Matrix, seen_px: Matrix) -> Matrix:
    return np.asarray(
        cv2.findHomography(places_mm.reshape(-1, 2), seen_px.reshape(-1, 2), 0)[0], np.float64
    )


def fit(places_mm: Matrix, seen_px: Matrix) -> Fit:
    """Return the homography from a plane's mm to px, and its misfit: how far a marker's corner (n, 4, 2)
    is from where it should be, in sides of a marker."""
    homography = _fitted(places_mm, seen_px)
    expected = cv2.perspectiveTransform(places_mm.reshape(1, -1, 2), homography)[0]
    side = np.linalg.norm(seen_px[:, 1] - seen_px[:, 0], axis=1).mean()
    return float(np.linalg.norm(expected - seen_px.reshape(-1, 2), axis=1).max() / side), homography


def _on_mat(seen_px: Matrix, numbers: list[int]) -> tuple[Matrix, tuple[int, ...]] | None:
    """Return the homography of the mat; a marker that is bent up or half in shadow is left out."""
    places = MAT_LAYOUT.corners_mm()[numbers]
    whole = fit(places, seen_px)
    (misfit, homography), left_out = _without_astray(
        whole, len(numbers), lambda one: fit(np.delete(places, one, 0), np.delete(seen_px, one, 0))
    )
    return (homography, left_out) if misfit < MOST_MISFIT else None


def _loose_cards(seen_px: Matrix, has_origin: bool) -> tuple[Matrix, tuple[int, ...]] | None:
    """Return the homography of cards of known size but unknown place; of four a bent one is left out."""
    (misfit, homography), left_out = _without_astray(
        _cards_fit(seen_px), len(seen_px), lambda one: _cards_fit(np.delete(seen_px, one, 0))
    )
    if misfit >= MOST_MISFIT:
        return None
    if has_origin:
        homography = homography @ _from_first_card(homography, seen_px[0])
    return homography, left_out


def _without_astray(
    whole: Fit, count: int, without: Callable[[int], Fit]
) -> tuple[Fit, tuple[int, ...]]:
    """Return the fit of the markers; of four without the one that is astray, if any, and its number.

    ``whole``: the fit of all ``count``; ``without`` gives the fit of the others without one of four.
    """
    if count < 4 or whole[0] <= PERHAPS_ASTRAY:
        return whole, ()
    fits = [without(one) for one in range(count)]
    astray = min(range(count), key=lambda one: fits[one][0])
    return (fits[astray], (astray,)) if fits[astray][0] < ASTRAY * whole[0] else (whole, ())


def _cards_fit(seen_px: Matrix) -> Fit:
    places = places_of_cards(seen_px)
    return (np.inf, np.eye(3)) if places is None else fit(places, seen_px)


def _from_first_card(homography: Matrix, quad_px: Matrix) -> Matrix:
    """Return the map (3 x 3) after which card 0's own top left is the origin and its top edge is x."""
    flat = cv2.perspectiveTransform(quad_px[None], np.linalg.inv(homography))
    origin, end = nearest_squares(np.asarray(flat, np.float64))[0, :2]
    x, y = (end - origin) / np.linalg.norm(end - origin)
    return np.array([[x, -y, origin[0]], [y, x, origin[1]], [0.0, 0.0, 1.0]])


def _camera(homography: Matrix, width: int, height: int) -> Matrix:
    """Return the camera (3 x 4) whose view of the table is this homography."""
    choices = FOCALS * width
    focal = float(choices[_focal_costs(homography, choices, width, height).argmin()])
    intrinsic = _intrinsic(focal, width, height)
    a, b, c = (np.linalg.inv(intrinsic) @ homography).T
    scale = 2 / (np.linalg.norm(a) + np.linalg.norm(b))
    if c[2] < 0:
        scale = -scale
    up = -np.cross(a * scale, b * scale)
    pose = np.column_stack([a * scale, b * scale, up / np.linalg.norm(up), c * scale])
    return np.asarray(intrinsic @ pose, np.float64)


def _intrinsic(focal: float, width: int, height: int) -> Matrix:
    return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])


def _focal_costs(
    homography: Matrix, focals: NDArray[np.float64], width: int, height: int
) -> NDArray[np.float64]:
    """Return for each focal length how far the table's axes are from being perpendicular and equal."""
    centre = np.array([(width - 1) / 2, (height - 1) / 2])
    a, b = homography[:, 0], homography[:, 1]
    flat = (
        np.stack([(axis[:2] - axis[2] * centre) for axis in (a, b)])[:, None, :] / focals[None, :, None]
    )
    lengths = np.sqrt((flat**2).sum(2) + np.array([a[2], b[2]])[:, None] ** 2)
    skew = ((flat[0] * flat[1]).sum(1) + a[2] * b[2]) / (lengths[0] * lengths[1])
    misfit = (skew**2 + np.log(lengths[0] / lengths[1]) ** 2) / CORNER_NOISE**2
    return np.asarray(misfit + (np.log(focals / width / LIKELY_FOCAL) / FOCAL_SPREAD) ** 2)
