"""Scoring runs on purpose: by the user's function, or by the rules."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeAlias

from langgraph_memory.errors import ConfigError
from langgraph_memory.experiences.attempted import Attempt
from langgraph_memory.experiences.outcome import Outcome, judge_run, plain_number
from langgraph_memory.experiences.run import Run, run_from
from langgraph_memory.facts.messages import as_messages
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.wiring.channels import MEMORY
from langgraph_memory.wiring.states import messages_in
from langgraph_memory.wiring.trials import Trial
from langgraph_memory.wiring.twice import Twice, Work

Score: TypeAlias = Callable[[Any, Any], float | Awaitable[float]]
"""What a run is worth, by its task, as it was given, and the final state: True, False, or a
number of 0 to 1; of either kind of function."""


def scored(
    settings: Settings, trial: Trial, score: Score | None, success: float
) -> Work[Attempt]:
    """Score a run that came to an end, or failed by itself.

    Args:
        settings: The memory's settings.
        trial: The run.
        score: The user's function; None: `Memory(outcome=…)`, else the rules.
        success: The score from which a run succeeded.

    Returns:
        The attempt. A run that raised is worth 0.

    Raises:
        Exception: Whatever the function raises.
    """
    run = run_of(settings, trial)
    if trial.failed:
        reason = settings.redact(trial.failed)
        return Attempt(run=run, outcome=Outcome(success=False, reason=reason), score=0.0)
    rules = judge_run(run)
    if score is None:
        verdict = settings.outcome(trial.values) if settings.outcome else None
        if verdict is None:
            return Attempt(run=run, outcome=rules, score=float(rules.success))
        worth, said = (0.0, verdict) if isinstance(verdict, str) else (verdict, "")
    else:
        worth, said = (yield _asked(score, trial)), ""
    worth = _checked(worth)
    outcome = Outcome(success=worth >= success, reason=said or f"scored {worth:g}")
    if not outcome.success and not rules.success:
        reason = f"{outcome.reason}; {rules.reason}"
        outcome = replace(outcome, reason=reason, tool=rules.tool)
    return Attempt(run=run, outcome=outcome, score=worth)


def run_of(settings: Settings, trial: Trial) -> Run:
    """The run of a trial: its whole thread is one, whoever spoke in it."""
    run = run_from(
        as_messages(messages_in(trial.values, settings.messages_key) or []),
        thread_id=trial.thread_id,
        task=settings.task,
        redact=settings.redact,
        failed=_failed_in(trial.values),
    )
    return replace(run, steps=(*run.earlier, *run.steps), earlier=())


def _failed_in(values: Any) -> list[str]:
    """Ids of the answers of the attempts that failed, as the memory's channel tells."""
    channel = messages_in(values, MEMORY) or {}
    parts = channel.values() if isinstance(channel, Mapping) else ()
    return [one for part in parts for one in part.get("retry", {}).get("failed", ())]


def _asked(score: Score, trial: Trial) -> Twice:
    given, values = trial.task.given, trial.values

    def now() -> Any:
        told = score(given, values)
        if not inspect.isawaitable(told):
            return told
        # A loop may run in this thread already, as in a notebook.
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(asyncio.run, _awaited(told)).result()

    async def later() -> Any:
        if inspect.iscoroutinefunction(score):
            return await score(given, values)
        told = await asyncio.to_thread(score, given, values)
        return await told if inspect.isawaitable(told) else told

    return Twice(now, later)


async def _awaited(told: Awaitable[Any]) -> Any:
    return await told


def _checked(worth: Any) -> float:
    worth = plain_number(worth)
    if isinstance(worth, bool | int | float) and 0.0 <= worth <= 1.0:
        return float(worth)
    msg = f"a score must be True, False or a number of 0 to 1, not {worth!r:.80}"
    raise ConfigError(msg)
