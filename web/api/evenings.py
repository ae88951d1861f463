"""Players and past games: what pages learn of them, what the host can change, how a game is shared."""

from collections.abc import Callable
from datetime import UTC, datetime

from flask import Response
from markupsafe import Markup

from companion.errors import (
    BadMove,
    BadPlayer,
    BadRecord,
    BadSetup,
    IllegalMove,
    JournalError,
    NoSuchGame,
    UnknownGame,
)
from companion.table.access.access import Access
from companion.table.evenings.sharing import SITE, file_of, link_of, table_of
from companion.table.service import EveningsDesk, Table
from companion.table.shapes.evenings import EveningsShape
from web.addresses import Addresses, Answer, Asked
from web.answers import Done, Shared
from web.api.done import DONE, done
from web.bodies.evenings import MarkedPlayer, MergedPlayer, PlayerName
from web.bodies.parts import Nothing
from web.bodies.table import Comer, Leaver
from web.errors import NothingThere
from web.pages.language import chosen_language
from web.pages.result_card import card
from web.pages.wording import text

TOLD = Answer("players, standings, evenings", EveningsShape)
IMAGE = Answer("an SVG", None, "image/svg+xml")
STARTS = (NoSuchGame, IllegalMove, BadPlayer, BadSetup, BadRecord, BadMove, UnknownGame, JournalError)
"""The errors of going on with a game in another way."""


def add_evenings(api: Addresses, table: Table, access: Access) -> None:
    """Add the addresses."""
    _add_told(api, table.evenings)
    _add_games(api, table)
    _add_players(api, table, access)
    _add_shared(api, table.evenings)


def _add_told(api: Addresses, evenings: EveningsDesk) -> None:
    @api.get(
        "/v1/evenings",
        "Players, the standings of all evenings, and the last evenings with their games",
        who="everyone",
        answer=TOLD,
    )
    def told(_: Asked[None]) -> EveningsShape:
        return evenings.told()

    @api.get(
        "/v1/evenings/<int:before>",
        "The same, with the evenings before the one of that number",
        who="everyone",
        answer=TOLD,
    )
    def told_before(_: Asked[None], before: int) -> EveningsShape:
        return evenings.told(before)

    @api.get(
        "/v1/sittings/<int:sitting>/picture",
        "The winning city or board of a game that has ended, as the game draws it",
        who="anyone",
        answer=IMAGE,
        errors=(NothingThere,),
    )
    def past_picture(_: Asked[None], sitting: int) -> Response:
        return _image(evenings.drawing(sitting, word()))

    @api.get(
        "/v1/sittings/<int:sitting>/card",
        "A game that has ended as one picture: ranking, why, what is worth telling, the winning board",
        who="anyone",
        answer=IMAGE,
        errors=(NoSuchGame,),
    )
    def past_card(_: Asked[None], sitting: int) -> Response:
        play = evenings.play(sitting, title())
        drawn = evenings.drawing(sitting, word())
        return _image(card(play, drawn, chosen_language()))


def _add_games(api: Addresses, table: Table) -> None:
    """Add the host's actions on games."""
    evenings = table.evenings
    games = api.alike("/v1/sittings/<int:sitting>", DONE)

    @games.change("/close", "End the game under way without another", Nothing, NoSuchGame, JournalError)
    def close_sitting(asked: Asked[Nothing], sitting: int) -> Done:
        evenings.close(sitting)
        return done(table, asked)

    @games.change("/reopen", "Go on with a game of before, to put a move of it right", Nothing, *STARTS)
    def reopen(asked: Asked[Nothing], sitting: int) -> Done:
        evenings.reopen(sitting)
        return done(table, asked)

    @games.change(
        "/leave", "Let a player leave the game under way, where the rules allow it", Leaver, *STARTS
    )
    def leave(asked: Asked[Leaver], sitting: int) -> Done:
        evenings.leave(sitting, asked.body.name)
        return done(table, asked)

    @games.change(
        "/come_in",
        "Let somebody join the game under way as the last seat, where the rules allow it",
        Comer,
        *STARTS,
    )
    def come_in(asked: Asked[Comer], sitting: int) -> Done:
        evenings.come_in(sitting, asked.body.name, nameless=asked.body.guest)
        return done(table, asked)


def _add_players(api: Addresses, table: Table, access: Access) -> None:
    """Add the host's actions on players."""
    evenings = table.evenings
    players = api.alike("/v1/players/<player>", DONE, BadPlayer, JournalError)

    @players.change("/rename", "Give a player another name, in every game", PlayerName)
    def rename_player(asked: Asked[PlayerName], player: str) -> Done:
        access.rename(*evenings.rename(player, asked.body.name))
        return done(table, asked)

    @players.change("/mark", "Give a player another colour and sign", MarkedPlayer)
    def mark_player(asked: Asked[MarkedPlayer], player: str) -> Done:
        evenings.mark(player, asked.body.colour, asked.body.sign)
        return done(table, asked)

    @players.change("/merge", "Make one player of two who never sat at one table", MergedPlayer)
    def merge_players(asked: Asked[MergedPlayer], player: str) -> Done:
        access.rename(*evenings.merge(player, asked.body.into))
        return done(table, asked)

    @players.change("/delete", "Keep nothing of a player but that somebody played", Nothing)
    def delete_player(asked: Asked[Nothing], player: str) -> Done:
        access.rename(evenings.delete(player, word()("evening.guest")), None)
        return done(table, asked)


def _add_shared(api: Addresses, evenings: EveningsDesk) -> None:
    """Add past games as other programs take them."""

    @api.get(
        "/v1/results.csv",
        "Every place of every game that was played to its end",
        who="everyone",
        answer=Answer("a table of values", None, "text/csv"),
    )
    def results_table(_: Asked[None]) -> Response:
        # With a mark at its beginning spreadsheets know that it is UTF-8.
        return _file("\ufeff" + table_of(evenings.plays(title())), "text/csv", "results.csv")

    @api.get(
        "/v1/sittings/<int:sitting>/bgsplay",
        "A game for Board Game Stats, as a file",
        who="everyone",
        answer=Answer("a .bgsplay file", None, "application/octet-stream"),
        errors=(NoSuchGame,),
    )
    def bgsplay(_: Asked[None], sitting: int) -> Response:
        play = evenings.play(sitting, title())
        made = file_of(play, datetime.now(UTC))
        return _file(made, "application/octet-stream", f"{play.result.game}-{sitting}.bgsplay")

    @api.get(
        "/v1/sittings/<int:sitting>/bgstats",
        "A link by which Board Game Stats takes a game: whoever opens it sends names to its site",
        who="everyone",
        answer=Answer("the link, and what goes with it", Shared),
        errors=(NoSuchGame,),
    )
    def bgstats(_: Asked[None], sitting: int) -> Shared:
        play = evenings.play(sitting, title())
        return Shared(link_of(play), SITE, [placed.name for placed in play.result.ranking])


def word() -> Callable[[str], str]:
    """Return the function that gives texts in the caller's language."""
    language = chosen_language()
    return lambda code: text(language, code)


def title() -> Callable[[str], str]:
    """Return the function that gives games' names in the caller's language."""
    language = chosen_language()
    return lambda game: _name(game, text(language, f"game.{game}"))


def _name(game: str, said: str) -> str:
    return game.replace("_", " ").capitalize() if said == f"game.{game}" else said


def _image(drawn: str) -> Response:
    if not drawn:
        raise NothingThere("there is no picture of that game")
    response = Response(Markup(drawn), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "no-cache"
    return response


def _file(content: str, media: str, name: str) -> Response:
    response = Response(content, mimetype=media)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
