// Asks the WebAssembly module as bindings.cpp asks the native one:
//
//     node run_wasm.mjs pilotta.wasm run N_GAMES N_QUESTIONS NODE_LIMIT OPTIONS TABLE_KIB < games+questions > answers
//     node run_wasm.mjs pilotta.wasm time N_GAMES N_QUESTIONS NODE_LIMIT OPTIONS TABLE_KIB < games+questions > seconds and nodes
//     node run_wasm.mjs pilotta.wasm playouts COUNT SEED < game+question > results
//
// All rows are bytes as they lie in memory. The exit status of `playouts` is that of its answer.
import { readFileSync, writeSync } from "node:fs";

const [file, command, ...numbers] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(file));
const { memory, _initialize, alloc, release, run, playouts } = instance.exports;
_initialize();

const input = readFileSync(0);
const lay = (bytes) => {
  const at = alloc(Math.max(bytes.length, 1));
  new Uint8Array(memory.buffer, at).set(bytes);
  return at;
};
const passOn = (at, length) => {
  const bytes = new Uint8Array(memory.buffer, at, length);
  for (let done = 0; done < length; ) done += writeSync(1, bytes, done);
};

if (command === "run" || command === "time") {
  const [gameCount, count, nodeLimit, options, tableKib] = numbers;
  const games = lay(input.subarray(0, 72 * gameCount));
  const questions = lay(input.subarray(72 * gameCount));
  const answers = alloc(144 * count);
  const ask = () => run(games, +gameCount, questions, +count, answers, BigInt(nodeLimit), +options, +tableKib);
  if (command === "run") {
    ask();
    passOn(answers, 144 * count);
  } else {
    // Until the engine has compiled as well as it can.
    for (const start = performance.now(); performance.now() < start + 500; ) ask();
    // CPU time of the process, in microseconds.
    const before = process.cpuUsage();
    ask();
    const { user, system } = process.cpuUsage(before);
    let nodes = 0;
    new Int32Array(memory.buffer, answers, 36 * count).forEach((word, i) => (nodes += i % 36 === 1 ? word : 0));
    console.log(JSON.stringify({ seconds: (user + system) / 1e6, nodes }));
  }
  [games, questions, answers].forEach(release);
} else {
  const [count, seed] = numbers;
  const game = lay(input.subarray(0, 72));
  const question = lay(input.subarray(72));
  const results = alloc(2 * count);
  process.exitCode = playouts(game, question, +count, BigInt.asIntN(64, BigInt(seed)), results);
  passOn(results, 2 * count);
}
