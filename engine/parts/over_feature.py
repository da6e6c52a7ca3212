"""The targets over one feature: the chart on which a model that predicts numbers is seen as steps or as a curve."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure
from engine.core.marks import Points
from engine.core.surfaces import Role, Surface
from engine.data.dataset import UNIT, Dataset


def target_title(data: Dataset) -> str:
    """What is predicted, in words."""
    return "target" if data.target_name == "class" else data.target_column.title


def target_unit(data: Dataset) -> str:
    """What differences of it are measured in, as its name says at its end, to stand behind a number; "" where it does
    not. A number there, such as a year, is no unit.
    """
    if data.target_column.is_date:
        return " days"
    found = UNIT.search(data.target_name)
    unit = found.group().strip(" ()") if found else ""
    return f" {unit}" if unit and not unit.isdigit() else ""


def target_value(data: Dataset, value: float, digits: int = 4) -> str:
    """A value of the target in its unit; a date as a date."""
    column = data.target_column
    return column.figure(value) if column.is_date else f"{figure(value, digits)}{target_unit(data)}"


def with_spread(data: Dataset, mean: float, std: float) -> str:
    """A prediction and its standard deviation: '2.5 ± 0.1', '2024-03-17 ± 1.5 days'."""
    column = data.target_column
    return f"{column.figure(mean)} ± {figure(std)}{' days' if column.is_date else ''}"


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
