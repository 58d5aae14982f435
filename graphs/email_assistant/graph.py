"""The e-mail assistant's graph: a model, its tools, and the user's approval between them.

The memory comes by one call, `add_memory`; without it the graph is the same.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.config import get_stream_writer
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import ToolNode
from langgraph.store.base import BaseStore

from graphs.email_assistant.approval import Approval
from graphs.email_assistant.policy.model import MailPolicy
from graphs.email_assistant.prompt import system_prompt
from graphs.email_assistant.tokens import count_tokens
from graphs.email_assistant.tools import Desk, described, make_tools, needs_approval
from langgraph_memory import (
    Dimension,
    ExperienceConfig,
    Memory,
    MemoryConfig,
    PreferenceConfig,
    RecallConfig,
    add_memory,
)

Graph = CompiledStateGraph[Any, Any, Any, Any]

MAILS = Dimension(
    name="mail_length",
    values=("short", "usual", "detailed"),
    label="mails",
    phrases={
        "short": ("keep mails short", "mails are too long", "邮件写短一点", "邮件太长"),
        "usual": ("write mails as usual", "邮件照常写"),
        "detailed": ("write detailed mails", "mails are too short", "邮件写详细一点"),
    },
)
"""How long the mails are to be that the assistant writes."""

MOST_STEPS = 40
"""Model calls per request after which a run ends without an answer."""


def assistant_memory(**settings: Any) -> Memory:
    """A memory for the assistant: one more attempt, and an eye on the length of mails.

    Args:
        **settings: Settings of `Memory`.
    """
    # Requests name people and matters that no lesson names: half of the usual floor. Lists
    # of mails are long, and the embedded policy reads only what is shown as it is.
    recall = RecallConfig(floor=0.06, view_tokens=16_000, block_share=0.1)
    config = MemoryConfig(
        recall=recall,
        experiences=ExperienceConfig(max_retries=1, limit=10),
        preferences=PreferenceConfig(dimensions=(MAILS,)),
    )
    return Memory(**{"config": config, **settings})


def make_graph(
    desk: Desk,
    *,
    memory: Memory | None = None,
    model: BaseChatModel | None = None,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    store: BaseStore | None = None,
) -> Graph:
    """Build the graph.

    Args:
        desk: What the tools work on.
        memory: The memory; None: there is none.
        model: A chat model; None: the embedded policy.
        checkpointer: Keeps conversations; interrupts need one.
        store: Keeps what is remembered.

    Returns:
        The compiled graph. It stops with an interrupt before something is sent or booked,
        and is resumed with a `Decision`.
    """
    tools = make_tools(desk)
    builder = StateGraph(MessagesState)
    builder.add_node("agent", _agent(desk, (model or MailPolicy()).bind_tools(tools)))
    needing = [one for one in tools if needs_approval(one)]
    approval = Approval(needing, partial(described, desk), tools="tools", model="agent")
    builder.add_node("approval", approval, destinations=("tools", "agent"))
    builder.add_node("tools", ToolNode(tools))
    builder.add_edge(START, "agent")
    builder.add_conditional_edges("agent", _after_agent, {"act": "approval", "end": END})
    builder.add_edge("tools", "agent")
    if memory is not None:
        add_memory(builder, memory, model="agent")
    return builder.compile(checkpointer=checkpointer, store=store)


def _agent(desk: Desk, model: Any) -> RunnableLambda[Any, Any]:
    """The model node, for synchronous and asynchronous runs."""
    prompt = SystemMessage(system_prompt(desk.owner, desk.now, desk.rooms.rooms.values()))

    def framed(state: MessagesState) -> list[BaseMessage]:
        shown: list[BaseMessage] = [prompt, *state["messages"]]
        get_stream_writer()({"event": "model_step", "tokens": count_tokens(shown)})
        return shown

    def step(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
        return {"messages": [model.invoke(framed(state), config)]}

    async def astep(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
        return {"messages": [await model.ainvoke(framed(state), config)]}

    return RunnableLambda(step, astep, name="agent")


def _after_agent(state: MessagesState) -> Literal["act", "end"]:
    messages = state["messages"]
    last = messages[-1]
    if not isinstance(last, AIMessage) or not last.tool_calls:
        return "end"
    return "act" if _steps_taken(messages) < MOST_STEPS else "end"


def _steps_taken(messages: list[Any]) -> int:
    """Model calls since the newest human message."""
    steps = 0
    for message in reversed(messages):
        if isinstance(message, HumanMessage):
            break
        steps += isinstance(message, AIMessage)
    return steps
