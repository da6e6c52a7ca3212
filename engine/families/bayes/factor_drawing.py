"""What a step of naive Bayes looks like: areas, counts, the panel of a feature, the boxes of the product."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Curve, Ellipse, Graph, Mark, Matrix, Node, Points, Region, Segments
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.bayes.fit_words import shown_classes
from engine.families.bayes.product_drawing import SHOWN, copies, evidence, linear, names, products
from engine.families.bayes.stepping import NaiveStep, places
from engine.models.naive_bayes import CountFactor, GaussianFactor, LevelFactor, NaiveBayes, PresenceFactor
from engine.parts.stretches import FEW

SCALES = (1.0, 2.0)
"""So many standard deviations out an ellipse is drawn."""
ROWS = Surface("chart", "Rows of each class", "class", "rows")
COUNTS = Surface("table", "Counts in each class")
BELLS = Surface("chart", "Density given each class", y="p(x | C)")
CHANCES = Surface("table", "Chances given each class")
SMOOTHED = Surface("chart", "counts, with what is added", "class and value", "counted")
PULLED = Surface("chart", "chances, grey unsmoothed", "class and value", "P(x | C)")
WORDS = Surface("chart", "Chances of the words, class by class", "class", "θ")
BOXES = Surface("structure", "What is multiplied, and what is not asked")
PLACES = 241
"""A curve has so many points."""
MARGIN = 0.15
"""So much of the width of the values is shown on either side of them."""
TABLES = 6
"""The counts of so many features are shown side by side."""
FACTORS = 6
"""So many factors have a box."""


def naive_marks(step: NaiveStep, data: Dataset) -> list[Mark]:
    """All that is drawn of a step."""
    drawn: list[Mark] = [] if step.model is None else [Region(step.model, "probability")]
    if step.model is not None:
        drawn += ellipses(step.model, data)
    if step.part == "count":
        drawn += counting_marks(step, data)
    if step.part == "prior":
        drawn.append(Bars(step.counts.astype(float), names(data), groups(data), surface=ROWS))
    if step.part in ("start", "factor"):
        drawn.append(boxes(step, data))
    if step.part in ("fit", "smooth", "factor", "left out", "copy") and step.j is not None:
        drawn += panel(step, step.j, data)
    if step.query is not None and step.part != "classified":
        rows = None if step.row is None else np.array([step.row])
        if not np.isnan(step.query).any():
            drawn.append(Points(step.query[None], "focus", rows=rows, labels=() if rows is not None else ("x",)))
        drawn += products(step, data)
    if step.part == "copy":
        drawn += copies(step)
    if step.part == "flag":
        drawn += evidence(step, data)
    if step.part in ("weight", "linear"):
        drawn += linear(step, data)
    if step.part == "classified":
        drawn.append(Points(data.X[step.wrong], "wrong", rows=step.wrong))
    return drawn


def groups(data: Dataset) -> np.ndarray:
    """(K,) the codes of the classes that occur."""
    return np.array(data.classes_present)


def ellipses(model: NaiveBayes, data: Dataset) -> list[Mark]:
    """Of Gaussian factors alone the axis-parallel ellipses of each class."""
    bells = [one for one in model.factors if isinstance(one, GaussianFactor)]
    if len(bells) < len(model.factors) or data.d < 2:
        return []
    means = np.column_stack([bell.means for bell in bells])
    variances = np.column_stack([bell.variances for bell in bells])
    drawn: list[Mark] = [
        Ellipse(mean, np.diag(spread), scale, group=int(code))
        for mean, spread, code in zip(means, variances, model.classes, strict=True)
        for scale in SCALES
    ]
    return [*drawn, Points(means, "centre", model.classes)]


# -- the counts --------------------------------------------------------------------------------------------------------


def counting_marks(step: NaiveStep, data: Dataset) -> list[Mark]:
    """The rows of each class so far, the one that has just come, and the cells that it was counted in."""
    drawn: list[Mark] = [Bars(step.counts.astype(float), names(data), groups(data), surface=ROWS)]
    row = step.seen - 1
    single = data.n <= FEW
    if single:
        k = int(places(data)[row])
        drawn = [Bars(step.counts.astype(float), names(data), groups(data), k, surface=ROWS)]
        if not np.isnan(data.X[row]).any():
            drawn.append(Points(data.X[[row]], "focus", rows=np.array([row])))
    shown = [j for j, tally in enumerate(step.tallies) if tally.size][:TABLES]
    for place, j in enumerate(shown):
        tally = step.tallies[j]
        lit = step.fresh[j] > 0 if single and tally.shape[1] <= SHOWN else None
        title = data.columns[j].title if len(step.tallies) == data.d else ""
        cells, heads = tally.astype(float)[:, :SHOWN], step.heads[j][:SHOWN]
        drawn.append(Matrix(cells, names(data), heads, "table", None, title, divmod(place, 2), COUNTS, lit=lit))
    return drawn


# -- a factor ----------------------------------------------------------------------------------------------------------


def panel(step: NaiveStep, j: int, data: Dataset) -> list[Mark]:
    """The factor of a feature: bells over it, a table of chances, or a stacked bar for each class."""
    one = step.shown[j]
    if isinstance(one, GaussianFactor):
        return bells(step, one, j, data)
    if step.part == "smooth" and step.counted is not None and len(step.counted) <= SHOWN:
        return smoothed(step, j, data) + (stacked(step, data) if isinstance(one, CountFactor) else [])
    if isinstance(one, CountFactor):
        return stacked(step, data)
    if isinstance(one, LevelFactor):
        return levels(step, one, j, data)
    return presences(step, data)


def bells(step: NaiveStep, one: GaussianFactor, j: int, data: Dataset) -> list[Mark]:
    """N(x | μₖ, σₖ²) of each class over the range of the feature, and where the point is on them; else grey."""
    values = data.X[:, j]
    value = np.nan if step.query is None else float(step.query[j])
    surface = replace(BELLS, x=data.columns[j].title)
    gone = step.part == "left out" or (step.query is not None and np.isnan(value))
    curves = bell_curves(one, np.append(values, value), groups(data), surface)[: len(shown_classes(step))]
    drawn: list[Mark] = list(curves)
    if gone:
        words = ("struck out", *[""] * len(curves))
        drawn = [replace(one, role="ghost", group=None, label=label) for one, label in zip(curves, words, strict=False)]
    if curves and not np.isnan(value) and not gone:
        tops = np.exp(one.logs(np.array([value]))[:, 0])
        at = np.column_stack([np.full(len(tops), value), tops])
        foot, top = np.array([[value, 0.0]]), at[[int(tops.argmax())]]
        drawn.append(Segments(foot, top, "axis", labels=("x",), surface=surface))
        drawn.append(Points(at, "plain", groups(data), surface=surface))
    return drawn


def bell_curves(one: GaussianFactor, values: np.ndarray, codes: np.ndarray, surface: Surface) -> list[Curve]:
    """N(x | μₖ, σₖ²) of each class over the range of these values; none where one is too high to be drawn."""
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    width = MARGIN * (high - low) or 3 * float(np.sqrt(one.variances.max()))
    x = np.linspace(low - width, high + width, PLACES)
    heights = np.exp(one.logs(x))
    if not np.isfinite(heights).all():
        return []
    pairs = zip(codes.tolist(), heights, strict=True)
    return [Curve(np.column_stack([x, height]), group=code, surface=surface) for code, height in pairs]


def levels(step: NaiveStep, one: LevelFactor, j: int, data: Dataset) -> list[Mark]:
    """The chances of the levels in each class, with the cells that the point asks for."""
    column = data.columns[j]
    table = replace(CHANCES, name=f"Chances of {column.title}")
    cells = np.array(one.chances)
    cells[len(shown_classes(step)) :] = np.nan
    lit = step.level
    title = "struck out" if lit is not None and not lit.any() else ""
    return [Matrix(cells, names(data), column.levels, "table", title=title, lit=lit, surface=table)]


def smoothed(step: NaiveStep, j: int, data: Dataset) -> list[Mark]:
    """What is added to every count, as pale boxes on the bars of the counts; and the chances with and without it."""
    heads = ("",) if isinstance(step.factors[j], CountFactor) else step.heads[j]
    assert step.smoothed is not None and step.raw is not None and step.counted is not None
    first, second = (replace(one, name=f"{data.columns[j].title}: {one.name}") for one in (SMOOTHED, PULLED))
    labels = tuple(f"{name}: {head}" if head else name for name in names(data) for head in heads)
    codes = np.repeat(groups(data), len(heads))
    flat = step.counted.astype(float)
    added = Bars(np.full(len(flat), step.alpha), labels, codes, role="shade", bases=flat, surface=first)
    before = Bars(step.raw, labels, role="shade", bases=np.zeros(len(flat)), surface=second)
    after = Bars(step.smoothed, labels, codes, surface=second)
    return [Bars(flat, labels, codes, surface=first), added, before, after]


def presences(step: NaiveStep, data: Dataset) -> list[Mark]:
    """The grid of the chances to be present and to be absent, with the side lit that the point takes."""
    shown = [one for one in step.shown if isinstance(one, PresenceFactor)][-SHOWN:]
    titles = tuple(column.title for column in data.columns[: len(step.shown)])[-SHOWN:]
    grid = np.column_stack([np.column_stack([one.chances, 1 - one.chances]).ravel() for one in shown])
    if step.part == "fit":
        grid[2 * len(shown_classes(step)) :, -1] = np.nan
    labels = tuple(f"{name}: {side}" for name in names(data) for side in ("present", "absent"))
    lit = step.sides if data.d <= SHOWN else None
    return [Matrix(grid, labels, titles, "heat", lit=lit, surface=CHANCES)]


def stacked(step: NaiveStep, data: Dataset) -> list[Mark]:
    """A bar for each class, cut into the chances of its words so far."""
    tops = step.stacked
    assert tops is not None
    known = np.nan_to_num(tops[: len(shown_classes(step))]) if step.part == "fit" else tops
    cuts = tuple(row[:-1][:SHOWN] for row in known)
    few = len(known)
    return [Bars(known[:, -1], names(data)[:few], groups(data)[:few], cuts=cuts, surface=WORDS)]


# -- what is multiplied ------------------------------------------------------------------------------------------------


def boxes(step: NaiveStep, data: Dataset) -> Graph:
    """A box for each factor of the chain rule; the features that it would be asked with are struck out."""
    titles = [column.title for column in data.columns[:FACTORS]]
    nodes = [Node("P(C)", role="path" if step.part == "factor" else "plain")]
    for j, title in enumerate(titles):
        role: Role = "plain"
        gone = step.query is not None and bool(np.isnan(step.query[j]))
        if step.part == "factor" and step.j is not None and not gone:
            role = "focus" if j == step.j else "path" if j < step.j else "plain"
        words = f"given {', '.join(titles[:j])}" if j else ""
        box = Node(f"p({title} | C)", words, j, "times", role="ghost" if gone else role)
        nodes.append(replace(box, struck="all" if gone else "detail"))
    if data.d > FACTORS:
        nodes.append(Node(f"{data.d - FACTORS} more", "given all before", FACTORS, "times", struck="detail"))
    return Graph(tuple(nodes), surface=replace(BOXES, open=step.part == "start"))
