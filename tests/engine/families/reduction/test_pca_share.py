"""How many axes reach any share of the variance that is asked for."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Curve
from tests.catalogue import shows
from tests.examples import numbers

W09 = engine.Dataset.from_arrays([[1.0, 2], [2, 1], [3, 4], [4, 3], [5, 5]])
WINE = engine.load("wine")


@shows("DR5")
@pytest.mark.parametrize(
    ("data", "share"), [(W09, 0.9), (W09, 0.91), (W09, 1.0), (WINE, 0.5), (WINE, 0.999), (WINE, 0.01)]
)
def test_dr5_axes_for_any_share_are_stated_with_its_line(data, share):
    pca = engine.algorithm("pca")
    params = pca.params(share=share, standardise=True, components=13)
    trace = engine.trace("pca", data, share=share, standardise=True, components=13).to_end()
    step = next(step for step in trace if step.stage == "projected")
    ratios = np.sort(np.linalg.eigvalsh(np.corrcoef(data.X.T)))[::-1] / data.d
    needed = int(np.argmax(np.cumsum(ratios) >= share - 1e-9)) + 1
    found = numbers(pca.explain(step, data, params))
    assert found[f"axes for {100 * share:g} %"] == needed
    assert {"axes for 90 %", "axes for 95 %"} <= set(found)
    (bars,) = [mark for mark in pca.marks(step, data, params) if isinstance(mark, Bars)]
    assert bars.values == pytest.approx(ratios) and bars.line == pytest.approx(np.cumsum(ratios))
    (line,) = [mark for mark in pca.marks(step, data, params) if isinstance(mark, Curve) and mark.role == "margin"]
    assert line.positions[:, 1].tolist() == [share, share] and line.surface == bars.surface


def test_dr5_without_variance_there_is_no_share():
    same = engine.Dataset.from_arrays(np.ones((4, 2)))
    ended = engine.trace("pca", same).to_end().ending
    assert ended.kind == "failed" and "the total variance is 0" in ended.words
