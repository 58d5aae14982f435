"""Trials of a graph: runs on purpose, each on a thread of its own, in LangGraph's batches.

Where a run stands is read from its checkpoints, so that work which was cut off goes on:
what is finished is not run again, what was begun goes on where it was.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from langchain_core.runnables import RunnableConfig
from langchain_core.runnables.config import merge_configs
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.pregel import Pregel
from langgraph.pregel.protocol import PregelProtocol
from langgraph.types import StateSnapshot

from langgraph_memory.errors import LangGraphMemoryError, MemoryWarning, WiringError
from langgraph_memory.facts.messages import as_messages
from langgraph_memory.nodes._trials import TRIAL
from langgraph_memory.scope import AGENT_KEY, TENANT_KEY, USER_KEY
from langgraph_memory.wiring.channels import MEMORY
from langgraph_memory.wiring.heat import Listener
from langgraph_memory.wiring.progress import Tick
from langgraph_memory.wiring.states import messages_in, with_value
from langgraph_memory.wiring.tasks import Task
from langgraph_memory.wiring.trials import Setting, Trial, has_ended, is_begun, is_over
from langgraph_memory.wiring.twice import Twice, Work

_MISSING: Final = 404
_ONLY_LATER: Final = re.compile("No synchronous function|does not support sync invocation")
_NOT_TAKEN: Final = (
    "no model of the graph took temperature {:g}, so that runs of one task may be all "
    "alike: let it read config['configurable']['{}'], as with init_chat_model or "
    "model.configurable_fields"
)


@dataclass(frozen=True, kw_only=True)
class _Error:
    """What a run raised.

    Attributes:
        reason: What, in words.
        own: Whether the run itself failed, and not the way to it.
    """

    reason: str
    own: bool


class Trying:
    """Runs a graph on purpose."""

    def __init__(
        self,
        graph: PregelProtocol[Any, Any, Any, Any],
        *,
        concurrency: int,
        temperature_key: str,
        messages_key: str,
        config: RunnableConfig | None,
        context: Any,
        tick: Tick,
    ) -> None:
        """Take a graph.

        Args:
            graph: A compiled graph with a checkpointer, or one on a server.
            concurrency: Most runs at once.
            temperature_key: Under which name the graph takes the temperature.
            messages_key: Name of the state's list of messages.
            config: What every run is configured with besides.
            context: The context of every run.
            tick: Called after each run.
        """
        self._graph = graph
        self._concurrency = concurrency
        self._temperature_key = temperature_key
        self._key = messages_key
        self._config = config or {}
        self._context = context
        self._tick = tick
        self._listener = Listener()

    @property
    def local(self) -> bool:
        """Whether the runs execute in this process."""
        return isinstance(self._graph, Pregel)

    @property
    def remembers(self) -> bool:
        """Whether the graph has a memory; of one on a server nobody knows."""
        return not isinstance(self._graph, Pregel) or MEMORY in self._graph.channels

    def took(self, temperature: float | None) -> bool | None:
        """Whether a model took a temperature; it is warned of where none did.

        Args:
            temperature: The one that was asked for since the last time; None: none was.

        Returns:
            As `Listener.took`, and None where none was asked for.
        """
        if temperature is None:
            return None
        taken = self._listener.took(temperature)
        self._listener = Listener()
        if taken is False:
            msg = _NOT_TAKEN.format(temperature, self._temperature_key)
            warnings.warn(msg, MemoryWarning, stacklevel=2)
        return taken

    def run(
        self, setting: Setting, tasks: Iterable[Task], samples: int
    ) -> Work[list[Trial]]:
        """Run tasks, each so many times, unless they are finished.

        Args:
            setting: How.
            tasks: The tasks, as many as may be held in memory.
            samples: Runs of each task.

        Returns:
            The runs, by task and number.
        """
        wanted = [
            (task, number, setting.thread(task, number))
            for task in tasks
            for number in range(samples)
        ]
        states: dict[str, StateSnapshot | None] = {}
        inputs: dict[str, Any] = {}
        for task, _, thread in wanted:
            state = states[thread] = yield from self._look(thread)
            if is_over(state):
                self._tick()
            else:
                inputs[thread] = None if is_begun(state) else task.fresh()
        configs = [self._configured(setting, thread) for thread in inputs]
        errors: dict[str, _Error] = yield self._batched(inputs, configs)
        for thread in inputs:
            states[thread] = yield from self._look(thread)
        return [
            self._trial(task, number, thread, states, errors, resumed=thread not in inputs)
            for task, number, thread in wanted
        ]

    def _trial(
        self,
        task: Task,
        number: int,
        thread: str,
        states: Mapping[str, StateSnapshot | None],
        errors: Mapping[str, _Error],
        *,
        resumed: bool,
    ) -> Trial:
        state, error = states[thread], errors.get(thread)
        failed = error.reason if error and error.own else ""
        unknown = error.reason if error and not error.own else ""
        if not failed and not unknown and not has_ended(state):
            unknown = "it waits, for a human or at a breakpoint"
        return Trial(
            task=task,
            number=number,
            thread_id=thread,
            values=self._values(state),
            failed=failed,
            unknown="" if has_ended(state) else unknown,
            resumed=resumed,
        )

    def _configured(self, setting: Setting, thread: str) -> RunnableConfig:
        scope = setting.scope
        names = {USER_KEY: scope.user, TENANT_KEY: scope.tenant, AGENT_KEY: scope.agent}
        asked: dict[str, Any] = {key: one for key, one in names.items() if one is not None}
        asked |= {"thread_id": thread, TRIAL: setting.lessons}
        if setting.temperature is not None:
            asked[self._temperature_key] = setting.temperature
        own = RunnableConfig(configurable=asked, max_concurrency=self._concurrency)
        if self.local:
            own["callbacks"] = [self._listener]
        return merge_configs(self._config, own)

    def _look(self, thread: str) -> Work[StateSnapshot | None]:
        config = RunnableConfig(configurable={"thread_id": thread})
        graph = self._graph
        try:
            state: StateSnapshot = yield Twice(
                lambda: graph.get_state(config), lambda: graph.aget_state(config)
            )
        except Exception as error:
            if not _is_missing(error):
                raise
            return None
        return state

    def _batched(
        self, inputs: Mapping[str, Any], configs: Sequence[RunnableConfig]
    ) -> Twice:
        """Run a batch; answered by what went wrong, by thread."""
        how: dict[str, Any] = {"return_exceptions": True}
        if self.local:
            how["durability"] = "sync"  # what is done is on record when the next begins
        if self._context is not None:
            how["context"] = self._context
        threads, given = list(inputs), list(inputs.values())
        errors: dict[str, _Error] = {}

        def take(at: int, result: Any) -> None:
            if isinstance(result, LangGraphMemoryError):
                raise result
            if isinstance(result, Exception):
                reason = f"{type(result).__name__}: {result}"
                own = self.local or _is_of_the_run(result)
                errors[threads[at]] = _Error(reason=reason, own=own)
            self._tick()

        def now() -> dict[str, _Error]:
            for at, result in self._graph.batch_as_completed(given, [*configs], **how):
                _refuse_asynchronous(result)
                take(at, result)
            return errors

        async def later() -> dict[str, _Error]:
            runs = self._graph.abatch_as_completed(given, [*configs], **how)
            async for at, result in runs:
                take(at, result)
            return errors

        return Twice(now, later)

    def _values(self, state: StateSnapshot | None) -> Any:
        """The values of a state, its messages as messages where a server tells them."""
        if state is None or self.local:
            return None if state is None else state.values
        said = messages_in(state.values, self._key)
        if said is None:
            return state.values
        return with_value(state.values, self._key, as_messages(said))


def checked(graph: object) -> None:
    """Refuse what cannot be run on purpose.

    Raises:
        WiringError: When it is no compiled graph, or has no checkpointer.
    """
    if not isinstance(graph, PregelProtocol):
        msg = f"runs on purpose need a compiled graph, not {graph!r:.80}: builder.compile()"
        raise WiringError(msg)
    if isinstance(graph, Pregel) and not isinstance(
        graph.checkpointer, BaseCheckpointSaver
    ):
        msg = (
            "runs on purpose are read from their checkpoints: compile the graph with "
            "builder.compile(checkpointer=saver)"
        )
        raise WiringError(msg)


def _refuse_asynchronous(result: object) -> None:
    """Refuse a graph that only asynchronous code can run: no run of it has failed.

    Raises:
        WiringError: When a run raised what LangGraph or LangChain raises then.
    """
    if isinstance(result, TypeError | NotImplementedError) and _ONLY_LATER.search(
        str(result)
    ):
        msg = (
            f"the graph runs in asynchronous code alone ({result}): await "
            f"memory.aacquire(...) or memory.atune(...) instead"
        )
        raise WiringError(msg) from result


def _is_missing(error: Exception) -> bool:
    """Whether a server says that it does not know the thread."""
    return getattr(getattr(error, "response", None), "status_code", None) == _MISSING


def _is_of_the_run(error: Exception) -> bool:
    from langgraph.pregel.remote import RemoteException  # noqa: PLC0415  few need it

    return isinstance(error, RemoteException)
