"""What a user likes and dislikes, as his statements are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.oneself.traits import traits_of
from langgraph_memory.cards.statements import read_statement

_LIKING, _TASTE = "liking", "taste"


@dataclass(frozen=True, kw_only=True)
class Liking:
    """Something that a user likes, or does not like.

    Attributes:
        about: What, as stems in alphabetical order.
        likes: Whether he likes it; a denied dislike counts as liking.
        words: His own words.
        card: Key of the card that keeps them.
        thread_id: The conversation in which he said so.
        message_id: The message, if it has an id.
        at: When he said so, ISO 8601 in UTC.
    """

    about: str
    likes: bool
    words: str
    card: str
    thread_id: str
    message_id: str | None
    at: str


def likings_of(cards: Iterable[DecisionCard]) -> Iterator[Liking]:
    """The likings that cards keep and that still hold.

    Args:
        cards: Any cards; those of tools say nothing here, and those that others have taken
            the place of only what a later `I now dislike it` is about.

    Yields:
        Likings, in the order of the cards. Of several about the same only the newest: a
        card of a list stands when one of its items is liked no longer.
    """
    stated = {card.key: card for card in cards if card.source == "user"}
    valid = (card for card in stated.values() if card.superseded_by is None)
    found = [liking for card in valid for liking in _likings(card, stated)]
    last: dict[str, str] = {}
    for one in found:
        last[one.about] = max(last.get(one.about, ""), one.at)
    yield from (one for one in found if one.at == last[one.about])


def _likings(card: DecisionCard, stated: Mapping[str, DecisionCard]) -> Iterator[Liking]:
    for words in card.notes:
        for about, likes in _read(words) or _referring(card, words, stated):
            yield Liking(
                about=about,
                likes=likes,
                words=words,
                card=card.key,
                thread_id=card.thread_id,
                message_id=card.message_id,
                at=card.as_of,
            )


def _referring(
    card: DecisionCard, words: str, stated: Mapping[str, DecisionCard]
) -> list[tuple[str, bool]]:
    """What is said of `it`: of what the card took the place of."""
    said = read_statement(words)
    if said.relation != _LIKING or not said.refers:
        return []
    before = [stated[key] for key in card.supersedes if key in stated]
    return [
        (one.about, said.positive) for older in before for one in _likings(older, stated)
    ]


def _read(words: str) -> list[tuple[str, bool]]:
    return [
        (" ".join(sorted(trait.about)), trait.positive)
        for trait in traits_of(words)
        if trait.kind == _TASTE and not trait.who
    ]
