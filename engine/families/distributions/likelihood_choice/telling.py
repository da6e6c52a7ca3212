"""What a step of choosing by likelihood says."""

from __future__ import annotations

from engine.base.words import counted, figure, taken
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.distributions.kinds import Binomial, Exponential, Gamma, Gaussian, Kind, Poisson
from engine.families.distributions.likelihood_choice.loop import Fitted, Params, Step
from engine.maths.algebra.agreement import exceeds

CHOICE = r"\hat{M} = \underset{M}{\mathrm{arg\,max}}\; \ln p(D \mid M)"
SUM = r"\ln p(D \mid M) = \sum_n \ln p(x_n \mid \hat{\theta})"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.part == "sample":
        said = f"A sample of {counted(len(step.x), 'point')}. {counted(len(params.models), 'model')} are fitted to it, "
        return Story(f"{said}each by its own most likely parameters.", CHOICE)
    return _model(step, params) if step.part == "model" else _chosen(step, params)


def _model(step: Step, params: Params) -> Story:
    one = step.fitted[-1]
    free = f"{counted(one.free, 'free parameter')}" if one.free else "no free parameter"
    if one.total == -float("inf"):
        said = f"{one.name}: it cannot give this sample, so that L is 0 and ln L is −∞. It comes last."
        return Story(said, SUM, (), (), (table(step),))
    said = f"{one.name}, {free}: {parameters(one.kind)}. The sample has ln L = {figure(one.total)} under it."
    return Story(said, SUM, (), (Number("ln L", one.total),), (table(step),))


def _chosen(step: Step, params: Params) -> Story:
    assert step.best is not None
    best, others = step.fitted[step.best], sorted(step.possible, key=lambda one: -one.total)
    said = f"The sample is most probable under {best.name}."
    worked: tuple[str, ...] = ()
    if len(others) > 1:
        second = others[1]
        said += f" The next, {second.name}, has a lower ln L." if second.total < best.total else " It is not alone."
        worked = (f"difference in ln L = {taken(best.total, second.total)}",)
    said += " A model that contains another never fits the same sample worse: with more parameters ln L rises, whether"
    said += " or not new points would be fitted better. A test on new points, or the evidence, decides that."
    return Story(said, CHOICE, worked, (Number("ln L of the best", best.total),), (table(step),), nested(step, params))


def nested(step: Step, params: Params) -> tuple[Check, ...]:
    """A model that contains another has no smaller likelihood."""
    found = {one.name: one for one in step.possible}
    checks = []
    for model in params.models:
        for inner in model.within:
            if model.name in found and inner in found:
                small, large = found[inner].total, found[model.name].total
                words = f"{model.name} fits no worse than {inner}"
                checks.append(Check(words, not exceeds(small, large, abs(small) + abs(large) + len(step.x))))
    return tuple(checks)


def table(step: Step) -> Table:
    """The models so far, the most likely first."""
    order = sorted(step.fitted, key=lambda one: -one.total)
    rows = tuple((one.name, one.free, parameters(one.kind), one.total) for one in order)
    return Table(
        "Models, the most likely first", ("model", "free", "parameters", "ln L"), rows, chosen=_place(step, order)
    )


def _place(step: Step, order: list[Fitted]) -> int:
    return order.index(step.fitted[-1] if step.best is None else step.fitted[step.best])


def parameters(kind: Kind | None) -> str:
    """Those of a fitted model."""
    if isinstance(kind, Gaussian):
        return f"μ = {figure(kind.mu)}, σ = {figure(kind.deviation)}"
    if isinstance(kind, Binomial):
        return f"p = {figure(kind.p)}" if kind.n == 1 else f"n = {kind.n}, p = {figure(kind.p)}"
    if isinstance(kind, (Poisson, Exponential)):
        return f"λ = {figure(kind.rate)}"
    return f"k = {figure(kind.shape)}, θ = {figure(kind.scale)}" if isinstance(kind, Gamma) else "none fits"


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    last = step.fitted[-1].total if step.fitted else -float("inf")
    return {"ln L": last} if step.part == "model" and last > -float("inf") else {}


def event(step: Step) -> Event | None:
    return Event("most likely", "best") if step.part == "chosen" else None
