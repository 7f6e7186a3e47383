/** The shares of colours that a signature holds, one byte each. */
export type Signature = Uint8Array

export function readSignature(look: string): Signature {
  const bytes = atob(look)
  const signature = new Uint8Array(bytes.length)
  // A loop, since hundreds are read for an alarm, and `Uint8Array.from` takes ten times as long.
  for (let at = 0; at < bytes.length; at += 1) signature[at] = bytes.charCodeAt(at)
  return signature
}

/**
 * How much two signatures are alike, 0–1: the intersection of two histograms (Swain and Ballard 1991). Signatures of different lengths were
 * made by different methods, and are not alike.
 */
export function likenessOf(a: Signature, b: Signature): number {
  if (a.length !== b.length || a.length === 0) return 0
  let shared = 0
  let all = 0
  for (let at = 0; at < a.length; at += 1) {
    const [one, other] = [a[at] ?? 0, b[at] ?? 0]
    shared += one < other ? one : other
    all += one < other ? other : one
  }
  return all === 0 ? 0 : shared / all
}
