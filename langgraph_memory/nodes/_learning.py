"""Learning from one run: distil, judge, find duplicates, store."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from langgraph.store.base import GetOp, Item, PutOp, SearchOp

from langgraph_memory._asking import Fallback, ask, asked
from langgraph_memory._flow import Embed, Emit, Steps, batch
from langgraph_memory.errors import ModelReplyError
from langgraph_memory.experiences.admissions import Admission, admission
from langgraph_memory.experiences.admitting import admitted
from langgraph_memory.experiences.distilling import distil, distil_question
from langgraph_memory.experiences.duplicates import place_for, place_of, same_lesson
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.judging import Verdict, admit
from langgraph_memory.experiences.outcome import Outcome
from langgraph_memory.experiences.refuting import refuted
from langgraph_memory.experiences.run import Run
from langgraph_memory.experiences.verdicts import verdicts_question
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._shelf import load_experiences, read_experiences

_NEIGHBOURS = 60  # of one tool and error, how many a new lesson is compared with

_BY_RULES = Fallback(node="reflect_on_failure", what="lessons", instead="rules serve alone")
_UNJUDGED = Fallback(
    node="reflect_on_failure", what="verdicts", instead="what they are about is rejected"
)


def learn(
    settings: Settings,
    frame: Frame,
    run: Run,
    outcome: Outcome,
    recalled: Collection[str] = (),
) -> Steps[None]:
    """Store what a run teaches.

    Success patterns come from successful runs only; an error that was recovered from
    teaches whatever the end of the run.

    Args:
        settings: The memory's settings.
        frame: Whose memory it is.
        run: The run.
        outcome: How it ended.
        recalled: Keys of the lessons that the run was shown.
    """
    lessons = list(distil(run, outcome, created_at=frame.stamp))
    told: Sequence[Experience] = ()
    if outcome.success:
        question = distil_question(run, outcome, created_at=frame.stamp)
        told = (yield from asked(question, "distil", frame.outside, _BY_RULES)) or ()
    yield from keep(settings, frame, run, outcome, lessons, told, recalled)


def keep(
    settings: Settings,
    frame: Frame,
    run: Run,
    outcome: Outcome,
    lessons: Sequence[Experience],
    told: Sequence[Experience] = (),
    recalled: Collection[str] = (),
) -> Steps[list[Admission]]:
    """Judge the lessons of a run, and store those that are admitted.

    Args:
        settings: The memory's settings.
        frame: Whose memory it is.
        run: The run.
        outcome: How it ended.
        lessons: What rules say that it teaches.
        told: What a model says that it teaches.
        recalled: Keys of the lessons that the run was shown.

    Returns:
        What became of each.
    """
    if not lessons and not told:
        return []
    known = yield from _neighbours(settings, frame, [*lessons, *told], run)
    before = dict(known)
    vouched = yield from _vouched(settings, frame, told, run, outcome, known)
    fates = [_refused(lesson) for lesson in told if lesson not in vouched]
    for lesson in (*lessons, *vouched):
        fates += [(yield from _take(settings, lesson, run, known, recalled))]
    if outcome.success:
        known |= {one.key: one for one in refuted(list(known.values()), run)}
    changed = {key: kept for key, kept in known.items() if before.get(key) != kept}
    yield from _write(settings, frame, changed)
    return fates


def _refused(lesson: Experience) -> Admission:
    reason = "the model that judges lessons refused it, or gave no verdict to be read"
    return Admission(fate="rejected", key=lesson.key, content=lesson.content, reason=reason)


def shown_experiences(
    settings: Settings, scene: Scene, frame: Frame
) -> Steps[list[tuple[str, Experience]]]:
    """Experiences that this turn was shown, in the memory block or with an error."""
    block = scene.part.get("block", {})
    keys = list(block.get("lessons", ())) if block.get("id") == scene.turn_id else []
    answered = scene.part.get("answers", {})
    for mark in scene.prints[scene.turn + 1 :]:
        keys += answered.get(mark, {}).get("keys", ())
    found = yield from load_experiences(
        settings.shelf, frame.namespace("experiences"), keys
    )
    return list(found.items())


def _neighbours(
    settings: Settings, frame: Frame, lessons: Sequence[Experience], run: Run
) -> Steps[dict[str, Experience]]:
    """What is kept under the keys of lessons, or about the same tools and errors.

    And about every call of the tools of the run, for it may refute that.
    """
    namespace = frame.namespace("experiences")
    places = dict.fromkeys(map(place_of, lessons))
    places |= dict.fromkeys(place_for(tool, None) for tool in sorted(run.tools))
    results = yield from batch(
        [
            *(GetOp(namespace, lesson.key) for lesson in lessons),
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

    A verdict that cannot be read rejects, and is reported. Where the model cannot be
    reached, rules judge alone, as they judge whatever it lets pass.
    """
    if not lessons or not _can_judge(frame):
        return list(lessons)
    question = verdicts_question(lessons, run, outcome, list(known.values()))
    try:
        verdicts = yield from ask(question, "judge", frame.outside)
    except ModelReplyError as error:
        yield from _UNJUDGED.reported(str(error))
        return [] if _can_judge(frame) else list(lessons)
    kept: list[Experience] = []
    for lesson, verdict in zip(lessons, verdicts, strict=True):
        if not isinstance(verdict, Verdict):
            yield from _UNJUDGED.reported(verdict)
        elif admit(verdict, settings.config.experiences.threshold_of(lesson.kind)):
            kept.append(lesson)
    return kept


def _can_judge(frame: Frame) -> bool:
    """Whether there is a model that judges, and it answered when it was asked last."""
    return "judge" in frame.outside.models and not frame.outside.rests["judge"].is_open


def _take(
    settings: Settings,
    lesson: Experience,
    run: Run,
    known: dict[str, Experience],
    recalled: Collection[str],
) -> Steps[Admission]:
    """Add a lesson to what is known, if rules admit it."""
    twin = yield from _twin(settings, lesson, known)
    config = settings.config.experiences
    changed = admitted(lesson, run, known, twin, config, recalled=recalled)
    told = admission(lesson, run, known, twin, changed, config)
    known |= changed
    return told


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
    settings: Settings, frame: Frame, lessons: Mapping[str, Experience]
) -> Steps[None]:
    if not lessons:
        return
    yield from batch(stored(settings, frame, lessons.values()))
    settings.writes.add(frame.scope, len(lessons))
    saved = [{"key": key, "text": lesson.content} for key, lesson in lessons.items()]
    yield Emit("memory_saved", {"thread_id": frame.thread_id, "experiences": saved})


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
