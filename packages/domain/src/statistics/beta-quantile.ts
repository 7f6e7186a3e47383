/** Coefficients of Lanczos's approximation of the gamma function, with g = 7. */
const LANCZOS: readonly [number, ...number[]] = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** The natural logarithm of the gamma function, for x ≥ 0.5. */
function logGamma(x: number): number {
  const [first, ...rest] = LANCZOS
  const sum = rest.reduce((total, coefficient, index) => total + coefficient / (x + index), first)
  const t = x + 6.5
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum)
}

const TINY = 1e-300
const notZero = (x: number): number => (Math.abs(x) < TINY ? TINY : x)

/** The continued fraction of the incomplete beta function, by Lentz's method. It converges quickly for x < (a + 1) / (a + b + 2). */
function continuedFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / notZero(1 - ((a + b) * x) / (a + 1))
  let result = d
  for (let m = 1; m < 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / notZero(1 + even * d)
    c = notZero(1 + even / c)
    result *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / notZero(1 + odd * d)
    c = notZero(1 + odd / c)
    const factor = d * c
    result *= factor
    if (Math.abs(factor - 1) < 1e-13) break
  }
  return result
}

/**
 * The regularized incomplete beta function: the probability that a value of the beta distribution with the parameters `a` and `b`, both at
 * least 0.5, is at most `x` (0–1).
 */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  if (x < (a + 1) / (a + b + 2)) return (front * continuedFraction(x, a, b)) / a
  return 1 - (front * continuedFraction(1 - x, b, a)) / b
}

/** The value (0–1) that a beta distribution exceeds with the probability 1 − `probability`. Exact to 10⁻¹², found by bisection. */
export function betaQuantile(probability: number, a: number, b: number): number {
  let [low, high] = [0, 1]
  while (high - low > 1e-12) {
    const middle = (low + high) / 2
    if (incompleteBeta(middle, a, b) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}
