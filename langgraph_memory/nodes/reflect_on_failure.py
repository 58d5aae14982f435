"""Reflect on failure: judge the run, try again with a hypothesis, learn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from langchain_core.messages import AIMessage, BaseMessage
from langgraph.errors import GraphBubbleUp
from langgraph.types import Command

from langgraph_memory._asking import Fallback, asked
from langgraph_memory._flow import Emit, Steps, Warn, batch
from langgraph_memory.errors import ConfigError, WiringError
from langgraph_memory.experiences.outcome import Outcome, judge_run, plain_number
from langgraph_memory.experiences.reflecting import hypothesis, hypothesis_question
from langgraph_memory.experiences.run import Run, run_from
from langgraph_memory.nodes._base import WRITTEN, MemoryNode, guarded
from langgraph_memory.nodes._crediting import credited
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._learning import learn, shown_experiences
from langgraph_memory.nodes._scene import Part, Scene
from langgraph_memory.nodes._settings import HasSettings

FAILED_ATTEMPT: Final = "memory_failed_attempt"
"""Key in an answer's `response_metadata`, which no provider is sent: the number, from 1, of
the attempt that failed with it."""

_MOST_FAILED = 100
"""Ids of the answers of failed attempts that the channel tells, the newest ones."""

_BY_RULES = Fallback(node="reflect_on_failure", what="reflection", instead="rules serve")


class ReflectOnFailure(MemoryNode):
    """Takes the outcome of a run; failure goes back to the model, success is distilled.

    Alone it learns and never routes. `routing(retry=…, done=…)` gives the node that sends a
    failed run back to the model node, at most `experiences.max_retries` times per human
    message, and never twice for the same failure.
    """

    label = "reflect_on_failure"

    def __init__(
        self,
        memory: HasSettings,
        *,
        model: str = "agent",
        retry: Sequence[str] = (),
        done: str | None = None,
        marks: bool = False,
    ) -> None:
        """Make the node.

        Args:
            memory: The memory whose settings it shares.
            model: Name of the model node that it serves.
            retry: Where a failed run goes on; empty: nowhere, the node only learns.
            done: Where the run goes on otherwise; needed with `retry`.
            marks: Whether the answer of a failed attempt is marked; see `routing`.

        Raises:
            WiringError: When only one of `retry` and `done` is given.
        """
        super().__init__(memory, model=model)
        if bool(retry) != (done is not None):
            msg = "reflect_on_failure routes with both retry= and done=, or with neither"
            raise WiringError(msg)
        self._retry = list(retry)
        self._done = done
        self.routes = bool(retry)
        self._marks = marks
        self._memory = memory

    def routing(
        self, *, retry: str | Sequence[str], done: str, marks: bool = False
    ) -> ReflectOnFailure:
        """This node, sending failed runs back.

        Args:
            retry: Name of the node, or nodes, where a failed run goes on.
            done: Name of the node where the run goes on otherwise, or `END`.
            marks: Whether the answer of a failed attempt is replaced in the state by itself
                with a mark, `response_metadata["memory_failed_attempt"]`, as it is where
                the memory compacts. The messages must then be reduced by `add_messages`,
                as those of `MessagesState` are.

        Returns:
            A node for `builder.add_node(name, node, destinations=(retry, done))`.
        """
        names = [retry] if isinstance(retry, str) else list(retry)
        marks = marks or self.settings.compact
        return ReflectOnFailure(
            self._memory, model=self.model, retry=names, done=done, marks=marks
        )

    def steps(self, scene: Scene, frame: Frame) -> Steps[Part]:
        """Judge, learn, and perhaps ask for another attempt; see `MemoryNode.steps`."""
        if scene.exception is None and not _ended(scene):
            return {}
        run = run_from(
            scene.messages,
            thread_id=frame.thread_id,
            task=self.settings.task,
            redact=self.settings.redact,
            failed=_failed(scene) if scene.attempt else (),
        )
        outcome = yield from self._outcome(scene, run)
        again = not outcome.success and self._may_retry(scene, outcome)
        known = yield from shown_experiences(self.settings, scene, frame)
        events = yield from credited(
            self.settings, scene, frame, run, outcome, dict(known), over=not again
        )
        yield from batch(events)
        if frame.trial is None:
            # What rules take for a success may be none: its recoveries alone teach.
            sure = outcome if outcome.known else replace(outcome, success=False)
            lessons = learn(self.settings, frame, run, sure, dict(known))
            yield from guarded(self.label, lessons, None, frame)
        if not again:
            return _closed(scene, outcome)
        similar = [item for _, item in known]
        question = hypothesis_question(run, outcome, similar)
        told = yield from asked(question, "reflect", frame.outside, _BY_RULES)
        by_rules = hypothesis(run, outcome, similar)
        advice = by_rules if told is None else f"{by_rules}\n{told}"
        yield Emit(
            "attempt_failed",
            {
                "attempt": scene.attempt + 1,
                "reason": outcome.reason,
                "hypothesis": advice,
                "message_id": scene.messages[-1].id if _ended(scene) else None,
            },
        )
        opened = _opened(scene, outcome, advice)
        return opened | {WRITTEN: _marked(scene)} if self._marks else opened

    def result(self, model: str, part: Part) -> Any:
        """The update, with the way to go where the node routes."""
        update = super().result(model, part)
        if self._done is None:
            return update
        again = bool(part.get("retry", {}).get("open"))
        return Command(update=update, goto=self._retry if again else self._done)

    def _outcome(self, scene: Scene, run: Run) -> Steps[Outcome]:
        if scene.exception is not None:
            reason = f"{type(scene.exception).__name__}: {scene.exception}"
            return Outcome(success=False, reason=self.settings.redact(reason), tool=None)
        try:
            return self._judged(scene) or judge_run(run)
        except GraphBubbleUp:
            raise
        except Exception as error:  # noqa: BLE001  reported, whatever it was
            reason = f"{type(error).__name__}: {error}"
            told = f"outcome= failed, rules judge the run: {reason}"
            yield Warn(self.label, told, reason)
            return replace(judge_run(run), known=False)

    def _judged(self, scene: Scene) -> Outcome | None:
        told = self.settings.outcome(scene.state) if self.settings.outcome else None
        verdict = plain_number(told)
        if verdict is None:
            return None
        if isinstance(verdict, str):
            return Outcome(success=False, reason=self.settings.redact(verdict), tool=None)
        if isinstance(verdict, bool):
            reason = "" if verdict else "the outcome function says that the run failed"
            return Outcome(success=verdict, reason=reason, tool=None)
        if isinstance(verdict, int | float) and 0 <= verdict <= 1:
            reason = "" if verdict == 1 else f"the run came {verdict:.0%} of the way"
            return Outcome(success=verdict == 1, reason=reason, share=float(verdict))
        msg = (
            "outcome= must return a bool, a share of 0 to 1, a reason as text, or None, "
            f"not {verdict!r}"
        )
        raise ConfigError(msg)

    def _may_retry(self, scene: Scene, outcome: Outcome) -> bool:
        if not self.routes or scene.attempt >= self.settings.config.experiences.max_retries:
            return False
        # An exception may pass by itself; an answer that fails alike again will not.
        before = scene.part["retry"]["reason"] if scene.attempt else None
        return scene.exception is not None or outcome.reason != before


def _ended(scene: Scene) -> bool:
    """Whether the newest message is an answer; pending calls and tool results are not."""
    last = scene.messages[-1] if scene.messages else None
    return isinstance(last, AIMessage) and not last.tool_calls


def _answers(scene: Scene) -> list[int]:
    """Positions of the answers since the newest human message."""
    return [
        at
        for at in range(scene.turn + 1, len(scene.messages))
        if isinstance(message := scene.messages[at], AIMessage) and not message.tool_calls
    ]


def _failed(scene: Scene) -> list[str | None]:
    """Ids of the answers of failed attempts, also of earlier turns."""
    return list(scene.part.get("retry", {}).get("failed", ()))


def _closed(scene: Scene, outcome: Outcome) -> Part:
    if not scene.attempt:
        return {}
    held = scene.part["retry"]
    return {"retry": {**held, "open": False, "reason": outcome.reason}}


def _marked(scene: Scene) -> list[BaseMessage]:
    """The answer of the attempt that failed, with its mark; none where it has no id."""
    last = scene.messages[-1] if _ended(scene) else None
    if last is None or last.id is None:
        return []
    told = {**last.response_metadata, FAILED_ATTEMPT: scene.attempt + 1}
    return [last.model_copy(update={"response_metadata": told})]


def _opened(scene: Scene, outcome: Outcome, advice: str) -> Part:
    recipe = scene.part.get("recipe", {})
    marks = (scene.prints[at] for at in _answers(scene))
    hidden = sorted({*recipe.get("hidden", ()), *marks})
    failed = _failed(scene)
    if _ended(scene):
        failed.append(scene.messages[-1].id)
    return {
        "retry": {
            "turn": scene.turn_id,
            "attempt": scene.attempt + 1,
            "open": True,
            "reason": outcome.reason,
            "hypothesis": advice,
            "failed": list(dict.fromkeys(failed))[-_MOST_FAILED:],
        },
        "recipe": {**recipe, "hidden": hidden},
    }
