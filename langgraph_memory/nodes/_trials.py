"""Trials: runs on purpose, which are shown lessons and leave the user's memory as it is.

What a trial remembers on its way lies apart, in a scope of its thread's own, so that
neither another trial nor a later conversation finds it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from langgraph_memory.errors import ConfigError
from langgraph_memory.scope import Scope

TRIAL: Final = "memory_trial"
"""Name in `config["configurable"]`: the run is a trial, and is shown so many lessons."""


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A run on purpose.

    Attributes:
        owner: Whose lessons it is shown.
        lessons: How many of them at most; with 0 none, those about errors neither.
    """

    owner: Scope
    lessons: int


def trial_in(configurable: Mapping[str, Any], owner: Scope) -> Trial | None:
    """Whether a run is a trial.

    Args:
        configurable: `config["configurable"]`.
        owner: Whose memory the run names.

    Returns:
        The trial, or None for a run in earnest.

    Raises:
        ConfigError: When the number of lessons is none.
    """
    lessons = configurable.get(TRIAL)
    if lessons is None:
        return None
    if not isinstance(lessons, int) or isinstance(lessons, bool) or lessons < 0:
        msg = f"{TRIAL} must be a number of lessons, such as 5, or 0, not {lessons!r}"
        raise ConfigError(msg)
    return Trial(owner=owner, lessons=lessons)


def apart(owner: Scope, thread_id: str) -> Scope:
    """The scope in which the trial on a thread keeps what it remembers."""
    return replace(owner, agent=f"{owner.agent or ''}#{thread_id}")
