"""Success patterns: what all good runs of a task share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from langgraph_memory.experiences.findings import Finding
from langgraph_memory.experiences.ordering import Layers, entries, layered
from langgraph_memory.experiences.patterns import preconditions
from langgraph_memory.experiences.run import Run, Step
from langgraph_memory.experiences.standing import FARTHEST

_MOST_TOOLS = 8


def shared(runs: Sequence[Run]) -> Iterator[tuple[Finding, Run]]:
    """What all good runs of a task have in common, as each of them shows it.

    It is the order in which tools succeeded first, as far as all runs agree on it, and
    which tool gave what another was called with.

    Args:
        runs: The runs of one task that succeeded.

    Yields:
        Findings, each with the run that it was made in.
    """
    layers = common_order(runs)
    rule = {"change": "plan", **entries(layers)}
    order: list[str] = rule["order"]
    fed = [_pairs(run) for run in runs]
    for run, own in zip(runs, fed, strict=True):
        yield from (
            (finding, run)
            for pair, finding in own.items()
            if all(pair in other for other in fed)
        )
        if len(layers) > 1 and len(order) <= _MOST_TOOLS:
            first = first_successes(run)
            finding = Finding(
                kind="success",
                rule=dict(rule),
                edits=min(FARTHEST, len(order) - 1),
                steps=tuple(first[tool] for tool in order),
            )
            yield finding, run


def common_order(runs: Sequence[Run]) -> Layers:
    """The tools that succeeded in every run, as far as all agree on their order.

    Args:
        runs: Runs of one task.

    Returns:
        The longest order that all runs have in common; see `ordering.layered`.
    """
    firsts = [first_successes(run) for run in runs]
    return layered([{t: step.turn for t, step in first.items()} for first in firsts])


def first_successes(run: Run) -> dict[str, Step]:
    """By tool, in order, the first step of a run in which it succeeded."""
    first: dict[str, Step] = {}
    for step in run.steps:
        if not step.error:
            first.setdefault(step.tool, step)
    return first


def _pairs(run: Run) -> dict[tuple[str, ...], Finding]:
    """What fed what in a run, by both tools and the parameters."""
    found = list(preconditions(run))
    return {(*one.rule["order"], *sorted(one.rule["parameters"])): one for one in found}
