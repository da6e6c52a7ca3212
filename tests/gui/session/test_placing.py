"""What can be placed by hand where, and what is there after one more click."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from engine.core.algorithm import Handle
from engine.core.surfaces import PLANE, Surface
from engine.data.dataset import Dataset
from gui.session.placing import handle_for, placed, positions

ERROR = Surface("chart", "Error")
FLAT = Dataset.from_arrays([[0.0, 0.0], [1.0, 1.0]])


def handle(surface: Surface = PLANE, most: int = 2) -> Handle:
    return Handle(
        "a start", lambda p, data, params, base=None: p, lambda model, data: model, lambda params: most, surface
    )


def lane(*handles: Handle) -> SimpleNamespace:
    return SimpleNamespace(algorithm=SimpleNamespace(handles=handles), params=None)


def test_handle_is_found_by_kind_and_name_of_its_surface() -> None:
    here, elsewhere = handle(ERROR), handle(Surface("chart", "Elsewhere"))
    assert handle_for(lane(elsewhere, here), ERROR) is here
    assert handle_for(lane(elsewhere), ERROR) is None
    assert handle_for(lane(elsewhere, here)) is elsewhere


def test_handle_unavailable_with_these_parameters_is_none() -> None:
    usable = handle()
    assert handle_for(lane(handle(most=0), usable), PLANE) is usable
    assert handle_for(lane(handle(most=0))) is None


@pytest.mark.parametrize(("most", "left"), [(1, [[5, 6]]), (2, [[3, 4], [5, 6]]), (9, [[1, 2], [3, 4], [5, 6]])])
def test_oldest_handle_is_replaced_when_all_are_placed(most: int, left: list[list[int]]) -> None:
    start = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert placed(start, handle(most=most), np.array([5.0, 6.0]), None, FLAT).tolist() == left


def test_start_of_other_features_is_rejected() -> None:
    start = np.ones((3, 4))
    assert positions(None, handle(), FLAT).shape == (0, 2) and positions(start, handle(), FLAT).shape == (0, 2)
    assert placed(start, handle(), np.array([5.0, 6.0]), None, FLAT).tolist() == [[5, 6]]
