"""Learning from runs on purpose: `Memory.acquire`."""

from __future__ import annotations

from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.store.base import BaseStore

from langgraph_memory.experiences.acquired import Acquired
from langgraph_memory.scope import Scope
from langgraph_memory.wiring.acquisition import Acquisition
from langgraph_memory.wiring.attempting import Plan, check_counts, check_heats
from langgraph_memory.wiring.preferring import Preferring
from langgraph_memory.wiring.progress import Told
from langgraph_memory.wiring.scoring import Score
from langgraph_memory.wiring.tasks import Tasks
from langgraph_memory.wiring.twice import Work, adone, done


class Acquiring(Preferring):
    """Lets a graph gather experience on purpose."""

    def acquire(  # noqa: PLR0913  keyword-only settings, each with a default
        self,
        graph: Any,
        tasks: Tasks,
        score: Score | None = None,
        *,
        scope: Scope,
        store: BaseStore | None = None,
        samples: int = 8,
        temperature: float | None = 0.9,
        temperature_key: str = "temperature",
        concurrency: int = 4,
        success: float = 0.5,
        name: str = "acquire",
        config: RunnableConfig | None = None,
        context: Any = None,
        progress: Told = True,
    ) -> Acquired:
        """Run tasks several times, and keep what the runs teach, good and bad ones alike.

        Every run has a thread of its own, whose id follows from its task, its number and
        the settings, so that the same call goes on where it was cut off: what is finished
        is not run again. The runs are shown no lessons and leave the scope's memory as it
        is; what comes of them are its lessons.

        Args:
            graph: A compiled graph with a checkpointer, with memory or without; or a
                `RemoteGraph`, whose runs execute on its server.
            tasks: Texts, which become messages of the user, or inputs of the graph; a list,
                anything that gives them one by one, or a mapping from their names.
            score: What a run is worth: a function, also an asynchronous one, of the task
                and the final state, that gives True, False or 0 to 1, such as
                `DialogueReward()`; None: `Memory(outcome=…)`, else the rules.
            scope: Whose lessons they become.
            store: Where they are kept; None: in the graph's store. With a `RemoteGraph` it
                must be given, such as `ServerStore(graph)`.
            samples: Runs of each task.
            temperature: Set as `config["configurable"][temperature_key]` for models that
                take it from there; None: nothing is set.
            temperature_key: See `temperature`.
            concurrency: Most runs at once; twice as many, or those of one task, are held in
                memory.
            success: The score, 0 to 1, from which a run succeeded.
            name: Another name runs the same tasks anew.
            config: What each run is configured with besides, such as `recursion_limit`.
            context: The context of each run.
            progress: True: a bar on standard error, with the extra `progress`, else lines;
                False: nothing; or a function of the number of runs done and of all.

        Returns:
            What came of it. A run that raises counts as failed; one whose score cannot be
            told, or that waits for a human, is left out and warned of.

        Raises:
            ConfigError: When an argument is out of its range, or a task cannot be told
                again.
            ScopeError: When `scope` is none.
            StoreError: When there is no store, or it fails.
            WiringError: When the graph is not compiled, or has no checkpointer.
        """
        plan = Plan(
            graph=graph,
            tasks=tasks,
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
        return done(self._acquiring(plan, samples, temperature))

    async def aacquire(  # noqa: PLR0913  as in `acquire`
        self,
        graph: Any,
        tasks: Tasks,
        score: Score | None = None,
        *,
        scope: Scope,
        store: BaseStore | None = None,
        samples: int = 8,
        temperature: float | None = 0.9,
        temperature_key: str = "temperature",
        concurrency: int = 4,
        success: float = 0.5,
        name: str = "acquire",
        config: RunnableConfig | None = None,
        context: Any = None,
        progress: Told = True,
    ) -> Acquired:
        """Gather experience from asynchronous code; otherwise like `acquire`."""
        plan = Plan(
            graph=graph,
            tasks=tasks,
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
        return await adone(self._acquiring(plan, samples, temperature))

    def _acquiring(
        self, plan: Plan, samples: int, temperature: float | None
    ) -> Work[Acquired]:
        check_counts("samples", [samples])
        check_heats([temperature])
        acquisition = Acquisition(self.settings, plan, self._drop_caches)
        return acquisition.work(samples, temperature)
