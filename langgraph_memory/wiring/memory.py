"""`Memory`: the shared settings, the view, and the way to what is remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from langchain_core.embeddings import Embeddings
from langchain_core.messages import BaseMessage
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.runnables.config import ensure_config
from langchain_core.tools import BaseTool
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore

from langgraph_memory._checked import check_kind
from langgraph_memory._clock import steady
from langgraph_memory._flow import Steps, arun, run
from langgraph_memory._outside import ChatModel, new_rests
from langgraph_memory._waiting import Breaker
from langgraph_memory.config import MemoryConfig
from langgraph_memory.errors import ConfigError
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.facts.redaction import redact as redact_secrets
from langgraph_memory.facts.tools import tool_schemas
from langgraph_memory.index.embeddings import default_embeddings
from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.nodes._base import guarded
from langgraph_memory.nodes._frame import Frame, frame_from
from langgraph_memory.nodes._lanes import Lanes
from langgraph_memory.nodes._profiles import Profiles
from langgraph_memory.nodes._scene import scene_from
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._shelf import Shelf
from langgraph_memory.nodes._told import Told
from langgraph_memory.nodes._viewing import viewing
from langgraph_memory.nodes._writes import WriteCount
from langgraph_memory.recall.shelf import Shelf as FormShelf
from langgraph_memory.recall.sizes import SizeMemo
from langgraph_memory.recall.tokens import count_tokens as count_by_rule
from langgraph_memory.state import state_schema
from langgraph_memory.store import CheckpointStore
from langgraph_memory.wiring.accepting import check_given
from langgraph_memory.wiring.background import Background
from langgraph_memory.wiring.recalling import recall_tool
from langgraph_memory.wiring.roles import models_by_role
from langgraph_memory.wiring.tuning import Tuning
from langgraph_memory.wiring.wrapper import wrap

Count = Callable[[Sequence[BaseMessage]], int]


class Memory(Tuning):
    """A memory for the agents of one graph.

    It holds settings and caches, no connection: what is remembered lives in the store that
    the graph is compiled with, for instance `memory.store(checkpointer)`.
    """

    def __init__(  # noqa: PLR0913  keyword-only settings, each with a default
        self,
        *,
        model: ChatModel | Mapping[str, ChatModel | None] | None = None,
        embeddings: Embeddings | None = None,
        config: MemoryConfig | None = None,
        clock: Callable[[], datetime] | None = None,
        tools: Iterable[Any] = (),
        messages_key: str = "messages",
        outcome: Callable[[Any], Any] | None = None,
        replay: Callable[[Any, Experience], Any] | None = None,
        task: str | None = None,
        redact: Callable[[str], str] = redact_secrets,
        count_tokens: Count = count_by_rule,
        store: BaseStore | None = None,
        compact: bool = False,
        background: bool = False,
    ) -> None:
        """Make a memory.

        Args:
            model: Chat model for what rules cannot see, or a mapping of roles to models:
                `cards` summarises long texts, `rewrite` orders what is recalled and puts
                it into steps for the task, `distil` finds lessons in runs that succeeded,
                `judge` scores them, `reflect` tells why a run failed, `preferences`
                finds wishes that rules miss. Where a role has none, rules serve alone.
            embeddings: Embeddings; without, the embedded ones of the extra `local`.
            config: All numbers; see `MemoryConfig`.
            clock: Gives the time, aware or in UTC. Where it fails, a `MemoryWarning` says
                so, and the system's time is taken.
            tools: The agent's tools (LangChain tools, callables, or OpenAI-style schemas),
                by whose parameters facts are valued; without, its own calls tell.
            messages_key: Name of the state's list of messages.
            outcome: Judges a run by its final state: True or False, a text that says what
                went wrong, a share of 0 to 1 that says how far it came (1 is success), or
                None to leave it to the rules (a run failed when a tool error was never
                recovered from, or when it gave no answer).
            replay: Plays the run of a final state again without one of its lessons, in an
                environment that can be replayed, and tells how far it comes: True, False,
                a share of 0 to 1, or None where it cannot tell. Then lessons get the credit
                of the difference they make; without, that of the errors of the tools. A
                share below 1 tells more than False where `outcome` gives shares, too.
            task: What the agent is asked, for graphs without a human message.
            redact: Removes secrets from a text before it is written.
            count_tokens: Tokens of a list of messages.
            store: Used where the graph was compiled without a store.
            compact: Whether old outputs are replaced by their cards in the state itself,
                under their ids, and calls that the view has left out are removed from it,
                so that checkpoints stop growing. The records stay in the archive. It needs
                a state whose messages are reduced by `add_messages`.
            background: Whether turns need not wait for summaries: cards are made by rules
                at once, and told anew when the model has answered. See `drain` and `close`.

        Raises:
            ConfigError: When `compact` would leave outputs nowhere, without an archive,
                when `model` names an unknown role or is no model, when two dimensions of
                preferences have one name, when `config` is no `MemoryConfig`, or when
                anything else is not of its kind.
        """
        config = MemoryConfig() if config is None else config
        check_kind(config, MemoryConfig, "config")
        check_given(
            embeddings=embeddings,
            clock=clock,
            messages_key=messages_key,
            outcome=outcome,
            replay=replay,
            task=task,
            redact=redact,
            count_tokens=count_tokens,
            store=store,
            compact=compact,
            background=background,
        )
        if compact and config.archive == "none":
            msg = "compact=True needs an archive: MemoryConfig(archive='all' or 'compact')"
            raise ConfigError(msg)
        worker = Background() if background else None
        settings = Settings(
            config=config,
            models=models_by_role(model),
            embeddings=_lazily(embeddings),
            clock=steady(clock),
            tools=tool_schemas(tools),
            messages_key=messages_key,
            outcome=outcome,
            replay=replay,
            task=task,
            redact=redact,
            count=count_tokens,
            store=store,
            shelf=Shelf(),
            lanes=Lanes(),
            writes=WriteCount(),
            sizes=SizeMemo(),
            forms=FormShelf(),
            told=Told(),
            breaker=Breaker(),
            rests=new_rests(),
            worker=worker,
            compact=compact,
            profiles=Profiles(config.preferences.dimensions),
        )
        super().__init__(settings, worker)

    @property
    def state_schema(self) -> type[Any]:
        """Input schema for `add_node(…, input_schema=…)` with another messages key."""
        settings = self.settings
        return state_schema(settings.messages_key, compacts=settings.compact)

    @property
    def recall_record(self) -> BaseTool:
        """The tool `recall_record(id, query=None)`, for a `ToolNode` and for the model.

        By it the model reads a raw record, or the part that matches, within
        `RecallConfig.record_tokens`. Cards that were cut name it where the graph is known
        to have it: `add_memory` finds it there; by hand, take the memory that
        `memory.with_tools([…, memory.recall_record])` gives.
        """
        return recall_tool(self.settings)

    def view(
        self, state: Any, config: RunnableConfig | None = None, *, model: str | None = None
    ) -> list[BaseMessage]:
        """The messages to pass to the model, for use inside a synchronous model node.

        Args:
            state: The graph's state.
            config: The run's configuration; inside a node it is found by itself.
            model: Name of the model node; None: the one this memory serves.

        Returns:
            A fresh list within the token budget.

        Raises:
            ScopeError: When it cannot be told whose memory this is.
        """
        steps, frame = self._view(state, config, model)
        return run(steps, frame.outside)

    async def aview(
        self, state: Any, config: RunnableConfig | None = None, *, model: str | None = None
    ) -> list[BaseMessage]:
        """The messages to pass to the model, inside an asynchronous node; see `view`."""
        steps, frame = self._view(state, config, model)
        return await arun(steps, frame.outside)

    def wrap(
        self, node: Runnable[Any, Any] | Callable[..., Any], *, model: str | None = None
    ) -> Runnable[Any, Any]:
        """Show a model node the view, in a graph with the memory's nodes by hand.

        Args:
            node: The model node, as `add_node` takes it.
            model: Name under which it is added; None: the one this memory serves.

        Returns:
            A node for `builder.add_node(model, …)`. A function's annotations are not read
            through it: pass `input_schema=` and `destinations=` where they matter.

        Raises:
            WiringError: When the node is a compiled graph, or is wrapped already.
        """
        name = model or self.model_name
        return wrap(node, self, model=name, messages_key=self.settings.messages_key)

    def store(self, checkpointer: BaseCheckpointSaver[Any]) -> CheckpointStore:
        """A store in a checkpointer, searched by this memory's embeddings.

        Args:
            checkpointer: The graph's own checkpointer, or another.

        Returns:
            The store, for `builder.compile(checkpointer=…, store=…)`.

        Raises:
            ConfigError: When there are no embeddings.
        """
        index = ExactIndex(self.settings.embeddings())
        return CheckpointStore(
            checkpointer,
            index=index,
            clock=self.settings.clock,
            embedding_timeout=self.settings.config.embed_seconds,
        )

    def _view(
        self, state: Any, config: RunnableConfig | None, model: str | None
    ) -> tuple[Steps[list[BaseMessage]], Frame]:
        settings = self.settings
        frame = frame_from(ensure_config(config), settings)

        def steps() -> Steps[list[BaseMessage]]:
            scene = scene_from(
                state, model or self.model_name, settings.messages_key, settings.task
            )
            shown = yield from guarded("view", viewing(settings, scene, frame), None, frame)
            return shown.messages if shown else list(scene.messages)

        return steps(), frame


def _lazily(embeddings: Embeddings | None) -> Callable[[], Embeddings]:
    if embeddings is not None:
        return lambda: embeddings
    return cache(default_embeddings)
