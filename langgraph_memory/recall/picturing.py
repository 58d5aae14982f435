"""Tool outputs that hold pictures, sound or files beside text: the text told like any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from langgraph_memory.facts.text import content_text, medium_of
from langgraph_memory.recall.hearing import is_words
from langgraph_memory.recall.telling import NOTHING


@dataclass(frozen=True)
class Pictured:
    """A conversation whose tool outputs are text, and what they held beside it.

    Attributes:
        messages: The conversation; an output of pictures alone that stay is as it was.
        kept: By position of an output with text, its pictures.
        notes: By position of an output, what says how many pictures of it were left out.
        pictures: Whether any output has pictures.
    """

    messages: list[BaseMessage]
    kept: Mapping[int, Sequence[Any]]
    notes: Mapping[int, str]
    pictures: bool

    def dressed(self, message: BaseMessage, at: int) -> BaseMessage:
        """A message with what was held beside its text.

        Args:
            message: It, with text alone.
            at: Where it stood in the conversation.
        """
        told, note = str(message.content), self.notes.get(at, "")
        text = note if note and told == NOTHING else "\n".join(filter(None, [told, note]))
        content: Any = text
        if at in self.kept:
            said = [{"type": "text", "text": text}] if text else []
            content = [*said, *self.kept[at]]
        if message.content == content:
            return message
        return message.model_copy(update={"content": content})


def pictured(conversation: Sequence[BaseMessage], *, crowded: bool) -> Pictured:
    """Part the pictures of tool outputs from their texts.

    Args:
        conversation: The messages, the oldest first.
        crowded: Whether only the pictures of the newest results have room.

    Returns:
        Both; outputs that hold what is neither stay as they are.
    """
    newest = max(
        (i for i, m in enumerate(conversation) if isinstance(m, AIMessage)), default=-1
    )
    messages = list(conversation)
    kept: dict[int, Sequence[Any]] = {}
    notes: dict[int, str] = {}
    found = False
    for at, message in enumerate(conversation):
        parts = _parts(message)
        if parts is None:
            continue
        found = True
        text, media = content_text(parts[0]), parts[1]
        if at <= newest and crowded:
            notes[at] = _left_out(media)
        elif text:
            kept[at] = media
        else:
            continue
        messages[at] = message.model_copy(update={"content": text})
    return Pictured(messages, kept, notes, found)


def _parts(message: BaseMessage) -> tuple[list[Any], list[Any]] | None:
    """The blocks of text and the pictures of a tool output that has pictures."""
    content = message.content
    if not isinstance(message, ToolMessage) or isinstance(content, str):
        return None
    media = [block for block in content if medium_of(block)]
    texts = [block for block in content if not medium_of(block)]
    return (texts, media) if media and is_words(texts) else None


def _left_out(media: Sequence[Any]) -> str:
    kinds = Counter(str(medium_of(block)) for block in media)
    said = (f"{n} {kind}{'s' if n > 1 else ''}" for kind, n in kinds.items())
    return f"[{', '.join(said)} left out]"
