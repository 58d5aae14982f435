"""The view of one step: its material, its recipe and its memory block."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage

from langgraph_memory._flow import Steps
from langgraph_memory.experiences.rewriting import guidance
from langgraph_memory.facts.messages import content_text
from langgraph_memory.nodes._answering import with_answers
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._reminding import reminded
from langgraph_memory.nodes._retelling import retelling_of
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._shelf import load_cards, load_experiences
from langgraph_memory.nodes._texts import card_text, side_by_side
from langgraph_memory.recall.block import block_message
from langgraph_memory.recall.drafts import Draft
from langgraph_memory.recall.planning import plan
from langgraph_memory.recall.retelling import Retelling
from langgraph_memory.recall.sizes import Sizes
from langgraph_memory.recall.tokens import count_tokens
from langgraph_memory.recall.view import Recipe, build

_TRIES = 4  # plans until the view fits, counted as one
_WISHES = "\x00"  # with which no text of a block begins


@dataclass(frozen=True)
class Viewing:
    """One view and how it came about.

    Attributes:
        recipe: How it is built.
        messages: What the model is shown.
        history_tokens: Tokens of the whole conversation.
        view_tokens: Tokens of the view.
        texts: By fingerprint, what stands in tool messages in place of their contents.
        retelling: What the tools said.
    """

    recipe: Recipe
    messages: list[BaseMessage]
    history_tokens: int
    view_tokens: int
    texts: Mapping[str, str]
    retelling: Retelling


def viewing(
    settings: Settings, scene: Scene, frame: Frame, retelling: Retelling | None = None
) -> Steps[Viewing]:
    """Build the view, planning anew only where the recipe of the last step does not fit.

    Args:
        settings: The memory's settings.
        scene: The state.
        frame: Whose memory.
        retelling: What the tools said, where it is at hand.
    """
    if retelling is None:
        retelling = yield from retelling_of(settings, scene, frame)
    own = yield from blocks_of(settings, scene, frame, retelling, ())
    recipe = Recipe.from_dict(scene.part.get("recipe", {}))
    standing = own
    if recipe.blocks:
        standing = yield from blocks_of(settings, scene, frame, retelling, recipe.blocks)
    recall = settings.config.recall
    reserved = _tokens(settings, own)
    draft = Draft(
        messages=scene.messages,
        prints=scene.prints,
        retelling=retelling,
        turn=scene.turn,
        reserved=reserved,
        standing=reserved if standing is own else _tokens(settings, standing),
        count=settings.count,
        protected=scene.results_of(recall.protect),
        memo=settings.sizes,
    )
    previous, room = recipe, recall.view_tokens
    for _ in range(_TRIES):
        planned = plan(draft, previous, tokens=room, refill=recall.refill)
        recipe = planned.recipe
        blocks = standing if recipe.blocks else own
        built = build(scene.messages, scene.prints, recipe, planned.texts, blocks)
        over = _over(settings, built)
        if over <= 0 or room <= over:
            break
        room -= over
    sizes = Sizes(scene.messages, scene.prints, settings.count, settings.sizes)
    return Viewing(
        recipe=recipe,
        messages=with_answers(built, scene),
        history_tokens=sizes.history(),
        view_tokens=planned.tokens,
        texts=planned.texts,
        retelling=retelling,
    )


def _over(settings: Settings, built: Sequence[BaseMessage]) -> int:
    """Tokens beyond the budget; the own estimate adds up, as plans take it to."""
    if settings.count is count_tokens:
        return 0
    return settings.count(built) - settings.config.recall.view_tokens


def _tokens(settings: Settings, blocks: Mapping[str, HumanMessage]) -> int:
    """Tokens of blocks, each counted once for all steps that show it."""
    tokens = 0
    for block in blocks.values():
        key = str(block.id), content_text(block.content)
        size = settings.sizes.get(key)
        if size is None:
            size = settings.count([block])
            settings.sizes.put(key, size)
        tokens += size
    return tokens


def blocks_of(
    settings: Settings,
    scene: Scene,
    frame: Frame,
    retelling: Retelling,
    earlier: Iterable[str],
) -> Steps[dict[str, HumanMessage]]:
    """The memory blocks that the channel describes.

    Args:
        settings: The memory's settings.
        scene: The state.
        frame: Whose memory.
        retelling: What the tools said.
        earlier: Those of which earlier turns stand, the oldest first.

    Returns:
        By id of the turn; none says again what one before it says.
    """
    before: Mapping[str, Any] = scene.part.get("blocks", {})
    held = [before[turn] for turn in earlier if turn in before]
    own: Mapping[str, Any] = scene.part.get("block", {})
    if own.get("id") == scene.turn_id:
        held.append(own)
    said: set[str] = set()
    blocks: dict[str, HumanMessage] = {}
    for one in held:
        block = yield from _block(settings, scene, frame, retelling, one, said)
        if block is not None:
            blocks[one["id"]] = block
    return blocks


def _block(
    settings: Settings,
    scene: Scene,
    frame: Frame,
    retelling: Retelling,
    held: Mapping[str, Any],
    said: set[str],
) -> Steps[HumanMessage | None]:
    """One block without what was said; what it says counts as said from then on."""
    rows, told = dict(held.get("cards", ())), held.get("told", ())
    cards = yield from load_cards(settings.shelf, frame.namespace("cards"), rows)
    lessons = yield from load_experiences(
        settings.shelf, frame.namespace("experiences"), held.get("lessons", ())
    )
    records, worded = held.get("records", {}), held.get("guidance", {})
    on_record = yield from reminded(settings, scene, frame, retelling, records)
    redact = settings.redact

    def fresh(texts: Iterable[str]) -> list[str]:
        new = [text for text in texts if text not in said]
        said.update(new)
        return new

    # What was said is known by the card alone, whatever it is shown beside.
    shown = {key: c if key in told else c.by_rules for key, c in cards.items()}
    alone = {key: card_text(settings, card, rows[key]) for key, card in shown.items()}
    new = frozenset(fresh(alone.values()))
    texts = {key: text for key, text in alone.items() if text in new}
    return block_message(
        held["id"],
        wishes=_wishes(held.get("wishes", ()), said),
        cards=list(side_by_side(settings, shown, rows, texts)),
        lessons=fresh(
            redact(worded.get(key) or guidance(lesson, scene.at(held["id"]).task))
            for key, lesson in lessons.items()
        ),
        on_record=fresh(on_record),
        attempt=held.get("attempt"),
    )


def _wishes(tags: Sequence[str], said: set[str]) -> Sequence[str]:
    """The user's wishes, unless they are those told last."""
    new = _WISHES + "\n".join(tags)
    if not tags or new in said:
        return ()
    said -= {text for text in said if text.startswith(_WISHES)}
    said.add(new)
    return tags
