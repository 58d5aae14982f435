"""Values that stand after the name of a secret, and words that are none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

# Japanese and Korean words go on after a Latin one without a blank: "hunter2です".
_CHARACTER = (
    r"(?:[^\s\"'`<>&,;\\，。；、！？“”「」\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\[]"
    r"|(?<![!-~])[\u3040-\u30ff\uac00-\ud7af]|\[(?!redacted:))"
)
_BARE: Final = re.compile(
    rf"{_CHARACTER}++(?:[,;&](?![A-Za-z0-9_.-]{{1,40}}\s?[=:]){_CHARACTER}++)*+"
)
# The words of a passphrase, up to one that leads on.
_LEADING_ON = "and|but|for|then|please|with|which|so|or|on|in|is|to|when|if|it|the|not"
_PHRASE: Final = re.compile(
    rf"[A-Za-z]{{3,12}}(?:[ ](?!(?:{_LEADING_ON})\b)[A-Za-z]{{3,12}}\b){{1,24}}"
)
_QUOTED: Final = re.compile(
    r""""((?:[^"\\\n]|\\.)*+)"|'((?:[^'\\\n]|\\.)*+)'|`([^`\n]*+)`
      |“([^”\n]*+)”|「([^」\n]*+)」|\\{1,8}["']([^"'\\\n]*+)""",
    re.VERBOSE,
)

# Words that follow the name of a secret without being one.
_WORDS: Final = re.compile(
    "a|about|again|also|an|and|any|are|at|available|be|been|being|both|but|by|can"
    "|cannot|case|clear|correct|different|empty|enough|expired|false|field|for|from"
    "|good|hidden|how|if|in|incorrect|int|integer|invalid|is|it|its|key|like|long"
    "|longer|missing|mismatch|must|my|n/a|never|new|nil|no|none|not|now|null|ok|okay|on"
    "|only|optional|or|our|out|pass|password|per|please|possible|private|protected"
    "|public|required|reset|right|safe|same|secret|secure|see|sent|short|should|so"
    "|still|str|string|strong|text|that|the|their|this|to|token|too|true|type|undefined"
    "|unique|unknown|unset|up|valid|very|via|weak|what|when|which|will|with|wrong|yes"
    "|you|your|falsch|korrekt|richtig|erforderlich|abgelaufen|obligatoire|invalide"
    "|incorrecta|requerida|obligatoria|errada|incorreta"
)
_TELLING: Final = re.compile(r"[a-z]+(?:ed|ing|ly|able|ible|ful|less|ive|ous|ent)")


@dataclass(frozen=True)
class Value:
    """A value as it stands in a text.

    Attributes:
        start: Where it begins, without quotes.
        end: Where it ends.
        text: What it is.
        quoted: Whether it stands in quotes.
    """

    start: int
    end: int
    text: str
    quoted: bool


def is_word(found: str) -> bool:
    """Whether a bare value is rather one of the words that follow names of secrets."""
    return bool(_WORDS.fullmatch(found.lower()))


def is_told(found: str) -> bool:
    """Whether a bare value rather tells about a secret: "expired", "неверный"."""
    return bool(_TELLING.fullmatch(found)) or (found.isalpha() and not found.isascii())


def value_at(text: str, start: int) -> Value:
    """Read the value that begins at a position of a text, quoted or bare, maybe empty."""
    if text.startswith("[redacted:", start):
        end = text.find("]", start) + 1 or len(text)
        return Value(start, end, text[start:end], quoted=False)
    quoted = _QUOTED.match(text, start)
    if quoted and quoted.lastindex:
        first, last = quoted.span(quoted.lastindex)
        return Value(first, last, text[first:last], quoted=True)
    bare = _BARE.match(text, start)
    found = bare[0].rstrip(".:!?)]}*_|") if bare else ""
    return Value(start, start + len(found), found, quoted=False)


def phrase_at(text: str, start: int, *, told: bool) -> Value | None:
    """Read the words of a passphrase at a position of a text.

    Args:
        text: The text.
        start: The position.
        told: Whether a verb leads there, so that other words may follow as well.

    Returns:
        The words, at least two, or None.
    """
    phrase = _PHRASE.match(text, start)
    if not phrase:
        return None
    first, *more = phrase[0].split(" ")
    if told and (len(more) == 1 or is_word(first) or is_told(first)):
        return None
    return Value(*phrase.span(), phrase[0], quoted=False)
