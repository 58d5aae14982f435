"""A tool that answers in prose, and models that summarise it well or badly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Any

from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableLambda
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.store.base import BaseStore

from langgraph_memory import Memory, MemoryConfig, RecallConfig, Scope, add_memory
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel

POLICY = (
    "Welcome to the house rules of our hotel, which we have written down for all guests so "
    "that everybody has a pleasant time with us in every season of the year. "
    "Changes made less than 24 hours before arrival cost 150 EUR per guest. "
    "Refunds are not possible after check-in. "
    "Breakfast is served in the garden, weather permitting, and there is fresh fruit. "
    "The pool opens on March 12, 2026 at 9:40 am and is heated by the sun alone. "
    "Guests must stay at least 3 nights. "
    "Mrs Rossi at the desk answers whatever questions you have about walks in the hills, "
    "about the old town with its many small shops, and about the boats on the lake. "
    "The deposit is 200 EUR. Towels are changed every other day, on request more often. "
)

RULES = (
    "欢迎入住本酒店，以下是全体客人须知，请在入住前仔细阅读，以便大家都能度过愉快的假期。"
    "退房须在中午12点前办理，逾期每小时收费50元。儿童票不可退款。"
    "早餐供应至上午10点，花园里的座位先到先得，天气不好时改在大厅用餐。"
    "王芳女士在前台负责预订，她会告诉您附近的步行路线、老城的小店以及湖上的渡船时间。"
    "至少入住三晚。停车场在酒店后面，客人可以免费使用，但不设看守，请勿留下贵重物品。"
)

GOOD = [
    "Changes made less than 24 hours before arrival cost 150 EUR, the deposit is 200 EUR.",
    "Refunds are not possible after check-in.",
]

ANN = Scope(user="ann")


def summary(*sentences: str) -> str:
    """A model's reply that summarises."""
    return json.dumps({"sentences": list(sentences)}, ensure_ascii=False)


def asks_to_fill(messages: list[BaseMessage]) -> bool:
    """Whether a question is the one for blanks."""
    return "blanks" in json.loads(messages[-1].text)


def filled(messages: list[BaseMessage], text: str = POLICY + RULES) -> str:
    """What a model answers that fills each blank from notes that tell the truth."""
    answers = []
    for blank in json.loads(messages[-1].text)["blanks"]:
        before, after = blank.split("____", 1)
        start = text.index(before) + len(before)
        answers.append(text[start : text.index(after, start)])
    return json.dumps({"answers": answers}, ensure_ascii=False)


def summariser(*sentences: str) -> ScriptedChatModel:
    """A model that says these sentences of every text, and fills every blank rightly."""

    def reply(messages: list[BaseMessage]) -> str:
        return filled(messages) if asks_to_fill(messages) else summary(*sentences)

    return ScriptedChatModel(script=repeat(reply))


def house_rules(house: str) -> str:
    """The rules of a house."""
    return RULES if house == "湖边" else POLICY


def look(number: int = 0, house: str = "Lake") -> dict[str, Any]:
    """A call of the tool."""
    return {"name": "house_rules", "args": {"house": house}, "id": f"look-{number}"}


def memory_with(model: Any, tokens: int = 100_000, **settings: Any) -> Memory:
    """A memory whose model for the cards is this one."""
    recall = RecallConfig(view_tokens=tokens)
    config = settings.pop("config", MemoryConfig(recall=recall))
    models = model if model is None or isinstance(model, dict) else {"cards": model}
    return Memory(model=models, embeddings=HashEmbeddings(), config=config, **settings)


def agent(
    memory: Memory,
    script: Iterator[Any] | list[Any],
    saver: Any = None,
    tool: Callable[..., Any] = house_rules,
    store: BaseStore | None = None,
) -> tuple[CompiledStateGraph[Any, Any, Any, Any], ScriptedChatModel]:
    """An agent with this memory, and its model."""
    model = ScriptedChatModel(script=script)
    builder = StateGraph(MessagesState)
    builder.add_node("agent", _calling(model))
    builder.add_node("tools", ToolNode([tool]))
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    add_memory(builder.add_conditional_edges("agent", tools_condition), memory)
    saver = InMemorySaver() if saver is None else saver
    store = memory.store(saver) if store is None else store
    return builder.compile(checkpointer=saver, store=store), model


def _calling(model: ScriptedChatModel) -> Any:
    def call(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    async def acall(state: MessagesState) -> dict[str, Any]:
        return {"messages": [await model.ainvoke(state["messages"])]}

    return RunnableLambda(call, acall)
