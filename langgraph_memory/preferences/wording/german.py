"""How the plainest wishes about replies are worded in German.

A wording counts where it makes up the whole sentence, but for courtesy and `from now on`.
"""

from __future__ import annotations

import re
from typing import Final

_ALWAYS = r"(?:ab (?:jetzt|sofort)|von (?:jetzt|nun) an|künftig|in zukunft)"
_LEAD = rf"(?:(?:{_ALWAYS}|bitte|und|aber|nein|danke|kannst du|könntest du)[ ,]+)*"
_TAIL = rf"(?:[ ,]+(?:{_ALWAYS}|bitte|danke|antworten|schreiben|erklären|werden))*"
_SAY = (
    r"(?:(?:antworte|schreibe?|erkläre?|formuliere?)(?: (?:mir|es|das|bitte)){0,3}"
    r"(?: (?:etwas|viel|immer|wieder|ein bisschen))? )?"
)
_THAT = (
    r"(?:(?:das|deine antwort(?:en)?|die antwort(?:en)?|du)"
    r" (?:ist|sind|war|waren) (?:mir )?(?:viel |etwas )?)?"
)
_NO = r"(?:(?:benutze?|verwende|nutze|schreibe?)(?: bitte)? )?(?:keine|ohne)"

_TABLE: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    (
        "response_length",
        "short",
        (
            rf"{_SAY}(?:kürzer|knapper|kurz und knapp)",
            r"(?:antworte|schreibe?)(?: (?:mir|bitte))* (?:kurz|knapp)",
            r"fasse? dich(?: bitte)? (?:kurz|kürzer)",
            r"(?:kürzere|kurze|knappe) antworten",
            rf"{_THAT}zu (?:lang|ausführlich)",
        ),
    ),
    (
        "response_length",
        "detailed",
        (
            rf"{_SAY}(?:ausführlicher|detaillierter|länger)",
            r"(?:ausführliche(?:re)?|längere) antworten",
            r"(?:geh|gehe) (?:mehr|stärker) ins detail",
            rf"{_THAT}(?:zu kurz|nicht ausführlich genug)",
        ),
    ),
    ("emojis", "none", (rf"{_NO} emojis(?: mehr)?", r"lass(?:e)? die emojis weg")),
    (
        "response_style",
        "formal",
        (r"(?:sei|schreibe?)(?: bitte)? (?:förmlicher|formeller)", r"sieze? mich"),
    ),
    (
        "response_style",
        "casual",
        (r"(?:sei|schreibe?)(?: bitte)? lockerer", r"duze? mich"),
    ),
    ("information_density", "simple", (rf"{_SAY}einfacher", rf"{_THAT}zu kompliziert")),
)

WORDINGS: Final = tuple(
    (re.compile(f"{_LEAD}(?:{'|'.join(ways)}){_TAIL}"), dimension, value)
    for dimension, value, ways in _TABLE
)
"""Patterns, each with the dimension and the value that it speaks for."""
