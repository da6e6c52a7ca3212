"""What several runs on the same points are called."""

from __future__ import annotations

from gui.session.comparing import names
from gui.session.lane import Lane


def test_runs_of_one_algorithm_are_named_by_their_differences() -> None:
    lanes = [Lane(0, "perceptron", {"rate": 0.5}), Lane(1, "perceptron", {"rate": 2.0}), Lane(2, "kmeans")]
    assert names(lanes) == ("Perceptron, rate 0.5", "Perceptron, rate 2", "K-means")
    same = [Lane(0, "kmeans"), Lane(1, "kmeans"), Lane(2, "kmeans", seed=3)]
    assert len(set(names(same))) == 3 and names(same)[2] == "K-means, seed 3"
