"""The travel planner's graph: an agent and its tools, with or without memory.

With memory the six nodes stand in the drawing: four before every model call, and at the
end of a run two that learn and tidy up.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Annotated, Any, Literal

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from langchain_core.tools import BaseTool
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.config import get_stream_writer
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import ToolNode
from langgraph.store.base import BaseStore

from graphs.travel_planner.policy.model import PlanningPolicy
from graphs.travel_planner.prompt import SYSTEM
from graphs.travel_planner.tools import make_tools
from graphs.travel_planner.window import newest
from graphs.travel_planner.world.desk import Desk
from langgraph_memory import Memory, MemoryConfig, RecallConfig
from langgraph_memory.recall.block import is_block
from langgraph_memory.recall.tokens import count_tokens
from langgraph_memory.state import Channel, merge_memory

Setting = Literal["on", "off", "full"]
Graph = CompiledStateGraph[Any, Any, Any, Any]

MOST_STEPS = 60
"""Model calls per request after which a run ends without an answer."""

DEFAULT_WINDOW = 3_000
"""Tokens of the conversation shown to the model where nothing else is said."""


Show = Callable[[Any, RunnableConfig], list[BaseMessage]]
AsyncShow = Callable[[Any, RunnableConfig], Awaitable[list[BaseMessage]]]


class PlannerState(MessagesState):
    """The conversation, and the memory's channel."""

    memory: Annotated[Channel, merge_memory]


def planner_memory(
    tools: Sequence[BaseTool], window: int = DEFAULT_WINDOW, **settings: Any
) -> Memory:
    """A memory for the planner.

    Args:
        tools: The planner's tools.
        window: Tokens of the conversation shown to the model.
        **settings: Further settings of `Memory`.

    Returns:
        The memory.
    """
    recall = RecallConfig(view_tokens=window, refill=0.95, block_share=0.4, limit=12)
    return Memory(tools=tools, config=MemoryConfig(recall=recall), **settings)


def make_graph(
    desk: Desk,
    *,
    setting: Setting = "on",
    window: int = DEFAULT_WINDOW,
    model: BaseChatModel | None = None,
    memory: Memory | None = None,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    store: BaseStore | None = None,
) -> Graph:
    """Build the graph.

    Args:
        desk: Where the tools look things up and book.
        setting: `on`: the model sees the memory's view; `off`: the newest messages that
            fit; `full`: everything.
        window: Tokens of the conversation shown to the model; `full` has no limit. The
            system message comes on top.
        model: A chat model; None: the planning policy.
        memory: The memory of the setting `on`; None: one with the defaults.
        checkpointer: Keeps conversations.
        store: Keeps what is remembered; needed for `on` unless a server brings its own.

    Returns:
        The compiled graph.
    """
    tools = make_tools(desk)
    bound = (model or PlanningPolicy()).bind_tools(tools)
    builder = StateGraph(PlannerState)
    builder.add_node("tools", ToolNode(tools))
    if setting == "on":
        memory = memory or planner_memory(tools, window)
        builder.add_node("agent", _agent(memory.view, memory.aview, bound))
        _with_memory(builder, memory)
    else:
        show, ashow = _window(None if setting == "full" else window)
        builder.add_node("agent", _agent(show, ashow, bound))
        builder.add_edge(START, "agent")
        builder.add_edge("tools", "agent")
        builder.add_conditional_edges("agent", _after_agent, _ways(END))
    return builder.compile(checkpointer=checkpointer, store=store)


def _agent(show: Show, ashow: AsyncShow, model: Runnable[Any, Any]) -> Runnable[Any, Any]:
    """The model node, for synchronous and asynchronous runs."""
    system = SystemMessage(SYSTEM)

    def framed(state: PlannerState, shown: Sequence[BaseMessage]) -> list[BaseMessage]:
        view = [system, *shown]
        get_stream_writer()(
            {
                "event": "model_step",
                "shown": count_tokens(view),
                "remembered": count_tokens([m for m in shown if is_block(m)]),
                "history": count_tokens([system, *state["messages"]]),
            }
        )
        return view

    def step(state: PlannerState, config: RunnableConfig) -> dict[str, Any]:
        return {"messages": model.invoke(framed(state, show(state, config)), config)}

    async def astep(state: PlannerState, config: RunnableConfig) -> dict[str, Any]:
        shown = framed(state, await ashow(state, config))
        return {"messages": await model.ainvoke(shown, config)}

    return RunnableLambda(step, astep, name="agent")


def _window(tokens: int | None) -> tuple[Show, AsyncShow]:
    def show(state: PlannerState, config: RunnableConfig) -> list[BaseMessage]:
        del config
        messages = state["messages"]
        return list(messages) if tokens is None else newest(messages, tokens, count_tokens)

    async def ashow(state: PlannerState, config: RunnableConfig) -> list[BaseMessage]:
        return show(state, config)

    return show, ashow


def _with_memory(builder: StateGraph[Any, Any, Any, Any], memory: Memory) -> None:
    builder.add_node("observe", memory.observe)
    builder.add_node("score_and_card", memory.score_and_card)
    builder.add_node("retrieve", memory.retrieve)
    builder.add_node("rerank_rewrite", memory.rerank_rewrite)
    reflect = memory.reflect_on_failure.routing(retry="observe", done="prune")
    builder.add_node("reflect_on_failure", reflect, destinations=("observe", "prune"))
    builder.add_node("prune", memory.prune)
    builder.add_edge(START, "observe")
    builder.add_edge("observe", "score_and_card")
    builder.add_edge("score_and_card", "retrieve")
    builder.add_edge("retrieve", "rerank_rewrite")
    builder.add_edge("rerank_rewrite", "agent")
    builder.add_conditional_edges("agent", _after_agent, _ways("reflect_on_failure"))
    builder.add_edge("tools", "observe")
    builder.add_edge("prune", END)


def _ways(end: str) -> dict[Hashable, str]:
    return {"tools": "tools", "end": end}


def _after_agent(state: PlannerState) -> Literal["tools", "end"]:
    messages = state["messages"]
    last = messages[-1]
    if not isinstance(last, AIMessage) or not last.tool_calls:
        return "end"
    return "tools" if steps_taken(messages) < MOST_STEPS else "end"


def steps_taken(messages: Sequence[BaseMessage]) -> int:
    """Model calls since the newest human message."""
    steps = 0
    for message in reversed(messages):
        if isinstance(message, HumanMessage):
            break
        steps += isinstance(message, AIMessage)
    return steps
