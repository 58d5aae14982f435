"""A chat model made to answer in a form, and briefly, as far as it can."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableBinding, RunnableSequence
from langchain_core.runnables.base import RunnableBindingBase
from langchain_core.runnables.fallbacks import RunnableWithFallbacks

from langgraph_memory._outside import ChatModel

_LIMITS = ("max_tokens", "max_output_tokens", "num_predict")
"""What chat models call the most tokens of an answer."""

_ABOUT_FORM = re.compile(
    r"response_?format|json_?schema|structured|schema|grammar|tool_choice|\btools?\b"
    r"|function|not (?:supported|implemented)",
    re.IGNORECASE,
)
_REFUSED = frozenset({400, 404, 405, 415, 422, 500, 501})


def shaped(model: ChatModel, schema: Mapping[str, Any] | None, tokens: int) -> ChatModel:
    """A model whose answers keep to a schema where it can, and end after so many tokens.

    Args:
        model: A chat model, or one with retries or fallbacks.
        schema: JSON schema of the answer; None: it is asked in words alone.
        tokens: Most tokens of an answer; a lower limit of the model's own stays.

    Returns:
        A model that replies with a message: what is in it is not read here.
    """
    if isinstance(model, RunnableWithFallbacks):
        others = [shaped(other, schema, tokens) for other in model.fallbacks]
        first = shaped(model.runnable, schema, tokens)
        return model.model_copy(update={"runnable": first, "fallbacks": others})
    if isinstance(model, RunnableBindingBase):
        return model.model_copy(update={"bound": shaped(model.bound, schema, tokens)})
    if isinstance(model, BaseChatModel):
        return _constrained(_limited(model, tokens), schema)
    return model


def refuses_form(error: BaseException) -> bool:
    """Whether a call failed because the model or its server takes no schema."""
    told = getattr(error, "status_code", None)
    refused = told in _REFUSED or isinstance(
        error, NotImplementedError | TypeError | ValueError
    )
    return refused and _ABOUT_FORM.search(str(error)) is not None


def cut_off(error: BaseException) -> AIMessage | None:
    """What a model had said when it reached its limit, where its client raises that.

    OpenAI's does for every answer with a schema. What was complete can still be read.
    """
    choices = getattr(getattr(error, "completion", None), "choices", None) or ()
    said = (getattr(getattr(one, "message", None), "content", None) for one in choices)
    text = next((text for text in said if isinstance(text, str) and text), None)
    return None if text is None else AIMessage(text)


def _limited(model: BaseChatModel, tokens: int) -> BaseChatModel:
    for name in _LIMITS:
        if name in type(model).model_fields:
            own = getattr(model, name)
            least = min(own, tokens) if isinstance(own, int) and own > 0 else tokens
            return model.model_copy(update={name: least})
    return model


def _constrained(model: BaseChatModel, schema: Mapping[str, Any] | None) -> ChatModel:
    """The model with its provider's own way to keep to a schema, but for its parser.

    LangChain's general way asks for a tool call, which models without tools cannot make.
    """
    own = type(model).with_structured_output
    if schema is None or own is BaseChatModel.with_structured_output:
        return model
    made = model.with_structured_output(dict(schema))
    bound = made.first if isinstance(made, RunnableSequence) else None
    return bound if isinstance(bound, RunnableBinding) else model
