/** A share with its 95 % confidence interval. */
export interface Share {
  hits: number
  of: number
  share: number
  low: number
  high: number
}

const Z = 1.959964

/** Wilson's score interval (1927), which stays accurate for small counts and for shares near 0 and 1. */
export function wilson(hits: number, of: number): Share {
  if (of === 0) return { hits, of, share: Number.NaN, low: 0, high: 1 }
  const share = hits / of
  const centre = share + (Z * Z) / (2 * of)
  const half = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of))
  const scale = 1 + (Z * Z) / of
  return { hits, of, share, low: Math.max(0, (centre - half) / scale), high: Math.min(1, (centre + half) / scale) }
}

function percent(value: number): string {
  return (value * 100).toFixed(1)
}

/** Formats a share as `96.2 % (75 of 78; 89.3–98.7)`. */
export function formatShare(share: Share): string {
  if (share.of === 0) return 'not measured'
  return `${percent(share.share)} % (${share.hits} of ${share.of}; ${percent(share.low)}–${percent(share.high)})`
}
