"""Print which core answers, and the signature of each of these levels: tests/bots/levels.py says what that is.

    python sign_levels.py cafe@1 daskalos@1

In a browser's Python the core is the WebAssembly module (run.mjs), elsewhere the best that there is.
"""

import sys

from tests.bots.levels import signature

from pilotta.engine.backend import backend, use_backend

if sys.platform == "emscripten":
    from js import solver  # type: ignore[import-not-found]

    from pilotta.engine.wasm import WasmBackend

    use_backend(WasmBackend(solver))

print(backend().kind)
for name in sys.argv[1:]:
    print(name, signature(name), flush=True)
