/**
 * Loops of the kernel as vector code, replacing their source, which defines their meaning: those of the network in
 * src/kernel/eval/kernels.ts, `copyRecord` in src/kernel/patterns/state.ts, `listByte` in src/kernel/search/movegen.ts,
 * `firstHighest` in src/kernel/search/movepick.ts. Sums of 16 and 32 bits wrap in both.
 */
import binaryen from 'binaryen';
import type { Handwritten } from './wasm-handwritten.ts';

type Code = binaryen.ExpressionRef;

const { i32, v128, none } = binaryen;
/** Bytes of a vector. */
const VECTOR = 16;
/** Vectors of sums that are held in registers at once. */
const BLOCK = 4;

/** Allocates locals by number, the parameters first. */
class Locals {
  readonly types: binaryen.Type[] = [];
  private readonly parameters: number;

  constructor(parameters: number) {
    this.parameters = parameters;
  }

  make(type: binaryen.Type): number {
    this.types.push(type);
    return this.parameters + this.types.length - 1;
  }

  vectors(count: number): number[] {
    return Array.from({ length: count }, () => this.make(v128));
  }
}

const replaceRows: Handwritten = (m, addressOf, constant) => {
  const [START, END, FROM, TO, TAKEN] = [0, 1, 2, 3, 4];
  const locals = new Locals(5);
  const [at, end, line] = [locals.make(i32), locals.make(i32), locals.make(i32)];
  const rows = Array.from({ length: 5 }, () => locals.make(i32));
  const [oldRow, newRow, ...otherRows] = rows;
  const [sums, biases] = [locals.vectors(BLOCK), locals.vectors(BLOCK)];
  const work = locals.make(v128);
  const get = (local: number) => m.local.get(local, i32);
  const vector = (local: number) => m.local.get(local, v128);
  const zero = () => m.v128.const(new Array(VECTOR).fill(0));
  const positive = (value: Code) => m.i16x8.max_s(value, zero());
  const accumulator = (local: number) => m.i32.add(addressOf('accumulators'), m.i32.shl(get(local), m.i32.const(1)));
  const logged = (place: number) => m.i32.add(addressOf('lineLog'), m.i32.shl(get(place), m.i32.const(2)));
  const setRow = (row: number, first: Code) => m.local.set(row, m.i32.add(addressOf('lineWeights'), first));
  /** First weight of the row of a line of the same point. */
  const rowOf = (turn: number) =>
    m.i32.load(0, 4, m.i32.add(addressOf('rowAt'), m.i32.shl(m.i32.xor(get(line), m.i32.const(turn)), m.i32.const(2))));

  const blockCode = (byte: number): Code[] => {
    const load = (base: Code, k: number) => m.v128.load(byte + k * VECTOR, 2, base);
    const each = (make: (sum: number, k: number) => Code) => sums.map((sum, k) => make(sum, k));
    const weights = (row: number, k: number) => m.v128.load8x8_s((byte + k * VECTOR) >> 1, 1, get(row));
    /** One point: `added` computes its contribution to a sum from that of its other rows. */
    const point = (before: Code, added: (k: number) => Code): Code[] => [
      setRow(oldRow, before),
      ...otherRows.map((row, i) => setRow(row, rowOf(i + 1))),
      ...each((sum, k) =>
        m.block(null, [
          m.local.set(
            work,
            otherRows.reduce((value, row) => m.i16x8.add(value, weights(row, k)), vector(biases[k])),
          ),
          m.local.set(
            sum,
            m.i16x8.sub(
              m.i16x8.add(vector(sum), positive(added(k))),
              positive(m.i16x8.add(vector(work), weights(oldRow, k))),
            ),
          ),
        ]),
      ),
    ];
    const takenPoint = m.block(null, [m.local.set(line, get(TAKEN)), ...point(rowOf(0), (k) => vector(biases[k]))]);
    const loop = m.loop(
      `changes${byte}`,
      m.block(null, [
        m.local.set(line, m.i32.shr_u(m.i32.load(0, 4, get(at)), m.i32.const(constant('LOG_LINE_SHIFT')))),
        setRow(newRow, rowOf(0)),
        ...point(m.i32.load(4, 4, get(at)), (k) => m.i16x8.add(vector(work), weights(newRow, k))),
        m.local.set(at, m.i32.add(get(at), m.i32.const(8))),
        m.br_if(`changes${byte}`, m.i32.lt_u(get(at), get(end))),
      ]),
    );
    return [
      ...each((_, k) => m.local.set(biases[k], load(addressOf('lineBias'), k))),
      ...each((sum, k) => m.local.set(sum, load(accumulator(FROM), k))),
      m.local.set(at, logged(START)),
      m.if(m.i32.ge_s(get(TAKEN), m.i32.const(0)), takenPoint),
      m.if(m.i32.lt_u(get(at), get(end)), loop),
      ...each((sum, k) => m.v128.store(byte + k * VECTOR, 2, accumulator(TO), vector(sum))),
    ];
  };

  const blocks: Code[] = [];
  for (let byte = 0; byte < 2 * constant('WIDTH'); byte += BLOCK * VECTOR) blocks.push(...blockCode(byte));
  const body = m.block(null, [m.local.set(end, logged(END)), ...blocks]);
  return { parameters: 5, result: none, locals: locals.types, body };
};

