"""Vector quantisation: every row is replaced by one of K code words, and only its number is kept.   (Gray 1984)

xₙ → m_zₙ,  zₙ = argmin ‖xₙ − mₖ‖²        bits: N d b before, K d b + N ⌈log₂ K⌉ after        distortion = E
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import Pauses, on_the_way
from engine.data.dataset import Dataset
from engine.families.clustering.counting import distinct_points
from engine.families.clustering.lloyd import Found, best_of, most_waits
from engine.maths.algebra.distances import own_squares
from engine.models.groups import Centres

WORDS, ROWS = "code words", "rows"


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    X, K = data.X, distinct_points(data.X, params.k)  # with a code word for each row it is exact
    runs = best_of(X, data.row_keys, K, params.runs, "k-means++", rng, Pauses(), ROUNDS)
    book = yield from on_the_way(runs, searching)  # its centres are the code words
    codes, squares = book.labels, own_squares(X, book.centres.centres, book.labels)
    done = none_of(data.n)
    yield Step(kind="book", model=book.centres, codes=codes, squares=squares, done=done)
    for number in range(K if params.stop_at == WORDS else data.n):
        rows = np.flatnonzero(codes == number) if params.stop_at == WORDS else np.array([number])
        done = replaced(done, rows)
        yield Step(kind="replace", model=book.centres, codes=codes, squares=squares, done=done, rows=rows)
    yield Step(kind="end", model=book.centres, codes=codes, squares=squares, done=done)
    return Ending.converged(
        f"{counted(data.n, 'row is', 'rows are')} {counted(K, 'code word')} now: distortion {figure(book.error)}."
    )


ROUNDS = 100
"""So many rounds at most a run of K-means has: of many thousand pixels the last rounds change next to nothing."""


def searching(now: Found) -> Step:
    """A code book that is not ready yet."""
    nothing = none_of(len(now.labels))
    return Step(kind="search", model=now.centres, codes=now.labels, squares=np.zeros(0), done=nothing)


def none_of(n: int) -> np.ndarray:
    """(n,) that no row is replaced."""
    return np.zeros(n, dtype=bool)


def replaced(done: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Which rows are replaced, with some more."""
    more = np.array(done)
    more[rows] = True
    return more


def bits_before(n: int, d: int, bits: int) -> int:
    """Every number of every row."""
    return n * d * bits


def code_bits(K: int) -> int:
    """⌈log₂ K⌉: of one code.

    >>> code_bits(1), code_bits(2), code_bits(16), code_bits(17)
    (0, 1, 4, 5)
    """
    return (K - 1).bit_length()


def bits_after(n: int, d: int, bits: int, K: int) -> tuple[int, int]:
    """The code book, and a code for every row."""
    return K * d * bits, n * code_bits(K)


def bound(data: Dataset, params: Params) -> int:
    """The code book with its pauses, every code word or every row, the end."""
    waits = most_waits(data.n, data.d, min(params.k, data.n), params.runs, ROUNDS)
    return 2 + max(data.n, params.k) + waits


@dataclass(frozen=True)
class Params:
    k: int = whole(4, low=2, high=256, symbol="K", log=True, label="code words", clear=True, help="as many or fewer")
    bits: int = whole(
        8, low=1, high=64, symbol="b", label="bits for a number", clear=True, help="as it is stored: 8 for a pixel"
    )
    stop_at: str = choice(WORDS, (WORDS, ROWS), label="stop after", clear=True, help="all rows of a code word, or each")
    runs: int = whole(1, low=1, high=100, symbol="R", log=True, rare=True, help="of K-means; the best code book counts")


@snapshot
class Step:
    """The code book, at a pause before it is ready the one so far; then rows replaced by their code words."""

    kind: Literal["search", "book", "replace", "end"]
    model: Centres
    codes: np.ndarray  # (n,) z
    squares: np.ndarray  # (n,) ‖xₙ − m_zₙ‖², once the code book is ready
    done: np.ndarray  # (n,) which rows are replaced
    rows: np.ndarray | None = None  # those replaced now
