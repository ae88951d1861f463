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
AS_PIECE, AS_SAMPLE, AS_BARE, COLOUR = VECTOR, VECTOR + 1, VECTOR + 2, slice(VECTOR + 3, VECTOR + 6)
"""Indices after the vectors: a place's weight in the role of the content, of a sample, and of the bare
place; its colour."""
DEPTH = VECTOR + 6
"""The number of channels."""
SHIFTS = np.stack(np.meshgrid(*[np.arange(-REACH, REACH + 1)] * 2, indexing="ij"), -1).reshape(-1, 2)
"""Possible shifts of a sample, in places: rows, columns."""


@dataclass(frozen=True, eq=False)
class Looks:
    """The looks of crops: ``maps`` (n, DEPTH, places, places), and ``spectra`` (frequencies, n,
    VECTOR) of their weighted vectors."""

    maps: Floats
    spectra: NDArray[np.complex64]

    def __len__(self) -> int:
        return len(self.maps)

    def of(self, numbers: NDArray[np.intp]) -> "Looks":
        """Return the looks of some crops."""
        return Looks(self.maps[numbers], self.spectra[:, numbers])


def looks_of(network: Network, seen: Floats, weight: int) -> Looks:
    """Return the looks of crops (n, CROP_PX, CROP_PX, 3), ``as_seen``; ``weight``: in which role."""
    blob = np.ascontiguousarray(seen.transpose(0, 3, 1, 2))
    none = np.zeros((0, DEPTH, PLACES, PLACES), np.float32)
    return with_spectra(np.concatenate([none, *in_parts(network, blob)]), weight)


def with_spectra(maps: Floats, weight: int) -> Looks:
    """Return maps with the spectra of their vectors, weighted by this channel."""
    weighted = maps[:, :VECTOR] * maps[:, weight : weight + 1]
    weighted /= np.sqrt(np.einsum("ncyx,ncyx->n", weighted, weighted))[:, None, None, None]
    spectra = np.fft.rfft2(weighted, s=(SPECTRUM, SPECTRUM)).astype(np.complex64)
    flat = spectra.reshape(*spectra.shape[:2], len(_PHASES)).transpose(2, 0, 1)
    return Looks(maps, np.ascontiguousarray(flat))


def in_part(looks: Looks, weight: int, visible: NDArray[np.bool_]) -> Looks:
    """Return the looks of crops of which only some places (n, PLACES, PLACES) are visible, weighted by
    this channel. Products with them are larger, so that similarities remain comparable."""
    maps = looks.maps.copy()
    maps[:, weight] *= visible
    whole, seen = (np.einsum("nyx,nyx->n", one, one) for one in (looks.maps[:, weight], maps[:, weight]))
    part = with_spectra(maps, weight)
    return Looks(maps, part.spectra * np.sqrt(whole / seen).astype(np.float32)[:, None])


def in_parts(network: Network, *blobs: Floats) -> list[Floats]:
    """Return a network's outputs for its inputs, computed in parts."""
    starts = range(0, len(blobs[0]), AT_ONCE)
    return [network(*(blob[at : at + AT_ONCE] for blob in blobs)) for at in starts]


def likeness(here: Looks, samples: Looks, far: float) -> tuple[Floats, NDArray[np.intp]]:
    """Return each crop's similarity to each sample (n, m), and the number of the best shift; ``far``:
    the cost of a shift by one place."""
    product = np.matmul(here.spectra.conj(), samples.spectra.transpose(0, 2, 1))
    return _best(
        product.reshape(len(product), len(here) * len(samples)).T, far, (len(here), len(samples))
    )


def likeness_of_pairs(here: Looks, there: Looks, far: float) -> tuple[Floats, NDArray[np.intp]]:
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
