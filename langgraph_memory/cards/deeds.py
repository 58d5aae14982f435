"""What tools do and to what, as far as their names tell."""

from __future__ import annotations

from functools import lru_cache

from langgraph_memory.cards.columns import subject_words
from langgraph_memory.cards.words import name_words
from langgraph_memory.facts.names import words
from langgraph_memory.facts.tools import tool_schemas


@lru_cache(maxsize=1024)
def changes(tool: str) -> bool:
    """Whether a tool changes the world, by its name: `rename_file` does.

    Args:
        tool: Its name, in any common style; empty: none.
    """
    return bool(tool) and tool_schemas([{"name": tool}])[0].changes


@lru_cache(maxsize=1024)
def object_words(tool: str) -> frozenset[str]:
    """What a tool is about: the stems of its name that are not its verb.

    Args:
        tool: Its name.

    Returns:
        `file` of `rename_file` as of `get_file`.
    """
    about = subject_words(tool)
    verb, *rest = words(tool) or [""]
    if rest and changes(tool) and changes(verb):
        about -= frozenset(name_words(verb)).difference(*map(name_words, rest))
    return about
