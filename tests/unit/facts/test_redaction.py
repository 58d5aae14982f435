"""Secrets are hidden, and what later decisions need is not."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from langgraph_memory.facts.redaction import redact, redact_data
from tests.unit.facts.values import json_values

KEY_LINE = "MIIEowIBAAKCAQEAx3Fq" * 3
PEM = "RSA PRIVATE KEY-----"
KEY = f"-----BEGIN {PEM}\n{KEY_LINE}\n{KEY_LINE}==\n-----END {PEM}"
SIGNED = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP"

# A text, the secret in it, and the kind of placeholder that takes its place.
SECRETS = [
    ("the db password is hunter2, ok", "hunter2", "password"),
    ("password: hunter2.", "hunter2", "password"),
    ("DB_PASSWORD=hun,ter2 HOST=h", "hun,ter2", "password"),
    ("the password for the wifi is swordfish", "swordfish", "password"),
    ('my password is "correct horse"', "correct horse", "password"),
    ("login with password hunter2", "hunter2", "password"),
    ("change the password to hunter22", "hunter22", "password"),
    ("mysql --password swordfish -h x", "swordfish", "password"),
    ("**Password:** hunter2", "hunter2", "password"),
    ("<password>hunter2</password>", "hunter2", "password"),
    ("config['password'] = 'xyz1'", "xyz1", "password"),
    ("Server=h;Password=p4ss;Database=x", "p4ss", "password"),
    ("SMTP_PASS=letmein", "letmein", "password"),
    ('{"password": "hun\\"ter 2", "a": 1}', 'hun\\"ter 2', "password"),
    ('{"password": 123456, "a": 1}', "123456", "password"),
    ("{'password': 'hunter2', 'x': 3}", "hunter2", "password"),
    ('{"r": "{\\"password\\": \\"hunter2\\"}"}', "hunter2", "password"),
    ("数据库密码是 hunter2，请记住", "hunter2", "password"),
    ("密码：hunter2", "hunter2", "password"),
    ("密码hunter2", "hunter2", "password"),
    ("密码是“小明爱北京”", "小明爱北京", "password"),
    ("口令为abc123。", "abc123", "password"),
    ("postgres://bob:s3cr3t@db.host/x", "s3cr3t", "password"),
    ("mongodb+srv://u:p%40ss@h", "p%40ss", "password"),
    ("use key sk-TEST-abc123def456", "sk-TEST-abc123def456", "api_key"),
    ("?api_key=abc123&user=5", "abc123", "api_key"),
    ("openaiApiKey: 'x9y8z7'", "x9y8z7", "api_key"),
    ("密钥: a1b2c3d4", "a1b2c3d4", "api_key"),
    ("AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE", "api_key"),
    ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG", "wJalrXUtnFEMI", "api_key"),
    ("ghp_abcdefghijklmnopqrstuvwx1", "ghp_abcdefghijklmnopqrstuvwx1", "api_key"),
    ("client_secret=abcd", "abcd", "secret"),
    ('{"secret": "swordfish"}', "swordfish", "secret"),
    ("Authorization: Bearer abcdef123456", "abcdef123456", "token"),
    ("Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz", "token"),
    ("curl -H 'X: bearer abcdef123456'", "abcdef123456", "token"),
    (f"sent {SIGNED} back", SIGNED, "token"),
    ('{"access_token": "251675", "expires_in": 2}', "251675", "token"),
    ("令牌: abcd1234ef", "abcd1234ef", "token"),
    ("cvv: 123", "123", "card_code"),
    ("card 4111 cvc 123", "123", "card_code"),
    ("mein Passwort ist Geheim!4711, danke", "Geheim!4711", "password"),
    ("Kennwort: hunter2", "hunter2", "password"),
    ("mot de passe : SoleilBleu77", "SoleilBleu77", "password"),
    ('{"mot_de_passe": "soleil bleu"}', "soleil bleu", "password"),
    ("la contraseña es clave99", "clave99", "password"),
    ("minha senha é abacate9", "abacate9", "password"),
    ("пароль: секрет", "секрет", "password"),
    ("мой пароль это qwe123", "qwe123", "password"),
    ("パスワードはhunter2です", "hunter2", "password"),
    ("パスワード: ひみつ7788", "ひみつ7788", "password"),
    ("비밀번호는 hunter2입니다", "hunter2", "password"),
    ("the passphrase: correct horse battery", "correct horse battery", "password"),
    ("passphrase is blue tree moon and more", "blue tree moon", "password"),
    ("secret key is abc123zz", "abc123zz", "api_key"),
    ("otp: 8844", "8844", "one_time_code"),
    ('{"one_time_code": 884422}', "884422", "one_time_code"),
    ("your verification code is 884422.", "884422", "one_time_code"),
    ("验证码884422，请勿转发", "884422", "one_time_code"),
    ("884422 is your login code", "884422", "one_time_code"),
    ("Cookie: a=b; sid=cc11", "a=b; sid=cc11", "cookie"),
    (
        '{"Set-Cookie": ["sid=cc11; Path=/", "b=cc12"]}',
        'sid=cc11; Path=/", "b=cc12',
        "cookie",
    ),
    (
        "set-cookie: a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT; c=d",
        "a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT; c=d",
        "cookie",
    ),
    ('{"cookies": {"theme": "dark", "sid": "ab12cd34"}}', "ab12cd34", "cookie"),
    ("JSESSIONID=A1B2C3D4", "A1B2C3D4", "cookie"),
    ('{"session_id": "9f8e7d6c5b4a39281706aa"}', "9f8e7d6c5b4a39281706aa", "session"),
    ('{"key": "password", "value": "x7"}', "x7", "password"),
    ('{"name": "DB_PASSWORD", "type": "s", "value": "hunter2"}', "hunter2", "password"),
    ('{"value": "hunter2", "name": "DB_PASSWORD"}', "hunter2", "password"),
    ('{"value": 123456, "key": "password"}', "123456", "password"),
    ('{"r": "{\\"key\\": \\"pwd\\", \\"value\\": \\"hunter2\\"}"}', "hunter2", "password"),
    ("- name: DB_PASSWORD\n  value: hunter2\n- name: H", "hunter2", "password"),
    ("- value: hunter2\n  name: DB_PASSWORD\n", "hunter2", "password"),
    ("{value: hunter2, name: DB_PASSWORD}", "hunter2", "password"),
    ("name=API_TOKEN value=abc12345", "abc12345", "token"),
    ("<key>password</key><value>hunter2</value>", "hunter2", "password"),
    ('{"name": "Cookie", "value": "sid=cc11"}', "sid=cc11", "cookie"),
    (f"{KEY} tail", KEY_LINE[:8], "private_key"),
    (KEY[:140], KEY_LINE[:8], "private_key"),
]

NEEDED = [
    "order #W1234567, flight HAT123, booking 4WQ150, user emma_kim_9957",
    "credit_card_9513926 and gift_card_7344518",
    "550e8400-e29b-41d4-a716-446655440000",
    "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "(815) 965-3433, +86 138 0013 8000, 2024-05-16T23:12:06",
    "https://host:8080/path@x?page=2",
    '{"next_page_token": "abc12345", "nextPageToken": "xyz98765"}',
    '{"departure_token": "WyJDalJJ12", "booking_token": "abc12345"}',
    '{"token": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"}',
    '{"session_id": "8f7d9a7f", "token_type": "Bearer", "max_tokens": 500}',
    '{"password": null, "has_password": true, "password_hash": "5f4dcc3b"}',
    "Password is required",
    "the password is incorrect",
    "your password must be at least 8 characters",
    '{"password": "must be at least 8 characters"}',
    "your password was changed 2024-05-16",
    "password: ********, password=${DB_PASSWORD}, password: <your password>",
    "Forgot your password? Click here",
    "密码错误，请重试",
    "密码是错误的",
    "the secret is to cook slowly",
    "boarding pass: A12345, key: PROJ-123, risk-12345678, task-12345678",
    "PWD=/home/x",
    "Kennwort ist falsch, пароль это неверный, a resenha: boa, footpath: 1234",
    "the passphrase is stored in the vault, passphrase: must be long",
    "cookie: chocolate chip, 12345678 is your order number",
    '{"cookie": "chocolate", "sid": "AC12345678", "booking_code": "4WQ150"}',
    '{"session_id": "550e8400-e29b-41d4-a716-446655440000"}',
    "验证码已发送至13800138000",
    '[{"key": "order_id", "value": "#W123"}, {"key": "flight", "value": "HAT123"}]',
    '{"key": "next_page_token", "value": "abc12345"}',
    '{"key": "booking_token", "value": "WyJDalJJ12"}',
    '{"key": "has_password", "value": true}',
    "- name: phone\n  value: 13800138000\n- name: date\n  value: 2024-05-16",
    r"C:\ubeef\x and \u5bc6\u7801 and \ud83d \u0000",
    "Bearer authentication is used",
    "primary key: id42, public_key: abcdef12345",
]

PIECES = [
    *("password", "密码", "api_key", "token", "secret", "bearer ", "authorization", "cvv"),
    *(": ", "=", " is ", "是 ", "：", '"', "'", '\\"', "://", "@", ":", "/", " ", "\n"),
    *(
        ",",
        ";",
        "&",
        ".",
        "-",
        "-----",
        "[",
        "]",
        "{",
        "}",
        "redacted:",
        "\u0130",
        "[redacted:x]",
    ),
    *("Cookie: ", "a=b", "; ", "sid", '"key": ', '"value": ', "name: ", "value=", "пароль"),
    *(
        "\\u0070assword",
        "\\u0022",
        "\\\\u5bc6",
        "\\",
        "otp",
        "8844",
        "passphrase",
        "パスワード",
    ),
    *("hunter2", "abc12345", "sk-abc12345678", "eyJabcdefgh.abcdefgh", "a b", "null", "为"),
    *(
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        "QUFBQUFBQUFBQUFBQUFBQUFB",
    ),
]
mosaics = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


@pytest.mark.parametrize(("text", "secret", "kind"), SECRETS)
def test_case_50_secrets_are_replaced_and_meaning_is_kept(
    text: str, secret: str, kind: str
) -> None:
    """The secret is gone, a placeholder of its kind is there, and the words stay."""
    hidden = redact(text)
    assert secret not in hidden
    assert f"[redacted:{kind}]" in hidden
    before = text[: text.index(secret)].split("-----BEGIN", maxsplit=1)[0]
    assert hidden.startswith(before)


@pytest.mark.parametrize("text", NEEDED)
def test_what_decisions_need_is_left_alone(text: str) -> None:
    """Ids, numbers, hashes, dates and talk about passwords are no secrets."""
    assert redact(text) == text


def test_case_50_a_message_keeps_its_sense() -> None:
    """Everything but the two secrets can still be read."""
    text = "db password is hunter2, key sk-TEST-abc123def456 for order #W123"
    assert redact(text) == (
        "db password is [redacted:password], key [redacted:api_key] for order #W123"
    )


@example('api_key://redacted:name: value=-----null"key": api_key')
@example("value: x key: パスワードabc12345")
@example("://sk-abc12345678@h")
@example("密码=token[redacted:密码：]")
@example("password://&abc12345密码hunter2secret=")
@given(st.text(max_size=80) | mosaics)
def test_case_51_redacting_twice_changes_nothing(text: str) -> None:
    """A stored text may be redacted again when it is read."""
    once = redact(text)
    assert redact(once) == once


@given(json_values)
def test_redacted_data_is_stable(value: object) -> None:
    """Plain data keeps its shape, and redacting it again changes nothing."""
    data = json.loads(json.dumps(value))
    once = redact_data(data)
    assert redact_data(once) == once
    assert type(once) is type(data)


@pytest.mark.parametrize("text", [text for text, *_ in SECRETS if text.startswith('{"')])
def test_redacted_json_is_still_json(text: str) -> None:
    """Objects with secrets have the same keys afterwards."""
    assert json.loads(redact(text)).keys() == json.loads(text).keys()


ESCAPED = {
    "密码": "hunter2",
    "r": json.dumps({"contraseña": "hunter2", 'a"b': "é\\u"}),
    "city": "München 😀",
}


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_names_behind_escapes_are_seen(depth: int) -> None:
    """JSON in ASCII is read like any other, within JSON too, and keeps its meaning."""
    text = json.dumps(ESCAPED)
    for _ in range(depth - 1):
        text = json.dumps({"result": text})
    data = redact(text)
    assert "hunter2" not in data
    for _ in range(depth - 1):
        data = json.loads(data)["result"]
    whole = json.loads(data)
    assert whole["city"] == ESCAPED["city"]
    assert json.loads(whole["r"])['a"b'] == "é\\u"


@pytest.mark.parametrize(
    "text",
    [
        r'{"pass\u0077ord": "hunter2"',
        r"{\u0022password\u0022: \u0022hunter2\u0022}",
        r"Error: login failed: {'\u5bc6\u7801': 'hunter2'} at \ud83d",
    ],
)
def test_escapes_outside_of_whole_json_are_seen(text: str) -> None:
    """Cut off JSON and prose around it are no hiding place."""
    assert "hunter2" not in redact(text)


@given(json_values)
def test_ascii_json_without_secrets_stays_as_it_is(value: object) -> None:
    """A text is either left alone or still JSON."""
    text = json.dumps(value)
    hidden = redact(text)
    assert hidden == text or json.loads(hidden) is not None


def test_values_beside_a_secret_name_are_hidden_in_data() -> None:
    """Lists of names and values, headers and cookies are known in data as in texts."""
    data = {
        "env": [
            {"name": "DB_PASSWORD", "value": "hunter2"},
            {"value": 123456, "Key": "password"},
            {"name": "HOST", "value": "h1"},
            {"name": "password", "value": None},
        ],
        "headers": {"Cookie": "sid=cc11; a=b", "Set-Cookie": ["sid=cc12"]},
        "cookies": {"sid": "ab12cd34", "theme": "dark"},
        "message": {"sid": "AC12345678"},
        "cookie": "chocolate",
    }
    assert redact_data(data) == {
        "env": [
            {"name": "DB_PASSWORD", "value": "[redacted:password]"},
            {"value": "[redacted:password]", "Key": "password"},
            {"name": "HOST", "value": "h1"},
            {"name": "password", "value": None},
        ],
        "headers": {"Cookie": "[redacted:cookie]", "Set-Cookie": ["[redacted:cookie]"]},
        "cookies": {"sid": "[redacted:cookie]", "theme": "dark"},
        "message": {"sid": "AC12345678"},
        "cookie": "chocolate",
    }


def test_values_under_a_secret_name_are_hidden_in_data() -> None:
    """Nested objects, lists and numbers are reached; flags and empty values stay."""
    data = {
        "user": "bob",
        "dbPassword": "hunter2",
        "passwords": ["a1", "b2"],
        "auth": {"api_key": 123456, "password": None, "has_password": True},
        "note": "my password is hunter2",
        "order_id": "#W123",
        "token": "0xA0b86991c6218b36",
        "next_page_token": "abcd1234",
    }
    assert redact_data(data) == {
        "user": "bob",
        "dbPassword": "[redacted:password]",
        "passwords": ["[redacted:password]", "[redacted:password]"],
        "auth": {"api_key": "[redacted:api_key]", "password": None, "has_password": True},
        "note": "my password is [redacted:password]",
        "order_id": "#W123",
        "token": "0xA0b86991c6218b36",
        "next_page_token": "abcd1234",
    }


def test_a_users_own_redaction_is_applied_throughout() -> None:
    """Texts and keys go through the function that was given."""
    assert redact_data(
        {"Bob": ["Bob likes", 3]}, lambda text: text.replace("Bob", "X")
    ) == {"X": ["X likes", 3]}


@pytest.mark.parametrize(
    "unit",
    [
        "password: ",
        "a.b:c/",
        "://a:",
        "eyJabcdefg.",
        "token = ",
        "Cookie: a=b; ",
        "cookie=[",
        "cookies:{sid",
        '"key": "password", ',
        "value: x name: pwd ",
        "\\u0070",
        "\\",
        "passphrase: a bcd ",
        "-----BEGIN PRIVATE KEY-----",
    ],
)
def test_long_rubbish_is_redacted_in_one_go(unit: str) -> None:
    """Repetitions of what begins a secret are no trouble, however long."""
    text = unit * (200_000 // len(unit))
    assert redact(redact(text)) == redact(text)
