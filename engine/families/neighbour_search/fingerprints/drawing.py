"""What a step of fingerprints looks like: the planes, the buckets between them in colours, the rows compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.core.marks import Bars, Line, Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.neighbour_search.fingerprints.loop import Params, Step
from engine.models.fingerprints import MinHash, PlaneBits
from engine.parts.nearest import to_rows

COLOURS = 7
"""No power of 2 is a multiple of it, so buckets on two sides of one plane have different colours."""
OPEN = 8
"""So many looks have filled shapes; the ones after them have the same colours and open shapes."""
LARGEST = 12
"""So many buckets have a bar, besides that of the query."""


@dataclass(frozen=True)
class Coloured:
    """The buckets of a model as groups with few colours."""

    model: PlaneBits | MinHash

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the colour of the bucket of each point."""
        return np.asarray(self.model.predict(X) % COLOURS)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    model, z = step.model, step.model.point
    buckets = Coloured(model)
    codes = model.predict(data.X)
    shared = Points(data.X, "data", looks(codes), rows=np.arange(data.n), names=names(codes, model))
    drawn: list[Mark] = [shared]
    if isinstance(model, PlaneBits):
        drawn += [Region(buckets, "labels"), *planes(step, model)] if model.width else []
    if step.part in ("look", "compare", "answer"):
        drawn.append(Points(data.X[step.candidates], "support", rows=step.candidates))
    if step.part == "compare":
        drawn += to_rows(z, step.candidates, data)
    if step.part == "answer":
        drawn += answers(step, data)
    drawn.append(Points(z[None], "focus", labels=("z",)))
    return [*drawn, bars(step, data)]


def looks(codes: np.ndarray) -> np.ndarray:
    """(n,) the look of each row: the colour of its bucket, with an open shape where a lower bucket has that colour."""
    present, places = np.unique(codes, return_inverse=True)
    own = present % COLOURS + OPEN
    own[np.unique(own, return_index=True)[1]] -= OPEN
    return np.asarray(own[places])


def names(codes: np.ndarray, model: PlaneBits | MinHash) -> tuple[str, ...]:
    """What the looks are called: by their buckets, where there are few."""
    present = np.unique(codes)
    look = looks(present)
    alike = [[written(code, model) for code in present[look == one].tolist()] for one in range(OPEN + COLOURS)]
    return tuple(" or ".join(one) if 0 < len(one) < 3 else "several buckets" if one else "no row" for one in alike)


def planes(step: Step, model: PlaneBits) -> list[Mark]:
    """The planes of the table, the new one in ink with the direction of its 1."""
    last = model.width - 1 if step.part == "bit" else -1
    lines = zip(model.normals, model.normals @ model.middle, strict=True)
    return [
        Line(h, -float(level), "boundary" if j == last else "plain", normal=j == last)
        for j, (h, level) in enumerate(lines)
        if h.any()
    ]


def answers(step: Step, data: Dataset) -> list[Mark]:
    """The nearest that was found, and the true one where it was missed."""
    drawn: list[Mark] = []
    if step.found >= 0:
        drawn += to_rows(step.model.point, np.array([step.found]), data)
        drawn.append(Points(data.X[[step.found]], "best", rows=np.array([step.found])))
    if step.missed:
        drawn.append(Points(data.X[[step.nearest]], "wrong", rows=np.array([step.nearest])))
    return drawn


def bars(step: Step, data: Dataset) -> Bars:
    """How many rows each bucket holds: that of the query, which is chosen, and the largest of the others."""
    codes, counts = np.unique(step.model.predict(data.X), return_counts=True)
    own = int(step.model.predict(step.model.point[None])[0])
    others = codes != own
    order = np.argsort(-counts[others], kind="stable")[:LARGEST]
    shown = np.concatenate([[own], codes[others][order]])
    held = np.concatenate([[counts[~others].sum()], counts[others][order]]).astype(float)
    labels = tuple(written(code, step.model) for code in shown.tolist())
    more = f", the largest {LARGEST} and that of z" if others.sum() > LARGEST else ""
    chart = Surface("chart", "Buckets", f"bits in table {step.table + 1}{more}", "rows")
    return Bars(held, labels, shown % COLOURS, 0, surface=chart)


def written(code: int, model: PlaneBits | MinHash) -> str:
    """A code as its bits."""
    return format(code, f"0{model.width}b") if model.width else "no bits"
