// Runs a Python script under Pyodide, as `python SCRIPT ARGUMENTS…` with SOURCES (folders, a colon between them) on the path would run it:
//
//     node run.mjs SOURCES SCRIPT [ARGUMENTS…]
//
// The runtime comes from the npm package; nothing is downloaded. Output goes out byte by byte, untouched,
// and the script's exit status is the process's. Where SOLVER names a WebAssembly module, its exports are `js.solver`.
import { readFileSync, writeSync } from "node:fs";
import { basename, resolve } from "node:path";
import { loadPyodide } from "pyodide";

const [sources, script, ...scriptArguments] = process.argv.slice(2);
if (!script) {
  console.error("usage: node run.mjs SOURCES SCRIPT [ARGUMENTS…]");
  process.exit(2);
}

const passOn = (descriptor) => ({
  write(bytes) {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    return bytes.length;
  },
});

// No .pyc of this interpreter may be left in the sources.
const pyodide = await loadPyodide({ env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1" } });
pyodide.setStdout(passOn(1));
pyodide.setStderr(passOn(2));
const folders = sources.split(":");
folders.forEach((folder, number) => pyodide.mountNodeFS(`/source${number}`, resolve(folder)));
pyodide.FS.writeFile(`/${basename(script)}`, readFileSync(script));
if (process.env.SOLVER) {
  const { instance } = await WebAssembly.instantiate(readFileSync(process.env.SOLVER));
  instance.exports._initialize();
  globalThis.solver = instance.exports;
}
pyodide.globals.set("path", pyodide.toPy(folders.map((_, number) => `/source${number}`)));
pyodide.globals.set("argv", pyodide.toPy([`/${basename(script)}`, ...scriptArguments]));

process.exitCode = pyodide.runPython(`
import runpy, sys, traceback

sys.argv = list(argv)
sys.path[:0] = list(path)
status = 0
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
except SystemExit as end:
    status = end.code if isinstance(end.code, int) else int(end.code is not None)
except BaseException:
    traceback.print_exc()
    status = 1
sys.stdout.flush()
sys.stderr.flush()
status
`);
