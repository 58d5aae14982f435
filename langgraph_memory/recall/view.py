"""The view: the messages the model is shown for one step, built from a recipe.

System messages stay as they are, byte for byte; the newest human message stays verbatim;
a tool call and its results stay together or go together. What a recipe changes is the
content of old tool results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage


@dataclass(frozen=True, kw_only=True)
class Digest:
    """What the tools said so far, told in one message within some tokens.

    Attributes:
        at: Fingerprint of the newest output told of. Its tool message tells of all up to
            it, or where that stands alone, the newest before it that does not.
        room: Most tokens.
        seen: Fingerprint of the newest message when the digest was planned; what is worth
            telling depends on what had been said.
        told: Fingerprints of outputs that are told by a model's summary where not all that
            tools said finds room.
    """

    at: str
    room: int
    seen: str
    told: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The digest as plain data."""
        told = {"told": list(self.told)} if self.told else {}
        return {"at": self.at, "room": self.room, "seen": self.seen, **told}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Digest:
        """The inverse of `to_dict`."""
        return cls(**{**data, "told": tuple(data.get("told", ()))})


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How a view is built; plain data by `to_dict`.

    Attributes:
        digest: How the outputs up to one of them are told together, or None.
        alone: Fingerprints of outputs that stand in their own compact form: later ones, and
            those that answer a repeated call.
        cut: By fingerprint of an output that came later and is told by itself in part, or
            of what was read back and stands in part, the most tokens that it takes.
        pages: By fingerprint of an output that answers a repeated call and does not fit,
            numbers of the parts of it that were not shown before.
        whole: Fingerprints of outputs that stand as they were, although what tools said up
            to a later one is told together.
        stubs: Fingerprints of outputs in place of which only their record is named.
        gone: Fingerprints of messages no longer shown.
        hidden: Fingerprints of answers of failed attempts, shown to the user but not to the
            model that tries again.
        told: Fingerprints of those shown whose cards stand as a model told them; the other
            ones stand as rules made them.
        blocks: Fingerprints of earlier human messages whose memory blocks still stand, the
            oldest first.
    """

    digest: Digest | None = None
    alone: frozenset[str] = frozenset()
    cut: Mapping[str, int] = field(default_factory=dict)
    pages: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    whole: frozenset[str] = frozenset()
    stubs: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    told: frozenset[str] = frozenset()
    blocks: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The recipe as plain data."""
        digest = self.digest
        return {
            "digest": digest.to_dict() if digest else {},
            "alone": sorted(self.alone),
            "cut": dict(self.cut),
            "pages": {mark: list(numbers) for mark, numbers in self.pages.items()},
            "whole": sorted(self.whole),
            "stubs": sorted(self.stubs),
            "gone": sorted(self.gone),
            "hidden": sorted(self.hidden),
            "told": sorted(self.told),
            "blocks": list(self.blocks),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Recipe:
        """The inverse of `to_dict`; missing parts are empty."""
        told = data.get("digest")
        return cls(
            digest=Digest.from_dict(told) if told else None,
            alone=frozenset(data.get("alone", ())),
            cut=dict(data.get("cut", {})),
            pages={mark: tuple(of) for mark, of in data.get("pages", {}).items()},
            whole=frozenset(data.get("whole", ())),
            stubs=frozenset(data.get("stubs", ())),
            gone=frozenset(data.get("gone", ())),
            hidden=frozenset(data.get("hidden", ())),
            told=frozenset(data.get("told", ())),
            blocks=tuple(data.get("blocks", ())),
        )

    def of(self, prints: Sequence[str]) -> Recipe:
        """The recipe as far as it is about these messages."""
        if not any(vars(self).values()):
            return self
        known = frozenset(prints)
        return replace(
            self,
            digest=self.digest if self.digest and self.digest.at in known else None,
            alone=self.alone & known,
            cut={mark: room for mark, room in self.cut.items() if mark in known},
            pages={mark: of for mark, of in self.pages.items() if mark in known},
            whole=self.whole & known,
            stubs=self.stubs & known,
            gone=self.gone & known,
            hidden=self.hidden & known,
            blocks=tuple(mark for mark in self.blocks if mark in known),
        )


def build(
    messages: Sequence[BaseMessage],
    prints: Sequence[str],
    recipe: Recipe,
    texts: Mapping[str, str],
    blocks: Mapping[str, HumanMessage],
) -> list[BaseMessage]:
    """Build the view.

    Args:
        messages: The conversation.
        prints: One fingerprint per message.
        recipe: What to leave out.
        texts: By fingerprint, what stands in tool messages in place of their contents.
        blocks: Memory blocks by fingerprint of the message that each stands right before;
            one of no message here stands at the end.

    Returns:
        A fresh list; unchanged messages are the same objects.
    """
    view: list[BaseMessage] = []
    for message, mark in zip(messages, prints, strict=True):
        if mark in blocks:
            view.append(blocks[mark])
        if mark not in recipe.gone and mark not in recipe.hidden:
            view.append(standing(message, texts.get(mark)))
    known = frozenset(prints)
    view += [block for mark, block in blocks.items() if mark not in known]
    return view


def standing(message: BaseMessage, text: str | None) -> BaseMessage:
    """A tool message with a text in place of its content; the same one where it has it."""
    if text is None or message.content == text or not isinstance(message, ToolMessage):
        return message
    return message.model_copy(update={"content": text, "artifact": None})


def groups(messages: Sequence[BaseMessage]) -> list[range]:
    """Split a conversation into parts that must stay together.

    Args:
        messages: The conversation.

    Returns:
        Consecutive ranges of positions: a model message with the tool messages behind it,
        whatever calls those answer (of a call that could not be read, too), or one message
        alone.
    """
    parts: list[range] = []
    start = 0
    while start < len(messages):
        end = start + 1
        if isinstance(messages[start], AIMessage):
            while end < len(messages) and isinstance(messages[end], ToolMessage):
                end += 1
        parts.append(range(start, end))
        start = end
    return parts
