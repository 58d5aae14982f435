"""What good runs of several tasks give a parameter, whatever the task."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from langgraph_memory.experiences.arguments import grouped, has_form
from langgraph_memory.experiences.attempted import Attempt, failed, succeeded
from langgraph_memory.experiences.findings import Finding
from langgraph_memory.experiences.masking import mask
from langgraph_memory.experiences.origins import mentions
from langgraph_memory.experiences.personal import is_personal
from langgraph_memory.experiences.quantities import quantities_in
from langgraph_memory.experiences.run import Run, Step
from langgraph_memory.experiences.shapes import is_code, shape, telling
from langgraph_memory.experiences.usual import (
    USUAL,
    as_usual,
    choice,
    constant,
    unit,
    unit_in,
)

_LEAST_TASKS = 2
_MOST_CHOICES = 4
_TASKS_FOR_CHOICES = 4
_MOST_PARAMETERS = 500
_MOST_EXAMPLES = 3
_LONGEST_VALUE = 30
_REDACTED = "[redacted:"
_NUMBER = re.compile(r"-?[\d.]+(?:e[-+]?\d+)?")
_CODE = re.compile(r"[a-z_]+|[A-Z_]+")


@dataclass
class _Seen:
    """What one parameter of one tool was given by good runs.

    Of each way to tell it, the tasks that have it are counted as far as it matters; `None`
    stands for values that cannot be told so, such as those of a `personal` parameter. What
    bad runs of the same tasks gave it is `other`.
    """

    tasks: set[str] = field(default_factory=set)
    values: dict[str | None, set[str]] = field(default_factory=dict)
    units: dict[str | None, set[str]] = field(default_factory=dict)
    forms: dict[str | None, set[str]] = field(default_factory=dict)
    free: bool = True
    personal: bool = False
    common: frozenset[str] | None = None
    other: dict[str, set[str | None]] = field(default_factory=dict)
    badly: int = 0

    def take(self, value: Any, task: str, said: str, *, free: bool, named: bool) -> None:
        """Count a value that a good run gave.

        Args:
            value: The value.
            task: The task it was given in.
            said: The user's words there.
            free: Whether neither the user nor a tool had said it before.
            named: Whether a tool had.
        """
        self.free &= free
        told = quantities_in(said)
        self.common = told if self.common is None else self.common & told
        words, unit_name, form = self._ways(value)
        form = None if form and named and is_code(form) else form
        self._count(self.values, words, task, _MOST_CHOICES)
        self._count(self.units, unit_name, task, 1)
        self._count(self.forms, form, task, 1)
        if len(self.tasks) < _TASKS_FOR_CHOICES:
            self.tasks.add(task)

    def take_other(self, values: Sequence[Any]) -> None:
        """Count what a call of a bad run gave."""
        self.badly += 1
        for value in values:
            ways = zip(("values", "units", "forms"), self._ways(value), strict=True)
            for way, name in ways:
                seen = self.other.setdefault(way, set())
                if len(seen) <= _MOST_CHOICES:
                    seen.add(name)

    def _ways(self, value: Any) -> tuple[str | None, str | None, str | None]:
        words = None if self.personal else _told(value)
        plain = isinstance(value, str) and _REDACTED not in value
        return words, unit_in(value), (plain and telling(shape(value))) or None

    def _count(
        self, seen: dict[str | None, set[str]], name: str | None, task: str, most: int
    ) -> None:
        tasks = seen.setdefault(name if name in seen or len(seen) < most else None, set())
        if len(tasks) < _LEAST_TASKS:
            tasks.add(task)

    def expected(self, calls: int) -> tuple[str, str] | None:
        """The change of a rule and what it expects; None when nothing holds throughout.

        What bad runs gave alike is nothing that makes a run good.

        Args:
            calls: Calls of the tool in bad runs of the same tasks.
        """
        if None not in self.values and all(map(_often, self.values.values())):
            told = [name for name in self.values if name is not None]
            if len(told) == 1:
                holds = self.free and self._separates("values", told, calls)
                return (USUAL, told[0]) if holds and self._own(told[0], calls) else None
            if self._may_choose(told) and self._separates("values", told, calls):
                return USUAL, choice([name[1:-1] for name in told])
        for change, seen in ((USUAL, self.units), ("shape", self.forms)):
            [name, *others] = seen
            way = "units" if change == USUAL else "forms"
            if name is not None and not others and _often(seen[name]):
                if not self._separates(way, [name], calls):
                    return None
                return change, unit(name) if change == USUAL else name
        return None

    def _separates(self, way: str, told: Sequence[str], calls: int) -> bool:
        """Whether a bad run did otherwise, if there was any."""
        lacked = self.badly < calls
        return not calls or lacked or bool(self.other.get(way, set()).difference(told))

    def _own(self, told: str, calls: int) -> bool:
        """Whether a constant is the tool's own, and not what the tasks have in common.

        A number may be told in other words, or in another unit. So it counts only where a
        bad run had another, and the tasks have no quantity in common.
        """
        if not _NUMBER.fullmatch(told):
            return True
        differs = bool(calls) and self._separates("values", [told], calls)
        given = (self.common or frozenset()) - (set() if float(told) == 1 else {"one"})
        return differs and not given

    def _may_choose(self, told: list[str]) -> bool:
        enough = len(self.tasks) >= _TASKS_FOR_CHOICES
        return enough and all(_CODE.fullmatch(name[1:-1]) for name in told)


class Habits:
    """Constants, enumerations, units and forms that good runs of all tasks have in common.

    It counts as the tasks come and holds no more than a few runs for each tool.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self._seen: dict[tuple[str, str], _Seen] = {}
        self._calls: dict[str, int] = {}
        self._examples: dict[str, dict[str, Attempt]] = {}

    def take(self, task: str, attempts: Sequence[Attempt]) -> None:
        """Count what the good runs of a task gave the tools that succeeded.

        Where there are any, it is held against what the bad ones gave.

        Args:
            task: What tells the task from others.
            attempts: All attempts at it.
        """
        good = succeeded(attempts)
        for attempt in good:
            self._take(task, attempt)
        for attempt in failed(attempts) if good else ():
            for step in attempt.run.steps:
                self._calls[step.tool] = self._calls.get(step.tool, 0) + 1
                for path, values in grouped(step.args).items():
                    if (seen := self._at(step.tool, path)) is not None:
                        seen.take_other(values)

    def _take(self, task: str, attempt: Attempt) -> None:
        run = attempt.run
        for step in (s for s in run.steps if not s.error):
            examples = self._examples.setdefault(step.tool, {})
            if len(examples) < _MOST_EXAMPLES:
                examples.setdefault(task, attempt)
            for path, values in grouped(step.args).items():
                seen = self._at(step.tool, path)
                for value in values:
                    if seen is not None:
                        named = _was_named(value, step, run)
                        free = not named and not mentions(run.said.casefold(), value)
                        seen.take(value, task, run.said, free=free, named=named)

    def findings(self) -> Iterator[tuple[Finding, Attempt]]:
        """What holds throughout, as each of a few runs shows it.

        Yields:
            Findings of at least two tasks, against which no good run speaks.
        """
        for (tool, path), seen in self._seen.items():
            many = len(seen.tasks) >= _LEAST_TASKS
            found = seen.expected(self._calls.get(tool, 0)) if many else None
            for attempt in self._examples[tool].values() if found else ():
                change, expected = found or ("", "")
                own = (s for s in attempt.run.steps if s.tool == tool and not s.error)
                fits = as_usual if change == USUAL else has_form
                step = next((s for s in own if fits(s.args, path, expected)), None)
                if step is not None:
                    rule = {
                        "tool": tool,
                        "change": change,
                        "parameters": [path],
                        "expected": {path: expected},
                    }
                    finding = Finding(kind="success", rule=rule, edits=1, steps=(step,))
                    yield finding, attempt

    def _at(self, tool: str, path: str) -> _Seen | None:
        """What is counted of a parameter; None for one that is data, or one too many."""
        place = (tool, path)
        if "*" in path or (place not in self._seen and self._is_full):
            return None
        return self._seen.setdefault(place, _Seen(personal=is_personal(path)))

    @property
    def _is_full(self) -> bool:
        return len(self._seen) >= _MOST_PARAMETERS


def _told(value: Any) -> str | None:
    """A value in words, if it may be told to others: short, and nobody's own."""
    if value is None or value == "" or isinstance(value, list | dict):
        return None
    told = constant(value)
    short = len(told) <= _LONGEST_VALUE
    may = not isinstance(value, str) or (mask(told) == told and _REDACTED not in told)
    return told if short and may else None


def _was_named(value: Any, step: Step, run: Run) -> bool:
    before = (s for s in (*run.earlier, *run.steps) if s.turn < step.turn)
    return any(mentions(s.folded, value) for s in before)


def _often(tasks: set[str]) -> bool:
    return len(tasks) >= _LEAST_TASKS
