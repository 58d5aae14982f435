"""The channel and its merge."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.state import MemoryState, merge_memory, state_schema

_marks = st.text(alphabet="abcdef", min_size=1, max_size=2)
_part = st.fixed_dictionaries(
    {},
    optional={
        "seen": st.lists(_marks, max_size=4, unique=True),
        "cards": st.dictionaries(_marks, st.lists(_marks, max_size=2), max_size=3),
        "past": st.dictionaries(_marks, _marks, max_size=3),
        "known": st.lists(_marks, max_size=4, unique=True),
        "turn": st.dictionaries(_marks, st.integers(), max_size=2),
        "step": st.integers(),
    },
)
_channel = st.dictionaries(st.sampled_from(["agent", "writer"]), _part, max_size=2)


@given(_channel, _channel, _channel)
def test_the_merge_is_associative(
    a: dict[str, Any], b: dict[str, Any], c: dict[str, Any]
) -> None:
    """Merging in any grouping gives the same channel."""
    assert merge_memory(merge_memory(a, b), c) == merge_memory(a, merge_memory(b, c))


@given(_channel, _channel)
def test_the_merge_changes_neither_argument(a: dict[str, Any], b: dict[str, Any]) -> None:
    """Checkpointed values are never changed in place."""
    before = copy.deepcopy((a, b))
    merge_memory(a, b)
    assert (a, b) == before


@given(_channel)
def test_nothing_is_neutral(a: dict[str, Any]) -> None:
    """An empty or missing side leaves the other as it is."""
    assert merge_memory(a, {}) == merge_memory(None, a) == merge_memory(a, None) == a


def test_parallel_branches_unite_what_they_saw() -> None:
    """What two branches read and carded is kept from both."""
    left = {"agent": {"seen": ["a", "b"], "cards": {"a": ["1"]}}}
    right = {"agent": {"seen": ["b", "c"], "cards": {"c": ["2"]}}}
    assert merge_memory(left, right) == {
        "agent": {"seen": ["a", "b", "c"], "cards": {"a": ["1"], "c": ["2"]}}
    }


def test_what_is_not_known_any_more_is_forgotten() -> None:
    """An update that removes messages takes along what was noted of them."""
    held = {"agent": {"seen": ["a", "b"], "cards": {"a": ["1"]}, "past": {"1": "b"}}}
    left = {"agent": {"seen": ["c"], "known": ["b", "c"]}}
    assert merge_memory(held, left) == {
        "agent": {"seen": ["b", "c"], "cards": {}, "past": {"1": "b"}, "known": ["b", "c"]}
    }


def test_two_agents_do_not_touch_each_other() -> None:
    """The channel is keyed by model node."""
    merged = merge_memory({"agent": {"step": 1}}, {"writer": {"step": 2}})
    assert merged == {"agent": {"step": 1}, "writer": {"step": 2}}


def test_the_schema_follows_the_messages_key() -> None:
    """Graphs with another messages key get a schema with that key."""
    assert state_schema("messages") is MemoryState
    assert set(state_schema("history").__annotations__) == {"history", "memory"}
