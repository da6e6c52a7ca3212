"""An algorithm that is broken stops nobody: it stands in the list with what is wrong, and the others run."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.families import suitable

DATA = engine.Dataset.from_arrays([[0.0, 1.0], [2.0, 3.0]])
NAME_ERROR = "import engine\n\nfoo\n"

BROKEN = {
    "a name that is not known": (NAME_ERROR, "NameError: name 'foo' is not defined ({}.py, line 3)."),
    "a module that is not there": (
        "import nowhere\n",
        "ModuleNotFoundError: No module named 'nowhere' ({}.py, line 1).",
    ),
    "a thing that is not there": (
        "from engine.core.marks import Mork\n",
        "ImportError: cannot import name 'Mork' from 'engine.core.marks' ({}.py, line 1).",
    ),
    "no Python": ("def run(:\n", "SyntaxError: invalid syntax ({}.py, line 1)."),
    "a mistake in numbers": ("x = [][0]\n", "IndexError: list index out of range ({}.py, line 1)."),
}


@pytest.mark.parametrize("how", BROKEN)
def test_broken_card_has_a_placeholder(add, how):
    source, words = BROKEN[how]
    add("whole"), add("spoilt", card=source)
    card = engine.algorithms()["spoilt"]
    said = "It cannot be opened: " + words.format("__init__")
    assert card.name == card.key == "spoilt" and card.family == "made_up"
    assert card.unsuitable(DATA).startswith(said) and card.unsuitable(DATA) == card.summary
    for asked in (lambda: card.params, lambda: card.trace(DATA), lambda: engine.fit("spoilt", DATA)):
        with pytest.raises(engine.Refusal, match=r"^spoilt: It cannot be opened: "):
            asked()
    assert engine.fit("whole", DATA) is None and len(engine.trace("whole", DATA)) == 1


@pytest.mark.parametrize("room", ["loop", "drawing", "telling", "errata"])
@pytest.mark.parametrize("how", BROKEN)
def test_broken_room_is_found_on_first_import(add, how, room):
    source, words = BROKEN[how]
    add("spoilt", **{room: source})
    card = engine.algorithms()["spoilt"]
    assert card.name == "Made up" and not card.unsuitable(DATA), "no room is opened to look for what may be wrong"
    with pytest.raises(engine.Refusal) as refusal:
        card.trace(DATA)
    said = "It cannot be opened: " + words.format(room)
    assert str(refusal.value).startswith(f"Made up: {said}")
    assert card.unsuitable(DATA).startswith(said)
    with pytest.raises(engine.Refusal, match="Made up: It cannot be opened"):
        _ = card.params


@pytest.mark.parametrize("room", ["loop", "drawing", "telling"])
def test_a_room_that_is_not_there_is_said(add, room):
    add("spoilt", **{room: None})
    with pytest.raises(engine.Refusal, match=f"ModuleNotFoundError: No module named 'engine.*spoilt.{room}'.$"):
        engine.trace("spoilt", DATA)


@pytest.mark.parametrize(
    ("room", "wanted"),
    [("loop", "run"), ("loop", "bound"), ("loop", "Params"), ("drawing", "marks"), ("telling", "explain")],
)
def test_missing_required_name_of_a_room_is_reported(add, room, wanted):
    names = [name for name in ("run", "bound", "Params", "marks", "explain") if name != wanted]
    add("spoilt", **{room: "\n".join(f"{name} = None" for name in names)})
    with pytest.raises(engine.Refusal, match=rf"It cannot be opened: ImportError: {room}.py has no {wanted}\.$"):
        engine.trace("spoilt", DATA)


@pytest.mark.parametrize(("there", "wanted"), [("misprints", "ERRATA"), ("ERRATA", "misprints")])
def test_errata_room_may_be_missing_but_not_incomplete(add, there, wanted):
    add("whole")
    assert engine.algorithm("whole").errata == ()
    add("spoilt", errata=f"{there} = ()")
    with pytest.raises(engine.Refusal, match=rf"It cannot be opened: ImportError: errata.py has no {wanted}\.$"):
        engine.trace("spoilt", DATA)


def test_a_card_without_its_record_is_said(add):
    add("spoilt", card="from engine.data import needs\n")
    said = engine.algorithm("spoilt").unsuitable(DATA)
    assert said == "It cannot be opened: ImportError: __init__.py has no ALGORITHM."


def test_broken_family_does_not_affect_the_others(add, tmp_path):
    add("spoilt")
    (tmp_path / "made_up" / "__init__.py").write_text(NAME_ERROR, encoding="utf-8")
    assert "name 'foo' is not defined" in engine.algorithm("spoilt").unsuitable(DATA)
    assert not engine.algorithm("kmeans").unsuitable(DATA)


def test_first_suitable_algorithm_can_be_loaded(add, monkeypatch):
    add("spoilt", loop=NAME_ERROR), add("whole")
    ours = {key: engine.algorithms()[key] for key in ("spoilt", "whole")}
    monkeypatch.setattr("engine.families.algorithms", lambda: ours)
    assert suitable(DATA) == "whole"
    nothing = engine.Dataset(np.zeros((0, 2)))
    assert ours["whole"].unsuitable(nothing) and suitable(nothing) == "whole"


def test_two_homes_of_one_name_are_refused(add):
    add("kmeans")
    with pytest.raises(ImportError, match="Two algorithms have the key 'kmeans'"):
        engine.algorithms()
