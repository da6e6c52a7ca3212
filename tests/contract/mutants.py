"""Breaks the telling and the drawing of an algorithm in one place at a time, and lists what nothing notices.

`python -m tests.contract.mutants KEY [--with FILE ...] [--most N [--seed S]] [--at LINE ...] [--quick] [--all]` runs,
for each mutant (`mutating.py`), the promises of the contract about a few steps, the algorithm's own tests, those that
killed the last mutants first, and the promises about all steps, and stops at the first that fails; what survives them
has to pass the other promises too. The loop is not broken, so the steps of all runs are made once; each mutant lives
in a forked process of its own, which has a time limit. The totals are printed on the way, so that an interrupted run
tells what it has found.

A mutant with which every sampled step is told and drawn as before, and no test fails, is counted apart, as never shown:
it may be equivalent. `--with` breaks a file that several algorithms share too (`engine/parts/trees/tree_words.py`);
`--most` takes so many of the mutants, at random from stretches of one length, with `--seed` (0) others; `--at` takes
those on some lines; `--quick` looks at the steps and tests of the quick tier: what survives it the full tier may kill;
`--all` lists those that are never shown too.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

import engine
from engine.core.algorithm import Algorithm
from tests.contract.forking import forked
from tests.contract.founded import what_is_told_follows_from_the_step
from tests.contract.homes import ROOT, own_test
from tests.contract.leading import a_click_leads_to_the_step_that_is_about_it
from tests.contract.mutating import Mutant, mutants_of
from tests.contract.patching import file_of, forget, neighbours_in, patch, source_of
from tests.contract.printed import what_the_notes_print_differs_from_what_is_right
from tests.contract.promises import PROMISES, Promise
from tests.contract.shown import Place, Sight, changed, lines_of, looking_at, sights
from tests.contract.steps import (
    a_point_can_be_asked_about,
    every_step_can_be_drawn_explained_and_measured,
    what_is_drawn_stands_where_it_claims,
    what_is_said_of_a_quantity_is_true,
    what_is_worked_can_be_worked_by_hand,
    what_is_worked_is_true,
)

SHOWING: tuple[Promise, ...] = (
    what_is_worked_is_true,
    a_point_can_be_asked_about,
    every_step_can_be_drawn_explained_and_measured,
    what_is_said_of_a_quantity_is_true,
    what_is_told_follows_from_the_step,
    what_is_drawn_stands_where_it_claims,
    a_click_leads_to_the_step_that_is_about_it,
    what_the_notes_print_differs_from_what_is_right,
    what_is_worked_can_be_worked_by_hand,
)
"""The promises about what steps show, in the order of what they cost."""
PATIENCE = 20
"""Seconds of the processor that a mutant may take: one that makes a loop endless is noticed."""
WAIT = 600
"""Seconds that the tests and promises may take without a mutant, while every line is watched."""
FEW = 40
"""So many sights of a mutant are looked at first: most mutants are killed by them."""
NOWHERE = ("no worked line says", "nothing of the runs")
"""How the promises begin that are about all that is sampled together."""
OFTEN = 10
"""After so many mutants the totals are printed."""
UNSEEN = "never shown on the sampled steps"


@dataclass
class Reach:
    """What runs the lines of the files without a mutant: what is shown, the other promises, and the tests."""

    sights: list[Sight]
    promises: dict[Promise, frozenset[Place]] | None = None  # looked for when the first mutant survives the tests
    tests: dict[str, frozenset[Place]] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)

    def lines(self) -> frozenset[Place]:
        """All that run for any of them."""
        seen = (sight.lines for sight in self.sights)
        return frozenset().union(*seen, *(self.promises or {}).values(), *self.tests.values())


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.contract.mutants", description=__doc__)
    asked.add_argument("key")
    asked.add_argument("--with", nargs="+", default=[], dest="shared", metavar="FILE")
    asked.add_argument("--most", type=int, default=0)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--at", nargs="+", type=int, default=[], metavar="LINE")
    asked.add_argument("--quick", action="store_true")
    asked.add_argument("--all", action="store_true")
    given = asked.parse_args()
    algorithm = engine.algorithm(given.key)
    shared = [str(Path(path).resolve().relative_to(ROOT).with_suffix("")).replace("/", ".") for path in given.shared]
    held = Held(algorithm, [algorithm.room("telling"), algorithm.room("drawing"), *map(import_module, shared)])
    held.most, held.seed, held.at, held.every = given.most, given.seed, frozenset(given.at), given.all
    plain = [
        *(() if given.quick else ("--full",)),
        "-o",
        "addopts=--import-mode=importlib",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:terminal",
        "--capture=no",
        *map(str, own_tests(algorithm)),
    ]
    pytest.main(plain, plugins=[held])
    return held.code


def places_of(module: ModuleType, mutant: Mutant) -> set[Place]:
    """The lines that are run with it."""
    return {(file_of(module), line) for line in range(mutant.lines[0], mutant.lines[1] + 1)}


def own_tests(algorithm: Algorithm) -> list[Path]:
    """The files of its tests: `test_kmeans.py`, `test_kmeans_told.py`."""
    own = own_test(algorithm)
    others = {key for key in engine.algorithms() if key.startswith(f"{algorithm.key}_")}
    beside = (path for path in sorted(own.parent.glob(f"{own.stem}_*.py")) if not _of(path, others))
    return [path for path in (own, *beside) if path.exists()]


def _of(path: Path, keys: set[str]) -> bool:
    return any(path.stem == f"test_{key}" or path.stem.startswith(f"test_{key}_") for key in keys)


class Held:
    """A plugin of pytest that runs the tests it has collected once for each mutant."""

    def __init__(self, algorithm: Algorithm, modules: list[ModuleType]) -> None:
        self.algorithm, self.modules = algorithm, modules
        self.files = {file_of(module) for module in modules}
        self.most, self.seed, self.at, self.every = 0, 0, frozenset[int](), False
        self.code, self.failed = 2, False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        began = time.monotonic()
        reach = Reach(sights(self.algorithm, self.files))
        for promise in SHOWING:  # what they keep for each other costs no mutant anything
            promise(self.algorithm)
        told = forked(partial(self._tested, session.items), WAIT)
        assert told is not None, "the tests take too long, or end the process"
        reach.tests, reach.broken = told
        for name in reach.broken:
            print(f"Left out, as it fails without a mutant too: {name}", flush=True)
        self._report(session, reach, began)
        return True

    def _tested(self, items: list[pytest.Item]) -> tuple[dict[str, frozenset[Place]], list[str]]:
        """The lines that each of the tests runs, and what fails as it is."""
        tests, broken = {}, []
        for item in items:
            _forget_tests()
            failed, tests[item.nodeid] = lines_of(self.files, lambda item=item: self._fails(item))
            broken += [item.nodeid] if failed else []
        return tests, broken

    def _promised(self) -> dict[Promise, frozenset[Place]]:
        """The lines that each of the other promises runs."""
        others = [promise for promise in PROMISES if promise not in SHOWING]
        for promise in others:  # what they keep for each other is made without a watch on the lines
            promise(self.algorithm)
        return {one: lines_of(self.files, lambda one=one: one(self.algorithm))[1] for one in others}

    def _report(self, session: pytest.Session, reach: Reach, began: float) -> None:
        found: Counter[str] = Counter()
        mutants, items = list(self._mutants(reach)), list(session.items)
        for module, mutant in mutants:
            verdict = forked(partial(self._verdict, items, reach, module, mutant), PATIENCE) or "time"
            items.sort(key=lambda item, killer=verdict: item.nodeid != killer)
            if verdict == "survives":
                reach.promises = self._promised() if reach.promises is None else reach.promises
                verdict = forked(partial(self._promise_broken, reach, module, mutant), PATIENCE) or "time"
            kind = verdict if verdict in ("survives", UNSEEN) else "killed"
            found[kind] += 1
            if kind == "survives" or (self.every and kind == UNSEEN):
                place = f"{Path(file_of(module)).relative_to(ROOT)}:{mutant.line}"
                note = f"   ({UNSEEN})" if kind == UNSEEN else ""
                print(f"{place}  {_brief(mutant.was)}  →  {_brief(mutant.now)}{note}", flush=True)
            if found.total() % OFTEN == 0:
                print(_so_far(found, len(mutants)), flush=True)
        self.code = int(found["survives"] > 0)
        print(
            f"{self.algorithm.key}: {found.total()} mutants, {found['killed']} killed, {found['survives']} survive, "
            f"{found[UNSEEN]} {UNSEEN} ({time.monotonic() - began:.0f} s)",
            flush=True,
        )

    def _mutants(self, reach: Reach) -> Iterator[tuple[ModuleType, Mutant]]:
        """At random, so many as are asked for; of a shared file those on lines that run for this algorithm."""
        neighbours = neighbours_in(*self.modules, self.algorithm.room("loop"))
        run, home = reach.lines(), self.algorithm.home
        found = [
            (module, mutant)
            for module in self.modules
            for mutant in mutants_of(source_of(module), neighbours)
            if (module.__name__.startswith(f"{home}.") or not run.isdisjoint(places_of(module, mutant)))
            and (not self.at or mutant.line in self.at)
        ]
        chosen, drawn = min(self.most or len(found), len(found)), random.Random(self.seed)
        ends = [place * len(found) // max(chosen, 1) for place in range(chosen + 1)]
        return (found[drawn.randrange(low, high)] for low, high in pairwise(ends))

    def _verdict(self, items: list[pytest.Item], reach: Reach, module: ModuleType, mutant: Mutant) -> str:
        """What kills the mutant, or "survives", or that it is never shown; in a process that ends with it."""
        runs = partial(_runs, mutant, places_of(module, mutant))
        there = [sight for sight in reach.sights if runs(sight.lines)]
        error = self._broken(module, mutant, lambda: self._is_seen(there[:: len(there) // FEW + 1], there, False))
        if error is not None:
            return error
        for item in items:
            if item.nodeid not in reach.broken and runs(reach.tests[item.nodeid]) and self._fails(item):
                return item.nodeid
        seen: list[bool] = []
        error = self._broken(module, mutant, lambda: seen.append(self._is_seen(there, there, True)))
        return error or ("survives" if seen == [True] else UNSEEN)

    def _promise_broken(self, reach: Reach, module: ModuleType, mutant: Mutant) -> str:
        """What kills a mutant that the tests let pass, or "survives"."""
        runs = partial(_runs, mutant, places_of(module, mutant))
        for promise in (one for one, lines in (reach.promises or {}).items() if runs(lines)):
            error = self._broken(module, mutant, partial(promise, self.algorithm))
            if error is not None:
                return error
        return "survives"

    def _broken(self, module: ModuleType, mutant: Mutant, call: Callable[[], object]) -> str | None:
        """What the call raises with the mutant in its place."""
        forget(self.algorithm.family)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                patch(module, mutant)
                call()
            except (Exception, pytest.fail.Exception) as error:
                return f"{type(error).__name__}: {_brief(str(error))}"
        return None

    def _fails(self, item: pytest.Item) -> bool:
        self.failed = False
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)  # with the warnings that it lets pass
        return self.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def pytest_internalerror(self, excrepr: object) -> None:
        """Nothing else reports it where there is no terminal reporter."""
        print(excrepr, file=sys.stderr, flush=True)

    def _is_seen(self, part: list[Sight], there: list[Sight], whole: bool) -> bool:
        """Whether any sight of this part is another now; what a promise says of those is raised."""
        others = changed(part)
        if others:
            with looking_at(self.algorithm, there, None if whole else others):
                for promise in SHOWING:
                    _keeps(promise, self.algorithm, of_all=whole)
        return bool(others)


def _runs(mutant: Mutant, places: set[Place], lines: frozenset[Place]) -> bool:
    """Whether what runs these lines may run the mutant: one at the top of a file is everywhere."""
    return not mutant.within or not places.isdisjoint(lines)


def _keeps(promise: Promise, algorithm: Algorithm, of_all: bool) -> None:
    """Raise what it says, but for that something is nowhere to be found, unless it has looked everywhere."""
    try:
        promise(algorithm)
    except AssertionError as error:
        if of_all or not str(error).startswith(NOWHERE):
            raise


def _so_far(found: Counter[str], of: int) -> str:
    """The totals of an unfinished run."""
    return f"{found.total()} of {of} tried, {found['survives']} left, {found[UNSEEN]} {UNSEEN}"


def _forget_tests() -> None:
    """What tests keep for each other would hide what the later ones run."""
    for module in [module for name, module in sys.modules.items() if name.startswith("tests.engine.")]:
        for kept in list(vars(module).values()):
            if callable(getattr(kept, "cache_clear", None)):
                kept.cache_clear()


def _brief(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 100 else words[:99] + "…"


if __name__ == "__main__":
    sys.exit(main())
