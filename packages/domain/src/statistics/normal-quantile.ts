/** Coefficients of Acklam's approximation of the central part. */
const A = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
]
const B = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1]

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0)

/**
 * The quantile of the standard normal distribution, to nine digits.
 * @param probability 0.03 to 0.97, or its tails down to 10⁻¹⁰
 */
export function normalQuantile(probability: number): number {
  if (probability < 0.02425) return -tail(probability)
  if (probability > 1 - 0.02425) return tail(1 - probability)
  const x = probability - 0.5
  return (polynomial(A, x * x) * x) / polynomial(B, x * x)
}

const C = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
]
const D = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1]

function tail(probability: number): number {
  const x = Math.sqrt(-2 * Math.log(probability))
  return -polynomial(C, x) / polynomial(D, x)
}
