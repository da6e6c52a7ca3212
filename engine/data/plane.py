"""The plane: a two-dimensional view of the feature space, which can be left again.

project   uv = (x − origin) · axesᵀ          (m, d) -> (m, 2)
lift      x  = origin + uv · axes            (m, 2) -> (m, d)

Features that a preparation made of others, such as x1², follow from them: there the lift is no longer affine.

Where one feature is shown and the target is a number, the target can go up: the second axis looks at no feature, and a
point stands as high as its target.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from engine.base.dates import date_text
from engine.base.errors import Refusal
from engine.base.snapshot import snapshot
from engine.base.words import counted, joined, percent
from engine.data import needs
from engine.data.bundled import bundled
from engine.data.dataset import NUMBERS, TEXT, Column, Dataset, Kind
from engine.data.preparing.derived import Derived
from engine.maths.algebra.covariance import column_means
from engine.maths.algebra.directions import fisher_axes, means, widest_axes
from engine.maths.algebra.scatter import scatter

LEVEL = " = "
"""What stands in the name of a column of 0 and 1 that a category was coded by, between the category and the level."""
TARGET: Literal["target"] = "target"
View = Literal["auto", "pca", "fisher"] | tuple[int, int] | tuple[int, Literal["target"]]
"""What to look at: two features by number, a feature and the target, the first two principal components, the directions
that separate the classes best, or whatever suits the data."""

FISHER = (needs.classes(2), needs.features(2), needs.numeric, needs.complete, needs.moderate, needs.not_tiny)
"""What data must be like for its Fisher plane."""

OFF = "what lies off the plane is not shown"

HELD_AT: dict[Kind, str] = {
    "numeric": "the mean",
    "date": "the mean day",
    "ordinal": "the middle level",
    "categorical": "the most frequent level",
    "text": "the most frequent text",
}
"""Where a feature that is not shown is held."""

NAMED = 3
"""How many of the features that are held fixed a caption names."""

UNLIKE = 5.0
"""Rows that spread so many times as far along one axis as along the other would be a band, drawn in equal units."""


@snapshot
class Plane:
    """A view of the feature space.

    origin   (d,) the point with the coordinates (0, 0);   axes  (2, d) orthonormal rows
    labels   what the two axes show, "" for an axis that shows nothing
    ticks    for each axis the names of the levels 0, 1, ..., or () when it has numbers
    caption  what the picture leaves out, in words; "" when it leaves out nothing
    derived  features that follow from others, whatever they are at the origin; None where none does
    dates    for each axis whether its numbers are the days of a column of dates
    target   whether the target goes up

    With one feature the second axis is a row of zeros: everything lies on a line, unless the target goes up.
    """

    origin: np.ndarray
    axes: np.ndarray
    labels: tuple[str, str]
    ticks: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    caption: str = ""
    derived: Derived | None = None
    dates: tuple[bool, bool] = (False, False)
    target: bool = False

    def project(self, X: np.ndarray, targets: np.ndarray | None = None) -> np.ndarray:
        """(m, 2) coordinates on the plane of the points X (m, d), with the targets (m,) where those go up: there a
        point without one is nowhere, and its second coordinate NaN.

        A missing feature spoils only the axes that look at it, because an axis is summed over its own features. Where
        the plane is the feature space itself, they are X, to be read only: a million points need not be copied.
        """
        table = np.atleast_2d(np.asarray(X, dtype=float))
        if self.is_space:
            uv = table.view()
            uv.flags.writeable = False
            return uv
        uv = np.zeros((len(table), 2))
        for side, axis in enumerate(self.axes):
            seen = np.flatnonzero(axis)
            uv[:, side] = (table[:, seen] - self.origin[seen]) @ axis[seen]
        if self.target:
            uv[:, 1] = np.nan if targets is None else targets
        return uv

    @cached_property
    def is_space(self) -> bool:
        """Whether a point of two features is its own place."""
        return self.axes.shape == (2, 2) and not self.origin.any() and bool((self.axes == np.eye(2)).all())

    def lift(self, uv: np.ndarray) -> np.ndarray:
        """(m, d) the points of the feature space with the coordinates uv (m, 2)."""
        seen = slice(1) if self.target else slice(2)  # how high it is says nothing of the features
        places: np.ndarray = self.origin + np.atleast_2d(np.asarray(uv, dtype=float))[:, seen] @ self.axes[seen]
        return places if self.derived is None else self.derived.completed(places)

    def bends(self, weights: np.ndarray) -> bool:
        """Whether hyperplanes with these weights, (d,) or (m, d), need not be straight lines here."""
        return self.derived is not None and bool(weights[..., self.derived.features].any())

    @property
    def crossed(self) -> tuple[int, int] | None:
        """Which feature goes up and which across, where the axes are two of them as they are and no other changes."""
        if self.derived is not None or any(np.count_nonzero(axis) != 1 or axis.max() != 1.0 for axis in self.axes):
            return None
        across, up = (int(np.argmax(axis)) for axis in self.axes)
        return up, across

    @property
    def measured(self) -> bool:
        """Whether both axes have numbers, so that there are angles and circles to speak of."""
        return not any(self.ticks) and bool(self.axes.any(axis=1).all())

    @property
    def commensurable(self) -> bool:
        """Whether a unit of one axis can be as long as one of the other: a day is no unit of a length."""
        return self.measured and self.dates[0] == self.dates[1]

    @classmethod
    def of(cls, data: Dataset, view: View = "auto", derived: Derived | None = None) -> Plane:
        """The plane of a view of data, some features of which may be derived; "auto" shows all there is when d <= 2,
        of one feature its numeric target too, else what the index of bundled data suggests, else the first two features
        that are no levels of a coded category: of those all points lie in a few heaps. Where the classes do not allow
        "fisher", or the target is no number, the caption says why, and another plane is shown.
        """
        if data.d < 2:
            return _line(data)
        if view == "pca":
            return cls.principal(data)
        if view == "fisher":
            return _fisher_or_principal(data)
        if isinstance(view, str):
            return _suggested(data, derived)
        across, up = view
        return _response_or_other(data, across, derived) if up == TARGET else cls.features(data, across, up, derived)

    @classmethod
    def features(cls, data: Dataset, i: int, j: int, derived: Derived | None = None) -> Plane:
        """Features i and j as they are, the others held at their mean, their middle or their most frequent level,
        unless they are derived from what is shown or held: those follow.
        """
        if data.d < 2:
            return _line(data)
        if not (0 <= i < data.d and 0 <= j < data.d and i != j):
            raise Refusal(f"A plane needs two different features with numbers from 0 to {data.d - 1}, not {i} and {j}.")
        following = None if derived is None else derived.beside((i, j))
        free = {i, j} if following is None else {i, j, *following.features.tolist()}
        others = [k for k in range(data.d) if k not in free]
        origin = np.zeros(data.d)
        origin[others] = typical(data, others)
        axes = np.zeros((2, data.d))
        axes[0, i] = axes[1, j] = 1.0
        first, second = data.columns[i], data.columns[j]
        labels, ticks = (_label(first), _label(second)), (_ticks(first), _ticks(second))
        said = "; ".join(filter(None, (_held(data, others, origin), _following(data, following))))
        return cls(origin, axes, labels, ticks, said, following, (first.is_date, second.is_date))

    @classmethod
    def response(cls, data: Dataset, i: int, derived: Derived | None = None) -> Plane:
        """Feature i as it is, and the target up; the other features are held or follow as in `features`."""
        if words := no_response_plane(data):
            raise Refusal(words)
        if not 0 <= i < data.d:
            raise Refusal(f"The feature across must have a number from 0 to {data.d - 1}, not {i}.")
        following = None if derived is None else derived.beside((i,))
        free = {i} if following is None else {i, *following.features.tolist()}
        others = [k for k in range(data.d) if k not in free]
        origin, axes = np.zeros(data.d), np.zeros((2, data.d))
        origin[others] = typical(data, others)
        axes[0, i] = 1.0
        column, labels = data.columns[i], (data.columns[i].title, data.target_column.title)
        said = "; ".join(filter(None, (_held(data, others, origin), _following(data, following))))
        return cls(
            origin,
            axes,
            labels,
            (_ticks(column), ()),
            said,
            following,
            (column.is_date, data.target_column.is_date),
            target=True,
        )

    @classmethod
    def principal(cls, data: Dataset) -> Plane:
        """The first two principal components around the mean; a missing cell counts as the mean of its column.

        The sign of an axis is the one that makes its entry of largest size positive, as in PCA.
        """
        if data.d < 2:
            return _line(data)
        mean = means(data.X)
        axes, share = widest_axes(data.X, mean)
        left_out = f"plane of the first two principal components ({percent(share)} of the variance); {OFF}"
        labels = ("principal component 1", "principal component 2")
        return cls(mean, axes, labels, caption=left_out if data.d > 2 else "")

    @classmethod
    def fisher(cls, data: Dataset) -> Plane:
        """The two directions that separate the classes best, around the mean; for two classes the one there is, and
        the widest direction perpendicular to it.

        The axes are made perpendicular, the first stays as it is. Data that does not allow it is refused in words.
        """
        if words := no_fisher_plane(data):
            raise Refusal(f"There is no Fisher plane. {words}")
        rows = np.flatnonzero(data.codes >= 0)
        X = data.X[rows]
        parts = scatter(X, data.codes[rows], data.classes_present)
        if not parts.apart:
            raise Refusal("There is no Fisher plane. The class means are equal, so no direction pulls them apart.")
        axes, share = fisher_axes(X, parts)
        labels, caption = _fisher_words(len(parts.means), share)
        return cls(column_means(X), axes, labels, caption=caption if data.d > 2 else "")


def alike(uv: np.ndarray) -> bool:
    """Whether points (m, 2) of the plane spread about as far along both axes; those along one axis only do.

    >>> alike(np.array([[0.0, 0.0], [3.0, 1.0]])), alike(np.array([[0.0, 0.0], [300.0, 1.0]]))
    (True, False)
    """
    there = np.isfinite(uv[:, 0]) & np.isfinite(uv[:, 1])
    seen = uv if there.all() else uv[there]
    narrow, wide = sorted(float(np.ptp(axis)) for axis in seen.T) if len(seen) else (0.0, 0.0)
    return narrow == 0 or wide <= UNLIKE * narrow


def no_fisher_plane(data: Dataset) -> str:
    """Why the data cannot have a Fisher plane, or ''."""
    return next((words for need in FISHER if (words := need(data))), "")


def no_response_plane(data: Dataset) -> str:
    """Why the target of the data cannot go up, or ''."""
    if data.target != "real":
        return "The target goes up where it is a number, and there is none: choose a column of numbers as the target."
    return "" if data.d else "There is no feature to go across."


def typical(data: Dataset, features: Sequence[int]) -> np.ndarray:
    """The value at which each of these features is held: its mean, the lower middle one of levels in order, or the most
    frequent one of others (ties: the lowest).
    """
    held = means(data.X[:, list(features)])
    for place, j in enumerate(features):
        if (kind := data.columns[j].kind) not in NUMBERS:
            codes = data.X[:, j][~np.isnan(data.X[:, j])]
            held[place] = _typical_level(codes, kind) if len(codes) else 0.0
    return held


def _typical_level(codes: np.ndarray, kind: Kind) -> float:
    if kind == "ordinal":  # a mean of levels is no level
        middle = (len(codes) - 1) // 2
        return float(np.partition(codes, middle)[middle])
    return float(np.argmax(np.bincount(codes.astype(np.int64))))


def _line(data: Dataset) -> Plane:
    """The view of data with one feature (or none): along one axis, with a numeric target up."""
    if not no_response_plane(data):
        return Plane.response(data, 0)
    axes = np.zeros((2, data.d))
    axes[0, :1] = 1.0
    column = data.columns[0] if data.d else Column("")
    return Plane(np.zeros(data.d), axes, (_label(column), ""), (_ticks(column), ()), dates=(column.is_date, False))


def _label(column: Column) -> str:
    """What an axis shows; the place of a text along it is that among the others."""
    return f"{column.title}: place in the order of the alphabet" if column.is_text else column.title


def _ticks(column: Column) -> tuple[str, ...]:
    """The names of the levels along an axis; texts are too long for it, and have numbers."""
    return () if column.is_text else column.levels


def _suggested(data: Dataset, derived: Derived | None) -> Plane:
    view = bundled().get(data.name, {}).get("view") if data.d > 2 else None
    if view == "pca" and all(column.kind not in ("categorical", TEXT) for column in data.columns):
        return Plane.principal(data)
    if isinstance(view, list) and all(name in data.feature_names for name in view):
        return Plane.features(data, data.feature_names.index(view[0]), data.feature_names.index(view[1]), derived)
    apart = [j for j, column in enumerate(data.columns) if LEVEL not in column.name][:2]
    i, j = apart if len(apart) == 2 else (0, 1)
    return Plane.features(data, i, j, derived)


def _held(data: Dataset, others: Sequence[int], origin: np.ndarray) -> str:
    """The caption of a slice through the origin (d,)."""
    parts = [(what, [j for j in others if data.columns[j].kind == kind]) for kind, what in HELD_AT.items()]
    said = [f"{what} of the {_listed(data, held, origin)}" for what, held in parts if held]
    return f"slice through {joined(said)}" if said else ""


def _following(data: Dataset, derived: Derived | None) -> str:
    """What the caption says of features that follow from others."""
    if derived is None:
        return ""
    names = [data.columns[j].name for j in derived.features]
    more = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
    sources = [data.columns[j].name for j in sorted({source for of in derived.sources for source in of})]
    whence = joined(sources) if len(sources) <= NAMED else "what they are made of"
    return f"here {joined(names[:NAMED] + more)} follow{'s' if len(names) == 1 else ''} from {whence}"


def _listed(data: Dataset, features: Sequence[int], origin: np.ndarray) -> str:
    """Some features that are held, of dates with the day."""
    columns = [data.columns[j] for j in features[:NAMED]]
    days = [f" {date_text(math.floor(origin[j]))}" if data.columns[j].is_date else "" for j in features[:NAMED]]
    names = [f"{column.title}{day}" for column, day in zip(columns, days, strict=True)]
    more = ["…"] if len(features) > NAMED else []
    which = "other feature" if len(features) == 1 else counted(len(features), "other feature")
    return f"{which} ({', '.join(names + more)})"


def _fisher_or_principal(data: Dataset) -> Plane:
    """The Fisher plane, or the principal one with the reason why in its caption."""
    try:
        return Plane.fisher(data)
    except Refusal as refusal:
        plane = Plane.principal(data)
        said = f"{refusal} These are the principal components."
        return replace(plane, caption=f"{said} {plane.caption}".strip())


def _response_or_other(data: Dataset, across: int, derived: Derived | None) -> Plane:
    """The plane of a feature and the target, or what suits the data with the reason why in its caption."""
    if words := no_response_plane(data):
        plane = Plane.of(data, derived=derived)
        return replace(plane, caption=f"{words} {plane.caption}".strip())
    return Plane.response(data, across, derived)


def _fisher_words(classes: int, share: float) -> tuple[tuple[str, str], str]:
    """The labels of the axes, and the caption."""
    if classes == 2:
        plane = "plane of Fisher's direction and the widest direction perpendicular to it"
        return ("Fisher direction", "widest direction perpendicular to it"), f"{plane}; {OFF}"
    plane = f"plane of the first two Fisher directions ({percent(share)} of the separation), axes made perpendicular"
    return ("Fisher direction 1", "Fisher direction 2, made perpendicular"), f"{plane}; {OFF}"


def checked_view(view: Any, d: int) -> Any:
    """A view from a file, which must be one that d features have."""
    if view in ("auto", "pca", "fisher"):
        return view
    if isinstance(view, list) and len(view) == 2 and view[1] == TARGET and type(view[0]) is int and 0 <= view[0] < d:
        return (view[0], TARGET)
    two = isinstance(view, list) and len(view) == 2 and all(type(i) is int and 0 <= i < d for i in view)
    if two and (d < 2 or view[0] != view[1]):
        return (view[0], view[1])
    raise Refusal(
        "The view must be two features of the data, a feature and the target, or the plane of the principal or of "
        "Fisher's directions."
    )
