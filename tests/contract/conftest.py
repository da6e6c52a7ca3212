"""Adds to the end of a run what the contract took for each algorithm that needs longer than it may."""

from __future__ import annotations

from collections import Counter

import pytest

BUDGET = 2.0
"""Seconds an algorithm: with a hundred and twenty of them the contract then takes four minutes on one core."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    taken: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport) and "contract/test_contract.py::test_promise[" in report.nodeid:
                taken[report.nodeid.partition("[")[2].partition("-")[0]] += report.duration
    slow = [f"{key} {seconds:.1f} s" for key, seconds in taken.most_common() if seconds > BUDGET]
    if slow:
        terminalreporter.write_line(f"The contract takes more than {BUDGET:g} s for: {', '.join(slow)}")
