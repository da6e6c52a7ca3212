"""What a step of the item mean says."""

from __future__ import annotations

from collections.abc import Callable

from engine.base.words import added, counted, divided, figure
from engine.core.story import Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.recommenders.item_mean.loop import Params, Step
from engine.families.recommenders.wording import asker, capital, critic, film

FORMULA = r"\hat{x}_{uf} = \frac{1}{|C_f|} \sum_{c \in C_f} M_{cf}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    f, u, K = film(data, params, step.film), asker(data, params, step.user), len(step.critics)
    numbers = (Number("ratings", K), Number("critics without one", step.asked - K))
    if not K:
        said = (
            f"Nobody but {u} could have rated {f}, and nobody has: a cold start of the film. Until it has a rating, "
            "nothing can be predicted from ratings."
        )
        return Story(said, FORMULA, (), numbers)
    said = (
        f"What would {u} say of {f}? {counted(K, 'critic has', 'critics have')} rated it: their mean is the prediction."
    )
    if step.asked > K:
        others = "1 other has not, and is" if step.asked - K == 1 else f"{step.asked - K} others have not, and are"
        said += f" {others} left out: a gap is not a 0."
    return Story(said, FORMULA, (), numbers)


def _rating(step: Step, data: Dataset, params: Params) -> Story:
    assert step.critic is not None
    rating, more = float(step.given[step.done - 1]), step.done - step.before
    c = critic(data, params, step.critic)
    so_far = f"the mean of {counted(step.done, 'rating')} so far is {figure(step.mean)}"
    said = f"The rating of {c} is {figure(rating)}; {so_far}."
    if more > 1:
        said = f"{more} more ratings are added, the last that of {c}. {said}"
    sums = (f"sum = {added(step.last, rating)}",) if more == 1 else ()
    worked = (*sums, f"mean = {divided(step.total, step.done)}")
    numbers = (Number("rating", rating), Number("running mean", step.mean), Number("ratings so far", step.done))
    return Story(said, FORMULA, worked, numbers)


def _answer(step: Step, data: Dataset, params: Params) -> Story:
    f, u = film(data, params, step.film), asker(data, params, step.user)
    said = (
        f"The prediction of {f} is {figure(step.mean)}, for {u} as for everybody else who has not rated it: it knows "
        "nothing of anybody's taste."
    )
    numbers = [Number("prediction", step.mean)]
    if step.own is not None:
        said = f"{capital(u)} has rated {f} already, {figure(step.own)}, which was not looked at; "
        said += f"the prediction is {figure(step.mean)}."
        numbers.append(Number("own rating", step.own))
    return Story(said, FORMULA, (f"prediction = {divided(step.total, step.done)}",), tuple(numbers))


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {"start": _start, "rating": _rating, "answer": _answer}


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"running mean": step.mean} if step.done else {}


def event(step: Step) -> Event | None:
    return Event("prediction", "best") if step.part == "answer" else None
