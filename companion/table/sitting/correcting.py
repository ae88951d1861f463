"""What a person may put right about an offered move, and what it then is."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.errors import BadMove, IllegalMove, Reason
from companion.games.game import Role, Setup
from companion.table.hooks.verdict import Choice
from companion.table.plays.play import Play
from companion.table.sight.misread_dice import MisreadDie
from companion.table.sight.putting_right import MisreadPiece
from companion.table.sitting.offer import Offer
from companion.table.sitting.permissions import check_answer


def with_faces(
    choice: Choice[Any], faces: Sequence[str], play: Play[Any, Any]
) -> tuple[Choice[Any], list[MisreadDie]]:
    """Return a choice with its dice showing these faces, and those that were read wrongly."""
    if len(faces) != len(choice.dice):
        raise BadMove(f"{len(choice.dice)} faces are needed, one for each die, not {len(faces)}")
    named = zip(choice.dice, faces, strict=True)
    wrong = [MisreadDie(die, face) for die, face in named if die.face != face]
    if not wrong:
        return choice, wrong
    moves = (*choice.moves[:-1], {**choice.moves[-1], "faces": list(faces)})
    memory = choice.memory
    for one in wrong:
        memory = play.put_right(memory, one.read, one.face)
    return replace(choice, moves=moves, memory=memory), wrong


def check_open(
    role: Role, setup: Setup, offer: Offer | None, piece: MisreadPiece, frame: int, *, is_told: bool
) -> None:
    """Check that this role may still correct a piece of the last reading.

    ``is_told``: whether the table says something of that reading without asking or proposing anything.

    If the meaning of a throw is already accepted, it is a move, to be corrected as one. A piece on a
    board stays there, and nothing was accepted that was not understood. Raises ``IllegalMove``,
    ``NotAllowed``.
    """
    is_open = offer.frame == frame if offer is not None and offer.is_asked else is_told
    if not (piece.is_of_board or is_open):
        raise IllegalMove(
            "what was thrown was accepted already",
            hint="Correct the move in the list of moves.",
            reason=Reason("error.accepted_already"),
        )
    if offer is not None:
        check_answer(role, setup, offer)
