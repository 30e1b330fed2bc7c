/** Square matrices of differences between engines. */

export type Matrix = number[][];

export function newMatrix(size: number): Matrix {
  return Array.from({ length: size }, () => new Array<number>(size).fill(0));
}

/** Adds `amount` of the difference of two engines: + on the diagonal, - across. */
export function addPair(matrix: Matrix, i: number, j: number, amount: number): void {
  matrix[i][i] += amount;
  matrix[j][j] += amount;
  matrix[i][j] -= amount;
  matrix[j][i] -= amount;
}

/** Inverse on the vectors of mean zero: adding a constant matrix lifts the one direction that results cannot fix. */
export function invertWithMeanZero(matrix: Matrix): Matrix {
  const size = matrix.length;
  const largest = Math.max(1e-9, ...matrix.map((row, i) => row[i]));
  const lifted = matrix.map((row, i) =>
    row.map((value, j) => value + largest / size + (i === j ? largest * 1e-12 : 0)),
  );
  const inverse = invert(lifted);
  // Take the lift out again: project on both sides with I - 1/n.
  const rowMean = inverse.map((row) => row.reduce((sum, value) => sum + value, 0) / size);
  const mean = rowMean.reduce((sum, value) => sum + value, 0) / size;
  return inverse.map((row, i) => row.map((value, j) => value - rowMean[i] - rowMean[j] + mean));
}

/** Gauss-Jordan with row pivoting. */
function invert(matrix: Matrix): Matrix {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let i = column + 1; i < size; i++) if (Math.abs(rows[i][column]) > Math.abs(rows[pivot][column])) pivot = i;
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    const scale = rows[column][column];
    rows[column] = rows[column].map((value) => value / scale);
    for (let i = 0; i < size; i++) {
      const factor = rows[i][column];
      if (i !== column && factor !== 0) rows[i] = rows[i].map((value, j) => value - factor * rows[column][j]);
    }
  }
  return rows.map((row) => row.slice(size));
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  return a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));
}

export function multiplyVector(a: Matrix, v: readonly number[]): number[] {
  return a.map((row) => row.reduce((sum, value, k) => sum + value * v[k], 0));
}
