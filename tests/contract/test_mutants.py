"""What `python -m tests.contract.mutants KEY` breaks, how it puts that in place, and what it makes of it."""

from __future__ import annotations

import ast
from functools import partial
from importlib import import_module
from types import SimpleNamespace

import pytest

import engine
from tests.contract.forking import forked
from tests.contract.founded import what_is_told_follows_from_the_step
from tests.contract.mutants import SHOWING, Held, Reach, _keeps, own_tests
from tests.contract.mutating import mutants_of
from tests.contract.patching import file_of, neighbours_in, patch, source_of
from tests.contract.shown import alike, changed, looking_at, sights

SOURCE = '''"""The first line says the most."""
RATE = 0.5
def told(step, places, at):
    """Left of the first."""
    if step.wide and step.low < 0:
        return f"It falls to {step.low - RATE * step.high}.", places[at], -places[0], Chart(view=(at - 1, 0))
    return min(step.ends)
'''


def test_one_expression_is_mutated_at_a_time_except_layout_and_docstrings() -> None:
    found = mutants_of(SOURCE, {"low": "high", "high": "low"})
    said = {(mutant.line, mutant.was, mutant.now) for mutant in found}
    assert {
        (5, "step.wide and step.low < 0", "step.wide or step.low < 0"),
        (5, "step.low < 0", "step.low >= 0"),
        (5, "step.low < 0", "step.low <= 0"),
        (5, "step.low", "step.high"),
        (6, "step.low - RATE * step.high", "step.low + RATE * step.high"),
        (6, "step.low - RATE * step.high", "RATE * step.high - step.low"),
        (6, "RATE * step.high", "RATE"),
        (6, "'It falls to '", "'It rises to '"),
        (6, "at", "at + 1"),
        (6, "at", "at - 1"),
        (6, "-places[0]", "places[0]"),
        (6, "0", "1"),
        (7, "min", "max"),
    } <= said
    assert not any(was in ("at - 1", "'Left of the first.'") or line == 1 for line, was, _ in said)
    assert {mutant.within for mutant in found} == {"told"}
    words = mutants_of("TEXT = 'the within-class sums add up to the right sum'", {})
    assert [mutant.now for mutant in words] == ["'the within-class sums add up to the left sum'"]
    for mutant in found:
        assert ast.unparse(mutant.put_into(SOURCE)) != ast.unparse(ast.parse(SOURCE)), mutant.now


def test_mutant_replaces_functions_imported_elsewhere() -> None:
    algorithm = engine.algorithm("nearest_mean")
    telling = algorithm.room("telling")
    found = mutants_of(source_of(telling), neighbours_in(telling, algorithm.room("loop")))
    there = sights(algorithm, {file_of(telling)})
    assert {"story", "event"} <= {sight.kind for sight in there}
    reached = [one for one in found if any((file_of(telling), one.lines[0]) in sight.lines for sight in there)]
    seen = [forked(partial(_is_seen, telling, mutant, there), 20) for mutant in reached[:12]]
    assert True in seen, "none of them changes anything that is shown"
    assert not changed(there), "and nothing of it is left here"


def _is_seen(module, mutant, there) -> bool:
    patch(module, mutant)
    try:
        return bool(changed(there))
    except Exception:
        return True


@pytest.mark.full
def test_oracle_asked_by_too_few_steps_kills_no_mutant() -> None:
    algorithm = engine.algorithm("linear_discriminant")
    there = sights(algorithm, {file_of(algorithm.room("telling"))})
    with looking_at(algorithm, there, there[:1]):
        for promise in SHOWING:
            _keeps(promise, algorithm, of_all=False)
        with pytest.raises(AssertionError, match="for which there is an oracle"):
            _keeps(what_is_told_follows_from_the_step, algorithm, of_all=True)


def test_only_executed_code_of_a_shared_file_is_mutated() -> None:
    algorithm = engine.algorithm("pocket")
    examples = import_module("engine.families.perceptrons.examples")
    held = Held(algorithm, [algorithm.room("telling"), examples])
    reach = Reach(sights(algorithm, held.files))
    found = {(module, mutant.lines) for module, mutant in held._mutants(reach)}
    shared = [lines for module, lines in found if module is examples]
    every = {mutant.lines for mutant in mutants_of(source_of(examples), {})}
    assert shared and len(set(shared)) < len(every), "pocket does not run all of them"
    ran = {line for file, line in reach.lines() if file == file_of(examples)}
    assert all(not ran.isdisjoint(range(low, high + 1)) for low, high in shared)


def test_the_totals_are_printed_on_the_way(capsys) -> None:
    algorithm = engine.algorithm("nearest_mean")
    held = Held(algorithm, [algorithm.room("telling")])
    held.most = 12
    held._report(SimpleNamespace(items=[]), Reach([]), 0.0)
    first, last = capsys.readouterr().out.splitlines()
    assert first == "10 of 12 tried, 0 left, 10 never shown on the sampled steps"
    assert last.startswith("nearest_mean: 12 mutants, 0 killed, 0 survive, 12 never shown")


@pytest.mark.full
def test_what_hangs_is_ended() -> None:
    assert forked(lambda: 1 + 1, 5) == 2
    assert forked(_for_ever, 1) is None


def _for_ever() -> None:
    while True:
        pass


def test_functions_with_equal_code_and_values_compare_equal() -> None:
    def adding(number: int):
        return lambda x: x + number

    assert alike(adding(1), adding(1)) and not alike(adding(1), adding(2))
    assert alike(partial(max, 1), partial(max, 1)) and not alike(partial(max, 1), partial(min, 1))


def test_tests_of_another_algorithm_are_not_run() -> None:
    names = {path.name for path in own_tests(engine.algorithm("pca"))}
    assert {"test_pca.py", "test_pca_told.py"} <= names and "test_pca_svd.py" not in names
