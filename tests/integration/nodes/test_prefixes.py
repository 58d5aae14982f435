"""What a provider could cache: from one batch to the next, views only grow at their end."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage
from langgraph.checkpoint.memory import InMemorySaver

from langgraph_memory import ExperienceConfig, Memory, MemoryConfig, RecallConfig

from .trips import asking, by_hand, call, config, memory_for

CITIES = ("Porto", "Lille", "Graz", "Turku")
QUESTIONS = (
    "Which hotel in Porto has four stars and costs less than 100?",
    "When does flight AF1234 leave, and from which gate?",
    "What is the phone number of Hotel 7 in Graz?",
    "谢谢！哪一家酒店最便宜？",
    "Tell me a joke.",
)
RUN = {**config("now"), "recursion_limit": 1_000}

step = st.one_of(
    st.tuples(st.just("search_hotels"), st.sampled_from(CITIES)),
    st.tuples(st.just("flight_times"), st.sampled_from(["AF1234", "KL0902", "TP77"])),
    st.tuples(st.just("book_hotel"), st.sampled_from(["Hotel 3", "Hotel 9"])),
)
turn = st.tuples(
    st.sampled_from(QUESTIONS), st.lists(st.lists(step, min_size=1, max_size=2), max_size=4)
)


def letters(messages: Sequence[BaseMessage]) -> int:
    """A counter of one's own: one token for each letter of what a model reads."""
    return sum(
        len(message.text)
        + len(json.dumps(getattr(message, "tool_calls", []), ensure_ascii=False))
        for message in messages
    )


def made(tool: str, about: str, number: int) -> Any:
    args: dict[str, Any] = {
        "search_hotels": {"city": about},
        "flight_times": {"flight": about},
        "book_hotel": {"name": about, "nights": 2},
    }[tool]
    return call(tool, number, **args).tool_calls[0]


def script_of(turns: Sequence[Any]) -> list[AIMessage]:
    said: list[AIMessage] = []
    for _, steps in turns:
        for calls in steps:
            together = [made(*one, len(said) * 10 + n) for n, one in enumerate(calls)]
            said.append(AIMessage("", tool_calls=together))
        said.append(AIMessage(f"That is all I found, number {len(said)}."))
    return said


def is_batch(recipe: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    """Whether more was done than to append."""
    left = set(before.get("blocks", ())) - set(recipe["blocks"])
    changes = (recipe[part] != before.get(part, []) for part in ("stubs", "gone"))
    return bool(left) or recipe["digest"] != before.get("digest", {}) or any(changes)


def run(
    memory: Memory, turns: Sequence[Any]
) -> tuple[list[Sequence[BaseMessage]], list[bool]]:
    """The views of a run, and of each whether a batch made it."""
    saver = InMemorySaver()
    first, _ = by_hand(memory, script_of(turns[:1]), saver)
    first.invoke(asking(turns[0][0]), config("before"))
    graph, model = by_hand(memory, script_of(turns), saver, first.store)
    batches, recipe = list[bool](), dict[str, Any]()
    for question, _ in turns:
        for update in graph.stream(asking(question), RUN, stream_mode="updates"):
            if "rerank_rewrite" in update:
                part = update["rerank_rewrite"]["memory"]["agent"]
                now = part.get("recipe", recipe)
                batches.append(bool(now) and is_batch(now, recipe))
                recipe = now
    return [made.messages for made in model.calls], batches


def contents(view: Sequence[BaseMessage]) -> list[tuple[str, str, str]]:
    calls = [getattr(message, "tool_calls", None) for message in view]
    return [(m.type, m.text, str(c)) for m, c in zip(view, calls, strict=True)]


@settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    turns=st.lists(turn, min_size=1, max_size=4),
    budget=st.sampled_from([3_000, 6_000, 12_000]),
    compact=st.booleans(),
)
def test_between_batches_each_view_is_a_strict_prefix_of_the_next(
    turns: Sequence[Any],
    budget: int,
    compact: bool,  # noqa: FBT001 - drawn
) -> None:
    """Across turns too; no view exceeds the budget, and a batch makes room for more."""
    # No lessons: those that later runs contradict are deleted, and then shown no more.
    memory = memory_for(
        config=MemoryConfig(
            recall=RecallConfig(view_tokens=budget),
            experiences=ExperienceConfig(threshold=1.0),
        ),
        count_tokens=letters,
        compact=compact,
    )
    views, batches = run(memory, turns)
    assert len(views) == len(batches)
    for before, view, batch in zip(views, views[1:], batches[1:], strict=False):
        if batch:
            assert letters(view) <= budget * 0.8
        else:
            assert contents(view)[: len(before)] == contents(before)
            assert len(view) > len(before)
            assert letters(view) <= budget
