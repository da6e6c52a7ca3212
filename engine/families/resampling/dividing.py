"""How rows are divided into folds: k of them in order or at random, class by class if stratified, or one row each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, flag, real, whole
from engine.base.snapshot import read_only
from engine.base.words import counted
from engine.data.dataset import Dataset
from engine.data.row_numbers import others
from engine.data.split import folds, learnable
from engine.families.learners import LearnerParams
from engine.maths.probability.row_keys import random_keys, shuffled

K_FOLD, LEAVE_ONE_OUT = SCHEMES = ("k-fold", "leave-one-out")
MOST_FITS = 2000
"""So many models are fitted at most."""


@dataclass(frozen=True)
class FoldParams(LearnerParams):
    """Behind the learner: which rows are held out together."""

    scheme: str = choice(K_FOLD, SCHEMES, label="folds by", help="leave-one-out: every row is a fold of its own")
    folds: int = whole(
        5, low=2, high=MOST_FITS, symbol="k", log=True, of_rows=True, when=("scheme", (K_FOLD,)),
        label="number of folds", help="each is held out once",
    )  # fmt: skip
    stratify: bool = flag(False, when=("scheme", (K_FOLD,)), help="divide each class by itself")
    shuffle: bool = flag(True, when=("scheme", (K_FOLD,)), help="rows at random; else in the order of the table")


def fold_count(n: int, params: FoldParams) -> int:
    """k: how many folds n rows are divided into."""
    return n if params.scheme == LEAVE_ONE_OUT else params.folds


def is_stratified(data: Dataset, params: FoldParams) -> bool:
    """Whether the classes are divided one by one."""
    return params.stratify and params.scheme == K_FOLD and data.target == "class"


def divided(data: Dataset, params: FoldParams, rng: np.random.Generator) -> np.ndarray:
    """(n,) the fold of each row, 0, 1, ..., k − 1."""
    n, k = data.n, fold_count(data.n, params)
    if params.scheme == LEAVE_ONE_OUT:
        return np.arange(n)
    if is_stratified(data, params):
        keys = random_keys(data.row_keys, rng) if params.shuffle else np.arange(float(n))
        return by_class(data.codes, k, keys)
    if not params.shuffle:
        return in_order(n, k)
    fold = np.empty(n, dtype=np.intp)
    for number, rows in enumerate(folds(data.row_keys, k, rng)):
        fold[rows] = number
    return fold


def in_order(n: int, k: int) -> np.ndarray:
    """(n,) the fold of each row: the first n mod k folds have one row more.

    >>> in_order(10, 3).tolist()
    [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]
    """
    return np.repeat(np.arange(k), n // k + (np.arange(k) < n % k))


def by_class(codes: np.ndarray, k: int, keys: np.ndarray) -> np.ndarray:
    """(n,) the fold of each row: each class by itself, its rows in the order of their keys (n,).

    >>> by_class(np.array([0] * 6 + [1] * 3 + [2]), 3, np.arange(10.0)).tolist()
    [0, 0, 1, 1, 2, 2, 0, 1, 2, 0]
    """
    fold, seats = np.empty(len(codes), dtype=np.intp), seats_of(codes, k)
    for place, code in enumerate(np.unique(codes)):
        rows = np.flatnonzero(codes == code)
        fold[rows[np.argsort(keys[rows], kind="stable")]] = np.repeat(np.arange(k), seats[place])
    return fold


def seats_of(codes: np.ndarray, k: int) -> np.ndarray:
    """(K, k) how many rows of each class that occurs each fold gets: counts of a class, and sizes, differ by 1 at most.

    The rows, sorted by class, are dealt to the folds in turns.

    >>> seats_of(np.array([0] * 6 + [1] * 3 + [2]), 3).tolist()
    [[2, 2, 2], [1, 1, 1], [1, 0, 0]]
    """
    sizes = np.unique(codes, return_counts=True)[1]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    turns = (np.arange(k) - starts[:, None]) % k
    return np.asarray(sizes[:, None] // k + (turns < (sizes % k)[:, None]), dtype=np.intp)


# -- validation: one part, or several ----------------------------------------------------------------------------------

ALL, DRAWN, LAST, GIVEN = SPLITS = ("cross-validation", "rows drawn at random", "the last rows", "the validation rows")
NONE_GIVEN = "No rows are for validation, and judged_by asks for them: keep some (panel Data, under Split)"


@dataclass(frozen=True)
class ValidatedParams(LearnerParams):
    """Behind the learner: which rows judge that were not learnt from."""

    judged_by: str = choice(ALL, SPLITS, label="judged by", help="rows that were not learnt from")
    folds: int = whole(5, low=2, high=50, when=("judged_by", (ALL,)), help="at random, each held out once")
    share: float = real(
        0.3, low=0.05, high=0.9, share=True, when=("judged_by", (DRAWN, LAST)), label="validation fraction",
        help="share of the rows",
    )  # fmt: skip


Part = tuple[np.ndarray, np.ndarray]
"""The rows to learn from, and the rows that judge."""


def parts_of(data: Dataset, params: ValidatedParams, rng: np.random.Generator) -> tuple[Part, ...]:
    """The parts of a table; rows that are kept for validation judge, or are left alone."""
    rows = learnable(data)
    n = len(rows)
    if params.judged_by == GIVEN:
        return (sealed_part(rows, others(data.n, rows)),)
    if params.judged_by == ALL:
        dealt = folds(data.row_keys_of(rows), params.folds, rng)
        return tuple(sealed_part(rows[others(n, fold)], rows[fold]) for fold in dealt)
    size = min(max(round(params.share * n), 1), n - 1)
    order = shuffled(data.row_keys_of(rows), rng) if params.judged_by == DRAWN else np.arange(n)[::-1]
    return (sealed_part(np.sort(rows[order[size:]]), np.sort(rows[order[:size]])),)


def sealed_part(train: np.ndarray, test: np.ndarray) -> Part:
    """A part with read-only arrays."""
    return read_only(train), read_only(test)


def part_count(params: ValidatedParams) -> int:
    """How many parts there are."""
    return params.folds if params.judged_by == ALL else 1


def parts_limits(data: Dataset, params: ValidatedParams) -> str:
    """Why there are no such parts, or ''."""
    n = len(learnable(data))
    if params.judged_by == GIVEN and data.held is None:
        return Objection(f"{NONE_GIVEN}, or set judged_by to {ALL}.", SetParameter("judged_by", ALL))
    if params.judged_by == ALL and params.folds > n:
        words = f"folds = {params.folds} need as many rows, and there are {n}: choose folds from 2 to {n}."
        return Objection(words, SetParameter("folds", n))
    return "" if n > 1 else f"judged_by = {params.judged_by} needs at least 2 rows to divide, and there is {n}."


def held_out(fold: np.ndarray, number: int) -> tuple[np.ndarray, np.ndarray]:
    """The rows to learn from while a fold is held out, and the rows of the fold."""
    test = np.flatnonzero(fold == number)
    return others(len(fold), test), test


def small_classes(data: Dataset, k: int) -> list[int]:
    """The codes of the classes with fewer rows than there are folds."""
    return [code for code in data.classes_present if data.class_sizes[code + 1] < k]


def fold_limits(data: Dataset, params: FoldParams) -> str:
    """Why these rows cannot be divided so, or ''."""
    n = data.n
    if params.scheme == LEAVE_ONE_OUT and n > MOST_FITS:
        words = f"scheme = {LEAVE_ONE_OUT} needs {counted(n, 'fit')}, one a row, and takes at most {MOST_FITS:,}"
        return Objection(f"{words}: set scheme to {K_FOLD}.", SetParameter("scheme", K_FOLD))
    if params.scheme == K_FOLD and params.folds > n:
        words = f"folds = {params.folds} need as many rows, and there are {n}: choose folds from 2 to {n}."
        return Objection(words, SetParameter("folds", n))
    return ""
