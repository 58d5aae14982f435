"""Parameters whose values are somebody's own, as their names tell."""

from __future__ import annotations

import re
from typing import Final

_PERSONAL: Final = frozenset(
    """account address age applicant attendee author bearer birth birthday birthdate booker
    card cardholder cc client company contact contacts credential credentials customer cvc
    cvv diagnosis dob doctor email emails employee employer fax firstname fullname gender
    guest guests holder iban insured key landline lastname licence license login mail
    mailbox member middlename mobile nickname nin organiser organizer otp owner participant
    passcode passenger passengers passphrase passport password patient payee payer person
    phone pin plate postcode pseudonym pwd receiver recipient recipients religion salary
    secret secrets sender sex ssn street student surname tel telephone tenant token to
    traveler traveller user userid username vat whatsapp zip zipcode""".split()  # noqa: SIM905  a list of words is read more easily so
)
_OF_PEOPLE: Final = frozenset(
    "birth display family first full given last legal maiden middle nick screen".split()  # noqa: SIM905  as above
)
_CHINESE: Final = re.compile(
    r"姓名|名字|用户|客户|密码|口令|密钥|令牌|电话|手机|邮箱|邮件|账[号户]|帐[号户]|地址|身份证"
    r"|护照|卡号|生日|年龄|性别|乘客|患者|病人|联系人|收件人|会员|车牌"
)
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def is_personal(path: str) -> bool:
    """Whether a parameter holds what belongs to one person, or lets one in.

    Args:
        path: The parameter, as `arguments.leaves` names it; each of its parts counts.

    Returns:
        True for such as `pin`, `userName`, `customer.city` or `contact_email`. A bare
        `name` is a person's, that of a file or table is not.
    """
    if _CHINESE.search(path):
        return True
    parts = [
        [word.lower() for word in _WORD.findall(part)]
        for part in path.replace("[]", "").split(".")
    ]
    words = {word for part in parts for word in part}
    if words & _PERSONAL:
        return True
    named = any(part == ["name"] for part in parts)
    return named or ("name" in words and bool(words & _OF_PEOPLE))
