"""What is shown while a hand moves a parameter is what the run itself will come to, as nearly as it is seen."""

from __future__ import annotations

import numpy as np

from engine.core.algorithm import Algorithm
from tests.contract.drawing import check_marks
from tests.contract.edges import varied_runs
from tests.contract.runs import few_runs

ALIKE = 0.95
"""The share of rows of which both say the same."""


def what_follows_another_run_comes_to_the_end_of_its_own(algorithm: Algorithm) -> None:
    """From the end of a usual run to those whose parameters are others, where an algorithm has the room for it."""
    if algorithm.followed is None:
        return
    ended = [run for run in varied_runs(algorithm) if len(run.steps) < run.stretch]
    assert ended, f"{algorithm.name}: no run with other parameters comes to its end soon enough"
    for run in ended:
        usual = next(one for one in few_runs(algorithm) if one.data is run.data)
        steps = [step for step in algorithm.followed(usual.steps[-1], run.data, run.params) if step is not None]
        assert steps, f"{algorithm.name}, {run.about}: it shows nothing of what the run comes to"
        check_marks(algorithm.marks(steps[0], run.data, run.params), run.data)
        answers = [step.model.predict(run.data.X) for step in (steps[-1], run.steps[-1])]
        assert np.mean(answers[0] == answers[1]) >= ALIKE, f"{algorithm.name}, {run.about}: it ends elsewhere"
