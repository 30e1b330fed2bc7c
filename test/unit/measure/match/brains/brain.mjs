// A scripted brain for the tests: `node brain.mjs <behavior> [number]`. It plays greedily for an own row and
// never defends; the behavior names what it does wrong, and in which of its moves (the number, default 2).
import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [behavior = 'sound', argument] = process.argv.slice(2);
const when = Number(argument ?? 2);
let size = 0;
let stones = new Map();
let moves = 0;
let thinkMs = 0;
let sulking = false;

const say = (line) => process.stdout.write(`${line}\n`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const key = (x, y) => y * size + x;

if (behavior === 'dies-at-once') {
  process.stderr.write('cannot open weights.bin\n');
  process.exit(7);
}
// The argument names a file; every second start finds it and goes well.
if (behavior === 'starts-second-time') {
  if (!existsSync(argument)) {
    writeFileSync(argument, '');
    process.exit(7);
  }
  rmSync(argument);
}
if (behavior === 'leaves-children') {
  // One child in the same group, one in a separate session.
  spawn('sleep', ['1000'], { stdio: 'inherit' }).unref();
  spawn('sleep', ['1001'], { stdio: 'inherit', detached: true }).unref();
}
if (behavior === 'ignores-end') for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});

/** An empty point that has nothing to do with the last one. */
function scatter() {
  for (let i = 0; ; i += 37) {
    const [x, y] = [i % size, Math.floor(i / size) % size];
    if (!stones.has(key(x, y))) return { x, y };
  }
}

/** The empty point with the longest own row through it, the nearest to the middle among equals. */
function choose() {
  let best = null;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (stones.has(key(x, y))) continue;
      let length = 0;
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [1, -1],
      ]) {
        let row = 0;
        for (const side of [1, -1]) {
          for (
            let i = 1;
            onBoard(x + side * i * dx, y + side * i * dy) &&
            stones.get(key(x + side * i * dx, y + side * i * dy)) === 1;
            i++
          )
            row++;
        }
        length = Math.max(length, row);
      }
      const middle = (size - 1) / 2;
      const score = length * 1000 - Math.abs(x - middle) - Math.abs(y - middle);
      if (best === null || score > best.score) best = { x, y, score };
    }
  }
  return best;
}

function onBoard(x, y) {
  return x >= 0 && y >= 0 && x < size && y < size;
}

