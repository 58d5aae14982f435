"""Statements in prose: what they are about, and which older ones a newer one replaces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from langgraph_memory.cards.corrections import fact_in, holds_once
from langgraph_memory.cards.lexicon import CONCLUDING
from langgraph_memory.cards.notes import sentences
from langgraph_memory.cards.oneself.traits import (
    Trait,
    in_other_respects,
    supersede,
    traits_of,
)
from langgraph_memory.cards.own import own_sentences
from langgraph_memory.cards.words import stems, words

_LIKES = re.compile(
    r"\b(?:love|like|enjoy|prefer|adore|favou?r)s?\b|\bfond of\b|\bfan of\b"
    r"|喜欢|喜爱|偏爱|爱吃"
)
_DISLIKES = re.compile(
    r"\b(?:hate|dislike|detest|avoid)s?\b|\bcan(?:no|')t stand\b|讨厌|反感|不吃"
)
_DENIED = re.compile(
    r"\b(?:not|never|no longer|don't|doesn't|didn't)\s+(?:a\s+|really\s+)?$|不(?:再)?$"
)
_CHANGE = re.compile(
    r"\b(?:now|no longer|any\s?more|instead|switched|moved|changed|became|reassigned"
    r"|joined|transferred|started (?:working|at|with)|from now on|actually|correction"
    r"|rather than)\b|现在|改为|改成|换成|不再|更正|转到|调到|换到|跳槽|加入|入职"
)
_BELONGS = re.compile(
    r"\b(?:works?|working|worked|moved|switched|reassigned|assigned|joined|lives?|living"
    r"|based)\b|住在|工作"
)
_IS = re.compile(r"\b(?:is|are|was|am|became|becomes|'s|'m)\b|是")
_OWNS = re.compile(r"\b(?:has|have|owns?|uses?|using)\b|有|使用")
_IT = re.compile(r"^(?:it|that|them|those|this|它|这个|那个)\b")
_ENDED = re.compile(r"(?<=[\u3400-\u9fff])[了啦](?=\s*[。！!]?\s*$)")
_FILLERS = stems(
    "now no longer instead actually any more anymore rather than just also really very so "
    "much i we he she they user switched moved changed became reassigned from not dont a "
    "to don doesn is are am was has have use work live join assigned based on it"
)
_ONE_PLACE = re.compile(r"\b(?:lives?|living|based)\b|住在")
_IMPERATIVE = re.compile(
    r"^(?:please\s+)?(?:run|show|tell|give|explain|repeat|say|open|list|print|echo|help|thanks?"
    r"|thank|hi|hello|hey|ok(?:ay)?|yes|no|sure|great|good|bye|cool|nice|perfect)\b"
    r"|^(?:你好|谢谢|好的|是的|嗯)",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"[?？]\s*$|^(?:what|who|where|when|why|how|which|is|are|do|does|did|can|could|would"
    r"|should|will)\b",
    re.IGNORECASE,
)
_DEMAND = re.compile(
    r"\d|[$€£¥]|\b(?:must|need|require|prefer|never|always|only|allerg\w*)\b"
    r"|\bno\s+(?!thank|problem|worr|idea|longer)\w|必须|需要|过敏|只要",
    re.IGNORECASE,
)
_MINE = re.compile(
    r"(?:(?:now|actually|but|well|ok(?:ay)?|oh|no|hm+|sorry|and|correction|these days"
    r"|nowadays)\b[\s,.:!-]*)*(?:i|we)\b(?! (?:would|will|could|might))"
    r"|(?:其实|现在|不过|但是?|如今|后来|更正|[，,：:\s])*我们?(?:[\u3400-\u9fff]|$)|现在又?不",
    re.IGNORECASE,
)
_LAPSED = re.compile(r"\b(?:now|no longer|any\s?more|nowadays|these days)\b|现在|不再|又")
_CJK = re.compile(r"[\u3400-\u9fff]")
_QUOTES = (('"', '"'), ("“", "”"), ("「", "」"), ("```", "```"))
_LEAST_WORDS, _SHARED = 2, 0.5
_LIKING, _TASTE = "liking", "taste"


@dataclass(frozen=True)
class Statement:
    """What a sentence says, as far as rules can tell.

    Attributes:
        relation: `liking`, `belonging`, `being`, `owning`, or empty.
        subject: Stems before the relation's word.
        about: Stems after it (all of them when there is no relation).
        positive: For `liking`: whether it is liked.
        changes: Whether it says that something is no longer as it was.
        refers: Whether it speaks of `it` instead of naming the thing.
        lapses: Whether it says that something was otherwise once, not only just now.
        one_place: Whether only one such statement can hold at a time.
        traits: What the speaker says of himself for long.
    """

    relation: str
    subject: frozenset[str]
    about: frozenset[str]
    positive: bool
    changes: bool
    refers: bool
    lapses: bool
    one_place: bool
    traits: tuple[Trait, ...] = ()

    @property
    def topic(self) -> str:
        """Two statements of one topic are about the same thing in the same respect."""
        words_ = sorted(
            self.about if self.relation == _LIKING else self.subject | self.about
        )
        return f"{self.relation or 'says'}:{' '.join(words_)}"


@lru_cache(maxsize=1024)
def read_statement(text: str) -> Statement:
    """Read one sentence.

    Args:
        text: The sentence.

    Returns:
        Its statement.
    """
    fact = fact_in(text)
    lower = (fact or text).lower().replace("’", "'")
    relation, found, positive = _relation(lower)
    before, after = (lower[: found.start()], lower[found.end() :]) if found else ("", lower)
    before, after = _CHANGE.sub(" ", before), _ENDED.sub("", after)
    return Statement(
        relation=relation,
        subject=frozenset(words(before)) - _FILLERS,
        about=frozenset(words(after)) - _FILLERS,
        positive=positive,
        changes=bool(_CHANGE.search(text.lower())),
        refers=bool(_IT.search(after.strip())) or (relation == _LIKING and _left(after)),
        lapses=bool(_LAPSED.search(lower)),
        one_place=bool(_ONE_PLACE.search(lower)) or holds_once(fact or ""),
        traits=traits_of(text),
    )


def replaces(new: Statement, old: Statement) -> bool:
    """Whether a newer statement takes the place of an older one.

    Only for the same topic; for a change that names the same kind of thing in the same
    relation; and for what can hold only once. Mere closeness of words never suffices.

    Args:
        new: The newer statement.
        old: The older one.

    Returns:
        True when both cannot hold now.
    """
    if supersede(new.traits, old.traits, changes=new.changes):
        return True
    if new.topic == old.topic:
        return not in_other_respects(new.traits, old.traits)
    if new.relation == old.relation == _LIKING and new.refers and not new.traits:
        alike = all(map(_is_taste, old.traits))
        return alike and new.positive != old.positive
    # Of several traits, what else the older one says would go with it.
    several = len(old.traits) > 1
    if new.relation in ("", _LIKING) or new.relation != old.relation or several:
        return False
    same_subject = new.subject == old.subject
    read = new.traits and old.traits
    if new.one_place and old.one_place and same_subject and not read:
        return True
    common = new.about & old.about
    alike = len(common) >= _SHARED * min(len(new.about), len(old.about))
    return new.changes and same_subject and bool(common) and alike


def worth_keeping(text: str) -> bool:
    """Whether a sentence of the user states something that may matter later.

    Questions and bare commands count only when they hold a demand: a number, a sum, a must.

    Args:
        text: The sentence.

    Returns:
        False for greetings, thanks, small commands and mere questions.
    """
    if lasts(text):
        return True
    if _DEMAND.search(text):
        return len(words(text)) >= _LEAST_WORDS
    if _QUESTION.search(text) or _IMPERATIVE.search(text):
        return False
    return len(words(text)) >= _LEAST_WORDS or len(_CJK.findall(text)) > _LEAST_WORDS


def stated(text: str) -> list[str]:
    """The sentences of a user's message that are worth keeping.

    Args:
        text: The whole message.

    Returns:
        Sentences; what others say of themselves in it is none of his. Likings come first,
        each group in its order: they are not to be those for which there is no room.
    """
    own = frozenset(lasting_statements(text))
    kept = [
        sentence
        for sentence in sentences([text])
        if sentence in own or (worth_keeping(sentence) and not lasts(sentence))
    ]
    return sorted(kept, key=lambda said: not any(_is_taste(t) for t in traits_of(said)))


def lasts(text: str) -> bool:
    """Whether a sentence of the user holds beyond the conversation it was said in.

    Args:
        text: The sentence.

    Returns:
        True for what the user says of himself or his family for long, for a change of what
        he said before (`I now dislike it`), and for what he corrects or asks to remember;
        False for all else.
    """
    if traits_of(text) or fact_in(text):
        return True
    said = read_statement(text)
    return bool(_MINE.match(text)) and said.refers and said.changes and bool(said.relation)


def lasting_statements(text: str) -> Iterator[str]:
    """The sentences of a user's message that hold beyond the conversation.

    Args:
        text: The whole message. What stands in quotes, or is not among its
            `own_sentences`, is not the user's own word.

    Yields:
        Sentences, as `sentences` parts them.
    """
    before = ""
    for sentence in own_sentences(text):
        if not _within_quotes(before) and lasts(sentence):
            yield sentence
        before += f"{sentence} "


def concludes(text: str) -> bool:
    """Whether a sentence of the model is a conclusion: a figure, a choice, a result.

    Args:
        text: The sentence.

    Returns:
        False for questions, offers and small talk.
    """
    if _QUESTION.search(text) or _IMPERATIVE.search(text):
        return False
    said = words(text)
    return len(said) >= _LEAST_WORDS and (
        any(char.isdigit() for char in text) or not CONCLUDING.isdisjoint(said)
    )


def _is_taste(trait: Trait) -> bool:
    return trait.kind == _TASTE and not trait.who


def _left(after: str) -> bool:
    """Whether a Chinese verb of liking is left without what is liked."""
    return not after.strip(" 了啦。！!")


def _within_quotes(before: str) -> bool:
    return any(
        before.count(left) % 2
        if left == right
        else before.count(left) > before.count(right)
        for left, right in _QUOTES
    )


def _relation(lower: str) -> tuple[str, re.Match[str] | None, bool]:
    if (found := _DISLIKES.search(lower)) is not None:
        denied = _DENIED.search(lower[: found.start()]) is not None
        return _LIKING, found, denied
    if (found := _LIKES.search(lower)) is not None:
        denied = _DENIED.search(lower[: found.start()]) is not None
        return _LIKING, found, not denied
    for relation, pattern in (("belonging", _BELONGS), ("being", _IS), ("owning", _OWNS)):
        if (found := pattern.search(lower)) is not None:
            return relation, found, True
    return "", None, True
