"""A server that looks at the sockets it has accepted itself: run by ``test_main.py`` in a process of its own."""

import http.client
import os
import signal
import socket
import sys
import threading
from pathlib import Path
from urllib.parse import urlsplit


def look(url: str) -> None:
    """Say TCP_NODELAY of the socket that the server has accepted for a request of ours, then end the server."""
    address = urlsplit(url)
    caller = http.client.HTTPConnection(address.hostname or "", address.port)
    caller.request("GET", "/api/health")
    caller.getresponse().read()
    for each in Path("/proc/self/fd").iterdir():
        if not (each.exists() or each.is_symlink()) or not str(each.readlink()).startswith("socket:"):
            continue
        with socket.socket(fileno=os.dup(int(each.name))) as found:
            try:
                mine = found.getpeername() == caller.sock.getsockname()
            except OSError:
                continue
            if mine:
                sys.stdout.write(f"nodelay {found.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)}\n")
                sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    from pilotta.server.main import serve

    sys.exit(serve(on_ready=lambda url: threading.Thread(target=look, args=(url,)).start()))
