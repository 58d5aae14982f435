"""What good runs of several tasks give a parameter, whatever the task."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from langgraph_memory.experiences.arguments import grouped, has_form
from langgraph_memory.experiences.attempted import Attempt
from langgraph_memory.experiences.findings import Finding
from langgraph_memory.experiences.masking import mask
from langgraph_memory.experiences.origins import mentions
from langgraph_memory.experiences.personal import is_personal
from langgraph_memory.experiences.run import Run, Step
from langgraph_memory.experiences.shapes import shape, telling
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
_CODE = re.compile(r"[a-z_]+|[A-Z_]+")


@dataclass
class _Seen:
    """What one parameter of one tool was given by good runs.

    Of each way to tell it, the tasks that have it are counted as far as it matters; `None`
    stands for values that cannot be told so, such as those of a `personal` parameter.
    """

    tasks: set[str] = field(default_factory=set)
    values: dict[str | None, set[str]] = field(default_factory=dict)
    units: dict[str | None, set[str]] = field(default_factory=dict)
    forms: dict[str | None, set[str]] = field(default_factory=dict)
    free: bool = True
    personal: bool = False

    def take(self, value: Any, task: str, *, free: bool) -> None:
        """Count a value.

        Args:
            value: The value.
            task: The task it was given in.
            free: Whether neither the user nor a tool had said it before.
        """
        self.free &= free
        words = None if self.personal else _told(value)
        self._count(self.values, words, task, _MOST_CHOICES)
        self._count(self.units, unit_in(value), task, 1)
        plain = isinstance(value, str) and _REDACTED not in value
        form = telling(shape(value)) if plain else ""
        self._count(self.forms, form or None, task, 1)
        if len(self.tasks) < _TASKS_FOR_CHOICES:
            self.tasks.add(task)

    def _count(
        self, seen: dict[str | None, set[str]], name: str | None, task: str, most: int
    ) -> None:
        tasks = seen.setdefault(name if name in seen or len(seen) < most else None, set())
        if len(tasks) < _LEAST_TASKS:
            tasks.add(task)

    def expected(self) -> tuple[str, str] | None:
        """The change of a rule and what it expects; None when nothing holds throughout."""
        if None not in self.values and all(map(_often, self.values.values())):
            told = [name for name in self.values if name is not None]
            if len(told) == 1:
                return (USUAL, told[0]) if self.free else None
            if self._may_choose(told):
                return USUAL, choice([name[1:-1] for name in told])
        for change, seen in ((USUAL, self.units), ("shape", self.forms)):
            [name, *others] = seen
            if name is not None and not others and _often(seen[name]):
                return change, unit(name) if change == USUAL else name
        return None

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
        self._examples: dict[str, dict[str, Attempt]] = {}

    def take(self, task: str, attempt: Attempt) -> None:
        """Count what a run gave the tools that succeeded, if it succeeded itself.

        Args:
            task: What tells the task from others.
            attempt: The attempt.
        """
        if not attempt.outcome.success:
            return
        run = attempt.run
        for step in (s for s in run.steps if not s.error):
            examples = self._examples.setdefault(step.tool, {})
            if len(examples) < _MOST_EXAMPLES:
                examples.setdefault(task, attempt)
            for path, values in grouped(step.args).items():
                place = (step.tool, path)
                if "*" in path or self._is_full(place):
                    continue
                seen = self._seen.setdefault(place, _Seen(personal=is_personal(path)))
                for value in values:
                    seen.take(value, task, free=not _was_said(value, step, run))

    def findings(self) -> Iterator[tuple[Finding, Attempt]]:
        """What holds throughout, as each of a few runs shows it.

        Yields:
            Findings of at least two tasks, against which no good run speaks.
        """
        for (tool, path), seen in self._seen.items():
            found = seen.expected() if len(seen.tasks) >= _LEAST_TASKS else None
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

    def _is_full(self, place: tuple[str, str]) -> bool:
        return place not in self._seen and len(self._seen) >= _MOST_PARAMETERS


def _told(value: Any) -> str | None:
    """A value in words, if it may be told to others: short, and nobody's own."""
    if value is None or value == "" or isinstance(value, list | dict):
        return None
    told = constant(value)
    short = len(told) <= _LONGEST_VALUE
    may = not isinstance(value, str) or (mask(told) == told and _REDACTED not in told)
    return told if short and may else None


def _was_said(value: Any, step: Step, run: Run) -> bool:
    before = (s for s in (*run.earlier, *run.steps) if s.turn < step.turn)
    said = mentions(run.said.casefold(), value)
    return said or any(mentions(s.folded, value) for s in before)


def _often(tasks: set[str]) -> bool:
    return len(tasks) >= _LEAST_TASKS
