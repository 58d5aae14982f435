"""Replies of models: what can be read is read, the rest is an error."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage

from langgraph_memory.errors import ModelReplyError
from langgraph_memory.facts.replies import as_score, reply_json, reply_text

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-999, 999) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=6), PLAIN, min_size=1, max_size=4).filter(
    lambda data: "error" not in data
)


@pytest.mark.parametrize(
    "reply",
    [
        '```json\n{"lessons": ["a"]}\n```',
        'Here are the lessons: {"lessons": ["a"]} I hope they help!',
        '<think>{"lessons": ["wrong"]} or so?</think>{"lessons": ["a"]}',
        'Let me see. {"lessons": ["no"]}</think>\n{"lessons": ["a"]}',
        AIMessage(
            [{"type": "text", "text": '{"lessons": '}, {"type": "text", "text": '["a"]}'}]
        ),
        [
            {"type": "thinking", "thinking": "hm"},
            {"type": "text", "text": '{"lessons": ["a"]}'},
        ],
        '{"lessons": ["a",],}',
        '{"lessons": ["a",],} as {shown} above }',
        '{"lessons": ["a"',
        '{"lessons": ["a", "unfinis',
        '{"lessons": ["a"], "more": ',
        'As [asked], in {braces}: {"lessons": ["a"]}',
    ],
)
def test_case_73_json_is_read_however_it_is_wrapped(reply: object) -> None:
    """Fences, prose, thoughts, blocks, spare commas and a cut end do not hide the JSON."""
    assert reply_json(reply) == {"lessons": ["a"]}


def test_case_73_line_breaks_in_strings_are_read() -> None:
    """A raw line break within a string does no harm."""
    assert reply_json('{"a": "one\ntwo"}') == {"a": "one\ntwo"}


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "   ",
        None,
        7,
        "no JSON here",
        "{not json}",
        "<think>never ends",
        AIMessage(""),
        [],
    ],
)
def test_case_73_unusable_replies_are_errors(reply: object) -> None:
    """A reply without JSON is an error, not an empty result."""
    with pytest.raises(ModelReplyError):
        reply_json(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "Error generating summary: 429",
        "Error: rate limit",
        "openai.RateLimitError: Error code: 429",
        "Traceback (most recent call last):\n  File",
        "HTTP 503 Service Unavailable",
        "429 Too Many Requests",
        "Rate limit exceeded, try again in 20s",
        "Request timed out.",
        "生成摘要时出错：429",
        "请求失败，请稍后再试",
        "<html><body>502 Bad Gateway</body></html>",
        "⚠️ Error: 500",
    ],
)
def test_case_18_the_text_of_an_error_is_no_content(reply: str) -> None:
    """What a provider says when it fails is never taken for the model's answer."""
    with pytest.raises(ModelReplyError):
        reply_text(reply)


def test_case_18_an_error_object_is_no_content() -> None:
    """A provider's error as JSON is an error too."""
    with pytest.raises(ModelReplyError):
        reply_json('{"error": {"message": "overloaded"}, "code": 529}')


@pytest.mark.parametrize(
    "reply",
    [
        "When the error names a total, pay that total.",
        "Errors in dates end once they are written as 2026-03-01.",
        "遇到错误时先查询订单。",
        "404 means that the order id lacks its number sign.",
    ],
)
def test_answers_about_errors_are_content(reply: str) -> None:
    """An answer that speaks of errors is not mistaken for one."""
    assert reply_text(reply) == reply


def test_thoughts_are_left_out() -> None:
    """Only what the model says is the answer, not what it thought aloud."""
    assert (
        reply_text("<think>maybe\nnot</think>\nCall search first.") == "Call search first."
    )


def test_nested_openings_do_not_overflow() -> None:
    """A reply of nothing but brackets is refused, not a crash."""
    with pytest.raises(ModelReplyError):
        reply_json("[" * 100_000)


@given(OBJECTS)
def test_any_object_is_read_back(data: dict[str, object]) -> None:
    """What is written as JSON is read as written, with prose around it."""
    assert reply_json(f"Sure!\n{json.dumps(data)}\nDone.") == data


@given(OBJECTS, st.integers(1, 200))
def test_a_cut_object_is_never_invented(data: dict[str, object], cut: int) -> None:
    """Of a cut object only members that were complete are read, with their own values."""
    text = json.dumps(data)[:cut]
    try:
        read = reply_json(text)
    except ModelReplyError:
        return
    whole = [data, *_inner(data)]
    assert any(_is_part(read, one) for one in whole)


def _inner(data: object) -> list[object]:
    items = (
        data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    )
    return [one for item in items for one in (item, *_inner(item))]


def _is_part(part: object, whole: object) -> bool:
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(k in whole and _is_part(v, whole[k]) for k, v in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) <= len(whole) and all(map(_is_part, part, whole))
    return part == whole


@pytest.mark.parametrize(
    ("written", "score"),
    [
        (0.4, 0.4),
        (1, 1.0),
        (11, 1.0),
        (-3, 0.0),
        (math.inf, 1.0),
        (10**400, 1.0),
        ("0.25", 0.25),
        ("85%", 0.85),
        ("8/10", 0.8),
        ("high", 0.85),
        (" Very High ", 0.95),
        ("medium", 0.5),
        ("高", 0.85),
        ("低", 0.2),
    ],
)
def test_case_74_scores_are_read_and_clamped(written: object, score: float) -> None:
    """Numbers, words, percentages and fractions give a score between 0 and 1."""
    assert as_score(written) == score


@pytest.mark.parametrize(
    "written", [None, True, [], {}, "", "quite", math.nan, "3/0", "nan"]
)
def test_case_74_what_is_no_score_is_an_error(written: object) -> None:
    """A missing or wrong score is an error, never a number made up."""
    with pytest.raises(ModelReplyError):
        as_score(written)
