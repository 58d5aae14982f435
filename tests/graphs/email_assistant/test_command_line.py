from __future__ import annotations

import json
import mailbox
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphs.email_assistant.__main__ import main
from graphs.email_assistant.asking import ask
from graphs.email_assistant.mail.box import Box
from graphs.email_assistant.mail.writing import as_message
from tests.graphs.email_assistant.desks import mail

OWN = ["--owner", "Noa Lindqvist <noa@example.com>", "--mailbox"]
ROOT = Path(__file__).parents[3]
ARGS = {"a": 1, "b": 2}
ROW = ["task", "memory", "success", "first_try", "attempts", "steps", "tokens"]
ROW += ["mail", "wishes", "noticed"]
TEXT = "The launch is on Tuesday 16 March at 09:00, for 60 minutes, 3 people."


@pytest.fixture
def maildir(tmp_path: Path) -> Path:
    folder = mailbox.Maildir(tmp_path / "mine")
    for one in (mail(1, TEXT), mail(2, "Lunch?", subject="Other")):
        folder.add(mailbox.MaildirMessage(as_message(one)))
    return tmp_path / "mine"


def test_json_has_one_row_per_task(capsys: pytest.CaptureFixture[str]) -> None:
    """Standard output holds the rows, then their sums, and nothing else."""
    assert main(["--json", "--memory", "off"]) == 0
    *rows, total = map(json.loads, capsys.readouterr().out.splitlines())
    assert [list(row) for row in rows] == [ROW] * 10
    assert [row["task"] for row in rows] == list(range(1, 11))
    assert (total["task"], total["memory"], total["tasks"]) == ("all", "off", 10)
    assert total["success"] == sum(row["success"] for row in rows)


def test_the_demonstration_tells_what_memory_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It prints what was learned, used and forgotten, and both settings side by side."""
    assert main([]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for text in (
        "+ learned: Before book_room, first call check_room_availability",
        "↻ tries again",
        "→ booking_id, minutes, room, title of book_room",
        "- no longer holds: user: From now on my usual meeting room is room Juniper.",
        "+ likes: mails: short, except money: detailed",
        "! noticed a change: mail_length: detailed → short",
        "memory off",
        "9 of 10 done",
    ):
        assert text in shown


def test_an_own_mailbox_is_worked_on(
    maildir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A request that needs no approval runs through, without memory in the second try."""
    options = [*OWN, str(maildir), "--query", "Mark all mails from Ada as read."]
    assert main(options) == 0
    assert "Marked 2 mails" in capsys.readouterr().out
    assert not any(one.unread for one in Box(maildir).letters)
    assert main([*options, "--memory", "off"]) == 0
    assert "No mail from Ada is unread." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("lines", "decision"),
    [
        (["a"], {"type": "approve"}),
        (
            ["x", "ask me later", "Edit", "no json", "e", '{"b": 3}'],
            {"type": "edit", "args": ARGS | {"b": 3}},
        ),
        (["r", " Not now. "], {"type": "reject", "reason": "Not now."}),
        ([], {"type": "reject", "reason": "Nobody was there to ask."}),
    ],
)
def test_a_person_is_asked_until_it_is_clear(
    lines: list[str], decision: dict[str, Any]
) -> None:
    """Approve, edit and reject by one letter; the end of the input rejects."""
    typed = iter(lines)

    def read(_: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    assert ask({"tool": "t", "args": ARGS, "shows": "a: 1"}, read) == decision


def test_a_reply_is_sent_from_the_terminal(maildir: Path) -> None:
    """The user sees and approves it; it lies in the outbox, and nothing else changed."""
    query = "Reply to Ada about the launch: Yes."
    options = [*OWN, str(maildir), "--query", query, "--memory", "off"]
    done = subprocess.run(  # noqa: S603  the repository's own program
        [sys.executable, "-m", "graphs.email_assistant", *options],
        cwd=ROOT,
        input="a\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "To: Ada Brandt" in done.stdout
    assert [one.text for one in Box(maildir).sent()] == ["Yes."]
    assert len(Box(maildir).letters) == 2


def test_wrong_input_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A mailbox without a request, and one that does not exist, end with code 2."""
    missing = str(tmp_path / "nothing")
    query = ["--query", "Book a room for lunch."]
    assert main(["--mailbox", missing]) == 2
    assert main([*OWN, missing, *query]) == 2
    assert "no mailbox at" in capsys.readouterr().err
    for wrong, told in (
        (["--mailbox", missing], "--owner"),
        (["--json"], "leave --query out"),
        (["--db", str(tmp_path / "no" / "folder.db")], "no folder"),
    ):
        assert main([*wrong, *query]) == 2
        assert told in capsys.readouterr().err


@pytest.mark.parametrize("typed", ["abort", "ask me later", "absolutely not", "approved?"])
def test_nothing_but_the_whole_word_approves(typed: str) -> None:
    """What only begins like an approval is asked again, and then rejected."""
    lines = iter([typed, "r", ""])
    decision = ask({"tool": "t", "args": ARGS, "shows": "a: 1"}, lambda _: next(lines))
    assert decision["type"] == "reject"
