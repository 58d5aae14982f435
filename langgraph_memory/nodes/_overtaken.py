"""Newer cards of what a card shows, which come with it though nobody asked for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from langgraph_memory._flow import Steps
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.newer import newer_than
from langgraph_memory.cards.objects import named_in, subject_in
from langgraph_memory.cards.slots import object_slot
from langgraph_memory.nodes._lanes import Lane
from langgraph_memory.nodes._shelf import Shelf, load_cards
from langgraph_memory.recall.hits import Candidate
from langgraph_memory.recall.ranking import Hit, Ranking

_MOST: Final = 3  # beside one card


def with_newer(
    ranking: Ranking,
    lane: Lane,
    find: Callable[[str], Candidate | None],
    shelf: Shelf,
    namespace: tuple[str, ...],
) -> Steps[Ranking]:
    """What was found, and after each card the newest ones that contradict it.

    Those are what tells of objects that a list shows, and what a call set of them that was
    answered with no more than that it was done.

    Args:
        ranking: What was found.
        lane: What is known of the cards.
        find: Gives the candidate of a key, if it may be shown.
        shelf: Cards read lately.
        namespace: Of the cards.
    """
    shown = {hit.key for hit in ranking.hits}
    dated = sorted(_dated(shown, lane))
    if not dated:
        return ranking
    found = yield from load_cards(shelf, namespace, dated)
    wanted = {key: _beside(card, lane, shown, find) for key, card in found.items()}
    others = {key for keys in wanted.values() for key in keys}
    newer = yield from load_cards(shelf, namespace, sorted(others))
    hits: list[Hit] = []
    for hit in ranking.hits:
        hits.append(hit)
        keys = [key for key in wanted.get(hit.key, ()) if key in newer and key not in shown]
        says = [key for key in keys if newer_than(found[hit.key], [newer[key]])][:_MOST]
        hits += [replace(hit, key=key) for key in says]
        shown.update(says)
    return replace(ranking, hits=tuple(hits))


def _dated(shown: set[str], lane: Lane) -> Iterator[str]:
    """The cards that a newer one may contradict: lists, and objects that were changed."""
    for key in shown:
        at = lane.entries.get(key)
        subject = None if at is None else subject_in(at.slot, "")
        if at and (at.lists or (subject and lane.sets.get(subject[1]))):
            yield key


def _beside(
    card: DecisionCard,
    lane: Lane,
    shown: set[str],
    find: Callable[[str], Candidate | None],
) -> list[str]:
    """The newest cards of the objects that a card shows, but those that are shown."""
    at = lane.entries[card.key].observed
    keys: set[str] = set()
    for of in named_in(card):
        keys |= lane.slots.get(object_slot(*of), set()) | lane.sets.get(of[1], set())
    keys -= shown
    entries = [lane.entries[key] for key in keys if key in lane.entries]
    later = sorted(entries, key=lambda entry: entry.observed, reverse=True)
    return [
        entry.candidate.key
        for entry in later
        if entry.observed > at and find(entry.candidate.key) is not None
    ]
