"""The same perceptron frame the notebook way: scikit-learn, a boundary on a grid of 256, a scatter, matplotlib."""

from __future__ import annotations

import itertools

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from sklearn.inspection import DecisionBoundaryDisplay
from sklearn.linear_model import Perceptron

from engine.data.dataset import Dataset
from tests.benchmarks.timing import Row, timed


def frames(data: Dataset, repeats: int = 12) -> Row:
    """Learn one more example and draw the picture of 900 x 700, as a notebook does in every turn of its loop."""
    learner = Perceptron(shuffle=False)
    learner.partial_fit(data.X[:1], data.codes[:1], classes=np.unique(data.codes))
    rows = itertools.cycle(range(1, data.n))
    figure = plt.figure(figsize=(9, 7), dpi=100)

    def frame() -> None:
        row = next(rows)
        learner.partial_fit(data.X[[row]], data.codes[[row]])
        figure.clear()
        axes = figure.add_subplot()
        DecisionBoundaryDisplay.from_estimator(learner, data.X, grid_resolution=256, alpha=0.2, ax=axes)
        axes.scatter(data.X[:, 0], data.X[:, 1], c=data.codes, s=20)
        axes.scatter(*data.X[row], facecolors="none", edgecolors="black", s=120)
        figure.canvas.draw()

    row = Row.of(f"the notebook way, perceptron, {data.n:,} points: one frame", timed(frame, repeats))
    plt.close(figure)
    return row
