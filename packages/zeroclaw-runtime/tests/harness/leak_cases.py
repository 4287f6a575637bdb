"""Texts that hold a made-up secret, texts that only look so, texts of every day."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from hashlib import sha256, sha512
from typing import Final

from attrs import frozen

__all__ = [
    "KEY_BODY",
    "Case",
    "assignment_cases",
    "block",
    "made_up",
    "near_misses",
    "ordinary_texts",
    "shape_cases",
]

LOWER: Final = "abcdefghijklmnopqrstuvwxyz"
UPPER: Final = LOWER.upper()
DIGITS: Final = "0123456789"
ALNUM: Final = UPPER + LOWER + DIGITS
URL64: Final = ALNUM + "-_"
BASE64: Final = ALNUM + "+/"
HEX: Final = DIGITS + "abcdef"


@frozen
class Case:
    """A text with the part of it that must not be shown, and what finds it."""

    rule: str
    text: str
    secret: str


def made_up(length: int, alphabet: str, seed: int) -> str:
    """Characters that nobody chose, the same in every run; a digit and a letter are among them."""
    drawn = b"".join(sha512(f"{seed}:{n}".encode()).digest() for n in range(-(-length // 64)))
    text = "".join(alphabet[byte % len(alphabet)] for byte in drawn[:length])
    letter = next((c for c in reversed(alphabet) if c.isalpha()), "1")
    return text[:-2] + letter + "7"


# Rule, what a secret of it begins with, the alphabet of the rest, its least length.
SHAPES: Final = (
    ("anthropic", "sk-ant-", URL64, 32),
    ("openai_project", "sk-proj-", URL64, 32),
    ("openai_project", "sk-svcacct-", URL64, 32),
    ("openrouter", "sk-or-v1-", HEX, 64),
    ("openai", "sk-", ALNUM, 32),
    ("openai", "sk-", URL64, 48),
    ("groq", "gsk_", ALNUM, 20),
    ("xai", "xai-", ALNUM, 40),
    ("perplexity", "pplx-", ALNUM, 40),
    ("nvidia", "nvapi-", URL64, 40),
    ("replicate", "r8_", ALNUM, 37),
    ("google", "AIza", URL64, 35),
    ("google_oauth", "ya29.", URL64, 20),
    ("google_oauth", "GOCSPX-", URL64, 20),
    ("github", "ghp_", ALNUM, 36),
    ("github", "ghs_", ALNUM, 36),
    ("github_pat", "github_pat_", ALNUM + "_", 22),
    ("gitlab", "glpat-", URL64, 20),
    ("npm", "npm_", ALNUM, 36),
    ("pypi", "pypi-AgE", URL64, 40),
    ("docker", "dckr_pat_", URL64, 20),
    ("hugging_face", "hf_", ALNUM, 30),
    ("databricks", "dapi", HEX, 32),
    ("digitalocean", "dop_v1_", HEX, 64),
    ("shopify", "shpat_", HEX, 32),
    ("stripe", "sk_live_", ALNUM, 24),
    ("stripe", "rk_test_", ALNUM, 24),
    ("stripe_webhook", "whsec_", ALNUM, 24),
    ("sendgrid", "SG." + "a1B2c3D4e5F6g7H8i9J0kL" + ".", URL64, 43),
    ("mailgun", "key-", HEX, 32),
    ("twilio", "SK", HEX, 32),
    ("twilio", "AC", HEX, 32),
    ("slack", "xoxb-", DIGITS + "-", 10),
    ("slack", "xapp-", ALNUM, 10),
    ("slack", "xoxe.xoxp-", ALNUM, 10),
    ("azure_storage", "AccountKey=", BASE64, 86),
    ("azure_sas", "?sig=", BASE64, 43),
    ("linear", "lin_api_", ALNUM, 40),
    ("grafana", "glsa_", ALNUM, 32),
    ("vault", "hvs.", URL64, 24),
    ("aws_key_id", "AKIA", UPPER + DIGITS, 16),
    ("aws_key_id", "ASIA", UPPER + DIGITS, 16),
    ("aws_key_id", "ABIA", UPPER + DIGITS, 16),
    ("aws_key_id", "ACCA", UPPER + DIGITS, 16),
    ("age", "AGE-SECRET-KEY-1", UPPER + DIGITS, 58),
    ("jwt", "eyJ" + "hbGciOiJ" + "." + "eyJ", URL64, 20),
    ("telegram", "123456789:AA", URL64, 33),
    ("bot_url", "/bot12345:", URL64, 20),
    ("discord", "M" + "TIz" * 8 + "." + "Ab1-_x" + ".", URL64, 38),
    ("discord_hook", "/api/webhooks/" + "1" * 18 + "/", URL64, 68),
    ("slack_hook", "hooks.slack.com/services/" + "T01/B02/", ALNUM, 24),
    ("receipt", "zc-receipt-1-", URL64, 43),
    ("high_entropy", "", URL64, 40),
    ("high_entropy", "", BASE64, 44),
)

CONTEXTS: Final = (
    "{}",
    "the key is `{}`, keep it",
    '{{"value": "{}"}}',
    "line\\n{}\\nnext",
    "键是 {}。",
    "x = '{}'\n",
)


def shape_cases() -> Iterator[Case]:
    """Six texts for each shape, at its least length and above."""
    for number, (rule, head, alphabet, least) in enumerate(SHAPES):
        for at, context in enumerate(CONTEXTS):
            if rule == "high_entropy" and at == 3:
                context = "line {} next"
            rest = made_up(least, alphabet, 100 * number + at)
            yield Case(rule, context.format(head + rest), rest)


_VALUES: Final = (
    "hunter2-c0rrect",
    "Tr0ub4dor&3x!",
    "9fK2mQ7w" * 3,
    "a1b2c3d4e5f6" * 2,
    "Zq8!kd_71",
)
_LONG: Final = ("9fK2mQ7w" * 3, "a1b2c3d4e5f6" * 2, "QmFzZTY0" * 3 + "9", "k3y" * 9, "7d0f." * 5)

# Rule, what stands before and behind, the values.
ASSIGNMENTS: Final = (
    ("password", "password={}", _VALUES),
    ("password", 'DB_PASSWORD: "{}"', _VALUES),
    ("password", '{{\\"passwd\\": \\"{}\\"}}', _VALUES),
    ("password", "passphrase := '{}'", _VALUES),
    ("password", '"pwd" => "{}",', _VALUES),
    ("secret", "client_secret = {}", _LONG),
    ("secret", '"secret_key": "{}"', _LONG),
    ("token", "refresh-token: {}", _LONG),
    ("token", '{{"token":"{}"}}', _LONG),
    ("token", "--token={} run", _LONG),
    ("api_key", "api_key={}", _LONG),
    ("api_key", "X-Api-Key: {}", _LONG),
    ("api_key", 'apiKey: "{}"', _LONG),
    ("option", "login --password {} now", _VALUES),
    ("option", "curl --api-key '{}'", _LONG),
    ("bearer", "Authorization: Bearer {}", _LONG),
    ("bearer", "-H 'authorization: bearer {}'", _LONG),
    ("authorization", "Authorization: Basic {}", ("dXNlcjpwYXNz", "YWRtaW46aHVudGVyMg==") * 3),
    ("authorization", '"Authorization": "token {}"', _LONG),
    (
        "aws_secret_key",
        "aws_secret_access_key = {}",
        tuple(made_up(40, BASE64, n) for n in range(5)),
    ),
    ("aws_secret_key", '"SecretAccessKey": "{}"', tuple(made_up(40, BASE64, n) for n in range(5))),
    (
        "url_password",
        "https://user:{}@example.com/x",
        ("hunter2", "s3cr3t!", "a%40b", "x1y2z3", "p.w_d"),
    ),
    (
        "database_url",
        "postgres://app:{}@127.0.0.1/db",
        ("hunter2", "s3cr3t!", "a%40b", "x1y2z3", "p.w_d"),
    ),
    (
        "database_url",
        "redis://:{}@example.com:6379",
        ("hunter2", "s3cr3t!", "a%40b", "x1y2z3", "p.w_d"),
    ),
    (
        "database_url",
        "mongodb+srv://u:{}@example.com",
        ("hunter2", "s3cr3t!", "a%40b", "x1y2z3", "p.w_d"),
    ),
)


def assignment_cases() -> Iterator[Case]:
    """Texts in which a name, or a place, gives the secret away."""
    for rule, form, values in ASSIGNMENTS:
        for value in values:
            yield Case(rule, form.format(value), value)


KEY_BODY: Final = "\n".join(made_up(64, BASE64, 900 + line) for line in range(6))


def block(kind: str = "RSA PRIVATE KEY", body: str = KEY_BODY, *, is_cut: bool = False) -> str:
    """A private key as tools write it."""
    end = "" if is_cut else f"-----END {kind}-----"
    return f"-----BEGIN {kind}-----\n{body}\n{end}"


_SHORT_OF: Final = (
    "keys begin with {0}",
    "{0}xxxx",
    "{0}<your key>",
    "{0}...",
    "{0} and so on, 42 times",
)


_MISSES: Final = {
    "password": (
        "password: your-api-key-1-here",
        "password=${DB_PASSWORD_1}",
        "password=$DB_PASSWORD_1",
        "password: xxxxxxxx1",
        "password: ********",
        "password: <password1>",
        'password = "example-password-1"',
        "password = changeme123",
        "password=os.environ['PASSWORD_1']",
        "password: str = Field(default=None, max_length=1024)",
        "the password is wrong 12345678 times",
        "password_hash_rounds = 310000",
    ),
    "token": (
        "max_tokens=4096, token_count: 1234567890123456789012",
        "token = self.client2.next_token_of_the_stream(x)",
        "token = response2.headers.get_all_of_them['x']",
        "token: Optional[AbstractTokenProvider2]",
        "token=your-token-goes-here-1234567890",
        "token = previous_access_token_of_user_2",
        "TOKEN = PREVIOUS_ACCESS_TOKEN_OF_USER_2",
        "token: <paste-your-token-1234567890-here>",
        "token={{ secrets.DEPLOY_TOKEN_1234567890 }}",
    ),
    "secret": (
        "secret: kubernetes-tls-certificate",
        "secret=example-secret-1234567890",
        "secret = vault2.read_secret_version(path)",
        "secrets: 12345678901234567890",
        "client_secret: ${CLIENT_SECRET_1234567}",
    ),
    "api_key": (
        "api_key=your-api-key-here-1234567890",
        "api_key = settings2.providers.openai.api_key",
        "API_KEY=$OPENAI_API_KEY_1234567890",
        'api_key: "placeholder-1234567890-abcdef"',
        "api-key: sk-...",
    ),
    "bearer": (
        "Bearer authentication is described in chapter 6750",
        "Authorization: Bearer <token>",
        "Authorization: Bearer $TOKEN_1234567890123",
        "Authorization: Bearer your-token-1234567890",
        "the bearer of good-news-number-",
    ),
    "authorization": (
        "Authorization: Basic <credentials>",
        "Authorization: Basic authentication",
        "Authorization: required since 2024-01-01",
        "Authorization: token $GITHUB_TOKEN_123456789",
        "authorization=none, 1234567890123456",
    ),
    "option": (
        "run it with --password and type it",
        "--token $TOKEN1 --password ${PW_123456}",
        "--password your-password-1",
        "--secret get_secret_from_vault_2",
        "--token --output2-as-json",
    ),
    "url_password": (
        "https://example.com:8080/a@b1",
        "https://user@example.com/x1",
        "postgres://user:password@127.0.0.1/db",
        "postgres://user:$PASSWORD@127.0.0.1/db",
        "https://user:your-password@example.com",
        "redis://127.0.0.1:6379/0",
        "ssh://git@example.com:22/a.git",
    ),
    "private_key_block": (
        "look for the line `-----BEGIN RSA PRIVATE KEY-----` in the file",
        "it starts with -----BEGIN PRIVATE KEY----- and then lines of base64",
        "-----BEGIN CERTIFICATE-----\n" + KEY_BODY + "\n-----END CERTIFICATE-----",
        "-----BEGIN PUBLIC KEY-----\n" + KEY_BODY + "\n-----END PUBLIC KEY-----",
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    ),
    "aws_secret_key": (
        "aws_secret_access_key = <secret>",
        "aws_secret_access_key = $AWS_SECRET_ACCESS_KEY",
        "aws_secret_access_key = " + "a/" * 10,
        "aws_secret_access_key: " + "0" * 41,
        "aws_secret_access_key is 40 characters long",
    ),
}


def near_misses() -> Iterator[tuple[str, str]]:
    """For each rule texts that come close to it, and hold no secret."""
    for number, (rule, head, alphabet, least) in enumerate(SHAPES):
        if rule == "high_entropy":
            continue
        for form in _SHORT_OF:
            yield rule, form.format(head)
        if rule != "jwt" and (least < 24 or alphabet == HEX):
            yield rule, f"`{head + made_up(min(least - 1, 14), DIGITS, number)}`"
    for head in ("task-", "risk-", "disk-", "desk-"):
        yield "openai", head + "and-then-a-long-name-of-a-branch-with-number-2-in-it"
    for rule, texts in _MISSES.items():
        for text in texts:
            yield rule, text
    for text in _MISSES["url_password"]:
        yield "database_url", text
    for number in range(5):
        yield "high_entropy", sha256(bytes([number])).hexdigest()
        yield "high_entropy", "AbstractSingletonProxyFactoryBean2Test" + "Suite" * number
        yield (
            "high_entropy",
            f"packages/zeroclaw-runtime/2026-01-0{number}-rooms/ReadMe_{number}.md",
        )


_SENTENCES: Final = (
    "The token bucket refills every second; the secret of its speed is one counter.",
    "Set the password with `passwd`, then log in again. Keys are kept in the keyring.",
    "我已经更新了配置文件，密码没有改动。接下来请运行测试，看看令牌是否仍然有效。",
    "Das Passwort wird nicht gespeichert; der Schlüssel bleibt im Schlüsselbund.",
    "La contraseña no cambió: revisé 3 archivos y ninguno contiene el token.",
    "See RFC 6750, section 2.1: the Authorization header carries the token.",
)
_CODE: Final = (
    "def token_of(self, name: str) -> str:\n    return self._tokens[name].value\n",
    "const apiKey = process.env.OPENAI_API_KEY ?? config.providers.openai.apiKey;",
    'let secret = std::env::var("CLIENT_SECRET").expect("CLIENT_SECRET is not set");',
    "if token.kind == TokenKind.STRING and token.value != expected_value_2:",
    "SELECT password_hash, token_id FROM users WHERE token_id = $1 LIMIT 100;",
    "export PATH=/usr/local/bin:$PATH && python3 -m pip install --upgrade build==1.2.2",
)


def ordinary_texts() -> list[str]:
    """Two hundred texts: prose, programs, logs, hashes, lock files, images."""
    found = [*_SENTENCES, *_CODE]
    for n in range(24):
        digest = sha256(f"o{n}".encode())
        hex_ = digest.hexdigest()
        b64 = base64.b64encode(digest.digest()).decode()
        icon = base64.b64encode(b"".join(sha256(f"{n}{k}".encode()).digest() for k in range(5)))
        found += [
            f"commit {hex_[:40]}\nAuthor: A Person <person{n}@example.com>\n\n    Fix #{n}",
            f"{hex_[:8]}-{hex_[8:12]}-4{hex_[13:16]}-a{hex_[17:20]}-{hex_[20:32]}",
            f'"node_modules/left-pad-{n}": {{"integrity": "sha256-{b64}"}}',
            f"example.com/module v1.{n}.0 h1:{b64}",
            f"sha256:{hex_}  zeroclaw-0.{n}.0-py3-none-any.whl",
            f'<img src="data:image/png;base64,{icon.decode()}">',
            f"2026-01-02T03:04:{n:02d}.123456Z INFO request_id={hex_[:32]} status=200 tokens={n}",
            f"https://example.com/{b64.replace('/', '_')}/View{n}?page={n}&sort=name",
        ]
    return found[:200]
