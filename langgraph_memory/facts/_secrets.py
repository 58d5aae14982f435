"""Secrets that are known by their form, as patterns linear in the text.

Every unbounded repetition stands behind a fixed beginning and is possessive, so that no
character is read over and over. No match takes in a placeholder, so a second round finds
nothing new.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class SecretRule:
    """One kind of secret.

    Attributes:
        marks: Lower-case pieces, one of which every match contains; a quick test.
        pattern: Where the secret is.
        replacement: What stands for a match, as a template of `re`.
    """

    marks: tuple[str, ...]
    pattern: re.Pattern[str]
    replacement: str


def placeholder(kind: str) -> str:
    """The text that stands for a secret of a kind."""
    return f"[redacted:{kind}]"


def _after(kind: str) -> str:
    """Keep group 1, which introduces the secret."""
    return rf"\1{placeholder(kind)}"


_KEY_NAME = r"[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
_BREAK = r"(?:\s|\\[nr])*+"

PRIVATE_KEY = SecretRule(
    ("private key",),
    re.compile(
        rf"-----BEGIN {_KEY_NAME}(?:"
        rf"[^-\[]*+(?:-(?!----)[^-\[]*+)*+-----END {_KEY_NAME}"
        # A key that was cut off: base64 lines without an end.
        rf"|{_BREAK}(?:[A-Za-z0-9+/=]{{20,}}+{_BREAK})++[A-Za-z0-9+/=]*+)"
    ),
    placeholder("private_key"),
)

URL_PASSWORD = SecretRule(
    ("://",),
    re.compile(
        r"(://[^\s:/@\"'<>\[]*+:)(?:[^\s@/\"'<>\[]|\[(?!redacted:))++(?=@)",
    ),
    _after("password"),
)

WEB_TOKEN = SecretRule(
    ("eyj",),
    re.compile(
        r"(?<![\w-])eyJ[A-Za-z0-9_-]{6,}+\.[A-Za-z0-9_-]{6,}+(?:\.[A-Za-z0-9_-]*+){0,3}"
    ),
    placeholder("token"),
)

# The published forms of keys; each begins with letters that nothing else begins with.
_ISSUED: Final = (
    r"sk-(?=[A-Za-z_-]*+\d)[A-Za-z0-9_-]{8,}",  # OpenAI, Anthropic and their like
    r"[sr]k_(?:live|test)_[A-Za-z0-9]{8,}",  # Stripe
    r"whsec_[A-Za-z0-9]{16,}",
    r"(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])",  # AWS
    r"gh[opusr]_[A-Za-z0-9]{20,}",  # GitHub
    r"github_pat_[A-Za-z0-9_]{20,}",
    r"glpat-[A-Za-z0-9_-]{16,}",  # GitLab
    r"xox[abeoprs]-[A-Za-z0-9-]{10,}",  # Slack
    r"AIza[A-Za-z0-9_-]{30,}",  # Google
    r"ya29\.[A-Za-z0-9_-]{20,}",
    r"hf_[A-Za-z0-9]{20,}",  # Hugging Face
    r"(?:npm|dop_v1|lsv2_(?:pt|sk)|tvly|gsk|pplx|shpat|r8)[_-][A-Za-z0-9_-]{20,}",
    r"pypi-[A-Za-z0-9_-]{20,}",
    r"SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",  # SendGrid
)
ISSUED_KEY = SecretRule(
    (
        *("sk-", "rk_", "sk_", "whsec_", "akia", "asia", "gho_", "ghp_", "ghu_", "ghs_"),
        *("ghr_", "github_pat_", "glpat-", "xox", "aiza", "ya29.", "hf_", "npm", "dop_v1"),
        *("lsv2_", "tvly", "gsk", "pplx", "shpat", "r8", "pypi-", "sg."),
    ),
    re.compile(rf"(?<![A-Za-z0-9_-])(?:{'|'.join(_ISSUED)})"),
    placeholder("api_key"),
)

HEADER = SecretRule(
    ("authorization", "bearer"),
    re.compile(
        r"(?i)(\bauthorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:(?:basic|bearer|token|digest)\s+)?"
        r"|\bbearer\s+(?=[A-Za-z._~+/=-]*+[0-9]|[A-Za-z._~+/=-]{20}))"
        r"(?!\[redacted:|(?:basic|bearer|token|digest)\s)[A-Za-z0-9._~+/=-]{8,}+"
    ),
    _after("token"),
)

_MARK = r"\\{0,8}[\"']"
_COOKIE_NAME = r"[\w.$!%-]{1,64}"
_COOKIE_VALUE = r"[^\s;,\"'\\<>\[]"
_EXPIRY = r"expires=\w{3,9},\s[\w:-]{2,12}(?:\s[\w:-]{2,12}){0,4}"
COOKIES_PATTERN = (
    rf"{_COOKIE_NAME}={_COOKIE_VALUE}++(?:;\s{{0,2}}(?:{_EXPIRY}|httponly|secure|partitioned"
    rf"|{_COOKIE_NAME}={_COOKIE_VALUE}*+)|,\s{{0,2}}{_COOKIE_NAME}={_COOKIE_VALUE}++)*+"
)
COOKIE = SecretRule(
    ("cookie",),
    re.compile(
        rf"(?i)((?:\b(?:set-)?cookies?(?:{_MARK})?\s{{0,3}}[:=]|--cookie[ =])\s{{0,3}}"
        rf"(?P<list>\[\s{{0,40}})?(?:{_MARK})?){COOKIES_PATTERN}"
        # Within a list the quotes between the cookies go with them: it stays a list.
        rf"(?(list)(?:{_MARK},\s{{0,40}}{_MARK}{COOKIES_PATTERN})*+)"
    ),
    _after("cookie"),
)

SENT_CODE = SecretRule(
    ("is your",),
    re.compile(
        r"(?i)(?<![\w#-])\d{4,8}(?= is your (?:[\w-]{1,20} )?"
        r"(?:otp\b|(?:verification|one-time|login|2fa) (?:code|passcode|password|pin)\b))"
    ),
    placeholder("one_time_code"),
)

# A cookie holds other secrets, so it goes first, as a whole.
FORMS: Final = (
    *(COOKIE, SENT_CODE, PRIVATE_KEY, URL_PASSWORD),
    *(WEB_TOKEN, ISSUED_KEY, HEADER),
)
