"""What a dialogue teaches: for which intent which moves, never what was said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.intents import intent_of
from langgraph_memory.experiences.moods import sentiment, solved, straight, waits
from langgraph_memory.experiences.run import Run
from langgraph_memory.experiences.standing import confidence_of

STRATEGY: Final = "strategy"
"""The change that a lesson of a dialogue prescribes."""

_LEAST_TURNS: Final = 2
_MOST_MOVES: Final = 5
_MOST_INTENT: Final = 4
_LITERAL: Final = 6
_SHORTEST: Final = 3
_ENOUGH: Final = 0.5

_ITEM: Final = r"\s*(?:[-*•]|\d[.)、])\s+\S"
_SIGNS: Final[dict[str, tuple[str, ...]]] = {
    "apologise": (r"\b(?:sorry|apologi[sz]e|apologies)\b", "抱歉|对不起|不好意思"),
    "confirm": (
        r"\b(?:to confirm|let me confirm|just to be sure|did i get that right)\b",
        r"\bso you(?:'d| would)? (?:want|like)\b|\bis that (?:right|correct)\b",
        "确认一下|对吗|是这样吗",
    ),
    "offer": (
        rf"(?:^|\n){_ITEM}[^\n]*\n{_ITEM}",
        r"\b(?:options?|alternatives?|alternatively|you (?:can|could) either)\b",
        "可以选择|方案|要么",
    ),
    "explain": (
        r"\b(?:because|the reason (?:is|for)|this means|that means)\b",
        "因为|原因是",
    ),
    "refer": (
        r"\bi(?:'ll| will| have|'ve) (?:forward|transfer|escalat|hand)\w*",
        r"\ba colleague will\b|转给|转交",
    ),
    "ask": ("[?？]",),
}
_MOVES: Final = {
    name: re.compile("|".join(signs), re.IGNORECASE) for name, signs in _SIGNS.items()
}
_TOLD: Final = {
    "apologise": "apologise",
    "confirm": "confirm what was understood",
    "offer": "offer options",
    "explain": "give the reason",
    "refer": "say who takes over",
    "ask": "ask for what is missing",
    "answer": "answer what was asked",
}
_HELD_BACK: Final = re.compile(
    r"\b(?:not|no|never|but|still|however|wrong|isn't|doesn't|didn't|won't)\b|n't\b"
    r"|没|不|但是|还是|可是",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"[^.!?\n。！？]+")
_WORD: Final = re.compile(r"[^\W_]+|[㐀-鿿]")


def resolved(run: Run) -> bool:
    """Whether the user's newest words say that the matter is settled."""
    last = next((text for who, text in reversed(run.dialogue) if who == "user"), "")
    said = straight(last)
    done = solved(said)
    if done is None or waits(said):
        return sentiment(said) > 0 and not waits(said) and not _HELD_BACK.search(said)
    return done


def strategies(run: Run, created_at: str) -> Iterator[Experience]:
    """The lesson of a dialogue that went well, by rules.

    Args:
        run: A run in whose thread no tool was called.
        created_at: Now, ISO 8601 in UTC.

    Yields:
        One lesson, or none when the agent spoke once, or made but one kind of move.
    """
    moves = list(moves_of(run))
    if len(set(moves)) > 1 and run.turns_of_agent >= _LEAST_TURNS:
        said = ", then ".join(_TOLD[move] for move in moves)
        yield strategy(run, f"For such a request, {said}.", moves, created_at)


def strategy(run: Run, content: str, moves: Sequence[str], created_at: str) -> Experience:
    """A lesson of a dialogue.

    Args:
        run: The dialogue.
        content: What to do.
        moves: The moves, in order, as far as they are known.
        created_at: Now, ISO 8601 in UTC.
    """
    asked = next((text for who, text in run.dialogue if who == "user"), run.task)
    words = intent_of(asked, (text for who, text in run.dialogue if who == "agent"))
    scenario = " ".join(words)
    rule: dict[str, Any] = {"change": STRATEGY, "intent": list(words[:_MOST_INTENT])}
    if moves:
        rule["moves"] = list(moves)
    return Experience(
        kind="success",
        scenario=scenario or "a conversation",
        content=content,
        keywords=words,
        confidence=confidence_of(_ENOUGH, 0),
        tools=(),
        rule=rule,
        evidence=((run.thread_id, run.human_id or "start"),),
        support={run.thread_id: _ENOUGH},
        created_at=created_at,
    )


def moves_of(run: Run) -> Iterator[str]:
    """The agent's moves in a dialogue, in order, none twice in a row, at most 5.

    Its last turn is left out where the user had settled the matter before.
    """
    spoken = [straight(text) for who, text in run.dialogue if who == "agent"]
    if resolved(run):
        spoken = spoken[:-1]
    before, count = "", 0
    for text in spoken:
        found = [name for name, sign in _MOVES.items() if sign.search(text)] or ["answer"]
        for move in found:
            if move != before and count < _MOST_MOVES:
                yield move
                before, count = move, count + 1


def followed(lesson: Experience, run: Run) -> bool:
    """Whether the agent made the moves of a lesson, in order."""
    waiting = list(lesson.rule.get("moves", ()))
    if not waiting:
        return False
    for move in moves_of(run):
        if waiting and move == waiting[0]:
            waiting.pop(0)
    return not waiting


def is_literal(content: str, run: Run) -> bool:
    """Whether a text repeats six words in a row of the agent, or a sentence of three.

    Args:
        content: What a lesson says.
        run: The dialogue that it is about.
    """
    own = _WORD.findall(content.casefold())
    runs = {size: _runs(own, size) for size in range(_SHORTEST, _LITERAL + 1)}
    replies = (text.casefold() for who, text in run.dialogue if who == "agent")
    return any(
        bool(runs.get(size, frozenset()) & _runs(said, size))
        for reply in replies
        for sentence in (reply, *_SENTENCE.findall(reply))
        if (said := _WORD.findall(sentence)) and (size := min(len(said), _LITERAL))
    )


def _runs(words: Sequence[str], size: int) -> frozenset[tuple[str, ...]]:
    """All runs of so many words."""
    return frozenset(tuple(words[at : at + size]) for at in range(len(words) - size + 1))
