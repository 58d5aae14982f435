"""Learning from one run: what it teaches, and what it was shown."""

from __future__ import annotations

import inspect
import json
from collections.abc import Collection, Iterable, Sequence

from langgraph.errors import GraphBubbleUp

from langgraph_memory._asking import Fallback, asked
from langgraph_memory._flow import Steps, Warn
from langgraph_memory._waiting import within
from langgraph_memory.config import MemoryConfig
from langgraph_memory.errors import ConfigError
from langgraph_memory.experiences.attempts import contrasted
from langgraph_memory.experiences.distilling import distil, distil_question, is_settled
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.outcome import Outcome
from langgraph_memory.experiences.pooling import pool_of
from langgraph_memory.experiences.run import Run
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._keeping import keep
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._shelf import load_experiences

_BY_RULES = Fallback(node="reflect_on_failure", what="lessons", instead="rules serve alone")


def learn(
    settings: Settings,
    frame: Frame,
    run: Run,
    outcome: Outcome,
    recalled: Collection[str] = (),
) -> Steps[None]:
    """Store what a run teaches.

    Success patterns come from successful runs only; an error that was recovered from
    teaches whatever the end of the run. The success of a run that was tried again is held
    against its failures.

    Args:
        settings: The memory's settings.
        frame: Whose memory it is.
        run: The run.
        outcome: How it ended.
        recalled: Keys of the lessons that the run was shown.
    """
    own = yield from _distilled(settings, run, outcome)
    lessons = list(distil(run, outcome, created_at=frame.stamp)) if own is None else own
    told: Sequence[Experience] = ()
    if outcome.success:
        lessons += contrasted(run, created_at=frame.stamp)
    if outcome.success and (run.tools or is_settled(run, outcome)):
        question = distil_question(run, outcome, created_at=frame.stamp)
        told = (yield from asked(question, "distil", frame.outside, _BY_RULES)) or ()
    yield from keep(settings, frame, run, outcome, lessons, told, recalled)


def _distilled(
    settings: Settings, run: Run, outcome: Outcome
) -> Steps[list[Experience] | None]:
    """What the pool of a run distils of it; None where the rules serve."""
    try:
        return distilled(settings.config, run, outcome)
    except GraphBubbleUp:
        raise
    except Exception as error:  # noqa: BLE001  reported, whatever it was
        reason = f"{type(error).__name__}: {error}"
        told = f"distil= failed, rules serve alone: {reason}"
        yield Warn("reflect_on_failure", told, reason)
        return None


def distilled(config: MemoryConfig, run: Run, outcome: Outcome) -> list[Experience] | None:
    """What the pool of a run distils of it in its own way.

    Args:
        config: The pools, and how long a model is waited for, for it may ask one.
        run: The run.
        outcome: How it ended.

    Returns:
        The lessons; None where the pool leaves that to the rules.

    Raises:
        ConfigError: When `distil=` of the pool gives something else.
        TimeoutError: When it does not come to an end.
    """
    pools = config.experiences.pools
    pool = pool_of(config.experiences, run.task, run.tools)
    own = pools[pool].distil if pool in pools else None
    if own is None:
        return None

    def lessons() -> list[Experience]:
        given = own(run, outcome) or ()
        found = list(given) if isinstance(given, Iterable) else [given]
        return [_checked(lesson, pool) for lesson in found]

    return within(config.model_seconds, lessons, f"distil= of the pool {pool!r}")


def _checked(lesson: object, pool: str) -> Experience:
    """A lesson that can be kept: an experience of plain data."""
    try:
        if isinstance(lesson, Experience):
            return Experience.from_dict(json.loads(json.dumps(lesson.to_dict())))
    except (AttributeError, TypeError, ValueError) as error:
        msg = f"distil= of the pool {pool!r} gave an experience of odd parts: {error}"
        raise ConfigError(msg) from error
    if inspect.iscoroutine(lesson):
        lesson.close()
    msg = f"distil= of the pool {pool!r} must give experiences, not {lesson!r:.80}"
    raise ConfigError(msg)


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
