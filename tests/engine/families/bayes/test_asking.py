"""A point worked out: the sum, the posterior with and without smoothing, gaps, copies, and the evidence as a flag."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import logsumexp

import engine
from engine.base.errors import Refusal
from engine.core.marks import Bars, Contours, Curve, Graph, Matrix, Points
from engine.data.dataset import Dataset
from tests.catalogue import shows
from tests.engine.families.bayes.worked_tables import PEOPLE, WORDS, drawn, ended, part, told

GAUSSIAN, COUNTED, WORD, PRESENCE = (
    f"{kind}_naive_bayes" for kind in ("gaussian", "categorical", "multinomial", "bernoulli")
)
TENNIS = engine.load("play_tennis")
F, M = (PEOPLE.class_names.index(name) for name in "FM")
QUERY = {"query": (6.0, 130.0)}


def on(marks: list[object], name: str) -> list[object]:
    """The marks on a surface whose name begins so."""
    return [mark for mark in marks if mark.surface.name.startswith(name)]  # type: ignore[attr-defined]


def test_products_sum_to_the_evidence_which_does_not_change_the_answer() -> None:
    (at,) = part(ended(GAUSSIAN, PEOPLE, **QUERY), "sum")
    assert at.evidence == pytest.approx(logsumexp(at.joint)) and at.posterior is None
    (story,) = told(GAUSSIAN, PEOPLE, "sum", **QUERY)
    assert "The largest is that of F, with and without this denominator" in story.sentence
    assert story.worked == ("p(x) = 0.0013423 + 3.0666e−07 = 0.001343",)
    shares = [
        on(drawn(GAUSSIAN, PEOPLE, step), "Posterior")[0] for step in part(ended(GAUSSIAN, PEOPLE, **QUERY), "factor")
    ]
    assert shares[0].values[F] == pytest.approx(0.079193598658, rel=1e-9)
    assert shares[1].values[F] == pytest.approx(0.999771593028, rel=1e-9)


def test_tiny_products_are_compared_by_their_logarithms() -> None:
    far = {"query": (200.0, 9000.0)}
    (at,) = part(ended(GAUSSIAN, PEOPLE, **far), "posterior")
    assert np.exp(at.joint).tolist() == [0.0, 0.0] and at.posterior[F] == pytest.approx(1.0)
    (story,) = told(GAUSSIAN, PEOPLE, "sum", **far)
    assert story.sentence.endswith("They are so small that they are compared by their logarithms.")


@shows("NB3")
def test_nb3_low_evidence_is_flagged_however_certain_the_posterior() -> None:
    far = {"query": (7.5, 400.0), "quantile": 0.2}
    trace = ended(GAUSSIAN, PEOPLE, **far)
    (at,) = part(trace, "flag")
    model = trace[-1].model
    every = logsumexp(model.log_joint(PEOPLE.X), axis=0)
    assert at.densities == pytest.approx(every) and at.threshold == pytest.approx(np.sort(every)[1])
    assert at.flagged.tolist() == [int(every.argmin())] and at.evidence < at.threshold
    (story,) = told(GAUSSIAN, PEOPLE, "flag", **far)
    assert "is flagged: its evidence is below the threshold" in story.sentence
    assert "The posterior of 1 does not say so" in story.sentence and "1 row of 8 is flagged" in story.sentence
    marks = drawn(GAUSSIAN, PEOPLE, at)
    (ringed,) = [mark for mark in marks if isinstance(mark, Points) and mark.role == "wrong"]
    assert ringed.rows.tolist() == at.flagged.tolist()
    (tint,) = [mark for mark in marks if isinstance(mark, Contours)]
    assert tint.fill and np.log(tint.function(PEOPLE.X)) == pytest.approx(every)
    curve, line = [mark for mark in marks if isinstance(mark, Curve)]
    assert curve.positions[:, 1] == pytest.approx(np.sort(every))
    assert set(line.positions[:, 1]) == {at.threshold}
    assert engine.algorithm(GAUSSIAN).event(at).word == "outlier"


@shows("NB3")
@pytest.mark.parametrize("q", [0.0, 0.01, 0.2])
def test_nb3_at_most_the_stated_share_of_rows_is_flagged(q: float) -> None:
    data = engine.load("iris")
    (at,) = part(ended(GAUSSIAN, data, quantile=q), "flag")
    assert at.threshold == np.quantile(at.densities, q, method="lower") and len(at.flagged) <= q * data.n
    assert at.evidence == at.densities[0]
    (story,) = told(GAUSSIAN, data, "flag", quantile=q)
    assert story.sentence.startswith("Row 1 is no outlier")


@shows("NB11", "W18")
def test_nb11_omitted_feature_is_struck_out_greyed_and_compared() -> None:
    trace = ended(GAUSSIAN, PEOPLE, **QUERY, left_out=2)
    (at,) = part(trace, "left out")
    assert at.without[F] == pytest.approx(0.079193598658, rel=1e-9)
    rest = ended(GAUSSIAN, PEOPLE.select([0]))[-1].model
    assert at.without == pytest.approx(rest.predict_proba(np.array([[6.0]]))[0])
    (story,) = told(GAUSSIAN, PEOPLE, "left out", **QUERY, left_out=2)
    assert "M is most probable then, P = 0.9208, and 0.0002284 with it." in story.sentence
    bells = on(drawn(GAUSSIAN, PEOPLE, at), "Density")
    assert bells and all(curve.role == "ghost" and curve.group is None for curve in bells)
    assert bells[0].label == "struck out"
    (shares,) = on(drawn(GAUSSIAN, PEOPLE, at), "Posterior")
    assert shares.values.tolist() == at.without.tolist()


@shows("NB11")
def test_nb11_gap_is_struck_out_of_the_chain_and_its_table() -> None:
    query = (*TENNIS.X[0, :1].tolist(), float("nan"), *TENNIS.X[0, 2:].tolist())
    gap = TENNIS.changed(X=np.vstack([query, TENNIS.X[1:]]))
    step = part(ended(COUNTED, gap), "factor")[1]
    marks = drawn(COUNTED, gap, step)
    (chain,) = [mark for mark in marks if isinstance(mark, Graph)]
    assert (chain.nodes[2].struck, chain.nodes[2].role) == ("all", "ghost")
    (table,) = [mark for mark in marks if isinstance(mark, Matrix)]
    assert table.title == "struck out" and not table.lit.any()
    assert told(COUNTED, gap, "factor")[1].sentence.endswith("is missing, so its factor is struck out.")
    assert not step.logs[1].any()
    (at,) = part(ended(COUNTED, gap), "posterior")
    rest = gap.select([0, 2, 3])
    assert at.posterior == pytest.approx(ended(COUNTED, rest)[-1].model.predict_proba(rest.X[:1])[0])


@shows("NB11")
def test_nb11_all_missing_leaves_the_prior() -> None:
    data = TENNIS.changed(X=np.vstack([np.full(4, np.nan), TENNIS.X[1:]]))
    (at,) = part(ended(COUNTED, data), "posterior")
    assert at.posterior == pytest.approx([5 / 14, 9 / 14])
    one = Dataset.from_arrays([[0.0], [1.0], [3.0], [5.0], [6.0]], [0, 0, 0, 1, 1])
    (story,) = told(GAUSSIAN, one, "left out", left_out=1)
    assert "class 0 is most probable then, P = 0.6" in story.sentence
    assert story.sentence.endswith("Nothing is left but the priors.")


@shows("NB16", "W63")
def test_nb16_copies_multiply_the_log_odds_and_make_overconfident() -> None:
    data = Dataset.from_arrays([[-1.6], [0.4], [-0.4], [1.6]], [0, 0, 1, 1])
    flat = ended(GAUSSIAN, data, shared=True)[-1].model.linear_scores()
    at = (1.2 - (flat.biases[1] - flat.biases[0])) / (flat.weights[1] - flat.weights[0])
    params = {"shared": True, "query": (float(at[0]),), "copies": 20}
    copied = part(ended(GAUSSIAN, data, **params), "copy")
    assert len(copied) == 20
    for m, step in enumerate(copied, start=1):
        assert step.copied[1] == pytest.approx(1 / (1 + np.exp(-(1 + m) * 1.2)), rel=1e-9)
        assert step.copies == m
    assert told(GAUSSIAN, data, "copy", **params)[3].worked == ("a = 1.2 + 4 · 1.2 = 6",)
    iris = engine.load("iris").subset(range(50, 150))
    steps = part(ended(GAUSSIAN, iris, copies=20, copied=2), "copy")
    model = steps[0].model
    shares = np.exp(model.log_joint(iris.X) + 20 * model.factors[1].logs(iris.X[:, 1]))
    sure = shares.max(axis=0) / shares.sum(axis=0)
    right = model.classes[shares.argmax(axis=0)] == iris.codes
    assert steps[-1].bins.gap > steps[0].bins.gap > 0
    assert steps[-1].bins.counts.sum() == 100 and steps[-1].bins.positives.sum() == right.sum()
    there = steps[-1].bins.counts > 0
    assert float(steps[-1].bins.counts[there] @ steps[-1].bins.predicted[there]) == pytest.approx(sure.sum())
    assert "over-confident" in told(GAUSSIAN, iris, "copy", copies=20, copied=2)[-1].sentence
    marks = on(drawn(GAUSSIAN, iris, steps[-1]), "How sure")
    assert {mark.label for mark in marks if isinstance(mark, Curve)} >= {"calibrated", "without copies"}
    (dots,) = [mark for mark in marks if isinstance(mark, Points)]
    assert dots.positions[:, 1] == pytest.approx(steps[-1].bins.observed[there])


@shows("NB7", "W22")
def test_nb7_product_is_shown_as_fractions_of_counts() -> None:
    query = tuple(
        float(column.levels.index(level))
        for column, level in zip(TENNIS.columns, ("Sunny", "Cool", "High", "Strong"), strict=True)
    )
    (story,) = told(COUNTED, TENNIS, "sum", query=query, alpha=0.0)
    assert story.worked[:2] == (
        "p(x, C1) = 5/14 · 3/5 · 1/5 · 4/5 · 3/5 = 0.02057",
        "p(x, C2) = 9/14 · 2/9 · 3/9 · 3/9 · 3/9 = 0.005291",
    )
    (story,) = told(COUNTED, TENNIS, "sum", query=query, alpha=1.0)
    assert story.worked[1] == "p(x, C2) = 9/14 · 3/12 · 4/12 · 4/11 · 4/11 = 0.007084"
    first, second = told(COUNTED, TENNIS, "fit", alpha=0.0)[:2]
    assert first.worked == ("P(Sunny | C1) = 3 / 5 = 0.6", "P(Overcast | C1) = 0 / 5 = 0", "P(Rain | C1) = 2 / 5 = 0.4")
    assert second.worked[0] == "P(Sunny | C2) = 2 / 9 = 0.2222"
    step = part(ended(COUNTED, TENNIS, query=query), "factor")[0]
    (table,) = [mark for mark in drawn(COUNTED, TENNIS, step) if isinstance(mark, Matrix)]
    assert np.argwhere(table.lit).tolist() == [[0, 0], [1, 0]], "Sunny in both classes"


@shows("NB7")
def test_nb7_unseen_value_may_be_a_known_level() -> None:
    """Of four days none is mild: with all listed values known smoothing gives it a chance, else its factor is out."""
    data = TENNIS.subset([0, 2, 5, 6])
    mild = {"query": (0.0, 1.0, 0.0, 0.0)}
    listed, occurring = (ended(COUNTED, data, values=v, **mild) for v in ("all that are listed", "those that occur"))
    assert listed[-1].model.factors[1].chances[:, 1] == pytest.approx([1 / 5, 1 / 5])
    assert np.isnan(occurring[-1].model.factors[1].chances[:, 1]).all()
    assert occurring[-1].model.factors[1].chances[:, [0, 2]].sum(axis=1) == pytest.approx([1.0, 1.0])
    assert not part(occurring, "factor")[1].logs[1].any()
    only = {"values": "those that occur", **mild}
    assert (
        "Temperature = Mild is not known, so its factor is struck out."
        in told(COUNTED, data, "factor", **only)[1].sentence
    )
    assert any(
        "Mild occurs in no row, so it has no factor." in one.sentence for one in told(COUNTED, data, "fit", **only)
    )
    assert any(one.sentence.endswith("Mild occurs in no row.") for one in told(COUNTED, data, "fit", **mild))
    assert not np.isnan(part(ended(COUNTED, data, alpha=0.0, **only), "posterior")[0].posterior).any()


@shows("NB10", "W22")
def test_nb10_posterior_is_shown_before_and_after_smoothing() -> None:
    overcast = {"query": (1.0, 2.0, 0.0, 1.0)}
    (at,) = part(ended(COUNTED, TENNIS, **overcast), "posterior")
    assert at.unsmoothed == pytest.approx([0.0, 1.0]) and at.posterior[0] == pytest.approx(0.278416935113, rel=1e-9)
    (story,) = told(COUNTED, TENNIS, "posterior", **overcast)
    assert "P = 0.7216. Without smoothing it is 1." in story.sentence
    assert story.tables[0].columns[-1] == "without smoothing"
    (story,) = told(WORD, WORDS, "posterior", query=(1, 0, 1, 0))
    assert "Without smoothing every product is 0, and the posterior undefined." in story.sentence


@shows("NB6", "W19")
def test_nb6_side_of_the_point_is_highlighted_and_absence_counts() -> None:
    query = (2.0, 1.0, 0.0, 1.0)
    steps = part(ended(PRESENCE, WORDS, query=query), "factor")
    for j, step in enumerate(steps):
        (grid,) = [mark for mark in drawn(PRESENCE, WORDS, step) if isinstance(mark, Matrix)]
        assert grid.row_labels == ("S: present", "S: absent", "P: present", "P: absent")
        assert grid.values[0] == pytest.approx([0.8, 0.6, 0.2, 0.4]) and grid.values[3] == pytest.approx(
            [0.8, 0.6, 0.2, 0.4]
        )
        lit = np.argwhere(grid.lit).tolist()
        assert lit == sorted(
            [side + half, v] for v in range(j + 1) for half in (0, 2) for side in [0 if query[v] else 1]
        )
    assert steps[2].logs[2] == pytest.approx(np.log([0.8, 0.2])), "a vote is absent"
    (story,) = told(PRESENCE, WORDS, "sum", query=query)
    assert story.worked[0] == "p(x, C1) = 3/6 · 4/5 · 3/5 · 4/5 · 2/5 = 0.0768"
    assert "Its absence counts too." in told(PRESENCE, WORDS, "fit")[0].sentence
    certain = [story.sentence for story in told(PRESENCE, WORDS, "fit", alpha=0.0)]
    assert certain[0].endswith("In S it is certain, so the other value has the chance 0.")


@shows("NB8", "W19")
def test_nb8_words_are_counted_multiplied_and_the_coefficient_cancels() -> None:
    steps = part(ended(WORD, WORDS), "count")
    assert steps[-1].tallies[0].tolist() == [[6, 3, 0, 1], [0, 1, 6, 3]]
    for n, step in enumerate(steps, start=1):
        (table,) = [mark for mark in drawn(WORD, WORDS, step) if isinstance(mark, Matrix)]
        assert table.values.tolist() == step.tallies[0].tolist()
        assert np.argwhere(table.lit).tolist() == [[WORDS.codes[n - 1], v] for v in np.flatnonzero(WORDS.X[n - 1])]
    (story,) = told(WORD, WORDS, "posterior", query=(2, 1, 0, 1))
    assert story.sentence.endswith("that coefficient cancels.")
    (orders,) = [number for number in story.numbers if number.name.startswith("n!")]
    assert orders.value == 12
    (at,) = part(ended(WORD, WORDS, query=(2, 1, 0, 1)), "posterior")
    assert 12 * np.exp(at.joint[0]) / 0.5 == pytest.approx(0.122448979592, rel=1e-9)
    stacks = [on(drawn(WORD, WORDS, step), "Chances of the words")[0] for step in part(ended(WORD, WORDS), "factor")]
    assert all(isinstance(stack, Bars) and stack.values == pytest.approx([1.0, 1.0]) for stack in stacks)


def test_sixty_classes_are_counted_fitted_and_explained() -> None:
    rng = np.random.default_rng(0)
    codes = np.repeat(np.arange(60), 4)
    data = Dataset.from_arrays(rng.normal(size=(240, 2)) + codes[:, None] * [3.0, 1.0], codes)
    trace = ended(GAUSSIAN, data)
    (at,) = part(trace, "posterior")
    assert at.posterior.sum() == pytest.approx(1.0) and int(at.posterior.argmax()) == 0
    assert (trace[-1].model.predict(data.X) == data.codes).mean() > 0.6
    for step in trace:
        assert engine.algorithm(GAUSSIAN).explain(step, data, engine.algorithm(GAUSSIAN).params()).sentence
        assert drawn(GAUSSIAN, data, step) is not None


@pytest.mark.parametrize("key", [GAUSSIAN, WORD, PRESENCE, COUNTED])
def test_single_class_is_refused_with_a_remedy(key: str) -> None:
    data = TENNIS if key == COUNTED else WORDS
    one = data.subset(np.flatnonzero(data.codes == 0))
    with pytest.raises(Refusal, match="class") as refused:
        engine.trace(key, one)
    assert refused.value.remedies


def test_class_of_one_row_has_word_and_level_probabilities() -> None:
    words = WORDS.subset([0, 1, 2, 3])
    model = ended(WORD, words)[-1].model
    assert [float(factor.chances[1]) for factor in model.factors] == pytest.approx([1 / 7, 1 / 7, 3 / 7, 2 / 7])
    levels = TENNIS.subset([0, 2, 3, 4])
    (prior,) = part(ended(COUNTED, levels), "prior")
    assert prior.priors == pytest.approx([0.25, 0.75])
    assert ended(COUNTED, levels)[-1].model.factors[2].chances[0] == pytest.approx([2 / 3, 1 / 3])


def test_likelihoods_of_1e_300_are_compared_in_logarithms() -> None:
    data = Dataset.from_arrays(np.array([[0.0], [1.0], [10.0], [11.0]]).repeat(30, axis=1), [0, 0, 1, 1])
    (at,) = part(ended(GAUSSIAN, data, query=(5.0,) * 30), "posterior")
    assert at.joint.max() < np.log(1e-300) and np.exp(at.joint).max() == 0.0
    assert at.posterior.tolist() == pytest.approx([1.0, 0.0]) and at.evidence == pytest.approx(at.joint[0])
    (even,) = part(ended(GAUSSIAN, data, query=(5.5,) * 30), "posterior")
    assert even.posterior == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("gaps", [False, True])
def test_all_features_at_once_predict_like_one_by_one(gaps: bool) -> None:
    rng = np.random.default_rng(1)
    iris, digits = engine.load("iris"), engine.load("digits")
    for key, data in ((GAUSSIAN, iris), (WORD, digits), (PRESENCE, digits)):
        model = ended(key, data)[-1].model
        X = np.array(data.X[::3])
        if gaps:
            X[rng.random(X.shape) < 0.2] = np.nan
        logs = np.log(model.priors)[:, None] + sum(factor.logs(x) for factor, x in zip(model.factors, X.T, strict=True))
        assert model.log_joint(X) == pytest.approx(logs, rel=1e-9, abs=1e-9)
        assert (model.answers(logs) == model.predict(X)).all()
    far = ended(GAUSSIAN, iris)[-1].model.log_joint(np.full((1, 4), 1e200))
    assert np.isfinite(far).all()
