"""The tools that an agent can call, as far as they are known."""

from __future__ import annotations

from functools import lru_cache

from langgraph_memory.cards.selection.matching import Parameters
from langgraph_memory.facts.tools import RECALL_TOOL, ToolSchema
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.recall.shelf import Tools


def tools_of(settings: Settings, scene: Scene) -> Tools:
    """Those that were given, else those that were called.

    The memory's own are left out: their `id` would match every id there is.
    """
    for schemas in (settings.tools, scene.called_tools):
        own = tuple(tool for tool in schemas if tool.name != RECALL_TOOL)
        if own:
            return _read(own)
    return _read(())


@lru_cache(maxsize=64)
def _read(schemas: tuple[ToolSchema, ...]) -> Tools:
    return Tools(schemas, Parameters(schemas))
