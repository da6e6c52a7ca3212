"""The drawn network of back-propagation: its numbers belong together."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest

import engine
from engine.core.later import Later
from engine.core.marks import Gallery, Graph, Line, Points, Region
from engine.core.mesh import Mesh
from engine.data.toys import generate
from engine.families.networks.mlp import bending, drawing
from engine.families.networks.mlp.bending import BENT
from engine.families.networks.mlp.drawing import WAITING
from engine.families.networks.mlp.loop import Params
from engine.families.networks.mlp.posing import OUTPUTS
from engine.families.networks.mlp.starting import DEEPEST, WIDEST
from engine.maths.probability.sigmoid import softmax

KEY = "mlp"


@pytest.mark.parametrize("stop_at", ["every epoch", "every update", "every layer"])
def test_drawn_units_sum_from_the_drawn_numbers(stop_at: str) -> None:
    """a = W h + b, of the boxes and the lines of one picture alone, and δ with the weights drawn there."""
    data = generate("xor", seed=0, n=80)
    params = Params(hidden=(3, 2), output=OUTPUTS[1], batch=10, epochs=4, rate=0.5, stop_at=stop_at)
    trace, kinds = engine.trace(KEY, data, seed=3, **asdict(params)), set[str]()
    for step in list(trace)[1:60]:
        graph = next(mark for mark in engine.algorithm(KEY).marks(step, data, params) if isinstance(mark, Graph))
        kinds.add(step.kind)
        boxes = [box(node.detail) for node in graph.nodes]
        reached = [j for j, one in enumerate(boxes) if "a" in one]
        assert len(reached) == sum(layer.units for layer in step.model.layers[: len(step.signals)])
        for j in reached:
            given = [(link.weight, boxes[link.start]["h"]) for link in graph.links if link.end == j]
            terms = [boxes[j]["b"], *(weight * h for weight, h in given)]
            close(boxes[j]["a"], terms)
        for j in [j for j in reached if graph.columns[j] < max(graph.columns) and "δ" in boxes[j]]:
            slope = 1 - np.tanh(boxes[j]["a"]) ** 2
            back = [(link.weight, boxes[link.end]["δ"]) for link in graph.links if link.start == j]
            if abs(boxes[j]["a"]) < 1.5:  # the slope of a rounded a is near its own only where tanh is not flat
                close(boxes[j]["δ"], [slope * weight * delta for weight, delta in back], 0.04)
    assert kinds == ({"forward", "backward", "update"} if stop_at == "every layer" else {"update"})


def box(detail: str) -> dict[str, float]:
    """The numbers of a box of the network; z, or else x, of an input is its h."""
    told = dict(line.split(" = ") for line in detail.replace("−", "-").splitlines())
    if "x" in told:
        told["h"] = told.get("z", told["x"])
    return {name.strip(): float(number) for name, number in told.items()}


def close(told: float, terms: list[float], off: float = 0.006) -> None:
    """Whether a number is the sum of terms that are each known to three digits."""
    assert told == pytest.approx(sum(terms), abs=off * (abs(told) + sum(abs(term) for term in terms)), rel=0)


@pytest.mark.parametrize(("units", "named"), [(8.0, True), (9.0, False)])
def test_only_few_lines_have_names(units: float, named: bool) -> None:
    data, params = generate("xor", seed=0, n=40), Params(hidden=(units,), epochs=1)
    step = engine.trace(KEY, data, **asdict(params))[1]
    lines = [mark for mark in engine.algorithm(KEY).marks(step, data, params) if isinstance(mark, Line)]
    assert len(lines) == units and {bool(line.label) for line in lines} == {named}


@pytest.mark.parametrize("hidden", [(3.0,), (4.0, 5.0)])
def test_more_units_are_shown_along_their_principal_axes(hidden: tuple[float, ...]) -> None:
    data, params = generate("moons", seed=1, n=60), Params(hidden=hidden, epochs=20)
    step = engine.trace(KEY, data, **asdict(params)).to_end()[-1]
    (waits,) = [one for one in engine.algorithm(KEY).drawn(step, data, params) if isinstance(one, Later)]
    assert [there.open for there in waits.surfaces] == [False]
    region, mesh, points = waits.make()
    outputs = step.model.hidden_outputs(data.X)
    middle = outputs.mean(axis=0)
    _, _, axes = np.linalg.svd(outputs - middle, full_matrices=False)
    axes = axes[:2] * np.sign([points.positions[:, i] @ ((outputs - middle) @ axes[i]) for i in (0, 1)])[:, None]
    assert points.positions == pytest.approx((outputs - middle) @ axes.T)
    places = np.random.default_rng(0).normal(size=(20, 2))
    there = middle + places @ axes  # in the plane of the picture, what the last layer makes of the units
    last = step.model.layers[-1]
    assert np.log(region.model.predict_proba(places)) == pytest.approx(
        np.log(softmax(last.activations(there))), abs=1e-6
    )
    assert mesh.role == "spoke" and np.array_equal(mesh.over, data.X)
    off = data.X + np.array([0.3, -0.2])
    assert mesh.function(off) == pytest.approx((step.model.hidden_outputs(off) - middle) @ axes.T)


def test_one_unit_bends_no_plane() -> None:
    data, params = generate("moons", seed=1, n=60), Params(hidden=(1.0,), epochs=2)
    step = engine.trace(KEY, data, **asdict(params))[1]
    assert not any("bends" in mark.surface.name for mark in engine.algorithm(KEY).marks(step, data, params))


@pytest.mark.parametrize("last", [2.0, 3.0])
def test_unit_pictures_are_computed_only_if_visible(last: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two units bend the plane, and their pictures wait: 22 panels of each step were made for nobody."""
    data, params = generate("moons", seed=1, n=60), Params(hidden=(4.0, last), epochs=2)
    step, algorithm = engine.trace(KEY, data, **asdict(params))[1], engine.algorithm(KEY)
    assert [len(mark.panels) for mark in algorithm.marks(step, data, params) if isinstance(mark, Gallery)] == [4 + last]
    made: list[object] = []
    monkeypatch.setattr(drawing, "panels", lambda *given: made.append(given) or iter(()))
    algorithm.drawn(step, data, params)
    assert len(made) == (0 if last == 2 else 1)


