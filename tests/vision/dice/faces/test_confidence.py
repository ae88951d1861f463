"""A face in the hand of an artist unknown to the network is named surely only where much tells so."""

from dataclasses import replace

import pytest

from vision.dice.faces.confidence import Features, fitted

STRANGE = Features(0.52, 0.34, 1.0, 0.99, 0.025, 1.0)
"""A shield for a knight: little like other knights, and far less like anything else."""


def is_sure(features: Features, *, known: bool = True) -> bool:
    calibration = fitted().calibration(known=known)
    return calibration.confidence(features) >= calibration.sure_from


def test_strange_art_is_sure_only_among_dice_that_are_plainly_of_the_set() -> None:
    assert not is_sure(STRANGE)
    assert is_sure(replace(STRANGE, among_others=True))


def test_a_number_hardly_like_pips_is_not_surely_a_one() -> None:
    number = Features(0.54, 0.34, 1.0, 1.0, 0.0, 1.0)
    assert is_sure(replace(number, likeness=0.64))
    assert not is_sure(number)


def test_even_there_what_is_hardly_like_a_face_or_hardly_leads_is_not_sure() -> None:
    among = replace(STRANGE, among_others=True)
    assert not is_sure(replace(among, likeness=0.2))
    assert not is_sure(replace(among, lead=0.2))


@pytest.mark.parametrize(("likeness", "sure"), [(0.64, False), (0.75, True)])
def test_what_is_less_like_a_face_must_lead_by_more(likeness: float, sure: bool) -> None:
    assert is_sure(replace(STRANGE, likeness=likeness, lead=0.23, among_others=True)) == sure
