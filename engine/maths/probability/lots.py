"""Random choices that belong to rows: each row draws a lot, and what is chosen follows from how the lots rank.

A row draws with a ticket of its own, a whole number: the lot of ticket 7 is the same whoever else draws, so one row
more or one less disturbs no choice but its own. Each call takes a child of the generator, so that the number of rows
does not shift what is drawn later either.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from engine.maths.probability.probit import normal_quantile

Tickets = range | np.ndarray
"""range(n) while the rows have 0, 1, ..., n - 1, as long as none was taken out; else (n,) the tickets that are left."""

BLOCK = 32_768
"""So many rows race at a time: their lots and times stay in the cache."""
LEAP = 1024
"""Over so many tickets that hardly anybody has it is leapt, and they are not drawn for nothing."""
LEAST = 2.0**-54
"""In the place of 0, below which no number is normally distributed: half of the least number drawn above it."""
TRIES = 64
"""So often a row of a bootstrap sample is drawn again because nobody has its ticket any more."""


def lots(tickets: Tickets, rng: np.random.Generator, *width: int) -> np.ndarray:
    """(n,) numbers from 0 to 1, one for each row, or a row of so many for each.

    >>> few, many = lots(np.array([0, 7]), np.random.default_rng(0)), lots(range(9), np.random.default_rng(0))
    >>> bool((few == many[[0, 7]]).all())
    True
    """
    return drawn(tickets, rng.spawn(1)[0], *width)


def drawn(tickets: Tickets, rng: np.random.Generator, *width: int) -> np.ndarray:
    """The same from the generator itself, for what is drawn once."""
    return _picked(tickets, rng, rng.random, *width)


def normals(tickets: Tickets, rng: np.random.Generator, *width: int) -> np.ndarray:
    """The same with the normal distribution, 0 on average, with the standard deviation 1: Φ⁻¹ of the numbers from 0
    to 1, of which each takes one number of the generator, so that those of nobody can be leapt over.
    """
    return normal_quantile(np.maximum(drawn(tickets, rng, *width), LEAST))


def shuffled(tickets: Tickets, rng: np.random.Generator) -> np.ndarray:
    """(n,) the rows in the order of their lots: one row more is put somewhere, and the others stay in their order.

    >>> few, many = shuffled(range(3), np.random.default_rng(0)), shuffled(range(4), np.random.default_rng(0))
    >>> bool((few == many[many < 3]).all())
    True
    """
    return np.argsort(lots(tickets, rng), kind="stable")


def winner(weights: np.ndarray, tickets: Tickets, rng: np.random.Generator) -> int:
    """A row, each with a probability proportional to its weight (n,), or one of those that are True, all alike.

    Where no weight is above 0, all are alike.

    Row n arrives after a time −ln(1 − uₙ) / wₙ, with uₙ its lot, and the first to arrive wins: a race of exponential
    times. Another row wins only if it comes before the winner, and a change of weights changes no lot.

    >>> winner(np.array([0.0, 0.0, 1.0]), range(3), np.random.default_rng(0))
    2
    """
    racing = np.count_nonzero(weights if weights.dtype == bool else weights > 0)
    if not racing:
        return winner(np.ones(len(weights), dtype=bool), tickets, rng)
    child, greatest = rng.spawn(1)[0], min(float(weights.max()), np.finfo(float).max)
    all_lots = None if isinstance(tickets, range) else drawn(tickets, child)
    # Where all that race have the greatest weight, who has the least lot comes first, and no time is needed.
    alike = weights.dtype == bool or np.count_nonzero(weights >= greatest) == racing
    first, best, room = 0, np.inf, np.empty(min(len(weights), BLOCK))
    for start in range(0, len(weights), BLOCK):
        own = weights[start : start + BLOCK]
        own_lots = child.random(out=room[: len(own)]) if all_lots is None else all_lots[start : start + BLOCK]
        times = own_lots if alike else _arrivals(own_lots, own, greatest)
        if racing < len(weights):
            times[~(own > 0)] = np.inf
        row = int(np.argmin(times))
        if times[row] < best:
            first, best = start + row, times[row]
    return first


def _arrivals(own_lots: np.ndarray, weights: np.ndarray, greatest: float) -> np.ndarray:
    """(n,) −ln(1 − uₙ) / wₙ for the lots (n,), with the weights as shares of the greatest."""
    shares = np.minimum(weights, greatest)
    shares /= greatest
    np.maximum(shares, np.finfo(float).tiny, out=shares)
    times = np.log1p(np.negative(own_lots))
    np.negative(times, out=times)
    with np.errstate(over="ignore"):  # an arrival too late to be a number is late all the same
        times /= shares
    return np.asarray(times)


def bootstrap(tickets: Tickets, rng: np.random.Generator) -> np.ndarray:
    """(n,) as many rows as there are, drawn with repetition, each as likely as any other; every row has one draw.

    It draws a ticket. One that nobody has any more is drawn again, so without a row the draws of the others stay, but
    for those that drew it. Who has drawn 64 such, as may be where nearly all rows are gone, draws a row by its place.

    >>> few, many = bootstrap(range(4), np.random.default_rng(0)), bootstrap(range(5), np.random.default_rng(0))
    >>> bool(((few == many[:4]) | (many[:4] == 4)).all())
    True
    """
    child, n = rng.spawn(1)[0], len(tickets)
    words = _picked(tickets, child, lambda shape: child.integers(2**64, size=shape, dtype=np.uint64))
    if isinstance(tickets, range) or not n:
        return _below(n, words)
    order, held = _ascending(tickets)
    row, going = np.empty(n, dtype=np.intp), np.arange(n)
    for _ in range(TRIES):
        ticket = _below(int(held[-1]) + 1, words)
        place = np.searchsorted(held, ticket)
        there = held[place] == ticket
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
    tickets: Tickets, rng: np.random.Generator, draw: Callable[[tuple[int, ...]], np.ndarray], *width: int
) -> np.ndarray:
    """Of a table of draws without end, one of 64 bits a number, the rows of these tickets."""
    if isinstance(tickets, range) or not len(tickets):
        return np.asarray(draw((len(tickets), *width)))
    order, held = _ascending(tickets)
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


def _ascending(tickets: np.ndarray) -> tuple[np.ndarray | None, np.ndarray]:
    """The order (n,) in which the tickets ascend, None where they do, and the tickets in this order."""
    if (tickets[1:] > tickets[:-1]).all():
        return None, tickets
    order = np.argsort(tickets, kind="stable")
    return order, tickets[order]


def _stretch(held: np.ndarray, start: int) -> int:
    """Where the rows end whose lots are drawn at once from this one on: where few have tickets, soon."""
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
