"""Learning from one run: what it teaches, and what it was shown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from langgraph_memory._asking import Fallback, asked
from langgraph_memory._flow import Steps
from langgraph_memory.config import ExperienceConfig
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
    *,
    answers: Sequence[int] = (),
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
        answers: Positions of the answers with which the run's attempts ended, where it was
            tried again; its success is then held against its failures.
    """
    own = distilled(settings.config.experiences, run, outcome)
    lessons = list(distil(run, outcome, created_at=frame.stamp)) if own is None else own
    told: Sequence[Experience] = ()
    if outcome.success:
        lessons += contrasted(run, answers, created_at=frame.stamp)
    if outcome.success and (run.tools or is_settled(run, outcome)):
        question = distil_question(run, outcome, created_at=frame.stamp)
        told = (yield from asked(question, "distil", frame.outside, _BY_RULES)) or ()
    yield from keep(settings, frame, run, outcome, lessons, told, recalled)


def distilled(
    config: ExperienceConfig, run: Run, outcome: Outcome
) -> list[Experience] | None:
    """What the pool of a run distils of it in its own way.

    Args:
        config: The pools.
        run: The run.
        outcome: How it ended.

    Returns:
        The lessons; None where the pool leaves that to the rules.

    Raises:
        ConfigError: When `distil=` of the pool gives something else.
    """
    pool = pool_of(config, run.task, run.tools)
    own = config.pools[pool].distil if pool in config.pools else None
    if own is None:
        return None
    given = own(run, outcome) or ()
    lessons = list(given) if isinstance(given, Iterable) else [given]
    for lesson in lessons:
        if not isinstance(lesson, Experience):
            msg = f"distil= of the pool {pool!r} must give experiences, not {lesson!r:.80}"
            raise ConfigError(msg)
    return lessons


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
