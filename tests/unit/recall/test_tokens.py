"""The token estimate, against counts made with the public o200k_base vocabulary."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from langgraph_memory.recall.tokens import (
    CALL_TOKENS,
    MEDIA_TOKENS,
    MESSAGE_TOKENS,
    count_text,
    count_tokens,
)

SAMPLES = json.loads(Path(__file__).with_name("o200k.json").read_text(encoding="utf-8"))
NAMES = [sample["name"] for sample in SAMPLES]
STRUCTURED = ("json", "table", "csv", "key-value")


@pytest.mark.parametrize("sample", SAMPLES, ids=NAMES)
def test_estimates_stay_near_the_real_count(sample: dict[str, Any]) -> None:
    """A text of any kind counts at most a tenth too little and a quarter too much."""
    ratio = count_text(sample["text"]) / sample["o200k"]
    assert 0.9 <= ratio <= 1.25


@pytest.mark.parametrize(
    "sample",
    [s for s in SAMPLES if any(kind in s["name"] for kind in STRUCTURED)],
    ids=lambda s: s["name"],
)
def test_structured_outputs_are_close(sample: dict[str, Any]) -> None:
    """Tool outputs and tables, which fill the window, are within a few per cent."""
    ratio = count_text(sample["text"]) / sample["o200k"]
    assert 0.97 <= ratio <= (1.15 if "chinese" in sample["name"] else 1.1)


def test_structured_and_chinese_texts_are_not_undercounted() -> None:
    """Over all samples, JSON, tables and Chinese do not count less than they cost."""
    for kind in ("json", "table", "chinese"):
        chosen = [sample for sample in SAMPLES if kind in sample["name"]]
        real = sum(sample["o200k"] for sample in chosen)
        assert sum(count_text(sample["text"]) for sample in chosen) >= real, kind


@given(st.text(st.characters(), max_size=300))
def test_any_text_can_be_counted(text: str) -> None:
    """Lone surrogates, control characters and signs count; only the empty text is 0."""
    tokens = count_text(text)
    assert (tokens == 0) == (text == "")
    assert tokens == count_text(text)


@given(st.text(max_size=120), st.text(max_size=120))
def test_a_longer_text_never_counts_much_less(head: str, tail: str) -> None:
    """Two lines together cost what they cost apart, give or take where they meet."""
    apart = count_text(head) + count_text(tail)
    assert abs(count_text(f"{head}\n{tail}") - apart) <= 6


@pytest.mark.parametrize(
    "unit", ["a", "A", " ", "\n", "=", "水", "0", "é", "Aa ", "\ud83d"]
)
def test_cost_grows_in_step_with_length(unit: str) -> None:
    """A text ten times as long costs ten times as much, also without any blank."""
    short, long = count_text(unit * 3_000), count_text(unit * 30_000)
    assert 8 * short <= long <= 12 * short


def test_messages_cost_their_content_and_framing() -> None:
    """Each message adds its framing to what its text costs."""
    text = "Find a quiet hotel in Porto"
    one = count_tokens([HumanMessage(text)])
    assert one == count_text(text) + MESSAGE_TOKENS
    assert count_tokens([SystemMessage(text), HumanMessage(text)]) == 2 * one
    assert count_tokens([]) == 0


def test_tool_calls_cost_their_names_and_arguments() -> None:
    """The arguments of a call are counted as the JSON that a provider is sent."""
    args = {"city": "Porto", "guests": 3, "filters": {"rules": ["no smoking"]}}
    call = {"name": "search_hotels", "args": args, "id": "c1"}
    expected = count_text("search_hotels") + count_text(json.dumps(args))
    tokens = count_tokens([AIMessage("", tool_calls=[call])])
    assert tokens == MESSAGE_TOKENS + CALL_TOKENS + expected


def test_a_call_repeated_as_a_block_is_counted_once() -> None:
    """Providers that put calls into the content as well do not make them cost double."""
    call = {"name": "search_hotels", "args": {"city": "Porto"}, "id": "c1"}
    block = {"type": "tool_use", "id": "c1", "name": "search_hotels", "input": call["args"]}
    plain = AIMessage([{"type": "text", "text": "Searching."}], tool_calls=[call])
    doubled = AIMessage([*plain.content, block], tool_calls=[call])
    assert count_tokens([doubled]) == count_tokens([plain])


def test_a_call_that_could_not_be_read_still_costs() -> None:
    """The raw text of invalid arguments is sent again, so it counts."""
    broken = {"name": "book", "args": '{"hotel": "H70413"', "id": "c1", "error": "cut"}
    message = AIMessage("", invalid_tool_calls=[{"type": "invalid_tool_call", **broken}])
    assert count_tokens([message]) > MESSAGE_TOKENS + CALL_TOKENS


def test_a_picture_costs_a_fixed_number() -> None:
    """An image counts the documented number, however long its data is."""
    picture = {
        "type": "image_url",
        "image_url": {"url": "data:image/png;base64," + "A" * 90_000},
    }
    message = HumanMessage([{"type": "text", "text": "What is this?"}, picture])
    expected = MESSAGE_TOKENS + count_text("What is this?") + MEDIA_TOKENS
    assert count_tokens([message]) == expected


def test_blocks_of_unknown_kinds_count_as_their_data() -> None:
    """Nothing that is sent is free, even when its kind is not known."""
    thinking = {"type": "thinking", "thinking": "The user wants the cheaper hotel. " * 20}
    assert count_tokens([AIMessage([thinking])]) > count_text(thinking["thinking"])


@pytest.mark.parametrize(
    "content",
    [
        None,
        [None, "text", 7],
        [{"type": "text"}, {"type": "text", "text": None}],
        [{"type": ["odd"], "id": {}}],
        3.5,
        {"a": {1, 2}},
    ],
)
def test_odd_contents_are_counted_without_error(content: Any) -> None:
    """Contents that no provider would send are counted all the same."""
    message = HumanMessage("").model_copy(update={"content": content})
    assert count_tokens([message]) >= MESSAGE_TOKENS


def test_odd_arguments_are_counted_without_error() -> None:
    """Arguments that are no JSON, endless in themselves or very deep, are counted."""
    endless: dict[str, Any] = {"when": float("nan"), "ids": {3, 1}, "blob": b"\xff"}
    endless["self"] = endless
    deep: Any = "end"
    for _ in range(1_000):
        deep = [deep]
    for args in (endless, {"deep": deep}):
        message = AIMessage("")
        message.tool_calls = [
            {"name": "odd", "args": args, "id": "c1", "type": "tool_call"}
        ]
        assert count_tokens([message]) > MESSAGE_TOKENS + CALL_TOKENS


def test_results_cost_what_the_model_reads_of_them() -> None:
    """The artifact of a tool message, which no model sees, is free."""
    shown = ToolMessage("4 rooms", tool_call_id="c1")
    hidden = ToolMessage("4 rooms", tool_call_id="c1", artifact={"rows": list(range(500))})
    assert count_tokens([hidden]) == count_tokens([shown])
