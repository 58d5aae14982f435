from __future__ import annotations

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from graphs.travel_planner.policy.reading import see

CARD = """\
[card 3fa9c1d2] search_hotels(city=Birch) · 2 of 17 rows · as of 2030-01-29
NAME | price | maximum occupancy
Cozy loft | 130 | 2
"A | B lodge" | 99.5 | 3
all: city=Birch
note: Prices include tax."""


def after_call(content: str, status: str = "success") -> list[BaseMessage]:
    call = {"name": "search_hotels", "args": {"city": "Birch"}, "id": "1"}
    return [
        HumanMessage("Plan it."),
        AIMessage("", tool_calls=[call]),
        ToolMessage(content, tool_call_id="1", status=status),
    ]


def test_raw_rows_are_read() -> None:
    """A JSON list becomes rows, all of them."""
    result = see(after_call('[{"NAME": "Loft"}]')).result("search_hotels", city="Birch")
    assert result is not None
    assert (result.rows, result.whole, result.failed) == (({"NAME": "Loft"},), True, False)


def test_a_card_is_read_like_the_rows_it_stands_for() -> None:
    """The rows of a card come with the columns that all rows share."""
    result = see(after_call(CARD)).result("search_hotels", city="Birch")
    assert result is not None
    assert result.rows[1] == {
        "NAME": "A | B lodge",
        "price": 99.5,
        "maximum occupancy": 3,
        "city": "Birch",
    }
    assert not result.whole
    assert result.text == "Prices include tax."


def test_a_reference_says_nothing() -> None:
    """A line that only names the record leaves the result unknown."""
    for line in (
        "[record 3fa9c1d2]",
        "[search_hotels(city=Birch): record 3fa9c1d2]",
        "search_hotels(city=Birch): nothing kept; record 3fa9c1d2",
    ):
        assert see(after_call(line)).result("search_hotels", city="Birch") is None


def test_prose_and_failures_are_read() -> None:
    """Text that is no data stays text, and a failed call is known as such."""
    result = see(after_call("There is nothing.", "error")).result(
        "search_hotels", city="Birch"
    )
    assert result is not None
    assert (result.text, result.rows, result.failed) == ("There is nothing.", (), True)


def test_results_without_their_call_are_not_guessed() -> None:
    """A result whose call is not shown cannot be told apart and is left out."""
    messages = [m for m in after_call("[]") if not isinstance(m, AIMessage)]
    assert see(messages).calls == []


def test_memory_before_the_request_is_marked_as_earlier() -> None:
    """Cards in the memory block are known, and known to be from before."""
    block = HumanMessage(
        f"<memory>\nFrom earlier conversations:\n{CARD}\nLessons from earlier runs:\n"
        "- Ask early.\n</memory>"
    )
    seen = see([block, HumanMessage("Plan it.")])
    result = seen.result("search_hotels", city="Birch")
    assert seen.request == "Plan it."
    assert result is not None
    assert (len(result.rows), result.earlier) == (2, True)


def test_what_is_found_now_replaces_what_was_remembered() -> None:
    """A result of this conversation is preferred to an earlier one."""
    messages = [HumanMessage(CARD), *after_call('[{"NAME": "New"}]')]
    result = see(messages).result("search_hotels", city="Birch")
    assert result is not None
    assert not result.earlier


def test_a_number_is_the_same_however_it_is_written() -> None:
    """Calls with 2 and with 2.0 are one call."""
    call = {"name": "calculate_budget", "args": {"people": 2.0}, "id": "1"}
    messages = [
        AIMessage("", tool_calls=[call]),
        ToolMessage('{"total": 1}', tool_call_id="1"),
    ]
    assert see(messages).result("calculate_budget", people=2) is not None
