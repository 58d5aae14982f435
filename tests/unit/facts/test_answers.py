"""Where in a reply the answer is."""

from __future__ import annotations

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from langgraph_memory.errors import ModelReplyError
from langgraph_memory.facts.answers import answer_in


def made(name: str) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": name, "args": {"a": "é"}, "id": "1"}])


def test_an_answer_is_the_text_or_the_call_that_was_asked_for() -> None:
    """Some models keep to a form by calling it as a tool."""
    assert answer_in(AIMessage('{"a": 1}'), "Form") == '{"a": 1}'
    assert answer_in(AIMessage([{"type": "text", "text": "b"}]), "Form") == "b"
    parts = [{"type": "text", "text": "o"}, {"type": "text", "text": "ne"}]
    assert answer_in(AIMessage(parts), "Form") == "one"
    assert answer_in(made("Form"), "Form") == '{"a": "é"}'
    assert answer_in(HumanMessage("c"), "Form") == "c"
    assert answer_in(AIMessage(""), "Form") == ""


def test_case_73_a_call_that_was_cut_is_still_read() -> None:
    """What LangChain cannot parse is left to the lenient reader."""
    cut = {"name": "Form", "args": '{"a": ["b"', "id": "1", "error": None}
    reply = AIMessage("", invalid_tool_calls=[cut])
    assert answer_in(reply, "Form") == '{"a": ["b"'


def test_a_text_counts_beside_a_call_that_nobody_asked_for() -> None:
    """The unasked call is ignored."""
    reply = made("delete_all")
    reply.content = '{"a": 1}'
    assert answer_in(reply, "Form") == '{"a": 1}'


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (made("delete_all"), "called delete_all instead"),
        (AIMessage("", additional_kwargs={"refusal": "I cannot."}), "refuses.*I cannot"),
        (AIMessage([{"type": "refusal", "refusal": "Sorry."}]), "refuses.*Sorry"),
        (
            AIMessage("", response_metadata={"finish_reason": "content_filter"}),
            "refuses.*content filter",
        ),
    ],
)
def test_case_74_no_answer_says_why(reply: AIMessage, why: str) -> None:
    """A refusal and an unasked call are named, not taken for an empty answer."""
    with pytest.raises(ModelReplyError, match=why):
        answer_in(reply, "Form")
