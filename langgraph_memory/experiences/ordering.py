"""The order of tools, in which some may come together: calls of one message have none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, groupby
from typing import Any, TypeAlias

from langgraph_memory.experiences.run import Step

Layers: TypeAlias = tuple[tuple[str, ...], ...]
"""Tools by what comes first; those of one layer come in any order, and stand sorted."""

_MOST_TOOLS = 10


def layered(runs: Sequence[Mapping[str, int]]) -> Layers:
    """The order of tools on which runs agree.

    One tool comes before another where it does in each of the runs, in an earlier message.

    Args:
        runs: Of each run, by tool, the position of the message that called it.

    Returns:
        Of the tools that all runs have, the most layers, with the most tools in them;
        nothing where there are more than ten such tools.
    """
    tools = [tool for tool in (runs[0] if runs else ()) if all(tool in r for r in runs)]
    if len(tools) > _MOST_TOOLS:
        return ()
    before = {(a, b) for a in tools for b in tools if all(run[a] < run[b] for run in runs)}
    found: Layers = ()
    for size in range(len(tools), 0, -1):
        for some in combinations(tools, size):
            layers = _layers(some, before)
            found = layers if len(layers) > len(found) else found
    return found


def entries(layers: Layers) -> dict[str, Any]:
    """The entries of a rule that tell an order; see `Experience.rule`."""
    together = [list(layer) for layer in layers if len(layer) > 1]
    order = [tool for layer in layers for tool in layer]
    return {"order": order, **({"together": together} if together else {})}


def layers_in(rule: Mapping[str, Any]) -> Layers:
    """The order that a rule tells."""
    group = {tool: n for n, some in enumerate(rule.get("together", ())) for tool in some}
    order = list(rule.get("order", ()))
    parts = groupby(order, key=lambda tool: group.get(tool, tool))
    return tuple(tuple(layer) for _, layer in parts)


def keeps_order(layers: Layers, steps: Iterable[Step]) -> bool:
    """Whether some of the steps are of these tools in this order."""
    waiting = [set(layer) for layer in layers]
    for step in steps:
        if waiting:
            waiting[0].discard(step.tool)
            if not waiting[0]:
                waiting.pop(0)
    return not waiting


def turned_round(one: Layers, other: Layers) -> bool:
    """Whether two tools come one way round in one order and the other way in another."""
    first, second = (
        {tool: at for at, layer in enumerate(layers) for tool in layer}
        for layers in (one, other)
    )
    both = [tool for tool in first if tool in second]
    return any(first[a] < first[b] and second[a] > second[b] for a in both for b in both)


def _layers(tools: Sequence[str], before: set[tuple[str, str]]) -> Layers:
    """The layers of all these tools; none where two of them fit no layer."""
    ahead = {tool: sum((other, tool) in before for other in tools) for tool in tools}
    ordered = sorted(tools, key=lambda tool: (ahead[tool], tool))
    layers = tuple(tuple(layer) for _, layer in groupby(ordered, key=ahead.__getitem__))
    fit = all(
        (a, b) in before
        for one, other in combinations(layers, 2)
        for a in one
        for b in other
    )
    return layers if fit else ()
