"""What lessons say that no single number of a step shows: computed again from the runs of their stops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.data.dataset import Dataset
from gui.lessons.lesson import FOLDER, Cast, Scene, read


def scenes(number: int) -> tuple[Scene, ...]:
    (path,) = FOLDER.glob(f"{number:02d}-*.json")
    return read(path).scenes


def run_of(scene: Scene, data: Dataset, cast: Cast | None = None, **other: Any) -> Any:
    one = scene.cast[0] if cast is None else cast
    return engine.trace(one.key, data, seed=one.seed, start=one.start, **{**one.values, **other}).to_end()


def test_the_stiff_boundary_errs_by_its_shape_and_not_by_a_shifted_bias() -> None:
    """Lesson 16, stop 2: moved to wherever it errs least, the same boundary is hardly better."""
    stiff, between = scenes(16)[1], scenes(16)[4]
    data = stiff.data.subset(stiff.split.of(stiff.data).rows("training"))
    a = run_of(stiff, data)[-1].model.decision_function(data.X)
    said = lambda shift: int(((a > shift) != (data.codes == 1)).sum())  # noqa: E731
    wrong, best = said(0.0), min(said(shift) for shift in a)
    fitted = int((run_of(between, data)[-1].model.predict(data.X) != data.codes).sum())
    assert wrong <= 1.1 * best and best > 2 * fitted
    line = np.column_stack([np.ones(data.n), data.X])
    straight = line @ np.linalg.lstsq(line, a, rcond=None)[0]
    assert np.corrcoef(straight, a)[0, 1] ** 2 > 0.95, "nearly a straight line"


def test_the_likelihood_of_a_component_on_one_point_has_no_bound() -> None:
    """Lesson 17, stop 4: the lower the floor, the greater ln L, by the same amount for each factor."""
    scene = scenes(17)[3]
    ends = [run_of(scene, scene.data, floor=floor)[-1].log_likelihood for floor in (1e-3, 1e-5, 1e-7)]
    assert ends[0] < ends[1] < ends[2]
    assert ends[1] - ends[0] == pytest.approx(np.log(100), rel=0.05) == ends[2] - ends[1]


def test_groups_side_by_side_in_the_data_are_farthest_apart_on_the_map() -> None:
    """Lesson 34, stops 3 and 5, from the middles of the groups."""
    ten, forty = scenes(34)[2], scenes(34)[4]

    def between(X: np.ndarray) -> dict[str, float]:
        middle = {name: X[ten.data.codes == code].mean(axis=0) for code, name in enumerate("ABC")}
        return {pair: float(np.linalg.norm(middle[pair[0]] - middle[pair[1]])) for pair in ("AB", "AC", "BC")}

    data, map_of_ten = between(ten.data.X), between(run_of(ten, ten.data)[-1].model.places)
    map_of_forty = between(run_of(forty, forty.data)[-1].model.places)
    assert data["BC"] < min(data["AB"], data["AC"]) and map_of_ten["BC"] > max(map_of_ten["AB"], map_of_ten["AC"])
    assert map_of_forty["BC"] < 0.5 * min(map_of_forty["AB"], map_of_forty["AC"])


def test_the_curve_of_e_bends_at_three_clusters() -> None:
    """Lesson 27, stop 4: up to K = 3 each centre lowers E by far more than any after it."""
    scene = scenes(27)[-1]
    E = np.array([one.E for one in run_of(scene, scene.data)[-1].tried])
    falls = -np.diff(E)
    assert falls[:2].min() > 5 * falls[2:].max()
