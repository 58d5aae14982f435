"""What stands in a message and is not of the user: mails, transcripts, texts to work on.

Where such a text ends, nothing tells; what follows it is left out, too.
"""

from __future__ import annotations

import re
from typing import Final

_ROLE = (
    r"user|human|me|assistant|ai|bot|chatbot|system|tool|agent|model|gpt|customer|client|boss"
    r"|manager|q|a|用户|助手|系统|我|客户|老板"
)
_LABEL: Final = re.compile(
    # A name before a colon, unless it says what of the user's own comes next.
    rf"^[ \t]*(?:>.*|[*_#\[<]{{0,3}}(?:{_ROLE})[*_#\]>]{{0,3}}[ \t]*[:：].*"
    rf"|[*_]{{0,2}}[\[<](?:{_ROLE})[\]>].*"
    r"|[*_]{0,2}(?!(?:notes?|nb|ps|please|pls|reminder|requests?|also|important|remember"
    r"|feedback|rules?|preferences?|wish(?:es)?|style|tone|formats?|length|answers?|replies"
    r"|responses?|hints?|general|attention|again|edit|update|btw|sorry|so|and|but|ok|okay"
    r"|hi|hello|hey|thanks|well|first|second|finally|next|now|always|never)\b)"
    r"(?![\u3400-\u9fff])[^\W\d_][\w.'-]{0,20}[*_]{0,2}[:：]\S?[ \t*_]*\S.*"
    r"|(?-i:[A-Z][a-z]+ [A-Z][a-z]+):[ \t].*"
    r"|(?!注意|请|备注|要求|提醒|另外|还有|以后|对了|建议|反馈|总之|回答|语气|风格|格式|今后|补充"
    r"|规则|希望)[\u3400-\u9fff]{1,4}[:：].*)$",
    re.MULTILINE | re.IGNORECASE,
)
_HEADER: Final = re.compile(
    r"^[ \t]*(?:subject|from|to|cc|re|fwd?|date|主题|发件人):", re.IGNORECASE | re.MULTILINE
)
_OPENING: Final = re.compile(r"^[^\n]*[:：][*_]{0,2}[ \t]*$(?=\n)", re.MULTILINE)
_MINE: Final = re.compile(
    r"\bi(?:'d| would)? (?:want|need|like|prefer|wish|expect)\b"
    r"|\bmy (?:wish\w*|preferences?|rules?|requests?|style|feedback|notes?)\b"
    r"|\byour (?:answers|replies|responses)\b|^\W*(?:some |two |three |a few |more )*"
    r"(?:rules|instructions|notes?|reminders?|preferences|feedback|requests?|things)\W*$"
    r"|我(?:想|要|希望|的要求|喜欢)|^(?:几点)?(?:要求|规则|注意|以后)",
    re.IGNORECASE,
)
_WORK = (
    r"summari[sz]e|proofread|translate|rewrite|rephrase|paraphrase|correct|edit|polish|improve"
    r"|fix|check|review|reply|respond|answer|analy[sz]e|classify|read"
)
_TEXT = (
    r"e?-?mails?|texts?|letters?|messages?|posts?|essays?|paragraphs?|reviews?|notes?"
    r"|articles?|drafts?|customers?|comments?|tickets?|chats?|transcripts?|complaints?"
)
_PARAGRAPH: Final = re.compile(r"^([^\n]{1,300})(?=\n[ \t]*\n)", re.MULTILINE)
_HANDED: Final = (
    re.compile(rf"\b(?:{_WORK})\b|下面|以下|这(?:段|封|篇|条)", re.IGNORECASE),
    re.compile(
        r"\b(?:this|these|the|my) (?:[\w'-]+ ){0,3}"
        rf"(?:{_TEXT}|following)\b|\b(?:below|following)\b|下面|以下|这(?:段|封|篇|条)",
        re.IGNORECASE,
    ),
)
_KINDS = (
    r"rules?|instructions?|guidelines?|polic(?:y|ies)|prompts?|notes?|messages?|feedback"
    r"|reminders?|reviews?|comments?|complaints?|requests?|words|e?-?mails?|texts?"
)
_OF_HERE = (
    r"(?:you|your|yours|me|my (?:assistants?|ai|bot|chats?|questions?|requests?|messages?"
    r"|answers?|next)|this|that|these|all|every|each|any|now|today|future|how|the"
    r" (?:next|following|future|rest|answers?|repl|style|tone|length)|answers?|repl"
    r"|respon)\b"
)
_SENT = r"wrote|said|says|writes|texted|messaged|e?-?mailed|sent|told|posted"
_HOUR = r"\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?"
_SAID = r"said|says?|told|tells?|wrote|writes?|asked|replied|answered|texted|mailed|posted"
_TOLD: Final = re.compile(
    rf"(?<!\bi )(?<!\bi've )\b(?:{_SAID})\b[^.!?\n:]{{0,40}}"
    r"(?:[:：][ \t]*(?=\S)|\b(?:this|the following)\b[.:：])"
    r"|(?:[说讲写道]|原话|翻译)[^。！？\n:：]{0,6}[:：](?=\S)"
    r"|\btranslat\w+\b[^.!?\n:]{0,40}:[ \t]*(?=\S)",
    re.IGNORECASE,
)
_FOR_OTHERS: Final = re.compile(
    # What is to be corrected, classified or laid down for others stands behind the colon.
    r"^(?![^.!?\n:：]*\b(?:your|you)\b)[^.!?\n:：]{0,40}\b(?:correct|fix|check|convert|turn"
    r"|change|classify|rate|label|analy[sz]e|rewrite|rephrase|reword|paraphrase|proofread"
    r"|edit|polish|improve|shorten|grammar|spelling|punctuation|typos?|sentiment|tone of"
    r"|post|caption|tweet|slogan)\b[^.!?\n:：]{0,40}[:：][ \t]*(?=\S)"
    rf"|\b(?:{_KINDS})(?: \d+)? (?:for|of|from|to|by|on|in) (?!{_OF_HERE})"
    r"[^.!?\n:：]{1,40}"
    rf"[:：][ \t]*(?=\S)"
    rf"|\b[\w-]+(?<!\bit)'s? (?:\w+ ){{0,2}}(?:{_KINDS})\b"
    r"[^.!?\n:：]{0,20}[:：][ \t]*(?=\S)"
    r"|^[^。！？\n:：]{0,10}(?:改|纠正|修改|润色|校对|病句|语法|客户|顾客|客服|员工|群规|公告)"
    r"[^。！？\n:：]{0,10}[:：][ \t]*(?=\S)"
    # Or in the sentences after one that says whose they are.
    rf"|\bhere(?:'s| is| are) (?:what )?(?!what i\b)(?!i\b)"
    rf"[^.!?\n:：]{{0,40}}\b(?:{_SENT})\b"
    r"[^.!?\n:：]{0,40}[.:：][ \t]*(?=\S)"
    rf"|^(?:[^.!?\n]{{0,80}}[.!?] )?(?:my \w+(?: \w+)?|he|she|they|(?-i:[A-Z][a-z]+))"
    r" (?:just )?"
    rf"(?:{_SENT})(?: (?:to )?(?:me|us))?(?: (?:this|the following|back|again|today"
    r"|yesterday))*\.[ \t]*(?=\S)"
    r"|(?:给我|跟我)(?:留言|发消息|发短信|发微信|发邮件|来信|写信)(?:了|说)?[。，,：:]",
    re.MULTILINE | re.IGNORECASE,
)
_CHAT: Final = re.compile(
    # A line that begins with an hour and a name, or names both and is all of it.
    rf"^[ \t]*[\[(]?(?:\d[\d./-]{{4,9}}[, T]{{1,2}})?{_HOUR}[\])]?[ \t,–-]*"
    r"[^\W\d_][\w .'-]{0,20}[:：].*"
    rf"|^[ \t]*[^\W\d_][\w.'-]*(?: [\w.'-]+)?[ ,]*[(\[]?"
    rf"(?:\d[\d./-]{{4,9}}[, ]{{1,2}})?{_HOUR}"
    r"[)\]]?[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_BLANK: Final = re.compile(r"\n[ \t]*\n")


def without_pasted(text: str, mark: str) -> str:
    """A message without the texts of others in it.

    Args:
        text: The message.
        mark: What to put where one stood.

    Returns:
        The message: without what follows a line that announces a text or the head of a
        mail, without what somebody is reported to have written up to the next blank line,
        and without lines, and those just after them, that begin with a speaker's name.
    """
    ends = [found.start() for found in [_HEADER.search(text)] if found]
    ends += [
        found.end() for found in _OPENING.finditer(text) if not _MINE.search(found.group())
    ]
    ends += [
        found.end()
        for found in _PARAGRAPH.finditer(text)
        if all(words.search(found.group()) for words in _HANDED)
    ]
    kept = text[: min(ends)] + f"\n{mark}" if ends else text
    for pattern in (_TOLD, _FOR_OTHERS, _CHAT, _LABEL):
        kept = _without(kept, pattern, mark)
    return kept


def _without(text: str, pattern: re.Pattern[str], mark: str) -> str:
    """Leave out from each finding to the end of its paragraph."""
    kept, at = [], 0
    for found in pattern.finditer(text):
        if found.start() < at:
            continue
        blank = _BLANK.search(text, found.end())
        # What comes before in the same sentence only names the speaker.
        kept += [text[at : found.start()], mark]
        at = blank.start() if blank else len(text)
    return "".join([*kept, text[at:]])
