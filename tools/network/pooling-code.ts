/**
 * The two loops in which training a network spends its time, for the vector unit: summing the rows of every point's
 * lines, and distributing a gradient over them. 20 times faster than the same in JavaScript; a test compares both. They
 * are generated once, as bytes, which every thread instantiates in its own memory (pooling.ts).
 */
import binaryen from 'binaryen';

/** Bytes of a vector, and numbers in it. */
const VECTOR = 16;
const LANES = 4;
/** Channels that are processed together, in registers. */
const BLOCK = 16;
const VECTORS = BLOCK / LANES;
const LINES = 4;

/** @param channels a multiple of {@link BLOCK} @returns WebAssembly for {@link startPooling} of pooling.ts */
export function poolingCode(channels: number): Uint8Array {
  if (channels % BLOCK !== 0) throw new Error(`${channels} channels: expected a multiple of ${BLOCK}`);
  const m = new binaryen.Module();
  m.setFeatures(binaryen.Features.SIMD128);
  m.addMemoryImport('memory', 'host', 'memory');
  addLoop(m, 'pool', channels);
  addLoop(m, 'unpool', channels);
  if (m.validate() === 0) throw new Error('the kernels of the trainer are not a valid module');
  m.optimize();
  const code = m.emitBinary();
  m.dispose();
  return code;
}

const [OFFSETS, POINTS, ROWS, BIAS, FEATURES, SUMS, AT, FEATURE, END, CHANNEL] = Array.from(
  { length: 10 },
  (_, i) => i,
);
const FIRST_VECTOR = 10;

/** for each block of channels { for each point { ... } }, with the block's sums in registers. */
function addLoop(m: binaryen.Module, name: 'pool' | 'unpool', channels: number): void {
  const i32 = binaryen.i32;
  const get = (local: number) => m.local.get(local, i32);
  const vector = (k: number) => m.local.get(FIRST_VECTOR + k, binaryen.v128);
  // Registers: VECTORS sums (or gradients of them), VECTORS of the bias (or of its gradient), VECTORS of scratch.
  const [sum, bias, work] = [0, VECTORS, 2 * VECTORS];
  const blockAt = (base: number, k: number) => [k * VECTOR, 4, m.i32.add(get(base), get(CHANNEL))] as const;
  const rowAt = (line: number) => m.i32.add(m.i32.add(get(ROWS), get(CHANNEL)), m.i32.load(line * 4, 4, get(AT)));
  const each = (make: (k: number) => number) => Array.from({ length: VECTORS }, (_, k) => make(k));
  const set = (k: number, value: number) => m.local.set(FIRST_VECTOR + k, value);
  const feature = (k: number) => [k * VECTOR, 4, get(FEATURE)] as const;
  const zero = () => m.v128.const(new Array(VECTOR).fill(0));

  const forward = () => [
    ...each((k) => set(work + k, vector(bias + k))),
    ...Array.from({ length: LINES }, (_, line) =>
      each((k) => set(work + k, m.f32x4.add(vector(work + k), m.v128.load(k * VECTOR, 4, rowAt(line))))),
    ).flat(),
    ...each((k) => set(work + k, m.f32x4.max(vector(work + k), zero()))),
    ...each((k) => m.v128.store(...feature(k), vector(work + k))),
    ...each((k) => set(sum + k, m.f32x4.add(vector(sum + k), vector(work + k)))),
  ];
  const backward = () => [
    ...each((k) => set(work + k, m.v128.and(vector(sum + k), m.f32x4.gt(m.v128.load(...feature(k)), zero())))),
    ...Array.from({ length: LINES }, (_, line) =>
      each((k) =>
        m.v128.store(
          k * VECTOR,
          4,
          rowAt(line),
          m.f32x4.add(m.v128.load(k * VECTOR, 4, rowAt(line)), vector(work + k)),
        ),
      ),
    ).flat(),
    ...each((k) => set(bias + k, m.f32x4.add(vector(bias + k), vector(work + k)))),
  ];

  const points = m.block(null, [
    m.local.set(AT, get(OFFSETS)),
    m.local.set(END, m.i32.add(get(OFFSETS), m.i32.mul(get(POINTS), m.i32.const(4 * LINES)))),
    m.local.set(FEATURE, m.i32.add(get(FEATURES), get(CHANNEL))),
    m.loop(
      'points',
      m.block(null, [
        ...(name === 'pool' ? forward() : backward()),
        m.local.set(FEATURE, m.i32.add(get(FEATURE), m.i32.const(4 * channels))),
        m.local.set(AT, m.i32.add(get(AT), m.i32.const(4 * LINES))),
        m.br_if('points', m.i32.lt_u(get(AT), get(END))),
      ]),
    ),
  ]);
  const body = m.block('done', [
    m.br_if('done', m.i32.eqz(get(POINTS))),
    m.local.set(CHANNEL, m.i32.const(0)),
    m.loop(
      'blocks',
      m.block(null, [
        ...each((k) => set(sum + k, m.v128.load(...blockAt(SUMS, k)))),
        ...each((k) => set(bias + k, m.v128.load(...blockAt(BIAS, k)))),
        points,
        // The forward pass leaves the bias unchanged, the backward pass the sums' gradient.
        ...each((k) =>
          name === 'pool'
            ? m.v128.store(...blockAt(SUMS, k), vector(sum + k))
            : m.v128.store(...blockAt(BIAS, k), vector(bias + k)),
        ),
        m.local.set(CHANNEL, m.i32.add(get(CHANNEL), m.i32.const(4 * BLOCK))),
        m.br_if('blocks', m.i32.lt_u(get(CHANNEL), m.i32.const(4 * channels))),
      ]),
    ),
  ]);
  const parameters = binaryen.createType([i32, i32, i32, i32, i32, i32]);
  const locals = [i32, i32, i32, i32, ...new Array(3 * VECTORS).fill(binaryen.v128)];
  m.addFunction(name, parameters, binaryen.none, locals, body);
  m.addFunctionExport(name, name);
}
