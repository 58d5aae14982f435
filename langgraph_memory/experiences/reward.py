"""The worth of a dialogue: was it resolved, in how many turns, how did the user feel?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from langgraph_memory._checked import check_types, wrong_value
from langgraph_memory.experiences.moods import (
    sentiment,
    solved,
    takes_leave,
    waits,
)
from langgraph_memory.facts.messages import as_messages, content_text
from langgraph_memory.facts.text import clean

_UNTOLD: Final = 0.5
_OPEN: Final = 0.45
_COMPLAINT: Final = 0.25


@dataclass(frozen=True, kw_only=True)
class Worth:
    """What a dialogue is worth, in parts of 0..1 each.

    Attributes:
        resolved: 1 when the user says last that he has what he came for, 0 when he says
            that he has not, asks or wishes for it, or is left without an answer; 0.5 when
            he says neither.
        turns: 1 for a few messages of the user, 0 for many.
        sentiment: How the user feels, 0 cross to 1 glad, later messages counting more.
        total: The weighted mean of the three; at most 0.45 unless he says in the end that
            he is content, and at most 0.25 when he complains.
    """

    resolved: float
    turns: float
    sentiment: float
    total: float


@dataclass(frozen=True, kw_only=True)
class DialogueReward:
    """Scores dialogues by the user's words alone, in English and Chinese, without a model.

    It is a function for `Memory.acquire(…, score=DialogueReward())`. Only messages of the
    user count: an assistant that says it has solved the problem has not.

    Attributes:
        resolved: Weight of whether it was resolved, 0 or more.
        turns: Weight of how short it was, 0 or more.
        sentiment: Weight of how the user felt, 0 or more.
        few: Messages of the user up to which a dialogue counts as short, 1 or more.
        many: Messages of the user from which it counts as endless, more than `few`.
        messages_key: Name of the state's list of messages.
    """

    resolved: float = 0.5
    turns: float = 0.2
    sentiment: float = 0.3
    few: int = 2
    many: int = 10
    messages_key: str = "messages"

    def __post_init__(self) -> None:
        """Refuse what weighs nothing.

        Raises:
            ConfigError: When a weight is negative, all are 0, or `many` is not above `few`.
        """
        check_types(self)
        for name in ("resolved", "turns", "sentiment"):
            if not getattr(self, name) >= 0:
                raise wrong_value(self, name, "0 or more")
        if not self.resolved + self.turns + self.sentiment > 0:
            raise wrong_value(self, "resolved", "more than 0 where the others are 0")
        if not self.few >= 1:
            raise wrong_value(self, "few", "1 or more")
        if not self.many > self.few:
            raise wrong_value(self, "many", f"more than few={self.few}")

    def __call__(self, task: Any, state: Any) -> float:
        """The worth of a run's dialogue.

        Args:
            task: The task, which does not matter here.
            state: The final state.

        Returns:
            0..1.
        """
        del task
        return self.worth(state[self.messages_key]).total

    def worth(self, messages: Sequence[BaseMessage] | Any) -> Worth:
        """The worth of a dialogue, in parts.

        Args:
            messages: The dialogue, in any form that LangChain takes.
        """
        held = as_messages(messages)
        said = [clean(content_text(m.content)) for m in held if isinstance(m, HumanMessage)]
        resolved = _resolved(held, said)
        spare = (self.many - len(said)) / (self.many - self.few)
        turns = min(1.0, max(0.0, spare))
        mood = _mood(said)
        weights = (self.resolved, self.turns, self.sentiment)
        parts = (resolved, turns, mood)
        mean = sum(w * part for w, part in zip(weights, parts, strict=True)) / sum(weights)
        total = min(mean, _most(said, resolved))
        return Worth(resolved=resolved, turns=turns, sentiment=mood, total=total)


def _resolved(messages: Sequence[BaseMessage], said: Sequence[str]) -> float:
    last = messages[-1] if messages else None
    # What opens the dialogue tells of the problem, not of its solution.
    if said[1:] and waits(said[-1]):
        return 0.0
    verdicts = [told for text in said[1:] if (told := solved(text)) is not None]
    if verdicts:
        return float(verdicts[-1])
    answered = isinstance(last, AIMessage) and not last.tool_calls and bool(last.content)
    ended_by_user = isinstance(last, HumanMessage) and len(said) > 1
    return _UNTOLD if answered or ended_by_user else 0.0


def _most(said: Sequence[str], resolved: float) -> float:
    """The most that a dialogue is worth that ends so."""
    # What opens the dialogue tells of the problem, and whoever takes leave of nothing.
    last = next((text for text in reversed(said[1:]) if not takes_leave(text)), "")
    mood = sentiment(last)
    if mood < 0 and solved(last) is not True:
        return _COMPLAINT
    glad = mood > 0 and resolved > 0 and not last.rstrip().endswith(("?", "？"))
    return 1.0 if glad or resolved == 1 else _OPEN


def _mood(said: Sequence[str]) -> float:
    moods = [sentiment(text) for text in said]
    weighted = [mood for at, mood in enumerate(moods, 1) for _ in range(at)]
    return (fmean(weighted) + 1) / 2 if weighted else _UNTOLD
