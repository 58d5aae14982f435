"""Attempts at many tasks, chunk by chunk, so that memory is bounded."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.store.base import BaseStore

from langgraph_memory._checked import check_that
from langgraph_memory._flow import arun, run
from langgraph_memory.errors import MemoryWarning, StoreError
from langgraph_memory.experiences.attempted import Attempt
from langgraph_memory.facts.text import truncate
from langgraph_memory.nodes._frame import outside_of
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._trials import apart
from langgraph_memory.scope import Scope
from langgraph_memory.wiring.accepting import given, whose
from langgraph_memory.wiring.carrying import taking
from langgraph_memory.wiring.progress import Told, told
from langgraph_memory.wiring.scoring import Score, scored
from langgraph_memory.wiring.tasks import Task, Tasks, tasks_from
from langgraph_memory.wiring.trials import Setting, Trial
from langgraph_memory.wiring.trying import Trying, checked
from langgraph_memory.wiring.twice import Twice, Work

_AHEAD = 2  # runs held in memory, in multiples of those that run at once


_LONGEST = 160
_ALL_RAISED = (
    "all {} runs raised, the last one {} - nothing is learned of what would have come "
    "after. Where tools raise, let them answer with their errors: "
    "ToolNode(tools, handle_tool_errors=True)"
)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is to be run on purpose, and how; see `Memory.acquire` for what each means."""

    graph: Any
    tasks: Tasks
    score: Score | None
    scope: Scope
    store: BaseStore | None
    temperature_key: str
    concurrency: int
    success: float
    name: str
    config: RunnableConfig | None
    context: Any
    progress: Told

    def __post_init__(self) -> None:
        """Check what can be checked at once.

        Raises:
            ConfigError: When a number is out of its range, or a function is none.
            ScopeError: When the scope is none.
            WiringError: When the graph is not compiled, or has no checkpointer.
        """
        checked(self.graph)
        whose(self.scope)
        check_counts("concurrency", [self.concurrency])
        good: Any = self.success
        fits = isinstance(good, int | float) and 0 <= good <= 1
        check_that(fits, "success", good, "a score of 0 to 1, such as 0.5")
        wanted = "a function of a task and the final state, such as DialogueReward()"
        check_that(self.score is None or callable(self.score), "score", self.score, wanted)
        told: Any = self.progress
        wanted = "True, False, or a function of the runs that are done and of all"
        check_that(isinstance(told, bool) or callable(told), "progress", told, wanted)


@dataclass(frozen=True, kw_only=True)
class Tried:
    """A run, and what it was worth.

    Attributes:
        trial: The run.
        attempt: What it was worth; None where it could not be scored.
        left_out: Why it could not; empty: it could.
    """

    trial: Trial
    attempt: Attempt | None
    left_out: str = ""


Visit = Callable[[Task, list[Tried]], Work[None]]
"""What is done with the runs of a task, which are held no longer then."""


