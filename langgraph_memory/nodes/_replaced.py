"""Cards that were replaced, which are shown only where the user asks for what was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from langgraph_memory.nodes._entry import Entry
from langgraph_memory.nodes._lanes import Lane
from langgraph_memory.recall.ranking import Hit, Ranking

_MOST: Final = 3  # of one thing


def with_replaced(
    ranking: Ranking, lane: Lane, may_show: Callable[[Entry], bool], limit: int
) -> Ranking:
    """What was found, and after each card those that were replaced of its matter.

    Args:
        ranking: What was found.
        lane: What is known of the items.
        may_show: Whether one may be shown in this turn, but for its being replaced.
        limit: Most hits.
    """
    hits: list[Hit] = []
    told: set[str] = set()
    for hit in ranking.hits:
        hits.append(hit)
        rivals = lane.slots[lane.entries[hit.key].slot] - {hit.key}
        known = (lane.entries[key] for key in rivals)
        older = [entry for entry in known if entry.replaced and may_show(entry)]
        older.sort(key=lambda entry: entry.observed, reverse=True)
        keys = [entry.candidate.key for entry in older[:_MOST]]
        hits += [replace(hit, key=key) for key in keys if key not in told]
        told.update(keys)
    return replace(ranking, hits=tuple(hits[:limit]))
