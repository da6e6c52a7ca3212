"""What the perceptrons share of their passes: the problem, the order of the rows, and the cycle that is noticed."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.data.dataset import Dataset
from engine.families.perceptrons.passes import Cycle, PassParams, posed, presented
from engine.models.linear import Hyperplane, Scores

GIVEN, SHUFFLED = PassParams(), PassParams(order="shuffled")


def line(*w: float) -> Hyperplane:
    return Hyperplane(np.array(w[1:]), w[0])


def test_problem_has_features_or_basis_functions_and_the_start():
    data = engine.load("iris").subset(range(40, 60))
    X, t, begun = posed(data, GIVEN, None)
    assert X is data.X and t.tolist() == [-1.0] * 10 + [1.0] * 10
    assert begun.packed.tolist() == [0] * 5 and begun.classes == (0, 1) and begun.basis is None
    assert posed(data, GIVEN, line(1, 2, 3, 4, 5))[2].packed.tolist() == [1, 2, 3, 4, 5]
    Phi, _, curved = posed(data, PassParams(basis="polynomial"), None)
    assert Phi.shape == (20, 14) and curved.basis.n_functions == 14


def test_epoch_presents_every_row_once_in_the_requested_order():
    rng = np.random.default_rng(3)
    data = Dataset(np.zeros((5, 1)))
    assert presented(data, GIVEN, rng) == [0, 1, 2, 3, 4]
    expected = np.random.default_rng(3)
    for _ in range(3):
        assert presented(data, SHUFFLED, rng) == np.argsort(expected.spawn(1)[0].random(5)).tolist()


@pytest.mark.parametrize("gone", [range(37, 40), [5], [0, 12, 39]])
def test_added_or_removed_rows_keep_the_order_of_others(gone):
    few, many, all_of_them = np.random.default_rng(3), np.random.default_rng(3), Dataset(np.zeros((40, 1)))
    left = np.delete(np.arange(40), gone)
    for _ in range(4):
        order = presented(all_of_them, SHUFFLED, many)
        assert [row for row in order if row in left] == left[
            presented(all_of_them.subset(left), SHUFFLED, few)
        ].tolist()


@pytest.mark.parametrize(("period", "words"), [(1, "every epoch. "), (3, "every 3 epochs. ")])
def test_repeated_weights_are_reported_once_with_their_period(period, words):
    cycle = Cycle()
    for epoch in range(1, 9):
        assert cycle.period == (period if epoch > period + 2 else 0)
        cycle.at(epoch, line(0, 7, 7) if epoch == 1 else line(1, epoch % period, 0), GIVEN)
    assert cycle.words() == f"No line separates these classes: the weights repeat {words}"


def test_other_weights_or_shuffled_epochs_are_no_cycle():
    cycle, shuffled = Cycle(), Cycle()
    for epoch in range(1, 6):
        cycle.at(epoch, line(epoch, 1, 0), GIVEN)
        shuffled.at(epoch, line(1, 1, 0), SHUFFLED)
    assert cycle.period == shuffled.period == 0 and cycle.words() == shuffled.words() == ""


def test_weights_of_all_classes_must_repeat():
    cycle = Cycle()
    for epoch, last in enumerate((1.0, 2.0, 3.0, 1.0), start=1):
        cycle.at(epoch, Scores(np.eye(2), np.array([0.0, last]), np.array([0, 1])), GIVEN)
    assert cycle.period == 3
