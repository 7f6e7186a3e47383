/** The curve from evidence to probability: 1 ÷ (1 + e^−(bias + slope · evidence)). */
interface Curve {
  bias: number
  /** Above 0. */
  slope: number
}

/** The probability for some evidence. */
export function probabilityOf(evidence: number, { bias, slope }: Curve): number {
  return 1 / (1 + Math.exp(-(bias + slope * evidence)))
}

/** Whether evidence makes an alarm true at a threshold. No evidence never does, however low the threshold is. */
export function passes(evidence: number, threshold: number, curve: Curve): boolean {
  return evidence > 0 && probabilityOf(evidence, curve) >= threshold
}

/** The evidence for a probability. */
export function evidenceFor(probability: number, { bias, slope }: Curve): number {
  return (Math.log(probability / (1 - probability)) - bias) / slope
}
