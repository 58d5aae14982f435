"""What came of the lessons that a run was shown, as events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from langgraph.store.base import PutOp

from langgraph_memory.errors import ConfigError
from langgraph_memory.experiences.crediting import Credit, counterfactual, credit, fired
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.outcome import Outcome
from langgraph_memory.experiences.run import Run
from langgraph_memory.nodes._credit import happened
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings


def credited(
    settings: Settings,
    scene: Scene,
    frame: Frame,
    run: Run,
    outcome: Outcome,
    known: Mapping[str, Experience],
) -> Iterator[PutOp]:
    """How the run ended, and for each lesson that it acted on, that and what came of it.

    With a replayable environment, credit is counterfactual: what the same run comes to
    without the lesson. Else the errors of the tools tell, which is less sure.

    Args:
        settings: The memory's settings.
        scene: The state.
        frame: Whose memory it is.
        run: The run.
        outcome: How it ended.
        known: The lessons that it was shown, by key.

    Raises:
        ConfigError: When `replay=` returns no number from 0 to 1.
    """
    yield happened(frame, "run", scene.turn_id, success=outcome.success)
    attempt = str(scene.attempt)
    for key, lesson in known.items():
        if not fired(lesson, run):
            continue
        yield happened(frame, "fired", scene.turn_id, attempt=attempt, experience=key)
        if settings.replay is None:
            verdict, by = credit(lesson, run, outcome), "errors"
        else:
            verdict, by = _replayed(settings, scene, lesson, outcome), "replay"
        if verdict is not None:
            yield happened(
                frame, verdict, scene.turn_id, attempt=attempt, experience=key, by=by
            )


def _replayed(
    settings: Settings, scene: Scene, lesson: Experience, outcome: Outcome
) -> Credit | None:
    without = settings.replay(scene.state, lesson) if settings.replay else None
    if without is None:
        return None
    if not isinstance(without, bool | int | float) or not 0.0 <= without <= 1.0:
        msg = f"replay= must return a share, True, False or None, not {without!r:.80}"
        raise ConfigError(msg)
    if outcome.share is None:  # half of the way without it may be half of it with it, too
        return counterfactual(float(outcome.success), float(without == 1))
    return counterfactual(outcome.share, float(without))
