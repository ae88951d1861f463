"""``companion print WHAT OUT.pdf``: things to lay on the table or to build, true to the millimetre."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from companion.cli.checkup.markers import CORNERS
from companion.cli.sheets.box import box, pieces
from companion.cli.sheets.bracket import bracket, bracket_sheet
from companion.cli.sheets.dxf import drawing
from companion.cli.sheets.labels import labels
from companion.cli.sheets.mount import mount
from companion.cli.sheets.page import A4_MM, RULER_MM, Page
from companion.cli.sheets.wiring import wiring
from companion.devices.pin_map import shipped_pin_map
from companion.table.plays.catalogue import box_labels, sheets
from companion.table.plays.sheet import PrintedSheet
from vision.given_files import whole_file
from vision.markers.cards import (
    A4_LANDSCAPE,
    CARD_BORDER_MM,
    MARKER_IDS,
    MARKER_SIDE_MM,
    MAT_LAYOUT,
    MAT_PAPER_MARGIN_MM,
)
from web.pages.language import LANGUAGES
from web.pages.wording import text

CARD_MM = MARKER_SIDE_MM + 2 * CARD_BORDER_MM
LABEL_MM = 8.0
"""Height of a strip for words below a card's marker, outside the white border that the camera needs."""


@click.command()
@click.argument(
    "what",
    type=click.Choice(["markers", "mat", "wiring", "box", "bracket", "mount", "labels", *sheets()]),
)
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT.pdf")
def command(what: str, out: Path) -> None:
    """Make a PDF to print; of box and bracket also OUT.dxf, for a laser cutter.

    markers: four marker cards to cut out; mat: an A4 mat for dice with markers on it; wiring: what is
    wired to which pin of the Pi, and what to buy; box: the parts of the voting box, to cut out;
    bracket: what carries the camera at the end of an arm; mount: how high the camera hangs; labels: for
    the box's keys and lamps; puzzle: one for three pieces and one for four, others each time, and the
    pieces to cut out; deck: 36 cards with such puzzles, printed on both sides, and the pieces of four
    players.
    """
    maker = (_cut if out.suffix.lower() == ".dxf" else _printed)().get(what)
    if maker is None:
        raise click.UsageError(
            f"{what} is no outline to cut: name a .pdf. As .dxf there are box and bracket."
        )
    with whole_file(out) as file:
        file.write(maker())
    click.echo(f"{out}{_how(what, out)}", err=True)


def _printed() -> dict[str, Callable[[], bytes]]:
    """Return what makes each PDF."""
    return {
        "markers": marker_cards,
        "mat": mat,
        "wiring": lambda: wiring(shipped_pin_map()),
        "box": lambda: box(shipped_pin_map()),
        "bracket": bracket_sheet,
        "mount": mount,
        "labels": box_s_labels,
        **{name: partial(drawn, sheet) for name, sheet in sheets().items()},
    }


def _cut() -> dict[str, Callable[[], bytes]]:
    """Return what makes each drawing for a cutter."""
    return {
        "box": lambda: drawing(pieces(shipped_pin_map())),
        "bracket": lambda: drawing([bracket()]),
    }


def _how(what: str, out: Path) -> str:
    if out.suffix.lower() == ".dxf":
        return ": in millimetres; red is cut, blue only scored, green is for reading."
    return "" if what in ("wiring", "mount") else ": print it at 100 %, then measure its line: 100 mm."


def drawn(sheet: PrintedSheet) -> bytes:
    """Return the printable sheets of a game, as PDF."""
    page = Page(sheet.title, *A4_MM)
    sheet.draw(page, lambda code: [text(language, code) for language in LANGUAGES])
    return page.finished()


def box_s_labels() -> bytes:
    """Return the labels of the voting box, as PDF."""
    words = {text("en", f"game.{game}"): told for game, told in box_labels().items()}
    return labels(shipped_pin_map(), words)


def marker_cards() -> bytes:
    """Return an A4 page with the four cards to cut out, as PDF."""
    width, height = A4_MM
    page = Page("Marker cards", width, height)
    between = (width - 2 * CARD_MM) / 3
    for number, corner in zip(MARKER_IDS, CORNERS, strict=True):
        column, row = int("right" in corner), int("bottom" in corner)
        left = between + column * (CARD_MM + between)
        top = 30 + row * (CARD_MM + LABEL_MM + 20)
        page.marker(number, left + CARD_BORDER_MM, top + CARD_BORDER_MM)
        page.text(left + CARD_BORDER_MM, top + CARD_MM + 4, f"{number}: {corner}")
        page.outline(left, top, CARD_MM, CARD_MM + LABEL_MM)
    page.text(
        25, 20, "Cut along the grey lines. Lay the cards at the corners of where you play, as here."
    )
    page.ruler((width - RULER_MM) / 2, height - 30)
    return page.finished()


def mat() -> bytes:
    """Return the A4 mat for dice, as PDF."""
    width, height = A4_LANDSCAPE
    page = Page("Dice mat", width, height)
    for number, corners in zip(MARKER_IDS, MAT_LAYOUT.corners_mm(), strict=True):
        left, top = (corners[0] + MAT_PAPER_MARGIN_MM).tolist()
        page.marker(number, left, top)
    page.ruler((width - RULER_MM) / 2, height - 7)
    return page.finished()
