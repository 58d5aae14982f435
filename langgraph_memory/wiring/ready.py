"""The nodes ready made, for a memory that serves one model node."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Self

from langgraph_memory.facts.tools import tool_schemas
from langgraph_memory.nodes import (
    Observe,
    Prune,
    ReflectOnFailure,
    RerankRewrite,
    Retrieve,
    ScoreAndCard,
    fuse,
)
from langgraph_memory.nodes._base import MemoryNode
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes.ending import Ending


class ReadyNodes:
    """Offers the nodes with its own settings.

    Attributes:
        settings: The settings they share.
        model_name: Name of the model node that they serve.
    """

    def __init__(self, settings: Settings, model_name: str = "agent") -> None:
        """Take the settings.

        Args:
            settings: Shared by all nodes.
            model_name: Name of the model node that they serve.
        """
        self.settings = settings
        self.model_name = model_name

    def for_model(self, name: str) -> Self:
        """The same memory, with nodes that serve another model node of the graph.

        Args:
            name: Name of the model node.

        Returns:
            A memory that shares this one's settings and caches.
        """
        twin = copy(self)
        twin.model_name = name
        return twin

    def with_tools(self, tools: Iterable[Any]) -> Self:
        """The same memory, knowing these tools.

        Args:
            tools: As for `Memory(tools=…)`.

        Returns:
            A memory that shares this one's other settings and caches.
        """
        twin = copy(self)
        twin.settings = replace(self.settings, tools=tool_schemas(tools))
        return twin

    def with_compact(self, *, removes: bool) -> Self:
        """The same memory, replacing old outputs in the state itself.

        Args:
            removes: Whether calls that the view has left out are removed from the state.

        Returns:
            A memory that shares this one's other settings and caches.
        """
        twin = copy(self)
        twin.settings = replace(self.settings, compact=True, removes=removes)
        return twin

    @property
    def observe(self) -> Observe:
        """Archives new messages and credits the cards that decisions used."""
        return Observe(self, model=self.model_name)

    @property
    def score_and_card(self) -> ScoreAndCard:
        """Turns tool results into decision cards."""
        return ScoreAndCard(self, model=self.model_name)

    @property
    def retrieve(self) -> Retrieve:
        """Finds cards and experiences for the newest turn."""
        return Retrieve(self, model=self.model_name)

    @property
    def rerank_rewrite(self) -> RerankRewrite:
        """Fixes the memory block and plans the view."""
        return RerankRewrite(self, model=self.model_name)

    @property
    def reflect_on_failure(self) -> ReflectOnFailure:
        """Judges the run and learns; `.routing(…)` sends failed runs back."""
        return ReflectOnFailure(self, model=self.model_name)

    @property
    def prune(self) -> Prune:
        """Deletes what has expired or does harm, when it is due."""
        return Prune(self, model=self.model_name)

    @property
    def remember(self) -> MemoryNode:
        """`observe` and `score_and_card` in one superstep."""
        return fuse(self.observe, self.score_and_card)

    @property
    def recall(self) -> MemoryNode:
        """`retrieve` and `rerank_rewrite` in one superstep."""
        return fuse(self.retrieve, self.rerank_rewrite)

    def turn(self, model: str) -> MemoryNode:
        """Everything that comes before a model call, for one model node."""
        one = self.for_model(model)
        return fuse(one.observe, one.score_and_card, one.retrieve, one.rerank_rewrite)

    def ending(
        self, models: Sequence[str], *, retry: bool, node: str, marks: bool = False
    ) -> MemoryNode:
        """Everything that comes at the end of a run, in one deferred node.

        Args:
            models: Names of the graph's model nodes.
            retry: Whether a failed run goes back to the model node that spoke last.
            node: Name under which the node is added to the graph.
            marks: Whether the answer of a failed attempt is marked in the state, whose
                messages are then reduced by their ids.
        """
        return Ending(self, models=models, retry=retry, node=node, marks=marks)
