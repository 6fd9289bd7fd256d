"""How one server process is set up: from ``PILOTTA_…`` in the environment, then from the command line."""

import difflib
import ipaddress
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, get_type_hints

from platformdirs import user_data_path

from pilotta.cards import shown
from pilotta.strict import LongNumber, decimal, whole

PREFIX: Final = "PILOTTA_"
OTHERS: Final = frozenset(
    PREFIX + name for name in ("LANG", "PURE", "WITHOUT_CLIENT", "MARCH", "SERVER", "CROSS_CHECKS")
)
"""Names in the environment that the command line, the build and the tests read."""
STATIC: Final = Path(__file__).parent / "static"


class SettingError(ValueError):
    """A setting that cannot be: the message names it."""


def data_folder() -> Path:
    """Where this platform keeps a program's data for its user."""
    return user_data_path("pilotta", appauthor=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Times are seconds. ``PILOTTA_DATA_DIR`` sets ``data_dir``, and so on; lists are separated by commas."""

    data_dir: Path = field(default_factory=data_folder)
    host: str = "127.0.0.1"
    port: int = 8000
    static_dir: Path = STATIC

    allowed_origins: tuple[str, ...] = ()
    """Origins such as ``https://pilotta.example`` besides the address by which the server itself is called."""

    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of reverse proxies that are believed whom they speak for (``X-Forwarded-For``, ``X-Forwarded-Proto``); nobody
    else is, for anybody may write those headers."""

    deal_wait: float = 30.0
    """How long a deal's account stays before the next deal begins by itself."""
    bots: tuple[str, ...] = ()
    """Bots of the host's own that a table may be asked for beside the levels: ``module:Class``, or entry points of ``pilotta.bots``. They
    are imported at start; nothing that a request names is."""
    bot_processes: int = 1
    bot_time_limit: float = 5.0
    """A bot that has not answered by then gets a legal action made for it."""
    review_time_limit: float = 120.0
    """A review of one deal that takes longer is given up."""
    min_pace_ms: int = 0
    """The least pace of bots that a table may ask for."""
    sweep_interval: float = 1.0
    """How often a process looks for what other processes wrote, and for tables that have stood still."""
    standstill: float = 3.0
    """How long past its due time a table must have stood still before the sweeper takes it up."""

    queue_size: int = field(default=64, metadata={"least": 1})
    """Frames that may wait for one client before its connection is closed."""
    max_frame: int = field(default=4096, metadata={"least": 1})
    max_body: int = field(default=32_768, metadata={"least": 1})
    frames_per_second: float = 20.0
    frame_burst: float = 60.0
    ping_interval: float = 2.5
    """A client that has been silent for so long is asked for a sign of life."""
    dead_after: float = 9.0
    """A client that has been silent for so long is gone."""

    hellos_per_second: float = 2.0
    hello_burst: float = 30.0
    """Hellos of one guest, on all his connections together: each is answered with a whole table."""
    sockets_per_guest: int = field(default=20, metadata={"least": 1})
    """WebSockets of one guest that may be open at once."""

    session_interval: float = 5.0
    """How often a process looks whether the sessions of its open connections have run out or were ended by another."""

    head_patience: float = 10.0
    """How long a request's head may take from a connection's beginning, or from its first byte."""
    body_patience: float = 20.0
    """How long a request's body may take."""
    unread_patience: float = 30.0
    """A connection whose other end takes nothing of what was sent to it for so long is cut."""

    guests_per_hour: float = 240.0
    """New guests and opened links that one address may ask for; of IPv6, one /64."""
    links_per_hour: float = 30.0
    """Links for another device that one guest may ask for."""
    changes_per_hour: float = 120.0
    """Changes of name or language that one guest may ask for."""
    tables_per_hour: float = 60.0
    """New tables that one guest may ask for."""
    questions_per_second: float = 2.0
    question_burst: float = 30.0
    """Meanings, reasons and hints that one guest may ask for."""
    running_tables: int = 20
    """Tables of one guest that may be running at once."""

    metrics: bool = False
    """Whether ``/metrics`` is answered: to everybody, so a proxy in front has to keep it from strangers."""
    log_format: str = field(default="text", metadata={"choices": ("text", "json")})
    log_level: str = field(default="info", metadata={"choices": ("debug", "info", "warning", "error")})

    def __post_init__(self) -> None:
        for each in fields(self):
            choices = each.metadata.get("choices")
            value = getattr(self, each.name)
            if choices and value not in choices:
                raise SettingError(f"{each.name}: {value!r} is not one of {', '.join(choices)}")
            least = each.metadata.get("least", 0)
            if isinstance(value, (int, float)) and not least <= value < math.inf:
                raise SettingError(f"{each.name}: {value} is not a number from {least} on")

        for proxy in self.trusted_proxies:
            try:
                ipaddress.ip_network(proxy)
            except ValueError as error:
                raise SettingError(f"trusted_proxies: {error}") from None

    @property
    def database(self) -> Path:
        return self.data_dir / "pilotta.sqlite3"

    @classmethod
    def load(cls, environment: Mapping[str, str] | None = None, **given: Any) -> "Settings":
        """Settings from the environment; what is ``given`` (and not None) wins. SettingError names what is wrong."""
        environment = os.environ if environment is None else environment
        hints = get_type_hints(cls)
        _check_names(environment, [each.name.upper() for each in fields(cls)])
        values: dict[str, Any] = {}
        for each in fields(cls):
            text = environment.get(PREFIX + each.name.upper())
            if text is not None:
                values[each.name] = _read(each.name, hints[each.name], text)
        values |= {name: value for name, value in given.items() if value is not None}
        return cls(**values)


def _check_names(environment: Mapping[str, str], known: Sequence[str]) -> None:
    """``known`` are the settings' names without the prefix. SettingError where a name in the environment looks like a setting's and is none: it would silently do nothing."""
    for name in sorted(environment):
        if name.startswith(PREFIX) and name.removeprefix(PREFIX) not in known and name not in OTHERS:
            # Without what they all begin with, which would make any two alike.
            near = difflib.get_close_matches(name.removeprefix(PREFIX), known, 1)
            raise SettingError(
                f"{name}: there is no such setting" + (f"; is it {PREFIX}{near[0]}?" if near else "")
            )


def _read(name: str, kind: Any, text: str) -> Any:
    if kind is bool:
        if text.lower() not in ("1", "0", "on", "off", "true", "false", "yes", "no"):
            raise SettingError(f"{PREFIX}{name.upper()}: {text!r} is neither on nor off")
        return text.lower() in ("1", "on", "true", "yes")
    if kind == tuple[str, ...]:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if kind not in (int, float):
        return kind(text)
    try:
        number = whole(text) if kind is int else decimal(text)
    except LongNumber:
        number = None
    if number is None:
        raise SettingError(f"{PREFIX}{name.upper()}: {shown(text)} is not a number")
    return number
