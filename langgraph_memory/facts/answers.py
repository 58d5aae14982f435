"""Where in a model's reply the answer is: in its text, or in the call it was asked for."""

from __future__ import annotations

import json

from langchain_core.messages import AIMessage, BaseMessage

from langgraph_memory.errors import ModelReplyError
from langgraph_memory.facts.messages import content_text


def answer_in(reply: BaseMessage, name: str) -> str:
    """The part of a reply that answers.

    Args:
        reply: What the model replied.
        name: Name of the form, under which some models call a tool instead of writing.

    Returns:
        Text, perhaps empty, perhaps no JSON.

    Raises:
        ModelReplyError: When the model refused, or called tools instead of answering.
    """
    if not isinstance(reply, AIMessage):
        return content_text(reply.content)
    for call in reply.tool_calls:
        if call["name"] == name:
            return json.dumps(call["args"], ensure_ascii=False)
    for broken in reply.invalid_tool_calls:
        if broken["name"] == name and broken["args"]:
            return broken["args"]
    refusal = _refusal(reply)
    if refusal:
        msg = f"the model refuses to answer: {refusal[:120]}"
        raise ModelReplyError(msg)
    # Parts of one text may be cut anywhere, in the middle of a word too.
    text = str(reply.text) or content_text(reply.content)
    called = [str(call["name"]) for call in (*reply.tool_calls, *reply.invalid_tool_calls)]
    if called and not text.strip():
        msg = f"the model called {', '.join(called[:3])} instead of answering"
        raise ModelReplyError(msg)
    return text


def _refusal(reply: AIMessage) -> str:
    """What a model says who refuses; providers have three ways to tell it."""
    told = reply.additional_kwargs.get("refusal")
    parts = reply.content if isinstance(reply.content, list) else []
    said = [part.get("refusal") for part in parts if isinstance(part, dict)]
    first = next(filter(None, [told, *said]), None)
    if first is None and reply.response_metadata.get("finish_reason") == "content_filter":
        return "its content filter stopped it"
    return str(first or "")
