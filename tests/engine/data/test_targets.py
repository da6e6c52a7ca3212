"""The codings of a class target: what they are, the way back, the positive class, and which method uses which."""

from __future__ import annotations

import sys
from types import FrameType

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.base.snapshot import fields_of
from engine.data import targets
from engine.data.dataset import Dataset
from engine.data.preparing.binning import Bin
from engine.data.preparing.preparation import prepared
from engine.data.preparing.trees import paths
from engine.data.recast import with_positive
from engine.data.targets import CODES, code_of, labels, one_of_k, signs, zero_one
from tests.catalogue import shows

MADE_BY = {targets.signs: "±1", targets.zero_one: "0/1", targets.one_of_k: "1 of K"}


def coded(*names: str) -> Dataset:
    return Dataset.from_arrays(np.arange(float(len(names)))[:, None], list(names))


@shows("W82")
def test_binning_target_codes_and_tree_paths_worked_by_hand():
    x = Dataset.from_arrays([[1], [2], [3], [4], [10], [20]], feature_names=["x"])
    wide = prepared(x, Bin(rule="width", bins=3))
    assert wide.learnt[0].cuts[0] == pytest.approx([7.33333333333, 13.6666666667], abs=1e-9)
    assert wide.data.X[:, 0].tolist() == [0, 0, 0, 0, 1, 2]
    assert prepared(x, Bin(rule="count", bins=3)).data.X[:, 0].tolist() == [0, 0, 1, 1, 2, 2]
    data = Dataset(np.zeros((3, 1)), np.array([0, 1, 1]), class_names=("0", "1"))
    assert zero_one(data).tolist() == [0, 1, 1] and signs(data).tolist() == [-1, 1, 1]
    assert paths("('S', ('NP', 'dog'), ('VP', 'barks'))") == ["S/NP/dog", "S/VP/barks"]


def test_codings_decode_to_classes_even_with_absent_ones():
    whole = engine.load("iris")
    two = whole.subset(whole.codes != 1)
    for code in (signs, zero_one, one_of_k):
        assert labels(code(two), two).tolist() == two.codes.tolist()
    assert labels(one_of_k(whole), whole).tolist() == whole.codes.tolist()
    assert (signs(two) == 2 * zero_one(two) - 1).all()


def test_stated_code_of_a_class_matches_the_arrays():
    two = coded("no", "yes", "yes")
    for coding, made in zip(CODES, (zero_one, signs, one_of_k), strict=True):
        rows = made(two).reshape(3, -1).tolist()
        assert rows == [list(code_of(coding, place, 2)) for place in (0, 1, 1)]
    assert code_of("0/1", 0, 3) is None and code_of("±1", 0, 1) is None and code_of("two at a time", 0, 2) is None


def test_positive_class_is_chosen_and_rows_keep_their_class():
    data = coded("sick", "well", "well")
    other = with_positive(data, data.class_names.index("sick"))
    assert signs(other).tolist() == [1, -1, -1]
    assert [other.class_name(code) for code in other.codes] == ["sick", "well", "well"]
    assert with_positive(data, 1) is data
    kept = engine.load("iris").subset(range(100))  # the third class is known and does not occur
    swapped = with_positive(kept, 0)
    assert [swapped.class_name(c) for c in swapped.classes_present] == ["versicolor", "setosa"]
    assert swapped.class_names[2] == kept.class_names[2]
    with pytest.raises(Refusal, match="3 classes of the data occur: keep two"):
        with_positive(engine.load("iris"), 0)


CLASSIFIERS = [key for key, one in engine.algorithms().items() if one.task == "classification"]


@pytest.mark.parametrize("key", CLASSIFIERS)
def test_method_uses_the_codings_of_its_card(key):
    """What the loop asks for while it runs, for every coding that a parameter can name."""
    method, asked = engine.algorithm(key), set()
    two = engine.load("iris").subset(range(40, 60))
    tables = (two, two.select([2]), engine.load("play_tennis"), engine.load("beijing"))
    two = next(data for data in tables if not method.unsuitable(data))
    if {"learner", "base", "classifier"} & {name for name, _ in fields_of(method.params())} and not method.codings:
        pytest.skip("its learner may code the classes as it likes")

    def heard(frame: FrameType, event: str, _: object) -> None:
        asked.update(name for made, name in MADE_BY.items() if event == "call" and frame.f_code is made.__code__)

    for coding in method.codings or (None,):
        asked.clear()
        chosen = "coding" in {name for name, _ in fields_of(method.params())}
        values = {"coding": coding} if chosen else {}
        more = coding == "1 of K" and len(method.codings) > 1 and not chosen  # the number of classes decides
        data = engine.load("iris") if more else two
        assert method.coding(method.params(**values), len(data.classes_present)) == coding
        trace = engine.trace(key, data, **values)
        sys.setprofile(heard)
        try:
            for _ in range(5):
                trace.advance()
        finally:
            sys.setprofile(None)
        if coding in (None, "two at a time"):
            continue  # the learner of a problem may code it as it likes
        if coding == "1 of K" and not asked:
            continue  # it has the place of each row's own class, which is where the 1 would stand
        assert coding in asked, f"it makes {asked} of the classes"
    if not method.codings:
        assert not asked, f"it goes by the classes, and makes {asked} of them"
