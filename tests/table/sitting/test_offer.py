"""A question that is asked again after another look stays the same question."""

from companion.table.hooks.verdict import Choice, Proposal, Say
from companion.table.sitting.offer import Offer

ONE: Choice[None] = Choice("one", Say("x"), ({"move": "one"},), None)
TWO: Choice[None] = Choice("two", Say("x"), ({"move": "two"},), None)


def asks(*choices: Choice[None], code: str = "which") -> Proposal[None]:
    return Proposal("question", Say(code), choices)


OFFER = Offer("id", asks(ONE, TWO), 0.0, 1, 0.0)


def test_the_order_of_the_answers_makes_no_other_question() -> None:
    assert OFFER.still_asks(asks(TWO, ONE))
    assert not OFFER.still_asks(asks(ONE))
    assert not OFFER.still_asks(asks(ONE, TWO, code="unsure"))


def test_no_answer_changes_its_place() -> None:
    assert OFFER.in_order(asks(TWO, ONE)).choices == (ONE, TWO)
