"""Random choices that belong to rows: each row has a random key, and what is chosen follows from the order of the keys.

A row is known by a row key, a whole number: the random number of row key 7 is the same whichever rows there are, so a
row more or less disturbs no choice but its own. Each call takes a child of the generator, so that the number of rows
does not shift what is drawn later either.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from engine.maths.probability.probit import normal_quantile

RowKeys = range | np.ndarray
"""range(n) while the rows have 0, 1, ..., n - 1, as long as none was taken out; else (n,) the keys that are left."""

BLOCK = 32_768
"""So many rows race at a time: their random keys and times stay in the cache."""
LEAP = 1024
"""A gap of more unused row keys than this is skipped in the generator instead of drawn."""
LEAST = 2.0**-54
"""In the place of 0, below which no number is normally distributed: half of the least number drawn above it."""
TRIES = 64
"""So often a row of a bootstrap sample is drawn again because no row has its row_key any more."""


def random_keys(row_keys: RowKeys, rng: np.random.Generator, *width: int) -> np.ndarray:
    """(n,) numbers from 0 to 1, one for each row, or a row of so many for each.

    >>> few = random_keys(np.array([0, 7]), np.random.default_rng(0))
    >>> many = random_keys(range(9), np.random.default_rng(0))
    >>> bool((few == many[[0, 7]]).all())
    True
    """
    return drawn(row_keys, rng.spawn(1)[0], *width)


def drawn(row_keys: RowKeys, rng: np.random.Generator, *width: int) -> np.ndarray:
    """The same from the generator itself, for what is drawn once."""
    return _picked(row_keys, rng, rng.random, *width)


def normals(row_keys: RowKeys, rng: np.random.Generator, *width: int) -> np.ndarray:
    """The same with the normal distribution, 0 on average, with the standard deviation 1: Φ⁻¹ of the numbers from 0
    to 1, of which each takes one number of the generator, so that unused ones can be skipped.
    """
    return normal_quantile(np.maximum(drawn(row_keys, rng, *width), LEAST))


def shuffled(row_keys: RowKeys, rng: np.random.Generator) -> np.ndarray:
    """(n,) the rows in the order of their random keys: one row more leaves the others in their order.

    >>> few, many = shuffled(range(3), np.random.default_rng(0)), shuffled(range(4), np.random.default_rng(0))
    >>> bool((few == many[many < 3]).all())
    True
    """
    return np.argsort(random_keys(row_keys, rng), kind="stable")


def winner(weights: np.ndarray, row_keys: RowKeys, rng: np.random.Generator) -> int:
    """A row, each with a probability proportional to its weight (n,), or one of those that are True, all alike.

    Where no weight is above 0, all are alike.

    Row n arrives after a time −ln(1 − uₙ) / wₙ, with uₙ its random key, and the first to arrive wins: a race of
    exponential times. Another row wins only if it comes before the winner, and a change of weights changes no key.

    >>> winner(np.array([0.0, 0.0, 1.0]), range(3), np.random.default_rng(0))
    2
    """
    racing = np.count_nonzero(weights if weights.dtype == bool else weights > 0)
    if not racing:
        return winner(np.ones(len(weights), dtype=bool), row_keys, rng)
    child, greatest = rng.spawn(1)[0], min(float(weights.max()), np.finfo(float).max)
    all_keys = None if isinstance(row_keys, range) else drawn(row_keys, child)
    # Where all that race have the greatest weight, the smallest random key comes first, and no time is needed.
    alike = weights.dtype == bool or np.count_nonzero(weights >= greatest) == racing
    first, best, room = 0, np.inf, np.empty(min(len(weights), BLOCK))
    for start in range(0, len(weights), BLOCK):
        own = weights[start : start + BLOCK]
        own_keys = child.random(out=room[: len(own)]) if all_keys is None else all_keys[start : start + BLOCK]
        times = own_keys if alike else _arrivals(own_keys, own, greatest)
        if racing < len(weights):
            times[~(own > 0)] = np.inf
        row = int(np.argmin(times))
        if times[row] < best:
            first, best = start + row, times[row]
    return first


def _arrivals(own_keys: np.ndarray, weights: np.ndarray, greatest: float) -> np.ndarray:
    """(n,) −ln(1 − uₙ) / wₙ for the random keys (n,), with the weights as shares of the greatest."""
    shares = np.minimum(weights, greatest)
    shares /= greatest
    np.maximum(shares, np.finfo(float).tiny, out=shares)
    times = np.log1p(np.negative(own_keys))
    np.negative(times, out=times)
    with np.errstate(over="ignore"):  # an arrival too late to be a number is late all the same
        times /= shares
    return np.asarray(times)


def bootstrap(row_keys: RowKeys, rng: np.random.Generator) -> np.ndarray:
    """(n,) as many rows as there are, drawn with repetition, each as likely as any other; every row has one draw.

    It draws a row_key. One that no row has any more is drawn again, so without a row the draws of the others stay, but
    for those that drew it. After 64 such draws, as may be where nearly all rows are gone, a row is drawn by its place.

    >>> few, many = bootstrap(range(4), np.random.default_rng(0)), bootstrap(range(5), np.random.default_rng(0))
    >>> bool(((few == many[:4]) | (many[:4] == 4)).all())
    True
    """
    child, n = rng.spawn(1)[0], len(row_keys)
    words = _picked(row_keys, child, lambda shape: child.integers(2**64, size=shape, dtype=np.uint64))
    if isinstance(row_keys, range) or not n:
        return _below(n, words)
    order, held = _ascending(row_keys)
    row, going = np.empty(n, dtype=np.intp), np.arange(n)
    for _ in range(TRIES):
        row_key = _below(int(held[-1]) + 1, words)
        place = np.searchsorted(held, row_key)
        there = held[place] == row_key
        row[going[there]] = place[there]
        going, words = going[~there], _mixed(words[~there] + AGAIN)
        if not len(going):
            break
    row[going] = (words % np.uint64(n)).astype(np.intp)
    return row if order is None else order[row]


def _below(n: int, words: np.ndarray) -> np.ndarray:
    """(m,) draws from 0 to n - 1, one for each word (m,).

    A word draws below 2, 4, 8, ... whatever n is. Its draw below the least power of 2 from n on counts: one that is too
    large is drawn again, and one in the lower half is left to the draw below half as much. So with n + 1 each draw
    changes with the probability 1 / (n + 1), and then to n.   (after Leu 2023)
    """
    half = np.uint64(1 << max((n - 1).bit_length() - 1, 0))
    exponents = np.frexp((words & (half - ONE)).astype(float))[1]  # the highest half above 0 in which a draw lies
    row = np.where(exponents > 0, _in_half(words, ONE << np.maximum(exponents - 1, 0).astype(np.uint64)), 0)
    going = np.arange(len(words) if n > 1 else 0)
    while len(going):
        draw = _in_half(words, half)
        upper = (draw >= half) & (draw < n)
        row[going.compress(upper)] = draw.compress(upper)
        going, words = going.compress(draw >= n), _mixed(words.compress(draw >= n) + ONE)
    return np.asarray(row.astype(np.intp))


ONE, AGAIN = np.uint64(1), np.uint64(0x9E3779B97F4A7C15)


def _in_half(words: np.ndarray, half: np.ndarray | np.uint64) -> np.ndarray:
    """(n,) draws below twice the half, a power of 2: a bit of the word says in which half, a mixture of it where."""
    return np.asarray((words & half) | (_mixed(words + half) & (half - ONE)))


def _mixed(words: np.ndarray) -> np.ndarray:
    """Other words (n,) of 64 bits: those of neighbours have nothing to do with each other.   (SplitMix64, 2014)"""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(words ^ (words >> np.uint64(31)))


def _picked(
    row_keys: RowKeys, rng: np.random.Generator, draw: Callable[[tuple[int, ...]], np.ndarray], *width: int
) -> np.ndarray:
    """Of a table of draws without end, one of 64 bits a number, the rows of these row keys."""
    if isinstance(row_keys, range) or not len(row_keys):
        return np.asarray(draw((len(row_keys), *width)))
    order, held = _ascending(row_keys)
    parts, at, start = list[np.ndarray](), 0, 0
    while start < len(held):
        stop = _stretch(held, start)
        _leap(rng, (int(held[start]) - at) * math.prod(width))
        at = int(held[stop - 1]) + 1
        parts.append(draw((at - int(held[start]), *width))[held[start:stop] - held[start]])
        start = stop
    made = np.concatenate(parts)
    if order is not None:
        made[order] = made.copy()
    return made


def _ascending(row_keys: np.ndarray) -> tuple[np.ndarray | None, np.ndarray]:
    """The order (n,) in which the row keys ascend, None where they do, and the row keys in this order."""
    if (row_keys[1:] > row_keys[:-1]).all():
        return None, row_keys
    order = np.argsort(row_keys, kind="stable")
    return order, row_keys[order]


def _stretch(held: np.ndarray, start: int) -> int:
    """Where the rows end whose random numbers are drawn together, from this one on; soon where the keys are sparse."""
    stop = int(np.searchsorted(held, held[start] + BLOCK))
    crowded = held[stop - 1] - held[start] < LEAP + 8 * (stop - start)
    return stop if crowded else int(np.searchsorted(held, held[start] + LEAP))


def _leap(rng: np.random.Generator, count: int) -> None:
    """Leave out so many numbers of 64 bits, as quickly as one where the generator can."""
    if isinstance(rng.bit_generator, np.random.PCG64):
        rng.bit_generator.advance(count)
    else:
        for first in range(0, count, LEAP):
            rng.random(min(LEAP, count - first))
