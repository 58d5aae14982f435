"""Keeping the lessons of a run: judge, find duplicates, store."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from langgraph.store.base import GetOp, Item, PutOp, SearchOp

from langgraph_memory._asking import Fallback, ask
from langgraph_memory._flow import Embed, Emit, Steps, Warn, batch
from langgraph_memory.errors import ModelReplyError
from langgraph_memory.experiences.admissions import Admission, admission
from langgraph_memory.experiences.admitting import admitted
from langgraph_memory.experiences.duplicates import place_for, place_of, same_lesson
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.judging import Verdict, admit
from langgraph_memory.experiences.outcome import Outcome
from langgraph_memory.experiences.pooling import (
    GENERAL,
    keys_of,
    placed,
    pool_of,
    promoted,
    within,
)
from langgraph_memory.experiences.refuting import refuted
from langgraph_memory.experiences.run import Run
from langgraph_memory.experiences.verdicts import verdicts_question
from langgraph_memory.nodes._following import catch_up
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._shelf import read_experiences

_NEIGHBOURS = 60  # of one tool and error, how many a new lesson is compared with

_UNJUDGED = Fallback(
    node="reflect_on_failure", what="verdicts", instead="what they are about is rejected"
)


def keep(
    settings: Settings,
    frame: Frame,
    run: Run,
    outcome: Outcome,
    lessons: Sequence[Experience],
    told: Sequence[Experience] = (),
    recalled: Collection[str] = (),
) -> Steps[list[Admission]]:
    """Judge the lessons of a run, and store those that are admitted, in the run's pool.

    Args:
        settings: The memory's settings.
        frame: Whose memory it is.
        run: The run.
        outcome: How it ended.
        lessons: What is learned of it without a model.
        told: What a model says that it teaches.
        recalled: Keys of the lessons that the run was shown.

    Returns:
        What became of each.
    """
    pool = pool_of(settings.config.experiences, run.task, run.tools)
    lessons, told = ([placed(one, pool) for one in found] for found in (lessons, told))
    if not lessons and not told:
        return []
    known = yield from _neighbours(settings, frame, [*lessons, *told], run)
    before = dict(known)
    vouched = yield from _vouched(settings, frame, told, run, outcome, known)
    fates = [_refused(lesson) for lesson in told if lesson not in vouched]
    for lesson in (*lessons, *vouched):
        fates += [(yield from _take(settings, lesson, run, known, recalled))]
    if outcome.success:
        own = [one for one in known.values() if one.pool in (GENERAL, pool)]
        known |= {one.key: one for one in refuted(own, run)}
    changed = {key: kept for key, kept in known.items() if before.get(key) != kept}
    yield from _write(settings, frame, changed)
    return fates


def _refused(lesson: Experience) -> Admission:
    reason = "the model that judges lessons refused it, or gave no verdict to be read"
    return Admission(fate="rejected", key=lesson.key, content=lesson.content, reason=reason)


def _neighbours(
    settings: Settings, frame: Frame, lessons: Sequence[Experience], run: Run
) -> Steps[dict[str, Experience]]:
    """What is kept under the keys of lessons, or about the same tools and errors.

    And about every call of the tools of the run, for it may refute that.
    """
    namespace = frame.namespace("experiences")
    pools = settings.config.experiences.pools
    places = dict.fromkeys(map(place_of, lessons))
    places |= dict.fromkeys(place_for(tool, None) for tool in sorted(run.tools))
    results = yield from batch(
        [
            *(GetOp(namespace, key) for one in lessons for key in keys_of(one, pools)),
            *(SearchOp(namespace, filter={"place": p}, limit=_NEIGHBOURS) for p in places),
        ]
    )
    items: dict[str, Item] = {}
    for result in results:
        found = result if isinstance(result, list) else [result]
        items |= {i.key: i for i in found if isinstance(i, Item)}
    return (yield from read_experiences(settings.shelf, namespace, items.values()))


def _vouched(
    settings: Settings,
    frame: Frame,
    lessons: Sequence[Experience],
    run: Run,
    outcome: Outcome,
    known: Mapping[str, Experience],
) -> Steps[list[Experience]]:
    """Of a model's lessons, those that a model finds good, where one judges.

    What it gives no verdict on that can be read is rejected, and that is reported: also
    where it cannot be reached. Rules judge whatever it lets pass.
    """
    if not lessons or "judge" not in frame.outside.models:
        return list(lessons)
    config = within(settings.config.experiences, lessons[0].pool)
    question = verdicts_question(lessons, run, outcome, list(known.values()))
    try:
        verdicts = yield from ask(question, "judge", frame.outside)
    except ModelReplyError as error:
        yield from _UNJUDGED.reported(str(error))
        return []
    kept: list[Experience] = []
    for lesson, verdict in zip(lessons, verdicts, strict=True):
        if not isinstance(verdict, Verdict):
            yield from _UNJUDGED.reported(verdict)
        elif admit(verdict, config.threshold_of(lesson.kind)):
            kept.append(lesson)
    return kept


def _take(
    settings: Settings,
    lesson: Experience,
    run: Run,
    known: dict[str, Experience],
    recalled: Collection[str],
) -> Steps[Admission]:
    """Add a lesson to what is known, if rules admit it.

    What another pool has learned before becomes a general principle.
    """
    config = within(settings.config.experiences, lesson.pool)
    here = {k: e for k, e in known.items() if e.pool in (GENERAL, lesson.pool)}
    twin = yield from _twin(settings, lesson, here)
    taken = admitted(lesson, run, here, twin, config, recalled=recalled)
    told = admission(lesson, run, here, twin, taken, config)
    if twin is None and lesson.key in taken:
        others = {k: e for k, e in known.items() if k not in here and not e.forgotten}
        elsewhere = yield from _twin(settings, lesson, others)
        if elsewhere is not None:
            principle = promoted(taken.pop(lesson.key), elsewhere)
            taken[principle.key] = principle
            told = replace(told, key=principle.key)
    known |= taken
    return told


def _twin(
    settings: Settings, lesson: Experience, known: Mapping[str, Experience]
) -> Steps[Experience | None]:
    """The stored lesson that says the same: by key, else by meaning and tools.

    Where texts cannot be embedded, which is reported, by key alone.
    """
    pools = settings.config.experiences.pools
    for key in keys_of(lesson, pools):
        if key in known:
            return known[key]
    near = [old for old in known.values() if same_lesson(lesson, old)]
    if not near:
        return None
    by = pools[lesson.pool].embeddings if lesson.pool in pools else None
    try:
        vectors = yield Embed((lesson.text, *(old.text for old in near)), by)
    except Exception as error:  # noqa: BLE001  reported; what was learned must be kept
        msg = f"a lesson is compared with others by its key alone: {error}"
        yield Warn("reflect_on_failure", msg)
        return None
    matrix = np.asarray(vectors, dtype=np.float64)
    norms = np.linalg.norm(matrix, axis=1)
    cosines = matrix[1:] @ matrix[0] / np.maximum(norms[1:] * norms[0], 1e-12)
    best = int(np.argmax(cosines))
    limit = settings.config.experiences.duplicate_cosine
    return near[best] if cosines[best] >= limit else None


def _write(
    settings: Settings, frame: Frame, lessons: Mapping[str, Experience]
) -> Steps[None]:
    if not lessons:
        return
    yield from batch(stored(settings, frame, lessons.values()))
    settings.writes.add(frame.scope, len(lessons))
    saved = [{"key": key, "text": lesson.content} for key, lesson in lessons.items()]
    yield Emit("memory_saved", {"thread_id": frame.thread_id, "experiences": saved})
    yield from catch_up(settings.lanes, settings.shelf, frame)


def stored(settings: Settings, frame: Frame, lessons: Iterable[Experience]) -> list[PutOp]:
    """What puts lessons into the store as they are now.

    Args:
        settings: The memory's settings.
        frame: Whose memory it is.
        lessons: The lessons.
    """
    namespace = frame.namespace("experiences")
    values = values_of(lessons)
    for key, value in values.items():
        settings.shelf.put(namespace, key, value)
    return [PutOp(namespace, key, value, index=["text"]) for key, value in values.items()]


def values_of(lessons: Iterable[Experience]) -> dict[str, dict[str, Any]]:
    """The values under which lessons are stored, by key.

    `text` is what is embedded and searched; by `place` those are found that a new one has
    to be compared with.
    """
    return {
        lesson.key: lesson.to_dict() | {"text": lesson.text, "place": place_of(lesson)}
        for lesson in lessons
    }
