"""Text and values that are safe to store, whatever they were."""

from __future__ import annotations

import dataclasses
import enum
import json
from collections import deque
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import HumanMessage

from langgraph_memory.facts.text import (
    canonical,
    clean,
    content_text,
    plain,
    split_marker,
    truncate,
)
from tests.unit.facts.values import any_text, any_value


@dataclasses.dataclass
class Point:
    x: int
    y: float


class Colour(enum.Enum):
    RED = "red"


@given(any_text)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    """What is clean stays as it is, and can be written anywhere."""
    once = clean(text)
    assert clean(once) == once
    assert once.encode("utf-8").decode("utf-8") == once
    assert not any(ord(c) < 32 and c not in "\t\n" for c in once)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain 价格 😀", "plain 价格 😀"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("\ufeff{}", "{}"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("nul \x00 bell \x07", "nul \ufffd bell \ufffd"),
        ("lone \ud83d", "lone \ufffd"),
        ("pair \ud83d\ude00", "pair 😀"),
        ("e\u0301", "e\u0301"),
    ],
)
def test_cleaning_replaces_only_what_cannot_be_kept(text: str, expected: str) -> None:
    """Control characters and lone surrogates go; letters, accents and emoji stay."""
    assert clean(text) == expected


@given(any_value)
def test_plain_data_survives_json(value: Any) -> None:
    """Whatever comes in, strict JSON takes what comes out and gives it back equal."""
    data = plain(value)
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    canonical(data).encode("utf-8")


@given(any_value)
def test_plain_data_is_plain(value: Any) -> None:
    """Making plain data plain changes nothing."""
    assert plain(plain(value)) == plain(value)


def test_case_95_values_that_stores_disagree_about_become_plain() -> None:
    """Surrogates, NaN, sets, bytes and huge integers are normalised, each in one way."""
    value = {
        "surrogate": "\ud83d",
        "nan": float("nan"),
        "infinite": [float("inf"), float("-inf")],
        "set": {"b", "a", 3},
        "bytes": b"abc",
        "huge": 2**70,
        "large": 2**63 - 1,
        "tuple": (1, 2),
        1: "int key",
    }
    assert plain(value) == {
        "surrogate": "\ufffd",
        "nan": "NaN",
        "infinite": ["Infinity", "-Infinity"],
        "set": ["a", "b", 3],
        "bytes": "<bytes 3>",
        "huge": str(2**70),
        "large": 2**63 - 1,
        "tuple": [1, 2],
        "1": "int key",
    }


def test_case_95_equal_sets_give_equal_text() -> None:
    """The order in which a set was filled does not show."""
    one, other = {"b", "a", "c"}, {"c", "b", "a"}
    assert canonical(plain(one)) == canonical(plain(other))


def test_objects_become_what_they_hold() -> None:
    """Dataclasses, models, enums and arrays become their contents, the rest its type."""
    assert plain(Point(1, 2.5)) == {"x": 1, "y": 2.5}
    assert plain(Colour.RED) == "red"
    assert plain(HumanMessage("hi"))["content"] == "hi"
    assert plain(np.array([[1, 2], [3, 4]])) == [[1, 2], [3, 4]]
    assert plain(np.float32(0.5)) == 0.5
    assert plain(deque([1])) == [1]
    assert plain(object()) == "<object>"
    assert plain(Point) == "<type>"
    assert plain(10**5_000) == hex(10**5_000)


def test_keys_that_would_be_one_stay_two() -> None:
    """No entry is lost when keys become text."""
    assert plain({1: "a", "1": "b"}) == {"1": "a", "1'": "b"}


def test_depth_cycles_and_sharing_have_an_end() -> None:
    """Neither nesting, nor a value inside itself, nor sharing makes plain data endless."""
    deep: Any = 1
    for _ in range(1_000):
        deep = [deep]
    loop: list[Any] = []
    loop.append(loop)
    assert "<deeper>" in canonical(plain(deep))
    assert plain(loop) == ["<cycle>"]
    shared: Any = 1
    for _ in range(40):
        shared = [shared, shared]
    assert "<more>" in canonical(plain(shared))


@given(st.text(max_size=500), st.integers(100, 400))
def test_truncation_keeps_the_head_and_says_what_is_missing(text: str, limit: int) -> None:
    """A cut text is short enough and ends in a marker that can be taken off again."""
    cut = truncate(text, limit)
    assert len(cut) <= limit
    head, marker = split_marker(cut)
    if len(text) <= limit:
        assert cut == text
    else:
        assert text.startswith(head)
        assert f"{len(text)} characters" in marker


def test_the_marker_tells_texts_with_one_head_apart() -> None:
    """Two long texts that begin alike differ after truncation."""
    assert truncate("a" * 1_000 + "b", 200) != truncate("a" * 1_000 + "c", 200)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (None, ""),
        ("text", "text"),
        ([], ""),
        (["a", {"type": "text", "text": "b"}], "a\nb"),
        ([{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "b"}], "b"),
        ([{"type": "tool_use", "id": "1", "name": "f", "input": {}}], ""),
        (
            [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}}],
            "[image]",
        ),
        ([{"type": "file", "name": "a.txt"}], '{"type": "file", "name": "a.txt"}'),
        ([{"name": "Hotel", "price": 3}], '[{"name": "Hotel", "price": 3}]'),
        ({"price": float("nan")}, '{"price": "NaN"}'),
        (42, "42"),
        (b"\x00", '"<bytes 1>"'),
    ],
)
def test_content_of_any_shape_has_a_text(content: Any, expected: str) -> None:
    """Strings, blocks, None and data put there by tools all give their text."""
    assert content_text(content) == expected
