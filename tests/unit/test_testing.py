from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage
from langchain_core.tools import tool
from langgraph.graph import START, MessagesState, StateGraph

from langgraph_memory.errors import ConfigError
from langgraph_memory.testing import Clock, HashEmbeddings, ScriptedChatModel

CALL = {"name": "weather", "args": {"city": "Rome"}, "id": "c1", "type": "tool_call"}


@tool
def weather(city: str) -> str:
    """Say the weather of a city."""
    return f"sunny in {city}"


def cosine(embeddings: HashEmbeddings, first: str, second: str) -> float:
    left, right = embeddings.embed_documents([first, second])
    return float(np.dot(left, right))


def test_replies_come_in_the_order_of_the_script() -> None:
    """Texts, messages and functions of what was shown each answer one call."""
    model = ScriptedChatModel(
        script=["one", AIMessage("two", id="m2"), lambda seen: f"{len(seen)} seen"]
    )
    answers = [
        model.invoke("a"),
        model.invoke("b"),
        model.invoke([("user", "c"), ("ai", "d")]),
    ]
    assert [answer.content for answer in answers] == ["one", "two", "2 seen"]
    assert answers[1].id == "m2"


def test_an_exception_in_the_script_is_raised_and_the_next_reply_follows() -> None:
    """A scripted failure reaches the caller, and the script goes on after it."""
    model = ScriptedChatModel(script=[TimeoutError("slow"), "well"])
    with pytest.raises(TimeoutError, match="slow"):
        model.invoke("a")
    assert model.invoke("b").content == "well"
    assert [call.messages[0].content for call in model.calls] == ["a", "b"]


def test_a_script_that_is_over_says_so() -> None:
    """One call too many fails and names the call."""
    model = ScriptedChatModel(script=["only"])
    model.invoke("a")
    with pytest.raises(AssertionError, match="no reply for call 2"):
        model.invoke("b")


def test_a_script_may_be_endless() -> None:
    """A reply may be repeated for ever, each time as a message of its own."""
    model = ScriptedChatModel(script=itertools.repeat(AIMessage("again")))
    first, second = model.invoke("a"), model.invoke("b")
    assert first.content == second.content == "again"
    assert first.id != second.id


def test_calls_record_messages_and_tools() -> None:
    """Each call is recorded with the messages shown and the tools bound."""
    model = ScriptedChatModel(script=["a", "b"])
    model.bind_tools([weather]).invoke([HumanMessage("hi")])
    model.invoke("bye")
    with_tools, without = model.calls
    assert with_tools.messages == (HumanMessage("hi"),)
    assert [tool["function"]["name"] for tool in with_tools.tools] == ["weather"]
    assert without.tools == ()


async def test_async_calls_take_from_the_same_script() -> None:
    """The asynchronous half shares script and record with the synchronous one."""
    model = ScriptedChatModel(script=["one", "two"])
    assert (await model.ainvoke("a")).content == "one"
    assert model.invoke("b").content == "two"
    assert len(model.calls) == 2


def test_parallel_calls_get_each_reply_once() -> None:
    """Calls from several threads never get the same reply."""
    model = ScriptedChatModel(script=(str(number) for number in range(64)))
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: model.invoke("a").content, range(64)))
    assert sorted(answers, key=int) == [str(number) for number in range(64)]


@given(st.text(alphabet=st.sampled_from("ab é日\n\t "), max_size=20))
def test_a_streamed_text_is_the_same_text(text: str) -> None:
    """The pieces of a streamed answer join to the answer."""
    model = ScriptedChatModel(script=[text])
    assert "".join(str(chunk.content) for chunk in model.stream("a")) == text


@pytest.mark.parametrize(
    "answer",
    [
        AIMessage("", tool_calls=[CALL], id="m1"),
        AIMessage("Let me see", tool_calls=[CALL, CALL | {"id": "c2"}], id="m1"),
        AIMessage([{"type": "text", "text": "blocks"}], id="m1"),
        AIMessage(
            "broken",
            id="m1",
            invalid_tool_calls=[
                {"name": "weather", "args": "city=Rome", "id": "c1", "error": None}
                | {"type": "invalid_tool_call"}
            ],
        ),
        AIMessage(
            "counted",
            id="m1",
            usage_metadata={"input_tokens": 3, "output_tokens": 1, "total_tokens": 4},
        ),
    ],
    ids=["call", "text and calls", "blocks", "invalid call", "usage"],
)
def test_a_streamed_message_is_the_same_message(answer: AIMessage) -> None:
    """Tool calls, invalid calls, blocks and usage survive streaming."""
    chunks = list(ScriptedChatModel(script=[answer]).stream("a"))
    whole = sum(chunks[1:], start=chunks[0])
    assert isinstance(whole, AIMessageChunk)
    assert (whole.id, whole.content) == (answer.id, answer.content)
    assert whole.tool_calls == answer.tool_calls
    assert whole.usage_metadata == answer.usage_metadata
    assert [call["args"] for call in whole.invalid_tool_calls] == [
        call["args"] for call in answer.invalid_tool_calls
    ]


