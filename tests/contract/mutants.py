"""Breaks the telling and the drawing of an algorithm in one place at a time, and lists what nothing notices.

`python -m tests.contract.mutants KEY [--with FILE ...] [--most N] [--all]` runs, for each mutant (`mutating.py`), the
promises of the contract and then the algorithm's own tests, and stops at the first that fails. The loop is not broken,
so the steps of all runs are made once; each mutant lives in a forked process of its own, which has a time limit. The
totals are printed on the way, so that an interrupted run tells what it has found.

A mutant with which every sampled step is told and drawn as before, and no test fails, is counted apart, as never shown:
it may be equivalent. `--with` breaks a file that several algorithms share too (`engine/parts/trees/tree_words.py`);
`--most` takes so many of the mutants, evenly; `--all` lists those that are never shown too.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
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
    promises: dict[Promise, frozenset[Place]] = field(default_factory=dict)
    tests: dict[str, frozenset[Place]] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)

    def lines(self) -> frozenset[Place]:
        """All that run for any of them."""
        seen = (sight.lines for sight in self.sights)
        return frozenset().union(*seen, *self.promises.values(), *self.tests.values())


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.contract.mutants", description=__doc__)
    asked.add_argument("key")
    asked.add_argument("--with", nargs="+", default=[], dest="shared", metavar="FILE")
    asked.add_argument("--most", type=int, default=0)
    asked.add_argument("--all", action="store_true")
    given = asked.parse_args()
    algorithm = engine.algorithm(given.key)
    shared = [str(Path(path).resolve().relative_to(ROOT).with_suffix("")).replace("/", ".") for path in given.shared]
    held = Held(algorithm, [algorithm.room("telling"), algorithm.room("drawing"), *map(import_module, shared)])
    held.most, held.every = given.most, given.all
    plain = [
        "--full",
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
        self.most, self.every, self.code, self.failed = 0, False, 2, False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        began = time.monotonic()
        reach = Reach(sights(self.algorithm, self.files))
        for promise in PROMISES:  # what they keep for each other costs no mutant anything
            promise(self.algorithm)
        told = forked(partial(self._reached, session.items), WAIT)
        assert told is not None, "the tests take too long, or end the process"
        reach.promises = {PROMISES[number]: lines for number, lines in told[0].items()}
        reach.tests, reach.broken = told[1], told[2]
        for name in reach.broken:
            print(f"Left out, as it fails without a mutant too: {name}", flush=True)
        self._report(session, reach, began)
        return True

    def _reached(
        self, items: list[pytest.Item]
    ) -> tuple[dict[int, frozenset[Place]], dict[str, frozenset[Place]], list[str]]:
        """The lines that each of the other promises and each of the tests runs, and what fails as it is."""
        promises, tests, broken = {}, {}, []
        for number, promise in enumerate(PROMISES):
            if promise not in SHOWING:
                promises[number] = lines_of(self.files, lambda promise=promise: promise(self.algorithm))[1]
        for item in items:
            _forget_tests()
            failed, tests[item.nodeid] = lines_of(self.files, lambda item=item: self._fails(item))
            broken += [item.nodeid] if failed else []
        return promises, tests, broken

    def _report(self, session: pytest.Session, reach: Reach, began: float) -> None:
        found: Counter[str] = Counter()
        mutants = list(self._mutants(reach))
        for module, mutant in mutants:
            verdict = forked(partial(self._verdict, session.items, reach, module, mutant), PATIENCE) or "time"
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
        """Evenly, so many as are asked for; of a shared file those on lines that run for this algorithm."""
        neighbours = neighbours_in(*self.modules, self.algorithm.room("loop"))
        run, home = reach.lines(), self.algorithm.home
        found = [
            (module, mutant)
            for module in self.modules
            for mutant in mutants_of(source_of(module), neighbours)
            if module.__name__.startswith(f"{home}.") or not run.isdisjoint(places_of(module, mutant))
        ]
        chosen = min(self.most or len(found), len(found))
        return (found[place * len(found) // chosen] for place in range(chosen))

    def _verdict(self, items: list[pytest.Item], reach: Reach, module: ModuleType, mutant: Mutant) -> str:
        """What kills the mutant, or "survives", or that it is never shown; in a process that ends with it."""
        places = places_of(module, mutant)

        def runs(lines: frozenset[Place]) -> bool:
            return not mutant.within or not places.isdisjoint(lines)

        forget(self.algorithm.family)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                patch(module, mutant)
                others = self._is_seen([sight for sight in reach.sights if runs(sight.lines)])
                for promise in (one for one, lines in reach.promises.items() if runs(lines)):
                    promise(self.algorithm)
            except (Exception, pytest.fail.Exception) as error:
                return f"{type(error).__name__}: {_brief(str(error))}"
        for item in items:
            if item.nodeid not in reach.broken and runs(reach.tests[item.nodeid]) and self._fails(item):
                return item.nodeid
        return "survives" if others else UNSEEN

    def _fails(self, item: pytest.Item) -> bool:
        self.failed = False
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)  # with the warnings that it lets pass
        return self.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def pytest_internalerror(self, excrepr: object) -> None:
        """Nothing else reports it where there is no terminal reporter."""
        print(excrepr, file=sys.stderr, flush=True)

    def _is_seen(self, there: list[Sight]) -> bool:
        """Whether any of these sights is another now; what a promise says of one is raised, first of a few of them."""
        for part in (there[:: len(there) // FEW + 1], there):
            others = changed(part)
            if others:
                with looking_at(self.algorithm, there, others if part is not there else None):
                    for promise in SHOWING:
                        _keeps(promise, self.algorithm, of_all=part is there)
        return bool(others)


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
