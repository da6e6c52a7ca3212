"""The targets over one feature: the chart on which a model that predicts numbers is seen as steps or as a curve."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Points
from engine.core.surfaces import Role, Surface
from engine.data.dataset import UNIT, Dataset


def target_title(data: Dataset) -> str:
    """What is predicted, in words."""
    return "target" if data.target_name == "class" else data.target_column.title


def target_unit(data: Dataset) -> str:
    """What it is measured in, as its name says at its end, to stand behind a number; "" where it does not.

    A number there, such as a year, is no unit.
    """
    found = UNIT.search(data.target_name)
    unit = found.group().strip(" ()") if found else ""
    return f" {unit}" if unit and not unit.isdigit() else ""


def chart_over(data: Dataset, feature: int, name: str) -> Surface:
    """The chart: the feature across, the target up. With a single feature it waits: the plane is that picture then."""
    return Surface("chart", name, data.columns[feature].title, target_title(data), open=data.d > 1)


def dots_over(
    data: Dataset, feature: int, chart: Surface, rows: np.ndarray | None = None, role: Role = "data"
) -> Points:
    """Those rows of the data on the chart, or all of them."""
    assert data.y is not None
    shown = np.arange(data.n) if rows is None else rows
    return Points(np.column_stack([data.X[shown, feature], data.y[shown]]), role, rows=shown, surface=chart)
