"""Contrast: what a failed run lacked, by the nearest run of its task that succeeded."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any

from langgraph_memory.experiences.arguments import difference, grouped
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.findings import Finding
from langgraph_memory.experiences.patterns import source_of
from langgraph_memory.experiences.run import Run, Step, success_after
from langgraph_memory.experiences.shapes import is_code, shape
from langgraph_memory.experiences.standing import FARTHEST


@dataclass(frozen=True, kw_only=True)
class Edit:
    """One difference from a worse run to a better one.

    Attributes:
        worse: The call as the worse run made it; None: it did not make it.
        better: The call as the better run made it; None: it did not make it.
        then: The better run's next call in a later message, if any, of another tool that
            the worse run called as well.
    """

    worse: Step | None
    better: Step | None
    then: Step | None = None


def compare(better: Run, worse: Run, *, created_at: str) -> tuple[Experience, ...]:
    """What a run that succeeded did otherwise than one of the same task that failed.

    Runs that are more than three calls apart teach nothing, for nobody can tell which of
    the differences counts. The weight of each is 1 / their number.

    Args:
        better: The run that succeeded.
        worse: The run that failed.
        created_at: Now, ISO 8601 in UTC.

    Returns:
        The lessons, each once.
    """
    return lessons_of(edits(better, worse), better, created_at=created_at)


def lessons_of(
    found: Sequence[Edit], better: Run, *, created_at: str
) -> tuple[Experience, ...]:
    """What the calls teach in which a run differs from a worse one; see `compare`.

    Args:
        found: The calls, as `edits` finds them.
        better: The run that succeeded.
        created_at: Now, ISO 8601 in UTC.

    Returns:
        The lessons, each once; none for more than three calls.
    """
    if not 1 <= len(found) <= FARTHEST:
        return ()
    findings = (
        finding for edit in found for finding in _findings(edit, len(found), better)
    )
    lessons = (finding.told(better, created_at) for finding in findings)
    return tuple({lesson.key: lesson for lesson in lessons}.values())


def nearest(run: Run, others: Iterable[Run]) -> Run | None:
    """Of some runs the one with the fewest differences; the first of those that are equal.

    Args:
        run: A run.
        others: Runs of the same task.

    Returns:
        The nearest, or None when there is none within three calls.
    """
    by_distance = [(len(edits(run, other)), i, other) for i, other in enumerate(others)]
    near = [one for one in by_distance if one[0] <= FARTHEST]
    return min(near, key=lambda one: one[:2])[2] if near else None


def edits(better: Run, worse: Run) -> list[Edit]:
    """The calls in which two runs differ, in order.

    A call that failed and was made good in the same run is left out: that is told by
    `recoveries`, and whether an error was met on the way decides nothing.
    """
    one, other = _effective(worse.steps), _effective(better.steps)
    matcher = SequenceMatcher(None, [*map(_sign, one)], [*map(_sign, other)], False)  # noqa: FBT003  positional in the standard library
    found: list[Edit] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            found += _paired(one[a:b], other[c:d])
    called = {step.tool for step in one}
    common = [step for step in other if step.tool in called]
    return [replace(edit, then=_next(edit.better, common)) for edit in found]


def _effective(steps: Sequence[Step]) -> list[Step]:
    return [s for s in steps if not s.error or success_after(s, steps) is None]


def _sign(step: Step) -> str:
    return f"{step.tool} {json.dumps(step.args, sort_keys=True, default=str)}"


def _next(step: Step | None, steps: Sequence[Step]) -> Step | None:
    if step is None:
        return None
    later = (s for s in steps if s.turn > step.turn and s.tool != step.tool)
    return next(later, None)


def _paired(worse: Sequence[Step], better: Sequence[Step]) -> Iterator[Edit]:
    """Calls of the same tool side by side, the others alone."""
    left = list(worse)
    for step in better:
        twin = next((s for s in left if s.tool == step.tool), None)
        if twin is not None:
            left.remove(twin)
            if _sign(twin) == _sign(step):
                continue
        yield Edit(worse=twin, better=step)
    for step in left:
        yield Edit(worse=step, better=None)


def _findings(edit: Edit, count: int, run: Run) -> Iterator[Finding]:
    better = edit.better
    if better is None or better.error:
        return
    if edit.worse is None:
        if edit.then is not None:
            order = [better.tool, edit.then.tool]
            first = {"tool": edit.then.tool, "change": "first", "order": order}
            steps = (better, edit.then)
            yield Finding(kind="success", rule=first, edits=count, steps=steps)
        return
    diff, given = difference(edit.worse.args, better.args), grouped(better.args)
    # Ids and codes that a result gave are looked up, and not written in some form.
    forms = {
        path: form
        for path, form in diff.reshaped.items()
        if not is_code(form) or source_of(given.get(path, []), better, run) is None
    }
    parts = (
        ("shape", forms),
        ("add", {path: shape(given[path][-1]) for path in diff.added}),
        ("remove", dict.fromkeys(diff.removed, "")),
    )
    for change, expected in parts:
        if expected:
            about = {"tool": better.tool, "change": change}
            rule: dict[str, Any] = about | {"parameters": list(expected)}
            if change != "remove":
                rule["expected"] = expected
            yield Finding(
                kind="success", rule=rule, edits=max(count, diff.edits), steps=(better,)
            )
