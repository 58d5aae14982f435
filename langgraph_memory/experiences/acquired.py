"""What came of acquiring: runs, scores, failures, lessons and what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from langchain_core.messages import AIMessage, BaseMessage

from langgraph_memory.experiences.admissions import Admission


@dataclass(frozen=True, kw_only=True)
class FailedRun:
    """A run that failed, or of which nothing can be said.

    Attributes:
        task: Name of the task.
        thread_id: Its thread.
        reason: Why.
        tool: The tool at which it went wrong first, where that can be told.
        message_id: Id of the message that shows it, or of the call.
    """

    task: str
    thread_id: str
    reason: str
    tool: str | None = None
    message_id: str | None = None


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What runs cost.

    Attributes:
        seconds: Time that it took, without what was finished before.
        calls: Answers of the agent's models, in all runs.
        input_tokens: Tokens they read, as far as they tell.
        output_tokens: Tokens they wrote, as far as they tell.
        asked: Questions to the memory's own model.
    """

    seconds: float
    calls: int
    input_tokens: int
    output_tokens: int
    asked: int


@dataclass(frozen=True, kw_only=True)
class Acquired:
    """What came of `Memory.acquire`.

    Attributes:
        runs: Runs that were scored, those that were finished before among them.
        resumed: How many were finished before.
        scores: By name of the task, the scores of its runs; None for one left out.
        failures: The runs that failed, each with the first wrong step.
        left_out: The runs that could not be scored, each with the reason.
        lessons: What became of each lesson; one that was learned several times stands once.
            Where a call like an earlier one finds nothing new, all that was kept is known.
        temperature_taken: Whether a model took the temperature; None: it cannot be told.
        cost: What it cost.
    """

    runs: int
    resumed: int
    scores: Mapping[str, tuple[float | None, ...]]
    failures: tuple[FailedRun, ...]
    left_out: tuple[FailedRun, ...]
    lessons: tuple[Admission, ...]
    temperature_taken: bool | None
    cost: Cost

    def __str__(self) -> str:
        """The numbers in one line."""
        failed, out = len(self.failures), len(self.left_out)
        fates = ", ".join(
            f"{len(found)} {name}"
            for name, found in (
                ("added", self.added),
                ("merged", self.merged),
                ("known", self.known),
                ("rejected", self.rejected),
            )
            if found or name != "known"
        )
        return (
            f"{self.runs} runs of {len(self.scores)} tasks ({self.resumed} from before), "
            f"{failed} failed, {out} left out; lessons: {fates}"
        )

    @property
    def added(self) -> tuple[Admission, ...]:
        """The lessons that are new."""
        return tuple(one for one in self.lessons if one.fate == "added")

    @property
    def merged(self) -> tuple[Admission, ...]:
        """The lessons that others say already, which are surer now."""
        return tuple(one for one in self.lessons if one.fate == "merged")

    @property
    def known(self) -> tuple[Admission, ...]:
        """The lessons that these very runs had taught before."""
        return tuple(one for one in self.lessons if one.fate == "known")

    @property
    def rejected(self) -> tuple[Admission, ...]:
        """The lessons that are not worth keeping, each with the reason."""
        return tuple(one for one in self.lessons if one.fate == "rejected")


def first_fates(told: Iterable[Admission]) -> tuple[Admission, ...]:
    """What became of each lesson: the first that holds of it counts.

    Args:
        told: What became of it each time; to be added counts more than to be merged, and
            this more than to be known or rejected.
    """
    order = ("added", "merged", "known", "rejected")
    best: dict[str, Admission] = {}
    for one in told:
        held = best.get(one.key)
        if held is None or order.index(one.fate) < order.index(held.fate):
            best[one.key] = one
    return tuple(best.values())


def known_again(told: Iterable[Admission]) -> tuple[Admission, ...]:
    """What becomes of lessons when the very same is learned once more: nothing new."""
    kept = ("added", "merged")
    return tuple(replace(one, fate="known") if one.fate in kept else one for one in told)


def spent(messages: Iterable[BaseMessage]) -> tuple[int, int, int]:
    """What the models of a conversation say they took.

    Args:
        messages: The conversation.

    Returns:
        Answers, tokens read, tokens written.
    """
    answers = [message for message in messages if isinstance(message, AIMessage)]
    told = [one.usage_metadata for one in answers if one.usage_metadata]
    read = sum(one["input_tokens"] for one in told)
    return len(answers), read, sum(one["output_tokens"] for one in told)