class Attempting:
    """Runs and scores tasks for one memory."""

    def __init__(
        self,
        settings: Settings,
        plan: Plan,
        trying: Trying,
        forget: Callable[[Scope], None],
    ) -> None:
        """Take what is needed.

        Args:
            settings: The memory's settings.
            plan: What is to be run.
            trying: What runs it.
            forget: Drops what this process holds of a scope.
        """
        self._settings = settings
        self._plan = plan
        self._trying = trying
        self._forget = forget

    def run(self, setting: Setting, samples: int, visit: Visit) -> Work[None]:
        """Run and score all tasks.

        Args:
            setting: How.
            samples: Runs of each task.
            visit: Called with the runs of each task, in the order of the tasks.
        """
        tasks = tasks_from(self._plan.tasks, self._settings.messages_key)
        raised: list[str] = []
        ran = 0
        size = max(1, _AHEAD * self._plan.concurrency // samples)
        while chunk := list(islice(tasks, size)):
            trials = yield from self._trying.run(setting, chunk, samples)
            for task in chunk:
                tried: list[Tried] = []
                for trial in (one for one in trials if one.task is task):
                    tried += [(yield from self._scored(trial))]
                yield from visit(task, tried)
            ran += len(trials)
            raised += [trial.failed for trial in trials if trial.failed]
            yield from self._cleared(setting.scope, trials)
        if ran > 1 and len(raised) == ran:
            msg = _ALL_RAISED.format(
                ran, truncate(self._settings.redact(raised[-1]), _LONGEST)
            )
            warnings.warn(msg, MemoryWarning, stacklevel=2)

    def _scored(self, trial: Trial) -> Work[Tried]:
        if trial.unknown:
            return self._left_out(trial, trial.unknown)
        plan = self._plan
        try:
            attempt = yield from scored(self._settings, trial, plan.score, plan.success)
        except Exception as error:  # noqa: BLE001  reported, whatever the function raised
            reason = f"it could not be scored: {type(error).__name__}: {error}"
            return self._left_out(trial, reason)
        return Tried(trial=trial, attempt=attempt)

    def _left_out(self, trial: Trial, reason: str) -> Tried:
        reason = self._settings.redact(reason)
        where = f"run {trial.number} of task {trial.task.name}, thread {trial.thread_id}"
        warnings.warn(f"{where}, is left out: {reason}", MemoryWarning, stacklevel=2)
        return Tried(trial=trial, attempt=None, left_out=reason)

    def _cleared(self, scope: Scope, trials: Sequence[Trial]) -> Work[None]:
        """Delete what trials remembered on their way, each in a scope of its own."""
        store = store_of(self._settings, self._plan)
        if not self._trying.remembers or store is None:
            return
        outside = outside_of(self._settings, store)
        for own in (apart(scope, one.thread_id) for one in trials):

            def now(own: Scope = own) -> object:
                return run(taking(own, None), outside)

            async def later(own: Scope = own) -> object:
                return await arun(taking(own, None), outside)

            yield Twice(now, later)
            self._forget(own)


def store_of(settings: Settings, plan: Plan) -> BaseStore | None:
    """Where lessons are kept: the store that was given, the graph's own, the memory's."""
    if plan.store is not None:
        return given(plan.store)
    own = getattr(plan.graph, "store", None)
    return own if isinstance(own, BaseStore) else settings.store


def needed_store(settings: Settings, plan: Plan) -> BaseStore:
    """The store.

    Raises:
        StoreError: When there is none.
    """
    store = store_of(settings, plan)
    if store is None:
        msg = "there is no store for lessons: give store=, or compile the graph with one"
        raise StoreError(msg)
    return store


def check_counts(name: str, counts: Any, least: int = 1) -> None:
    """Check that numbers count something.

    Raises:
        ConfigError: When there is none, or one is no integer of at least so much.
    """
    if isinstance(counts, str) or not isinstance(counts, Sequence):
        wanted = f"a list of integers of at least {least}, such as ({max(1, least)}, 5)"
        check_that(False, name, counts, wanted)  # noqa: FBT003  it does not fit
    fits = bool(counts) and all(
        isinstance(one, int) and not isinstance(one, bool) and one >= least
        for one in counts
    )
    given = counts[0] if len(counts) == 1 else tuple(counts)
    check_that(fits, name, given, f"an integer of at least {least}")


def check_heats(temperatures: Any) -> tuple[float | None, ...]:
    """The temperatures.

    Raises:
        ConfigError: When there is none, or one is neither a number of 0 or more nor None.
    """
    held = temperatures if isinstance(temperatures, list | tuple) else ()
    fits = bool(held) and all(
        one is None
        or (isinstance(one, int | float) and not isinstance(one, bool) and one >= 0)
        for one in held
    )
    given = held[0] if len(held) == 1 else temperatures
    wanted = "0 or more, or None; for several, such as (None, 0.5)"
    check_that(fits, "temperature", given, wanted)
    return tuple(held)


@contextmanager
def trying(settings: Settings, plan: Plan, runs: int, what: str) -> Iterator[Trying]:
    """What runs a plan, with its progress.

    Args:
        settings: The memory's settings.
        plan: The plan.
        runs: Runs of each task, in all settings.
        what: What is done.
    """
    total = None
    if isinstance(plan.tasks, Collection):  # others can be gone through but once
        total = runs * sum(1 for _ in tasks_from(plan.tasks, settings.messages_key))
    with told(plan.progress, total, what) as tick:
        yield Trying(
            plan.graph,
            concurrency=plan.concurrency,
            temperature_key=plan.temperature_key,
            messages_key=settings.messages_key,
            config=plan.config,
            context=plan.context,
            tick=tick,
        )
