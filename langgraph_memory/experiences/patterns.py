"""What a successful run shows: the order of its tools, and which fed which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from langgraph_memory.experiences.arguments import grouped
from langgraph_memory.experiences.findings import Finding
from langgraph_memory.experiences.ordering import entries, layered
from langgraph_memory.experiences.origins import mentions, telling
from langgraph_memory.experiences.run import Run, Step
from langgraph_memory.experiences.standing import FARTHEST

_MOST_TOOLS = 8
_MOST_SOURCES = 5


def preconditions(run: Run) -> Iterator[Finding]:
    """Which tool gave what another was then called with.

    A value counts when a result was the first to name it: neither the user nor the
    arguments of a call had it before.

    Args:
        run: A run that succeeded.

    Yields:
        One finding per pair of tools, at most 5, in the order of the calls.
    """
    fed: dict[tuple[str, str], dict[str, None]] = {}
    shown: dict[tuple[str, str], tuple[Step, Step]] = {}
    for step in run.steps:
        for path, values in grouped(step.args).items() if not step.error else ():
            source = source_of(values, step, run)
            if source is not None and source.tool != step.tool:
                pair = (source.tool, step.tool)
                fed.setdefault(pair, {})[path] = None
                shown.setdefault(pair, (source, step))
    for source_tool, tool in list(fed)[:_MOST_SOURCES]:
        yield Finding(
            kind="success",
            rule={
                "tool": tool,
                "change": "take",
                "parameters": list(fed[source_tool, tool]),
                "order": [source_tool, tool],
            },
            edits=1,
            steps=shown[source_tool, tool],
        )


def plan(run: Run) -> Iterator[Finding]:
    """The order in which the tools first succeeded; calls of one message have none.

    Args:
        run: A run that succeeded.

    Yields:
        One finding, or none when more than 8 different tools did, or all in one message.
    """
    first: dict[str, Step] = {}
    for step in run.steps:
        if not step.error:
            first.setdefault(step.tool, step)
    layers = layered([{tool: step.turn for tool, step in first.items()}])
    if len(layers) > 1 and len(first) <= _MOST_TOOLS:
        rule = {"change": "plan", **entries(layers)}
        yield Finding(
            kind="success",
            rule=rule,
            edits=min(FARTHEST, len(first) - 1),
            steps=tuple(first[tool] for tool in rule["order"]),
        )


def source_of(values: Sequence[Any], step: Step, run: Run) -> Step | None:
    """The result that first named one of the values, if nobody had it before.

    Args:
        values: What one parameter of the step was given.
        step: The step.
        run: The run that it is of.
    """
    said = run.said.casefold()
    every = sorted((*run.earlier, *run.steps), key=lambda s: s.turn)
    before = [s for s in every if s.turn < step.turn]
    for value in values:
        if not telling(value) or mentions(said, value):
            continue
        naming = (s for s in before if not s.error and mentions(s.folded, value))
        source = next(naming, None)
        if source is not None and not _was_asked(value, source, before):
            return source
    return None


def _was_asked(value: object, source: Step, before: Iterable[Step]) -> bool:
    asked = (s for s in before if s.turn <= source.turn)
    return any(value in values for s in asked for values in grouped(s.args).values())
