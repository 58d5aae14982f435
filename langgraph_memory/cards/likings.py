"""What a user likes and dislikes, as his statements are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from langgraph_memory.cards.card import DecisionCard
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
        cards: Any cards; those of tools, and those that others have taken the place of, say
            nothing here.

    Yields:
        Likings, in the order of the cards.
    """
    for card in cards:
        if card.source == "user" and card.superseded_by is None:
            for words in card.notes:
                for about, likes in _read(words):
                    yield Liking(
                        about=about,
                        likes=likes,
                        words=words,
                        card=card.key,
                        thread_id=card.thread_id,
                        message_id=card.message_id,
                        at=card.as_of,
                    )


def _read(words: str) -> Iterator[tuple[str, bool]]:
    said = read_statement(words)
    tastes = [trait for trait in said.traits if trait.kind == _TASTE and not trait.who]
    for trait in tastes:
        yield " ".join(sorted(trait.about)), trait.positive
    if not said.traits and said.relation == _LIKING and said.about:
        yield " ".join(sorted(said.about)), said.positive
