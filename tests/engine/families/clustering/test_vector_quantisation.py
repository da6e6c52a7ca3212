"""Vector quantisation: the worked code book, its bits, E as the distortion, and pictures before and after."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Matrix
from engine.data.pixels import pixels
from engine.families.clustering.vector_quantisation.drawing import marks
from engine.families.clustering.vector_quantisation.loop import Params
from engine.families.clustering.vector_quantisation.telling import explain
from tests.catalogue import shows

PLACED = {"Bits: bars": lambda step, data, params: _bits(len(step.model.centres), data, params)}
FOLLOWS = {
    "compression": lambda step, data, params: (
        data.X.size
        * params.bits
        / (step.model.centres.size * params.bits + data.n * np.ceil(np.log2(len(step.model.centres))))
    )
}


def _bits(K, data, params):
    """Before, after, and the two parts of what there is after."""
    book, codes = K * data.d * params.bits, data.n * np.ceil(np.log2(K))
    return data.X.size * params.bits, book + codes, book, codes


FIVE = engine.Dataset.from_arrays([[1], [2], [4], [7], [11]])


def ran(data, **params):
    return engine.trace("vector_quantisation", data, **params).to_end()


@shows("W75")
def test_w75_code_book_of_five_numbers_and_its_distortion():
    trace = ran(FIVE, k=3, runs=10)
    step = trace[-1]
    assert np.sort(step.model.centres.ravel()) == pytest.approx([2.33333333333, 7.0, 11.0], abs=1e-9)
    assert step.squares.sum() == pytest.approx(4.66666666667, abs=1e-9)
    story = explain(step, FIVE, Params(k=3))
    assert story.worked == (
        "E = 4.6667 / 5 = 0.9333", "bits before = 5 × 1 × 8 = 40", "bits after = 3 × 1 × 8 + 5 × 2 = 34",
    )  # fmt: skip
    told = {number.name: number.value for number in story.numbers}
    assert told["compression"] == pytest.approx(40 / 34)
    bars = next(mark for mark in marks(step, FIVE, Params(k=3)) if isinstance(mark, Bars))
    assert bars.values.tolist() == [40, 34, 24, 10]


def test_distortion_equals_kmeans_e_from_the_same_code_book():
    iris = engine.load("iris")
    step = ran(iris, k=4)[-1]
    same = engine.trace("kmeans", iris, start=step.model).to_end()[-1]
    assert step.squares.mean() == pytest.approx(same.error, rel=1e-12)


def test_fewer_distinct_rows_than_code_words_are_exact():
    data = engine.Dataset.from_arrays([[1.0, 2.0], [1.0, 2.0], [3.0, 4.0]])
    trace = ran(data, k=16)
    assert len(trace[0].model.centres) == 2
    assert "no more than 2 different rows" in explain(trace[0], data, Params(k=16)).sentence
    assert "Nothing is lost" in explain(trace[-1], data, Params(k=16)).sentence
    assert not trace[-1].squares.any()


def test_row_by_row_each_is_replaced_once():
    trace = ran(FIVE, k=2, stop_at="rows")
    assert [int(step.done.sum()) for step in trace] == [0, 1, 2, 3, 4, 5, 5]
    assert explain(trace[1], FIVE, Params(k=2)).sentence.startswith("Row 1 becomes code word 1, ")


def test_pictures_are_shown_before_and_after():
    digits = engine.load("digits").subset(range(200))
    step = ran(digits, k=5)[1]
    shown = [mark for mark in marks(step, digits, Params(k=5)) if isinstance(mark, Matrix)]
    words = [mark for mark in shown if mark.surface.name == "Centres as pictures"]
    assert len(words) == 5
    assert (words[2].values.ravel() == step.model.centres[2]).all()
    before, after = shown[5:7]
    worst = step.rows[step.squares[step.rows].argmax()]
    assert (before.values.ravel() == digits.X[worst]).all()
    assert (after.values.ravel() == step.model.centres[0]).all()


def flag() -> engine.Dataset:
    """A picture of four lines and six columns: red above, blue below, one pixel nearly red."""
    image = np.zeros((4, 6, 3))
    image[:2, :, 0], image[2:, :, 2] = 250.0, 200.0
    image[0, 0] = (240.0, 10.0, 0.0)
    return pixels(image, "flag")


@shows("CL10")
def test_picture_is_shown_before_and_after_with_palette_and_bits():
    data = flag()
    trace = ran(data, k=2)
    drawn = [mark for mark in marks(trace[-1], data, Params(k=2)) if isinstance(mark, Matrix)]
    before, after, palette = drawn
    assert (before.title, after.title, palette.title) == ("before", "after", "2 colours")
    assert (before.colours.reshape(-1, 3) == data.X).all()
    assert (after.colours.reshape(-1, 3) == trace[-1].model.centres[trace[-1].codes]).all()
    assert (palette.colours[0] == trace[-1].model.centres).all()
    half = [mark for mark in marks(trace[1], data, Params(k=2)) if isinstance(mark, Matrix)][1]
    red = trace[1].codes == 0
    assert half.title == "so far"
    assert (half.colours.reshape(-1, 3)[~red] == data.X[~red]).all()
    assert (half.colours.reshape(-1, 3)[red] == trace[1].model.centres[0]).all()
    story = explain(trace[-1], data, Params(k=2))
    assert story.worked[1:] == ("bits before = 24 × 3 × 8 = 576", "bits after = 2 × 3 × 8 + 24 × 1 = 72")
    told = {number.name: number.value for number in story.numbers}
    assert told["compression"] == 8.0
    nearest = ((data.X[:, None] - trace[-1].model.centres) ** 2).sum(axis=2).min(axis=1)
    assert told["E"] == pytest.approx(nearest.mean())


def test_three_code_words_are_exact_for_three_colours():
    last = ran(flag(), k=16)[-1]
    assert len(last.model.centres) == 3
    assert not last.squares.any()
