"""What a step of a single layer says."""

from __future__ import annotations

import numpy as np

from engine.base.words import WHOLE, brief, counted, enough, figure, inner, shown, taken
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.networks.diagram import below
from engine.families.networks.single_layer.drawing import passed
from engine.families.networks.single_layer.loop import BATCH, Params, added_up
from engine.families.networks.single_layer.posing import LINEAR, SIGMOID, Problem, posed
from engine.families.networks.single_layer.stepping import Step
from engine.maths.algebra.agreement import agree
from engine.maths.optimisation.rising import has_risen
from engine.parts.descent_telling import changed

DELTAS = {
    LINEAR: r"\delta_{nk} = y_{nk} - t_{nk}",
    SIGMOID: r"\delta_{nk} = (y_{nk} - t_{nk})\,y_{nk}(1 - y_{nk})",
}
SUMMED = r", \quad \Delta w_{kd} = \sum_n \delta_{nk}\,x_{nd}, \quad w_{kd} \leftarrow w_{kd} - \eta\,\Delta w_{kd}"
ONLINE_RULE = r", \quad w_{kd} \leftarrow w_{kd} - \eta\,\delta_{nk}\,x_{nd} \quad \text{after each } n"
BY_MEANS = r", \quad w_{k0} = \bar{t}_k - \sum_d w_{kd}\,\bar{x}_d"
BEST = "The best rate is the best in the end: in the first epochs another may be ahead."
FLAT = 0.01
"""A sigmoid that is less steep than this hardly learns."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    problem = posed(data, params.output, params.bias)
    rule = DELTAS[problem.output] + (SUMMED if params.updates == BATCH else ONLINE_RULE)
    rule += BY_MEANS if problem.bias_follows else ""
    if step.kind == "add":
        return Story(_say_add(step, data), rule, _added(step, problem), _rate(step), (_weights(step, data),))
    if step.kind == "start":
        worked: tuple[str, ...] = (problem.stable_words, *best_told(problem))
        return Story(_say_start(step, problem, params), rule, worked, _numbers(step, problem), (_weights(step, data),))
    worked = (*_moved(step, problem), *_bias_told(step, problem), *_flattest(step, problem, data))
    who = "" if step.row is None else f", point {data.row_name(step.row)} alone"
    said = f"Epoch {step.epoch}{who}: {changed('E', step.error, step.error_before or 0.0)}.{_why(step, problem)}"
    return Story(said, rule, worked, _numbers(step, problem), (_weights(step, data),), checks(step, problem, params))


def _say_start(step: Step, problem: Problem, params: Params) -> str:
    units = counted(len(step.weights), "unit")
    kind = "y is its activation a" if problem.output == LINEAR else "y is σ(a)"
    said = f"{units} with {counted(step.weights.shape[1], 'weight')} each, the bias among them: {kind}."
    said += " Where y is t, δ is 0 and nothing changes."
    if problem.bias_follows:
        said += " The bias follows from the means, as it may with the squared error of linear units alone."
    if params.updates != BATCH:
        said += " The weights change after each row: that is what the last update line of the notes writes."
    stable = "Stable is a rate η below" if problem.output == LINEAR else "E never rises with a rate η below"
    if problem.output == LINEAR:
        said += f" {BEST}"
    return f"{said} {stable} {figure(problem.stable_below)}; this run takes {figure(step.rate)}."


def best_told(problem: Problem) -> tuple[str, ...]:
    """The best rate of linear units, from the smallest and the largest eigenvalue."""
    if problem.output != LINEAR:
        return ()
    ends = float(problem.curvatures[0]), problem.largest
    low, high = shown(problem.best_rate, lambda a, b: 2.0 / (a + b), *ends)
    best = f"best rate = 2/(λmin + λmax) = 2/({low} + {high}) = {figure(problem.best_rate)}"
    if problem.slowest is None:
        return (best,)
    low, high = shown(problem.slowest, lambda a, b: (b - a) / (b + a), *ends)
    slow = f"(λmax − λmin)/(λmax + λmin) = ({high} − {low})/({high} + {low}) = {figure(problem.slowest)}"
    return (best, f"after an epoch with it so much is left of the slowest way, {slow}")


def _say_add(step: Step, data: Dataset) -> str:
    assert step.row is not None and step.cell is not None
    k, d = step.cell
    name = "the bias" if d == 0 else data.feature_names[d - 1]
    where = f"the cell of {below('y', k)} and {name}"
    return f"Epoch {step.epoch}, point {data.row_name(step.row)}: δ x is added to ΔW, last to {where}."


def _added(step: Step, problem: Problem) -> tuple[str, ...]:
    """δ of the row, and the cell that was filled last, with numbers."""
    assert step.row is not None and step.cell is not None
    (k, d), signal, t = step.cell, passed(step, problem, step.row), problem.T[step.row]
    assert signal.delta is not None
    y, delta, x = float(signal.h[k]), float(signal.delta[k]), float(problem.X[step.row, d])
    if problem.output == LINEAR:
        told = f"δ = y − t = {taken(y, float(t[k]))}"
    else:
        told = f"δ = (y − t) y(1 − y) = {_steep(y, float(t[k]))} = {figure(delta)}"
    now = float(step.delta_W[k, d])
    was = now - delta * x
    before, by, value = shown(now, lambda one, signal, given: one + signal * given, was, delta, x)
    return (told, f"Δw ← {before} + ({by})·({value}) = {figure(now)}")


def _moved(step: Step, problem: Problem) -> tuple[str, ...]:
    """The weight that moved most, biases that follow apart."""
    first = int(problem.bias_follows)
    k, place = divmod(int(np.argmax(np.abs(step.delta_W[:, first:]))), step.delta_W.shape[1] - first)
    d = place + first
    before, after = (float(W[k, d]) for W in (step.before.layers[0].packed, step.weights))
    was, rate, delta = shown(after, lambda w, r, d: w - r * d, before, step.rate, float(step.delta_W[k, d]))
    return (f"steepest: w ← {was} − {rate}·({delta}) = {figure(after)}",)


def _bias_told(step: Step, problem: Problem) -> tuple[str, ...]:
    """The first bias from the means, with numbers."""
    if not problem.bias_follows:
        return ()
    w, mean = step.weights[0], problem.X[:, 1:].mean(axis=0)
    target = float(problem.T[:, 0].mean())
    few = len(mean)
    n = enough(float(w[0]), _follows, *w[1:].tolist(), *mean.tolist(), target) if few <= WHOLE else 4
    return (f"b = t̄ − w · x̄ = {figure(target, n)} − {brief(w[1:], n)} · {brief(mean, n)} = {figure(float(w[0]))}",)


def _follows(*parts: float) -> float:
    """The bias from the weights, the means and the target's."""
    few = len(parts) // 2
    return parts[-1] - float(np.dot(parts[:few], parts[few:-1]))


