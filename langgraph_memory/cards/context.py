"""What a card is made for: the task, the talk so far and the tools at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from langgraph_memory.cards import deeds
from langgraph_memory.cards.lexicon import ASKING, CREATING, PLANNING
from langgraph_memory.cards.selection.matching import Parameters
from langgraph_memory.cards.selection.statistics import NOTHING_LEARNED, Statistics
from langgraph_memory.cards.selection.talk import Talk
from langgraph_memory.cards.words import words
from langgraph_memory.config import TaskMode
from langgraph_memory.facts.tools import ToolSchema


@dataclass(frozen=True, kw_only=True)
class CardContext:
    """What is known when an observation is valued.

    Attributes:
        talk: What was said so far, with the arguments that were used.
        tools: The tools the agent can still call.
        mode: The kind of task; None: inferred from task and tools.
        statistics: What other conversations taught.
    """

    talk: Talk
    tools: tuple[ToolSchema, ...] = ()
    mode: TaskMode | None = None
    statistics: Statistics = NOTHING_LEARNED

    @property
    def task(self) -> str:
        """The user's words that matter: the newest human message, and the first."""
        return self.talk.task

    @cached_property
    def parameters(self) -> Parameters:
        """What the tools take, ready to be matched."""
        return Parameters(self.tools)

    @cached_property
    def lifetimes(self) -> Mapping[str, float]:
        """For how many seconds the results of tools hold, of those that declare it."""
        return {
            tool.name: tool.expires_seconds
            for tool in self.tools
            if tool.expires_seconds is not None
        }

    def changes(self, tool: str) -> bool:
        """Whether a tool changes the world, as it declares or else is named."""
        return any(t.changes for t in self.tools if t.name == tool) or deeds.changes(tool)

    @property
    def task_mode(self) -> TaskMode:
        """The kind of task, given or inferred."""
        return self.mode or infer_mode(self.task, self.tools)


def infer_mode(task: str, tools: Iterable[ToolSchema]) -> TaskMode:
    """Tell the kind of task from its words, and from what the tools can do.

    Args:
        task: The user's words.
        tools: The tools the agent can call.

    Returns:
        `creative` when something is to be written, `precise` when something is to be
        planned or changed, `gathering` when something is only to be found out.
    """
    creative, precise, gathering = _votes(task)
    if creative > max(precise, gathering):
        return "creative"
    acts = any(tool.changes for tool in tools)
    if precise > 0 or (acts and precise >= gathering):
        return "precise"
    return "gathering"


@lru_cache(maxsize=64)
def _votes(task: str) -> tuple[int, ...]:
    """How many words of a task ask to create, to plan or act, and to find out."""
    said = words(task)
    return tuple(sum(w in kind for w in said) for kind in (CREATING, PLANNING, ASKING))
