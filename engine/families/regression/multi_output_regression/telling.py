"""What a step of multi-output regression says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, inner, joined, vector
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Column, Dataset
from engine.families.regression.multi_output_regression.loop import Params, Step
from engine.families.regression.multi_output_regression.several import Several, several

FORMULA = r"Y = \Phi W, \quad W = \Phi^{+} T, \quad \mathbf{w}_q = \Phi^{+}\mathbf{t}_q"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    problem = several(data, params.targets)
    say = {"targets": _targets, "target": _fitted, "all": _all}
    return say[step.part](step, data, problem)


def _targets(step: Step, data: Dataset, problem: Several) -> Story:
    Q, D = len(problem.names), len(problem.inputs)
    said = f"{counted(Q, 'target')} will be predicted from {counted(D, 'feature')}. "
    said += "Each is a least-squares problem of its own: one pseudo-inverse Φ⁺, and a product with it for each target."
    if Q == 1:
        said += " Name further columns as targets, under further targets."
    rows = tuple((name, len(problem.rows(q)), data.n - len(problem.rows(q))) for q, name in enumerate(problem.names))
    return Story(said, FORMULA, (), (), (Table("Targets", ("target", "rows", "missing"), rows),))


def _fitted(step: Step, data: Dataset, problem: Several) -> Story:
    assert step.target is not None
    q = step.target
    w, rows, name = step.weights[:, q], problem.rows(q), problem.names[q]
    said = f"Target {q + 1}, {name}: its weights are {vector(w)}, the bias first."
    if missing := data.n - len(rows):
        verb = "is" if missing == 1 else "are"
        said += (
            f" {counted(missing, 'row')} without a number for it {verb} left out, for this target alone: it has a "
            "pseudo-inverse of its own."
        )
    if step.ranks[q] < len(w):
        said += f" The rank of Φ is {step.ranks[q]} of {len(w)}: many weights fit equally well, these are the shortest."
    worked = [f"RMSE² of {name} = Σ r² / N = {divided(float(step.squares[q]), len(rows))}"]
    return Story(said, FORMULA, tuple(worked), _numbers(step, problem, q), (_weights(step, problem),))


def _all(step: Step, data: Dataset, problem: Several) -> Story:
    Q = len(problem.names)
    said = f"All {counted(Q, 'target')} are fitted. Together they have the same weights as each would have alone."
    if Q == 1:
        said = "The one target is fitted; further columns can be targets too."
    rows = tuple(
        (name, len(problem.rows(q)), int(step.ranks[q]), float(step.squares[q])) for q, name in enumerate(problem.names)
    )
    errors = Table("Errors", ("target", "rows", "rank", "Σ r²"), rows)
    return Story(said, FORMULA, (), (), (_weights(step, problem), errors))


def _numbers(step: Step, problem: Several, q: int) -> tuple[Number, ...]:
    squares, n = float(step.squares[q]), len(problem.rows(q))
    return (
        Number("Σ r²", squares), Number("RMSE", float(np.sqrt(squares / n))), Number("rows", n),
        Number("rank of Φ", int(step.ranks[q])),
    )  # fmt: skip


def _weights(step: Step, problem: Several) -> Table:
    """W as far as it is known."""
    done = [q for q in range(len(problem.names)) if not np.isnan(step.weights[0, q])]
    names = ("bias", *problem.table.feature_names)
    rows = tuple((name, *step.weights[j, done].tolist()) for j, name in enumerate(names))
    return Table("Weights", ("", *(problem.names[q] for q in done)), rows)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """What is predicted for each target at any point."""
    if step.model is None:
        return None
    answers = step.model.predict_all(x[None])[0]
    pairs = [(column_of(name, data), float(y)) for name, y in zip(step.model.targets, answers, strict=True)]
    told = tuple(Number(column.title, column.told(y)) for column, y in pairs)
    parts = [f"{column.title} is predicted to be {column.figure(y)}" for column, y in pairs]
    said = f"At this point {joined(parts)}."
    line = f"y = {inner(step.model.weights[0], x, float(answers[0]), float(step.model.biases[0]))}"
    return Inquiry(Story(said, FORMULA, (line,), told), (Points(x[None], "focus", targets=answers[:1]),))


def column_of(name: str, data: Dataset) -> Column:
    """The column that a target is: what is predicted, or one of the others."""
    of_name = {column.title: column for column in data.columns}
    return data.target_column if name == data.target_name else of_name.get(name, Column(name))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {}


def event(step: Step) -> Event | None:
    return Event("all fitted", "best") if step.part == "all" else None
