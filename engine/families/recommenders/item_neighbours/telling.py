"""What a step of item neighbours says."""

from __future__ import annotations

from collections.abc import Callable

from engine.base.words import added, counted, divided, enough, figure
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.recommenders.item_neighbours.loop import CORRELATION, COSINE, DISTANCE, Params, Step
from engine.families.recommenders.wording import asker, capital, film

FORMULAS = {
    COSINE: r"s_{fg} = \frac{\sum_c (x_{cf} - \bar{x}_c)(x_{cg} - \bar{x}_c)}"
    r"{\sqrt{\sum_c (x_{cf} - \bar{x}_c)^2}\, \sqrt{\sum_c (x_{cg} - \bar{x}_c)^2}}",
    CORRELATION: r"s_{fg} = \max(r_{fg}, 0)",
    DISTANCE: r"s_{fg} = \frac{1}{1 + \sqrt{\sum_c (x_{cf} - x_{cg})^2}}",
}
PREDICTION = r"\hat{x}_{uf} = \frac{\sum_{g \in N_k} s_{fg}\, x_{ug}}{\sum_{g \in N_k} s_{fg}}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    f, u, m = film(data, params, step.film), asker(data, params, step.user), len(step.films)
    said = f"What would {u} say of {f}? Films are compared, not people: {u} has rated {counted(m, 'other film')}, "
    said += f"and those that others rate like {f} tell most."
    if not m:
        said = f"{capital(u)} has rated no other film: a cold start, and nothing to predict from."
    return Story(said, FORMULAS[params.measure], (), (Number("films to compare", m),))


def _film(step: Step, data: Dataset, params: Params) -> Story:
    assert step.place is not None and step.other is not None
    f, g = film(data, params, step.film), film(data, params, step.other)
    n, s, more = int(step.shared[step.place]), float(step.similarity[step.place]), step.done - step.before
    before = f"{more} more films are compared, {g} the last. " if more > 1 else ""
    numbers = (Number("rated both", n), Number("similarity to it", s))
    people = counted(n, "person has", "people have")
    if n < params.overlap:
        said = f"{before}{people} rated both {f} and {g}, fewer than {params.overlap}: {g} does not count."
        return Story(said, FORMULAS[params.measure], (), numbers)
    said = f"{before}{people} rated both {f} and {g}: similarity {figure(s)}."
    if s <= 0:
        said += " It is no neighbour: what is not above 0 tells nothing of how high the rating is."
    return Story(said, FORMULAS[params.measure], (), numbers)


def _add(step: Step, data: Dataset, params: Params) -> Story:
    assert step.place is not None and step.other is not None
    g, u = film(data, params, step.other), asker(data, params, step.user)
    s, x = float(step.similarity[step.place]), float(step.given[step.place])
    said = f"Neighbour {step.added}, {g}, has similarity {figure(s)}, and {u} rates it {figure(x)}: "
    said += f"the prediction so far is {figure(step.x)}."
    many = enough(s * x, lambda a, b: a * b, s, x)
    lines = (
        f"s·x = {figure(s, many)}·{figure(x, many)} = {figure(s * x)}",
        f"numerator = {added(step.last[0], s * x)}",
        f"denominator = {added(step.last[1], s)}",
    )
    return Story(said, PREDICTION, lines, (Number("similarity to it", s), Number("prediction", step.x)))


def _answer(step: Step, data: Dataset, params: Params) -> Story:
    assert step.order is not None
    f, u = film(data, params, step.film), asker(data, params, step.user)
    k = counted(len(step.order), "similar film")
    said = f"The prediction of {f} for {u} is {figure(step.x)}, from {k} that {u} has rated."
    numbers = [Number("prediction", step.x)]
    if step.own is not None:
        said += f" {capital(u)} rated it {figure(step.own)}, which was not looked at."
        numbers.append(Number("own rating", step.own))
    found = zip(step.films[step.order], step.similarity[step.order], step.given[step.order], strict=True)
    rows = tuple((film(data, params, int(g)), float(s), float(x)) for g, s, x in found)
    values = step.given[step.order]
    within = Check("it lies between the ratings that count", float(values.min()) <= step.x <= float(values.max()))
    table = Table("Neighbours", ("film", "similarity", "rating"), rows)
    worked = (f"prediction = {divided(*step.sums)}",)
    return Story(said, PREDICTION, worked, tuple(numbers), (table,), (within,))


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "film": _film, "add": _add, "answer": _answer,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"running prediction": step.x} if step.added else {}


def event(step: Step) -> Event | None:
    if step.part == "film" and step.place is not None and step.similarity[step.place] <= 0:
        return Event("no neighbour", "plain")
    return Event("prediction", "best") if step.part == "answer" else None
