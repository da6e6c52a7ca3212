"""Metropolis's sampler: a walk that visits every place as often as a density says.   (Metropolis et al. 1953)

    propose z' = z + L ξ,  ξ ∼ N(0, I)        accept with probability min(1, e^(ln p(z') − ln p(z))), else stay

What such a walk is worth its autocorrelation ρ tells: S draws count as S / (1 + 2 Σ ρₖ) independent ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from engine.base.snapshot import snapshot

LogDensity = Callable[[np.ndarray], float]
"""ln p up to a constant: (M,) to a number."""
BLOCK = 256
"""So many proposals are made at a time; every step of a run that lies within them shares their arrays."""


@snapshot
class Block:
    """Proposals in a row: what was proposed (c, M), whether it was taken (c,), where the walk was then (c, M)."""

    proposals: np.ndarray
    accepted: np.ndarray
    states: np.ndarray


@snapshot
class Chain:
    """The walk so far: where it began (M,), its blocks, and how many of their proposals have been seen.

    taken  how many of these were accepted
    """

    start: np.ndarray
    blocks: tuple[Block, ...]
    seen: int
    taken: int
    size: int = BLOCK

    @property
    def acceptance(self) -> float:
        """The share of the proposals that was accepted."""
        return self.taken / self.seen if self.seen else 0.0

    def states(self, first: int = 0) -> np.ndarray:
        """(seen − first, M) where the walk was after each proposal, from number `first` on."""
        return self._joined("states", first)

    def proposals(self, first: int = 0) -> np.ndarray:
        """(seen − first, M) what was proposed."""
        return self._joined("proposals", first)

    def accepted(self, first: int = 0) -> np.ndarray:
        """(seen − first,) whether it was accepted."""
        return self._joined("accepted", first)

    def thinned(self, first: int, every: int) -> np.ndarray:
        """(m, M) every so many of the states, from number `first` on; within one block a view of it, no copy."""
        parts = []
        for i, block in enumerate(self.blocks):
            begin = first - i * self.size
            parts.append(block.states[begin if begin >= 0 else begin % every : self.seen - i * self.size : every])
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def _joined(self, name: str, first: int) -> np.ndarray:
        """From number `first` to the last that was seen; what lies within one block is that part of it, no copy."""
        first = min(max(first, 0), self.seen)
        begin = min(first // self.size, len(self.blocks) - 1) if self.blocks else 0
        parts = [
            getattr(block, name)[max(first - i * self.size, 0) : self.seen - i * self.size]
            for i, block in enumerate(self.blocks[begin:], begin)
        ]
        if len(parts) == 1:
            return np.asarray(parts[0])
        return np.concatenate(parts) if parts else np.zeros((0, len(self.start)))


def log_acceptance(before: float, after: float) -> float:
    """The logarithm of the chance that a proposal is accepted, given ln p before and after.

    >>> log_acceptance(-2.0, -1.0), log_acceptance(-1.0, -2.0), log_acceptance(-1.0, float("nan"))
    (0.0, -1.0, -inf)
    """
    return min(0.0, after - before) if after == after else -np.inf


def walk(log_density: LogDensity, start: np.ndarray, moves: np.ndarray, log_chances: np.ndarray) -> Block:
    """The walk from `start` (M,) by `moves` (c, M): each is made if its log_chance (c,) is below that of acceptance."""
    here, proposals, accepted = start, np.empty(moves.shape), []
    with np.errstate(over="ignore", invalid="ignore"):  # where the density cannot be told, the walk does not go
        level = log_density(start)
        for move, proposal, log_chance in zip(moves, proposals, log_chances.tolist(), strict=True):
            np.add(here, move, out=proposal)
            after = log_density(proposal)
            taken = log_chance < log_acceptance(level, after)
            if taken:
                here, level = proposal, after
            accepted.append(taken)
    return Block(proposals, np.array(accepted), _visited(start, proposals, np.array(accepted)))


def _visited(start: np.ndarray, proposals: np.ndarray, accepted: np.ndarray) -> np.ndarray:
    """(c, M) where the walk was after each proposal: at the last one that was accepted, or still at its start."""
    last = np.maximum.accumulate(np.where(accepted, np.arange(len(accepted)), -1))
    return np.where(last[:, None] >= 0, proposals[last], start)


def chains(
    log_density: LogDensity,
    start: np.ndarray,
    factor: np.ndarray,
    rng: np.random.Generator,
    total: int,
    every: int,
    size: int = BLOCK,
) -> Iterator[Chain]:
    """The walk from `start` (M,) as it stands after every `every` proposals, and after the last of `total`.

    factor (M, M) is L. The walk is the same for every `every` and every `size` of a block.
    """
    steps, chances = rng.spawn(2)
    chain, known = Chain(start, (), 0, 0, size), 0
    while chain.seen < total:
        seen, blocks = min(chain.seen + every, total), chain.blocks
        while known < seen:
            count = min(size, total - known)
            moves = steps.standard_normal((count, len(start))) @ factor.T
            here = blocks[-1].states[-1] if blocks else chain.start
            blocks = (*blocks, walk(log_density, here, moves, np.log1p(-chances.random(count))))
            known += count
        chain = Chain(chain.start, blocks, seen, chain.taken + _taken(blocks, chain.seen, seen, size), size)
        yield chain


def _taken(blocks: tuple[Block, ...], first: int, last: int, size: int) -> int:
    """How many of the proposals from number `first` up to `last` were accepted; only their own blocks are looked at."""
    within = range(first // size, -(-last // size))
    return sum(int(np.count_nonzero(blocks[i].accepted[max(first - i * size, 0) : last - i * size])) for i in within)


# -- what a walk is worth ----------------------------------------------------------------------------------------------


def autocorrelation(series: np.ndarray) -> np.ndarray:
    """(..., s) ρₖ, the correlation of each series (..., s) with itself k places later; 1 at k = 0.

    Of one that is constant they are all 1.

    >>> autocorrelation(np.array([1.0, -1.0, 1.0, -1.0])).round(2).tolist()
    [1.0, -0.75, 0.5, -0.25]
    """
    n = series.shape[-1]
    centred = series - series.mean(axis=-1, keepdims=True)
    largest = np.abs(series).max(axis=-1, keepdims=True, initial=0.0)
    moving = (centred**2).sum(axis=-1, keepdims=True) > 1e-28 * n * largest**2
    length = 1 << (2 * n - 1).bit_length()  # zeros behind it, so that no product wraps around; a power of 2 is quick
    spectrum = np.fft.rfft(centred, length)
    products = np.fft.irfft(spectrum.real**2 + spectrum.imag**2, length)[..., :n]
    return np.where(moving, products / np.where(moving, products[..., :1], 1.0), 1.0)


def effective_sizes(series: np.ndarray) -> np.ndarray:
    """(m,) how many independent draws each correlated series (m, s) is worth for its mean: s / (1 + 2 Σ ρₖ), at most s.

    Σ runs over pairs ρ₂ₖ + ρ₂ₖ₊₁ while they stay above 0 and do not rise (Geyer 1992). A series that never moves: 1.
    """
    m, n = series.shape
    if n < 4:
        return np.full(m, float(min(n, 1)))
    pairs = autocorrelation(series)[:, : n // 2 * 2].reshape(m, -1, 2).sum(axis=2)
    counted = np.logical_and.accumulate(pairs > 0, axis=1)
    total = (np.minimum.accumulate(pairs, axis=1) * counted).sum(axis=1)
    return np.asarray(np.clip(n / np.maximum(2.0 * total - 1.0, 1.0 / n), 1.0, n))


def effective_size(series: np.ndarray) -> float:
    """The same of one series (s,)."""
    return float(effective_sizes(series[None])[0])


def standard_error(series: np.ndarray) -> float:
    """How far the mean of a correlated series may be off: its deviation over √(effective size)."""
    return float(series.std() / np.sqrt(effective_size(series))) if len(series) else 0.0


def drift(series: np.ndarray) -> float:
    """How many deviations lie between the means of the halves of a series (s,), or of one of (m, s), the most of all.

    It is at most 2, and near 0 if the series has settled.
    """
    half = (series.shape[-1] + 1) // 2
    deviation = series.std(axis=-1)
    apart = np.abs(series[..., :half].mean(axis=-1) - series[..., half:].mean(axis=-1))
    return float((apart / np.where(deviation > 0, deviation, np.inf)).max())
