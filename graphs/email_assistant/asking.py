"""Asking a person at a terminal for approval."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from graphs.email_assistant.approval import Decision

Read = Callable[[str], str]

_CHOICES: Final = {
    "a": "approve",
    "approve": "approve",
    "e": "edit",
    "edit": "edit",
    "r": "reject",
    "reject": "reject",
}


def ask(question: Mapping[str, Any], read: Read = input) -> Decision:
    """Show what is to be done, and read the answer.

    Args:
        question: What the graph was interrupted with.
        read: Shows a prompt and gives the line that is typed; raises `EOFError` at the end.

    Returns:
        The decision; the end of the input counts as a rejection.
    """
    error = f"\n{question['error']}" if "error" in question else ""
    print(f"\n{question['tool']}\n{question['shows']}{error}")
    try:
        return _answer(question, read)
    except EOFError:
        return Decision(type="reject", reason="Nobody was there to ask.")


def _answer(question: Mapping[str, Any], read: Read) -> Decision:
    while True:
        # Whole words alone: "ask me later" approves nothing.
        typed = read("[a]pprove, [e]dit or [r]eject? ").strip().lower()
        choice = _CHOICES.get(typed)
        if choice == "approve":
            return Decision(type="approve")
        if choice == "reject":
            return Decision(type="reject", reason=read("Why? ").strip())
        if choice == "edit":
            written = read('What to change, as JSON such as {"minutes": 30}: ')
            try:
                change = json.loads(written)
                return Decision(type="edit", args={**question["args"], **change})
            except (ValueError, TypeError) as error:
                print(f"That is no JSON object: {error}")
