"""Each step against the worked cases and an oracle, and on the edges that the catalogue names."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.special import logsumexp
from sklearn.impute import SimpleImputer
from sklearn.naive_bayes import GaussianNB
from sklearn.preprocessing import KBinsDiscretizer, MinMaxScaler, OneHotEncoder, PolynomialFeatures, StandardScaler

import engine
from engine.base.errors import Refusal
from engine.base.words import figure
from engine.data.dataset import Column, Dataset
from engine.data.preparing import shapes, steps
from engine.data.preparing.binning import Bin, entropy_cuts
from engine.data.preparing.coding import OneHot, Ordinal
from engine.data.preparing.gaps import DropIncomplete, Fill
from engine.data.preparing.outliers import Outliers
from engine.data.preparing.preparation import Entry, Preparation
from engine.data.preparing.scaling import MinMax, Standardise
from engine.data.preparing.shapes import Atan, Log, Rank
from engine.data.preparing.terms import Distance, Drop, Products
from engine.data.preparing.trees import Paths, paths
from engine.maths.probability.histogram import skewness
from tests.catalogue import shows

W59 = Dataset(np.array([[1.0], [2.0], [2.0], [3.0], [100.0]]))
HOLED = Dataset(np.array([[1.0], [np.nan], [3.0], [np.nan], [8.0]]), columns=(Column("age"),))
MAKERS = ("Intel", "AMD", "Apple")
CHIPS = Dataset(
    np.array([[0.0], [1.0], [2.0], [1.0]]), columns=(Column("chip", "categorical", ("Intel", "AMD", "Apple")),)
)
W82 = Dataset(np.array([[1.0], [2.0], [3.0], [4.0], [10.0], [20.0]]))

VALUES = arrays(float, st.tuples(st.integers(3, 12), st.just(2)), elements=st.floats(-1e6, 1e6, width=32))


def prepared(data: Dataset, step, **chosen):
    return Preparation((Entry(step, **chosen),)).fit(data)


def column(data: Dataset, step) -> list[float]:
    return prepared(data, step).data.X[:, 0].tolist()


@shows("DP2", "W59")
def test_scales_of_the_worked_case():
    z = [-0.525441820123, -0.499934935651, -0.499934935651, -0.474428051179, 1.9997397426]
    assert column(W59, Standardise()) == pytest.approx(z, abs=1e-9)
    unbiased = [-0.469969451207, -0.447155400177, -0.447155400177, -0.424341349148, 1.78862160071]
    assert column(W59, Standardise("n − 1")) == pytest.approx(unbiased, abs=1e-9)
    assert column(W59, MinMax()) == pytest.approx([0, 0.010101010101, 0.010101010101, 0.020202020202, 1], abs=1e-9)


@shows("DP2")
def test_dp2_chosen_range_is_met_exactly_at_its_ends():
    made = prepared(W59, MinMax(-1.0, 1.0))
    assert made.data.X[:, 0] == pytest.approx([-1, -0.979797979798, -0.979797979798, -0.959595959596, 1], abs=1e-9)
    assert made.data.X.min() == -1.0 and made.data.X.max() == 1.0
    assert made.data.columns[0].title.endswith(", −1…1")
    assert made.learnt[0].stored(W59.feature_names[0]) == (
        ("min", 1.0),
        ("max − min", 99.0),
        ("from", -1.0),
        ("to", 1.0),
    )
    assert made.learnt[0].apply(Dataset(np.array([[199.0]]))).X.tolist() == [[3.0]], "new values may lie outside"
    iris = engine.load("iris")
    theirs = MinMaxScaler((2.0, 5.0)).fit_transform(iris.X)
    np.testing.assert_allclose(prepared(iris, MinMax(2.0, 5.0)).data.X, theirs, atol=1e-12)
    constant = prepared(Dataset(np.array([[7.0], [7.0]])), MinMax(2.0, 5.0))
    assert constant.data.X.tolist() == [[2], [2]] and "is 2 there now" in constant.warnings[0]
    with pytest.raises(Refusal, match="from 1 to 1 has no length"):
        prepared(W59, MinMax(1.0, 1.0))


@shows("DP6")
def test_dp6_outliers_may_be_kept_and_the_largest_z_is_shown():
    kept = prepared(W59, Outliers(rule="quartiles", k=1.5, action="keep"))
    assert kept.data.X.tolist() == W59.X.tolist() and kept.rows.tolist() == [0, 1, 2, 3, 4]
    assert kept.warnings == ("1 value in the training rows is far out.",)
    assert kept.learnt[0].outside(W59).ravel().tolist() == [False] * 4 + [True]
    (never,) = prepared(W59, Outliers()).warnings
    assert never == "With 5 rows no value can be 3 deviations from the mean: |z| is at most √(n − 1) = 2."
    z = (W59.X - W59.X.mean()) / W59.X.std()
    assert np.abs(z).max() <= 2.0


@shows("DP6")
@pytest.mark.parametrize("name", ["iris", "wine"])
def test_dp6_rows_are_outliers_by_their_evidence(name):
    """By scikit-learn: ln p(x) = ln Σ P(C) p(x | C) of Gaussian naive Bayes, and the quantile of the training rows."""
    data = engine.load(name)
    made = prepared(data, Outliers(rule="evidence", quantile=0.05, rows="mark"))
    (learnt,) = made.learnt
    theirs = GaussianNB(var_smoothing=0.0).fit(data.X, data.codes)
    evidence = logsumexp(theirs._joint_log_likelihood(data.X), axis=1)
    np.testing.assert_allclose(learnt.evidence(data), evidence, rtol=1e-9)
    np.testing.assert_allclose(learnt.posteriors(data).T, theirs.predict_proba(data.X), atol=1e-9)
    far = evidence < np.quantile(evidence, 0.05)
    assert made.data.X[:, -1].astype(bool).tolist() == far.tolist() and made.data.columns[-1].name == "unlikely"
    assert made.warnings[0] == (
        f"{far.sum()} training rows have an evidence p(x) below the 5 % quantile: "
        f"ln p(x) = {figure(np.quantile(evidence, 0.05))}."
    )
    sure = theirs.predict_proba(data.X)[far].max(axis=1)
    row = np.flatnonzero(far)[sure.argmax()]
    assert (
        f"In row {data.row_name(row)} P(" in made.warnings[1] and "may be sure where p(x) is tiny" in made.warnings[1]
    )
    assert (
        prepared(data, Outliers(rule="evidence", quantile=0.05, rows="drop")).rows.tolist()
        == np.flatnonzero(~far).tolist()
    )
    kept = prepared(data, Outliers(rule="evidence", quantile=0.05, rows="keep"))
    assert kept.data.X.tolist() == data.X.tolist() and kept.learnt[0].outside(data).tolist() == far.tolist()
    mean = dict(learnt.stored(data.feature_names[0]))[f"mean of {data.class_names[1]}"]
    assert mean == pytest.approx(data.X[data.codes == 1, 0].mean())


@shows("DP6")
def test_dp6_evidence_without_classes_gaps_constant_columns_and_new_rows():
    made = prepared(W59, Outliers(rule="evidence", rows="mark"))
    evidence = scipy.stats.norm(W59.X.mean(), W59.X.std()).logpdf(W59.X[:, 0])
    np.testing.assert_allclose(made.learnt[0].evidence(W59), evidence)
    assert made.data.X[:, 1].tolist() == [0, 0, 0, 0, 1] and len(made.warnings) == 1
    assert "1 training row has an evidence" in made.warnings[0]
    assert not prepared(W59, Outliers(rule="evidence", quantile=0.0)).data.X[:, 1].any(), "none is below the least"
    holed = prepared(HOLED, Outliers(rule="evidence", quantile=0.2)).learnt[0]
    assert np.isnan(holed.evidence(HOLED)).tolist() == [False, True, False, True, False]
    assert holed.outside(HOLED).tolist() == [False] * 4 + [True]
    assert holed.warnings[-1] == "2 rows have a gap and no evidence to compare: fill the gaps first."
    same = Dataset(np.column_stack([np.full(6, 7.0), np.arange(6.0)]))
    assert np.isfinite(prepared(same, Outliers(rule="evidence")).learnt[0].evidence(same)).all()
    far = Dataset(np.array([[7.0, 1e200], [7.0, 2.0]]))
    learnt = prepared(same, Outliers(rule="evidence")).learnt[0]
    assert learnt.outside(far).tolist() == [True, False] and np.isfinite(learnt.evidence(far)).all()
    with pytest.raises(Refusal, match="Every training row has a gap"):
        prepared(Dataset(np.array([[3.0, np.nan], [np.nan, 2.0]])), Outliers(rule="evidence"))


@shows("W59")
def test_shapes_of_the_worked_case():
    assert skewness(W59.X[:, 0]) == pytest.approx(1.49902418716, abs=1e-9)
    log = column(W59, Log())
    assert log == pytest.approx([0, 0.69314718056, 0.69314718056, 1.09861228867, 4.60517018599], abs=1e-9)
    assert skewness(np.array(log)) == pytest.approx(1.32122200421, abs=1e-9)
    atan = [0.785398163397, 1.10714871779, 1.10714871779, 1.2490457724, 1.56079666011]
    assert column(W59, Atan(auto=False)) == pytest.approx(atan, abs=1e-9)
    assert column(W59, Rank()) == pytest.approx([0.2, 0.6, 0.6, 0.8, 1.0])
    assert column(W59, Rank(rule="less")) == pytest.approx([0, 0.2, 0.2, 0.6, 0.8])
    assert column(W59, Rank(rule="middle")) == pytest.approx([0.1, 0.4, 0.4, 0.7, 0.9])


@shows("W59")
def test_outliers_of_the_worked_case():
    by_quartiles = prepared(W59, Outliers(rule="quartiles", k=1.5, action="mark"))
    assert by_quartiles.data.X[:, 1].tolist() == [0, 0, 0, 0, 1] and by_quartiles.data.columns[1].levels == (
        "no",
        "yes",
    )
    assert column(W59, Outliers(rule="quartiles", k=1.5)) == [1, 2, 2, 3, 4.5]
    assert prepared(W59, Outliers(rule="quartiles", k=1.5, action="drop")).rows.tolist() == [0, 1, 2, 3]
    never = prepared(W59, Outliers())
    assert never.data.X.tolist() == W59.X.tolist() and "no value can be 3 deviations" in never.warnings[0]
    assert column(Dataset(np.array([[5.0], [5.0], [5.0], [9.0]])), Outliers(rule="quartiles")) == [5, 5, 5, 9]


def test_rule_that_flags_every_row_removes_none():
    apart = Dataset(np.array([[-1.0], [1.0]]))
    assert column(apart, Outliers(k=0.5)) == [-0.5, 0.5]
    with pytest.raises(Refusal, match="no row would be left"):
        prepared(apart, Outliers(k=0.5, action="drop"))


@pytest.mark.parametrize("n", [10, 11])
def test_three_sigma_rule_needs_eleven_rows(n):
    data = Dataset(np.append(np.zeros(n - 1), 7.0)[:, None])
    made = prepared(data, Outliers(action="mark"))
    assert made.data.X[:, 1].any() == (n > 10) and ("no value can be" in made.warnings[0]) == (n < 11)


@shows("W59")
def test_gaps_of_the_worked_case():
    made = prepared(HOLED, Fill(indicator=True)).data
    assert made.X[:, 0].tolist() == [1, 4, 3, 4, 8] and made.X[:, 1].tolist() == [0, 1, 0, 1, 0]
    assert made.columns[1] == Column("age missing", "categorical", ("no", "yes"))
    assert column(HOLED, Fill(numeric="median")) == [1, 3, 3, 3, 8]
    assert prepared(HOLED, DropIncomplete()).rows.tolist() == [0, 2, 4]
    assert prepared(HOLED, Fill()).warnings == ("Column age has 2 gaps in the training rows.",)


def test_gaps_of_categories():
    data = CHIPS.changed(X=np.array([[0.0], [1.0], [np.nan], [1.0]]))
    assert column(data, Fill()) == [0, 1, 1, 1]
    own = prepared(data, Fill(categorical="own level")).data
    assert own.X[:, 0].tolist() == [0, 1, 3, 1] and own.columns[0].levels[3] == "missing"
    ordered = data.changed(columns=(Column("chip", "ordinal", CHIPS.columns[0].levels),))
    assert column(ordered, Fill()) == [0, 1, 1, 1]


@shows("W59")
def test_one_column_for_each_level():
    made = prepared(CHIPS, OneHot()).data
    assert made.X.tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 0]]
    assert made.feature_names == ("chip = Intel", "chip = AMD", "chip = Apple")
    assert made.X.tolist() == OneHotEncoder(sparse_output=False).fit_transform(CHIPS.X).tolist()
    assert prepared(CHIPS, OneHot(drop_first=True)).data.X.tolist() == [[0, 0], [1, 0], [0, 1], [1, 0]]


def test_unseen_level_has_no_one_and_level_order_is_irrelevant():
    fitted = prepared(CHIPS, OneHot())
    other = Dataset(np.array([[2.0], [0.0], [1.0]]), columns=(Column("chip", "categorical", ("AMD", "RISC", "Intel")),))
    assert fitted.apply(other).X.tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 0]]


def test_ranks():
    made = prepared(CHIPS, Ordinal(order="by name")).data
    assert made.columns[0].levels == ("AMD", "Apple", "Intel") and made.X[:, 0].tolist() == [2, 0, 1, 0]
    assert made.columns[0].kind == "ordinal"
    mine = prepared(CHIPS, Ordinal("by ranks", (2.0, 0.0)))
    assert mine.data.columns[0].levels == ("AMD", "Intel", "Apple") and mine.data.X[:, 0].tolist() == [1, 0, 2, 0]
    other = Dataset(np.array([[0.0], [1.0]]), columns=(Column("chip", "categorical", ("RISC", "AMD")),))
    assert np.isnan(mine.apply(other).X[0, 0]) and mine.apply(other).X[1, 0] == 0, "a level that is not known is a gap"
    judged = CHIPS.changed(y=np.array([5.0, 1.0, 3.0, 2.0]))
    assert prepared(judged, Ordinal(order="by mean target")).data.columns[0].levels == ("AMD", "Apple", "Intel")
    with pytest.raises(Refusal, match="no target"):
        prepared(CHIPS, Ordinal(order="by mean target"))


@shows("DP13", "W82")
def test_bins_of_the_worked_case():
    made = prepared(W82, Bin(bins=3))
    assert made.data.X[:, 0].tolist() == [0, 0, 0, 0, 1, 2]
    assert made.learnt[0].cuts[0] == pytest.approx([7.33333333333, 13.6666666667])
    assert made.data.columns[0].levels == ("below 7.33", "7.33 to 13.7", "13.7 and above")
    assert column(W82, Bin("count", 3)) == [0, 0, 1, 1, 2, 2]
    oracle = KBinsDiscretizer(3, encode="ordinal", strategy="uniform").fit_transform(W82.X)
    assert made.data.X.tolist() == oracle.tolist()


@shows("DP13")
def test_bins_at_the_edges():
    assert column(Dataset(np.full((4, 1), 2.0)), Bin()) == [0, 0, 0, 0]
    tied = Dataset(np.array([[1.0], [1.0], [1.0], [2.0], [2.0], [3.0]]))
    assert column(tied, Bin("count", 4)) == [0, 0, 0, 1, 1, 1], "no bin is empty"
    fewer = prepared(tied, Bin("count", 4)).warnings
    assert fewer == ("Column x1 has 2 bins and not 4: equal values stay in one bin.",)
    assert not prepared(tied, Bin("count", 2)).warnings
    alone = prepared(Dataset(np.array([[1.0], [1.0], [1.0], [1.0], [2.0]])), Bin("count", 4))
    assert not alone.data.X.any() and alone.warnings == ("Column x1 has one bin only.",)
    with pytest.raises(Refusal, match="no classes"):
        prepared(W82, Bin("gain"))


@shows("DP13")
def test_entropy_bins_cut_where_the_gain_is_largest():
    iris = engine.load("iris")
    cuts = entropy_cuts(iris.X[:, 2], iris.codes, 3)
    assert cuts == pytest.approx([2.45, 4.75])  # the first two questions of any tree on this column
    assert not len(entropy_cuts(np.arange(6.0), np.zeros(6, dtype=np.int64), 5))
    assert not len(entropy_cuts(np.ones(6), np.array([0, 1] * 3), 5))


def test_terms():
    data = engine.load("iris").select([0, 1, 2])
    made = prepared(data, Products(3)).data
    oracle = PolynomialFeatures(3, include_bias=False).fit(data.X)
    np.testing.assert_allclose(made.X, oracle.transform(data.X))
    long, wide, petal = data.feature_names
    assert made.feature_names[3:6] == (f"{long}²", f"{long}·{wide}", f"{long}·{petal}")
    assert column(W59, Distance()) == [1, 0, 0, 1, 98]
    assert column(W59, Distance(auto=False, c=3.0, power="squared")) == [4, 1, 1, 0, 97**2]
    with pytest.raises(Refusal, match="too large"):
        prepared(Dataset(np.array([[1e200], [1.0]])), Products())
    with pytest.raises(Refusal, match="choose fewer"):
        prepared(Dataset(np.zeros((1, 100))), Products(4))


def test_each_distance_column_remembers_its_own_reference():
    data = engine.Dataset.from_arrays([[0.0, 10.0], [4.0, 20.0], [5.0, 90.0]])
    changed = Distance().fit(data, (0, 1)).apply(data)
    assert [column.done for column in changed.columns] == [("distance from 4",), ("distance from 20",)]


def test_paths_of_the_worked_case():
    tree = "('S', ('NP', 'dog'), ('VP', 'barks'))"
    assert paths(tree) == ["S/NP/dog", "S/VP/barks"] and paths(tree, 2) == ["S/NP", "S/VP"]
    levels = (tree, "('S', ('NP', 'dog'), ('NP', 'dog'))")
    data = Dataset(np.array([[0.0], [1.0], [np.nan]]), columns=(Column("parse", "categorical", levels),))
    made = prepared(data, Paths()).data
    assert made.feature_names == ("S/NP/dog", "S/VP/barks") and made.X.tolist() == [[1, 1], [2, 0], [0, 0]]
    for broken in ("S/NP", "((1, 2),)", "__import__('os')", "(" * 500):
        with pytest.raises(Refusal, match="is no tree"):
            paths(broken)


def test_columns_are_left_out():
    iris = engine.load("iris")
    assert prepared(iris, Drop(), columns=iris.feature_names[1:2]).data.d == 3
    with pytest.raises(Refusal, match="No column would be left"):
        prepared(iris, Drop())


def test_constant_and_empty_columns():
    made = prepared(Dataset(np.array([[2.0], [2.0]])), Standardise())
    assert made.data.X.tolist() == [[0], [0]] and "constant" in made.warnings[0]
    empty = Dataset(np.array([[np.nan], [np.nan]]))
    for step in (Standardise(), MinMax(), Rank(), Fill(), Log(), Bin(), Outliers(), Atan(), Distance()):
        with pytest.raises(Refusal, match="has no value in any training row"):
            prepared(empty, step)
    with pytest.raises(Refusal, match="needs values above 0"):
        prepared(Dataset(np.array([[0.0], [1.0]])), Log())
    assert column(Dataset(np.array([[-1.0], [1.0]])), Log(c=2.0)) == pytest.approx([0.0, np.log(3.0)])


@given(VALUES)
def test_numeric_steps_agree_with_their_oracle(X):
    data = Dataset(X.astype(float))
    ranges = np.ptp(data.X, axis=0)
    if ((ranges == 0) | (ranges > 1e-12)).all():  # scikit-learn takes a smaller one for none
        np.testing.assert_allclose(prepared(data, MinMax()).data.X, MinMaxScaler().fit_transform(data.X), atol=1e-6)
    ranks = scipy.stats.rankdata(data.X, "max", axis=0) / data.n
    np.testing.assert_allclose(prepared(data, Rank()).data.X, ranks)
    spread = data.X.std(axis=0)
    if (spread > 1e-6 * np.abs(data.X).max()).all():
        assert skewness(data.X[:, 0]) == pytest.approx(scipy.stats.skew(data.X[:, 0]), abs=1e-4)
        np.testing.assert_allclose(
            prepared(data, Standardise()).data.X, StandardScaler().fit_transform(data.X), atol=1e-6
        )


def test_shares_are_looked_up_in_nearly_ascending_order(monkeypatch):
    """Each lies beside the one before it: in the order of the rows a million took a second."""
    asked = []
    interp = np.interp
    monkeypatch.setattr(shapes.np, "interp", lambda x, *table, **ends: asked.append(x) or interp(x, *table, **ends))
    x = np.random.default_rng(0).permutation(np.append(np.linspace(-1.0, 1.0, 20_000), [1e9, -1e300]))
    values = np.sort(x)
    assert np.array_equal(shapes.shared(x, values, np.arange(20_002.0)), np.searchsorted(values, x))
    assert np.diff(asked[0][np.abs(asked[0]) < 0.97]).min() > -1e-4


WIDE = st.floats(allow_nan=True, allow_infinity=True)


@given(arrays(float, st.integers(1, 30), elements=WIDE), st.lists(st.floats(-1e300, 1e300), min_size=1, unique=True))
def test_shares_are_linear_interpolation_for_any_query(x, table):
    values = np.sort(np.array(table))
    shares = np.linspace(0.1, 1.0, len(values))
    with np.errstate(all="ignore"):
        expected = np.interp(x, values, shares, left=0.0, right=1.0)
        np.testing.assert_array_equal(shapes.shared(x, values, shares), expected)


@given(VALUES, st.integers(0, 30))
def test_imputation_agrees_with_scikit_learn(X, seed):
    holes = np.random.default_rng(seed).random(X.shape) < 0.4
    holes[0] = False
    data = Dataset(np.where(holes, np.nan, X.astype(float)))
    for strategy in ("mean", "median"):
        oracle = SimpleImputer(strategy=strategy).fit_transform(data.X)
        np.testing.assert_allclose(prepared(data, Fill(numeric=strategy)).data.X, oracle)


@given(VALUES)
def test_what_has_an_inverse_comes_back(X):
    data = Dataset(np.abs(X.astype(float)) % 1000)
    for step in (Standardise(), MinMax(), MinMax(-2.0, 3.0), Log(c=1.0), Atan(auto=False, s=500.0)):
        made = prepared(data, step)
        back = made.learnt[0].back(made.data)
        np.testing.assert_allclose(back.X, data.X, atol=1e-6)


def test_steps_keep_the_given_table_gaps_and_rows():
    """Whatever is there, not a list kept by hand: a new step is met here by itself."""
    iris = engine.load("iris")
    mixed = iris.changed(
        X=np.column_stack([iris.X[:, :2] + 1.0, np.arange(iris.n) % 2]),
        columns=(*iris.columns[:2], Column("tree", "categorical", ("('a', 'b')", "('a', 'c')"))),
    )
    X = np.array(mixed.X)
    X[3, 0] = np.nan
    mixed, before = mixed.changed(X=X), X.copy()
    for kind in steps().values():
        columns = mixed.feature_names[1:2] if kind is Drop else ()
        made = prepared(mixed, kind(), columns=columns)
        np.testing.assert_array_equal(mixed.X, before)
        assert made.data.n == len(made.rows) and made.apply(mixed).n == made.data.n
        np.testing.assert_array_equal(made.apply(mixed).X, made.data.X)
        assert kind.NAME and kind.WORDS.endswith(".") and kind.__doc__
        none = prepared(mixed.subset([]), kind(), columns=columns) if kind in (OneHot, Drop, Ordinal, Paths) else None
        assert none is None or none.data.n == 0


def test_columns_with_equal_quartiles_are_explained():
    data = Dataset.from_arrays(np.array([[2.0, 1.0], [2.0, 2.0], [2.0, 3.0], [2.0, 4.0], [90.0, 5.0]]))
    prepared = engine.prepare(data, Outliers(rule="quartiles"))
    said = " ".join(prepared.warnings if hasattr(prepared, "warnings") else prepared.entries[0].learnt.warnings)
    assert "At least half of the rows of x1 have the value 2, so its quartiles are equal" in said
    assert "of x2" not in said
