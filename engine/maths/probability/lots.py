"""Random choices that belong to rows: each row draws a lot, and what is chosen follows from how the lots rank.

The lot of row 7 is the same however many rows come after it, so one row more disturbs no choice but its own. Each call
takes a child of the generator, so that the number of rows does not shift what is drawn later either.
"""

from __future__ import annotations

import numpy as np

BLOCK = 32_768
"""So many rows race at a time: their lots and times stay in the cache."""


def lots(n: int, rng: np.random.Generator) -> np.ndarray:
    """(n,) numbers from 0 to 1, one for each row.

    >>> few, many = lots(3, np.random.default_rng(0)), lots(9, np.random.default_rng(0))
    >>> bool((few == many[:3]).all())
    True
    """
    return np.asarray(rng.spawn(1)[0].random(n))


def shuffled(n: int, rng: np.random.Generator) -> np.ndarray:
    """(n,) the rows in the order of their lots: one row more is put somewhere, and the others stay in their order.

    >>> few, many = shuffled(3, np.random.default_rng(0)), shuffled(4, np.random.default_rng(0))
    >>> bool((few == many[many < 3]).all())
    True
    """
    return np.argsort(lots(n, rng), kind="stable")


def winner(weights: np.ndarray, rng: np.random.Generator) -> int:
    """A row, each with a probability proportional to its weight (n,), or one of those that are True, all alike.

    Where no weight is above 0, all are alike.

    Row n arrives after a time −ln(1 − uₙ) / wₙ, with uₙ its lot, and the first to arrive wins: a race of exponential
    times. Another row wins only if it comes before the winner, and a change of weights changes no lot.

    >>> winner(np.array([0.0, 0.0, 1.0]), np.random.default_rng(0))
    2
    """
    racing = np.count_nonzero(weights if weights.dtype == bool else weights > 0)
    if not racing:
        return winner(np.ones(len(weights), dtype=bool), rng)
    child, greatest = rng.spawn(1)[0], min(float(weights.max()), np.finfo(float).max)
    # Where all that race have the greatest weight, who has the least lot comes first, and no time is needed.
    alike = weights.dtype == bool or np.count_nonzero(weights >= greatest) == racing
    first, best, room = 0, np.inf, np.empty(min(len(weights), BLOCK))
    for start in range(0, len(weights), BLOCK):
        own = weights[start : start + BLOCK]
        drawn = child.random(out=room[: len(own)])
        times = drawn if alike else _arrivals(drawn, own, greatest)
        if racing < len(weights):
            times[~(own > 0)] = np.inf
        row = int(np.argmin(times))
        if times[row] < best:
            first, best = start + row, times[row]
    return first


def _arrivals(drawn: np.ndarray, weights: np.ndarray, greatest: float) -> np.ndarray:
    """(n,) −ln(1 − uₙ) / wₙ for the lots drawn (n,), with the weights as shares of the greatest."""
    shares = np.minimum(weights, greatest)
    shares /= greatest
    np.maximum(shares, np.finfo(float).tiny, out=shares)
    times = np.log1p(np.negative(drawn))
    np.negative(times, out=times)
    with np.errstate(over="ignore"):  # an arrival too late to be a number is late all the same
        times /= shares
    return np.asarray(times)


def bootstrap(n: int, rng: np.random.Generator) -> np.ndarray:
    """(n,) as many rows as there are, drawn with repetition, each as likely as any other; every row has one draw.

    A row draws below 2, 4, 8, ... whatever n is. Its draw below the least power of 2 from n on counts: one that is too
    large is drawn again, and one in the lower half is left to the draw below half as much. So with row n + 1 the draw
    of each other row changes with the probability 1 / (n + 1), and then to the new row.   (after Leu 2023)

    >>> few, many = bootstrap(4, np.random.default_rng(0)), bootstrap(5, np.random.default_rng(0))
    >>> bool(((few == many[:4]) | (many[:4] == 4)).all())
    True
    """
    words = rng.spawn(1)[0].integers(2**64, size=n, dtype=np.uint64)
    half = np.uint64(1 << max((n - 1).bit_length() - 1, 0))
    exponents = np.frexp((words & (half - ONE)).astype(float))[1]  # the highest half above 0 in which a draw lies
    row = np.where(exponents > 0, _drawn(words, ONE << np.maximum(exponents - 1, 0).astype(np.uint64)), 0)
    going = np.arange(n if n > 1 else 0)
    while len(going):
        draw = _drawn(words, half)
        upper = (draw >= half) & (draw < n)
        row[going.compress(upper)] = draw.compress(upper)
        going, words = going.compress(draw >= n), _mixed(words.compress(draw >= n) + ONE)
    return np.asarray(row.astype(np.intp))


ONE = np.uint64(1)


def _drawn(words: np.ndarray, half: np.ndarray | np.uint64) -> np.ndarray:
    """(n,) draws below twice the half, a power of 2: a bit of the word says in which half, a mixture of it where."""
    return np.asarray((words & half) | (_mixed(words + half) & (half - ONE)))


def _mixed(words: np.ndarray) -> np.ndarray:
    """Other words (n,) of 64 bits: those of neighbours have nothing to do with each other.   (SplitMix64, 2014)"""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(words ^ (words >> np.uint64(31)))
