"""The places of the crash tests, and how much of them there is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from langgraph.checkpoint.postgres import PostgresSaver

pytest.register_assert_rewrite("tests.crashes.ledger")

from tests import postgres  # noqa: E402
from tests.crashes.places import Place  # noqa: E402


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how much the tests have done, which is what they are there for."""
    if not terminalreporter.config.getoption("--soak"):
        return
    terminalreporter.section("soak")
    for outcome in ("passed", "failed", "skipped"):
        reports = terminalreporter.getreports(outcome)
        for report in (r for r in reports if "tests/crashes/" in r.nodeid):
            done = "".join(f", {count:,} {what}" for what, count in report.user_properties)
            name = report.nodeid.removeprefix("tests/crashes/")
            terminalreporter.line(f"{outcome} in {report.duration:.0f} s{done}: {name}")


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> int:
    """How often processes are killed."""
    return 200 if request.config.getoption("--soak") else 20


@pytest.fixture
def on_sqlite(tmp_path: Path) -> Place:
    """A file."""
    return Place(str(tmp_path / "memory.sqlite"))


@pytest.fixture
def on_postgres() -> Iterator[Place]:
    """A database of its own."""
    if missing := postgres.why_not():
        pytest.skip(missing)
    with postgres.server().database() as url:
        with PostgresSaver.from_conn_string(url) as saver:
            saver.setup()
        yield Place(url)


@pytest.fixture(params=["sqlite", "sqlite, vectors in chroma", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Each place in turn."""
    if request.param == "postgres":
        place: Place = request.getfixturevalue("on_postgres")
        return place
    sqlite: Place = request.getfixturevalue("on_sqlite")
    in_chroma = "chroma" in request.param
    return replace(sqlite, chroma=tmp_path / "chroma") if in_chroma else sqlite
