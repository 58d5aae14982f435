"""One acquisition: tasks are run and scored, what they teach is admitted and reported."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

from langgraph.store.base import GetOp, Item, PutOp

from langgraph_memory._asking import Fallback, asked
from langgraph_memory._flow import Steps, arun, batch, run
from langgraph_memory._warnings import warn
from langgraph_memory.config import MemoryConfig
from langgraph_memory.experiences.acquired import (
    Acquired,
    Cost,
    FailedRun,
    first_fates,
    known_again,
    spent,
)
from langgraph_memory.experiences.acquiring import Taught, habits_taught, taught
from langgraph_memory.experiences.admissions import Admission
from langgraph_memory.experiences.attempted import Attempt, succeeded
from langgraph_memory.experiences.contrast import nearest
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.habits import Habits
from langgraph_memory.experiences.lacking import first_wrong
from langgraph_memory.experiences.lenses import questions
from langgraph_memory.facts.messages import as_messages
from langgraph_memory.nodes._credit import credit_key
from langgraph_memory.nodes._frame import Frame, outside_of
from langgraph_memory.nodes._keeping import keep
from langgraph_memory.nodes._learning import distilled
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.scope import Scope
from langgraph_memory.wiring.attempting import (
    Attempting,
    Plan,
    Tried,
    needed_store,
    trying,
)
from langgraph_memory.wiring.states import messages_in
from langgraph_memory.wiring.tasks import Task
from langgraph_memory.wiring.trials import Setting
from langgraph_memory.wiring.twice import Twice, Work

_BY_RULES = Fallback(node="acquire", what="lessons", instead="rules serve alone")


class Acquisition:
    """Learns from runs on purpose, for one memory."""

    def __init__(
        self, settings: Settings, plan: Plan, forget: Callable[[Scope], None]
    ) -> None:
        """Take what is to be run.

        Args:
            settings: The memory's settings.
            plan: What is to be run.
            forget: Drops what this process holds of a scope.

        Raises:
            StoreError: When there is no store to keep lessons in.
        """
        self._settings = settings
        self._plan = plan
        self._forget = forget
        self._outside = outside_of(settings, needed_store(settings, plan), self._hear)
        self._habits = Habits()
        self._scores: dict[str, tuple[float | None, ...]] = {}
        self._failures: list[FailedRun] = []
        self._left_out: list[FailedRun] = []
        self._fates: dict[str, Admission] = {}
        self._resumed = self._asked = 0
        self._new = False
        self._spent = (0, 0, 0)

    def work(self, samples: int, temperature: float | None) -> Work[Acquired]:
        """All of it.

        Args:
            samples: Runs of each task.
            temperature: The model's temperature; None: its own.
        """
        begun = time.monotonic()
        plan = self._plan
        setting = Setting(
            scope=plan.scope, lessons=0, temperature=temperature, name=plan.name
        )
        with trying(self._settings, plan, samples, "acquiring") as runs:
            attempting = Attempting(self._settings, plan, runs, self._forget)
            yield from attempting.run(setting, samples, self._visit)
        lessons = habits_taught(self._habits, created_at=self._stamp)
        yield from self._learned(lessons, ())
        taken = runs.took(temperature)
        return self._report(time.monotonic() - begun, taken)

    @property
    def _stamp(self) -> str:
        return self._settings.clock().isoformat(timespec="milliseconds")

    def _hear(self, event: Any) -> None:
        """Count the questions to the memory's own model."""
        self._asked += event.get("event") == "memory_asked"

    def _visit(self, task: Task, tried: list[Tried]) -> Work[None]:
        attempts = [one.attempt for one in tried if one.attempt is not None]
        self._note(task, tried, attempts)
        self._habits.take(task.name, attempts)
        lessons = taught(attempts, created_at=self._stamp)
        yield from self._learned(lessons, attempts)

    def _note(
        self, task: Task, tried: Sequence[Tried], attempts: Sequence[Attempt]
    ) -> None:
        """What the report tells of the runs."""
        good = [attempt.run for attempt in succeeded(attempts)]
        scores: list[float | None] = []
        for one in tried:
            scores.append(one.attempt.score if one.attempt else None)
            where = {"task": task.name, "thread_id": one.trial.thread_id}
            if one.attempt is None:
                self._left_out.append(FailedRun(**where, reason=one.left_out))
            elif not one.attempt.outcome.success:
                own = one.attempt.run
                near = nearest(own, good)
                wrong = first_wrong(own, [near] if near else [])
                self._failures.append(
                    FailedRun(
                        **where,
                        reason=one.attempt.outcome.reason,
                        tool=wrong.tool if wrong else None,
                        message_id=wrong.source if wrong else None,
                    )
                )
            self._resumed += one.trial.resumed
            said = messages_in(one.trial.values, self._settings.messages_key)
            more = spent(as_messages(said or []))
            calls, read, written = (a + b for a, b in zip(self._spent, more, strict=True))
            self._spent = (calls, read, written)
        self._scores[task.name] = tuple(scores)

    def _learned(
        self, lessons: Sequence[Taught], attempts: Sequence[Attempt]
    ) -> Work[None]:
        """Admit lessons, those of rules and those of a model that is shown the attempts."""
        told: list[Admission] = yield Twice(
            lambda: run(self._steps(lessons, attempts), self._outside),
            lambda: arun(self._steps(lessons, attempts), self._outside),
        )
        for one in first_fates([*self._fates.values(), *told]):
            self._fates[one.key] = one

    def _steps(
        self, lessons: Sequence[Taught], attempts: Sequence[Attempt]
    ) -> Steps[list[Admission]]:
        """Learn, unless a mark says that these very runs have taught all they can."""
        marks, key = self._plan.scope.namespace("marks"), _mark_of(lessons, attempts)
        (mark,) = yield from batch([GetOp(marks, key)])
        if isinstance(mark, Item):
            return [Admission(**one) for one in mark.value["lessons"]]
        self._new = True
        fates: list[Admission] = []
        asked_of: list[tuple[Attempt, tuple[Experience, ...]]] = []
        for _, question, attempt in questions(attempts, created_at=self._stamp):
            found = yield from asked(question, "distil", self._outside, _BY_RULES)
            asked_of.append((attempt, found or ()))
        shown = {one.attempt.run.thread_id: one.attempt for one in lessons}
        shown = {one.run.thread_id: one for one in attempts} | shown
        for thread, attempt in shown.items():
            own = _distilled(self._settings.config, attempt)
            if own is None or not attempts:
                own = [e.lesson for e in lessons if e.attempt.run.thread_id == thread]
            told = [one for by, found in asked_of if by is attempt for one in found]
            frame = self._frame(thread)
            both = (attempt.run, attempt.outcome, own, told)
            fates += yield from keep(self._settings, frame, *both)
        value = {
            "event": "acquired",
            "at": self._stamp,
            "lessons": [asdict(one) for one in first_fates(fates)],
        }
        yield from batch([PutOp(marks, key, value, index=False)])
        return fates

    def _frame(self, thread_id: str) -> Frame:
        return Frame(
            scope=self._plan.scope,
            thread_id=thread_id,
            now=self._settings.clock(),
            outside=self._outside,
        )

    def _report(self, seconds: float, taken: bool | None) -> Acquired:  # noqa: FBT001  handed on
        calls, read, written = self._spent
        lessons = self._fates.values()
        return Acquired(
            runs=sum(score is not None for task in self._scores.values() for score in task),
            resumed=self._resumed,
            scores=dict(self._scores),
            failures=tuple(self._failures),
            left_out=tuple(self._left_out),
            lessons=tuple(lessons) if self._new else known_again(lessons),
            temperature_taken=taken,
            cost=Cost(
                seconds=seconds,
                calls=calls,
                input_tokens=read,
                output_tokens=written,
                asked=self._asked,
            ),
        )


def _distilled(config: MemoryConfig, attempt: Attempt) -> list[Experience] | None:
    """What the pool of a run distils of it; None where it does not, or fails."""
    try:
        return distilled(config, attempt.run, attempt.outcome)
    except Exception as error:  # noqa: BLE001  warned of, whatever the function raised
        warn(f"distil= failed, rules serve alone: {type(error).__name__}: {error}")
        return None


def _mark_of(lessons: Iterable[Taught], attempts: Iterable[Attempt]) -> str:
    """The key of the mark of these lessons, of these runs with these scores."""
    runs = [f"{one.run.thread_id} {one.score:g}" for one in attempts]
    keys = [f"{one.lesson.key} {one.attempt.run.thread_id}" for one in lessons]
    return credit_key("acquired", *runs, *sorted(keys))
