"""Adds to the end of a run what the contract took of the processor for each algorithm that needs more than it may."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator

import pytest

from tests.contract.cost import BUDGET

TAKEN = "seconds of the processor"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Note what a test takes of the processor: on a busy machine the clock on the wall says more of the others."""
    begun = time.process_time()
    try:
        return (yield)
    finally:
        item.user_properties.append((TAKEN, time.process_time() - begun))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    taken: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            called = isinstance(report, pytest.TestReport) and report.when == "call"  # its teardown says it once more
            if called and "contract/test_contract.py::test_promise[" in report.nodeid:
                key = report.nodeid.partition("[")[2].partition("-")[0]
                taken[key] += sum(float(value) for name, value in report.user_properties if name == TAKEN)
    slow = [f"{key} {seconds:.1f} s" for key, seconds in taken.most_common() if seconds > BUDGET]
    if slow:
        terminalreporter.write_line(f"The contract takes more than {BUDGET:g} s for: {', '.join(slow)}")
