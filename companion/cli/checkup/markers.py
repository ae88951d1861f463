"""The marker cards: whether all visible ones agree on the table's plane."""

from companion.cli.checkup.finding import CheckFinding
from vision.frame import ImageBgr
from vision.markers.cards import MARKER_IDS
from vision.markers.finder import find_markers, has_mirrored_markers
from vision.markers.plane import markers_seen, table_plane
from vision.pyramid import Pyramid

CORNERS = ("top left", "top right", "bottom right", "bottom left")
"""Where the cards lie around the play area, by their numbers, as the players see it."""
TO_DO = "Lay them flat, uncover them, and light them evenly. Until then sizes are told by the pieces."


def markers(image_bgr: ImageBgr) -> CheckFinding:
    """Look for the table's markers in a picture of the camera."""
    found = find_markers(Pyramid(image_bgr))
    plane = table_plane(image_bgr, found)
    seen = markers_seen(found, plane)
    if not seen.seen and has_mirrored_markers(image_bgr):
        told = "they are seen in the mirror only: the camera mirrors its picture"
        return CheckFinding(
            "wrong", "markers", told, "Start with --mirror, or set it on the page /camera."
        )
    if not seen.seen:
        told = "none are seen; pieces are read without them. To print some: companion print markers"
        return CheckFinding("not here", "markers", told)
    missing = [CORNERS[number] for number in MARKER_IDS if number not in seen.seen]
    if plane is None and not seen.unfit:
        told = f"only {len(seen.seen)} of {len(MARKER_IDS)} can be read, and they tell no sizes"
        return CheckFinding("wrong", "markers", told, TO_DO)
    if plane is None:
        return CheckFinding("wrong", "markers", "they do not lie flat, and tell no sizes", TO_DO)
    if seen.unfit:
        told = f"the one at the {CORNERS[seen.unfit[0]]} does not lie flat, and is not used"
        return CheckFinding("wrong", "markers", told, "Press it flat.")
    if missing:
        told = f"the one at the {missing[0]} cannot be read; the other three do for now"
        return CheckFinding("wrong", "markers", told, "Uncover it, lay it flat, and light it evenly.")
    return CheckFinding("well", "markers", "all four are seen, and lie flat")
