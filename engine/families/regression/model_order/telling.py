"""What a step of the choice of an order says: which orders under-fit and over-fit, and beside which other."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.regression import growth_telling
from engine.families.regression.growth_conditions import columns_words
from engine.families.regression.model_order.loop import Params, Step
from engine.parts.regression import predicted_at

CHOICE = r", \quad M^\star = \underset{M}{\mathrm{arg\,min}}\; E_{\mathrm{val}}(M)"
FORMULA = {
    False: r"y(x) = b + \sum_{j=1}^{M} w_j\,x^j" + CHOICE,
    True: r"y(x) = b + \sum_{j=1}^{M} w_j\,z^j, \quad z = \frac{x - m}{h}" + CHOICE,
}
UNDER, OVER, BEST = "under-fits", "over-fits", "the least"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = _chosen if step.part == "choose" else _tried
    return say(step, data, FORMULA[params.rescale])


def _tried(step: Step, data: Dataset, formula: str) -> Story:
    kept = int(step.held.sum())
    said = f"Order {step.order}. {growth_telling.error_words(step.growth)}"
    if len(step.tried) == 1:
        said += (
            f" It is fitted to {counted(data.n - kept, 'row')}; {counted(kept, 'row')} for validation, ringed, "
            f"{'judges' if kept == 1 else 'judge'} it."
        )
    verdict, by = judged(step, len(step.tried) - 1)
    if verdict == OVER:
        said += f" It over-fits: order {by} has a greater training error and a smaller validation error."
    elif len(step.tried) > 1 and judged(step, len(step.tried) - 2)[0] == UNDER:
        said += f" So order {step.order - 1} under-fits: both errors are smaller now."
    said += columns_words(step.growth)
    own = growth_telling.numbers(step.growth, data)
    told = (*own, Number("best order so far", step.best))
    tables = (growth_telling.table(step.growth, data),)
    checks = growth_telling.never_rises_on(step.growth, data.y[~step.held]) if data.y is not None else ()
    return Story(said, formula, growth_telling.worked(step.growth), told, tables, checks)


def _chosen(step: Step, data: Dataset, formula: str) -> Story:
    best = step.best - step.least
    training, validation = step.growth.training, step.growth.validation
    verdicts = [judged(step, k)[0] for k in range(len(step.tried))]
    said = f"Order {step.best} is chosen: its validation RMSE {figure(validation[best])} is the least."
    for verdict in (UNDER, OVER):
        found = [step.least + k for k, one in enumerate(verdicts) if one == verdict]
        if found:
            orders = f"Order {found[0]} {verdict}" if len(found) == 1 else f"Orders {_listed(found)} {_plural(verdict)}"
            why = "a smaller training error" if verdict == UNDER else "a greater training error"
            said += f" {orders}: another order has {why} and a smaller validation error."
    rows = tuple(
        (int(order), float(training[k]), float(validation[k]), verdicts[k]) for k, order in enumerate(step.orders)
    )
    table = Table("Orders", ("order M", "training RMSE", "validation RMSE", ""), rows, best)
    told = (
        Number("best order", step.best),
        Number("training RMSE", float(training[best])),
        Number("validation RMSE", float(validation[best])),
    )
    least = bool(validation[best] == validation.min())
    return Story(said, formula, (), told, (table,), (Check("no order has a smaller validation RMSE", least),))


def judged(step: Step, k: int) -> tuple[str, int]:
    """Whether the k-th order under-fits or over-fits, and beside which other order; the best does neither.

    It over-fits if another has a greater training error and a smaller validation error, and under-fits if another has
    both smaller; of several others the best is named.
    """
    training, validation = step.growth.training, step.growth.validation
    better = np.flatnonzero(validation < validation[k])
    if not len(better):
        return (BEST if k == step.best - step.least else ""), step.best
    other = int(better[np.argmin(validation[better])])
    return (OVER if training[other] > training[k] else UNDER), step.least + other


def _listed(orders: list[int]) -> str:
    """The orders in short: "0 to 2", "7, 9"."""
    if orders == list(range(orders[0], orders[-1] + 1)):
        return f"{orders[0]} to {orders[-1]}"
    return ", ".join(map(str, orders))


def _plural(verdict: str) -> str:
    return verdict.removesuffix("s")


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """What the model predicts at any point."""
    return predicted_at(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return growth_telling.measured(step.growth) if step.part == "order" else {}


def event(step: Step) -> Event | None:
    if step.part == "choose":
        return Event("chosen", "best")
    if len(step.tried) > 1 and step.best == step.order:
        return Event("new best", "best")
    return None
