"""What the promise about dots beside the plane notices."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from engine.base.snapshot import snapshot
from engine.core.marks import Bars, Curve, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from tests.contract.dots import check_dots

DATA = Dataset.from_arrays(np.arange(6.0)[:, None], [0, 0, 0, 1, 1, 1])
CHART = Surface("chart", "Error", "round", "E")


@snapshot
class Step:
    weights: np.ndarray
    model: object = None


@snapshot
class Params:
    rate: float = 0.5


PARAMS = Params()
STEP = Step(np.array([0.1, 0.4, 0.2, 0.9, 0.3, 0.7]))
CURVE = Curve(np.array([[0.0, 4.0], [1.0, 2.0], [2.0, 1.0]]), surface=CHART)


def dot(x, y):
    return Points(np.array([[x, y]]), "focus", surface=CHART)


def test_dots_lie_on_a_curve_end_bar_or_dot():
    ends = Segments(np.array([[5.0, 0.0]]), np.array([[5.0, 3.0]]), surface=CHART)
    bars = Bars(np.array([1.0, 7.0]), ("a", "b"), surface=CHART)
    assert (
        check_dots([CURVE, dot(1.0, 2.0)], STEP, DATA, PARAMS)
        == check_dots([CURVE, dot(0.5, 3.0)], STEP, DATA, PARAMS)
        == 1
    )
    for one, beside in ((dot(5.0, 3.0), ends), (dot(1.0, 7.0), bars)):
        assert check_dots([CURVE, beside, one], STEP, DATA, PARAMS) == 1
    for off in (dot(1.013, 2.337), dot(0.517, 2.0391), dot(3.077, 0.0413)):
        with pytest.raises(AssertionError, match=r"Error: a dot at .*, where nothing else is drawn"):
            check_dots([CURVE, off], STEP, DATA, PARAMS)


def test_dots_are_at_a_stated_place_or_labelled():
    """The weights of a step lie beside the path of the best ones."""
    assert check_dots([CURVE, dot(0.9, 0.3)], STEP, DATA, PARAMS) == 1
    named = Points(np.array([[0.9, 8.0]]), "focus", labels=("this step",), surface=CHART)
    assert check_dots([CURVE, named], STEP, DATA, PARAMS) == 0


@pytest.mark.parametrize("areas", [lambda w: w, lambda w: 0.2 + 3 * w, lambda w: np.clip(w, 0.15, 0.85)])
def test_areas_grow_evenly_with_a_quantity(areas):
    assert check_dots([Points(DATA.X, "data", sizes=areas(STEP.weights))], STEP, DATA, PARAMS) == 1


@pytest.mark.parametrize("areas", [lambda w: w**3, lambda w: 1 / w, lambda w: np.roll(w, 1), lambda w: 1 - w])
def test_areas_contradicting_the_text_are_reported(areas):
    with pytest.raises(AssertionError, match="the areas of the dots grow evenly with nothing"):
        check_dots([Points(DATA.X, "data", sizes=areas(STEP.weights))], STEP, DATA, PARAMS)


def test_a_few_sizes_tell_kinds_apart():
    few = Points(DATA.X, "data", sizes=np.array([1.0, 2.0, 1.0, 0.5, 2.0, 1.0]))
    assert check_dots([few], SimpleNamespace(model=None), DATA, PARAMS) == 0
