"""What tools do and to what, as far as their names tell."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from langgraph_memory.cards.columns import subject_words
from langgraph_memory.cards.words import name_words
from langgraph_memory.facts.names import words
from langgraph_memory.facts.tools import tool_schemas

ENDING: Final = frozenset(
    {"archive", "cancel", "close", "complete", "deactivate", "delete", "destroy", "discard"}
    | {"drop", "erase", "finish", "purge", "remove", "revoke", "rm", "terminate"}
    | {"withdraw"}
)
"""Verbs of calls that make an end of a thing."""

SETTING: Final = frozenset(
    {"assign", "change", "configure", "edit", "mark", "modify", "move", "patch", "put"}
    | {"postpone", "reassign", "rename", "replace", "reschedule", "resize", "scale", "set"}
    | {"switch", "update", "upgrade"}
)
"""Verbs of calls that give a thing the values that they are given."""

_ALSO: Final = frozenset({"adjust", "extend", "shorten", "increase", "decrease", "raise"})
_TELLS: Final = frozenset(
    {"count", "details", "fee", "history", "info", "list", "options", "preview", "status"}
)
_ANY_VERB: Final = "set"


@lru_cache(maxsize=1024)
def changes(tool: str) -> bool:
    """Whether a tool changes the world, by its name: `rename_file` does.

    Args:
        tool: Its name, in any common style; empty: none.
    """
    first, *rest = words(tool) or [""]
    if rest and first in ENDING | SETTING | _ALSO and _TELLS.isdisjoint(rest):
        return True
    return bool(tool) and tool_schemas([{"name": tool}])[0].changes


@lru_cache(maxsize=1024)
def verb_first(tool: str) -> str:
    """The name of a tool with its verb at its beginning: `delete_events`.

    Args:
        tool: Its name; `events_delete` ends with a verb, and begins with none that reads.
    """
    *rest, last = words(tool) or [""]
    if not rest or last not in ENDING | SETTING:
        return tool
    named = {"name": rest[0], "description": _ANY_VERB}
    reads = not tool_schemas([named])[0].changes
    return tool if reads or rest[0] in ENDING | SETTING else "_".join((last, *rest))


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
    if rest and changes(tool) and (changes(verb) or verb in ENDING | SETTING | _ALSO):
        about -= frozenset(name_words(verb)).difference(*map(name_words, rest))
    return about
