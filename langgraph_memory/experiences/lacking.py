"""Failure analysis: the first wrong step of a run, and what it lacked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from langgraph_memory.experiences.contrast import edits
from langgraph_memory.experiences.findings import Finding
from langgraph_memory.experiences.outcome import unrecovered
from langgraph_memory.experiences.run import Run, Step
from langgraph_memory.experiences.sharing import first_successes
from langgraph_memory.experiences.standing import FARTHEST


def first_wrong(run: Run, good: Sequence[Run]) -> Step | None:
    """The step with which a failed run went wrong.

    Args:
        run: The run.
        good: Runs of the same task that succeeded, the nearest first.

    Returns:
        The first step that failed and was never made good; without one, the first that the
        nearest good run did otherwise or did not take. None when no step tells.
    """
    left = unrecovered(run.steps)
    if left:
        return left[0]
    found = edits(good[0], run) if good else []
    return next((edit.worse for edit in found if edit.worse is not None), None)


def missing(good: Sequence[Run], bad: Sequence[Run]) -> Iterator[tuple[Finding, Run]]:
    """What every good run did before a tool at which bad runs failed, and these did not.

    Unlike the comparison of two runs this holds however far they are apart: all of the
    good ones and none of the bad ones speak for it.

    Args:
        good: The runs of a task that succeeded.
        bad: Those that failed.

    Yields:
        Findings, each with a good run that shows it; none about more than 3 tools.
    """
    stuck: dict[str, list[tuple[Run, Step]]] = {}
    for run in bad:
        for step in unrecovered(run.steps)[:1]:
            stuck.setdefault(step.tool, []).append((run, step))
    for tool, failures in stuck.items():
        if not good or not all(tool in first_successes(run) for run in good):
            continue
        shared = [_before(run, first_successes(run)[tool]) for run in good]
        tried = {name for run, step in failures for name in _before(run, step)}
        lacked = [
            name
            for name in shared[0]
            if name != tool and name not in tried and all(name in one for one in shared)
        ]
        if 1 <= len(lacked) <= FARTHEST:
            yield from _told(good, tool, lacked)


def _told(
    good: Sequence[Run], tool: str, lacked: Sequence[str]
) -> Iterator[tuple[Finding, Run]]:
    for run in good:
        first = first_successes(run)
        for name in lacked:
            rule = {"tool": tool, "change": "first", "order": [name, tool]}
            steps = (first[name], first[tool])
            yield Finding(kind="success", rule=rule, edits=len(lacked), steps=steps), run


def _before(run: Run, step: Step) -> list[str]:
    """The tools that succeeded before a step, each once, in order."""
    done = (s.tool for s in run.steps if s.turn < step.turn and not s.error)
    return list(dict.fromkeys(done))
