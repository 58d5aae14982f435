"""How many lessons are best: `Memory.tune`."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.store.base import BaseStore

from langgraph_memory.errors import MemoryWarning, WiringError
from langgraph_memory.experiences.acquired import FailedRun
from langgraph_memory.experiences.tuning import Cell, cell
from langgraph_memory.scope import Scope
from langgraph_memory.wiring.acquiring import Acquiring
from langgraph_memory.wiring.attempting import (
    Attempting,
    Plan,
    Tried,
    check_counts,
    check_heats,
    store_of,
    trying,
)
from langgraph_memory.wiring.library import library_of
from langgraph_memory.wiring.progress import Told
from langgraph_memory.wiring.scoring import Score
from langgraph_memory.wiring.tasks import Task, Tasks
from langgraph_memory.wiring.trials import Setting
from langgraph_memory.wiring.tuned import Tuned
from langgraph_memory.wiring.twice import Work, adone, done


class Tuning(Acquiring):
    """Lets a graph try its lessons on tasks whose end can be judged."""

    def tune(  # noqa: PLR0913  keyword-only settings, each with a default
        self,
        graph: Any,
        tasks: Tasks,
        score: Score | None = None,
        *,
        scope: Scope,
        store: BaseStore | None = None,
        k: Sequence[int] = (0, 1, 3, 5, 10),
        samples: Sequence[int] = (1,),
        temperature: Sequence[float | None] = (None,),
        temperature_key: str = "temperature",
        concurrency: int = 4,
        success: float = 0.5,
        name: str = "tune",
        config: RunnableConfig | None = None,
        context: Any = None,
        progress: Told = True,
    ) -> Tuned:
        """Try how many lessons are best, on tasks from which none was learned.

        Each task is run for every k and temperature. Neither the memory nor what it holds
        changes: the runs learn nothing, and what they remember on their way lies apart. The
        same call goes on where it was cut off, as that of `acquire` does.

        Args:
            graph: A compiled graph with memory and a checkpointer; or a `RemoteGraph`.
            tasks: As for `acquire`; none that lessons were drawn from.
            score: As for `acquire`.
            scope: Whose lessons are tried.
            store: Where the graph keeps them; None: the graph's store.
            k: Numbers of lessons to be shown at most, 0 or more; the memory itself takes
                `ExperienceConfig.limit`.
            samples: Numbers of runs of each task; the runs of the least are among those of
                the most.
            temperature: Temperatures of the model; None: its own.
            temperature_key: As for `acquire`.
            concurrency: As for `acquire`.
            success: As for `acquire`.
            name: As for `acquire`. When other lessons are known by then, the runs that are
                shown any are run anew.
            config: As for `acquire`.
            context: As for `acquire`.
            progress: As for `acquire`.

        Returns:
            Success for every setting with its confidence interval, as a table and a plot.

        Raises:
            ConfigError: When an argument is out of its range.
            ScopeError: When `scope` is none.
            StoreError: When the store fails.
            WiringError: When the graph has no memory, or cannot be run on purpose.
        """
        plan = Plan(
            graph=graph,
            tasks=_listed(tasks),
            score=score,
            scope=scope,
            store=store,
            temperature_key=temperature_key,
            concurrency=concurrency,
            success=success,
            name=name,
            config=config,
            context=context,
            progress=progress,
        )
        return done(self._tuning(plan, k, samples, temperature))

    async def atune(  # noqa: PLR0913  as in `tune`
        self,
        graph: Any,
        tasks: Tasks,
        score: Score | None = None,
        *,
        scope: Scope,
        store: BaseStore | None = None,
        k: Sequence[int] = (0, 1, 3, 5, 10),
        samples: Sequence[int] = (1,),
        temperature: Sequence[float | None] = (None,),
        temperature_key: str = "temperature",
        concurrency: int = 4,
        success: float = 0.5,
        name: str = "tune",
        config: RunnableConfig | None = None,
        context: Any = None,
        progress: Told = True,
    ) -> Tuned:
        """Try how many lessons are best, from asynchronous code; otherwise like `tune`."""
        plan = Plan(
            graph=graph,
            tasks=_listed(tasks),
            score=score,
            scope=scope,
            store=store,
            temperature_key=temperature_key,
            concurrency=concurrency,
            success=success,
            name=name,
            config=config,
            context=context,
            progress=progress,
        )
        return await adone(self._tuning(plan, k, samples, temperature))

    def _tuning(
        self,
        plan: Plan,
        k: Sequence[int],
        samples: Sequence[int],
        temperature: Sequence[float | None],
    ) -> Work[Tuned]:
        check_counts("k", k, least=0)
        check_counts("samples", samples)
        heats = tuple(dict.fromkeys(check_heats(temperature)))
        cells: list[Cell] = []
        left_out: list[FailedRun] = []
        taken: list[bool | None] = []
        runs = max(samples) * len(set(k)) * len(heats)
        with trying(self.settings, plan, runs, "tuning") as tries:
            if not tries.remembers:
                msg = "the graph has no memory whose lessons could be tried: add_memory"
                raise WiringError(msg)
            attempting = Attempting(self.settings, plan, tries, self._drop_caches)
            store = store_of(self.settings, plan)
            known = yield from library_of(store, plan.scope)
            if store is not None and not known and any(k):
                msg = f"{plan.scope} has no lessons to be shown: all settings run alike"
                warnings.warn(msg, MemoryWarning, stacklevel=2)
            for heat in heats:
                for most in dict.fromkeys(k):
                    scores: list[list[float | None]] = []
                    name = f"{plan.name} {known}" if most and known else plan.name
                    setting = Setting(
                        scope=plan.scope, lessons=most, temperature=heat, name=name
                    )
                    visit = _noting(scores, left_out)
                    yield from attempting.run(setting, max(samples), visit)
                    cells += [
                        cell(
                            scores,
                            k=most,
                            samples=count,
                            temperature=heat,
                            success=plan.success,
                        )
                        for count in dict.fromkeys(samples)
                    ]
                if heat is not None:
                    taken.append(tries.took(heat))
        return Tuned(
            cells=tuple(cells),
            left_out=tuple(left_out),
            temperature_taken=all(taken) if taken and None not in taken else None,
        )


def _noting(scores: list[list[float | None]], left_out: list[FailedRun]) -> Any:
    """What keeps the scores of a task's runs, and why some have none."""

    def visit(task: Task, tried: list[Tried]) -> Work[None]:
        scores.append([one.attempt.score if one.attempt else None for one in tried])
        left_out.extend(
            FailedRun(task=task.name, thread_id=one.trial.thread_id, reason=one.left_out)
            for one in tried
            if one.attempt is None
        )
        yield from ()

    return visit


def _listed(tasks: Tasks) -> Tasks:
    """Tasks that can be gone through again for each setting."""
    return tasks if isinstance(tasks, Collection) else list(tasks)
