"""Models made to keep to a form and to end in time, however they are wrapped."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable, RunnableLambda

from langgraph_memory._models import cut_off, refuses_form, shaped
from langgraph_memory.facts.questions import form, text_of
from langgraph_memory.testing import ScriptedChatModel

FORM = form("Form", answer=text_of(9))


class Strict(BaseChatModel):
    """A model of a provider that keeps answers to schemas; it tells what it was given."""

    max_tokens: int | None = None
    breaks: bool = False

    @property
    def _llm_type(self) -> str:
        return "strict"

    def with_structured_output(self, schema: Any, **kwargs: Any) -> Runnable[Any, Any]:
        bound = self.bind(response_format=schema["title"], **kwargs)
        return bound | RunnableLambda(lambda _: "parsed")

    def _generate(
        self, messages: list[BaseMessage], *args: Any, **kwargs: Any
    ) -> ChatResult:
        del messages, args
        if self.breaks:
            raise OSError
        told = f"{kwargs.get('response_format')} {self.max_tokens}"
        return ChatResult(generations=[ChatGeneration(message=AIMessage(told))])


def told(model: Any, tokens: int = 500) -> str:
    """What a model was given, by its own words: the message, unparsed."""
    return str(shaped(model, FORM, tokens).invoke("Hi").content)


def test_a_model_that_keeps_to_schemas_is_given_one_and_a_limit() -> None:
    """Its reply comes unparsed, so that it can be read leniently."""
    assert told(Strict()) == "Form 500"
    assert str(shaped(Strict(), None, 500).invoke("Hi").content) == "None 500"


def test_a_lower_limit_of_the_models_own_stays() -> None:
    """The memory never raises what its user has set."""
    assert told(Strict(max_tokens=90)) == "Form 90"
    assert told(Strict(max_tokens=900)) == "Form 500"


def test_the_users_model_is_left_as_it_is() -> None:
    """Form and limit are those of the call."""
    model = Strict()
    told(model)
    assert model.max_tokens is None


def test_retries_fallbacks_and_bindings_stay_around_the_model() -> None:
    """Each model inside is shaped."""
    assert told(Strict().with_retry()) == "Form 500"
    assert told(Strict().bind(stop=["x"])) == "Form 500"
    assert told(Strict(breaks=True).with_fallbacks([Strict(max_tokens=7)])) == "Form 7"


def test_a_model_without_schemas_reads_the_form_in_words() -> None:
    """No tools are bound to a model that may not know them."""
    model = ScriptedChatModel(script=["a", "b"])
    assert told(model) == "a"
    assert model.calls[0].tools == ()
    other: Any = RunnableLambda(lambda _: AIMessage("c"))
    assert told(other) == "c"


class _Status(Exception):  # noqa: N818  stands for a provider's own
    def __init__(self, text: str, status_code: int) -> None:
        super().__init__(text)
        self.status_code = status_code


@pytest.mark.parametrize(
    ("error", "refuses"),
    [
        (_Status("'response_format' of type 'json_schema' is not supported", 400), True),
        (_Status("grammar could not be parsed", 500), True),
        (NotImplementedError("with_structured_output is not implemented"), True),
        (_Status("maximum context length is 4096 tokens", 400), False),
        (_Status("tools: rate limit", 429), False),
        (TimeoutError("the schema took too long"), False),
    ],
)
def test_a_refused_form_is_told_from_other_failures(
    error: Exception, *, refuses: bool
) -> None:
    """Only then is it worth asking again in words."""
    assert refuses_form(error) is refuses


def test_what_was_said_at_the_limit_is_not_lost() -> None:
    """Some clients raise there; what else they raise holds no answer."""
    message = SimpleNamespace(content='{"answer": "a')
    error = ValueError("length")
    assert cut_off(error) is None
    error.completion = SimpleNamespace(choices=[SimpleNamespace(message=message)])  # type: ignore[attr-defined]  # as OpenAI's does
    reply = cut_off(error)
    assert reply is not None
    assert reply.content == '{"answer": "a'
    message.content = None
    assert cut_off(error) is None
