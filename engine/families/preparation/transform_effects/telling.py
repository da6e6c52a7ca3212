"""What a cell says: how many rows are misclassified after the transform, against before, and why."""

from __future__ import annotations

from engine import families
from engine.base.words import counted, figure, shown
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.preparation.transform_effects.loop import LEARNERS, NOT_FILLED, Params, Step
from engine.families.preparation.transform_effects.transforms import TRANSFORMS

FORMULA = (
    r"x \mapsto \ln\left(1 + \frac{x - \min}{s}\right), \quad \frac{x - \bar{x}}{s}, \quad F(x), \quad "
    r"\#\{q_i \leq x\}, \quad x^2"
)
WHY = {
    "cart": "A tree asks on which side of a cut a value lies: where the order of the values stays, so do its leaves.",
    "knn": "Neighbours go by distance: a column of large numbers counts most, until all columns are scaled alike.",
    "nearest_mean": "Distances from means go by scale too, and a long tail pulls a mean towards it.",
    "least_squares": "Its boundaries are flat in the transformed columns: their shape counts, scale alone does not.",
    "softmax_newton": "Its boundaries are flat in the transformed columns too, and bend where these are not linear.",
}


def explain(step: Step, data: Dataset, params: Params) -> Story:
    out = int(step.out.sum())
    if step.learner is None or step.transform is None:
        said = (
            f"{counted(len(LEARNERS), 'learner')} will be fitted to {counted(data.n - out, 'row')}, as they are and "
            f"transformed in {len(TRANSFORMS) - 1} ways, and judged by the other {out:,}."
        )
        return Story(said, FORMULA, (), (Number("rows held out", out),))
    key, name = LEARNERS[step.learner], TRANSFORMS[step.transform]
    learner = families.algorithm(key).name
    wrong = step.wrong[step.learner]
    if step.own is None:
        return Story(f"{learner} refuses the rows after the transform “{name}”.", FORMULA)
    here, before = int(wrong[step.transform]), wrong[0]
    said = f"{learner}, {name}: {counted(here, 'row')} of {out:,} held out {'is' if here == 1 else 'are'} misclassified"
    return Story(
        f"{said}{_against(here, int(before)) if step.transform else ''}. {WHY[key]}",
        FORMULA,
        (_worked(here, out),) if out else (),
        (
            Number("misclassified, held out", here, f"of {out:,}"),
            Number("misclassified, training", int(step.fitted[step.learner, step.transform]), f"of {data.n - out:,}"),
        ),
        checks=_checks(step, key, name, data),
    )


def _against(here: int, before: int) -> str:
    """The count beside that without the transform."""
    if before == NOT_FILLED:
        return ""
    more = here - before
    if not more:
        return ", as many as without"
    return f", {abs(more):,} {'more' if more > 0 else 'fewer'} than without"


def _worked(here: int, out: int) -> str:
    (first,) = shown(here / out, lambda n: n / out, float(here))
    return f"error = {first} / {figure(out)} = {figure(here / out)}"


def _checks(step: Step, key: str, name: str, data: Dataset) -> tuple[Check, ...]:
    """A tree's training error stays under every transform that leaves the order of the training rows."""
    assert step.learner is not None and step.transform is not None and step.own is not None
    if key != "cart" or not step.transform or not step.own.transform.monotone(data.X[~step.out]):
        return ()
    before, here = step.fitted[step.learner, [0, step.transform]]
    return (Check("the order stays, and so does the training error of the tree", bool(before == here)),)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.own is None or step.learner is None or step.transform is None:
        return {}
    return {"misclassified, held out": float(step.wrong[step.learner, step.transform])}


def event(step: Step) -> Event | None:
    if not step.transform or step.learner is None:
        return None
    before, here = step.wrong[step.learner, [0, step.transform]]
    if here == before or NOT_FILLED in (here, before):
        return None
    return Event("fewer errors", "best") if here < before else Event("more errors", "wrong")