const outputOf: Handwritten = (m, addressOf, constant) => {
  const [SIDE, FROM] = [0, 1];
  const units = constant('HIDDEN');
  const inputs = constant('INPUTS');
  const locals = new Locals(2);
  const [at, weights, end] = [locals.make(i32), locals.make(i32), locals.make(i32)];
  const sums = locals.vectors(units / 4);
  const [pair, total] = [locals.make(v128), locals.make(v128)];
  const get = (local: number) => m.local.get(local, i32);
  const vector = (local: number) => m.local.get(local, v128);
  const all = (value: number) => m.i32x4.splat(m.i32.const(value));
  /**
   * Adds the contribution of `count` inputs to all units: two inputs in every lane of a vector, multiplied with the
   * weights of both.
   */
  const addInputs = (name: string, first: Code, count: number): Code[] => [
    m.local.set(at, first),
    m.local.set(end, m.i32.add(get(at), m.i32.const(2 * count))),
    m.loop(
      name,
      m.block(null, [
        m.local.set(pair, m.v128.load32_splat(0, 2, get(at))),
        ...sums.map((sum, u) =>
          m.local.set(
            sum,
            m.i32x4.add(vector(sum), m.i32x4.dot_i16x8_s(vector(pair), m.v128.load(u * VECTOR, 2, get(weights)))),
          ),
        ),
        m.local.set(weights, m.i32.add(get(weights), m.i32.const(4 * units))),
        m.local.set(at, m.i32.add(get(at), m.i32.const(4))),
        m.br_if(name, m.i32.lt_u(get(at), get(end))),
      ]),
    ),
  ];
  const active = (sum: number) =>
    m.i32x4.min_s(
      m.i32x4.max_s(m.i32x4.shr_s(vector(sum), m.i32.const(constant('HIDDEN_SHIFT'))), all(0)),
      all(constant('MAX_ACTIVE')),
    );
  const accumulated = m.i32.add(addressOf('accumulators'), m.i32.shl(get(FROM), m.i32.const(1)));
  const body = m.block(
    null,
    [
      m.local.set(
        weights,
        m.i32.add(addressOf('hiddenWeights'), m.i32.mul(get(SIDE), m.i32.const(2 * inputs * units))),
      ),
      ...addInputs('sums', accumulated, constant('WIDTH')),
      ...addInputs('extras', addressOf('extraInputs'), constant('EXTRA_INPUTS')),
      m.local.set(weights, m.i32.add(addressOf('outputWeights'), m.i32.mul(get(SIDE), m.i32.const(2 * units)))),
      ...sums.map((sum, u) =>
        m.local.set(
          total,
          m.i32x4.add(vector(total), m.i32x4.mul(active(sum), m.v128.load16x4_s(u * 8, 2, get(weights)))),
        ),
      ),
      [0, 1, 2, 3]
        .map((lane) => m.i32x4.extract_lane(vector(total), lane))
        .reduce((sum, value) => m.i32.add(sum, value)),
    ],
    i32,
  );
  return { parameters: 2, result: i32, locals: locals.types, body };
};

const copyRecord: Handwritten = (m, addressOf, constant) => {
  const [FROM, TO] = [0, 1];
  const record = (first: number) => m.i32.add(addressOf('records'), m.i32.shl(m.local.get(first, i32), m.i32.const(2)));
  const vectors = Array.from({ length: (4 * constant('RECORD_WORDS')) / VECTOR }, (_, i) => i * VECTOR);
  const copies = vectors.map((byte) => m.v128.store(byte, 4, record(TO), m.v128.load(byte, 4, record(FROM))));
  return { parameters: 2, result: none, locals: [], body: m.block(null, copies) };
};

