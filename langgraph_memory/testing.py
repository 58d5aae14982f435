"""Stand-ins for tests: a chat model with a script, embeddings from hashes, a clock to set.

They need no network and no weights, and give the same answers on every machine.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

import numpy as np
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from numpy.typing import NDArray
from pydantic import PrivateAttr, SkipValidation

from langgraph_memory.errors import ConfigError

__all__ = ["Call", "Clock", "HashEmbeddings", "ScriptedChatModel"]

Answer: TypeAlias = str | AIMessage
Reply: TypeAlias = Answer | BaseException | Callable[[list[BaseMessage]], Answer]


@dataclass(frozen=True, kw_only=True)
class Call:
    """One call of a `ScriptedChatModel`.

    Attributes:
        messages: The messages it was shown.
        tools: The tools bound to it, in the form of OpenAI's API.
    """

    messages: tuple[BaseMessage, ...]
    tools: tuple[dict[str, Any], ...]


class ScriptedChatModel(BaseChatModel):
    """A chat model that answers from a script and records what it was shown.

    ```python
    model = ScriptedChatModel(script=["Hello.", TimeoutError(), lambda seen: seen[-1].text])
    ```

    Streamed, a text comes word by word, as from a real model.
    """

    script: SkipValidation[Iterable[Reply]]
    """The replies, one for each call: a text, a message, an exception to raise, or a
    function from the messages shown to a text or message. It may be endless."""

    _replies: Iterator[Reply] = PrivateAttr()
    _calls: list[Call] = PrivateAttr(default_factory=list)
    _turn: Any = PrivateAttr(default_factory=threading.Lock)

    def model_post_init(self, context: Any, /) -> None:
        """Open the script at its first reply."""
        super().model_post_init(context)
        self._replies = iter(self.script)

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls so far, those answered with an exception included."""
        return tuple(self._calls)

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Offer tools, which each call then records.

        Args:
            tools: Whatever LangChain takes for a tool.
            tool_choice: Passed on and of no effect: the script decides.
            **kwargs: Passed on, likewise.

        Returns:
            This model with the tools bound; script and record stay shared.
        """
        offered = [convert_to_openai_tool(tool) for tool in tools]
        return self.bind(tools=offered, tool_choice=tool_choice, **kwargs)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _answer(
        self, messages: list[BaseMessage], tools: Iterable[dict[str, Any]]
    ) -> AIMessage:
        with self._turn:
            self._calls.append(Call(messages=tuple(messages), tools=tuple(tools)))
            asked = len(self._calls)
            try:
                reply = next(self._replies)
            except StopIteration:
                msg = f"the script has no reply for call {asked}"
                raise AssertionError(msg) from None
        if isinstance(reply, BaseException):
            raise reply
        answer = reply(messages) if callable(reply) else reply
        # A copy, since LangChain writes the run's id into the message it gets.
        return AIMessage(answer) if isinstance(answer, str) else answer.model_copy()

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 - LangChain's signature
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002 - the same
        **kwargs: Any,
    ) -> ChatResult:
        answer = self._answer(messages, kwargs.get("tools", ()))
        return ChatResult(generations=[ChatGeneration(message=answer)])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 - LangChain's signature
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002 - the same
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        answer = self._answer(messages, kwargs.get("tools", ()))
        for chunk in _chunks(answer):
            yield ChatGenerationChunk(message=chunk)


def _chunks(answer: AIMessage) -> Iterator[AIMessageChunk]:
    content = answer.content
    words = re.findall(r"\s*\S+|\s+\Z", content) if isinstance(content, str) else []
    for word in words:
        yield AIMessageChunk(content=word, id=answer.id)
    calls = [
        tool_call_chunk(
            name=call["name"],
            args=args if isinstance(args := call["args"], str) else json.dumps(args),
            id=call["id"],
            index=index,
        )
        for index, call in enumerate((*answer.tool_calls, *answer.invalid_tool_calls))
    ]
    rest = answer.model_dump(
        exclude={"type", "content", "tool_calls", "invalid_tool_calls"}
    )
    yield AIMessageChunk(content="" if words else content, tool_call_chunks=calls, **rest)


class HashEmbeddings(Embeddings):
    """Embeddings whose cosine grows with the words that two texts share.

    Each word, and each Chinese, Japanese or Korean character, stands for a fixed vector of
    signs taken from its hash; a text is the sum over its different words, at length 1.
    Texts without a common word have a cosine near 0, give or take `size ** -0.5`.

    Attributes:
        in_process: Yes: nothing is waited for, so that a store sets it no time limit.
    """

    in_process = True

    def __init__(self, size: int = 256) -> None:
        """Set the length of the vectors.

        Args:
            size: Numbers in a vector, at least 1.

        Raises:
            ConfigError: When the size is below 1.
        """
        if size < 1:
            msg = f"size must be at least 1, not {size}"
            raise ConfigError(msg)
        self.size = size

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed many texts.

        Args:
            texts: The texts; an empty one has a vector of its own.

        Returns:
            One vector of `size` numbers for each text.
        """
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """Embed one text, the same way as a document.

        Args:
            text: The text.

        Returns:
            `size` numbers whose squares sum to 1.
        """
        words = sorted(set(_WORD.findall(text.casefold()))) or [""]
        total = np.sum([self._signs(word) for word in words], axis=0)
        if not total.any():
            total = self._signs(" ".join(words))
        vector: list[float] = (total / np.linalg.norm(total)).tolist()
        return vector

    def _signs(self, word: str) -> NDArray[np.float64]:
        digest = hashlib.shake_256(word.encode("utf-8", "surrogatepass")).digest(self.size)
        return np.where(np.frombuffer(digest, np.uint8) & 1, 1.0, -1.0)


_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\u3040-\ud7af]+")


class Clock:
    """A clock that stands still until it is told otherwise.

    Call it for the time: `Memory(clock=Clock())` takes it as it is.
    """

    def __init__(self, now: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        """Set the clock.

        Args:
            now: The first time it shows, with its time zone.

        Raises:
            ConfigError: When the time has no time zone.
        """
        self.set(now)

    def __call__(self) -> datetime:
        """The time it shows, in UTC."""
        return self._now

    def set(self, now: datetime) -> None:
        """Set the clock, forwards or back.

        Args:
            now: The time to show from now on, with its time zone.

        Raises:
            ConfigError: When the time has no time zone.
        """
        if now.tzinfo is None:
            msg = f"a clock needs a time with its time zone, not {now.isoformat()}"
            raise ConfigError(msg)
        self._now = now.astimezone(UTC)

    def advance(
        self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0
    ) -> None:
        """Move the clock on, or back by a negative amount.

        Args:
            days: Days of 24 hours.
            hours: Hours.
            minutes: Minutes.
            seconds: Seconds.
        """
        self._now += timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
