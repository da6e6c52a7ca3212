"""What Fisher's discriminant says of one point: where it falls along the directions, and what that makes of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.base.words import figure
from engine.core.algorithm import Inquiry
from engine.core.marks import Mark, Points
from engine.core.story import Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.discriminants.fisher import drawing as fisher_view
from engine.models import Discriminants, Hyperplane
from engine.models.linear import features
from engine.parts import line as geometry

NEAREST = (
    r"\mathbf{y} = W^\top(\mathbf{x} - \mathbf{m}), \quad d_k = \|\mathbf{y} - W^\top(\mathbf{m}_k - \mathbf{m})\|"
)


def asked(step: Any, data: Dataset, x: np.ndarray) -> Inquiry:
    """The inquiry of the point x (d,)."""
    value = float(fisher_view.along(step, features(step.basis, x[None]))[0])
    here = Points(np.array([[value, 0.0]]), "focus", labels=("y",), surface=fisher_view.projection_surface(step))
    if isinstance(step.model, Hyperplane):
        inquiry = geometry.asked(step.model, data, x, more=(Number("projection", value, "along w"),))
        return Inquiry(inquiry.story, (*inquiry.marks, here))
    model: Discriminants = step.model
    place = model.transform(x[None])
    marks: list[Mark] = [here]
    if step.separations is not None:
        surface = fisher_view.space_surface(model)
        marks.append(Points(fisher_view.on_two(place), "focus", surface=surface))
    return Inquiry(_nearest(model, data, place[0]), tuple(marks))


def _nearest(model: Discriminants, data: Dataset, place: np.ndarray) -> Story:
    """The distances to the class means along the directions."""
    far = np.linalg.norm(model.means - place, axis=1)
    names, order = [data.class_name(int(code)) for code in model.classes], int(np.argmin(far))
    said = f"This point is called {names[order]}: along the directions its mean is the nearest"
    table = Table("Distances along the directions", ("class", "distance"), tuple(zip(names, far, strict=True)), order)
    numbers = tuple(Number(f"along w{k + 1}", float(value)) for k, value in enumerate(place[:8]))
    return Story(f"{said}, {figure(far[order])} away.", NEAREST, (), numbers, (table,))
