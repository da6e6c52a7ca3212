"""What ID3 says and draws, node by node."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.words import figure
from engine.core.marks import Bars, Graph, Matrix, Points
from engine.core.story import Event
from engine.data.dataset import Column, Dataset
from engine.families.trees.id3 import loop as id3
from engine.families.trees.id3.drawing import marks
from engine.families.trees.id3.telling import event, explain, inspect, measure
from engine.parts.trees.drawing import MOST, graph
from engine.parts.trees.tree_words import ENTROPY
from tests.engine.families.trees.tables import table
from tests.examples import numbers


def test_marks_of_a_split(tennis):
    trace = engine.trace("id3", tennis)
    every = marks(trace[2], tennis, id3.Params())
    drawn = {type(mark): mark for mark in reversed(every)}
    nodes = drawn[Graph].nodes
    assert [node.label for node in nodes] == ["Outlook", "Humidity", "?", "?", "?", "?"]
    assert nodes[0].detail == "9 Yes, 5 No\nH = 0.9403" and nodes[1].edge == "Sunny" and nodes[1].role == "focus"
    assert nodes[1].counts == (3, 2) and nodes[4].parent == 1 and nodes[4].role == "ghost"
    assert drawn[Points].rows.tolist() == [0, 1, 7, 8, 10] and drawn[Points].role == "focus"
    assert drawn[Matrix].row_labels == ("Temperature", "Humidity", "Wind") and drawn[Matrix].chosen_row == 1
    assert every[-1].row_labels == ("High", "Normal") and every[-1].values.tolist() == [[3, 0], [0, 2]]
    leaf = marks(trace[3], tennis, id3.Params())[-1]
    assert leaf.values.tolist() == [[3], [0]] and leaf.row_labels[leaf.chosen_row] == "No"
    assert drawn[Bars].surface.open is False and drawn[Bars].chosen == 1
    assert not any(
        isinstance(mark, Points) and mark.surface.kind == "plane" for mark in marks(trace[1], tennis, id3.Params())
    )


def test_inspect_lights_the_path(tennis):
    trace = engine.trace("id3", tennis).to_end()
    asked = inspect(trace[-1], tennis, id3.Params(), tennis.X[0])
    assert asked.story.sentence == "Outlook = Sunny, Humidity = High: No (training rows there: 3 No)."
    assert [i for i, node in enumerate(asked.marks[0].nodes) if node.role == "path"] == [0, 1, 4]


def test_large_tree_is_drawn_partly_with_the_lit_node():
    rng = np.random.default_rng(1)
    columns = tuple(Column(f"a{j}", "categorical", tuple("pqrs")) for j in range(8))
    X, y = rng.integers(0, 4, (1200, 8)).astype(float), rng.integers(0, 2, 1200)
    data = Dataset(X, y, columns, class_names=("x", "y"))
    trace = engine.trace("id3", data).to_end()
    step = trace[-1]
    graph = next(mark for mark in marks(step, data, id3.Params()) if isinstance(mark, Graph))
    assert len(step.model.parent) > 1000 > len(graph.nodes)
    assert [node.role for node in graph.nodes].count("focus") == 1
    assert all(-1 <= node.parent < i for i, node in enumerate(graph.nodes)) and graph.nodes[0].parent == -1
    assert [node.parent for node in graph.nodes].count(-1) == 1


# -- node by node ------------------------------------------------------------------------------------------------------


def told(step, data, **values):
    return explain(step, data, id3.Params(**values))


def test_the_run_in_words(tennis):
    trace = engine.trace("id3", tennis).to_end()
    assert [told(step, tennis).sentence for step in trace][:7] == [
        "Root (14 rows: 9 Yes, 5 No). Before any question the answer is the majority: Yes. "
        "H is 0 where all are of one class, and at most log₂ 2 = 1 bit, where all are as frequent. The "
        "gain of a question is the drop of H to be expected.",
        "Root (14 rows: 9 Yes, 5 No). Outlook has the largest gain, 0.2467, so the node asks it.",
        "Outlook = Sunny (5 rows: 3 No, 2 Yes). Humidity has the largest gain, 0.971, so the node asks it.",
        "Outlook = Sunny, Humidity = High (3 rows: 3 No). All are of one class, so this is a leaf: No.",
        "Outlook = Sunny, Humidity = Normal (2 rows: 2 Yes). All are of one class, so this is a leaf: Yes.",
        "Outlook = Overcast (4 rows: 4 Yes). All are of one class, so this is a leaf: Yes.",
        "Outlook = Rain (5 rows: 3 Yes, 2 No). Wind has the largest gain, 0.971, so the node asks it.",
    ]
    size = "8 nodes, 5 leaves, depth 2; 0 training rows of 14 misclassified."
    assert trace.ending.words == f"Every branch ends in a leaf: {size}"


def test_the_lines_of_numbers(tennis):
    trace = engine.trace("id3", tennis, criterion="gain ratio")
    assert told(trace[2], tennis, criterion="gain ratio").worked == (
        "H(S) = −3/5·log₂ 3/5 − 2/5·log₂ 2/5 = 0.971",
        "Gain(Humidity) = 0.971 − 3/5·0 − 2/5·0 = 0.971",
        "SplitEntropy(Humidity) = −3/5·log₂ 3/5 − 2/5·log₂ 2/5 = 0.971",
        "GainRatio(Humidity) = 0.971 / 0.971 = 1",
    )
    assert told(trace[3], tennis).worked == ("p(No) = 3/3 = 1", "p(Yes) = 0/3 = 0")
    gini = engine.trace("id3", tennis, criterion="gini")
    assert told(gini[2], tennis, criterion="gini").worked[0] == "G(S) = 1 − (3/5)² − (2/5)² = 0.48"


def test_the_numbers_to_watch_and_the_curves(tennis):
    trace = engine.trace("id3", tennis).to_end()
    curve = [measure(step, tennis, id3.Params()) for step in trace]
    assert [one["training errors"] for one in curve] == [5, 4, 2, 2, 2, 2, 0, 0, 0]
    assert [one["nodes"] for one in curve] == [1, 4, 6, 6, 6, 6, 8, 8, 8]
    assert [one["leaves"] for one in curve] == [1, 3, 4, 4, 4, 4, 5, 5, 5]
    first = told(trace[1], tennis)
    assert numbers(first) == {"H at the node": pytest.approx(0.940285958671), **curve[1]}
    assert first.numbers[0].note == "bits"
    assert told(trace[1], tennis, criterion="gini").numbers[0].note == ""


def test_the_tables_of_the_scores(tennis):
    second = told(engine.trace("id3", tennis)[2], tennis)
    scores, branches = second.tables
    assert scores.columns == ("attribute", "gain") and scores.chosen == 1
    gains = {"Temperature": 0.570950594455, "Humidity": 0.970950594455, "Wind": 0.0199730940220}
    assert dict(scores.rows) == pytest.approx(gains)
    assert branches.rows == (("High", 3, "3 No", 0.0), ("Normal", 2, "2 Yes", 0.0))
    ratio = told(engine.trace("id3", tennis, criterion="gain ratio")[1], tennis, criterion="gain ratio").tables[0]
    assert ratio.columns == ("attribute", "gain", "split entropy", "gain ratio")
    for _, gain, split, value in ratio.rows:
        assert value == pytest.approx(gain / split)


def test_named_feature_is_the_one_asked(tennis):
    trace = engine.trace("id3", tennis)
    for step in (trace[2], trace[6]):
        name = tennis.columns[int(step.model.attribute[step.node])].name
        story = told(step, tennis)
        assert f"{name} has the largest gain, {figure(step.scores.values.max())}," in story.sentence
        assert (
            story.worked[1].startswith(f"Gain({name}) = ") and story.tables[0].rows[story.tables[0].chosen][0] == name
        )


def test_feature_and_class_ties_are_stated():
    even = table(["aa", "bb", "ab", "ba"], ["no", "yes", "no", "yes"])
    assert "tie" not in told(engine.trace("id3", even)[1], even).sentence
    twins = table(["aa", "bb"], ["no", "yes"])
    assert (
        "It is a tie of A1, A2: the first in column order is taken."
        in told(engine.trace("id3", twins)[1], twins).sentence
    )
    same = table(["a", "a", "b"], ["no", "yes", "yes"])
    leaf = next(step for step in engine.trace("id3", same) if step.why == "no attribute left")
    tie = "It is a tie: the class that is more frequent in the whole table answers, then the first."
    assert tie in told(leaf, same).sentence
    clear = table(["a", "a", "a", "b"], ["no", "yes", "yes", "yes"])
    leaf = next(step for step in engine.trace("id3", clear) if step.why == "no attribute left")
    assert "tie" not in told(leaf, clear).sentence


def test_what_the_guard_bars_is_said(tennis):
    step = engine.trace("id3", tennis, criterion="gain ratio", guard=True)[1]
    barred = [tennis.columns[a].name for a in step.scores.attributes[step.scores.values < 0]]
    said = told(step, tennis, criterion="gain ratio", guard=True).sentence
    assert barred == ["Temperature", "Wind"]
    assert said.endswith("Below the average gain, and so not considered: Temperature, Wind.")


def test_events(tennis):
    events = [event(step) for step in engine.trace("id3", tennis)]
    split, leaf = Event("split", "boundary"), Event("leaf", "centre")
    assert events == [None, split, split, leaf, leaf, leaf, split, leaf, leaf]


# -- node by node, in pictures -----------------------------------------------------------------------------------------


def drawn(step, data, **values):
    return {type(mark): mark for mark in reversed(marks(step, data, id3.Params(**values)))}


def test_current_node_is_highlighted_and_pending_ones_are_ghosts(tennis):
    for step in engine.trace("id3", tennis):
        nodes = drawn(step, tennis)[Graph].nodes
        lit = [place for place, node in enumerate(nodes) if node.role == "focus"]
        assert lit == [step.node] and [node.counts for node in nodes] == [tuple(c) for c in step.model.counts.tolist()]
        waiting = {place for place, node in enumerate(nodes) if node.role == "ghost"}
        assert waiting == set(step.waiting) - {step.node}


def test_leaf_has_its_class_colour_and_the_edge_its_value(tennis):
    nodes = drawn(engine.trace("id3", tennis).to_end()[-1], tennis)[Graph].nodes
    answers = [(node.label, node.group, node.edge) for node in nodes]
    assert answers == [
        ("Outlook", None, ""), ("Humidity", None, "Sunny"), ("Yes", 1, "Overcast"), ("Wind", None, "Rain"),
        ("No", 0, "High"), ("Yes", 1, "Normal"), ("Yes", 1, "Weak"), ("No", 0, "Strong"),
    ]  # fmt: skip


def test_rows_in_focus_are_marked_in_place(tennis):
    step = engine.trace("id3", tennis)[2]
    focus = drawn(step, tennis)[Points]
    assert np.array_equal(focus.positions, tennis.X[focus.rows]) and focus.rows.tolist() == step.rows.tolist()


def test_bars_are_the_gains_for_any_criterion(tennis):
    step = engine.trace("id3", tennis, criterion="gain ratio")[2]
    bars, cells = (drawn(step, tennis, criterion="gain ratio")[kind] for kind in (Bars, Matrix))
    assert bars.values == pytest.approx(step.scores.gains) and bars.chosen == step.chosen == 1 == cells.chosen_row
    assert cells.values == pytest.approx(
        np.column_stack([step.scores.gains, step.scores.splits, step.scores.gains / step.scores.splits])
    )
    assert cells.title == "Scores: the largest gain ratio decides" and cells.row_labels == bars.labels


def test_queried_row_gets_its_path_and_leaf_shares(tennis):
    step = engine.trace("id3", tennis)[1]
    asked = inspect(step, tennis, id3.Params(), tennis.X[0])
    assert numbers(asked.story) == {"questions answered": 1, "share of No": 0.6, "share of Yes": 0.4}
    assert [i for i, node in enumerate(asked.marks[0].nodes) if node.role == "path"] == [0, 1]


def test_lit_node_of_a_large_tree_is_drawn_with_its_subtree():
    rng = np.random.default_rng(1)
    columns = tuple(Column(f"a{j}", "categorical", tuple("pqrs")) for j in range(8))
    data = Dataset(
        rng.integers(0, 4, (1200, 8)).astype(float), rng.integers(0, 2, 1200), columns, class_names=("x", "y")
    )
    tree = engine.fit("id3", data)
    late = int(np.flatnonzero(tree.attribute >= 0)[-1])
    below = int((tree.parent == late).sum())
    nodes = graph(tree, data, ENTROPY, lit=(late,)).nodes
    (place,) = [i for i, node in enumerate(nodes) if node.role == "focus"]
    assert late >= MOST and [node.parent for node in nodes].count(place) == below > 1
