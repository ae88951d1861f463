"""Which games' pages tell their rules."""

import pytest

from web.pages.bundles import games_with


@pytest.mark.parametrize("game", games_with("page.js"))
def test_the_page_of_a_game_tells_its_rules(game: str) -> None:
    assert game in games_with("rules.js")
