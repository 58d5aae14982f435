"""The public types as a user meets them: read by mypy in strict mode, never run."""

from __future__ import annotations

from datetime import datetime
from typing import Any, assert_type

from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.store.base import BaseStore

from langgraph_memory import (
    Acquired,
    CardConfig,
    CheckpointStore,
    ConfigError,
    DecisionCard,
    DialogueReward,
    ExactIndex,
    Experience,
    IndexMismatchError,
    LangGraphMemoryError,
    Memory,
    MemoryConfig,
    MemoryState,
    Reason,
    Scope,
    ScopeError,
    ServerStore,
    StoreError,
    Tuned,
    add_memory,
    why,
)
from langgraph_memory.nodes import Observe, ScoreAndCard, fuse
from langgraph_memory.testing import Clock, HashEmbeddings, ScriptedChatModel


class PlainState(MemoryState):
    """A state that declares the memory's channel itself."""

    plan: str


@tool
def search_hotels(city: str) -> str:
    """Find hotels in a city."""
    return city


def given_everything(model: BaseChatModel, embeddings: Embeddings) -> Memory:
    return Memory(
        model=model,
        embeddings=embeddings,
        config=MemoryConfig(archive="compact", cards=CardConfig(task_mode="precise")),
        clock=lambda: datetime.fromisoformat("2026-01-01T00:00:00+00:00"),
        tools=[search_hotels],
        messages_key="messages",
        outcome=lambda state: len(state) > 1,
        replay=lambda _, lesson: lesson.kind == "success",
        task="plan a trip",
        redact=lambda text: text.replace("secret", ""),
        count_tokens=len,
    )


def given_models(model: BaseChatModel, small: BaseChatModel) -> Memory:
    roles = {"cards": small, "reflect": model, "distil": None}
    return Memory(model=roles, background=True, config=MemoryConfig(model_seconds=10))


async def waits(memory: Memory) -> None:
    with memory as same:
        assert_type(same, Memory)
        assert_type(same.drain(timeout=1.0), bool)
    async with memory as same:
        assert_type(await same.adrain(), bool)
    memory.close()
    await memory.aclose(timeout=2.0)


def fakes() -> Memory:
    model = ScriptedChatModel(script=["yes", TimeoutError(), lambda seen: seen[-1].text])
    assert_type(model.calls[0].messages, tuple[BaseMessage, ...])
    return Memory(model=model, embeddings=HashEmbeddings(), clock=Clock())


def stores(memory: Memory) -> BaseStore:
    own = memory.store(InMemorySaver())
    assert_type(own, CheckpointStore)
    return CheckpointStore(
        InMemorySaver(), index=ExactIndex(HashEmbeddings()), clock=Clock()
    )


def wired_in_one_call(memory: Memory) -> Any:
    def agent(state: MessagesState) -> dict[str, Any]:
        return {"messages": [AIMessage(state["messages"][-1].text)]}

    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent)
    builder.add_edge(START, "agent")
    add_memory(builder, memory, model="agent")
    return builder.compile(checkpointer=InMemorySaver(), store=stores(memory))


def wired_by_hand(memory: Memory) -> Any:
    def agent(state: PlainState) -> dict[str, Any]:
        messages = memory.view(state, model="agent")
        assert_type(messages, list[BaseMessage])
        return {"messages": [AIMessage(messages[-1].text)]}

    assert_type(memory.observe, Observe)
    assert_type(memory.score_and_card, ScoreAndCard)
    builder = StateGraph(PlainState)
    builder.add_node("remember", memory.remember)
    builder.add_node("recall", fuse(memory.retrieve, memory.rerank_rewrite))
    builder.add_node("agent", memory.wrap(agent))
    builder.add_edge(START, "remember")
    return builder.compile()


async def viewed_without_blocking(memory: Memory, state: PlainState) -> None:
    assert_type(await memory.aview(state), list[BaseMessage])


async def run_on_purpose(memory: Memory, graph: Any, scope: Scope) -> None:
    async def score(task: str, state: Any) -> float:
        return float(task in str(state))

    acquired = memory.acquire(graph, ["a task"], score, scope=scope, samples=4)
    assert_type(acquired, Acquired)
    assert_type(acquired.temperature_taken, bool | None)
    await memory.aacquire(graph, {"a": {"x": 1}}, DialogueReward(), scope=scope)
    tuned = await memory.atune(graph, iter(["b"]), scope=scope, k=[0, 5], progress=print)
    assert_type(tuned, Tuned)
    assert_type(tuned.best.success, float)
    memory.tune(graph, ["b"], scope=scope, store=ServerStore(graph)).plot("k.png")


def owned(memory: Memory, store: BaseStore, scope: Scope) -> None:
    assert_type(memory.forget(store, scope, purge=True).beyond, tuple[str, ...])
    assert_type(memory.export(store, scope, "ann.jsonl", progress=print), int)
    assert_type(memory.import_(store, "ann.jsonl", scope=scope), int)
    assert_type(memory.restore(store, scope, ["0" * 32]), tuple[str, ...])


def read_back(card: DecisionCard, experience: Experience, scope: Scope) -> None:
    assert_type(card.summary, str)
    assert_type(DecisionCard.from_dict(card.to_dict()), DecisionCard)
    assert_type(Experience.from_dict(experience.to_dict()), Experience)
    assert_type(scope.namespace("cards"), tuple[str, ...])


async def explained(
    memory: Memory, store: BaseStore, scope: Scope, messages: list[BaseMessage]
) -> None:
    [card] = memory.cards(store, scope)
    assert_type(why(card, "price"), list[Reason])
    assert_type(
        why(messages, 132, tools=[search_hotels], max_tool_tokens=0.25), list[Reason]
    )
    assert_type(memory.why(store, scope, card.key)[0].terms, dict[str, float])
    assert_type(await memory.awhy(store, scope, card.key[:8]), list[Reason])


def errors(error: Exception) -> LangGraphMemoryError | None:
    if isinstance(error, IndexMismatchError):
        assert_type(error, IndexMismatchError)
        return StoreError(*error.args)
    return error if isinstance(error, ConfigError | ScopeError) else None


def mistakes(scope: Scope, memory: Memory) -> None:
    """What a type checker must refuse: an unneeded ignore is itself an error here."""
    scope.namespace("dreams")  # type: ignore[arg-type] # no such kind
    Scope("ann")  # type: ignore[call-arg] # by name alone
    MemoryConfig(archive="some")  # type: ignore[arg-type] # no such choice
    memory.observe = memory.observe  # type: ignore[misc] # read only
