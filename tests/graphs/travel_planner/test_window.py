from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from graphs.travel_planner.window import newest


def words(messages: Sequence[BaseMessage]) -> int:
    return sum(len(message.text.split()) for message in messages)


def call(number: int, size: int) -> list[BaseMessage]:
    calls = [{"name": "search", "args": {"n": number}, "id": str(number)}]
    return [
        AIMessage("", tool_calls=calls),
        ToolMessage("word " * size, tool_call_id=str(number)),
    ]


def test_the_newest_that_fit_are_kept() -> None:
    """Older groups go first, the request stays."""
    messages = [HumanMessage("plan it please"), *call(1, 50), *call(2, 20), *call(3, 20)]
    kept = newest(messages, 45, words)
    assert [m.text.split()[0] for m in kept if m.text] == ["plan", "word", "word"]
    assert kept == [messages[0], *messages[3:]]


def test_a_result_too_large_hides_what_is_before_it() -> None:
    """Nothing older than what does not fit is shown."""
    messages = [HumanMessage("plan it please"), *call(1, 5), *call(2, 500)]
    assert newest(messages, 45, words) == messages[:1]


@given(st.lists(st.integers(1, 40), max_size=8), st.integers(3, 120))
def test_pairs_stay_whole_and_the_window_holds(sizes: list[int], tokens: int) -> None:
    """Calls come with their results, in order, within the window."""
    messages: list[BaseMessage] = [HumanMessage("plan it please")]
    for number, size in enumerate(sizes):
        messages += call(number, size)
    kept = newest(messages, tokens, words)
    assert words(kept) <= tokens
    assert kept[0] is messages[0]
    called = {c["id"] for m in kept if isinstance(m, AIMessage) for c in m.tool_calls}
    answered = {m.tool_call_id for m in kept if isinstance(m, ToolMessage)}
    assert called == answered
    assert kept == [message for message in messages if message in kept]
