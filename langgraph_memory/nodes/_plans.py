"""Plans that the state holds, and what is left of them."""

from __future__ import annotations

from typing import Any, Final

from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._scene import Scene, state_value
from langgraph_memory.recall.focus import Signs, plan_of

PLANS: Final = ("todos", "plan")
"""State keys under which agents keep plans."""


def held(scene: Scene, frame: Frame, key: str) -> Any:
    """What the state holds under a key, or the graph where the state leaves it out."""
    value = state_value(scene.state, key)
    return frame.channel(key) if value is None else value


def open_steps(scene: Scene, frame: Frame) -> list[str]:
    """The steps that are not done, of the plan in the state, else of the written one."""
    plans = [held(scene, frame, key) for key in PLANS]
    steps = plan_of(Signs(plans=plans, messages=scene.messages))
    return [step.text for step in steps if not step.done]
