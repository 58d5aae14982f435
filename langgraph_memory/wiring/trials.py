"""Runs on purpose: how they are set, and where they stand by their checkpoints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from langgraph.types import StateSnapshot

from langgraph_memory.scope import Scope
from langgraph_memory.wiring.tasks import Task, thread_of


@dataclass(frozen=True, kw_only=True)
class Setting:
    """How a graph is run on purpose.

    Attributes:
        scope: Whose lessons a run is shown.
        lessons: How many of them at most.
        temperature: The model's temperature; None: its own.
        name: Tells these runs from others of the same tasks.
    """

    scope: Scope
    lessons: int
    temperature: float | None
    name: str

    def thread(self, task: Task, number: int) -> str:
        """The thread of a run of a task."""
        scope = [self.scope.tenant, self.scope.user, self.scope.agent]
        heat = None if self.temperature is None else float(self.temperature)
        return thread_of(self.name, scope, task.name, number, self.lessons, heat)


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A run on purpose, and where it stands.

    Attributes:
        task: Its task.
        number: Which of the runs of the task it is, from 0 up.
        thread_id: Its thread.
        values: The state that it came to; None where there is none.
        failed: With what it failed; empty: it did not.
        unknown: Why nothing can be said of it, such as that it waits for a human; empty:
            it ended, or failed.
        resumed: Whether it had been finished before.
    """

    task: Task
    number: int
    thread_id: str
    values: Any
    failed: str
    unknown: str
    resumed: bool


def is_begun(state: StateSnapshot | None) -> bool:
    """Whether there is anything on record."""
    return state is not None and bool(state.created_at)


def has_ended(state: StateSnapshot | None) -> bool:
    """Whether it came to its end."""
    # After a kill between two steps `next` is empty, but the tasks of the first are there.
    return state is not None and is_begun(state) and not (state.next or state.tasks)


def is_over(state: StateSnapshot | None) -> bool:
    """Whether there is nothing to run: it has ended, or waits for a human."""
    return has_ended(state) or (state is not None and bool(state.interrupts))
