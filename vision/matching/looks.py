"""How crops look, and how similar they are: unit vectors from a network, and one shift for a whole crop.

A crop's weighted vectors together have length 1; so the sum of their products with another crop's is
their similarity. It is computed for all crops, samples and shifts at once: in their spectra a shift is a
phase.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.matching.sizes import PLACES, REACH, SPECTRUM, VECTOR
from vision.network import Network

Floats = NDArray[np.float32]
Values = NDArray[np.float64]

AT_ONCE = 32
"""Crops, or pairs, processed at once: more need memory and are no faster."""
ROWS = 8
"""Crops whose products with all samples are computed at once: few enough for NumPy's library to use one
thread. With two on a busy machine of two cores, 220 small products took 2.1 s instead of 25 ms, since
each waits for both."""
AS_PIECE, AS_SAMPLE, AS_BARE, COLOUR = VECTOR, VECTOR + 1, VECTOR + 2, slice(VECTOR + 3, VECTOR + 6)
"""Indices after the vectors: a place's weight in the role of the content, of a sample, and of the bare
place; its colour."""
DEPTH = VECTOR + 6
"""The number of channels."""
ABSENT = -2.0
"""Similarity to a name of which there is no sample: below all others."""
FEW, MOST_LEAD = 4, 0.5
"""Number of pieces at which what they tell of their board counts half; a greater lead of one similarity
over another makes no difference."""
CLEARNESS, ABOUT = 3, 6
"""Numbers of values of ``clearness``, and for each pair of ``about``."""
SHIFTS = np.stack(np.meshgrid(*[np.arange(-REACH, REACH + 1)] * 2, indexing="ij"), -1).reshape(-1, 2)
"""Possible shifts of a sample, in places: rows, columns."""


@dataclass(frozen=True, eq=False)
class CropLooks:
    """The looks of crops: ``maps`` (n, DEPTH, places, places), and ``spectra`` (frequencies, n,
    VECTOR) of their weighted vectors."""

    maps: Floats
    spectra: NDArray[np.complex64]

    def __len__(self) -> int:
        return len(self.maps)

    def of(self, numbers: NDArray[np.intp]) -> "CropLooks":
        """Return the looks of some crops."""
        return CropLooks(self.maps[numbers], self.spectra[:, numbers])


def looks_of(network: Network, seen: Floats, weight: int) -> CropLooks:
    """Return the looks of crops (n, CROP_PX, CROP_PX, 3), ``as_seen``; ``weight``: in which role."""
    blob = np.ascontiguousarray(seen.transpose(0, 3, 1, 2))
    none = np.zeros((0, DEPTH, PLACES, PLACES), np.float32)
    parts = [network(blob[at : at + AT_ONCE]) for at in range(0, len(blob), AT_ONCE)]
    return with_spectra(np.concatenate([none, *parts]), weight)


def with_spectra(maps: Floats, weight: int) -> CropLooks:
    """Return maps with the spectra of their vectors, weighted by this channel."""
    weighted = maps[:, :VECTOR] * maps[:, weight : weight + 1]
    weighted /= np.sqrt(np.einsum("ncyx,ncyx->n", weighted, weighted))[:, None, None, None]
    spectra = np.fft.rfft2(weighted, s=(SPECTRUM, SPECTRUM)).astype(np.complex64)
    flat = spectra.reshape(*spectra.shape[:2], len(_PHASES)).transpose(2, 0, 1)
    return CropLooks(maps, np.ascontiguousarray(flat))


def in_part(looks: CropLooks, weight: int, visible: NDArray[np.bool_]) -> CropLooks:
    """Return the looks of crops of which only some places (n, PLACES, PLACES) are visible, weighted by
    this channel. Products with them are larger, so that similarities remain comparable."""
    maps = looks.maps.copy()
    maps[:, weight] *= visible
    whole, seen = (np.einsum("nyx,nyx->n", one, one) for one in (looks.maps[:, weight], maps[:, weight]))
    part = with_spectra(maps, weight)
    return CropLooks(maps, part.spectra * np.sqrt(whole / seen).astype(np.float32)[:, None])


def likeness(here: CropLooks, samples: CropLooks, far: float) -> tuple[Floats, NDArray[np.intp]]:
    """Return each crop's similarity to each sample (n, m), and the number of the best shift; ``far``:
    the cost of a shift by one place."""
    first, second = here.spectra.conj(), samples.spectra.transpose(0, 2, 1)
    parts = [np.matmul(first[:, at : at + ROWS], second) for at in range(0, len(here), ROWS)]
    none = np.zeros((len(first), 0, len(samples)), np.complex64)
    product = np.concatenate([none, *parts], 1)
    return _best(
        product.reshape(len(product), len(here) * len(samples)).T, far, (len(here), len(samples))
    )


def likeness_of_pairs(here: CropLooks, there: CropLooks, far: float) -> tuple[Floats, NDArray[np.intp]]:
    """Return the same of the first with the first, the second with the second (n)."""
    product = np.einsum("fnc,fnc->nf", here.spectra.conj(), there.spectra)
    return _best(product, far, (len(here),))


def shifted(maps: Floats, shifts: NDArray[np.intp]) -> Floats:
    """Return maps (n, …) moved by their shifts, with one more channel for where they then are (1, else
    0)."""
    room = np.zeros((len(maps), maps.shape[1] + 1, PLACES + 2 * REACH, PLACES + 2 * REACH), np.float32)
    inner = slice(REACH, REACH + PLACES)
    room[:, :-1, inner, inner], room[:, -1, inner, inner] = maps, 1
    moved = np.empty((len(maps), maps.shape[1] + 1, PLACES, PLACES), np.float32)
    for number, (down, right) in enumerate((SHIFTS[shifts] + REACH).tolist()):
        moved[number] = room[number, :, down : down + PLACES, right : right + PLACES]
    return moved


def pairs_of(here: Floats, others: Floats, rivals: Floats) -> Floats:
    """Return the features of each place of pairs (n, …): the content there, the name it is compared
    with, and the strongest rival."""
    vectors, theirs = here[:, :VECTOR], others[:, :VECTOR]
    product, rival = vectors * theirs, rivals[:, :VECTOR]
    return np.concatenate(
        [
            product,
            np.abs(vectors - theirs),
            here[:, COLOUR] - others[:, COLOUR],
            here[:, AS_PIECE : AS_PIECE + 1],
            others[:, AS_SAMPLE : AS_SAMPLE + 1],
            product.sum(1, keepdims=True),
            (vectors * rival).sum(1, keepdims=True),
            1 - (theirs * rival).sum(1, keepdims=True),
            others[:, -1:],
        ],
        1,
    )


def clearness(best: Floats, of_bare: Floats) -> Floats:
    """Return how clear a board's pieces are (CLEARNESS), from the similarity of each name (n, names) and
    of the bare place (n): how much the pieces there are tell, how similar they are to their samples, and
    by how much they lead their second names."""
    two = -np.partition(-np.pad(best, ((0, 0), (0, 2)), constant_values=ABSENT), 1, axis=1)[:, :2]
    two = two[two[:, 0] > of_bare]
    if not len(two):
        return np.zeros(CLEARNESS, np.float32)
    lead = np.minimum(two[:, 0] - two[:, 1], MOST_LEAD)
    return np.array([len(two) / (len(two) + FEW), two[:, 0].mean(), lead.mean()], np.float32)


def about(likes: Floats, rivals: Floats, clear: Floats) -> Floats:
    """Return what is known of pairs (n, k, ABOUT) besides their places: from their similarity and their
    rivals' (n, k), the first with the bare place, and how clear the board is."""
    part, typical, leads = clear.tolist()
    lead = np.clip(likes - rivals, -MOST_LEAD, MOST_LEAD)
    found = np.zeros((*likes.shape, ABOUT), np.float32)
    found[..., 0], found[:, 0, 1] = 4 * likes, 1
    found[..., 2], found[..., 3] = 4 * part * (likes - typical), 4 * lead
    found[..., 4], found[..., 5] = 8 * part * leads, part
    return found


def _best(
    product: NDArray[np.complex64], far: float, shape: tuple[int, ...]
) -> tuple[Floats, NDArray[np.intp]]:
    found = product.real @ _PHASES.real - product.imag @ _PHASES.imag
    found -= np.float32(far) * np.hypot(*SHIFTS.T).astype(np.float32)
    best = found.argmax(1)
    return found[np.arange(len(found)), best].reshape(shape), best.reshape(shape)


def _phases() -> NDArray[np.complex64]:
    """Return the matrix that maps a spectrum (frequencies) to its values at the shifts: half of a
    spectrum of real numbers determines the rest."""
    down, right = np.meshgrid(np.arange(SPECTRUM), np.arange(SPECTRUM // 2 + 1), indexing="ij")
    turns = down.reshape(-1, 1) * SHIFTS[:, 0] + right.reshape(-1, 1) * SHIFTS[:, 1]
    twice = np.where((right == 0) | (right == SPECTRUM // 2), 1, 2).reshape(-1, 1)
    return (twice * np.exp(2j * np.pi * turns / SPECTRUM) / SPECTRUM**2).astype(np.complex64)


_PHASES = _phases()
