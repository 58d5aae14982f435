"""Which of the lessons found for a task are shown: by the tools that come next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

import numpy as np
from langgraph.store.base import GetOp, Item

from langgraph_memory._flow import Embed, Steps, Warn, batch
from langgraph_memory.experiences.choosing import for_task, for_tools
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.pooling import consulted
from langgraph_memory.index.bare import HeldOp
from langgraph_memory.nodes._about import About
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._lanes import Lane, Namespace
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._shelf import load_experiences
from langgraph_memory.recall.focus import Focus
from langgraph_memory.recall.hits import Candidate, Hit, hit
from langgraph_memory.recall.ranking import Ranking

LOOKED_AT: Final = 10
"""Lessons found by their words among which is chosen."""

_ABOUT: Final = 20
"""Lessons about each tool that comes next, the surest, among which is chosen."""

_NEXT: Final = 0.5
"""What being about a tool that comes next gives a lesson that its words did not find."""

Find = Callable[[str], Candidate | None]


def routed(settings: Settings, focus: Focus, scene: Scene) -> frozenset[str]:
    """The pools that are consulted for the task at hand.

    Args:
        settings: The memory's settings.
        focus: What is about to be decided.
        scene: The state.
    """
    tools = (*focus.tools, *(tool.name for tool in scene.called_tools))
    return consulted(settings.config.experiences, scene.task, tools)


def eligible(find: Find, lane: Lane, focus: Focus, pools: Collection[str]) -> Find:
    """Give the candidates that are lessons for the task at hand.

    Args:
        find: Gives the candidate of a key, if it may be shown.
        lane: The lane of the lessons.
        focus: What is about to be decided. Where the call is drafted, lessons about other
            tools do not count.
        pools: The pools that are consulted.
    """
    tools = focus.tools if focus.needs.certain else ()

    def lesson(key: str) -> Candidate | None:
        entry = lane.entries.get(key)
        if entry is None or entry.about.pool not in pools:
            return None
        if tools and entry.about.tool not in tools:
            return None
        return find(key)

    return lesson


def chosen(
    settings: Settings,
    ranking: Ranking,
    lane: Lane,
    find: Find,
    focus: Focus,
    scene: Scene,
    frame: Frame,
    pools: Collection[str],
) -> Steps[Ranking]:
    """Choose among the lessons that were found, and those about the next tools.

    Args:
        settings: The memory's settings.
        ranking: What the words found.
        lane: The lane of the lessons.
        find: Gives their candidates; see `eligible`.
        focus: What is about to be decided.
        scene: The state.
        frame: Whose memory it is.
        pools: The pools that are consulted.

    Returns:
        The ranking with the lessons that are shown, at most `ExperienceConfig.limit`.
    """
    hits = {one.key: one for one in ranking.hits}
    about = {c.key: c for c in _surest(lane, find, focus.tools, pools)}
    namespace = frame.namespace("experiences")
    if not lane.sure:
        yield from _read_anew(settings, namespace, about.keys() - hits.keys())
    get = HeldOp if lane.sure else GetOp
    keys = (*about, *hits)
    found = yield from load_experiences(settings.shelf, namespace, keys, get)
    lessons = yield from _by_own_meaning(settings, found, pools, scene.task)
    limit = frame.most_lessons(settings.config.experiences.limit)
    task = scene.task
    by_tools = for_tools if focus.needs.certain else for_task
    best = by_tools(lessons.values(), focus.tools, task, limit=limit)
    shown = (hits.get(one.key) or _next_hit(about[one.key]) for one in best)
    return replace(ranking, hits=tuple(shown))


def _by_own_meaning(
    settings: Settings, found: Mapping[str, Experience], pools: Collection[str], task: str
) -> Steps[Mapping[str, Experience]]:
    """The lessons by nearness to the task, where their pool has its own embeddings."""
    own = [settings.config.experiences.pools[name] for name in pools if name]
    by = own[0].embeddings if own else None
    if by is None or not found:
        return found
    try:
        vectors = yield Embed((task, *(one.text for one in found.values())), by)
    except Exception as error:  # noqa: BLE001  reported, and their order by words stays
        yield Warn("retrieve", f"the embeddings of a pool failed: {error}")
        return found
    matrix = np.asarray(vectors, dtype=np.float64)
    norms = np.maximum(np.linalg.norm(matrix, axis=1), 1e-12)
    cosines = matrix[1:] @ matrix[0] / (norms[1:] * norms[0])
    keys = list(found)
    return {keys[at]: found[keys[at]] for at in np.argsort(-cosines, kind="stable")}


def _read_anew(
    settings: Settings, namespace: Namespace, keys: Iterable[str]
) -> Steps[None]:
    """Bring the shelf up to date where the store does not tell what has changed."""
    wanted = sorted(keys)
    found = yield from batch(GetOp(namespace, key) for key in wanted)
    for key, item in zip(wanted, found, strict=True):
        if isinstance(item, Item):
            settings.shelf.put(namespace, key, item.value)
        else:
            settings.shelf.drop(namespace, key)


def _surest(
    lane: Lane, find: Find, tools: Collection[str], pools: Collection[str]
) -> Iterator[Candidate]:
    """Of the lessons about each tool those of most confidence."""
    for tool in tools:
        best = lane.surest({About(tool, pool) for pool in pools}, _ABOUT)
        yield from (c for key in best if (c := find(key)) is not None)


def _next_hit(candidate: Candidate) -> Hit:
    return hit(candidate, {"tools": _NEXT}, None)
