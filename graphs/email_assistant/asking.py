"""Asking a person at a terminal for approval."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from graphs.email_assistant.approval import Decision


def ask(question: Mapping[str, Any]) -> Decision:
    """Show what is to be done, and read the answer from standard input.

    Args:
        question: What the graph was interrupted with.

    Returns:
        The decision; the end of the input counts as a rejection.
    """
    print(f"\n{question['tool']}\n{question['shows']}")
    try:
        return _answer(question)
    except EOFError:
        return Decision(type="reject", reason="Nobody was there to ask.")


def _answer(question: Mapping[str, Any]) -> Decision:
    while True:
        choice = input("[a]pprove, [e]dit or [r]eject? ").strip().lower()[:1]
        if choice == "a":
            return Decision(type="approve")
        if choice == "r":
            return Decision(type="reject", reason=input("Why? ").strip())
        if choice == "e":
            written = input('What to change, as JSON such as {"minutes": 30}: ')
            try:
                change = json.loads(written)
                return Decision(type="edit", args={**question["args"], **change})
            except (ValueError, TypeError) as error:
                print(f"That is no JSON object: {error}")
