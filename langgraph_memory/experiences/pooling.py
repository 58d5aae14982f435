"""Pools: which one a task belongs to, and which lessons are general principles."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from langgraph_memory.config import ExperienceConfig
from langgraph_memory.errors import MemoryWarning
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.judging import merge_duplicate
from langgraph_memory.experiences.wording import terms
from langgraph_memory.facts.redaction import redact
from langgraph_memory.pool import Pool

Router: TypeAlias = Callable[[str, frozenset[str]], str | None]

GENERAL: Final = ""
"""The pool of general principles."""


def pool_of(config: ExperienceConfig, task: str, tools: Collection[str]) -> str:
    """The pool that a task belongs to.

    Args:
        config: The settings.
        task: The words of the task.
        tools: The tools that it calls, as far as that is known.

    Returns:
        Its name; `GENERAL` where it belongs to none, and where the user's router fails or
        names a pool that there is not, which is warned of.
    """
    if not config.pools:
        return GENERAL
    called = frozenset(tools)
    if config.router is not None:
        return _routed(config.router, config.pools, task, called)
    said = terms(task)
    shares = {name: _shared(pool, said, called) for name, pool in config.pools.items()}
    best = max(shares, key=shares.__getitem__)
    return best if shares[best] else GENERAL


def consulted(
    config: ExperienceConfig, task: str, tools: Collection[str]
) -> frozenset[str]:
    """The pools whose lessons are for a task: its own, and the general one.

    Args:
        config: The settings.
        task: The words of the task.
        tools: The tools that it calls, as far as that is known.
    """
    return frozenset((GENERAL, pool_of(config, task, tools)))


def within(config: ExperienceConfig, pool: str) -> ExperienceConfig:
    """The settings as they hold in a pool.

    Args:
        config: The settings of all.
        pool: The pool; one that is not among them, such as `GENERAL`, has those of all.
    """
    own = config.pools.get(pool)
    if own is None:
        return config
    return replace(
        config,
        threshold=config.threshold if own.threshold is None else own.threshold,
        thresholds={**config.thresholds, **own.thresholds},
    )


def placed(lesson: Experience, pool: str) -> Experience:
    """A lesson as it is learned in a pool.

    Args:
        lesson: The lesson.
        pool: The pool.
    """
    return replace(lesson, pool=pool, key=lesson.key_in(pool)) if pool else lesson


def keys_of(lesson: Experience, pools: Mapping[str, Pool]) -> tuple[str, ...]:
    """The keys under which a lesson may be kept, its own first.

    Args:
        lesson: The lesson.
        pools: All pools.
    """
    keys = (lesson.key_in(pool) for pool in (GENERAL, *pools))
    return tuple(dict.fromkeys((lesson.key, *keys)))


def promoted(lesson: Experience, elsewhere: Experience) -> Experience:
    """What a lesson becomes that another pool has learned before: a general principle.

    Args:
        lesson: The new one.
        elsewhere: The one of the other pool, which says the same.

    Returns:
        The two as one, under the key of the older one, whose track record stays its own.
    """
    return replace(merge_duplicate(lesson, elsewhere), pool=GENERAL)


def _routed(
    router: Router, pools: Mapping[str, Pool], task: str, called: frozenset[str]
) -> str:
    try:
        name: object = router(task, called)
    except Exception as error:  # noqa: BLE001  whatever it raises, the turn goes on
        wrong = f"raised {type(error).__name__}: {error}"
    else:
        if name is None or name == GENERAL:
            return GENERAL
        if isinstance(name, str) and name in pools:
            return name
        if inspect.iscoroutine(name):
            name.close()
        wrong = f"must name one of {sorted(pools)} or None, not {name!r:.80}"
    msg = f"router= {redact(wrong)}; the general pool serves alone"
    warnings.warn(msg, MemoryWarning, stacklevel=3)
    return GENERAL


def _shared(pool: Pool, said: frozenset[str], called: frozenset[str]) -> int:
    words = (terms(word) for word in pool.words)
    return len(called.intersection(pool.tools)) + sum(bool(w) and w <= said for w in words)
