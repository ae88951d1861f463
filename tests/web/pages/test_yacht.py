"""Everything of Yacht that pages name by a code is in the catalogue."""

import pytest

from companion.games.yacht.rules import GAME
from companion.games.yacht.sheets import SHEETS
from web.pages.language import LANGUAGES, catalogue


@pytest.mark.parametrize("language", LANGUAGES)
def test_boxes_sheets_and_options_have_names(language: str) -> None:
    boxes = {f"yacht.box.{box}" for sheet in SHEETS.values() for box in sheet.names}
    options = {f"option.{option}" for option in GAME.options} | {f"choice.{sheet}" for sheet in SHEETS}
    assert boxes | options | {"game.yacht"} <= set(catalogue(language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sheet", SHEETS)
def test_no_two_boxes_of_a_sheet_have_the_same_name(language: str, sheet: str) -> None:
    names = [catalogue(language)[f"yacht.box.{box}"] for box in SHEETS[sheet].names]
    assert len(set(names)) == len(names)
