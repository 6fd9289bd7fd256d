// Asks the WebAssembly module as bindings.cpp asks the native one:
//
//     node run_wasm.mjs pilotta.wasm run N_GAMES N_QUESTIONS NODE_LIMIT OPTIONS TABLE_KIB < games+questions > answers
//     node run_wasm.mjs pilotta.wasm time N_GAMES N_QUESTIONS NODE_LIMIT OPTIONS TABLE_KIB < games+questions > seconds and nodes
//     node run_wasm.mjs pilotta.wasm playouts COUNT SEED < game+question > results
//     node run_wasm.mjs pilotta.wasm deals PLAYS DOUBLES DOUBT TRIES SEED COUNT < game+seen+plays+weights+shapes[+cells] > worth+hands
//
// All rows are bytes as they lie in memory. The exit status of `playouts` is that of its answer; PLAYS and DOUBLES are how many there are.
import { readFileSync, writeSync } from "node:fs";

const [file, command, ...numbers] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(file));
const { memory, _initialize, alloc, release, run, playouts, deals } = instance.exports;
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
} else if (command === "deals") {
  const [plays, doubles, doubt, tries, seed, count] = numbers;
  let at = 0;
  // Each at a place of its own, since doubles must lie at multiples of eight.
  const next = (length) => lay(input.subarray(at, (at += length)));
  const [game, seen, played, weights, shapes] = [72, 28, 2 * plays, 8 * 128, 8 * 16 * 768].map(next);
  const cells = +doubles ? next(8 * doubles) : 0;
  const hands = alloc(16 * count);
  const drawn = BigInt.asIntN(64, BigInt(seed));
  const ask = () => deals(game, seen, played, +plays, weights, shapes, cells, +doubt, +tries, drawn, hands, +count);
  ask();
  // Asked again, it answers the same: nothing is left of the first time.
  const worth = ask();
  if (worth < 0) process.exitCode = -worth;
  writeSync(1, new Uint8Array(new Float64Array([worth]).buffer));
  passOn(hands, 16 * count);
} else {
  const [count, seed] = numbers;
  const game = lay(input.subarray(0, 72));
  const question = lay(input.subarray(72));
  const results = alloc(2 * count);
  process.exitCode = playouts(game, question, +count, BigInt.asIntN(64, BigInt(seed)), results);
  passOn(results, 2 * count);
}
