// The few methods that the fit needs: ridge regression, logistic regression, softmax regression around a prior.

/** Gaussian elimination with pivoting. */
function solve(matrix, right) {
  const n = right.length;
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (let i = 0; i < n; i += 1) {
    let pivot = i;
    for (let r = i + 1; r < n; r += 1) if (Math.abs(rows[r][i]) > Math.abs(rows[pivot][i])) pivot = r;
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    const divisor = rows[i][i] || 1e-9;
    for (let r = 0; r < n; r += 1) {
      if (r === i) continue;
      const factor = rows[r][i] / divisor;
      if (factor) for (let c = i; c <= n; c += 1) rows[r][c] -= factor * rows[i][c];
    }
  }
  return rows.map((row, i) => row[n] / (row[i] || 1e-9));
}

const dot = (a, b) => a.reduce((sum, value, index) => sum + value * b[index], 0);

/** Examples: `{ x, y, w }`. */
export function ridge(examples, penalty) {
  const n = examples[0].x.length;
  const matrix = Array.from({ length: n }, () => new Array(n).fill(0));
  const right = new Array(n).fill(0);
  for (const { x, y, w } of examples)
    for (let j = 0; j < n; j += 1) {
      if (!x[j]) continue;
      right[j] += w * x[j] * y;
      for (let k = 0; k < n; k += 1) matrix[j][k] += w * x[j] * x[k];
    }
  for (let j = 0; j < n; j += 1) matrix[j][j] += penalty;
  return solve(matrix, right);
}

/**
 * Newton's method; y is from 0 to 1. `penalty` is one number, or one for each weight; it pulls toward `prior`, if there
 * is one.
 */
export function logistic(examples, penalty, { rounds = 12, prior = null } = {}) {
  const n = examples[0].x.length;
  const strength = (j) => (Array.isArray(penalty) ? penalty[j] : penalty);
  // Most features are absent in most examples.
  const present = examples.map(({ x }) => x.flatMap((value, j) => (value ? [j] : [])));
  let weights = prior ? [...prior] : new Array(n).fill(0);
  for (let round = 0; round < rounds; round += 1) {
    const hessian = Array.from({ length: n }, () => new Array(n).fill(0));
    const gradient = new Array(n).fill(0);
    for (const [i, { x, y, w }] of examples.entries()) {
      const at = present[i];
      const p = 1 / (1 + Math.exp(-at.reduce((sum, j) => sum + x[j] * weights[j], 0)));
      const curve = w * p * (1 - p) + 1e-9;
      for (const j of at) {
        gradient[j] += w * (y - p) * x[j];
        const row = hessian[j];
        for (const k of at) row[k] += curve * x[j] * x[k];
      }
    }
    for (let j = 0; j < n; j += 1) {
      hessian[j][j] += strength(j);
      gradient[j] -= strength(j) * (weights[j] - (prior?.[j] ?? 0));
    }
    const step = solve(hessian, gradient);
    weights = weights.map((value, j) => value + step[j]);
  }
  return weights;
}

/** Gradient ascent with momentum; y is the index of a class, `prior` has one row of weights for each. */
export function softmax(examples, prior, penalty, rounds = 400) {
  const weights = prior.map((row) => [...row]);
  const speed = prior.map((row) => row.map(() => 0));
  const count = examples.length;
  for (let round = 0; round < rounds; round += 1) {
    const gradient = weights.map((row, k) => row.map((value, j) => (-penalty * (value - prior[k][j])) / count));
    for (const { x, y } of examples) {
      const scores = weights.map((row) => dot(row, x));
      const top = Math.max(...scores);
      const raised = scores.map((score) => Math.exp(score - top));
      const sum = raised.reduce((a, b) => a + b, 0);
      for (const [k, row] of gradient.entries()) {
        const error = ((y === k ? 1 : 0) - raised[k] / sum) / count;
        for (let j = 0; j < x.length; j += 1) if (x[j]) row[j] += error * x[j];
      }
    }
    for (const [k, row] of weights.entries())
      for (let j = 0; j < row.length; j += 1) {
        speed[k][j] = 0.9 * speed[k][j] + 0.5 * gradient[k][j];
        row[j] += speed[k][j];
      }
  }
  return weights;
}
