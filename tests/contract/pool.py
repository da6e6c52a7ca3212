"""Data sets of many shapes. An algorithm is held to its contract on those of them that it calls suitable."""

from __future__ import annotations

from functools import cache

import numpy as np

import engine
from engine.core.algorithm import Algorithm
from engine.data.dataset import Column, Dataset


def blobs(n: int, d: int, classes: int, spread: float = 0.7, seed: int = 7) -> Dataset:
    """Round clouds of `n` points each, their middles three apart along a diagonal and alternately off it."""
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(classes), n)
    middles = 3.0 * np.arange(classes)[:, None] * np.ones(d) + np.where(np.arange(d) % 2, 1.5, -1.0)
    table = middles[codes] + spread * rng.normal(size=(len(codes), d))
    order = rng.permutation(len(codes))
    names = tuple(f"class {chr(65 + k)}" for k in range(classes))
    return Dataset(table[order], codes[order], class_names=names)


def words(n: int, d: int, classes: int, seed: int = 3) -> Dataset:
    """A table of words; the class follows from the first two columns, with some noise."""
    rng = np.random.default_rng(seed)
    levels = tuple(("low", "middle", "high", "top")[: 2 + j % 3] for j in range(d))
    table = np.column_stack([rng.integers(len(levels[j]), size=n) for j in range(d)]).astype(float)
    codes = (table[:, 0] + table[:, 1 % d] + (rng.random(n) < 0.1)).astype(int) % classes
    columns = tuple(Column(f"attribute {j + 1}", "categorical", levels[j]) for j in range(d))
    return Dataset(table, codes, columns, class_names=tuple(f"class {chr(65 + k)}" for k in range(classes)))


def measured(data: Dataset, numbers: int = 0, seed: int = 5) -> Dataset:
    """A table of words with some columns of numbers beside them, and a number to be predicted from all of them."""
    rng = np.random.default_rng(seed)
    X = np.column_stack([data.X, rng.normal(size=(data.n, numbers))])
    columns = (*data.columns, *(Column(f"number {j + 1}") for j in range(numbers)))
    effects = [rng.normal(scale=2.0, size=max(len(column.levels), 1)) for column in columns]
    t = sum(
        effect[X[:, j].astype(int)] if columns[j].levels else effect[0] * X[:, j] for j, effect in enumerate(effects)
    )
    return Dataset(X, t + 0.2 * rng.normal(size=data.n), columns, target_name="yield")


def counted(means: np.ndarray, seed: int = 5) -> np.ndarray:
    """Counts that are Poisson distributed about these means."""
    return np.random.default_rng(seed).poisson(means).astype(float)


def texts(classes: int, gap: bool = False) -> Dataset:
    """Short texts, one without a word, of two or three classes; with a gap the text of the second row is missing."""
    levels = (
        "goal goal goal law",
        "vote vote law",
        "song song tune",
        "goal match",
        "law, vote",
        "tune",
        "!?",
        "song goal",
    )
    codes = np.array([0, 1, 2, 0, 1, 2, 0, 2]) % classes
    X = np.arange(8.0)[:, None]
    X[1] = np.nan if gap else 1.0
    names = tuple(f"class {chr(65 + k)}" for k in range(classes))
    return Dataset(X, codes, (Column("text", "text", levels),), class_names=names)


def thinned(data: Dataset, most: int = 1_200) -> Dataset:
    """Of a table with more cells every second row, or third, and so on: many rows have a table of their own."""
    return data.subset(range(0, data.n, -(-data.X.size // most)))


@cache
def pool() -> dict[str, Dataset]:
    """Every data set of the pool by its name: the plain ones first, then the odd, then the hopeless."""
    line = np.linspace(-2, 2, 30)
    two, large = blobs(20, 2, 2), blobs(501, 2, 2)  # of more rows than 1,000 some things are drawn or told otherwise
    return {
        "two classes": two,
        "one feature": blobs(12, 1, 2),
        "five features, three classes": blobs(15, 5, 3),
        "two classes that overlap": blobs(25, 2, 2, spread=2.5),
        "words, two classes": words(24, 3, 2),
        "words, three classes": words(30, 5, 3),
        "a real target": Dataset(line[:, None], np.sin(line)),
        "words, a real target": measured(words(24, 3, 2)),
        "words and a number, a real target": measured(words(30, 1, 2), numbers=1),
        "one word, a real target": measured(words(20, 1, 2)),
        "texts, three classes": texts(3),
        "texts with a gap": texts(2, gap=True),
        "texts without classes": texts(2).changed(y=None, class_names=()),
        "no target": two.changed(y=None, class_names=()),
        **{key: thinned(engine.load(key)) for key in engine.bundled() if engine.load(key).X.size < 20_000},
        "1,002 points": large,
        "1,002 points with a real target": large.changed(y=np.linspace(-1, 1, large.n) ** 3, class_names=()),
        "counts": Dataset(line[:, None], counted(np.exp(0.5 + 0.9 * line))),
        "counts, two features": Dataset(two.X[::2], counted(np.exp(1.0 + 0.2 * two.X[::2, 0]))),
        "a column that never changes": two.changed(X=two.X * [1.0, 0.0] + [0.0, 4.0]),
        "rows for validation": two.changed(held=np.arange(two.n) % 3 == 0),
        "two rows": two.subset([int(np.argmin(two.codes)), int(np.argmax(two.codes))]),
        "one row": two.subset([0]),
        "the same row five times": two.subset([0, 0, 0, 0, 0]),
        "one class": two.subset(two.codes == 0),
        "a class without a row": two.changed(class_names=(*two.class_names, "nobody")),
        "far from the origin": two.changed(X=two.X + 1e8),
        "tiny numbers": two.changed(X=two.X * 1e-12),
        "a row without a class": two.with_targets([3], -1),
        "gaps": two.with_values([2], [[np.nan, 1.0]]),
        "numbers too large to square": two.changed(X=two.X * 1e200),
        "an infinite cell": two.with_values([2], [[np.inf, 1.0]]),
        "no row": two.without_rows(range(two.n)),
        "no feature": Dataset(np.zeros((4, 0)), np.array([0, 1, 0, 1]), class_names=("no", "yes")),
    }


@cache
def suitable(algorithm: Algorithm) -> dict[str, Dataset]:
    """Every data set that the algorithm's needs let pass."""
    return {name: data for name, data in pool().items() if not algorithm.unsuitable(data)}


@cache
def few(algorithm: Algorithm, most: int = 6) -> dict[str, Dataset]:
    """The first of them, each of another shape: where a test costs time."""
    chosen: dict[tuple[object, ...], tuple[str, Dataset]] = {}
    for name, data in suitable(algorithm).items():
        gaps, classes = data.missing_count > 0, min(len(data.classes_present), 3)
        shape = (min(data.d, 3), data.columns[0].kind, classes, data.target, gaps)
        chosen.setdefault(shape, (name, data))
    return dict(list(chosen.values())[:most])
