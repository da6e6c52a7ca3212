"""What the promise about clicks notices of bars."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.core.marks import Bars
from engine.core.surfaces import Surface
from tests.contract.leading import _leads_on


def test_chosen_bar_leads_where_others_do() -> None:
    bars = Bars(np.ones(3), ("a", "b", "c"), chosen=1, surface=Surface("chart", "Shares"))
    assert _leads_on(bars) and _leads_on(replace(bars, steps=np.array([4, 5, -1])))
    assert _leads_on(replace(bars, steps=np.array([-1, -1, -1]))), "none leads anywhere"
    assert not _leads_on(replace(bars, steps=np.array([4, -1, -1])))
