"""How far the answers miss numbers: the curve through targets over one feature, or targets over the answers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Line, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.networks.mlp.pacing import PaceParams, watched_rows
from engine.families.networks.mlp.stepping import Step
from engine.models.network import Network, NumberNetwork
from engine.parts.over_feature import chart_over, dots_over, target_title

SAMPLES = 400
"""So many places of a curve are asked."""
ROOM = 0.05
"""The curve goes on beyond the rows by this share of their range."""
MEASURED = 300
"""Of so many rows or fewer it is drawn how far each is missed."""
FAR = 1e100
"""What lies farther out is not drawn."""
WATCHED = 0.3
"""The relative area of the rows that are watched and not learnt from: what is missed of them is another number."""


def missed(step: Step, data: Dataset, params: PaceParams) -> list[Mark]:
    """A chart for numbers; for classes none."""
    network = step.model
    if not isinstance(network, NumberNetwork):
        return []
    answers = network.predict(data.X)
    if not np.abs(answers).max() < FAR:
        return []
    sizes = _sizes(data.n, watched_rows(data, params))
    if data.d == 1:
        return _over_feature(step, network, data, answers, sizes)
    return _over_answers(step, data, answers, sizes)


def _sizes(n: int, watched: np.ndarray) -> np.ndarray | None:
    """(n,) the relative areas of the rows; None where all are learnt from."""
    if not len(watched):
        return None
    sizes = np.ones(n)
    sizes[watched] = WATCHED
    return sizes


def _over_feature(
    step: Step, network: Network, data: Dataset, answers: np.ndarray, sizes: np.ndarray | None
) -> list[Mark]:
    """The targets over the one feature, with what the network answers along it."""
    x, chart = data.X[:, 0], chart_over(data, 0, "Target and answer")
    room = ROOM * (x.max() - x.min())
    along = np.linspace(x.min() - room, x.max() + room, SAMPLES)
    curve = np.column_stack([along, network.predict(along[:, None])])
    drawn: list[Mark] = [*_residuals(x, answers, data, chart), replace(dots_over(data, 0, chart), sizes=sizes)]
    return [*drawn, Curve(curve, "boundary", surface=chart), *_focus(step, x, data, chart)]


def _over_answers(step: Step, data: Dataset, answers: np.ndarray, sizes: np.ndarray | None) -> list[Mark]:
    """The targets over the answers: what is answered rightly stands on the diagonal."""
    chart = Surface("chart", "Target and answer", "answer ŷ", target_title(data))
    rows = np.arange(data.n)
    return [
        *_residuals(answers, answers, data, chart),
        Points(_places(answers, data, rows), "data", sizes=sizes, rows=rows, surface=chart),
        Line(np.array([1.0, -1.0]), 0.0, "boundary", surface=chart),
        *_focus(step, answers, data, chart),
    ]


def _residuals(across: np.ndarray, answers: np.ndarray, data: Dataset, chart: Surface) -> list[Mark]:
    """From each target up or down to the answer, unless they are many."""
    if data.n > MEASURED:
        return []
    starts = _places(across, data, np.arange(data.n))
    return [Segments(starts, np.column_stack([across, answers]), "residual", surface=chart)]


def _focus(step: Step, across: np.ndarray, data: Dataset, chart: Surface) -> list[Mark]:
    """The row whose numbers are shown."""
    if step.shown is None:
        return []
    rows = np.array([step.shown])
    return [Points(_places(across, data, rows), "focus", rows=rows, surface=chart)]


def _places(across: np.ndarray, data: Dataset, rows: np.ndarray) -> np.ndarray:
    """(m, 2) where rows stand: their targets up."""
    assert data.y is not None
    return np.column_stack([across[rows], data.y[rows]])
