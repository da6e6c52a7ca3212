"""What a half-step of EM says: the responsibilities, where the components went, and how far ln L rose."""

from __future__ import annotations

import numpy as np

from engine.base.words import averaged, counted, divided, figure, joined
from engine.core.algorithm import Inquiry
from engine.core.marks import Segments
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.clustering.gaussian_mixture.covariances import ALIKE, SHARED, Kind
from engine.families.clustering.gaussian_mixture.drawing import undecided
from engine.families.clustering.gaussian_mixture.loop import Params, Step, effective
from engine.families.clustering.measures import measured
from engine.maths.algebra.agreement import DIGITS, SHARE, agree, exceeds
from engine.maths.optimisation.rising import change
from engine.models.mixture import Mixture
from engine.parts.querying import with_place

LISTED = 8
"""Of so many components the mean is told."""
SURE = 0.9
"""A point that one component has so much of is nearly all its own."""
FORMULAS = {
    "start": r"p(\mathbf{x}) = \sum_k \pi_k\, \mathcal{N}(\mathbf{x} \mid \mathbf{m}_k, \mathbf{\Sigma}_k)",
    "E": r"\gamma_{nk} = \frac{\pi_k\, \mathcal{N}(\mathbf{x}_n \mid \mathbf{m}_k, \mathbf{\Sigma}_k)}"
    r"{\sum_j \pi_j\, \mathcal{N}(\mathbf{x}_n \mid \mathbf{m}_j, \mathbf{\Sigma}_j)}",
    "hard": r"z_n = \underset{k}{\mathrm{arg\,max}}\; \pi_k\, "
    r"\mathcal{N}(\mathbf{x}_n \mid \mathbf{m}_k, \mathbf{\Sigma}_k)",
    "M": r"N_k = \sum_n \gamma_{nk}, \quad \mathbf{m}_k = \frac{1}{N_k} \sum_n \gamma_{nk}\, \mathbf{x}_n, \quad ",
    "restart": r"\mathbf{m}_k = \mathbf{x}_n, \quad \pi_k = \frac{1}{K}",
}
OUTER = r"\gamma_{nk}\, (\mathbf{x}_n - \mathbf{m}_k)(\mathbf{x}_n - \mathbf{m}_k)^\top"
SQUARE = r"\gamma_{nk}\, \|\mathbf{x}_n - \mathbf{m}_k\|^2"
SPREADS: dict[Kind, str] = {
    "full": rf"\mathbf{{\Sigma}}_k = \frac{{1}}{{N_k}} \sum_n {OUTER}",
    "diagonal": r"\sigma_{kj}^2 = \frac{1}{N_k} \sum_n \gamma_{nk}\, (x_{nj} - m_{kj})^2",
    "spherical": rf"\sigma_k^2 = \frac{{1}}{{D N_k}} \sum_n {SQUARE}",
    "shared": rf"\mathbf{{\Sigma}} = \frac{{1}}{{N}} \sum_k \sum_n {OUTER}",
    "shared spherical": rf"\sigma^2 = \frac{{1}}{{D N}} \sum_k \sum_n {SQUARE}",
}
"""How the M step finds what shape the components have, by the shapes that they may have."""
K_MEANS = " With circles of one size, equal weights and each point wholly of one component, this is K-means."
WEIGHTED = r"\pi_k = \frac{N_k}{N}, \quad "


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {"start": _say_start, "E": _say_shared, "M": _say_fitted, "restart": _say_restart}
    return say[step.half](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    K = len(step.model.weights)
    if step.rows:
        names = ", ".join(data.row_name(row) for row in step.rows[:LISTED]) + (", …" if K > LISTED else "")
        rows = "row" if K == 1 else "rows"
        said = f"{counted(K, 'component')} begin on {rows} {names}, chosen by {params.seeding} from the seed on screen."
        said = said.replace("1 component begin ", "1 component begins ")
    else:
        said = f"The run begins from {counted(K, 'given component')}."
    said += K_MEANS if is_k_means(params) else ""
    numbers = (*_totals(step, data, params), *_means(step))
    return Story(said, FORMULAS["start"], (), numbers, (_table(step, data),), _sums(step))


def is_k_means(params: Params) -> bool:
    """Whether nothing is left of the mixture but its means: the likeliest component is that of the nearest."""
    return params.covariances == SHARED[1] and params.assignment == "hard" and params.equal_weights


def _say_shared(step: Step, data: Dataset, params: Params) -> Story:
    assert step.responsibilities is not None
    shares = step.responsibilities
    row, hard = undecided(shares), params.assignment == "hard"
    shared = int((shares.max(axis=1) < SURE).sum())
    if hard:
        said = "each point is assigned to its most probable component."
    elif row is None:
        said = "the responsibilities are computed: each point belongs wholly to one component."
    else:
        few = counted(shared, "point is", "points are")
        said = f"the responsibilities are computed. {few} less than 90 % of one component; the most undecided is row "
        said += f"{data.row_name(row)}, ringed."
    worked = () if row is None else _share_lines(step.model, data.X[row], shares[row])
    checks = (_add_up(shares), *_sums(step))
    formula = FORMULAS["hard" if hard else "E"]
    numbers = (*_totals(step, data, params), *measured(data, shares.argmax(axis=1)))
    return Story(f"Iteration {step.round}, E step: {said}", formula, worked, numbers, (_table(step, data),), checks)


def _share_lines(mixture: Mixture, x: np.ndarray, shares: np.ndarray) -> tuple[str, ...]:
    """The largest share of x, from densities; none where they are too small or too large to be written."""
    joint, k = mixture.log_joint(x[None])[:, 0], int(shares.argmax())
    if not np.abs(joint[k]) < 600:
        return ()
    part, total = float(np.exp(joint[k])), float(np.exp(joint).sum())
    return (f"γ{k + 1} = π{k + 1} N{k + 1}(x) / p(x) = {divided(part, total)}",)


def _say_fitted(step: Step, data: Dataset, params: Params) -> Story:
    assert step.responsibilities is not None
    moves = np.sqrt(((step.model.means - step.before.means) ** 2).sum(axis=1))
    k = int(moves.argmax())
    counts = effective(step.responsibilities.T)
    said = (
        f"Iteration {step.round}, M step: every component is refitted; {_farthest(moves, k, data)}."
        f"{_rise(step)}{_collapse(step, counts, params)}"
    )
    fitted = (*_fit_lines(step, data, k, counts, params), *_spread_line(step, data, k, counts, params))
    worked = (*fitted, *_total_line(step, data))
    numbers = (*_totals(step, data, params), *_means(step))
    checks = (*_never_falls(step, data), *_sums(step))
    formula = FORMULAS["M"] + ("" if params.equal_weights else WEIGHTED) + SPREADS[params.covariances]
    return Story(said, formula, worked, numbers, (_table(step, data),), checks)


def _farthest(moves: np.ndarray, k: int, data: Dataset) -> str:
    """Which mean went farthest; what is nothing beside the width of the data, or only rounding, is no way."""
    width = float(np.ptp(data.X, axis=0).max())
    if not exceeds(moves[k], DIGITS * np.abs(data.X).max(), width):
        return "no mean moves"
    return f"component {k + 1} moves farthest, by {figure(moves[k])}"


def _fit_lines(step: Step, data: Dataset, k: int, counts: np.ndarray, params: Params) -> tuple[str, ...]:
    """The weight and the mean of the component that moved farthest, with their numbers."""
    assert step.responsibilities is not None
    if not counts[k]:
        return ()
    N, sums = float(counts[k]), step.responsibilities[:, k] @ data.X
    mean = with_place(f"m{k + 1} ← {averaged(sums.tolist(), N)}", f"m{k + 1}", data, step.model.means[k])
    if not agree(sums / N, step.model.means[k], np.abs(step.model.means[k]), 1e-6):
        return ()
    weight = f"π{k + 1} ← {divided(N, data.n)}"
    return mean if params.equal_weights else (weight, *mean)


def _spread_line(step: Step, data: Dataset, k: int, counts: np.ndarray, params: Params) -> tuple[str, ...]:
    """A variance of the component that moved farthest, with its numbers: of the first feature, or of all alike."""
    assert step.responsibilities is not None
    alike, shared = params.covariances in ALIKE, params.covariances in SHARED
    whose = np.arange(len(counts)) if shared else np.array([k])
    over = data.d if alike else 1
    squares = [((data.X[:, :over] - step.model.means[j, :over]) ** 2).sum(axis=1) for j in whose]
    total = sum(float(step.responsibilities[:, j] @ square) for j, square in zip(whose, squares, strict=True))
    weight, found = over * float(counts[whose].sum()), float(step.model.covariances[k, 0, 0])
    if not weight or not agree(total / weight, found, abs(found), 1e-6):  # held at the floor, or without points
        return ()
    name = "" if alike else f" of {data.feature_names[0]}"
    return (f"σ²{name}{'' if shared else f', component {k + 1}'} ← {divided(total, weight)}",)


def _total_line(step: Step, data: Dataset) -> tuple[str, ...]:
    total, before = step.log_likelihood, step.log_likelihood_before
    was = "" if before is None else f"   (before: {figure(before / data.n)})"
    return (f"ln L / N = {figure(total, 6)} / {figure(data.n)} = {figure(total / data.n)}{was}",)


def _collapse(step: Step, counts: np.ndarray, params: Params) -> str:
    """What is to be known of components that have collapsed, or have no points."""
    empty = [k + 1 for k in range(len(counts)) if not counts[k]]
    flat = [k + 1 for k in step.held if k + 1 not in empty]
    said = ""
    if flat:
        share = figure(params.floor)
        said = (
            f" {_named(flat)} collapsed: the points lie so close to one place or one line that a variance would fall "
            f"towards 0 and ln L grow without end. It is held at the floor, {share} of the variance of all the data."
        )
    return said + (f" {_named(empty)} no points left: mean and shape stay." if empty else "")


def _named(numbers: list[int]) -> str:
    """Some components as the subject of a sentence in the perfect."""
    if len(numbers) == 1:
        return f"Component {numbers[0]} has"
    return f"Components {joined(map(str, numbers))} have"


def _say_restart(step: Step, data: Dataset, params: Params) -> Story:
    names = ", ".join(data.row_name(row) for row in step.rows)
    what = "component" if len(step.held) == 1 else "components"
    which = ", ".join(str(k + 1) for k in step.held)
    said = (
        f"Iteration {step.round}, restart: {what} {which} had collapsed and is put on row {names}, as wide as all the "
        "data. This is the one step at which the log-likelihood may fall."
    )
    numbers = (*_totals(step, data, params), *_means(step))
    return Story(said, FORMULAS["restart"], (), numbers, (_table(step, data),), _sums(step))


def _rise(step: Step) -> str:
    if step.log_likelihood_before is None:
        return ""
    rise = change(step.log_likelihood, step.log_likelihood_before)
    return f" ln L rises by {figure(rise)}." if rise > 0 else " ln L stays as it was."


def _totals(step: Step, data: Dataset, params: Params) -> tuple[Number, ...]:
    total, before = step.log_likelihood, step.log_likelihood_before
    note = "log-likelihood" + (", each point by its own component" if params.assignment == "hard" else "")
    rose = () if step.half != "M" or before is None else (Number("rose by", max(change(total, before), 0.0)),)
    return (Number("ln L", total, note), *rose, Number("ln L / N", total / data.n, "for each point"))


def _means(step: Step) -> tuple[Number, ...]:
    return tuple(Number(f"mean {k + 1}", mean) for k, mean in enumerate(step.model.means[:LISTED]))


def _table(step: Step, data: Dataset) -> Table:
    """Of every component its weight, how many points it has in all, and its spread the widest and the narrowest way."""
    spreads = np.sqrt(np.maximum(np.linalg.eigvalsh(step.model.covariances), 0.0))
    weights, shares = step.model.weights, step.responsibilities
    counts = weights * data.n if shares is None else shares.sum(axis=0)
    rows = tuple(
        (k + 1, float(weights[k]), float(counts[k]), float(spreads[k, -1]), float(spreads[k, 0]))
        for k in range(len(weights))
    )
    columns = ("component", "π", "points", "σ most", "σ least")
    return Table("Components", columns, rows, step.held[0] if step.held else None)


def _add_up(shares: np.ndarray) -> Check:
    return Check("the shares of every point add up to 1", agree(shares.sum(axis=1), 1.0, 1.0))


def _sums(step: Step) -> tuple[Check, ...]:
    return (Check("the weights add up to 1", agree(step.model.weights.sum(), 1.0, 1.0)),)


def _never_falls(step: Step, data: Dataset) -> tuple[Check, ...]:
    """A way x − m is known to a share of x; measured in the narrowest spread, so well a log-density is known."""
    before, after = step.log_likelihood_before, step.log_likelihood
    if before is None:
        return ()
    variances = np.diagonal(step.model.covariances, axis1=1, axis2=2)
    lost = DIGITS * float((np.abs(data.X).max(axis=0) / np.sqrt(variances)).max())
    size = abs(before) + data.n * (1 + data.d)
    return (Check("ln L does not fall", bool(after >= before - (SHARE + min(lost, 1.0)) * size)),)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The shares of a point, and how dense the mixture is there."""
    mixture = step.model
    shares = mixture.predict_proba(x[None])[0]
    order = np.argsort(-shares, kind="stable")
    first, K = int(order[0]), len(shares)
    said = f"Component {first + 1} has {_share(shares[first])} of this point"
    said += f", component {order[1] + 1} has {_share(shares[order[1]])}." if K > 1 else "."
    told = [Number(f"γ{k + 1}", float(shares[k]), f"the share of component {k + 1}") for k in order[:LISTED]]
    told.append(Number("ln p(x)", float(mixture.log_density(x[None])[0]), "the log density"))
    worked = _share_lines(mixture, x, shares)
    spokes = Segments(np.broadcast_to(x, mixture.means.shape), mixture.means, "spoke", groups=np.arange(K))
    return Inquiry(Story(said, FORMULAS["E"], worked, tuple(told)), (spokes,))


def _share(share: float) -> str:
    return f"{figure(100 * share, 3)} %"


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"ln L": step.log_likelihood}


def event(step: Step) -> Event | None:
    if step.half == "restart":
        return Event("restart", "wrong")
    return Event("collapse", "wrong") if step.half == "M" and step.held else None
