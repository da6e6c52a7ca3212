"""What a step of the multi-class perceptron says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, signed, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.perceptrons import examples
from engine.families.perceptrons.multiclass_perceptron.loop import Params, Step, scored
from engine.parts.basis import expanded, in_basis

FORMULA = (
    r"a_y \leq \underset{k \neq y}{\mathrm{max}}\; a_k = a_r \;\Rightarrow\; "
    r"\mathbf{w}_y \leftarrow \mathbf{w}_y + \eta\,\mathbf{x}, \quad "
    r"\mathbf{w}_r \leftarrow \mathbf{w}_r - \eta\,\mathbf{x}"
)

SCORE = r"a_k = \mathbf{w}_k^\top\mathbf{x} + b_k"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    rule = in_basis(FORMULA, step.model.basis)
    numbers = (
        Number("mistakes so far", step.mistakes),
        Number("points without the greatest score now", step.wrong, f"of {data.n:,}"),
        Number("fewest so far", step.best_wrong),
    )
    if step.sample is None:
        nothing = "" if step.model.packed.any() else "All scores are 0: every point is a tie and counts as wrong. "
        classes = counted(len(step.model.classes), "class", "classes")
        said = f"Before the first example. {nothing}Each of the {classes} has weights of its own."
        return Story(said, rule, (), numbers)
    x = expanded(data, step.model.basis).X[step.sample]
    verdict = _verdict(step, step.sample, data)
    return Story(verdict, rule, _worked(step, step.sample, x, data, params), numbers, (_scores(step, x, data),))


def _verdict(step: Step, row: int, data: Dataset) -> str:
    said = f"Epoch {step.epoch}: {examples.introduced(row, data)}"
    if step.rival is None:
        return f"{said}: its own class has the greatest score. That is right, so nothing changes."
    rival, name = _name(step, step.rival, data), data.class_name(int(data.codes[row]))
    return (
        f"{said}: {rival} scores as high or higher, which is mistake {step.mistakes}. Two rows change: "
        f"the point is added to the weights of {name} and subtracted from those of {rival}."
    )


def _worked(step: Step, row: int, x: np.ndarray, data: Dataset, params: Params) -> tuple[str, ...]:
    if step.rival is None:
        return ()
    truth = int(np.searchsorted(step.model.classes, data.codes[row]))
    lines = []
    for k, size in ((truth, params.rate), (step.rival, -params.rate)):
        before, after = step.before.weights[k], step.model.weights[k]
        lines.append(f"{_name(step, k, data)}: w ← {vector(before)} {signed(size)}·{vector(x)} = {vector(after)}")
        lines.append(f"b ← {figure(step.before.biases[k])} {signed(size)} = {figure(step.model.biases[k])}")
    return tuple(lines)


def _name(step: Step, k: int, data: Dataset) -> str:
    return data.class_name(int(step.model.classes[k]))


def _scores(step: Step, x: np.ndarray, data: Dataset) -> Table:
    before, after = (scored(model, x[None])[0] for model in (step.before, step.model))
    names = [_name(step, k, data) for k in range(len(before))]
    rows = tuple(zip(names, before, after, strict=True))
    return Table("Scores of this point", ("class", "before", "after"), rows, int(np.argmax(after)))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    scores = step.model.decision_function(x[None])[0]
    order = np.argsort(-scores, kind="stable")
    said = f"This point is classified as {_name(step, int(order[0]), data)}"
    said += "." if scores[order[0]] > scores[order[1]] else ", the first of those that tie."
    numbers = tuple(Number(f"score of {_name(step, int(k), data)}", float(scores[k])) for k in order)
    return Inquiry(Story(said, in_basis(SCORE, step.model.basis), numbers=numbers))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"points without the greatest score": step.wrong, "best so far": step.best_wrong}


def event(step: Step) -> Event | None:
    return Event("mistake", "wrong") if step.rival is not None else None
