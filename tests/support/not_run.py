"""One line that says which tests did not run, and why."""

from collections import Counter
from collections.abc import Iterable

import pytest

NOTHING = "Not run: nothing."


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(not_run(terminalreporter.stats.get("skipped", [])))


def not_run(reports: Iterable[pytest.TestReport | pytest.CollectReport]) -> str:
    """The skipped reports, counted by their reason; whole files count as one."""
    reasons = Counter(_reason(report) for report in reports)
    if not reasons:
        return NOTHING
    return "Not run: " + "; ".join(f"{count} ({reason})" for reason, count in reasons.most_common()) + "."


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    said = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return said.removeprefix("Skipped: ").rstrip(".")
