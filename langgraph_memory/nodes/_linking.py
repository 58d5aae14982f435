"""Which cards new ones belong together with, as they are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from langgraph_memory.cards.card import CardLink, DecisionCard
from langgraph_memory.cards.linking import fed_by, of_one_object
from langgraph_memory.facts.messages import ToolCallView, calls_of
from langgraph_memory.nodes._scene import Scene

_EARLIER = -1  # than any message


@dataclass(frozen=True)
class Around:
    """The cards beside new ones.

    Attributes:
        thread: Those of the conversation, by fingerprint of the result they were made of.
        shown: Those of other conversations that the model was shown.
        alike: Others that are about the same.
    """

    thread: Mapping[str, Sequence[DecisionCard]]
    shown: Sequence[DecisionCard]
    alike: Sequence[DecisionCard]


def linked(
    scene: Scene, marks: Sequence[str], cards: Sequence[DecisionCard], around: Around
) -> list[DecisionCard]:
    """Link new cards to those of their objects, and to those that fed their calls.

    A call is fed by what stood before it alone, so that a node that runs again, or first
    reads a long conversation at once, finds the same.

    Args:
        scene: The state.
        marks: Fingerprints of the results that the cards were made of.
        cards: The cards, in the same order.
        around: The cards beside them.

    Returns:
        The cards, in order.
    """
    places = {mark: place for place, mark in enumerate(scene.prints)}
    held = [(places[mark], card) for mark, old in around.thread.items() for card in old]
    held += [(places[mark], card) for mark, card in zip(marks, cards, strict=True)]
    shown = [(_EARLIER, card) for card in around.shown]
    known = {card.key: (place, card) for place, card in (*shown, *held)}
    others = {card.key: card for card in around.alike}
    others |= {card.key: card for _, card in known.values()}
    fed = {mark: _fed(scene, places[mark], known.values()) for mark in dict.fromkeys(marks)}
    made = []
    for mark, card in zip(marks, cards, strict=True):
        before = (other for other in others.values() if other.as_of <= card.as_of)
        links = (*card.links, *of_one_object(card, before), *fed[mark])
        made.append(replace(card, links=links))
    return made


def _fed(
    scene: Scene, place: int, known: Iterable[tuple[int, DecisionCard]]
) -> tuple[CardLink, ...]:
    call = _call(scene, place)
    if call is None:
        return ()
    return fed_by((card for at, card in known if at < call.index), call.args)


def _call(scene: Scene, place: int) -> ToolCallView | None:
    """The call that a message answers: the newest of its id before it."""
    wanted = getattr(scene.messages[place], "tool_call_id", None)
    for before in range(place - 1, -1, -1) if wanted else ():
        for call_id, call in calls_of(scene.messages[before], before):
            if call_id == wanted:
                return call
    return None