@pytest.mark.parametrize("many", [False, True])
def test_few_rows_bend_with_the_plane_and_many_after_it(many: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """To bend 10,000 rows took most of the time until the first picture of the plane they come from."""
    data, params = generate("moons", seed=1, n=60), Params(hidden=(4, 2), epochs=3)
    step = engine.trace(KEY, data, **asdict(params)).to_end()[-1]
    algorithm = engine.algorithm(KEY)
    whole = [mark for mark in algorithm.marks(step, data, params) if mark.surface == BENT]
    monkeypatch.setattr(bending, "FEW", 59 if many else 60)
    waits = [one.surfaces for one in algorithm.drawn(step, data, params) if isinstance(one, Later)]
    assert waits == [(WAITING,), *([(BENT,)] if many else [])] and BENT.open and not WAITING.open
    assert [type(mark) for mark in whole] == [Region, Mesh, Points]
    assert [mark for mark in algorithm.marks(step, data, params) if mark.surface == BENT] == whole


@pytest.mark.parametrize("hidden", [(2.0,), (3.0,), (4.0, 2.0), ()])
def test_regression_gives_the_room_to_network_and_chart(hidden: tuple[float, ...]) -> None:
    """Of three surfaces beside the plane none was high enough for the numbers of a few units."""
    data, params = generate("hills", seed=1, n=60), Params(hidden=hidden, epochs=2)
    step, algorithm = engine.trace(KEY, data, **asdict(params))[1], engine.algorithm(KEY)
    drawn = algorithm.drawn(step, data, params)
    beside = {mark.surface.name for mark in drawn if not isinstance(mark, Later) and mark.surface.kind != "plane"}
    assert beside == {"Network", "Target and answer"}
    waiting = [there for one in drawn if isinstance(one, Later) for there in one.surfaces]
    assert {there.name for there in waiting} == ({WAITING.name, BENT.name} if hidden else set())
    assert not any(there.open for there in waiting)
    assert {mark.surface.name for mark in algorithm.marks(step, data, params)} >= {there.name for there in waiting}


def test_collapsed_layers_delay_the_unit_pictures() -> None:
    data, params = generate("moons", seed=1, n=60), Params(hidden=(4.0,), activation="identity", epochs=2)
    step, algorithm = engine.trace(KEY, data, **asdict(params))[1], engine.algorithm(KEY)
    drawn = algorithm.drawn(step, data, params)
    there = {mark.surface for mark in drawn if not isinstance(mark, Later) and mark.surface.kind != "plane"}
    assert {surface.name for surface in there if surface.open} == {"Network", "All layers as one"}
    assert {surface.name for surface in there if not surface.open} == {"Layers multiplied"}
    assert WAITING in [there for one in drawn if isinstance(one, Later) for there in one.surfaces]


def test_current_layer_is_highlighted_in_network_and_pictures() -> None:
    """Forward one layer, backward one layer: each is seen where it happens, and the update lights none."""
    data, params = generate("moons", seed=1, n=60), Params(hidden=(4.0, 3.0), batch=0, epochs=1, stop_at="every layer")
    trace, algorithm, lit = engine.trace(KEY, data, **asdict(params)).to_end(), engine.algorithm(KEY), list[object]()
    for step in trace:
        marks = algorithm.marks(step, data, params)
        graph = next(mark for mark in marks if isinstance(mark, Graph))
        columns = {column for node, column in zip(graph.nodes, graph.columns, strict=True) if node.role == "focus"}
        (gallery,) = (mark for mark in marks if isinstance(mark, Gallery))
        reached = {panel.title.split(",")[0] for panel in gallery.panels if panel.role == "focus"}
        assert reached == {f"Layer {column}" for column in columns if column < 3}
        whole = [node for node, column in zip(graph.nodes, graph.columns, strict=True) if column in columns]
        assert all(node.role == "focus" for node in whole)
        lit.append((step.kind, *columns))
    assert lit == [
        ("start",), ("forward", 1), ("forward", 2), ("forward", 3),
        ("backward", 3), ("backward", 2), ("backward", 1), ("update",),
    ]  # fmt: skip


def test_unit_picture_has_the_tooltip_of_its_node() -> None:
    data, params = generate("moons", seed=1, n=60), Params(hidden=(3.0,), epochs=2)
    step, algorithm = engine.trace(KEY, data, **asdict(params))[2], engine.algorithm(KEY)
    marks = algorithm.marks(step, data, params)
    graph = next(mark for mark in marks if isinstance(mark, Graph))
    (gallery,) = (mark for mark in marks if isinstance(mark, Gallery))
    for panel in gallery.panels:
        assert panel.node is not None and panel.node[0] == "Network"
        node = graph.nodes[panel.node[1]]
        assert node.label == panel.title and panel.detail in node.detail.split("\n")
        assert node.level is not None and (node.level > 0) == ("−" not in panel.detail)


def test_every_unit_of_the_largest_network_has_its_picture() -> None:
    """None is left out without a word: the window shows those that have room, and counts the others."""
    data, params = engine.load("iris"), Params(hidden=(float(WIDEST),) * DEEPEST, epochs=1)
    step = engine.trace(KEY, data, **asdict(params))[1]
    (gallery,) = (mark for mark in engine.algorithm(KEY).marks(step, data, params) if isinstance(mark, Gallery))
    assert [panel.title for panel in gallery.panels[::WIDEST]] == [f"Layer {k + 1}, h₁" for k in range(DEEPEST)]
    nodes = [panel.node[1] for panel in gallery.panels if panel.node is not None]
    assert nodes == list(range(data.d, data.d + DEEPEST * WIDEST)), "each stands for its node"
