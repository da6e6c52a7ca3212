"""What a stage of spectral clustering says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.clustering.measures import measured
from engine.families.clustering.spectral.loop import Params, Step
from engine.maths.algebra.agreement import agree
from engine.maths.algebra.distances import own_squares
from engine.parts.ranges import scaled_first

FORMULAS = {
    "likeness": r"W_{ij} = \exp\left( -\frac{\|\mathbf{x}_i - \mathbf{x}_j\|^2}{2 \sigma^2} \right)",
    "laplacian": r"L = I - D^{-1/2}\, W D^{-1/2}, \quad D_{ii} = \sum_j W_{ij}",
    "vectors": r"L \mathbf{u} = \lambda \mathbf{u}",
    "embedding": r"\mathbf{x}_n \to (u_{n1}, \dots, u_{nK}) / \|(u_{n1}, \dots, u_{nK})\|",
    "assign": r"z_n = \underset{k}{\mathrm{arg\,min}}\; \|\mathbf{u}_n - \mathbf{m}_k\|^2",
    "move": r"\mathbf{m}_k = \frac{1}{N_k} \sum_{n:\, z_n = k} \mathbf{u}_n",
}


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "likeness": _say_likeness, "laplacian": _say_laplacian, "vectors": _say_vectors,
        "embedding": _say_embedding, "assign": _say_round, "move": _say_round,
    }  # fmt: skip
    return say[step.kind](step, data, params)


def _say_likeness(step: Step, data: Dataset, params: Params) -> Story:
    said = "Every two rows are joined with their similarity as the weight: nearly 1 for near rows, 0 for far ones."
    told = [Number("σ", step.width, "the width")]
    if data.n > 1:
        said += " The strongest lines of each row are drawn."
        if alone := int((step.likeness.sum(axis=1) == 0).sum()):
            said += f" {counted(alone, 'row is', 'rows are')} like no other: a wider σ would join them."
        told.append(Number("mean degree", float(step.likeness.sum(axis=1).mean()), "all similarities of a row"))
    return scaled_first(Story(said, FORMULAS[step.kind], (), tuple(told)), data)


def _say_laplacian(step: Step, data: Dataset, params: Params) -> Story:
    said = "The Laplacian of the graph. If it had K parts without an edge between them, K eigenvalues would be 0."
    assert step.laplacian is not None
    even = Check("L is symmetric", agree(step.laplacian, step.laplacian.T, 1.0))
    return Story(said, FORMULAS[step.kind], (), (), (), (even,))


def _say_vectors(step: Step, data: Dataset, params: Params) -> Story:
    assert step.values is not None and step.vectors is not None and step.laplacian is not None
    values = step.values
    said = f"The {counted(params.k, 'vector')} with the smallest eigenvalues are kept."
    if len(values) > params.k:
        jump = int(np.argmax(np.diff(values))) + 1
        said += f" The largest step between eigenvalues comes after number {jump}: that suggests as many clusters."
    rows = tuple((i + 1, float(value)) for i, value in enumerate(values))
    products = step.laplacian @ step.vectors
    right = Check("L u = λ u", agree(products, step.vectors * values, 1.0))
    table = Table("Smallest eigenvalues", ("number", "λ"), rows, min(params.k, len(values)) - 1)
    return Story(said, FORMULAS[step.kind], (), (), (table,), (right,))


def _say_embedding(step: Step, data: Dataset, params: Params) -> Story:
    assert step.places is not None
    said = f"Each row goes to its {counted(params.k, 'coordinate')} in these vectors, at distance 1 from the origin; "
    said += "rows of one part come together. K-means begins there, from k-means++."
    if still := int((~step.places.any(axis=1)).sum()):
        said += (
            f" {counted(still, 'row has', 'rows have')} nothing but 0 there, and no direction: all lie at the origin."
        )
    return Story(said, FORMULAS[step.kind])


def _say_round(step: Step, data: Dataset, params: Params) -> Story:
    assert step.places is not None and step.labels is not None and step.centres is not None
    error = float(own_squares(step.places, step.centres, step.labels).mean())
    said = f"Iteration {step.round}, move: every centre goes to the mean of its rows, in the embedding."
    if step.kind == "assign":
        what = f"{counted(step.changed, 'row')} changed cluster" if step.changed else "no row changed its cluster"
        said = f"Iteration {step.round}, assign: every row goes to its nearest centre in the embedding; {what}."
    sizes = np.bincount(step.labels, minlength=params.k)
    table = Table("Clusters", ("cluster", "rows"), tuple((k + 1, int(size)) for k, size in enumerate(sizes)))
    told = (Number("E", error, "in the embedding"), *measured(data, step.labels))
    worked = (f"E = {divided(error * data.n, data.n)}",)
    return Story(said, FORMULAS[step.kind], worked, told, (table,))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The cluster of a point: that of its nearest row."""
    if step.model is None or step.labels is None:
        return None
    row = int(((data.X - x) ** 2).sum(axis=1).argmin())
    said = f"The nearest row is {data.row_name(row)}, so this point belongs to cluster {int(step.labels[row]) + 1}."
    return Inquiry(Story(said, FORMULAS["likeness"], numbers=(Number("distance", _gap(data, x, row), "to that row"),)))


def _gap(data: Dataset, x: np.ndarray, row: int) -> float:
    return float(np.sqrt(((data.X[row] - x) ** 2).sum()))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.labels is None or step.places is None or step.centres is None:
        return {}
    return {"E": float(own_squares(step.places, step.centres, step.labels).mean())}


def event(step: Step) -> Event | None:
    return Event("change", "centre") if step.kind == "assign" and step.changed else None
