"""A process that acquires from a file, and is killed: `python -m … FILE [--remembers]`.

It says each step on standard output: `answered THREAD` before an answer that ends a run,
`run` after each run, `judged` after each score, and `done`.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import MessagesState

from tests.integration.acquiring.agents import (
    ANN,
    TASKS,
    agent,
    booked,
    memory_for,
    travel,
)

_STEP = 0.01  # seconds that an answer takes, so that kills meet runs under way


def say(line: str) -> None:
    """Write a line at once, whichever thread does."""
    os.write(1, f"{line}\n".encode())


def main(file: str, *, remembers: bool) -> None:
    """Acquire."""

    def noting(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
        update = agent(state, config)
        time.sleep(_STEP)
        answer = update["messages"][0]
        if isinstance(answer, AIMessage) and not answer.tool_calls:
            say(f"answered {config['configurable']['thread_id']}")
        return update

    def judged(task: Any, state: Any) -> bool:
        say("judged")
        return booked(task, state)

    with SqliteSaver.from_conn_string(file) as saver:
        memory = memory_for()
        graph = travel(memory, saver, remembers=remembers, node=noting)
        memory.acquire(
            graph,
            TASKS,
            judged,
            scope=ANN,
            samples=4,
            temperature=None,
            progress=lambda *_: say("run"),
        )
    say("done")


if __name__ == "__main__":
    main(sys.argv[1], remembers="--remembers" in sys.argv)