def test_words_stream_out_of_a_graph() -> None:
    """In a graph that streams messages the answer arrives word by word."""
    model = ScriptedChatModel(script=["Rome is sunny"])
    builder = StateGraph(MessagesState)
    builder.add_node("model", lambda state: {"messages": [model.invoke(state["messages"])]})
    builder.add_edge(START, "model")
    parts: list[Any] = list(
        builder.compile().stream({"messages": [("user", "hi")]}, stream_mode="messages")
    )
    assert [part.content for part, _ in parts if part.content] == ["Rome", " is", " sunny"]


def test_shared_words_bring_texts_together() -> None:
    """The more words two texts share, however often, the higher their cosine."""
    embeddings = HashEmbeddings()
    near = cosine(embeddings, "the hotel allows pets", "A hotel that allows pets!")
    some = cosine(embeddings, "the hotel allows pets", "the hotel is full")
    none = cosine(embeddings, "the hotel allows pets", "flights leave daily")
    assert near > some > none
    assert cosine(embeddings, "pets pets allowed", "Pets, allowed") == pytest.approx(1)
    assert abs(none) < 0.25


def test_chinese_texts_compare_by_their_characters() -> None:
    """Chinese needs no spaces: shared characters bring texts together."""
    embeddings = HashEmbeddings()
    near = cosine(embeddings, "这家酒店允许宠物", "酒店允许带宠物")
    assert near > 0.6 > cosine(embeddings, "这家酒店允许宠物", "航班已取消")


@given(st.text(), st.integers(min_value=1, max_value=64))
def test_every_text_has_a_vector_of_length_one(text: str, size: int) -> None:
    """Any text, the empty one too, gives a vector of the asked-for size, each time."""
    embeddings = HashEmbeddings(size)
    vector = embeddings.embed_query(text)
    assert len(vector) == size
    assert np.linalg.norm(vector) == pytest.approx(1)
    assert embeddings.embed_documents([text]) == [vector]


def test_vectors_are_the_same_on_every_machine() -> None:
    """The signs of a known word never change."""
    signs = np.sign(HashEmbeddings(8).embed_query("Rome"))
    assert signs.tolist() == [-1, -1, 1, 1, 1, -1, 1, 1]


def test_embeddings_of_no_size_are_refused() -> None:
    """A vector has at least one number."""
    with pytest.raises(ConfigError, match="at least 1"):
        HashEmbeddings(0)


def test_a_clock_stands_still_until_moved() -> None:
    """The time is what was set, and moves by what was asked for."""
    clock = Clock(datetime(2026, 3, 1, 12, tzinfo=UTC))
    assert clock() == clock() == datetime(2026, 3, 1, 12, tzinfo=UTC)
    clock.advance(days=1, minutes=30)
    assert clock() == datetime(2026, 3, 2, 12, 30, tzinfo=UTC)
    clock.advance(hours=-1)
    assert clock() == datetime(2026, 3, 2, 11, 30, tzinfo=UTC)
    clock.set(datetime(2025, 1, 1, tzinfo=UTC))
    assert clock() == datetime(2025, 1, 1, tzinfo=UTC)


def test_a_clock_shows_utc() -> None:
    """A time of another zone is shown as the same moment in UTC."""
    clock = Clock(datetime(2026, 3, 1, 1, tzinfo=timezone(timedelta(hours=8))))
    assert clock() == datetime(2026, 2, 28, 17, tzinfo=UTC)
    assert clock().tzinfo is UTC


def test_a_clock_refuses_a_time_without_zone() -> None:
    """A naive time could be any moment, so it is refused."""
    with pytest.raises(ConfigError, match="time zone"):
        Clock(datetime(2026, 3, 1))  # noqa: DTZ001 - the point of the test
