"""The patch of a tangent plane: two pieces of level lines, equally long in the chart, and the sides between them."""

from __future__ import annotations

import numpy as np
import pytest

from engine.core.surfaces import Surface
from engine.parts.tangent import HALF, tangent_patch
from tests.catalogue import shows


@shows("OP1")
@pytest.mark.parametrize("slope", [(3.0, 1.0), (0.0, -2.0), (-1.0, 40.0)])
def test_patch_spans_the_step_and_a_fifth_of_the_chart(slope: tuple[float, float]) -> None:
    chart = Surface("chart", "Weight space", view=(-1.0, 3.0, 10.0, 30.0))
    here, goal = np.array([0.5, 15.0]), np.array([0.25, 18.0])
    patch = tangent_patch(here, goal, np.array(slope), chart)
    first, second, left, right = (np.array(pair) for pair in zip(patch.starts, patch.ends, strict=True))
    for piece, middle in ((first, here), (second, goal)):
        assert piece.mean(axis=0) == pytest.approx(middle)
        along = piece[1] - piece[0]
        assert along @ slope == pytest.approx(0.0, abs=1e-9), "the plane is level there"
        assert np.hypot(along[0] / 4, along[1] / 20) == pytest.approx(2 * HALF)
    assert left == pytest.approx(np.array([first[0], second[0]]))
    assert right == pytest.approx(np.array([first[1], second[1]]))
    assert patch.surface is chart and patch.role == "axis" and not patch.arrows
