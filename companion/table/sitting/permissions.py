"""Who may make which move, answer which question, and stop the game's time."""

from collections.abc import Mapping

from companion.errors import IllegalMove, NotAllowed, Reason
from companion.games.game import EVERYONE, HOST, Role, Setup, Words
from companion.games.history import CORRECT, UNDO, History, corrections
from companion.games.record import name_of
from companion.games.words import text
from companion.table.shapes.values import JsonObject
from companion.table.sitting.early import occasion_of
from companion.table.sitting.offer import Offer
from companion.table.sitting.secrecy import (
    find_last_entered,
    is_secret,
    lie_face_down,
    touches_a_secret,
    would_tell,
)
from companion.table.sitting.sitting import Sitting


def sign(role: Role, sitting: Sitting, words: Words) -> JsonObject:
    """Return the move with the seat it is for. Raises BadMove; NotAllowed if the role may not.

    The host moves for any seat, except where only that seat may know the move. Moves that concern
    everybody have no seat, whoever makes them.
    """
    text(words, "move")
    _check_not_for_good(sitting.history, words)
    if role == HOST:
        return _of_the_host(sitting, dict(words))
    own = own_name(role, sitting.history.setup)
    if own is None:
        raise NotAllowed("this page only shows the game", hint="The host or the player makes moves.")
    wanted = dict(words)
    if wanted.get("move") in sitting.history.game.host_moves:
        raise NotAllowed(
            f"{own} cannot decide that for all",
            hint="The host does.",
            reason=Reason("error.host_decides"),
        )
    if wanted.get("move") == UNDO and not may_take_back(role, sitting.history):
        raise NotAllowed(
            f"{own} cannot take moves back",
            hint="Ask the host to correct it.",
            reason=Reason("error.ask_host"),
        )
    if wanted.get("move") == CORRECT:
        _check_own(role, sitting, corrections(wanted))
    if wanted.setdefault("seat", own) != own:
        raise NotAllowed(f"{own} cannot move for {wanted['seat']}", hint="A seat moves for itself.")
    return _of_nobody(wanted) if sitting.history.game.is_of_all(wanted) else {"seat": own, **wanted}


def _check_not_for_good(history: History, words: Words) -> None:
    """Raise IllegalMove if the host has ended the game, and that would be taken back.

    All secrets were shown at the end: anyone able to take it back would have seen them meanwhile.
    """
    if is_for_good(history) and words.get("move") in (UNDO, CORRECT):
        raise IllegalMove(
            "the host has ended the game, and with that all secrets were told",
            hint="Begin another game.",
            reason=Reason("error.ended_for_good"),
        )


def is_for_good(history: History) -> bool:
    """Tell whether the host has ended the game for good: nothing can be taken back or corrected any
    more."""
    steps, game = history.steps(), history.game
    ended = bool(steps) and steps[-1].entry.words.get("move") in game.host_moves
    return ended and game.outcome(history.state) is not None


def may_take_back(role: Role, history: History) -> bool:
    """Tell whether a seat may take back the last entry: its own move that revealed nothing to anybody.

    Any later entries must be its own, too, and taken back: a player who looked somewhere since, and let
    the host take that back, knows more than at the time of the move.
    """
    steps = history.steps()
    if role.seat is None or not steps or steps[-1].number != find_last_entered(history):
        return False
    last = steps[-1]
    own = all(entry.seat == role.seat for entry in history.entries[last.number - 1 :])
    return own and bool(history.game.may_take_back(last.state, last.move))


def holds_secrets(history: History) -> bool:
    """Tell whether the sitting's record may not be read yet."""
    return bool(history.game.secret_moves) and history.game.outcome(history.state) is None


def check_record(sitting: Sitting) -> None:
    """Raise NotAllowed while the sitting's record holds secrets."""
    if holds_secrets(sitting.history):
        raise NotAllowed("the record holds secrets until the game has ended")


def check_in_time(only_known: bool) -> None:
    """If the caller means only a known move, raise IllegalMove for one that has not come before."""
    if only_known:
        raise _over()


def _over() -> IllegalMove:
    return IllegalMove(
        "what this move belonged to is over, and it had not come before",
        hint="Look at the table again.",
        reason=Reason("error.over"),
    )