async function answer() {
  moves++;
  const now = moves === when;
  const [x, y] = behavior === 'plays' && moves === 1 ? argument.split(',').map(Number) : [];
  const move = behavior === 'scatters' ? scatter() : x === undefined ? choose() : { x, y };
  const reply = `${move.x},${move.y}`;
  if (thinkMs > 0) await sleep(thinkMs);
  if (behavior === 'scores') say(`MESSAGE depth 5-7 ev ${argument ?? 10} n 2k pv h8`);
  if (behavior === 'slow' && now) await sleep(60_000);
  if (behavior === 'late' && now) await sleep(250);
  if (behavior === 'crashes' && now) {
    process.stderr.write('assertion failed: depth > 0\n');
    process.exit(3);
  }
  if (behavior === 'segfaults' && now) process.kill(process.pid, 'SIGSEGV');
  if (['mute', 'mute-early'].includes(behavior) && now) return process.stdout.end();
  if (behavior === 'off-board' && now) return say(`${size},0`);
  if (behavior === 'on-stone' && now && stones.size > 0) {
    const [taken] = stones.keys();
    return say(`${taken % size},${Math.floor(taken / size)}`);
  }
  if (behavior === 'error-line' && now) return say('ERROR out of memory');
  if (behavior === 'garbage') say('\x00\x07 thinking... \xff best so far 7;7');
  if (behavior === 'floods' && now) for (let i = 0; i < 500; i++) say(`MESSAGE ${'x'.repeat(10_000)}`);
  if (behavior === 'floods-for-ever' && now) {
    for (;;)
      if (!process.stdout.write('y'.repeat(65_536)))
        await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  if (behavior === 'long-line' && now) process.stdout.write(`${'z'.repeat(3 << 20)}\n`);
  stones.set(key(move.x, move.y), 1);
  if (behavior === 'pieces') {
    process.stdout.write(`${move.x}`);
    await sleep(5);
    process.stdout.write(`,${move.y}\r`);
    return;
  }
  say(reply);
  if (behavior === 'stray') say(reply);
}

async function command(line) {
  const [word, ...rest] = line.split(/\s+/);
  if (behavior === 'dies-of-nonsense' && line === 'TURN x,y') process.exit(4);
  if (behavior === 'sulks-after-nonsense' && line === 'TURN 99,99') sulking = true;
  if (sulking) return;
  if (word === 'START') {
    if (behavior === 'silent') return;
    if (behavior === 'only-15' && rest[0] !== '15') return say('ERROR unsupported board size');
    if (behavior === 'refuses') return say('ERROR unsupported board size');
    size = Number(rest[0]);
    stones = new Map();
    moves = 0;
    if (behavior !== 'no-ok') say(behavior === 'ok-with-text' ? 'OK - everything is good' : 'OK');
  } else if (word === 'RESTART' && behavior === 'keeps-board') {
    stones = new Map();
    say('OK');
  } else if (word === 'ABOUT') {
    if (behavior === 'long-about') say(`name="scripted" ${'z'.repeat(60_000)}`);
    else if (behavior !== 'no-about' && (behavior !== 'mute-early' || size > 0))
      say('name="scripted", version="1.0", author="test"');
  } else if (word === 'INFO') {
    if (rest[0] === 'think_ms') thinkMs = Number(rest[1]);
    if (behavior === 'answers-nonsense' && rest[1] === 'abc') say('ERROR not a number');
    if (behavior === 'answers-info') say(`UNKNOWN ${rest[0]}`);
  } else if (word === 'BEGIN') await answer();
  else if (word === 'TURN') {
    const [x, y] = rest[0].split(',').map(Number);
    stones.set(key(x, y), 2);
    await answer();
  } else if (word === 'END') {
    if (behavior !== 'ignores-end') process.exit(0);
  } else if (word === 'TAKEBACK' && behavior === 'takes-back') {
    const [x, y] = rest[0].split(',').map(Number);
    stones.delete(key(x, y));
    say('OK');
  } else if (word === 'PLAY' && behavior === 'takes-back') {
    say(argument ?? rest[0]);
  } else if (behavior === 'late-unknown') {
    await sleep(500);
    say('UNKNOWN command');
  }
}

let block = null;
const queue = [];
let busy = false;
async function work() {
  if (busy) return;
  busy = true;
  while (queue.length > 0) await command(queue.shift());
  busy = false;
}
const swap2Answers = { 0: '7,7 8,8 9,9', 3: argument ?? 'SWAP', 5: 'SWAP' };
const input = createInterface({ input: process.stdin, crlfDelay: Infinity });
input.on('line', (text) => {
  const line = text.trim();
  if (block !== null) {
    if (line !== 'DONE') {
      block.lines.push(line.split(',').map(Number));
      return;
    }
    if (block.swap2 && behavior === 'swap2-refused') say(argument);
    else if (block.swap2) say(behavior === 'swap2-wrong' ? '7,7' : swap2Answers[block.lines.length]);
    else {
      if (behavior === 'keeps-board') {
        if (block.lines.some(([x, y]) => stones.has(key(x, y)))) process.exit(3);
      } else stones = new Map();
      stones = new Map([...stones, ...block.lines.map(([x, y, field]) => [key(x, y), field])]);
      answer();
    }
    block = null;
  } else if (line === 'BOARD' || line === 'SWAP2BOARD') block = { swap2: line === 'SWAP2BOARD', lines: [] };
  else {
    queue.push(line);
    work();
  }
});
input.on('close', () => {
  if (behavior !== 'ignores-end') process.exit(0);
  setInterval(() => {}, 1000);
});
