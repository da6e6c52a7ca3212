"""What a step of the balls says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.distances.unit_balls.drawing import called
from engine.families.distances.unit_balls.loop import Params, Step
from engine.parts.querying import place_words

MINKOWSKI = r"\sqrt[p]{\sum_d |y_d - x_d|^p} \le r"
SIGMA = r"(\mathbf{y} - \mathbf{x})^\top \Sigma^{-1} (\mathbf{y} - \mathbf{x}) \le r^2"
SHAPES = (
    (1.0, "a star: the arms along the axes count, between them little is near, and it is no metric"),
    (1.0000001, "a diamond: a step along one axis costs as much as along the other, and they add up"),
    (2.0, "between diamond and circle"),
    (2.0000001, "a circle: all directions are the same"),
    (1e9, "between circle and square"),
    (float("inf"), "a square: the larger gap alone decides"),
)
"""The shape of the ball of an order below each of these, or of the last."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.order is None or step.inside is None:
        said = f"The point x is at {place_words(data, step.model.point)}. What is within {figure(step.radius)} of it? "
        return Story(f"{said}That depends on the distance.", MINKOWSKI, (), (Number("r", step.radius),))
    told = (
        Number("rows inside", len(step.inside), f"of {figure(data.n)}"), Number("area", step.areas[-1]),
        Number("r", params.deviations if step.part == "Mahalanobis" else step.radius),
    )  # fmt: skip
    inside = counted(len(step.inside), "row is", "rows are")
    if step.part == "Mahalanobis":
        said = (
            f"Mahalanobis measures in standard deviations of the rows, {figure(params.deviations)} of them here: its "
            f"ball is an ellipse, long where the rows spread. {inside} inside."
        )
        return Story(said, SIGMA, (), told)
    said = f"With {called(step.order)} the ball is {shape(step.order)}. {inside} inside."
    circle = np.pi * step.radius**2
    lines = (f"of the circle = {divided(step.areas[-1], circle)}",)
    checks: tuple[Check, ...] = ()
    if step.before is not None:
        within = bool(np.isin(step.before, step.inside).all())
        checks = (Check("it holds all rows of the ball of the order before", within),)
    return Story(said, MINKOWSKI, lines, told, (), checks)


def shape(p: float) -> str:
    """What the ball of an order looks like."""
    return next((words for end, words in SHAPES if p < end), SHAPES[-1][1])


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"rows inside": float(step.counts[-1])} if step.counts else {}


def event(step: Step) -> Event | None:
    return Event("ellipse", "best") if step.part == "Mahalanobis" else None