def _slowed(y: float, t: float) -> float:
    """(y − t) y(1 − y)."""
    return (y - t) * y * (1 - y)


def _steep(y: float, t: float) -> str:
    """The same, with its numbers."""
    got, wanted = shown(_slowed(y, t), _slowed, y, t)
    return f"({got} − {wanted})·{got}·(1 − {got})"


def _flattest(step: Step, problem: Problem, data: Dataset) -> tuple[str, ...]:
    """Of sigmoids the wrong row that is flattest: what each error would make of it."""
    if problem.output == LINEAR or not step.wrong:
        return ()
    rows = step.mistakes
    signals = problem.outputs(step.weights)[rows]
    off = np.abs(signals - problem.T[rows]).max(axis=1)
    worst = int(np.argmax(off))
    k = int(np.argmax(np.abs(signals[worst] - problem.T[rows[worst]])))
    y, t = float(signals[worst, k]), float(problem.T[rows[worst], k])
    name = data.row_name(int(rows[worst]))
    return (
        f"point {name}: (y − t) y(1 − y) = {_steep(y, t)} = {figure(_slowed(y, t))}",
        f"point {name} with cross-entropy: y − t = {taken(y, t)}",
    )


def _why(step: Step, problem: Problem) -> str:
    """What is to be known of a rise, or of units that are flat where they are wrong."""
    if has_risen(step.error, step.error_before):
        return (
            f" The rate {figure(step.rate)} is too large: the step leaps over the valley."
            if step.rate >= problem.stable_below
            else ""
        )
    if problem.output == LINEAR or not step.wrong:
        return ""
    y = problem.outputs(step.weights)[step.mistakes]
    flat = int(((y * (1 - y)).max(axis=1) < FLAT).sum())
    if not flat:
        return ""
    who = f"{counted(flat, 'point')} on the wrong side {'has' if flat == 1 else 'have'}"
    return f" {who} a slope y(1 − y) below {FLAT}: hardly anything is learnt there."


def _rate(step: Step) -> tuple[Number, ...]:
    return (Number("E", step.error, "½ Σ (y − t)²"), Number("rate η", step.rate))


def _numbers(step: Step, problem: Problem) -> tuple[Number, ...]:
    found = [*_rate(step), Number("wrong side", step.wrong), Number("λmax", problem.largest)]
    if problem.output == LINEAR:
        found.append(Number("λmin", float(problem.curvatures[0])))
        found.append(Number("stable below", problem.stable_below, "2/λmax"))
        found.append(Number("best rate", problem.best_rate, "2/(λmin + λmax)"))
    if step.kind == "update":
        found.append(Number("‖ΔW‖", step.slope))
    return tuple(found)


def _weights(step: Step, data: Dataset) -> Table:
    columns = ("unit", "bias", *data.feature_names[:8])
    rows = tuple((below("y", k), *row[:9]) for k, row in enumerate(step.weights.tolist()))
    return Table("Weights", columns, rows)


def checks(step: Step, problem: Problem, params: Params) -> tuple[Check, ...]:
    """What an update promises."""
    found = []
    if step.rate < problem.stable_below and params.updates == BATCH:
        found.append(Check("E does not rise at this rate", not has_risen(step.error, step.error_before)))
    if problem.bias_follows:
        slopes, sizes = added_up(step.weights, problem)[:, 0], np.abs(problem.outputs(step.weights)).sum(axis=0)
        found.append(
            Check(
                "∂E/∂b is 0 with the bias from the means", agree(slopes, np.zeros_like(slopes), sizes + len(problem.X))
            )
        )
    return tuple(found)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    place = np.asarray(x, dtype=float)
    y = step.model.outputs(place[None])[0]
    answer = data.class_words(int(step.model.predict(place[None])[0]))
    layer = step.model.layers[0]
    a = float(layer.activations(place[None])[0, 0])
    bias = float(layer.biases[0])
    worked = (f"{below('a', 0)} = {inner(layer.weights[0], place, a, bias)}",)
    story = Story(
        f"The outputs are {brief(y)}: it is called {answer}.", r"\mathbf{y} = g(W \tilde{\mathbf{x}})", worked
    )
    return Inquiry(story, (Points(place[None], "focus"),))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"E": step.error, "wrong side": float(step.wrong)}


def event(step: Step) -> Event | None:
    if step.kind == "add":
        return Event("added", "plain")
    return Event("rose", "wrong") if has_risen(step.error, step.error_before) else None
