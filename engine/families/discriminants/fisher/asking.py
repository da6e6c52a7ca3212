"""What Fisher's discriminant says of one point: where it falls along the directions, and what that makes of it."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure
from engine.core.algorithm import Inquiry
from engine.core.marks import Mark, Points
from engine.core.story import Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.discriminants.fisher.drawing import (
    on_two,
    projection_surface,
    ratio_name,
    space_surface,
    values_along,
)
from engine.families.discriminants.fisher.loop import Params, Step
from engine.models.linear import Hyperplane, features
from engine.models.projections import Discriminants
from engine.parts.basis import in_basis
from engine.parts.line import asked

NEAREST = (
    r"\mathbf{y} = W^\top(\mathbf{x} - \mathbf{m}), \quad d_k = \|\mathbf{y} - W^\top(\mathbf{m}_k - \mathbf{m})\|"
)


def of_one_point(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The inquiry of the point x (d,); None while there is no direction to look along."""
    model = step.model
    if model is None:
        return None
    value = float(values_along(step, features(step.basis, x[None]))[0])
    here = Points(np.array([[value, 0.0]]), "focus", labels=("y",), surface=projection_surface(step))
    if isinstance(model, Hyperplane):
        inquiry = asked(model, data, x, more=(Number("projection", value, "along w"),))
        return Inquiry(inquiry.story, (*inquiry.marks, here))
    place = model.transform(x[None])
    marks: list[Mark] = [here]
    if step.separations is not None:
        marks.append(Points(on_two(place), "focus", surface=space_surface(model, ratio_name(step, params))))
    return Inquiry(_nearest(model, data, place[0]), tuple(marks))


def _nearest(model: Discriminants, data: Dataset, place: np.ndarray) -> Story:
    """The distances to the class means along the directions."""
    far = np.linalg.norm(model.means - place, axis=1)
    names, order = [data.class_name(int(code)) for code in model.classes], int(np.argmin(far))
    said = f"This point is classified as {names[order]}: in the projection its mean is the nearest"
    table = Table("Distances along the directions", ("class", "distance"), tuple(zip(names, far, strict=True)), order)
    numbers = tuple(Number(f"along w{k + 1}", float(value)) for k, value in enumerate(place[:8]))
    return Story(f"{said}, {figure(far[order])} away.", in_basis(NEAREST, model.basis), (), numbers, (table,))
