"""Cross-validation of logistic regression with ten folds, beside scikit-learn's with the same folds.

python -m tests.benchmarks.resampling
"""

from __future__ import annotations

import os
from typing import Any

for _pool in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_pool, "1")

import numpy as np  # noqa: E402  the settings above are read when the libraries are loaded

import engine  # noqa: E402
from engine.data.dataset import Dataset  # noqa: E402
from tests.benchmarks.timing import Aim, Row, print_aims, print_table, timed  # noqa: E402

FOLDS = 10


def overlapping(n: int, d: int) -> Dataset:
    """Two classes on both sides of a plane, with noise."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d))
    above = X @ rng.normal(size=d) + 2.0 * rng.normal(size=n) > 0
    return Dataset(X, above.astype(np.int64), class_names=("below", "above"))


def both(data: Dataset, repeats: int = 7) -> tuple[list[Row], Aim]:
    """All folds in the order of the table, nothing penalised, from new data each time: a data set keeps its fits."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import KFold, cross_val_score

    params: dict[str, Any] = {"classifier": "logistic_newton", "folds": FOLDS, "shuffle": False}

    def ours() -> float:
        new = data.changed(X=data.X.copy())
        return float(engine.trace("cross_validation", new, **params).to_end()[-1].mean)

    def theirs() -> float:
        model = LogisticRegression(C=1e6, max_iter=1_000)
        return float(1.0 - cross_val_score(model, data.X, data.codes, cv=KFold(FOLDS)).mean())

    assert abs(ours() - theirs()) < 1e-3
    about = f"{FOLDS} folds of {data.n:,} x {data.d}, logistic regression"
    rows = [Row.of(f"{about}: {name}", timed(act, repeats)) for name, act in (("ours", ours), ("theirs", theirs))]
    return rows, Aim(f"{about}, beside scikit-learn", rows[0].median / rows[1].median, 1.0, "times as long")


if __name__ == "__main__":
    measured, aim = both(overlapping(10_000, 20))
    print_table(measured)
    print_aims([aim])
