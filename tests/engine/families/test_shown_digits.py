"""Who works a line out by hand, with the digits that are shown, comes to the digits that are shown of the result."""

from __future__ import annotations

import pytest

import engine
from tests.contract.runs import plain_runs
from tests.contract.shown_digits import coarse


@pytest.mark.parametrize("key", engine.algorithms())
def test_the_parts_as_shown_come_to_the_result_as_shown(key):
    runs = plain_runs(engine.algorithm(key))[:4]
    off = coarse(run.story(index) for run in runs for index in range(len(run.steps)))
    assert not off, off[:5]
