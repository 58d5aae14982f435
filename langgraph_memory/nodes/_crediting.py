"""What came of the lessons that a run was shown, as events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from langgraph.errors import GraphBubbleUp
from langgraph.store.base import PutOp

from langgraph_memory._flow import Steps, Warn
from langgraph_memory.errors import ConfigError
from langgraph_memory.experiences.crediting import Credit, counterfactual, credit, fired
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.outcome import Outcome, plain_number
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
    *,
    over: bool,
) -> Steps[list[PutOp]]:
    """How the run ended, and for each lesson that it acted on, that and what came of it.

    With a replayable environment, credit is counterfactual: what the same run comes to
    without the lesson; one that makes no difference did not fire. Else the errors of the
    tools tell, which is less sure. A run counts once, however often it is tried again, so
    that it is replayed when its last attempt is over.

    Args:
        settings: The memory's settings.
        scene: The state.
        frame: Whose memory it is.
        run: The run.
        outcome: How it ended.
        known: The lessons that it was shown, by key.
        over: Whether it is not tried again.

    Returns:
        The events to write. A `replay=` that fails is reported, and errors tell instead.
    """
    found = [happened(frame, "run", scene.turn_id, success=outcome.success)]
    if settings.replay is not None and not over:
        return found
    for key, lesson in known.items():
        since = shown_at(scene, key)
        if not fired(lesson, run, _before(run, since), since=since):
            continue
        verdict, by = credit(lesson, run, outcome, since=since), "errors"
        if settings.replay is not None:
            try:
                without = _replayed(settings, scene, lesson)
            except GraphBubbleUp:
                raise
            except Exception as error:  # noqa: BLE001  reported, whatever it was
                reason = f"{type(error).__name__}: {error}"
                told = f"replay= failed, the errors of tools tell instead: {reason}"
                yield Warn("reflect_on_failure", told, reason)
            else:
                verdict, by = _difference(outcome, without), "replay"
                if verdict is None and without is not None:
                    continue
        found.append(happened(frame, "fired", scene.turn_id, experience=key))
        if verdict is not None:
            found.append(happened(frame, verdict, scene.turn_id, experience=key, by=by))
    return found


def shown_at(scene: Scene, key: str) -> int:
    """Position of the first message that the agent may have written with a lesson in view.

    A lesson of the block is shown from the turn's first call on, or from that attempt on
    whose block was the first to have it; one that was told with an error after that.

    Args:
        scene: The state.
        key: The lesson's key.
    """
    block, answers = scene.part.get("block", {}), scene.part.get("answers", {})
    places = [
        at
        for at, mark in enumerate(scene.prints)
        if at > scene.turn and key in answers.get(mark, {}).get("keys", ())
    ]
    if block.get("id") == scene.turn_id and key in block.get("lessons", ()):
        since = block.get("since", {}).get(key)
        places.append(scene.prints.index(since) if since in scene.prints else scene.turn)
    return min(places, default=scene.turn) + 1


def _before(run: Run, since: int) -> Run | None:
    """What the agent did before it was shown a lesson: its draft, if there is one."""
    made = (*run.earlier, *(step for step in run.steps if step.turn < since))
    return replace(run, steps=made, earlier=(), dialogue=()) if made else None


def _replayed(settings: Settings, scene: Scene, lesson: Experience) -> float | None:
    without = (
        plain_number(settings.replay(scene.state, lesson)) if settings.replay else None
    )
    if without is None:
        return None
    if not isinstance(without, bool | int | float) or not 0.0 <= without <= 1.0:
        msg = f"replay= must return a share, True, False or None, not {without!r:.80}"
        raise ConfigError(msg)
    return float(without)


def _difference(outcome: Outcome, without: float | None) -> Credit | None:
    if without is None:
        return None
    if outcome.share is None:  # half of the way without it may be half of it with it, too
        return counterfactual(float(outcome.success), float(without == 1))
    return counterfactual(outcome.share, without)