const firstHighest: Handwritten = (m, addressOf) => {
  const LANES = 4;
  const LOWEST = -(2 ** 31);
  const [FROM, TO] = [0, 1];
  const locals = new Locals(2);
  const [highest, order] = [locals.make(i32), locals.make(i32)];
  const [orders, places, here, next, above] = locals.vectors(5);
  const get = (local: number) => m.local.get(local, i32);
  const vector = (local: number) => m.local.get(local, v128);
  const address = () => m.i32.add(addressOf('moveOrder'), m.i32.shl(get(FROM), m.i32.const(2)));
  const splat = (value: number) => m.i32x4.splat(m.i32.const(value));
  const advance = (count: number) => m.local.set(FROM, m.i32.add(get(FROM), m.i32.const(count)));
  /** Takes the lane if it is higher, or equal and earlier. */
  const takeLane = (lane: number) => {
    const value = () => m.i32x4.extract_lane(vector(orders), lane);
    const place = () => m.i32x4.extract_lane(vector(places), lane);
    const isBefore = m.i32.and(m.i32.eq(value(), get(order)), m.i32.lt_s(place(), get(highest)));
    return m.if(
      m.i32.or(m.i32.gt_s(value(), get(order)), isBefore),
      m.block(null, [m.local.set(order, value()), m.local.set(highest, place())]),
    );
  };
  const whole = m.block(null, [
    m.local.set(orders, splat(LOWEST)),
    m.local.set(here, m.i32x4.splat(get(FROM))),
    ...[1, 2, 3].map((lane) =>
      m.local.set(here, m.i32x4.replace_lane(vector(here), lane, m.i32.add(get(FROM), m.i32.const(lane)))),
    ),
    m.loop(
      'vectors',
      m.block(null, [
        m.local.set(next, m.v128.load(0, 4, address())),
        m.local.set(above, m.i32x4.gt_s(vector(next), vector(orders))),
        m.local.set(orders, m.i32x4.max_s(vector(next), vector(orders))),
        m.local.set(places, m.v128.bitselect(vector(here), vector(places), vector(above))),
        m.local.set(here, m.i32x4.add(vector(here), splat(LANES))),
        advance(LANES),
        m.br_if('vectors', m.i32.le_s(get(FROM), m.i32.sub(get(TO), m.i32.const(LANES)))),
      ]),
    ),
    ...[0, 1, 2, 3].map(takeLane),
  ]);
  const rest = m.loop(
    'rest',
    m.if(
      m.i32.lt_s(get(FROM), get(TO)),
      m.block(null, [
        m.if(
          m.i32.gt_s(m.i32.load(0, 4, address()), get(order)),
          m.block(null, [m.local.set(order, m.i32.load(0, 4, address())), m.local.set(highest, get(FROM))]),
        ),
        advance(1),
        m.br('rest'),
      ]),
    ),
  );
  const body = m.block(
    null,
    [
      m.local.set(highest, get(FROM)),
      m.local.set(order, m.i32.const(LOWEST)),
      m.if(m.i32.le_s(get(FROM), m.i32.sub(get(TO), m.i32.const(2 * LANES))), whole),
      rest,
      get(highest),
    ],
    i32,
  );
  return { parameters: 2, result: i32, locals: locals.types, body };
};

const listByte: Handwritten = (m, addressOf) => {
  const [BYTE, POINT, TO] = [0, 1, 2];
  const places = 3;
  const get = (local: number) => m.local.get(local, i32);
  const list = () => m.i32.add(addressOf('moveList'), m.i32.shl(get(TO), m.i32.const(2)));
  const points = (offsets: Code) => m.i32x4.add(m.i32x4.splat(get(POINT)), offsets);
  const half = () => m.local.get(places, v128);
  const place = m.i32.add(addressOf('bitPlaces'), m.i32.shl(get(BYTE), m.i32.const(3)));
  const body = m.block(null, [
    m.local.set(places, m.v128.load8x8_u(0, 1, place)),
    m.v128.store(0, 4, list(), points(m.i32x4.extend_low_i16x8_u(half()))),
    m.v128.store(VECTOR, 4, list(), points(m.i32x4.extend_high_i16x8_u(half()))),
  ]);
  return { parameters: 3, result: none, locals: [v128], body };
};

/** By name; for the option `handwritten` of lower(). */
export const KERNELS: Readonly<Record<string, Handwritten>> = {
  replaceRows,
  outputOf,
  copyRecord,
  firstHighest,
  listByte,
};
