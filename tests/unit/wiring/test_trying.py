"""Tasks, threads, temperature and progress of runs on purpose."""

from __future__ import annotations

import sys
from threading import Lock
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import HumanMessage

from langgraph_memory import ConfigError, Scope
from langgraph_memory.wiring.heat import Listener
from langgraph_memory.wiring.progress import told
from langgraph_memory.wiring.tasks import tasks_from
from langgraph_memory.wiring.trials import Setting
from langgraph_memory.wiring.twice import Twice, Work, adone, done

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


def setting(**changes: Any) -> Setting:
    entries = {"scope": Scope(user="ann"), "lessons": 0, "temperature": 0.9, "name": "n"}
    return Setting(**(entries | changes))


@given(st.lists(PLAIN, max_size=6))
def test_a_task_has_the_same_name_wherever_it_stands(tasks: list[Any]) -> None:
    """One name for each different task, and the same one in any order."""
    named = [{"given": one} for one in tasks]
    forth = {task.name: task.given for task in tasks_from(named, "messages")}
    back = {task.name: task.given for task in tasks_from(named[::-1], "messages")}
    assert forth.keys() == back.keys()
    assert all(one in forth.values() for one in named)


def test_a_text_becomes_a_message_and_names_may_be_given() -> None:
    """Ids of messages, drawn anew each time, do not tell tasks apart."""
    [text] = tasks_from(["Hello", "Hello"], "said")
    assert text.given == "Hello"
    assert [m.text for m in text.input["said"]] == ["Hello"]
    [same] = tasks_from([{"said": [HumanMessage("Hello", id=str(uuid4()))]}], "said")
    assert same.name == text.name
    [named] = tasks_from({"first": {"q": object()}}, "said")
    assert named.name == "first"


def test_an_input_is_copied_as_far_as_it_can_be() -> None:
    """A lock, which cannot, is the same in each; what lies beside it is not."""
    lock, basket = Lock(), ["pear"]
    [task] = tasks_from({"t": {"lock": lock, "both": (lock, basket)}}, "messages")
    fresh = task.fresh()
    assert fresh == task.input
    assert fresh["both"][0] is fresh["lock"] is lock
    fresh["both"][1].append("plum")
    assert basket == ["pear"]


@pytest.mark.parametrize("tasks", ["Hello", b"Hello", 7, [object()], [{"q": {1, 2}}]])
def test_what_cannot_be_told_again_is_no_task(tasks: Any) -> None:
    """Else a restart would take it for another one."""
    with pytest.raises(ConfigError, match="task"):
        list(tasks_from(tasks, "messages"))


def test_a_thread_is_a_uuid_of_all_that_tells_runs_apart() -> None:
    """Task, number, scope, lessons, temperature and name; and nothing else."""
    [task, next_one] = tasks_from(["Hello", "Hi"], "messages")
    threads = {
        setting().thread(task, 0),
        setting().thread(task, 1),
        setting().thread(next_one, 0),
        setting(scope=Scope(user="bob")).thread(task, 0),
        setting(scope=Scope(user="ann", tenant="t")).thread(task, 0),
        setting(lessons=5).thread(task, 0),
        setting(temperature=None).thread(task, 0),
        setting(name="m").thread(task, 0),
    }
    assert len(threads) == 8
    assert all(str(UUID(thread)) == thread for thread in threads)
    assert setting(temperature=1).thread(task, 0) == setting(temperature=1.0).thread(
        task, 0
    )


def heard(**call: Any) -> Listener:
    listener = Listener()
    listener.on_chat_model_start({}, [[]], run_id=uuid4(), **call)
    return listener


def test_the_temperature_of_a_call_is_heard() -> None:
    """From its parameters, else from what LangChain says of the model."""
    assert heard(invocation_params={"temperature": 0.5}).took(0.5) is True
    assert heard(invocation_params={"temperature": 0}).took(0.5) is False
    assert heard(metadata={"ls_temperature": 0.5}).took(0.5) is True
    assert heard().took(0.5) is False
    assert Listener().took(0.5) is None
    own = heard(invocation_params={"temperature": 0.5}, name="memory:rewrite")
    assert own.took(0.5) is None


def test_progress_is_told_to_a_function_or_in_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the library of the bar is missing, every tenth is a line of standard error."""
    seen: list[tuple[int, int | None]] = []
    with told(lambda done, total: seen.append((done, total)), 2, "trying") as tick:
        tick()
        tick()
    assert seen == [(0, 2), (1, 2), (2, 2)]
    with told(progress=False, total=2, what="trying") as tick:
        tick()
    assert capsys.readouterr() == ("", "")
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    for total, lines in ((20, 10), (None, 2)):
        with told(progress=True, total=total, what="trying") as tick:
            for _ in range(20):
                tick()
        out, err = capsys.readouterr()
        assert out == ""
        assert len(err.splitlines()) == lines
        assert err.splitlines()[-1] == ("trying: 20 of 20" if total else "trying: 20")


def steps(log: list[Any]) -> Work[str]:
    """Work that meets an error, goes on, and ends."""

    def fails() -> Any:
        msg = "no"
        raise OSError(msg)

    async def later(value: Any) -> Any:
        return fails() if value is None else value

    log.append((yield Twice(lambda: 1, lambda: later(1))))
    try:
        yield Twice(fails, lambda: later(None))
    except OSError as error:
        log.append(str(error))
    return "done"


async def test_work_is_written_once_for_both_kinds_of_code() -> None:
    """Answers are sent, errors thrown at the place that asked, and the value returned."""
    logs: list[list[Any]] = [[], []]
    assert done(steps(logs[0])) == "done"
    assert await adone(steps(logs[1])) == "done"
    assert logs == [[1, "no"]] * 2


async def test_an_error_that_work_does_not_catch_is_raised() -> None:
    """And the work is closed."""

    async def divide() -> int:
        return 1 // 0

    def failing() -> Work[None]:
        yield Twice(lambda: 1 // 0, divide)

    with pytest.raises(ZeroDivisionError):
        done(failing())
    with pytest.raises(ZeroDivisionError):
        await adone(failing())
