"""``pilotta serve``: the web table."""

import argparse
import importlib
import sys
import threading
import webbrowser
from collections.abc import Callable

from pilotta.cli.common import fail, plain_number, whole_number

EXAMPLES = """examples:
  pilotta serve
  pilotta serve --open
  pilotta serve --host 0.0.0.0 --port 8080 --data /srv/pilotta

Every setting of the server can also come from the environment, as PILOTTA_ and its name in capitals:

  PILOTTA_PORT=8001 pilotta serve

The command line wins. A name that is no setting's is refused.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "serve",
        help="serve the web table",
        description="Serve the web table until Ctrl+C ends it. Matches are kept in the data directory and go on after a restart.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--host", help="address to listen on (default: 127.0.0.1, this machine only)")
    parser.add_argument(
        "--port", type=whole_number(0, 65_535), help="port to listen on (default: 8000; 0: any free one)"
    )
    parser.add_argument(
        "--data",
        metavar="DIR",
        help="where matches are kept (default: where this platform keeps a program's data; the server says where)",
    )
    parser.add_argument(
        "--pace",
        type=plain_number,
        metavar="SECONDS",
        help="the least time that bots of any table take (default: 0)",
    )
    parser.add_argument(
        "--bots",
        metavar="NAME,...",
        help="bots of your own that tables may be asked for beside the levels: module:Class, imported at start",
    )
    parser.add_argument("--open", action="store_true", help="open the table in a browser")
    parser.add_argument("--log-format", choices=("text", "json"), help="how the server logs (default: text)")
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        help="from what on it logs (default: info)",
    )


def run(args: argparse.Namespace) -> int:
    if args.pace is not None and not 0 <= args.pace <= 60:
        fail("--pace: 0 to 60 seconds")
    try:
        # By name: command line and server do not import each other, and the server is an extra.
        serve: Callable[..., int] = importlib.import_module("pilotta.server.main").serve
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("pilotta"):
            raise
        fail(f"the web table needs {error.name}: pip install 'pilotta[server]'")
    return serve(
        args.host,
        args.port,
        args.data,
        on_ready=_opened if args.open else None,
        min_pace_ms=None if args.pace is None else round(args.pace * 1000),
        bots=None if args.bots is None else tuple(name for name in args.bots.split(",") if name),
        log_format=args.log_format,
        log_level=args.log_level,
    )


def _opened(url: str) -> None:
    """Print the address and open it; some browsers only come back when they are closed, so not in this thread."""
    sys.stdout.write(f"Pilotta: {url}\n")
    sys.stdout.flush()
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
