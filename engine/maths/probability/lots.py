"""Random choices that belong to rows: each row draws a lot, and what is chosen follows from how the lots rank.

The lot of row 7 is the same however many rows come after it, so one row more disturbs no choice but its own. Each call
takes a child of the generator, so that the number of rows does not shift what is drawn later either.
"""

from __future__ import annotations

import numpy as np

JUMPS = 8
"""So many lots a row draws at a time for its jumps."""


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
    """A row, each with a probability proportional to its weight (n,); where no weight is above 0, all alike.

    Row n arrives after a time −ln(1 − uₙ) / wₙ, with uₙ its lot, and the first to arrive wins: a race of exponential
    times. Another row wins only if it comes before the winner, and a change of weights changes no lot.

    >>> winner(np.array([0.0, 0.0, 1.0]), np.random.default_rng(0))
    2
    """
    racing = weights > 0
    if not racing.any():
        return winner(np.ones(len(weights)), rng)
    finite = np.minimum(weights, np.finfo(float).max)
    shares = np.maximum(finite / finite.max(), np.finfo(float).tiny)
    with np.errstate(over="ignore"):  # an arrival too late to be a number is late all the same
        times = -np.log1p(-lots(len(weights), rng)) / shares
    return int(np.argmin(np.where(racing, times, np.inf)))


def bootstrap(n: int, rng: np.random.Generator) -> np.ndarray:
    """(n,) as many rows as there are, drawn with repetition, each as likely as any other; every row has one draw.

    The draw of a row jumps ahead from row to row, and stays at the last one that there is. So with row n + 1 the draw
    of each other row changes with the probability 1 / (n + 1), and then to the new row.   (Lamping and Veach 2014)

    >>> few, many = bootstrap(4, np.random.default_rng(0)), bootstrap(5, np.random.default_rng(0))
    >>> bool(((few == many[:4]) | (many[:4] == 4)).all())
    True
    """
    child = rng.spawn(1)[0]
    row, ahead, going = np.zeros(n), np.zeros(n), np.arange(n)
    while len(going):
        for far in 1 - child.spawn(1)[0].random((n, JUMPS)).T:
            row[going] = here = ahead[going]
            ahead[going] = there = np.floor((here + 1) / far[going])
            going = going[there < n]
    return row.astype(np.intp)
