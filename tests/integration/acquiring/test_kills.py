"""An acquisition that is killed goes on where it was, and comes to the same."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.sqlite import SqliteSaver

from tests.integration.acquiring.agents import ANN, TASKS, memory_for, travel

ROOT = Path(__file__).parents[3]
RUNS = 4 * len(TASKS)
KILLS = (("run", 3), ("judged", 5), ("judged", 12))
"""After which line of its output, and how many of it, a process is killed."""


def acquired(file: Path, how: list[str], line: str, count: int) -> Counter[str]:
    """Acquire until a line has come so often, then kill: the threads that answered."""
    module = "tests.integration.acquiring.killed"
    process = subprocess.Popen(  # noqa: S603  the tests' own program
        [sys.executable, "-m", module, str(file), *how],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    answered: Counter[str] = Counter()
    with process:
        assert process.stdout is not None
        for said in process.stdout:  # to its end, for what it said before it died
            words = said.split()
            answered.update(words[1:])
            count -= words[0] == line
            if count == 0:
                process.kill()
    assert count <= 0, f"it never said {line} so often"
    return answered


def finished(file: Path) -> set[str]:
    """The threads whose end is on record."""
    with SqliteSaver.from_conn_string(str(file)) as saver:
        graph = travel(memory_for(), saver)
        threads = {one.config["configurable"]["thread_id"] for one in saver.list(None)}
        states = {
            thread: graph.get_state({"configurable": {"thread_id": thread}})
            for thread in threads
        }
        runs = {t: s for t, s in states.items() if s.values.get("messages")}
        return {t for t, s in runs.items() if not (s.next or s.tasks)}


def learned(file: Path) -> list[dict[str, Any]]:
    """The lessons, but for the ids of messages, which are drawn anew."""
    with SqliteSaver.from_conn_string(str(file)) as saver:
        memory = memory_for()
        lessons = memory.experiences(memory.store(saver), ANN)
        told = [
            {**one.to_dict(), "evidence": sorted({thread for thread, _ in one.evidence})}
            for one in lessons
        ]
        return sorted(told, key=lambda one: str(one["key"]))


@pytest.mark.parametrize("how", [[], ["--remembers"]], ids=["bare", "with memory"])
def test_a_killed_acquisition_goes_on_and_comes_to_the_same(
    how: list[str], tmp_path: Path
) -> None:
    """No run that was finished runs again, and the lessons are those of no kill."""
    calm, killed = tmp_path / "calm.db", tmp_path / "killed.db"
    assert acquired(calm, how, "done", 1).total() == RUNS
    answered: Counter[str] = Counter()
    done: set[str] = set()
    for line, count in (*KILLS, ("done", 1)):
        now = acquired(killed, how, line, count)
        assert not done & set(now), "a finished run was run again"
        answered += now
        done = finished(killed)
    assert done == finished(calm) == set(answered)
    assert len(done) == RUNS
    assert learned(killed) == learned(calm) != []
    with SqliteSaver.from_conn_string(str(killed)) as saver:
        for thread in done:
            config: Any = {"configurable": {"thread_id": thread}}
            sources = [one.metadata["source"] for one in saver.list(config)]
            assert sources.count("input") == 1, "a run was begun twice"
