"""Having the memory's model summarise what rules can only quote, within bounds.

A card is written as rules made it, and told anew when a summary has been checked. What goes
wrong leaves it as it is and is reported once per step; so does a process that dies before
the model answers, and nobody asks again: the record is there to be read.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from langgraph.store.base import GetOp, Item, PutOp

from langgraph_memory._asking import Fallback, ask
from langgraph_memory._flow import Emit, Later, Steps, batch
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.rendering import render
from langgraph_memory.cards.summaries.backcheck import blanks_of, fill_question
from langgraph_memory.cards.summaries.summarising import (
    Passage,
    check_summary,
    summary_question,
    told,
)
from langgraph_memory.errors import ModelReplyError
from langgraph_memory.facts.questions import Question
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._texts import card_value, text_counter

T = TypeVar("T")

_BY_RULES = Fallback(
    node="score_and_card", what="summaries", instead="the rule-made cards stay"
)
_NO_TIME = "no time was left to ask for all of them"


@dataclass
class _Time:
    """What is left of the seconds that the model has."""

    seconds: float
    begun: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> float:
        return self.seconds - (time.monotonic() - self.begun)


@dataclass(frozen=True)
class _Summarising:
    """The summaries of one step, or one of them in the background."""

    settings: Settings
    frame: Frame
    task: str
    time: _Time

    @property
    def rests(self) -> bool:
        """Whether the model is left alone; why was reported."""
        return self.settings.rests["cards"].is_open


def summarise(
    settings: Settings, frame: Frame, passages: Iterable[Passage], task: str
) -> Steps[None]:
    """Have prose summarised: at once, or in the background where there is one.

    Args:
        settings: The memory's settings.
        frame: Whose memory it is.
        passages: The prose of the step's cards, which are written already.
        task: What the user wants.
    """
    longest = sorted(passages, key=lambda passage: -passage.of)
    wanted = longest[: settings.config.cards.summaries]
    if not wanted or settings.rests["cards"].is_open:
        return
    if frame.outside.worker is None:
        now = _Summarising(settings, frame, task, _Time(settings.config.model_seconds))
        yield from _in_turn(now, wanted)
        return
    refused = 0
    for passage in wanted:
        name = (*frame.namespace("cards"), passage.card)
        work = partial(_alone, settings, frame, passage, task)
        refused += not (yield Later(name, work))
    if refused:
        reason = f"no room in the background for {refused} more"
        yield from _BY_RULES.reported(reason)


def _in_turn(now: _Summarising, wanted: Sequence[Passage]) -> Steps[None]:
    failures: list[str] = []
    for passage in wanted:
        if now.time.left <= 0 or now.rests:
            failures.append(_NO_TIME)
            continue
        reason = yield from _tried(now, passage)
        failures += [reason] if reason else []
    if failures:
        more = f" ({len(failures)} texts)" if len(failures) > 1 else ""
        yield from _BY_RULES.reported(failures[0] + more)


def _alone(settings: Settings, frame: Frame, passage: Passage, task: str) -> Steps[None]:
    if settings.rests["cards"].is_open:  # the one that failed was reported
        return
    now = _Summarising(settings, frame, task, _Time(settings.config.model_seconds))
    reason = yield from _tried(now, passage)
    if reason:
        yield from _BY_RULES.reported(reason)


def _tried(now: _Summarising, passage: Passage) -> Steps[str | None]:
    """Try to have one text summarised; why it failed, or None."""
    try:
        yield from _one(now, passage)
    except ModelReplyError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001  reported, whatever it was
        return f"{type(error).__name__}: {error}"
    return None


def _one(now: _Summarising, passage: Passage) -> Steps[None]:
    """Ask for one summary, check it, and tell its card by what is left of it."""
    said = yield from _ask(now, summary_question(passage, now.task))
    kept, dropped = check_summary(said, passage)
    blanks = blanks_of(kept, passage.text)
    if blanks:
        wrong = yield from _ask(now, fill_question(kept, blanks))
        if wrong:
            blank, answer = wrong[0]
            reason = f"from it, {blank!r} would be filled by {answer!r}"
            kept, dropped = [], [*dropped, *((sentence, reason) for sentence in kept)]
    card = (yield from _tell(now, passage, kept)) if kept else None
    yield Emit(
        "memory_summarised",
        {
            "thread_id": now.frame.thread_id,
            "card": passage.card,
            "text": render(card) if card else None,
            "dropped": [list(pair) for pair in dropped],
        },
    )


def _ask(now: _Summarising, question: Question[T]) -> Steps[T]:
    left = now.time.left
    if left <= 0:
        raise ModelReplyError(_NO_TIME)
    return (yield from ask(question, "cards", now.frame.outside, left))


def _tell(
    now: _Summarising, passage: Passage, kept: Sequence[str]
) -> Steps[DecisionCard | None]:
    """Write the card's next revision, from the card as it is now in the store."""
    namespace = now.frame.namespace("cards")
    (item,) = yield from batch([GetOp(namespace, passage.card)])
    if not isinstance(item, Item):  # forgotten meanwhile
        return None
    card = DecisionCard.from_dict(item.value)
    if card.told:
        return card
    room = now.settings.config.cards.max_tokens
    retold = told(card, kept, passage, room, text_counter(now.settings))
    if retold is card:
        return None
    value = card_value(retold, item.value)
    yield from batch([PutOp(namespace, passage.card, value, index=["text"])])
    now.settings.shelf.put(namespace, passage.card, value)
    now.settings.writes.add(now.frame.scope, 1)
    return retold
