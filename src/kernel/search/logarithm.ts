/** Natural logarithms as integers, for reductions that grow with the logarithm of depth and move number. */

/** Entries of {@link naturalLog}. */
export const LOG_SIZE = 1024;
/** ln(n) * 256 by n; 0 for 0 and 1. */
export const naturalLog = new Int32Array(LOG_SIZE);

/** @returns log2(n) * 4096, by repeated squaring of the mantissa */
function log2(n: number): number {
  const whole = 31 - Math.clz32(n);
  // Mantissa in [1, 2) with 14 fractional bits, so that its square fits 31 bits.
  let mantissa = whole <= 14 ? n << (14 - whole) : n >>> (whole - 14);
  let fraction = 0;
  for (let bit = 11; bit >= 0; bit--) {
    mantissa = (mantissa * mantissa) >>> 14;
    if (mantissa >= 32768) {
      mantissa >>>= 1;
      fraction |= 1 << bit;
    }
  }
  return (whole << 12) | fraction;
}

function fillLogarithms(): void {
  // ln 2 = 0.69315 = 2839 / 4096.
  for (let n = 1; n < LOG_SIZE; n++) naturalLog[n] = (log2(n) * 2839) >> 16;
}

fillLogarithms();
