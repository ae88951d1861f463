"""Which games' pages tell their rules."""

import re

import pytest

from web.pages.bundles import GAMES, games_with


@pytest.mark.parametrize("game", games_with("page.js"))
def test_the_page_of_a_game_tells_its_rules(game: str) -> None:
    if not re.search(r"^  rules(?:,|: )", (GAMES / game / "page.js").read_text("utf-8"), re.MULTILINE):
        pytest.skip(f"the page of {game} tells no rules yet")
