"""Learning from one run: distil, judge, find duplicates, store."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import numpy as np
from langgraph.store.base import PutOp, SearchOp

from langgraph_memory._asking import Fallback, asked
from langgraph_memory._flow import Embed, Emit, Steps, batch, search
from langgraph_memory.experiences.distilling import distil, distil_question
from langgraph_memory.experiences.duplicates import contradict, same_lesson
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.judging import admit, judge, merge_duplicate, settle
from langgraph_memory.experiences.outcome import Outcome
from langgraph_memory.experiences.run import Run
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._shelf import load_experiences, read_experiences

_KNOWN = 500

_BY_RULES = Fallback(node="reflect_on_failure", what="lessons", instead="rules serve alone")


def learn(settings: Settings, frame: Frame, run: Run, outcome: Outcome) -> Steps[None]:
    """Store what a run teaches.

    Success patterns come from successful runs only; an error that was recovered from
    teaches whatever the end of the run.

    Args:
        settings: The memory's settings.
        frame: Whose memory it is.
        run: The run.
        outcome: How it ended.
    """
    lessons = list(distil(run, outcome, created_at=frame.stamp))
    if outcome.success:
        question = distil_question(run, outcome, created_at=frame.stamp)
        told = yield from asked(question, "distil", frame.outside, _BY_RULES)
        lessons += told or ()
    if not lessons:
        return
    namespace = frame.namespace("experiences")
    (listed,) = yield from search([SearchOp(namespace, limit=_KNOWN)])
    known = yield from read_experiences(settings.shelf, namespace, listed)
    stored = dict(known)
    for lesson in lessons:
        verdict = judge(lesson, run, list(known.values()))
        if not admit(verdict, settings.config.experiences.threshold):
            continue
        if _replayed(lesson, known) or _outvoted(lesson, known):
            continue
        twin = yield from _twin(settings, lesson, known)
        kept = merge_duplicate(lesson, twin) if twin else lesson
        known[kept.key] = kept
    changed = {key: kept for key, kept in known.items() if stored.get(key) != kept}
    yield from _write(settings, frame, changed, stored.keys() - known.keys())


def shown_experiences(
    settings: Settings, scene: Scene, frame: Frame
) -> Steps[list[tuple[str, Experience]]]:
    """Experiences that the memory block of this turn shows."""
    block = scene.part.get("block", {})
    keys = block.get("lessons", ()) if block.get("id") == scene.turn_id else ()
    found = yield from load_experiences(
        settings.shelf, frame.namespace("experiences"), keys
    )
    return list(found.items())


def _replayed(lesson: Experience, known: Mapping[str, Experience]) -> bool:
    """Whether this very run has taught the lesson before."""
    held = known.get(lesson.key)
    return held is not None and set(lesson.evidence) <= set(held.evidence)


def _outvoted(lesson: Experience, known: dict[str, Experience]) -> bool:
    """Settle the lesson with those it contradicts; whether one of them wins."""
    outvoted = False
    for old in [old for old in known.values() if contradict(lesson, old)]:
        kept = settle(lesson, old)
        if kept.key == old.key:
            known[old.key] = kept
            outvoted = True
        else:
            del known[old.key]
    return outvoted


def _twin(
    settings: Settings, lesson: Experience, known: dict[str, Experience]
) -> Steps[Experience | None]:
    """The stored lesson that says the same: by key, else by meaning and tools."""
    if lesson.key in known:
        return known[lesson.key]
    near = [old for old in known.values() if same_lesson(lesson, old)]
    if not near:
        return None
    vectors = yield Embed((lesson.text, *(old.text for old in near)))
    matrix = np.asarray(vectors, dtype=np.float64)
    norms = np.linalg.norm(matrix, axis=1)
    cosines = matrix[1:] @ matrix[0] / np.maximum(norms[1:] * norms[0], 1e-12)
    best = int(np.argmax(cosines))
    limit = settings.config.experiences.duplicate_cosine
    return near[best] if cosines[best] >= limit else None


def _write(
    settings: Settings,
    frame: Frame,
    lessons: Mapping[str, Experience],
    dropped: Collection[str],
) -> Steps[None]:
    if not lessons and not dropped:
        return
    namespace = frame.namespace("experiences")
    values = {
        key: lesson.to_dict() | {"text": lesson.text} for key, lesson in lessons.items()
    }
    deletions = (PutOp(namespace, key, None) for key in dropped)
    yield from batch([*_puts(namespace, values), *deletions])
    for key in dropped:
        settings.shelf.drop(namespace, key)
    for key, value in values.items():
        settings.shelf.put(namespace, key, value)
    settings.writes.add(frame.scope, len(values))
    saved = [{"key": key, "text": lesson.content} for key, lesson in lessons.items()]
    yield Emit("memory_saved", {"thread_id": frame.thread_id, "experiences": saved})


def _puts(
    namespace: tuple[str, ...], values: dict[str, dict[str, object]]
) -> Iterable[PutOp]:
    return (PutOp(namespace, key, value, index=["text"]) for key, value in values.items())
