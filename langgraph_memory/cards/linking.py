"""Which cards belong together: by record, by object, and by the calls between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, Final

from langgraph_memory.cards.card import CardLink, DecisionCard, LinkKind
from langgraph_memory.cards.objects import Object, named_in, subject_of
from langgraph_memory.facts.provenance import Use, uses

MOST_LINKS: Final = 8
"""Links of one kind that a card has at most."""

_KINDS: Final[tuple[LinkKind, ...]] = ("record", "entity", "fed_by", "fed", "led_to")


def feeding(
    cards: Iterable[DecisionCard], args: Mapping[str, Any]
) -> Iterator[tuple[DecisionCard, Sequence[Use]]]:
    """The cards whose values a call was given, with these values.

    Args:
        cards: The cards that the call may have been decided by.
        args: The call's arguments.

    Yields:
        In the order of the cards.
    """
    for card in cards:
        found = uses(card.table, args) if card.table else ()
        if found:
            yield card, found


def fed_by(cards: Iterable[DecisionCard], args: Mapping[str, Any]) -> tuple[CardLink, ...]:
    """Links to the cards that a call was fed by, for the cards of its result.

    Args:
        cards: The cards that the call may have been decided by.
        args: The call's arguments.

    Returns:
        At most eight: first those that nothing has replaced, those that gave most
        arguments, and the newest.
    """

    def rank(fed: tuple[DecisionCard, Sequence[Use]]) -> tuple[bool, int, str, str]:
        card, found = fed
        given = len({use.parameter for use in found})
        return card.superseded_by is None, given, card.as_of, card.key

    best = sorted(feeding(cards, args), key=rank, reverse=True)[:MOST_LINKS]
    return tuple(CardLink("fed_by", card.key) for card, _ in best)


def of_one_record(cards: Sequence[DecisionCard]) -> tuple[DecisionCard, ...]:
    """The cards of a record, each with links to the others."""
    links = [CardLink("record", card.key) for card in cards]
    return tuple(
        replace(card, links=tuple(link for link in links if link.key != card.key))
        for card in cards
    )


def of_one_object(
    card: DecisionCard, others: Iterable[DecisionCard]
) -> tuple[CardLink, ...]:
    """Links to cards of other records that are about the object that a card is about.

    Of two cards one at least is about the object alone; the other may be a list with a
    row of it. What a card replaced is no other card of the object.

    Args:
        card: The card.
        others: Cards that may be.

    Returns:
        At most eight, the newest.
    """
    about, shown = subject_of(card), named_in(card)
    found = [
        other
        for other in others
        if other.record_id != card.record_id
        and other.key not in card.supersedes
        and _meet(about, shown, other)
    ]
    found.sort(key=lambda other: (other.as_of, other.key), reverse=True)
    return tuple(CardLink("entity", other.key) for other in found[:MOST_LINKS])


def _meet(about: Object | None, shown: AbstractSet[Object], other: DecisionCard) -> bool:
    others = subject_of(other)
    if others is not None:
        return others == about or others in shown
    return about is not None and about in named_in(other)


def both_ways(
    cards: Sequence[DecisionCard], fed: Mapping[str, Sequence[str]]
) -> list[DecisionCard]:
    """Cards with the links of what came after them.

    A card is stored with the links to what was there before it: so no card is written
    anew, perhaps by two at once, for what came later. What points to a card is told here.

    Args:
        cards: Cards.
        fed: By the key of a card, the ids of the calls that it fed, the newest first.

    Returns:
        The same cards in their order, each with its credit and with at most eight links of
        a kind, those to the newest.
    """
    back: defaultdict[str, list[CardLink]] = defaultdict(list)
    for card in sorted(cards, key=lambda card: (card.as_of, card.key), reverse=True):
        for link in card.links:
            if link.kind == "entity":
                back[link.key].append(CardLink("entity", card.key))
            if link.kind == "fed_by":
                back[link.key].append(CardLink("led_to", card.key))
    made = []
    for card in cards:
        calls = fed.get(card.key, ())
        links = (*(CardLink("fed", call) for call in calls), *back[card.key], *card.links)
        made.append(replace(card, links=_bounded(links), credit=len(calls)))
    return made


def _bounded(links: Iterable[CardLink]) -> tuple[CardLink, ...]:
    of: defaultdict[LinkKind, list[CardLink]] = defaultdict(list)
    for link in dict.fromkeys(links):
        of[link.kind].append(link)
    return tuple(link for kind in _KINDS for link in of[kind][:MOST_LINKS])
