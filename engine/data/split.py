"""Which rows a run learns from, which choose between models, and which judge the one that was chosen.   (EV12)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import build, flag, real, whole
from engine.base.snapshot import sealed
from engine.base.words import counted, figure, joined, listed, short
from engine.data.dataset import Dataset
from engine.maths.probability.row_keys import RowKeys, drawn, random_keys

PARTS = TRAINING, VALIDATION, TEST = "training", "validation", "test"
PURPOSES = {
    TRAINING: "the model learns from these rows",
    VALIDATION: "it has not seen these: by them models and parameters are compared, and one is chosen",
    TEST: "neither learnt from nor chosen by: they tell once, at the end, what the chosen one is worth",
}
"""What each part is for."""
ROUNDING, LEAST = 9, 1e-9
"""Remainders that are alike to so many digits are the same, and a smaller share is none."""


@dataclass(frozen=True, eq=False)
class Parts:
    """The part of every row, all of them for training where the rows cannot be split, and then why, with the remedy."""

    codes: np.ndarray  # (n,) places in PARTS
    why: str = ""

    def rows(self, part: str) -> np.ndarray:
        """The rows of a part, ascending."""
        return np.flatnonzero(self.codes == PARTS.index(part))

    @property
    def counts(self) -> tuple[int, ...]:
        """How many rows each part has."""
        return tuple(np.bincount(self.codes, minlength=len(PARTS)).tolist())

    @property
    def training(self) -> np.ndarray | None:
        """The rows to learn from; None for all."""
        return self.rows(TRAINING) if self.codes.any() else None


@dataclass(frozen=True)
class Split:
    """How rows are split into three parts: what is not for validation or test is for training.

    Of n rows a part with the share p gets ⌊np⌋; those left over go to the largest remainders np − ⌊np⌋, one each, of
    equal ones to training before validation before test. So no part is a whole row off, and, stratified, none is in
    any class. Drawn by random keys, which belong to the rows, training takes the lowest and test the highest of them.

    >>> Split(validation=0.2, test=0.2).of(Dataset(np.zeros((10, 1)))).counts
    (6, 2, 2)
    """

    validation: float = real(0.0, low=0.0, high=0.9, share=True, help=PURPOSES[VALIDATION])
    test: float = real(0.0, low=0.0, high=0.9, share=True, help=PURPOSES[TEST])
    shuffle: bool = flag(True, help="rows are drawn at random; else the first are for training and the last for test")
    stratify: bool = flag(False, help="each class is split by itself, so that it has its share of every part")
    seed: int = whole(0, low=0, high=2**31, help="seed of the draw; another one draws other rows")

    @property
    def is_on(self) -> bool:
        """Whether anything is asked for but training rows."""
        return self.validation > 0 or self.test > 0

    @property
    def shares(self) -> tuple[float, float, float]:
        """The share of each part."""
        return 1.0 - self.validation - self.test, self.validation, self.test

    def of(self, data: Dataset) -> Parts:
        """The parts of a table. They depend on which rows it has, and, stratified, on their classes, alone."""
        if not self.is_on or not data.n:
            return _whole(data.n)
        if self.shares[0] < LEAST:
            return Parts(_whole(data.n).codes, f"{self._asked()} leave nothing to learn from: take smaller shares.")
        if self.stratify and data.target == "class":
            return data.cached(self, lambda: self._stratified(data))
        return _at_large(self, range(data.n) if data.numbers is None else _Held(data.numbers))

    def _stratified(self, data: Dataset) -> Parts:
        """Each class by itself; one that would be missing in a part is a reason not to split."""
        classes = data.codes + 1
        counts = np.bincount(classes)
        sizes = seats(counts, self.shares)
        lacking = self._wanted & (sizes < 1) & (counts > 0)[:, None]
        if lacking.any():
            code, part = np.argwhere(lacking)[0].tolist()
            return Parts(_whole(data.n).codes, _too_few(data, code - 1, int(counts[code]), PARTS[part]))
        order = np.argsort(classes.astype(np.min_scalar_type(len(counts))), kind="stable")  # the fewer bits, the faster
        own, dealt = self._random_keys(data.row_keys), np.zeros(data.n, dtype=np.int8)
        for rows, own_sizes in zip(np.split(order, np.cumsum(counts)[:-1]), sizes, strict=True):
            dealt[rows] = ranked(own[rows], own_sizes)
        return Parts(sealed(dealt))

    def values(self) -> dict[str, Any]:
        """Every field by its name."""
        return dict(vars(self))

    def to_json(self) -> dict[str, Any]:
        """What is not as it is at first."""
        return {name: value for name, value in vars(self).items() if value != getattr(Split, name)}

    def at_large(self, row_keys: RowKeys) -> Parts:
        """The parts of the rows with these keys, whatever their classes are."""
        n = len(row_keys)
        sizes = seats(np.array([n]), self.shares)[0]
        none = [PARTS[part] for part in np.flatnonzero(self._wanted & (sizes < 1))]
        if none:
            said = f"Of {counted(n, 'row')}, with {self._asked()}, none would be for {listed(none)}"
            return Parts(_whole(n).codes, f"{said}: add rows, or take another share.")
        return Parts(sealed(ranked(self._random_keys(row_keys), sizes)))

    def _random_keys(self, row_keys: RowKeys) -> np.ndarray:
        """(n,) what the rows are ranked by."""
        return (
            random_keys(row_keys, np.random.default_rng(self.seed))
            if self.shuffle
            else np.arange(len(row_keys), dtype=float)
        )

    @property
    def _wanted(self) -> np.ndarray:
        """(3,) which parts there are to be; something has to be learnt from in any case."""
        return np.array([True, self.validation > 0, self.test > 0])

    def _asked(self) -> str:
        shares = zip(PARTS[1:], self.shares[1:], strict=True)
        return joined(f"{figure(100 * share)} % for {part}" for part, share in shares if share)


def _too_few(data: Dataset, code: int, count: int, part: str) -> str:
    rows = "1 row, which would not be" if count == 1 else f"{count:,} rows, none of which would be"
    what = f"Class {short(data.class_names[code])}" if code >= 0 else "No class"
    return f"{what} has {rows} for {part}: add rows of it, take another share, or do not stratify."


def split(
    data: Dataset, validation: float = 0.0, test: float = 0.0, *, shuffle: bool = True, stratify: bool = False,
    seed: int = 0,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # fmt: skip
    """The rows for training, for validation and for test; a Refusal where one of the parts would be empty.

    >>> import engine
    >>> [len(rows) for rows in engine.split(engine.load("iris"), 0.2, 0.2, stratify=True)]
    [90, 30, 30]
    """
    values = {"validation": validation, "test": test, "shuffle": shuffle, "stratify": stratify, "seed": seed}
    parts = build(Split, values).of(data)
    if parts.why:
        raise Refusal(parts.why)
    return parts.rows(TRAINING), parts.rows(VALIDATION), parts.rows(TEST)


def learnable(data: Dataset) -> np.ndarray:
    """The rows that are not for validation."""
    return np.arange(data.n) if data.held is None else np.flatnonzero(~data.held)


def split_from_json(content: Any) -> Split:
    """A split from its fields in a file; what is no split is refused in words."""
    if not isinstance(content, Mapping):
        raise Refusal("The split in the file must be an object with shares.")
    made: Split = build(Split, content)
    return made


def seats(counts: np.ndarray, shares: tuple[float, ...]) -> np.ndarray:
    """(K, m) how many of `counts` (K,) rows each part gets: the rule of the largest remainder.   (Hamilton 1792)

    >>> seats(np.array([6, 7]), (0.6, 0.2, 0.2)).tolist()
    [[4, 1, 1], [4, 2, 1]]
    """
    exact = np.round(np.outer(counts, shares), ROUNDING)
    whole_rows = np.floor(exact)
    left = counts - whole_rows.sum(axis=1)
    places = np.argsort(np.argsort(whole_rows - exact, axis=1, kind="stable"), axis=1)
    return np.asarray(whole_rows + (places < left[:, None]), dtype=np.intp)


def ranked(own: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """(m,) the part of each row: the lowest random keys (m,) are in the first, which has the first of these sizes."""
    ends, dealt = np.cumsum(sizes)[:-1].tolist(), np.zeros(len(own), dtype=np.int8)
    order = np.argpartition(own, [min(end, len(own) - 1) for end in ends]) if len(own) else np.zeros(0, dtype=np.intp)
    for end in ends:
        dealt[order[end:]] += 1
    return dealt


@dataclass(frozen=True, eq=False)
class _Held:
    """Numbers of rows by which a cache knows them again: the very same, which an edit of a cell leaves as they are."""

    numbers: np.ndarray

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.numbers is self.numbers

    def __hash__(self) -> int:
        return id(self.numbers)


@lru_cache(maxsize=4)
def _at_large(split: Split, row_keys: range | _Held) -> Parts:
    """Kept, for a drag asks at every move."""
    return split.at_large(row_keys.numbers if isinstance(row_keys, _Held) else row_keys)


@lru_cache(maxsize=4)
def _whole(n: int) -> Parts:
    """n rows, all to learn from."""
    return Parts(sealed(np.zeros(n, dtype=np.int8)))


def folds(row_keys: RowKeys, k: int, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    """k random parts of the rows 0, ..., n - 1, each ascending, whose sizes differ by one at most.

    Of every k keys in a row each part is dealt one, so a row keeps its part when rows are added after it. Where rows
    were taken out, a part that has lost too many gets of others, and no more of them than it takes.

    >>> sorted(len(part) for part in folds(range(10), 3, np.random.default_rng(0)))
    [3, 3, 4]
    """
    n = len(row_keys)
    if not 2 <= k <= n:
        raise Refusal(f"k = {k} is not legal: of {n} rows there can be from 2 to {n} folds.")
    own = np.asarray(row_keys)
    rounds, round_of = np.unique(own // k, return_inverse=True)
    dealt = np.argsort(drawn(rounds, rng, k), axis=1)[round_of, own % k]
    sizes = np.bincount(dealt, minlength=k)
    wanted = n // k + (np.argsort(np.argsort(-sizes, kind="stable")) < n % k)
    parts = [np.flatnonzero(dealt == part) for part in range(k)]
    over = np.sort(np.concatenate([part[size:] for part, size in zip(parts, wanted, strict=True)]))
    dealt[over] = np.repeat(np.arange(k), np.maximum(wanted - sizes, 0))
    return tuple(np.flatnonzero(dealt == part) for part in range(k))