def check_not_late(role: Role, history: History, words: Words, after: int | None) -> None:
    """Raise IllegalMove for a secret move if its seat has made another while it was on its way, or if it
    is to lie face down with others that were called for later.


    A phone that had lost the connection may send it much later, when it would mean something else.
    ``after``: the number of the last move that the sender knew; None if it did not say.
    """
    if after is None or not is_secret(history.game, words):
        return
    since = history.entries[after:]
    if any(entry.seat == role.seat and is_secret(history.game, entry.words) for entry in since):
        raise IllegalMove(
            "this was sent before another move of the same seat, which counts",
            hint="Look at the table again.",
            reason=Reason("error.late"),
        )
    if words.get("move") in history.game.turned_up and after < occasion_of(history):
        raise _over()


def _check_own(role: Role, sitting: Sitting, right: Mapping[int, Words]) -> None:
    """Raise NotAllowed unless these are the seat's own moves, followed by nobody else's.

    A card laid face down can be corrected only while it lies face down.
    """
    own = own_name(role, sitting.history.setup)
    since = [step for step in sitting.history.steps() if step.number >= min(right)]
    movers = [*(step.entry.seat for step in since), *(one.seat for one in sitting.early)]
    others = any(seat not in (None, role.seat) for seat in movers)
    turned_up = touches_a_secret(sitting.history, right) and not lie_face_down(sitting.history)
    if others or turned_up or any(words.get("seat", own) != own for words in right.values()):
        raise NotAllowed(
            f"{own} cannot correct that any more",
            hint="Ask the host to correct it.",
            reason=Reason("error.ask_host"),
        )


def check_answer(role: Role, setup: Setup, offer: Offer) -> None:
    """Raise NotAllowed if the role may not answer: a seat answers questions to it or to all."""
    own = own_name(role, setup)
    asked = {words.get("seat") for choice in offer.proposal.choices for words in choice.moves}
    if role != HOST and (own is None or (asked and not asked & {own, None})):
        raise NotAllowed(
            "this question is for another seat",
            hint="The host may answer any.",
            reason=Reason("error.other_seat"),
        )


def check_player(role: Role) -> None:
    """Raise NotAllowed for a page that only displays the game."""
    if role == EVERYONE:
        raise NotAllowed("this page only shows the game", hint="The host or a player may do this.")


def own_name(role: Role, setup: Setup) -> str | None:
    """Return the name of the role's seat; None for the host, for everyone, for no such seat."""
    if role.seat is None or role.seat > len(setup.seats):
        return None
    return name_of(setup, role.seat)


def _of_the_host(sitting: Sitting, wanted: JsonObject) -> JsonObject:
    history, mover = sitting.history, sitting.position.mover
    if wanted.get("move") in history.game.own_moves:
        raise _own_secret()
    if wanted.get("move") in history.game.host_moves:
        return wanted
    if wanted.get("move") == CORRECT:
        _check_no_secret(sitting, corrections(wanted))
    if history.game.is_of_all(wanted):
        return _of_nobody(wanted)
    if "seat" not in wanted and mover is not None and wanted.get("move") not in (UNDO, CORRECT):
        return {"seat": mover, **wanted}
    return wanted


def _of_nobody(wanted: JsonObject) -> JsonObject:
    return {key: value for key, value in wanted.items() if key != "seat"}


def _check_no_secret(sitting: Sitting, right: Mapping[int, Words]) -> None:
    """Raise if a host's correction concerns a secret move, or might reveal or remove one.


    Whether an earlier move still permits what lies face down would reveal it.
    """
    history = sitting.history
    if touches_a_secret(history, right) or would_tell(history, right):
        raise _own_secret()
    if lie_face_down(history) or sitting.early:
        raise IllegalMove(
            "nothing is corrected while something lies face down",
            hint="Wait until all have laid, or take back what was laid.",
            reason=Reason("error.face_down"),
        )


def _own_secret() -> NotAllowed:
    return NotAllowed(
        "only the seat itself makes a secret move",
        hint="The player makes it on a phone that has joined the seat, or at the voting box. "
        "The host's page gives a seat without a phone a new code.",
        reason=Reason("error.own_secret"),
    )
