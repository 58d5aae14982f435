"""What the user puts right, found in a conversation for its cards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from langgraph_memory.cards.amending.reading import Amendment, amendments_in
from langgraph_memory.cards.amending.restating import restated
from langgraph_memory.cards.amending.upholding import corrected, things_in
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.own import own_sentences
from langgraph_memory.cards.statements import lasting_statements, lasts
from langgraph_memory.facts.messages import content_text, role
from langgraph_memory.nodes._scene import Scene

_EARLIER = -1  # than any message


def states(text: str) -> bool:
    """Whether a message of the user states what holds on, or puts something right."""
    return any(lasting_statements(text)) or bool(amendments_in(text))


def statements_in(text: str) -> str:
    """What a message of the user states that holds on or puts something right.

    Args:
        text: The whole message.

    Returns:
        One statement a line; of a sentence that puts several things right, its clauses.
    """
    said = [one.sentence for one in amendments_in(text)]
    lasting = [
        sentence
        for sentence in lasting_statements(text)
        if not any(one != sentence and one in sentence for one in said)
    ]
    return "\n".join(dict.fromkeys([*lasting, *said]))


def aimed_at(
    scene: Scene,
    marks: Sequence[str],
    cards: Sequence[DecisionCard],
    thread: Mapping[str, Sequence[DecisionCard]],
    shown: Collection[DecisionCard],
) -> Iterator[tuple[str, DecisionCard]]:
    """Give the cards of corrections the objects that are meant.

    Args:
        scene: The state.
        marks: Fingerprints of the messages that the cards were made of.
        cards: New cards, in the same order.
        thread: Those of the conversation, by the same.
        shown: Those of other conversations that the model was shown.

    Yields:
        The cards with their fingerprints. A correction of nothing that was told stays a
        statement, where it is more than a few words of praise.
    """
    places = {mark: place for place, mark in enumerate(scene.prints)}
    new = {card.key for card in cards}
    told = [(places[mark], card) for mark, held in thread.items() for card in held]
    told += [(_EARLIER, card) for card in shown]
    told = [(at, c) for at, c in told if c.superseded_by is None or c.superseded_by in new]
    for mark, card in zip(marks, cards, strict=True):
        amendment = _amendment(scene, places[mark], card)
        if amendment is not None:
            before = [
                one for at, held in told if at < places[mark] for one in things_in(held, at)
            ]
            made = corrected(card, amendment, before, *_before(scene, places[mark]))
            if made is card:
                made = restated(card, amendment, _said_before(scene, places[mark]))
            if made is card and not (lasts(amendment.sentence) or _tells(amendment)):
                continue
            card = made  # noqa: PLW2901
        told.append((places[mark], card))
        yield mark, card


def _amendment(scene: Scene, place: int, card: DecisionCard) -> Amendment | None:
    """What a card of the user's words puts right."""
    if card.source != "user":
        return None
    said = amendments_in(content_text(scene.messages[place].content))
    return next((one for one in said if one.sentence == card.notes[0]), None)


def _said_before(scene: Scene, place: int) -> Iterator[str]:
    """What the user said before a message, the newest first."""
    for at in range(place - 1, -1, -1):
        if role(scene.messages[at]) == "user":
            yield from reversed([*own_sentences(content_text(scene.messages[at].content))])


def _tells(amendment: Amendment) -> bool:
    figures = any(map(str.isdigit, amendment.value))
    return figures or amendment.named or bool(amendment.former)


def _before(scene: Scene, place: int) -> tuple[str, int]:
    """What the agent said last before a message, and where the user spoke before."""
    answer = ""
    for at in range(place - 1, -1, -1):
        message = scene.messages[at]
        if role(message) == "user":
            return answer, at
        if role(message) == "model" and not answer:
            answer = content_text(message.content)
    return answer, _EARLIER
