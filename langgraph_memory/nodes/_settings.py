"""What every node is made with: the shared settings of one `Memory`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Protocol

from langchain_core.embeddings import Embeddings
from langchain_core.messages import BaseMessage
from langgraph.store.base import BaseStore

from langgraph_memory._outside import ChatModel, Role, Silence, Worker
from langgraph_memory._waiting import Breaker
from langgraph_memory.config import MemoryConfig
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.facts.tools import RECALL_TOOL, ToolSchema
from langgraph_memory.nodes._lanes import Lanes
from langgraph_memory.nodes._ledger import Ledger
from langgraph_memory.nodes._profiles import Profiles
from langgraph_memory.nodes._rendered import Rendered
from langgraph_memory.nodes._shelf import Shelf
from langgraph_memory.nodes._told import Told
from langgraph_memory.nodes._writes import WriteCount
from langgraph_memory.recall.shelf import Shelf as FormShelf
from langgraph_memory.recall.sizes import SizeMemo


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Settings, and what the nodes of one process share.

    Attributes:
        config: All numbers.
        models: By role, chat models for what rules cannot see.
        embeddings: Gives the embeddings, made on first use.
        clock: Gives the time, aware and in UTC.
        tools: Schemas of the tools the agent can call; empty: read from its calls.
        messages_key: Name of the state's list of messages.
        outcome: The user's judgement of a run, or None for the rules.
        replay: Plays a run again without a lesson: how far it comes, 0..1; or None.
        task: What the agent is asked, for graphs without a human message, or None.
        redact: Removes secrets from a text.
        count: Tokens of a list of messages.
        store: Used where the graph was compiled without one, or None.
        shelf: Items read or written lately.
        lanes: Indexes of what may be recalled, per namespace.
        writes: Writes per scope since the last prune.
        sizes: Tokens counted before.
        forms: What tools said, as it was read before.
        told: What was shown in place of it.
        rendered: Texts of cards that were shown.
        breaker: Tells whether the store failed a moment ago.
        rests: By role, tells whether its model failed lately.
        silence: Tells what else gave no answer lately.
        plain: Roles whose models turned out to take no schema.
        worker: Does what the turn need not wait for, or None.
        compact: Whether old outputs are replaced in the state itself.
        removes: Whether it also loses the calls that the view has left out; not where
            several model nodes might remove the same one at once.
        once: Names of the tools that are not to be called again without consent.
        ledger: What each scope has learned of the uses of fields.
        profiles: How each scope's user likes to be answered.
    """

    config: MemoryConfig
    models: Mapping[Role, ChatModel]
    embeddings: Callable[[], Embeddings]
    clock: Callable[[], datetime]
    tools: tuple[ToolSchema, ...]
    messages_key: str
    outcome: Callable[[Any], Any] | None
    task: str | None
    redact: Callable[[str], str]
    count: Callable[[Sequence[BaseMessage]], int]
    store: BaseStore | None
    shelf: Shelf
    lanes: Lanes
    writes: WriteCount
    sizes: SizeMemo
    forms: FormShelf
    told: Told
    breaker: Breaker
    rests: Mapping[Role, Breaker]
    worker: Worker | None
    compact: bool = False
    removes: bool = True
    once: set[str] = field(default_factory=set)
    replay: Callable[[Any, Experience], Any] | None = None
    ledger: Ledger = field(default_factory=Ledger)
    profiles: Profiles = field(default_factory=Profiles)
    silence: Silence = field(default_factory=Silence)
    plain: set[Role] = field(default_factory=set)
    rendered: Rendered = field(default_factory=Rendered)

    @cached_property
    def reads_back(self) -> bool:
        """Whether records are kept, and the agent is known to have the tool for them."""
        kept = self.config.archive != "none"
        return kept and any(tool.name == RECALL_TOOL for tool in self.tools)


class HasSettings(Protocol):
    """Anything that carries the settings; `Memory` does."""

    @property
    def settings(self) -> Settings:
        """The shared settings."""
