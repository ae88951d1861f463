"""How an answer to a proposal or question is processed."""

from collections.abc import Sequence

from companion.errors import IllegalMove, Reason
from companion.games.game import Role
from companion.table.sight.putting_right import MisreadPiece
from companion.table.sitting.ledger import Cause
from companion.table.sitting.permissions import check_answer
from companion.table.sitting.playing import Playing


def answered(
    playing: Playing,
    role: Role,
    proposal: str,
    choice: str,
    faces: Sequence[str] | None,
    source: Cause,
) -> Sequence[MisreadPiece]:
    """Process an answer: a choice's id, ``accept`` or ``stop``; return what was read wrongly.

    ``faces``: what the choice's dice really show, in order. Raises IllegalMove, NotAllowed.
    """
    accepted, offer = playing.accepted, playing.offer
    if choice == "stop" and accepted is not None and accepted.id == proposal:
        offer = accepted
    if offer is None or offer.id != proposal:
        raise IllegalMove(
            "this question is not open any more",
            hint="Look at the table again.",
            reason=Reason("error.question_closed"),
        )
    check_answer(role, playing.current.history.setup, offer)
    if offer is accepted:
        playing.take_back(source)
    if choice == "stop":
        playing.refuse()
    elif faces is None:
        playing.take(offer.choice(choice), source)
    else:
        return playing.take_corrected(offer.choice(choice), faces, source)
    return ()
