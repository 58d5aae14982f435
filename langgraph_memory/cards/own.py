"""Which sentences of a message are its sender's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from langgraph_memory.cards.notes import sentences

_LABEL = re.compile(
    r"[\W_]*(?P<who>[^\W_][\w.'-]*(?: [\w.'-]+){0,2})[*_\]]*(?:[:>](?=[\s*_]|$)|：)"
    r"|\[\w+\]|<[a-zA-Z]\w*[^>]*>"
)
_OWN_LABEL = re.compile(
    r"(?:note|nb|p\.?s\.?|fyi|btw|also|and|but|remember|reminder|important|please|me|update"
    r"|edit|correction|context|background|dislikes?|likes?|allerg(?:y|ies)|diet"
    r"|preferences?|requirements?|reason|question|hi|hello|hey|thanks|ok|okay|yes|no"
    r"|注意|备注|另外|补充|记住|请记住|对了|关于我|更正|我的.+|其实)",
    re.IGNORECASE,
)
_TREAT = (
    r"(?:summari[sz]e|translate|proof-?read|rewrite|reword|rephrase|paraphrase|correct|fix"
    r"|polish|edit|shorten|improve|review|analy[sz]e|check|reply to|respond to|answer"
    r"|look at|read|classify|comment on)"
)
_TEXT = (
    r"(?:text|e-?mail|mail|message|letter|paragraph|sentences?|passage|chat|transcript|post"
    r"|draft|essay|review|comment|note|conversation|story|poem|lyrics|dialogue|statement"
    r"|article|quote|grammar|spelling|following|below)"
)
_TOLD = r"(?:wrote|writes|said|says|told|tells|posted|texted|replied|mailed|emailed)"
_HANDED = re.compile(
    rf"\b{_TREAT}\b(?: \S+){{0,4}}? {_TEXT}\b|(?<!\bi )\b{_TOLD}(?: \w+){{0,2}}\W*$"
    rf"|\bhere(?:'s| is| are)\b(?: \S+){{0,4}}? (?:{_TEXT}|{_TOLD})\b"
    r"|(?:翻译|润色|总结|概括|修改|改写|校对|回复|分析|纠正|检查|看看|看一下|解释)"
    r".{0,8}(?:下面|以下|这段|这封|这句|这篇|这些|这条|如下|邮件|文字|短信)"
    r"|原话|原文|写道|说道|(?<!我)(?:说|写)了[。！!]?$|发来|如下",
    re.IGNORECASE,
)
_CITED = re.compile(r"\s*[>|]")


def own_sentences(text: str) -> Iterator[str]:
    """The sentences of a message that its sender says himself.

    A sentence that begins with somebody's name and a colon, or that hands a text over
    (`Summarise this mail`, `He wrote this.`, a colon at its end), ends what is his own:
    where the other's text ends, nobody can tell. Lines marked as cited are left out.

    Args:
        text: The whole message.

    Yields:
        Sentences, as `sentences` parts them, up to there; the one that hands over, too.
    """
    lines = (line for line in text.split("\n") if not _CITED.match(line))
    for sentence in sentences(lines):
        plain = sentence.replace("’", "'")
        if _labelled(plain):
            return
        yield sentence
        if hands_over(plain):
            return


def hands_over(sentence: str) -> bool:
    """Whether a sentence hands a text of somebody over: `Here is a mail: …`."""
    return sentence.endswith((":", "：")) or _HANDED.search(sentence) is not None


def _labelled(sentence: str) -> bool:
    """Whether it begins as a line of a play does: with who says it."""
    label = _LABEL.match(sentence)
    if label is None or label["who"] is None:
        return label is not None
    names = label["who"].split()
    several = len(names) > 1 and not all(name[0].isupper() for name in names)
    return not several and not _OWN_LABEL.fullmatch(label["who"])
