"""What is compared: no memory, the methods of ReMe, and the library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langgraph_memory.config import ExperienceConfig
from langgraph_memory.experiences.contrast import compare, nearest
from langgraph_memory.experiences.crediting import counterfactual
from langgraph_memory.experiences.distilling import distil
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.outcome import Outcome
from tests.benchmarks.learner.agent import Agent, Attempt, Lessons
from tests.benchmarks.learner.apis import Call, Task, progress
from tests.benchmarks.learner.pool import NOW, Pool

SAMPLES = 8
RETRIES = 3
_K = 5

_WITH = {True: Outcome(success=True, reason=""), False: Outcome(success=False, reason="no")}


@dataclass(frozen=True)
class Variant:
    """One way to learn.

    Attributes:
        name: Its name.
        memory: Whether it has any.
        retries: Attempts after a first one that failed, in the held-out tasks too.
        adds: Whether it learns from the stream.
        by_action: Whether lessons are chosen by the drafted call and by errors, and mined
            from failed runs of the stream too; else by the scenario, and from those that
            succeeded, as ReMe. Samples taken on purpose teach both whatever their end.
        policy: By what it forgets; None: it does not.
    """

    name: str
    memory: bool = True
    retries: int = 0
    adds: bool = False
    by_action: bool = False
    policy: str | None = None


VARIANTS = (
    Variant("none", memory=False),
    Variant("none_retry3", memory=False, retries=RETRIES),
    Variant("reme_static"),
    Variant("reme_selective", adds=True),
    Variant("reme_delete", adds=True, policy="reme"),
    Variant("ours_unpruned", adds=True, by_action=True),
    Variant("ours", adds=True, by_action=True, policy="credit"),
)


class Learner:
    """One agent with one way to learn."""

    def __init__(self, agent: Agent, variant: Variant, embed: Callable[..., Any]) -> None:
        policy: Any = variant.policy or "credit"
        config = ExperienceConfig(policy=policy)
        self.pool = Pool(config, embed, by_text=not variant.by_action)
        self.agent, self.variant = agent, variant
        self.forgotten: list[str] = []

    def acquire(self, tasks: Iterable[Task]) -> None:
        """Learn from samples of some tasks, without any lesson in sight."""
        if not self.variant.memory:
            return
        for task in tasks:
            attempts = [
                self.agent.attempt(task, f"acquire {task.name} {i}", _nothing)
                for i in range(SAMPLES)
            ]
            for attempt in attempts:
                self._learn(attempt, ())
            good = [a for a in attempts if a.success]
            bad = [a for a in attempts if not a.success]
            pairs = bad if self.variant.by_action else bad[:1]
            for attempt in pairs if good else ():
                self._contrast(good, attempt, ())

    def stream(self, tasks: Sequence[Task], episodes: int) -> list[tuple[bool, int]]:
        """Meet tasks one after the other; success and size of the pool after each."""
        told = []
        for number in range(episodes):
            task = tasks[number % len(tasks)]
            thread = f"stream {number} {task.name}"
            first = self._met(task, thread)
            told.append((first.success, len(self.pool.alive)))
        return told

    def held_out(self, tasks: Iterable[Task]) -> list[bool]:
        """Success at tasks, without learning from them."""
        return [self._tried(task) for task in tasks]

    def _tried(self, task: Task) -> bool:
        threads = [f"held out {task.name} {i}" for i in range(1 + self.variant.retries)]
        lessons = self._lessons(task)
        return any(self.agent.attempt(task, t, lessons).success for t in threads)

    def _met(self, task: Task, thread: str) -> Attempt:
        found: dict[str, None] = {}
        lessons = self._lessons(task, found=found)
        first = self.agent.attempt(task, thread, lessons)
        if not self.variant.adds:
            return first
        self._ended(thread, first, found)
        self._credit(task, thread, first)
        self._distil(first, found)
        failed, attempt = [], first
        for retry in range(RETRIES):
            if attempt.success:
                break
            failed.append(attempt)
            again = f"{thread} again {retry}"
            attempt = self.agent.attempt(task, again, lessons)
            self._credit(task, again, attempt)
            self._distil(attempt, found)
        if attempt.success:
            for worse in failed:
                self._contrast([attempt], worse, found)
        if self.variant.policy is not None:
            before = set(self.pool.alive)
            self.pool.forget()
            self.forgotten += sorted(before - set(self.pool.alive))
        return first

    def _lessons(
        self, task: Task, *, without: str = "", found: dict[str, None] | None = None
    ) -> Lessons:
        if not self.variant.memory:
            return _nothing
        fixed = None
        if not self.variant.by_action:
            fixed = self.pool.by_scenario(task.text, _K)

        def lessons(call: Call, condition: str) -> Sequence[Experience]:
            chosen = fixed
            if chosen is None:
                chosen = self.pool.by_tool(call.tool, condition, task.text)
            if found is not None:
                found.update(dict.fromkeys(one.key for one in chosen))
            return [one for one in chosen if one.key != without]

        return lessons

    def _ended(self, thread: str, attempt: Attempt, found: Mapping[str, None]) -> None:
        """Events of how a run ended, and of what was found for it."""
        events = self.pool.events
        events.append({"event": "run", "run": thread, "success": attempt.success})
        events += [{"event": "retrieved", "experience": k, "run": thread} for k in found]

    def _credit(self, task: Task, thread: str, attempt: Attempt) -> None:
        """Events of what fired, and of what came of it by replay."""
        if self.variant.policy != "credit":
            return
        came = progress(task, attempt.made)
        for key in attempt.fired:
            lessons = self._lessons(task, without=key)
            without = self.agent.attempt(task, thread, lessons)
            verdict = counterfactual(came, progress(task, without.made))
            for event in filter(None, ("fired", verdict)):
                told = {"event": event, "experience": key, "run": thread}
                self.pool.events.append(told)

    def _distil(self, attempt: Attempt, recalled: Iterable[str]) -> None:
        if attempt.success or self.variant.by_action:
            self._learn(attempt, recalled)

    def _learn(self, attempt: Attempt, recalled: Iterable[str]) -> None:
        lessons = distil(attempt.run, _WITH[attempt.success], created_at=NOW)
        self.pool.take(lessons, attempt.run, recalled)
        if attempt.success and self.variant.by_action:
            self.pool.refute(attempt.run)

    def _contrast(
        self, good: Sequence[Attempt], worse: Attempt, recalled: Iterable[str]
    ) -> None:
        better = good[0].run
        if self.variant.by_action:
            better = nearest(worse.run, [a.run for a in good]) or better
        lessons = compare(better, worse.run, created_at=NOW)
        self.pool.take(lessons, better, recalled)


def _nothing(call: Call, condition: str) -> Sequence[Experience]:
    del call, condition
    return ()
