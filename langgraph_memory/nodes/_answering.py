"""Lessons about an error, shown with the error: looked up by tool and normal form."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from langchain_core.messages import BaseMessage, ToolMessage
from langgraph.store.base import SearchOp

from langgraph_memory._flow import Steps, batch, search
from langgraph_memory.experiences.choosing import for_error
from langgraph_memory.experiences.duplicates import contradict, place_for
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.pooling import consulted
from langgraph_memory.experiences.rewriting import guidance
from langgraph_memory.experiences.run import Step, run_from
from langgraph_memory.facts.messages import is_error
from langgraph_memory.nodes._credit import met
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._shelf import load_experiences, read_experiences
from langgraph_memory.recall.block import lesson_note

Answers = dict[str, dict[str, Any]]
"""By fingerprint of a failed output, the keys of its lessons and the note they make."""

_LOOKED_AT: Final = 40
_SHOWN: Final = 2


def answers(settings: Settings, scene: Scene, frame: Frame) -> Steps[Answers | None]:
    """What is known of the errors that this step is the first to see.

    Each error is looked up once; what stands in the block already is not told again, and
    nothing that contradicts it.

    Args:
        settings: The memory's settings.
        scene: The state.
        frame: Whose memory it is.

    Returns:
        All answers of the conversation, for the channel; None when no error is new.
    """
    held: Answers = scene.part.get("answers", {})
    failed = _failed(settings, scene, held)
    if not failed:
        return None
    namespace = frame.namespace("experiences")
    places = dict.fromkeys(
        place for s in failed.values() for place in (place_for(s.tool, s.condition),
                                                     place_for(s.tool, None))
    )  # fmt: skip
    pages = yield from search(
        SearchOp(namespace, filter={"place": place}, limit=_LOOKED_AT) for place in places
    )
    items = [item for page in pages for item in page]
    known = yield from read_experiences(settings.shelf, namespace, items)
    told = {key for one in held.values() for key in one["keys"]}
    told.update(scene.part.get("block", {}).get("lessons", ()))
    shown = list(
        (yield from load_experiences(settings.shelf, namespace, sorted(told))).values()
    )
    tools = [step.tool for step in failed.values()]
    pools = consulted(settings.config.experiences, scene.task, tools)
    fresh: Answers = {}
    for mark, step in failed.items():
        new = _bearing(step, [e for key, e in known.items() if key not in told], pools)
        task, condition = scene.task, step.condition
        found = for_error(new, step.tool, condition, task, shown=shown, limit=_SHOWN)
        fresh[mark] = _answer(settings, scene, found)
        shown += found
        told.update(fresh[mark]["keys"])
    keys = [key for one in fresh.values() for key in one["keys"]]
    yield from batch(met(frame, scene.turn_id, keys, keys))
    marks = set(scene.prints)
    return {**{m: one for m, one in held.items() if m in marks}, **fresh}


def with_answers(view: Sequence[BaseMessage], scene: Scene) -> list[BaseMessage]:
    """The view with each answer appended to its error.

    Args:
        view: The messages that the model is shown.
        scene: The state, whose channel holds the answers.
    """
    held: Answers = scene.part.get("answers", {})
    by_call = {
        message.tool_call_id: held[mark]["text"]
        for message, mark in zip(scene.messages, scene.prints, strict=True)
        if isinstance(message, ToolMessage) and held.get(mark, {}).get("text")
    }
    return [_noted(message, by_call) for message in view] if by_call else list(view)


def _failed(settings: Settings, scene: Scene, held: Mapping[str, Any]) -> dict[str, Step]:
    """By fingerprint, the failed steps of this turn that were not looked up yet."""
    first = scene.turn + 1
    both = zip(scene.messages[first:], scene.prints[first:], strict=True)
    new = {
        message.tool_call_id: mark
        for message, mark in both
        if isinstance(message, ToolMessage) and mark not in held and is_error(message)
    }
    if not new:
        return {}
    run = run_from(scene.messages, redact=settings.redact)
    return {
        new[step.call_id]: step
        for step in run.steps
        if step.call_id in new and step.condition
    }


def _bearing(
    step: Step, known: Sequence[Experience], pools: Collection[str]
) -> list[Experience]:
    """The lessons of the pools at hand, and from others what answers the very error.

    The words of a task may lead to another pool than the tool that it calls at last. Where
    the pools differ about an error, those at hand are heard.
    """
    own = [one for one in known if one.pool in pools]
    heard = [one for one in own if one.answers(step.tool, step.condition)]
    other = (
        one
        for one in known
        if one.pool not in pools and one.answers(step.tool, step.condition)
    )
    return own + [o for o in other if not any(contradict(o, mine) for mine in heard)]


def _answer(
    settings: Settings, scene: Scene, found: Sequence[Experience]
) -> dict[str, Any]:
    texts = [settings.redact(guidance(lesson, scene.task)) for lesson in found]
    return {"keys": [lesson.key for lesson in found], "text": lesson_note(texts)}


def _noted(message: BaseMessage, notes: Mapping[str, str]) -> BaseMessage:
    if not isinstance(message, ToolMessage) or message.tool_call_id not in notes:
        return message
    note, content = notes[message.tool_call_id], message.content
    if isinstance(content, str):
        return message.model_copy(update={"content": f"{content}\n{note}"})
    return message.model_copy(
        update={"content": [*content, {"type": "text", "text": note}]}
    )
