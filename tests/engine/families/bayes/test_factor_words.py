"""What naive Bayes says of a point: classes by their numbers, the numbers beside the formula, answers, events."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.data.dataset import Column, Dataset
from tests.engine.families.bayes.worked_tables import PEOPLE, WORDS, ended, part, told

GAUSSIAN, COUNTED, WORD, PRESENCE = (
    f"{kind}_naive_bayes" for kind in ("gaussian", "categorical", "multinomial", "bernoulli")
)
TENNIS = engine.load("play_tennis")
M_POINT = {"query": (6.0, 180.0)}


def numbers(story: object) -> dict[str, float]:
    return {one.name: one.value for one in story.numbers}  # type: ignore[attr-defined]


def test_sum_of_logarithms_is_that_of_the_named_class() -> None:
    for query, k in ((M_POINT, 2), ({"query": (5.0, 110.0)}, 1)):
        story = told(GAUSSIAN, PEOPLE, "factor", **query)[1]
        (at,) = part(ended(GAUSSIAN, PEOPLE, **query), "posterior")
        assert story.worked[0].startswith(f"ln p(x, C{k}) ← ")
        assert float(story.worked[0].split(" = ")[1].replace("−", "-")) == pytest.approx(at.joint[k - 1], abs=6e-4)


def test_sum_and_posterior_name_the_most_probable_class() -> None:
    for query, name in ((M_POINT, "M"), ({"query": (5.0, 110.0)}, "F")):
        (products,) = told(GAUSSIAN, PEOPLE, "sum", **query)
        assert f"The largest is that of {name}, with" in products.sentence
        (posterior,) = told(GAUSSIAN, PEOPLE, "posterior", **query)
        assert posterior.sentence.startswith(f"The typed point is most probably {name}: P = ")
        assert posterior.worked[0].startswith(f"P{1 if name == 'F' else 2} = ")
        assert posterior.tables[0].chosen == products.tables[0].chosen == (0 if name == "F" else 1)


def test_value_at_the_threshold_is_an_absence_and_priors_come_first() -> None:
    query = {"query": (1.0, 1.0, 0.0, 1.0), "threshold": 1.0}
    (story,) = told(PRESENCE, WORDS, "sum", **query)
    counts = part(ended(PRESENCE, WORDS, **query), "count")[-1].tallies
    halves = [f"{figures(counts[j][0, 1] + 1)}/5" for j in range(4)]  # absent in class S, smoothed
    assert story.worked[0].startswith(f"p(x, C1) = 3/6 · {' · '.join(halves)} = ")
    typed = told(COUNTED, TENNIS, "sum", priors="typed", typed=(1.0, 3.0))[0]
    assert typed.worked[0].startswith("p(x, C1) = 0.25 · 4/8 · ") and typed.worked[1].startswith("p(x, C2) = 0.75 · ")
    zero = told(COUNTED, TENNIS, "sum", query=(1.0, 2.0, 0.0, 1.0), alpha=0.0)[0]
    assert [line[:8] for line in zero.worked] == ["p(x, C2)", "p(x) = 0"], "the product of the first is 0"
    assert not told(GAUSSIAN, PEOPLE, "sum")[0].worked[0].startswith("p(x, C1)")


def figures(value: float) -> str:
    return f"{value:g}"


def test_gap_and_unknown_value_have_no_fraction() -> None:
    X = np.array(TENNIS.X)
    X[0, 1] = np.nan
    (story,) = told(COUNTED, TENNIS.changed(X=X), "sum")
    assert story.worked[0].count("·") == 3


def test_flagged_rows_and_training_errors_are_counted_separately() -> None:
    iris = engine.load("iris")
    (at,) = part(ended(GAUSSIAN, iris, quantile=0.1), "flag")
    story = told(GAUSSIAN, iris, "flag", quantile=0.1)[0]
    assert numbers(story) == {"ln p(x)": at.evidence, "threshold": at.threshold, "rows flagged": len(at.flagged)}
    assert len(at.flagged) == 14 and "14 rows of 150 are flagged." in story.sentence
    (last,) = told(GAUSSIAN, iris, "classified")
    assert last.sentence == "144 rows are given their own class, 6 another or none." and numbers(last) == {
        "training errors": 6
    }
    card = engine.algorithm(GAUSSIAN)
    run = ended(GAUSSIAN, iris)
    assert [card.measure(step, iris, card.params()) for step in (run[-2], run[-1])] == [{}, {"training errors": 6}]


def test_calibration_errors_are_shown_with_and_without_copies() -> None:
    iris = engine.load("iris").subset(range(50, 150))
    steps = part(ended(GAUSSIAN, iris, copies=3, copied=2), "copy")
    stories = told(GAUSSIAN, iris, "copy", copies=3, copied=2)
    for step, story in zip(steps, stories, strict=True):
        assert numbers(story) == {"calibration error": step.bins.gap, "without copies": step.usual.gap}
        best = iris.class_name(iris.classes_present[int(step.copied.argmax())])
        assert f"the point is most probably {best}: P = " in story.sentence
        rows = {row[0]: row[1:] for row in story.tables[0].rows}
        assert [rows[iris.class_name(code)][1] for code in iris.classes_present] == pytest.approx(step.copied.tolist())
    assert "1 copy of" in stories[0].sentence and "3 copies of" in stories[2].sentence
    none = told(WORD, WORDS, "copy", query=(1, 0, 1, 0), alpha=0.0, copies=1)[0]
    assert none.sentence == "With 1 copy of goal the product is still 0 for every class."


def test_omitting_a_feature_of_zero_products_is_undefined() -> None:
    (story,) = told(WORD, WORDS, "left out", query=(1, 0, 1, 0), alpha=0.0, left_out=4)
    assert story.sentence == "Without law the product is still 0 for every class: its posterior is undefined."
    (healed,) = told(WORD, WORDS, "left out", query=(1, 0, 1, 0), alpha=0.0, left_out=3)
    assert "S is most probable then, P = 1" in healed.sentence


def test_levels_with_signs_are_shown_by_number() -> None:
    column = (Column("age", "categorical", ("<30", "30+")),)
    data = Dataset(np.array([[0.0], [0.0], [1.0], [1.0]]), np.array([0, 0, 0, 1]), column, class_names=("no", "yes"))
    assert told(COUNTED, data, "fit")[0].worked == ("P(value 1 | C1) = 2 / 3 = 0.6667", "P(30+ | C1) = 1 / 3 = 0.3333")
    assert told(COUNTED, TENNIS, "fit")[0].worked[0].startswith("P(Sunny | C1)")
    assert "so often more in each class" in told(COUNTED, data, "smooth")[0].sentence


def test_events_mark_whole_factors_undefined_posteriors_and_outliers() -> None:
    card = engine.algorithm(COUNTED)
    run = ended(COUNTED, TENNIS)
    marked = [(step.j, step.k) for step in run if card.event(step) is not None and card.event(step).word == "factor"]
    assert marked == [(j, 1) for j in range(4)]
    digits = ended(WORD, engine.load("digits"))
    assert sum(card.event(step) is not None for step in digits) == len(part(digits, "fit"))


def test_evidence_for_the_best_class_is_explained_for_any_point() -> None:
    card = engine.algorithm(GAUSSIAN)
    last = ended(GAUSSIAN, PEOPLE)[-1]
    asked = card.inspect(last, PEOPLE, card.params(), np.array([6.0, 130.0]))
    assert asked.story.sentence == "Most probably F: P = 0.9998. weight speaks most for it."
    assert list(numbers(asked.story)) == ["P(F)", "P(M)", "ln p(x)"]
    assert card.inspect(ended(GAUSSIAN, PEOPLE)[0], PEOPLE, card.params(), np.array([6.0, 130.0])) is None


def test_few_rows_are_listed_and_many_counted() -> None:
    assert told(WORD, WORDS, "count")[4].sentence == "Row 5 is P. Its values are counted in the row of its class."
    assert told(GAUSSIAN, PEOPLE, "count")[0].sentence == "Row 1 is M."
    many = told(GAUSSIAN, engine.load("iris"), "count")[0]
    assert many.sentence == "12 rows of 150 are counted." and not many.worked
